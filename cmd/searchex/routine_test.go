package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/cmd/internal/cli"
	"github.com/searchex/searchex/cmd/internal/given"
	"github.com/searchex/searchex/hostbridge"
)

// The page of four routines, which is not committed, has the figures and the source of each routine
// on each machine.
func TestFourLanguagesIsComplete(t *testing.T) {
	// No capture and no pawn move for ten moves: the 68000 calls repeated only where positions can be repetitions.
	const oldGame = "r3k2r/pp1n1ppp/2p1pn2/3p4/3P1B2/2N1PN2/PPP2PPP/R3K2R w KQkq - 20 30"
	file := filepath.Join(t.TempDir(), "page.md")
	a := cli.NewApp(t.Context(), nil, os.Stdout, os.Stderr)
	require.Equal(t, cli.ExitFine, run(a, []string{"routine", "--doc", file, "--sx", "26", "--fen", oldGame}))
	page := given.File(t, file)
	parts := strings.Split(string(page), "\n## ")
	require.Len(t, parts, 5, "an introduction and four routines")
	for i, name := range []string{"repeated", "gives_check", "pick_best", "map_hits"} {
		text := parts[i+1]
		assert.True(t, strings.HasPrefix(text, name+": "), name)
		assert.Contains(t, text, "\n**go**, [goengine/", name)
		for _, k := range hostbridge.Kinds {
			if k.Image == nil {
				continue
			}
			assert.Regexp(t, `\n\| `+k.Name+`, [0-9.]+ MHz \| [0-9,]+ \| [0-9.]+( a search)? \| [0-9,.]+ \|`, text, name)
			assert.Contains(t, text, "\n**"+k.Name+"**, [asm/", name)
			assert.Contains(t, text, "```asm\n", name)
		}
	}
	assert.NotContains(t, string(page), "<no value>")
}
