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
	"github.com/searchex/searchex/testdata/switches"
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

// The table says what the source says, and the built-in one is that of its source.
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

// Neither the order of the lines nor how they are divided between sources changes the table.
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
	b := compile(t, "1. e4*8 (1. c4*3) (1. Nf3) 1... e5?").Bytes()
	p := after(t, "")
	key := p.Probe().State().Key
	spare := byte(key>>24) & 0x7F
	bucket := int(byte(key)) + int(key>>31)*256
	require.Len(t, b, 520+7)
	require.Equal(t, "SXB2", string(b[:4]))
	require.Equal(t, []byte{7, 0}, b[4:6])
	require.Equal(t, byte(7), b[8+bucket], "seven bytes in the bucket")
	// To squares in octal, e4 = 034. The pawn is the only piece that goes there: number 0. Weight 8 is 7 in bits 0 to 2,
	// bit 7 says that another move follows. To f3 go the pawn f2, 012^022 = 030, and the knight, 06^022 = 024 as 0x88
	// squares $06^$25 = $23 and $15^$25 = $30: the knight is number 0, too. As the last with weight 1 it has one byte.
	require.Equal(t, []byte{byte(key >> 8), byte(key >> 16),
		0x80 | 034 ^ spare, 0x80 | 7,
		0x80 | 032 ^ spare, 0x80 | 2,
		025 ^ spare,
	}, b[520:])
	one := compile(t, "1. e4*8").Bytes()
	require.Equal(t, []byte{byte(key >> 8), byte(key >> 16), 034 ^ spare}, one[520:], "a single move needs no weight")
	pawn := compile(t, "1. f3").Bytes()
	require.Equal(t, []byte{byte(key >> 8), byte(key >> 16), 0x40 | 025 ^ spare}, pawn[520:], "number 1: bit 6")
	require.Equal(t, uint16(0x29B1), checksum([]byte("123456789")), "the published check value of this CRC")

	// Bit 7 of byte 3 of the key chooses the half of the buckets; the initial position is of the first.
	halves := map[uint32]bool{}
	for _, m := range p.LegalMoves() {
		q := after(t, SAN(p, m))
		halves[q.Probe().State().Key>>31] = true
		b := compile(t, fmt.Sprintf("[FEN %q]\n1... a6", q.FEN())).Bytes()
		require.Equal(t, byte(3), b[8+int(byte(q.Probe().State().Key)^0x80)+int(q.Probe().State().Key>>31)*256], q.FEN())
	}
	require.Len(t, halves, 2)

	// The side to move is part of the key.
	black := compile(t, "[FEN \"4k3/8/8/8/8/8/8/4K3 b - - 0 1\"]\n1... Kd7")
	w, err := goengine.ParseFEN("4k3/8/8/8/8/8/8/4K3 w - - 0 1")
	require.NoError(t, err)
	whiteBucket, _, _ := place(w)
	blackKing, err := goengine.ParseFEN("4k3/8/8/8/8/8/8/4K3 b - - 0 1")
	require.NoError(t, err)
	blackBucket, _, _ := place(blackKing)
	require.Equal(t, 0x80, whiteBucket^blackBucket)
	require.Empty(t, black.Moves(w))
	require.Equal(t, "Kd7*1", plays(black, blackKing))
}

// Of many pieces that may go to one square the one goes that the source says, and each has a code.
func TestNumbersOfPiecesThatGoToOneSquare(t *testing.T) {
	// Eight knights, four others and the king can go to e4.
	const fen = "1k6/8/3N1N2/2N3N1/Q2K3R/2N3N1/3NRN2/1B5B w - - 0 1"
	p := position(t, fen)
	// The exclusive or with e4, $34: h4 $03, d4 $07, g3 $12, c3 $16, e2 $20, f2 $21, d2 $27, h1 $33, b1 $35, f6 $61,
	// d6 $67, g5 $72, c5 $76. Qa4 stands behind the king.
	want := strings.Fields("h4e4 d4e4 g3e4 c3e4 e2e4 f2e4 d2e4 h1e4 b1e4 f6e4 d6e4 g5e4 c5e4")
	for n, uci := range want {
		m, err := p.ParseMove(uci)
		require.NoError(t, err)
		c := codeOf(Weighted{m, 1}, p.LegalMoves(), true, 0)
		require.Equal(t, byte(034|n&1<<6), c.first&^secondByte)
		require.Equal(t, byte(n>>1<<3), c.second, uci)
		require.Equal(t, []Weighted{{m, 1}}, compile(t, fmt.Sprintf("[FEN %q]\n1. %s", fen, uci)).Moves(p))
	}
	for n := len(want); n < 16; n++ {
		_, ok := code{first: byte(034 | n&1<<6), second: byte(n >> 1 << 3)}.move(p.LegalMoves(), 0)
		require.False(t, ok, "number %d", n)
	}

	// Promotions to less than a queen are not counted.
	const promotion = "1k6/6P1/8/8/8/8/8/K5R1 w - - 0 1"
	require.Equal(t, "g8=Q+*1", plays(compile(t, "[FEN \""+promotion+"\"]\n1. g8=Q"), position(t, promotion)))
	const both = "1k3n2/4P1P1/8/8/8/8/8/K4R2 w - - 0 1"
	q := position(t, both)
	for uci, number := range map[string]byte{"e7f8q": 0, "g7f8q": 1, "f1f8": 2} {
		m, err := q.ParseMove(uci)
		require.NoError(t, err)
		c := codeOf(Weighted{m, 1}, q.LegalMoves(), true, 0)
		require.Equal(t, number, c.first>>6&1|c.second>>3<<1, uci)
		got, ok := c.move(q.LegalMoves(), 0)
		require.True(t, ok)
		require.Equal(t, m, got)
	}
}

