package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/cmd/internal/chess/openings"
	"github.com/searchex/searchex/cmd/internal/cli"
)

// What one reader of positions accepts or refuses, all of them do.
func TestAllReadersOfPositionsAgree(t *testing.T) {
	dir := t.TempDir()
	file := func(name, text string) string {
		path := filepath.Join(dir, name)
		require.NoError(t, os.WriteFile(path, []byte(text), 0o600))
		return path
	}
	command := func(input string, args ...string) (string, bool) {
		var out, complaint bytes.Buffer
		a := cli.NewApp(t.Context(), strings.NewReader(input), &out, &complaint)
		status := run(a, args)
		return out.String() + complaint.String(), status == 0
	}
	readers := map[string]func(fen string) bool{
		"--fen": func(fen string) bool {
			_, ok := command("", "search", "--fen", fen, "--nodes", "1")
			return ok
		},
		"--epd": func(fen string) bool {
			_, ok := command("", "search", "--epd", file("x.epd", fen+"\n"), "--nodes", "1")
			return ok
		},
		"PGN": func(fen string) bool {
			_, ok := command("", "annotate", file("x.pgn", fmt.Sprintf("[FEN \"%s\"]\n\n*\n", fen)), "--nodes", "1")
			return ok
		},
		"openings": func(fen string) bool {
			_, err := openings.Read(strings.NewReader(fen+"\n"), "o.epd")
			return err == nil
		},
		"UCI": func(fen string) bool {
			said, _ := command("position fen "+fen+"\ngo nodes 1\nquit\n", "uci")
			return !strings.Contains(said, "info string position")
		},
		"XBoard": func(fen string) bool {
			said, _ := command("xboard\nprotover 2\nforce\nsetboard "+fen+"\nquit\n", "xboard")
			return !strings.Contains(said, "tellusererror")
		},
	}
	for fen, want := range map[string]bool{
		"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1":                        true,
		"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0":                          true,
		"r3k2r/8/8/8/8/8/8/R3K2R w KQkq -":                            true,
		"r3k2r/8/8/8/8/8/8/R3K2R w qkQK - 0 1":                        true,
		"r3k2r/8/8/8/8/8/8/R3K2R b HAha - 12 34":                      true,
		"r3k2r/8/8/8/8/8/8/R3K2R  w  -   -  0  1":                     true,
		"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 0":                        true,
		"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1": true,
		"r3k2r/8/8/8/8/8/8/R3K2R w KQkq":                              false,
		"r3k2r/8/8/8/8/8/8/R3K2R w GBgb - 0 1":                        false,
		"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 151 1":                      false,
		"r3k2r/8/8/8/8/8/8/R3K2R x KQkq - 0 1":                        false,
		"r3k2r/8/8/8/8/8/8/R3K3 w KQkq - 0 1":                         false,
		"r3k2r/8/8/8/8/8/8/R2KK2R w - - 0 1":                          false,
		"r3k2r/8/8/8/8/8/R3K2R w KQkq - 0 1":                          false,
		"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq e3 0 1":   false,
		"bqnrkbrn/pppppppp/8/8/8/8/PPPPPPPP/BQNRKBRN w GDgd - 0 1":    false,
		"4k3/8/8/8/8/8/4R3/4K3 w - - 0 1":                             false,
	} {
		for name, accepts := range readers {
			assert.Equal(t, want, accepts(fen), "%s %q", name, fen)
		}
	}
}
