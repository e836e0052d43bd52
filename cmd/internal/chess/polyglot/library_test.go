package polyglot

import (
	"testing"

	"github.com/corentings/chess/v2"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/goengine"
)

// Why books are not read by github.com/corentings/chess/v2 (docs/decisions.md, 68).
// A check here fails when the library is mended; then the decision must be reconsidered.
func TestWhatTheLibraryLacks(t *testing.T) {
	// A rook's move from e1 to h1 becomes e1g1, since the position is ignored.
	const rook = "3k4/8/8/8/8/8/8/K3R3 w - - 0 1"
	p := after(t, rook, "")
	content := entry(Key(p), "e1h1", 1)
	book, err := chess.LoadFromBytes(content)
	require.NoError(t, err)
	moves, err := book.GetChessMoves(Key(p))
	require.NoError(t, err)
	assert.Equal(t, "e1g1", moves[0].String())
	b, err := Parse(content)
	require.NoError(t, err)
	assert.Equal(t, "e1h1", b.Moves(p)[0].Move.String())

	// It panics on a book with weights of 0, which mean that moves are not to be played.
	book, err = chess.LoadFromBytes(entry(1, "e2e4", 0))
	require.NoError(t, err)
	assert.Panics(t, func() { book.GetRandomMove(1) })

	// It accepts an empty file, and entries out of order.
	for name, content := range map[string][]byte{
		"empty":        nil,
		"out of order": append(entry(2, "e2e4", 1), entry(1, "e2e4", 1)...),
	} {
		_, err := chess.LoadFromBytes(content)
		assert.NoError(t, err, name)
		_, err = Parse(content)
		assert.Error(t, err, name)
	}

	// It returns moves by weight, so that a seed would pick others than before.
	start := after(t, goengine.StartFEN, "")
	content = append(entry(Key(start), "d2d4", 1), entry(Key(start), "e2e4", 2)...)
	book, err = chess.LoadFromBytes(content)
	require.NoError(t, err)
	assert.EqualValues(t, 2, book.FindMoves(Key(start))[0].Weight)
	b, err = Parse(content)
	require.NoError(t, err)
	assert.Equal(t, 1, b.Moves(start)[0].Weight)
}
