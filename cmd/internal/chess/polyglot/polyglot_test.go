package polyglot

import (
	"encoding/binary"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/cmd/internal/given"
	"github.com/searchex/searchex/goengine"
)

// The test keys of the description of the format.
func TestThePublishedKeys(t *testing.T) {
	for moves, key := range map[string]uint64{
		"":                                   0x463b96181691fc9c,
		"e2e4":                               0x823c9b50fd114196,
		"e2e4 d7d5":                          0x0756b94461c50fb0,
		"e2e4 d7d5 e4e5":                     0x662fafb965db29d4,
		"e2e4 d7d5 e4e5 f7f5":                0x22a48b5a8e47ff78,
		"e2e4 d7d5 e4e5 f7f5 e1e2":           0x652a607ca3f242c1,
		"e2e4 d7d5 e4e5 f7f5 e1e2 e8f7":      0x00fdd303c946bdd9,
		"a2a4 b7b5 h2h4 b5b4 c2c4":           0x3c8123ea7b067637,
		"a2a4 b7b5 h2h4 b5b4 c2c4 b4c3 a1a3": 0x5c3f9b829b279560,
	} {
		assert.Equal(t, key, Key(after(t, goengine.StartFEN, moves)), "%q: %016x", moves, key)
	}
}

func after(t *testing.T, fen, moves string) *goengine.Position {
	t.Helper()
	p := given.Position(t, fen)
	g := goengine.NewGame(p)
	for _, m := range strings.Fields(moves) {
		require.NoError(t, g.Play(m))
	}
	return g.Position()
}

// entry returns an entry of a book.
func entry(key uint64, move string, weight uint16) []byte {
	b := make([]byte, entrySize)
	code := uint16(move[2]-'a') | uint16(move[3]-'1')<<3 | uint16(move[0]-'a')<<6 | uint16(move[1]-'1')<<9
	if len(move) > 4 {
		code |= uint16(strings.IndexByte(" nbrq", move[4])) << 12
	}
	binary.BigEndian.PutUint64(b, key)
	binary.BigEndian.PutUint16(b[8:], code)
	binary.BigEndian.PutUint16(b[10:], weight)
	return b
}

func TestMovesOfABook(t *testing.T) {
	const castles = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"
	const rook = "3k4/8/8/8/8/8/8/4R2K w - - 0 1"
	const promotes = "4k3/P7/8/8/8/8/8/4K3 w - - 0 1"
	for _, tt := range []struct {
		fen, entries, want string
	}{
		{goengine.StartFEN, "e2e4 d2d4 e2e5 a7a6 e2e4", "e2e4 d2d4"}, // what is not legal does not count
		{castles, "e1h1 e1a1 e1d1", "e1g1 e1c1 e1d1"},
		{rook, "e1a1 e1h1", "e1a1"}, // no king
		{promotes, "a7a8q a7a8n a7a8", "a7a8q a7a8n"},
	} {
		p := after(t, tt.fen, "")
		file := entry(0, "a1a1", 1)
		for _, m := range strings.Fields(tt.entries) {
			file = append(file, entry(Key(p), m, 1)...)
		}
		file = append(file, entry(^uint64(0), "a1a1", 1)...)
		b, err := Parse(file)
		require.NoError(t, err)
		var have []string
		for _, c := range b.Moves(p) {
			have = append(have, p.UCI(c.Move))
		}
		assert.Equal(t, strings.Fields(tt.want), have)
	}
}

// Entries of other positions and moves with an invalid promotion are ignored.
func TestMovesThatAreNotOfThePosition(t *testing.T) {
	p := after(t, goengine.StartFEN, "")
	file := entry(Key(p)-1, "e2e4", 1)
	for _, promotion := range []uint16{5, 6, 7} {
		e := entry(Key(p), "e2e4", 1)
		binary.BigEndian.PutUint16(e[8:], binary.BigEndian.Uint16(e[8:])|promotion<<12)
		file = append(file, e...)
	}
	b, err := Parse(append(file, entry(Key(p)+1, "e2e4", 1)...))
	require.NoError(t, err)
	assert.Empty(t, b.Moves(p))
}

func TestMovesArePickedByWeight(t *testing.T) {
	p := after(t, goengine.StartFEN, "")
	file := append(append(entry(Key(p), "e2e4", 3), entry(Key(p), "d2d4", 1)...), entry(Key(p), "a2a4", 0)...)
	b, err := Parse(file)
	require.NoError(t, err)
	times := map[string]int{}
	for i := range 256 {
		m, ok := b.Pick(p, byte(i))
		require.True(t, ok)
		times[p.UCI(m)]++
	}
	assert.Equal(t, map[string]int{"e2e4": 192, "d2d4": 64}, times)
	_, ok := b.Pick(after(t, goengine.StartFEN, "e2e4"), 0)
	assert.False(t, ok, "a position that the book does not know")
	none, err := Parse(entry(Key(p), "e2e4", 0))
	require.NoError(t, err)
	_, ok = none.Pick(p, 255)
	assert.False(t, ok, "only moves that are not to be played")
}

func TestFilesThatAreNoBooks(t *testing.T) {
	for text, want := range map[string]string{
		"":                        "is empty: want a Polyglot book",
		"1. e4 e5":                "is no Polyglot book: it has 8 bytes, and entries have 16 each",
		strings.Repeat("zyxa", 8): "",
		string(entry(2, "e2e4", 1)) + string(entry(1, "e2e4", 1)): "is a damaged Polyglot book: entry 2 of 2 is out of order",
	} {
		_, err := Parse([]byte(text))
		if want == "" {
			assert.NoError(t, err)
		} else {
			assert.EqualError(t, err, want)
		}
	}
}

func FuzzMoves(f *testing.F) {
	p, _ := goengine.ParseFEN("r3k2r/P7/8/8/8/8/8/R3K2R w KQkq - 0 1")
	f.Add(entry(Key(p), "e1h1", 1)[8:])
	f.Fuzz(func(t *testing.T, b []byte) {
		var file []byte
		for ; len(b) >= 8; b = b[8:] {
			file = append(binary.BigEndian.AppendUint64(file, Key(p)), b[:8]...)
		}
		book, err := Parse(file)
		if err != nil {
			return
		}
		legal := p.LegalMoves()
		for _, c := range book.Moves(p) {
			assert.Contains(t, legal, c.Move)
		}
	})
}
