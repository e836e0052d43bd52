package main

import (
	"bytes"
	"context"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/cmd/internal/cli"
	"github.com/searchex/searchex/goengine"
	"github.com/searchex/searchex/hostbridge"
)

// miscounting is an engine that counts one node too many.
type miscounting struct{ hostbridge.Engine }

func (m miscounting) Search(ctx context.Context, g *goengine.Game, p *goengine.Profile, l goengine.Limits) (hostbridge.Result, error) {
	r, err := m.Engine.Search(ctx, g, p, l)
	r.Nodes++
	return r, err
}

// An engine that searches another tree has another signature.
func TestBenchHoldsTheEnginesAgainstEachOther(t *testing.T) {
	var out, complaint bytes.Buffer
	a := cli.NewApp(t.Context(), strings.NewReader(""), &out, &complaint)
	a.NewEngine = func(name string) (hostbridge.Engine, error) {
		e, err := hostbridge.New("go")
		if name == "z80" {
			e = miscounting{e}
		}
		return e, err
	}
	require.Equal(t, cli.ExitFailed, run(a, []string{"bench", "--engine", "go,z80", "--sx", "0", "--fen", goengine.StartFEN}))
	require.Equal(t, "searchex: bench: profile sx81: go counts 20 nodes, z80 21: see searchex diff\n", complaint.String())
	require.NotContains(t, out.String(), "nps")
}
