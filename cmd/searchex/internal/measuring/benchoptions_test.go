package measuring

import (
	"bytes"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/cmd/internal/cli"
	"github.com/searchex/searchex/goengine"
	"github.com/searchex/searchex/hostbridge"
)

// A machine with options and the package alone make the search that bench measures: to its
// return, with the same cycles and the same RAM.
func TestSearchesOfBench(t *testing.T) {
	var out bytes.Buffer
	a := cli.NewApp(t.Context(), strings.NewReader(""), &out, &out)
	p, err := goengine.ParseFEN(goengine.StartFEN)
	require.NoError(t, err)
	profile, err := goengine.ParseProfile("sx81")
	require.NoError(t, err)
	tasks := []hostbridge.Task{{FEN: goengine.StartFEN, Game: goengine.NewGame(p), ProfileName: "sx81", Profile: profile, Limits: goengine.Limits{Nodes: 20}}}
	for _, k := range hostbridge.MachineKinds() {
		all, err := searchesOf(a, k.Name, tasks)
		require.NoError(t, err)
		s, m := all.snapshots[0], all.machines[0]
		ram := make([]byte, s.RAM.Size)
		for _, guards := range []bool{true, false, true} {
			require.NoError(t, all.withOptions(0, guards), k.Name)
			m.ReadBytes(s.RAM.Start, ram)
			require.True(t, bytes.Equal(s.After, ram), k.Name)
		}
		for range 2 {
			require.NoError(t, all.alone(0))
		}
		s.After[0]++
		require.ErrorContains(t, all.alone(0), "other RAM")
		s.Cycles++
		require.ErrorContains(t, all.withOptions(0, true), "with options: ")
	}
	require.Empty(t, out.String())
}
