package main

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/cmd/internal/cli/clitest"
)

// An output that cannot be written is refused before the work.
func TestOutputsAreCheckedBeforeTheWork(t *testing.T) {
	game := filepath.Join(t.TempDir(), "game.pgn")
	require.NoError(t, os.WriteFile(game, []byte("[Result \"*\"]\n\n1. e4 e5 2. Nf3 *\n"), 0o600))
	clitest.Outputs(t, &commands{}, inputs, outputs(game), func(args ...string) (int, string, string) { return runWith(t, fake{}, args...) })
}

// inputs are the arguments that name files to read.
var inputs = []string{"guest check <file>", "play <file>", "annotate <game.pgn>", "book build <src>", "book check <src>", "book show <file>"}

// outputs returns what command lines need besides a file to write (see clitest.Outputs); game is a game in PGN.
func outputs(game string) map[string]string {
	return map[string]string{
		"annotate": game, "book build": game, "book add <file>": "@ e4", "export": "mk5", "match": "go classic",
		"window <file>": "--doc @", "routine <name>": "--doc @",
	}
}
