package book

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"fmt"
	"math/rand"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/corentings/chess/v2"
	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/goengine"
)

func compile(t testing.TB, source string) *Table {
	t.Helper()
	b, err := parse(t, source).Compile()
	require.NoError(t, err)
	table, err := Open(b)
	require.NoError(t, err)
	return table
}

// plays are the moves of a table in a position with their weights.
func plays(table *Table, p *goengine.Position) string {
	var s []string
	for _, m := range table.Moves(p) {
		s = append(s, fmt.Sprintf("%s*%d", SAN(p, m.Move), m.Weight))
	}
	return strings.Join(s, " ")
}

// The table does not say what the source says, or the built-in one is not that of its source.
func TestTableHoldsTheTree(t *testing.T) {
	tree, err := Parse(Source(), SourceName)
	require.NoError(t, err)
	b, err := tree.Compile()
	require.NoError(t, err)
	require.True(t, bytes.Equal(builtIn, b), "book.bin is stale: go generate ./goengine/book")
	require.Len(t, b, tree.Size())
	table := Default()
	s := tree.Stats()
	require.Equal(t, s.Played, table.HalfMoves())
	require.Equal(t, s.Positions, table.Positions())
	for _, n := range tree.Nodes() {
		p, err := goengine.ParseFEN(n.FEN)
		require.NoError(t, err)
		var want []string
		for _, e := range n.Played() {
			weight := e.Weight()
			if len(n.Played()) == 1 {
				weight = 1
			}
			want = append(want, fmt.Sprintf("%s*%d", e.SAN, weight))
		}
		require.Equal(t, strings.Join(want, " "), plays(table, p), n.FEN)
	}
}

// The order of the lines, or how they are divided between sources, changes the table.
func TestTableIsTheSameForTheSameBook(t *testing.T) {
	lines := []string{"1. e4*3 e5 2. Nf3 Nc6", "1. d4*3 d5 2. c4", "1. c4 e5 2. g3", "1. e4 c5 2. Nf3 d6", "1. Nf3 c5 2. e4 d6 3. d4"}
	want := compile(t, strings.Join(lines, "\n")).Bytes()
	r := rand.New(rand.NewSource(1))
	for range 20 {
		r.Shuffle(len(lines), func(i, j int) { lines[i], lines[j] = lines[j], lines[i] })
		tree := NewTree()
		for _, l := range lines {
			require.NoError(t, tree.Read(strings.NewReader(l), "x", 0))
		}
		b, err := tree.Compile()
		require.NoError(t, err)
		require.Equal(t, want, b)
	}
}

// The bytes that the package's description gives, worked out by hand.
func TestTableFormat(t *testing.T) {
	b := compile(t, "1. e4*8 (1. c4*3) 1... e5?").Bytes()
	p := after(t, "")
	key := p.State().Key
	require.Len(t, b, 264+6)
	require.Equal(t, "SXB1", string(b[:4]))
	require.Equal(t, []byte{6, 0}, b[4:6])
	require.Equal(t, byte(3), b[8+byte(key)], "three words in the bucket")
	require.Equal(t, []byte{byte(key >> 8), byte(key >> 16),
		0x40 | 014, 0xC0 | 034, // e2 = 014, e4 = 034 in octal; weight 8: all three bits
		0x80 | 012, 0x80 | 032, // c2, c4, the last; weight 3: 2 = 010 in bits
	}, b[264:])
	one := compile(t, "1. e4*8").Bytes()
	require.Equal(t, []byte{byte(key >> 8), byte(key >> 16), 0x80 | byte(key>>26&1)<<6 | 014, byte(key>>24&3)<<6 | 034}, one[264:],
		"three bits of the key in place of a weight")
	require.Equal(t, uint16(0x29B1), checksum([]byte("123456789")), "the published check value of this CRC")

	// The side to move is part of the key.
	black := compile(t, "[FEN \"4k3/8/8/8/8/8/8/4K3 b - - 0 1\"]\n1... Kd7")
	w, err := goengine.ParseFEN("4k3/8/8/8/8/8/8/4K3 w - - 0 1")
	require.NoError(t, err)
	bucket, _, _ := place(w)
	blackKing, err := goengine.ParseFEN("4k3/8/8/8/8/8/8/4K3 b - - 0 1")
	require.NoError(t, err)
	other, _, _ := place(blackKing)
	require.Equal(t, byte(0x80), bucket^other)
	require.Empty(t, black.Moves(w))
	require.Equal(t, "Kd7*1", plays(black, blackKing))
}