func position(t testing.TB, fen string) *goengine.Position {
	t.Helper()
	p, err := goengine.ParseFEN(fen)
	require.NoError(t, err)
	return p
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

// A damaged table is refused: any bit turned, any length.
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
		"a position without a last move": func(b []byte) { b[len(b)-1] |= secondByte },
		"goes beyond the end":            func(b []byte) { b[BucketsAt+511] = 200 },
		"bytes after the last bucket": func(b []byte) {
			last := RecordsAt - 1
			for b[last] == 0 {
				last--
			}
			b[last] = 0
		},
		"a bit is set that means nothing": func(b []byte) {
			bucket, _, _ := place(after(t, ""))
			b[RecordsAt+sumOf(b[BucketsAt:BucketsAt+bucket])+3] |= unused
		},
		"does not begin with SXB2": func(b []byte) { b[0] = 's' },
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

// A book that has no room is refused, with the number of bytes it is too large.
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
			require.EqualError(t, err, fmt.Sprintf("the book takes %d bytes, %d more than the machines have room for (12282)", tree.Size(), tree.Size()-12282))
			s := tree.Stats()
			t.Logf("random lines of 12: %d half-moves, %d positions in about %d bytes", s.Played, s.Positions, last)
			require.Greater(t, s.Played, 3900)
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

// Positions that share a key have only their own moves.
func TestPositionsWithOneKeyAreToldApartByTheirMoves(t *testing.T) {
	withSpare := func(spare byte, fen string, moves ...string) *entry {
		p := position(t, fen)
		e := &entry{fen: fen, bucket: 5, key: 6, spare: spare, legal: p.LegalMoves()}
		for i, uci := range moves {
			m, err := p.ParseMove(uci)
			require.NoError(t, err)
			e.codes = append(e.codes, codeOf(Weighted{m, 1}, e.legal, i == len(moves)-1, spare))
		}
		return e
	}
	position := func(fen string, moves ...string) *entry { return withSpare(0, fen, moves...) }
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
	// A code is another move where the key's byte 3 is another: d1 is 3, d8 is 073, and read with the other's bits each
	// of e4 and d1 becomes a square to which nothing goes.
	e := withSpare(070, "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "e1d1")
	require.NoError(t, settle([]*entry{b, e}))

	d := position("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "e1d1")
	require.ErrorContains(t, settle([]*entry{b, d}), "leave one of them out: 4k3/8/8/8/8/8/4P3/4K3 w - - 0 1; 4k3")
}

// Of positions that are not in the book, at most one in 10,000 finds a move there.
func TestFalseFinds(t *testing.T) {
	table := Default()
	tree, err := Parse(Source(), SourceName)
	require.NoError(t, err)
	const least, most = 100_000, 10
	factor := 1
	if switches.Has("slow") {
		factor = 10
	}
	r := rand.New(rand.NewSource(9))
	var starts []*goengine.Position
	for _, n := range tree.Nodes() {
		starts = append(starts, position(t, n.FEN))
	}
	looked, found := map[string]bool{}, 0
	look := func(p *goengine.Position) {
		id := Identity(p)
		if looked[id] || tree.nodes[id] != nil {
			return
		}
		looked[id] = true
		if moves := table.Moves(p); len(moves) > 0 {
			found++
			legal := p.LegalMoves()
			for _, m := range moves {
				require.Contains(t, legal, m.Move, p.FEN())
			}
		}
	}
	// Games that leave the book anywhere and go on with a short search's moves.
	prof, ok := goengine.ProfileByName("sx81")
	require.True(t, ok)
	engine := goengine.NewEngine()
	for len(looked) < factor*least/10 {
		p := *starts[r.Intn(len(starts))]
		for range 40 {
			look(&p)
			moves := p.LegalMoves()
			if len(moves) == 0 {
				break
			}
			m := moves[r.Intn(len(moves))]
			if r.Intn(4) > 0 {
				found, err := engine.Search(t.Context(), goengine.NewGame(&p), &prof, goengine.Limits{Nodes: 20})
				require.NoError(t, err)
				m = found.Best
			}
			if !p.Play(m) {
				break
			}
		}
	}
	games := len(looked)
	// Random moves, of which the first few leave openings that look like the book's.
	for len(looked) < factor*least {
		p := *starts[r.Intn(len(starts))]
		for range 1 + r.Intn(20) {
			moves := p.LegalMoves()
			if len(moves) == 0 {
				break
			}
			p.Play(moves[r.Intn(len(moves))])
			look(&p)
		}
	}
	t.Logf("%d of %d positions out of book find a move there; %d of them are from games", found, len(looked), games)
	require.Less(t, found, factor*most)
	require.NotZero(t, found, "1 in 40,000 is expected: nothing was looked up")
}

func sumOf(b []byte) (n int) {
	for _, x := range b {
		n += int(x)
	}
	return n
}

// Games as another program writes them are read as that program reads them.
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

// A collection of real games is read.
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
