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
	clitest.Outputs(t, &commands{}, []string{
		"play --dir", // needs a terminal: see the tests of play
		"play <file>", "play --book", "serve --book", "annotate <game.pgn>", "match --openings", "book build <src>", "book check <src>", "book show <file>",
		"compare --epd", "diff --epd", "perft --epd", "search --epd", "solve --epd", "bench --epd", "cycles --epd", "profile --epd", "routine --epd", "snapshot --epd",
		"cycles --vs", "cycles --rom", "diff --rom", "debug --rom", "debug --sources", "trace --rom", "disasm --rom", "symbols --rom", "heat --rom", "heat --epd",
	}, outputs(game), func(args ...string) (int, string, string) { return runWith(t, fake{}, args...) })
}

// outputs returns the flags and arguments that name files to write, each with a command line that
// would work for hours; game is a game in PGN.
func outputs(game string) map[string]string {
	const long = " --nodes 999999999999 "
	return map[string]string{
		"annotate --out":        "annotate " + game + long + "--out @",
		"annotate --svg":        "annotate " + game + long + "--svg @",
		"match --pgn":           "match go classic" + long + "--pgn @",
		"match --out":           "match go classic" + long + "--out @",
		"book build --out":      "book build " + game + " --out @",
		"book build --polyglot": "book build " + game + " --polyglot @",
		"book add <file>":       "book add @ e4",
		"export --out":          "export mk5 --out @",
		"cycles --svg":          "cycles --engine z80" + long + "--svg @",
		"profile --out":         "profile --engine z80" + long + "--out @",
		"snapshot --out":        "snapshot --engine z80" + long + "--out @",
		"symbols --out":         "symbols --out @",
		"heat --svg":            "heat" + long + "--svg @",
		"engines --svg":         "engines --svg @",
		"window --svg":          "window --svg @",
		"window <file>":         "window --doc @",
		"tree --svg":            "tree" + long + "--svg @",
		"routine <name>":        "routine --doc @",
	}
}
