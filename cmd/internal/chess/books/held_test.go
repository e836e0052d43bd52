package books

import (
	"bytes"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/cmd/internal/chess/books/bookstest"
	"github.com/searchex/searchex/cmd/internal/chess/polyglot"
	"github.com/searchex/searchex/cmd/internal/given"
	"github.com/searchex/searchex/goengine"
	"github.com/searchex/searchex/goengine/book"
)

// after returns the position after moves from a position.
func after(t *testing.T, fen, moves string) *goengine.Position {
	t.Helper()
	p := given.Position(t, fen)
	for _, text := range strings.Fields(moves) {
		m, err := p.ParseMove(text)
		require.NoError(t, err)
		p.Play(m)
	}
	return p
}

// pick returns the move that a book picks after moves from a position, "" for none.
func pick(t *testing.T, h *Held, fen, moves string) string {
	t.Helper()
	m, ok := h.Pick(after(t, fen, moves), fen, strings.Fields(moves), 0)
	if !ok {
		return ""
	}
	return m.String()
}

// A book that fits a machine is looked up by every engine; of a larger one the machine has a part, and Go has all.
func TestWhoLooksABookUp(t *testing.T) {
	small, err := Hold("small", []byte("1. e4 e5 2. Nf3 *"), "hash")
	require.NoError(t, err)
	assert.False(t, small.Direct(true))
	assert.False(t, small.Direct(false))
	assert.Empty(t, small.Note())

	source, rare := bookstest.Large(t)
	large, err := Hold("large", []byte(source), "hash")
	require.NoError(t, err)
	assert.False(t, large.Direct(true))
	assert.True(t, large.Direct(false))
	assert.Regexp(t, `^large: the machine has room for [0-9],[0-9]{3} of [0-9]+,[0-9]{3} half-moves: it takes the most frequent positions$`, large.Note())
	assert.NotEmpty(t, pick(t, large, goengine.StartFEN, rare), "this program has all positions")
	table, err := book.Open(large.Table)
	require.NoError(t, err)
	assert.Empty(t, table.Moves(after(t, goengine.StartFEN, rare)))
	assert.NotEmpty(t, table.Moves(after(t, goengine.StartFEN, "")))

	for name, content := range map[string][]byte{"table": small.Table, "polyglot": polyglotOf(t, "1. e4 e5 *")} {
		h, err := Hold(name, content, "hash")
		require.NoError(t, err)
		assert.Equal(t, name == "polyglot", h.Direct(true), name)
		assert.Equal(t, "e2e4", pick(t, h, goengine.StartFEN, ""), name)
		_, err = Hold(name, content, "tree")
		assert.EqualError(t, err, name+": has positions, but no lines: a tree of moves wants the source of a book")
	}
}

// A source and its table are the same book. What cannot be read is refused by name and place.
func TestWhatIsABook(t *testing.T) {
	want, err := Hold("book", []byte("1. e4 e5"), "hash")
	require.NoError(t, err)
	got, err := Hold("book", want.Table, "hash")
	require.NoError(t, err)
	assert.Equal(t, want.Table, got.Table)
	for name, c := range map[string]struct {
		content []byte
		want    string
	}{
		"bad":     {[]byte("1. e4\n1. e5"), `bad:2: move 1 "e5": no such legal move in ` + goengine.StartFEN},
		"damaged": {want.Table[:len(want.Table)-1], "damaged: book table of 525 bytes: "},
		"old":     {append([]byte("SXB1"), want.Table[4:]...), `old: book table of 526 bytes: begins with "SXB1", this program reads SXB2: build it again from its source`},
		"huge":    {append(bytes.Clone(want.Table), make([]byte, 100000)...), "too large"},
		"empty":   {nil, "empty: is empty: want a book"},
		"nothing": {[]byte("; no moves\n"), "nothing: has no moves"},
	} {
		_, err := Hold(name, c.content, "hash")
		assert.ErrorContains(t, err, c.want)
	}
}

// The tree answers the moves of a game, and only from the initial position.
func TestATreeFollowsTheGame(t *testing.T) {
	h, err := Hold("x", []byte("1. d4 Nf6 2. c4 e6 *"), "tree")
	require.NoError(t, err)
	assert.True(t, h.Direct(true))
	for moves, want := range map[string]string{
		"": "d2d4", "d2d4 g8f6 c2c4": "e7e6", "c2c4 g8f6 d2d4": "", "d2d4 g8f6 c2c4 e7e6": "", "e2e4": "",
	} {
		assert.Equal(t, want, pick(t, h, goengine.StartFEN, moves), moves)
	}
	assert.Len(t, h.Moves(after(t, goengine.StartFEN, "d2d4"), goengine.StartFEN, []string{"d2d4"}), 1)
	assert.Empty(t, pick(t, h, after(t, goengine.StartFEN, "d2d4 g8f6").FEN(), ""), "the tree does not know how the position came about")
}

func polyglotOf(t *testing.T, source string) []byte {
	t.Helper()
	tree, err := book.Parse(strings.NewReader(source), "test")
	require.NoError(t, err)
	b, err := polyglot.Write(tree)
	require.NoError(t, err)
	return b
}