func TestCastlingRightsAndEnPassantTellPositionsApart(t *testing.T) {
	table := compile(t, "1. e4 Nf6 2. e5 d5 3. exd6*2 *\n[FEN \"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1\"]\n1. O-O *")
	p := after(t, "e4 Nf6 e5 d5")
	require.Equal(t, "exd6*1", plays(table, p))
	q, err := goengine.ParseFEN(strings.Replace(p.FEN(), "d6", "-", 1))
	require.NoError(t, err)
	require.Empty(t, plays(table, q))
	for fen, want := range map[string]string{
		"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 9 50": "O-O*1",
		"r3k2r/8/8/8/8/8/8/R3K2R w KQ - 0 1":    "",
		"r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1":  "",
	} {
		p, err := goengine.ParseFEN(fen)
		require.NoError(t, err)
		require.Equal(t, want, plays(table, p), fen)
	}
}

// A damaged table is accepted: any bit turned, any length.
func TestOpenRefusesDamage(t *testing.T) {
	b := compile(t, "1. e4*4 e5 2. Nf3 Nc6 (2... d6) 3. Bb5 *\n1. d4 d5").Bytes()
	for i := range b {
		for bit := range 8 {
			bad := bytes.Clone(b)
			bad[i] ^= 1 << bit
			_, err := Open(bad)
			require.Error(t, err, "byte %d bit %d", i, bit)
		}
		_, err := Open(b[:i])
		require.Error(t, err)
	}
	_, err := Open(append(bytes.Clone(b), 0))
	require.EqualError(t, err, fmt.Sprintf("book table of %d bytes: length: its head says %d", len(b)+1, len(b)))

	// With the checksum put right, what else the format says.
	for want, spoil := range map[string]func(b []byte){
		"a position without a last move": func(b []byte) { b[len(b)-2] &^= lastMove },
		"goes beyond the end":            func(b []byte) { b[BucketsAt+255] = 200 },
		"bytes after the last bucket": func(b []byte) {
			last := RecordsAt - 1
			for b[last] == 0 {
				last--
			}
			b[last] = 0
		},
		"does not begin with SXB1": func(b []byte) { b[0] = 's' },
	} {
		bad := bytes.Clone(b)
		spoil(bad)
		binary.LittleEndian.PutUint16(bad[6:], checksum(bad[BucketsAt:]))
		_, err := Open(bad)
		require.ErrorContains(t, err, want)
	}
	_, err = Open(make([]byte, MaxSize+1))
	require.Error(t, err)
}

// A book that has no room is cut or said to fit.
func TestCompileSaysByHowMuchABookIsTooLarge(t *testing.T) {
	tree := NewTree()
	r := rand.New(rand.NewSource(2))
	for tree.Size() <= MaxSize {
		var line strings.Builder
		p := after(t, "")
		for range 12 {
			moves := p.LegalMoves()
			m := moves[r.Intn(len(moves))]
			if isPromotion(p, m) || len(moves) == 0 {
				break
			}
			fmt.Fprintf(&line, "%s ", SAN(p, m))
			p.Play(m)
		}
		last := tree.Size()
		require.NoError(t, tree.Read(strings.NewReader(line.String()), "x", 0))
		if tree.Size() > MaxSize {
			_, err := tree.Compile()
			require.Equal(t, TooLarge{tree.Size()}, err)
			require.EqualError(t, err, fmt.Sprintf("the book takes %d bytes, %d more than the machines have room for (14880)", tree.Size(), tree.Size()-14880))
			s := tree.Stats()
			t.Logf("random lines of 12: %d half-moves, %d positions in about %d bytes", s.Played, s.Positions, last)
			require.Greater(t, s.Played, 3650)
			break
		}
		if last > MaxSize-60 {
			b, err := tree.Compile()
			require.NoError(t, err)
			require.Len(t, b, tree.Size())
			_, err = Open(b)
			require.NoError(t, err)
		}
	}
}

func TestCompileRefusesWeightsBeyondAByte(t *testing.T) {
	// 31 queen moves and more, all of weight 8.
	const fen = "1k6/8/8/3Q1Q2/8/8/2Q5/3K4 w - - 0 1"
	p, err := goengine.ParseFEN(fen)
	require.NoError(t, err)
	var s strings.Builder
	for _, m := range p.LegalMoves()[:32] {
		fmt.Fprintf(&s, "[FEN %q]\n1. %s*8 *\n", fen, p.UCI(m))
	}
	_, err = parse(t, s.String()).Compile()
	require.EqualError(t, err, "book position 1k6/8/8/3Q1Q2/8/8/2Q5/3K4 w - -: weights add up to 256, 255 is the most")
}

