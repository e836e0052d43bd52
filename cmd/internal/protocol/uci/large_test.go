package uci

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/cmd/internal/chess/books/bookstest"
)

// A book larger than the machines: Go plays all of it, a machine what it has room for, and says how much; as a tree every
// engine plays all of it, and follows the moves of the game.
func TestABookLargerThanTheMachines(t *testing.T) {
	source, rare := bookstest.Large(t)
	path := filepath.Join(t.TempDir(), "large.pgn")
	require.NoError(t, os.WriteFile(path, []byte(source), 0o600))
	const note = "info string option BookFile: "
	fromBook := func(g *gui, moves string) bool {
		g.best("position startpos moves "+moves, "go nodes 10")
		return strings.Contains(strings.Join(g.said, "\n"), "info string book")
	}
	for _, engine := range []string{"go", "z80"} {
		g := with(t, engine)
		g.send("setoption name OwnBook value true", "setoption name BookFile value "+path)
		said := g.sync()
		if engine == "go" {
			assert.NotContains(t, said, note)
		} else {
			assert.Regexp(t, note+`.*large.pgn: the machine has room for [0-9,]+ of [0-9,]+ half-moves`, said)
		}
		assert.Equal(t, engine == "go", fromBook(g, rare), "%s: the end of a line", engine)
		assert.True(t, fromBook(g, ""), "%s: the beginning", engine)
		g.send("setoption name BookKind value tree")
		assert.NotContains(t, g.sync(), note)
		assert.True(t, fromBook(g, rare), "%s: the tree has all", engine)
		g.send("setoption name Engine value 6502", "setoption name BookKind value hash")
		assert.Contains(t, g.sync(), note, "another machine says it too")
	}
}
