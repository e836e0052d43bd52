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
)

func TestTheLadderRefusesWhatItCannotDo(t *testing.T) {
	const ladderFile = "ladder.jsonl"
	dir := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(dir, ladderFile), []byte("a diary\n"), 0o600))
	for line, want := range map[string]string{
		"ladder --games 3":                         "--games 3: want an even number, two for each opening",
		"ladder --games 0":                         "--games 0: want an even number",
		"ladder --workers 0":                       "--workers 0: want 1 to 1000",
		"ladder --recorded --spread embedded":      "--recorded and --spread: want one of them",
		"ladder --quick --recorded":                "--recorded and --quick: want one of them",
		"ladder --quick --doc":                     "--doc and --quick: a page of the documents wants the whole experiment",
		"ladder --doc --folder /nowhere":           "--doc: there is no folder /nowhere here: want the root of the sources, or --folder",
		"ladder --raw /nowhere":                    "--raw: there is no folder /nowhere here: want the root of the sources, or --raw DIR",
		"ladder --raw " + dir:                      ladderFile + ": line 1: not the results of a ladder",
		"ladder --recorded --doc --folder /no/way": "--doc: there is no folder /no/way here",
	} {
		status, out, complaint := runLab(t, line)
		assert.Equal(t, cli.ExitUsage, status, line)
		assert.Empty(t, out, line)
		assert.Contains(t, complaint, want, line)
		assert.Equal(t, 1, strings.Count(complaint, "\n"), line)
	}
	b := given.File(t, filepath.Join(dir, ladderFile))
	assert.Equal(t, "a diary\n", string(b), "what is not ours is left as it is")
}

// The quick ladder needs no installed program: the built-in engines are enough.
func TestTheQuickLadderNeedsNoProgram(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	status, out, complaint := runLab(t, "ladder --quick --json")
	require.Zero(t, status, complaint)
	for _, name := range []string{"uniform", "sx81", "tuned"} {
		assert.Contains(t, out, `"player":"`+name+`, quick"`)
	}
	if strings.Contains(complaint, "stockfish is not installed") {
		assert.Equal(t, "lab: ladder: Stockfish 100 is left out: stockfish is not installed\n"+
			"lab: ladder: Stockfish 300 is left out: stockfish is not installed\n", complaint)
	}
}