// Two positions that share a key take each other's moves.
func TestPositionsWithOneKeyAreToldApartByTheirMoves(t *testing.T) {
	position := func(fen string, moves ...string) *entry {
		p, err := goengine.ParseFEN(fen)
		require.NoError(t, err)
		e := &entry{fen: fen, p: p, bucket: 5, key: 6}
		for _, uci := range moves {
			m, err := p.ParseMove(uci)
			require.NoError(t, err)
			e.moves = append(e.moves, Weighted{m, 1})
		}
		return e
	}
	// In a, both moves are legal; in b, only one of them.
	a := position("4k3/8/8/8/8/8/4P3/R3K3 w - - 0 1", "e2e4", "a1a2")
	b := position("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "e2e4")
	for _, entries := range [][]*entry{{a, b}, {b, a}} {
		require.NoError(t, settle(entries))
		require.Same(t, a, entries[0], "b's move is legal in a too: a must come first")
	}
	c := position("4k3/8/8/8/8/8/4P3/4K2R w - - 0 1", "h1h2")
	for _, entries := range [][]*entry{{a, b, c}, {b, c, a}, {c, b, a}, {b, a, c}} {
		require.NoError(t, settle(entries))
		require.Less(t, slices.Index(entries, a), slices.Index(entries, b))
		require.Less(t, slices.Index(entries, c), slices.Index(entries, b))
	}
	// Of single moves the spare bits tell.
	e := position("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "e1d1")
	e.spare = 1
	require.NoError(t, settle([]*entry{b, e}))

	d := position("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "e1d1")
	require.ErrorContains(t, settle([]*entry{b, d}), "leave one of them out: 4k3/8/8/8/8/8/4P3/4K3 w - - 0 1; 4k3")
}

// A position that is not in the book is taken for one that is.
func TestFalseHits(t *testing.T) {
	table := Default()
	tree, err := Parse(Source(), SourceName)
	require.NoError(t, err)
	looked, keys := 0, 0
	walk(t, 9, 300, 100, func(p *goengine.Position) {
		if tree.Node(p) != nil {
			return
		}
		looked++
		bucket, key, _ := place(p)
		at := RecordsAt + 2*int(sumOf(table.raw[BucketsAt:BucketsAt+int(bucket)]))
		for end := at + 2*int(table.raw[BucketsAt+int(bucket)]); at < end; {
			if binary.LittleEndian.Uint16(table.raw[at:]) == key {
				keys++
			}
			_, at, _ = record(table.raw, at)
		}
		require.Empty(t, table.Moves(p), p.FEN())
	})
	t.Logf("%d positions out of book: %d with a key of the book, none with legal moves", looked, keys)
	require.Less(t, keys, 30) // 1 in 4,000 or so is expected
}

func sumOf(b []byte) (n int) {
	for _, x := range b {
		n += int(x)
	}
	return n
}

func TestLoad(t *testing.T) {
	want := compile(t, "1. e4 e5").Bytes()
	for _, content := range [][]byte{[]byte("1. e4 e5"), want} {
		got, err := Load(content, "book")
		require.NoError(t, err)
		require.Equal(t, want, got)
	}
	empty, err := Load(nil, "empty")
	require.NoError(t, err, "an empty book is a book")
	require.Len(t, empty, 264)

	_, err = Load([]byte("1. e4\n1. e5"), "bad")
	require.EqualError(t, err, `bad:2: move 1 "e5": no such legal move in `+goengine.StartFEN)
	_, err = Load(want[:len(want)-1], "damaged")
	require.ErrorContains(t, err, "damaged: book table of 271 bytes: ")
	_, err = Load(append(bytes.Clone(want), make([]byte, 100000)...), "huge")
	require.ErrorContains(t, err, "too large")
}

// Games as another program writes them are read otherwise than it reads them.
func TestGamesOfAnotherLibrary(t *testing.T) {
	r := rand.New(rand.NewSource(4))
	var pgn strings.Builder
	want := map[string]bool{}
	for range 60 {
		g := chess.NewGame()
		for range 40 {
			moves := g.ValidMoves()
			if len(moves) == 0 || g.Outcome() != chess.NoOutcome {
				break
			}
			m := moves[r.Intn(len(moves))]
			if promo := m.Promo(); promo != chess.NoPieceType && promo != chess.Queen {
				break
			}
			want[strings.Join(strings.Fields(g.Position().String())[:3], " ")+" "+m.String()] = true
			require.NoError(t, g.Move(&m, nil))
		}
		pgn.WriteString(g.String() + "\n\n")
	}
	tree := parse(t, pgn.String())
	require.Equal(t, 60, tree.Lines)
	got := map[string]bool{}
	for _, n := range tree.Nodes() {
		p, err := goengine.ParseFEN(n.FEN)
		require.NoError(t, err)
		for _, e := range n.Moves {
			got[strings.Join(strings.Fields(n.FEN)[:3], " ")+" "+p.UCI(e.Move)] = true
		}
	}
	require.Equal(t, want, got)
}

// A collection of real games is not read.
func TestGamesFile(t *testing.T) {
	const path = "../../../shared/data/games.pgn"
	f, err := os.Open(path)
	if err != nil {
		t.Skip("no " + path)
	}
	defer f.Close()
	tree := NewTree()
	err = tree.Read(bufio.NewReader(f), path, 20)
	require.NoError(t, err)
	t.Logf("%d games, %+v", tree.Lines, tree.Stats())
	require.NotZero(t, tree.Lines)
}
