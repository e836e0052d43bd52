package polyglot

import (
	"encoding/binary"
	"encoding/hex"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/cmd/internal/given"
	"github.com/searchex/searchex/goengine/book"
)

func source(t *testing.T, text string) *book.Tree {
	t.Helper()
	tree, err := book.Parse(strings.NewReader(text), "test")
	require.NoError(t, err)
	return tree
}

// Two entries by hand. e2e4: to-file 4, to-rank 3, from-file 4, from-rank 1: 4 + 3*8 + 4*64 + 1*512 = $031C; d2d4 is
// $02DB. The key of the initial position is published.
func TestABookByHand(t *testing.T) {
	b, err := Write(source(t, "1. d4*2 *\n1. e4*5 *\n1. a4*0 *"))
	require.NoError(t, err)
	assert.Equal(t, "463b96181691fc9c"+"031c"+"0005"+"00000000"+"463b96181691fc9c"+"02db"+"0002"+"00000000", hex.EncodeToString(b))
}

// Castling, captures en passant and promotions come back as they were written, and a rook that goes to where a king
// castles to stays a rook.
func TestSpecialMovesAreReadAsTheyWereWritten(t *testing.T) {
	for fen, moves := range map[string]string{
		"r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w KQkq - 0 1":            "O-O O-O-O Kf1 Kd1 a4",
		"r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R b KQkq - 0 1":            "O-O O-O-O Kf8 Kd8 a5",
		"7k/P7/8/8/8/8/8/7K w - - 0 1":                                  "a8=Q+ Kg1",
		"rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3": "exf6 e6 d4",
		"3k4/8/8/8/8/8/8/4R2K w - - 0 1":                                "Rg1 Rc1 Ra1",
	} {
		var text strings.Builder
		for _, m := range strings.Fields(moves) {
			text.WriteString("[FEN \"" + fen + "\"]\n" + m + " *\n")
		}
		b, err := Write(source(t, text.String()))
		require.NoError(t, err)
		read, err := Parse(b)
		require.NoError(t, err)
		p := after(t, fen, "")
		var have []string
		for _, c := range read.Moves(p) {
			have = append(have, book.SAN(p, c.Move))
		}
		assert.ElementsMatch(t, strings.Fields(moves), have, fen)
	}
}

// The format has castling as a move of the king onto its rook: e1h1 is to-file 7, from-file 4, $0107; e1a1 $0100; e8h8, with
// ranks of 7, $0F3F; e8a8 $0F38. A king that goes to the same square without castling keeps its own code.
func TestCastlingIsCodedByTheRook(t *testing.T) {
	for _, c := range []struct {
		fen, move string
		code      uint16
	}{
		{"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "O-O", 0x0107},
		{"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "O-O-O", 0x0100},
		{"r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1", "O-O", 0x0F3F},
		{"r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1", "O-O-O", 0x0F38},
		{"4k3/8/8/8/8/8/8/5K2 w - - 0 1", "Kg1", 0x0146},
	} {
		b, err := Write(source(t, "[FEN \""+c.fen+"\"]\n"+c.move+" *"))
		require.NoError(t, err)
		assert.Equal(t, c.code, binary.BigEndian.Uint16(b[8:]), "%s %s", c.fen, c.move)
	}
}

// Our own reader finds the same moves with the same weights in every position of the built-in book as its source has.
func TestTheBuiltInBookAsPolyglot(t *testing.T) {
	tree, err := book.Parse(book.Source(), book.SourceName)
	require.NoError(t, err)
	b, err := Write(tree)
	require.NoError(t, err)
	read, err := Parse(b)
	require.NoError(t, err, "the entries are in order")
	assert.Equal(t, tree.Stats().Played, read.Entries())
	assert.Equal(t, tree.Stats().Positions, read.Positions())
	for i := entrySize; i < len(b); i += entrySize {
		if binary.BigEndian.Uint64(b[i:]) == binary.BigEndian.Uint64(b[i-entrySize:]) {
			assert.LessOrEqual(t, b[i+11], b[i+11-entrySize], "the greatest weight first")
		}
	}
	for i, n := range tree.Nodes() {
		if i%5 != 0 {
			continue
		}
		p := given.Position(t, n.FEN)
		var want []Choice
		for _, e := range n.Played() {
			want = append(want, Choice{e.Move, e.Weight()})
		}
		require.Equal(t, want, read.Moves(p), n.FEN)
	}
}
