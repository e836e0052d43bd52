package openings

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/goengine"
	"github.com/searchex/searchex/goengine/book"
)

func TestOpeningsOfABookSource(t *testing.T) {
	for _, tt := range []struct {
		name, text string
		want       []string // name: moves
	}{
		// The move of greater weight comes first; f6 has weight 0.
		{"variations", "; mine\n[Opening \"A\"]\n1. e4*4 c5 (1... e5*2 2. Nf3) (1... f6? 2. d4) 2. Nf3 *\n",
			[]string{"A: e2e4 e7e5 g1f3", "A: e2e4 c7c5 g1f3"}},
		{"lines without tags", "1. e4*2 e5\n1. d4 d5 *\n", []string{"line 1: e2e4 e7e5", "line 2: d2d4 d7d5"}},
		// Both lines reach the same position. The heavier first move wins.
		{"transposition", "1. d4 Nf6 2. c4 e6 *\n1. c4*3 Nf6 2. d4 *\n", []string{"line 1: c2c4 g8f6 d2d4 e7e6"}},
		// No game begins after the fool's mate.
		{"mate", "1. f3 e5*2 (1... e6) 2. g4 Qh4# *\n", []string{"line 1: f2f3 e7e6"}},
		// The knights return to the initial position, which is not the end of a line.
		{"circle", "1. Nf3*2 Nf6 2. Ng1 Ng8 3. e4 *\n", []string{"line 1: e2e4"}},
		{"position", "[FEN \"4k2r/8/8/8/8/8/4P3/4K3 b k - 0 1\"]\n1... O-O*3 2. e4 *\n", []string{"line 1: e8g8 e2e4"}},
	} {
		all, err := Read(strings.NewReader(tt.text), "x")
		require.NoError(t, err, tt.name)
		var have []string
		for _, o := range all {
			have = append(have, o.Name+": "+strings.Join(o.Moves, " "))
			assert.Equal(t, tt.name == "position", o.FEN != goengine.StartFEN)
		}
		assert.Equal(t, tt.want, have, tt.name)
	}
	_, err := Read(strings.NewReader("1. e4*4 e5 2. Nf9 *\n1. d4*9\n"), "x")
	assert.ErrorContains(t, err, `x:1: move 2 "Nf9": not a move in `)
	assert.ErrorContains(t, err, "(and 1 more; searchex book check tells all)")
	assert.NotContains(t, err.Error(), "openings are", "the format is known")
}

// The openings of the built-in book differ, and end where the book has no move.
func TestOpeningsOfTheBuiltInBook(t *testing.T) {
	all, err := load(t, "../../../../goengine/book/book.txt")
	require.NoError(t, err)
	tree, err := book.Parse(book.Source(), book.SourceName)
	require.NoError(t, err)
	ends := 0
	for _, n := range tree.Nodes() {
		if len(n.Played()) == 0 {
			ends++
		}
	}
	assert.LessOrEqual(t, len(all), ends, "some ends stand behind moves that the book does not play")
	assert.Greater(t, len(all), ends/2)
	position := map[string]bool{}
	for _, o := range all {
		g, err := o.Game()
		require.NoError(t, err)
		assert.False(t, position[g.Key()], "%s: same position", o.Name)
		position[g.Key()] = true
		p, err := goengine.ParseFEN(g.FEN())
		require.NoError(t, err)
		assert.Empty(t, tree.Node(p).Played(), "%s: the book goes on", o.Name)
	}
	_, err = load(t, "../../../../goengine/book/book.bin")
	assert.ErrorContains(t, err, "book.bin: is a compiled book, which has no lines: openings are lines of moves (Name: e4 e5 Nf3), EPD or FEN, PGN, a table")
}
