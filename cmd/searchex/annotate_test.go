package main

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/cmd/internal/chess/pgn"
	"github.com/searchex/searchex/cmd/internal/cli"
	"github.com/searchex/searchex/hostbridge"
)

// Ctrl-C in the fourth search: the values found before it are written, with the whole
// game.
func TestAnnotateKeepsWhatIsDone(t *testing.T) {
	dir := t.TempDir()
	in, out := filepath.Join(dir, "in.pgn"), filepath.Join(dir, "out.pgn")
	require.NoError(t, os.WriteFile(in, []byte("1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 *\n"), 0o600))
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	var printed, complaint bytes.Buffer
	a := cli.NewApp(ctx, strings.NewReader(""), &printed, &complaint)
	var left atomic.Int32
	left.Store(4)
	a.NewEngine = func(string) (hostbridge.Engine, error) {
		e, err := hostbridge.New("go")
		return interrupting{fake{Engine: e, name: "go"}, &left, cancel}, err
	}
	status := run(a, []string{"annotate", in, "--nodes", "300", "--out", out})
	assert.Equal(t, cli.ExitInterrupted, status)
	assert.Regexp(t, `^searchex: annotate: interrupted: [0-6] of 7 finished\n$`, complaint.String())
	b, err := os.ReadFile(out)
	require.NoError(t, err)
	raw, err := pgn.NewReader(bytes.NewReader(b), "out").Next()
	require.NoError(t, err)
	g, _, err := raw.Game()
	require.NoError(t, err)
	assert.Len(t, g.Moves, 6)
	assert.Nil(t, g.Moves[5].Eval)
}
