package hostbridge

import (
	"bytes"
	"context"
	"math/rand"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/emu"
	"github.com/searchex/searchex/goengine"
	"github.com/searchex/searchex/goengine/book"
)

// setGame sets the machine up as for a lookup.
func (m *rig) setGame(p *goengine.Position) { require.NoError(m.t, m.setUp(goengine.NewGame(p))) }

// pick looks up the position that was set, with what an earlier call and a
// search would have left behind, in registers too.
func (m *rig) pick(random byte) (goengine.Move, bool, uint64) {
	for label, b := range map[string]byte{"play_ok": 1, "hits_ply": 3, "ply": 3, "hits_stamp": 9} {
		m.setByte(label, b)
	}
	m.cpu.scramble(m.m)
	mv, ok, cycles, err := m.bookMove(random)
	require.NoError(m.t, err)
	left := outcome{m: m, label: "book_move"}
	require.Equal(m.t, ok, left.yes(), "the answer and play_ok differ")
	if ok {
		require.EqualValues(m.t, mv, left.value("move"), "the answer and play_from differ")
		require.Equal(m.t, byte(1), m.byte("play_ok"))
	}
	require.Equal(m.t, m.addr("raw_moves"), m.layout.quiet.end(), "raw_end is not at its start")
	return mv, ok, cycles
}

// writeBook puts bytes where the machine has its table.
func (m *rig) writeBook(table []byte) { m.m.WriteBytes(m.addr("book_table"), table) }

// bookPositions are the positions of the built-in book's source that have a
// move, and those that its lines end in; and its table.
func bookPositions(t testing.TB) (known, ends []*goengine.Position, table *book.Table) {
	tree, err := book.Parse(book.Source(), book.SourceName)
	require.NoError(t, err)
	raw, err := tree.Compile()
	require.NoError(t, err)
	table, err = book.Open(raw)
	require.NoError(t, err)
	for _, n := range tree.Nodes() {
		p := position(t, n.FEN)
		if len(n.Played()) > 0 {
			known = append(known, p)
		} else {
			ends = append(ends, p)
		}
	}
	require.NotEmpty(t, known)
	return known, ends, table
}

// A position of the book gets the same move on the machine as in Go.
func TestBookMoveOnTheMachineIsThatOfGo(t *testing.T) {
	onMachines(t, testBookMoveOnTheMachineIsThatOfGo)
}

func testBookMoveOnTheMachineIsThatOfGo(t testing.TB, m *rig) {
	known, ends, table := bookPositions(t)
	require.NoError(t, m.SetBook(table.Bytes()))
	r := rand.New(rand.NewSource(1))
	var found, cycles uint64
	for i, p := range known {
		if i%(len(known)/whole(len(known), len(known))) != 0 {
			continue
		}
		m.setGame(p)
		for _, random := range []byte{0, 255, byte(r.Int())} {
			want, ok := table.Pick(p, random)
			require.True(t, ok, p.FEN())
			got, ok, n := m.pick(random)
			require.True(t, ok, p.FEN())
			require.Equal(t, p.UCI(want), p.UCI(got), "%s, random %d", p.FEN(), random)
			found++
			cycles += n
		}
	}
	t.Logf("%d lookups in book, %d %s each", found, cycles/found, m.kind.Unit)

	out, cycles := uint64(0), 0
	look := func(p *goengine.Position) {
		m.setGame(p)
		random := byte(r.Int())
		want, wantOK := table.Pick(p, random)
		got, ok, n := m.pick(random)
		require.Equal(t, wantOK, ok, p.FEN())
		require.Equal(t, want, got, p.FEN())
		if !ok {
			out++
			cycles += n
		}
	}
	for _, p := range ends {
		look(p)
	}
	randomGames(7, whole(2000, 2000), func(_ int, g *goengine.Game) { look(g.Position()) })
	enough(t, int(out), 1900)
	t.Logf("%d lookups out of book, %d %s each", out, cycles/out, m.kind.Unit)
}

// Over all bytes each move is picked in the proportion of its weight.
func TestBookMoveByWeight(t *testing.T) {
	tree, err := book.Parse(strings.NewReader("1. e4*8 (1. d4*5) (1. c4*3) (1. Nf3) (1. b4*0) 1... e5 2. Nf3 f6?"), "x")
	require.NoError(t, err)
	table, err := tree.Compile()
	require.NoError(t, err)
	start := position(t, goengine.StartFEN)
	for _, name := range Names {
		e, err := New(name)
		require.NoError(t, err)
		require.NoError(t, e.SetBook(table))
		count := map[string]int{}
		for random := range 256 {
			m, ok, _, err := e.BookMove(goengine.NewGame(start), byte(random))
			require.NoError(t, err)
			require.True(t, ok)
			count[start.UCI(m)]++
		}
		// 17 weights over 256 bytes: each weight 15 or 16 of them.
		require.Len(t, count, 4, name)
		require.InDelta(t, 8*256/17., count["e2e4"], 1, name)
		require.InDelta(t, 5*256/17., count["d2d4"], 1, name)
		require.InDelta(t, 3*256/17., count["c2c4"], 1, name)
		require.InDelta(t, 1*256/17., count["g1f3"], 1, name)
	}
}

// The book is looked up by the position that the game has come to, castling,
// en passant and promotion included.
func TestBookMoveInAGame(t *testing.T) {
	const line = "1. e4 c6 2. e5 d5 3. exd6 exd6 4. Nf3 Nf6 5. Be2 Be7 6. O-O O-O *\n" +
		"1. a4 b5 2. axb5 a6 3. bxa6 Bb7 4. axb7 Nc6 5. bxa8=Q *\n"
	tree, err := book.Parse(strings.NewReader(line), "x")
	require.NoError(t, err)
	table, err := tree.Compile()
	require.NoError(t, err)
	for _, name := range Names {
		e, err := New(name)
		require.NoError(t, err)
		require.NoError(t, e.SetBook(table))
		for _, moves := range []string{
			"e2e4 c7c6 e4e5 d7d5 e5d6 e7d6 g1f3 g8f6 f1e2 f8e7 e1g1 e8g8",
			"a2a4 b7b5 a4b5 a7a6 b5a6 c8b7 a6b7 b8c6 b7a8q",
		} {
			start := position(t, goengine.StartFEN)
			g := goengine.NewGame(start)
			for i, uci := range strings.Fields(moves) {
				random := byte(0)
				if moves[0] == 'e' {
					random = 255
				}
				m, ok, _, err := e.BookMove(g, random)
				require.NoError(t, err)
				require.True(t, ok, "%s: move %d", name, i)
				require.Equal(t, uci, g.Position().UCI(m), name)
				require.NoError(t, g.Play(uci))
			}
			_, ok, _, err := e.BookMove(g, 0)
			require.NoError(t, err)
			require.False(t, ok, "%s: the line is over", name)
		}
	}
}

// bookPlace is where a position is in a book, as package book describes it: its
// bucket, two bytes of its key, and what its moves are exclusive or'ed with.
func bookPlace(p *goengine.Position) (bucket int, key []byte, spare byte) {
	s := p.Probe().State()
	return int(byte(s.Key)^s.Side<<7) + int(s.Key>>31)*256, []byte{byte(s.Key >> 8), byte(s.Key >> 16)}, byte(s.Key>>24) & 0x7F
}

// bookCode is a legal move of a position as it stands in a book, number
// included, with a second byte.
func bookCode(p *goengine.Position, m goengine.Move, weight int, last bool) []byte {
	_, _, spare := bookPlace(p)
	to := m.To()
	n := 0
	for _, other := range p.LegalMoves() {
		if other == other&0xFF77 && other.To() == to && other.From()^to < m.From()^to {
			n++
		}
	}
	return []byte{
		0x80 | (to>>4<<3 | to&7 | byte(n)&1<<6) ^ spare,
		byte(bit(!last))<<7 | byte(n>>1)<<3 | byte(weight-1),
	}
}

// garbage makes a table of bytes that no book has, with positions that match p
// strewn in, some of them with legal moves only.
func garbage(r *rand.Rand, p *goengine.Position) []byte {
	table := make([]byte, book.MaxSize)
	r.Read(table)
	most := []int{256, 40, 16}[r.Intn(3)]
	for i := book.BucketsAt; i < book.RecordsAt; i++ {
		table[i] = byte(r.Intn(most))
	}
	_, key, _ := bookPlace(p)
	legal := p.LegalMoves()
	for at := book.RecordsAt; at+2 <= len(table); at += 1 + r.Intn(2) {
		switch r.Intn(4) {
		case 0:
			copy(table[at:], key)
		case 1, 2:
			code := bookCode(p, legal[r.Intn(len(legal))], 1+r.Intn(8), r.Intn(2) == 0)
			if code[1] == 0 {
				code[0] &^= byte(r.Intn(2)) << 7
			}
			copy(table[at:], code)
		}
	}
	return table
}

// A book ROM with anything in it gives the move that Go gives; the machine ends, and reads within
// its map.
func TestRoutinesBookMoveWithARandomTable(t *testing.T) { onMachines(t, testBookMoveWithARandomTable) }

func testBookMoveWithARandomTable(t testing.TB, m *rig) {
	r := rand.New(rand.NewSource(3))
	found := 0
	randomGames(5, whole(150, 2000), func(_ int, g *goengine.Game) {
		p := g.Position()
		if len(p.LegalMoves()) == 0 {
			return
		}
		raw := garbage(r, p)
		m.writeBook(raw)
		table := book.Unchecked(raw)
		m.setGame(p)
		random := byte(r.Int())
		want, wantOK := table.Pick(p, random)
		got, ok, _ := m.pick(random)
		require.Equal(t, wantOK, ok, p.FEN())
		require.Equal(t, p.UCI(want), p.UCI(got), p.FEN())
		if ok {
			require.Contains(t, p.LegalMoves(), got)
			found++
		}
	})
	t.Logf("%d moves found", found)
	enough(t, found, 10)

	start, _ := goengine.ParseFEN(goengine.StartFEN)
	for _, fill := range []byte{0x00, 0x01, 0x7F, 0x80, 0xFF} {
		raw := bytes.Repeat([]byte{fill}, book.MaxSize)
		m.writeBook(raw)
		m.setGame(start)
		_, wantOK := book.Unchecked(raw).Pick(start, 0)
		_, ok, _ := m.pick(0)
		require.False(t, ok)
		require.False(t, wantOK)
	}

	// A position that is known over and over, its moves never ending.
	_, key, _ := bookPlace(start)
	e4, err := start.ParseMove("e2e4")
	require.NoError(t, err)
	code := bookCode(start, e4, 1, false)
	for _, c := range []struct {
		pattern []byte
		found   bool
	}{
		{slices.Concat(key, code), false},
		{slices.Concat(key, []byte{code[0], 0}), true},                     // one move, a needless second byte
		{slices.Concat(key, []byte{code[0] &^ 0x80}), true},                // one move
		{slices.Concat(key, []byte{code[0]&^0x80 ^ 0x40}), false},          // the second piece that goes there
		{slices.Concat(key, code, code, []byte{code[0] &^ 0x80}), true},    // one move three times
		{slices.Concat(key, code, []byte{code[0]&^0x80 ^ 0x40}), false},    // one that isn't legal is the last
		{slices.Concat(key, []byte{code[0], 0x38}), false},                 // the fifteenth
		{slices.Concat(key, []byte{code[0], 0x47}), true},                  // a bit that means nothing
		{slices.Concat(key, []byte{code[0], 0x87, code[0] &^ 0x80}), true}, // weights 8 and 1
	} {
		raw := make([]byte, book.MaxSize)
		for i := book.BucketsAt; i < book.RecordsAt; i++ {
			raw[i] = byte(len(c.pattern)) // whatever the bucket, it begins with a position
		}
		for at := book.RecordsAt; at < len(raw); at++ {
			raw[at] = c.pattern[(at-book.RecordsAt)%len(c.pattern)]
		}
		for _, most := range []int{1, 3, 10} {
			bucket, _, _ := bookPlace(start)
			raw[book.BucketsAt+bucket] = byte(most * len(c.pattern))
			m.writeBook(raw)
			m.setGame(start)
			want, wantOK := book.Unchecked(raw).Pick(start, 0)
			got, ok, _ := m.pick(0)
			require.Equal(t, c.found, ok, c)
			require.Equal(t, wantOK, ok, c)
			require.Equal(t, want, got, c)
		}
	}
}

// The last position of a table that fills its ROM is found, and the walk ends with the ROM.
func TestRoutinesBookMoveAtTheEndOfTheROM(t *testing.T) { onMachines(t, testBookMoveAtTheEndOfTheROM) }

func testBookMoveAtTheEndOfTheROM(t testing.TB, m *rig) {
	p := position(t, goengine.StartFEN)
	bucket, key, _ := bookPlace(p)
	e4, err := p.ParseMove("e2e4")
	require.NoError(t, err)
	long := slices.Concat(key, bookCode(p, e4, 1, true))
	short := slices.Concat(key, []byte{long[2] &^ 0x80})
	const all = book.MaxSize - book.RecordsAt
	for _, c := range []struct {
		size, excess int // bytes of the bucket, and beyond the end
		record       []byte
		cut          int // bytes of its last position that are not there
		found        bool
	}{
		{3, 0, short, 0, true}, {4, 0, long, 0, true}, {150, 0, short, 0, true}, {255, 0, short, 0, true}, {244, 0, long, 0, true},
		{3, 1, short, 0, false}, {255, 1, short, 0, false}, {4, 1, long, 0, false},
		{5, 1, append(short, 0), 0, false}, // the position's moves end within the ROM
		{255, 252, short, 0, false},        // far beyond: on the 6502, all memory
		{2, 0, short, 0, false}, {1, 0, short, 0, false}, {0, 0, short, 0, false}, {2, 0, short, 1, false},
		{3, 0, long, 1, false}, {2, 0, long, 2, false}, {1, 0, long, 3, false},
	} {
		raw := bytes.Repeat([]byte{0}, book.MaxSize) // positions of three bytes, and a key that is not the position's
		before := all - c.size + c.excess
		for i := 0; before > 0; i++ {
			require.NotEqual(t, bucket, i, "the initial position is in a low bucket: choose another")
			n := min(before, 255)
			raw[book.BucketsAt+i] = byte(n)
			before -= n
		}
		raw[book.BucketsAt+bucket] = byte(c.size)
		copy(raw[book.MaxSize-len(c.record)+c.cut:], c.record)
		m.writeBook(raw)
		m.setGame(p)
		want, wantOK := book.Unchecked(raw).Pick(p, 0)
		got, ok, _ := m.pick(0)
		require.Equal(t, c.found, ok, c)
		require.Equal(t, wantOK, ok, c)
		require.Equal(t, want, got, c)
	}
}

// A position is found and read where a low byte of an address or a sum of weights comes round, and
// the walk begins right where a sum of lengths has come round.
func TestRoutinesBookMoveByHand(t *testing.T) { onMachines(t, testBookMoveByHand) }

func testBookMoveByHand(t testing.TB, m *rig) {
	// A position of a high bucket, so that those before it can hold much.
	start := position(t, goengine.StartFEN)
	bucketOf := func(p *goengine.Position) int {
		bucket, _, _ := bookPlace(p)
		return bucket
	}
	p := start
	for _, mv := range start.LegalMoves() {
		after := *start
		require.True(t, after.Play(mv))
		if bucketOf(&after) > bucketOf(p) {
			p = &after
		}
	}
	bucket, key, _ := bookPlace(p)
	require.Greater(t, bucket, 450)
	legal := p.LegalMoves()

	// record is a position of a book with moves of these weights; other is
	// exclusive or'ed to its key.
	record := func(other uint16, weights ...int) []byte {
		b := []byte{key[0] ^ byte(other), key[1] ^ byte(other>>8)}
		for i, w := range weights {
			b = append(b, bookCode(p, legal[i%len(legal)], w, i == len(weights)-1)...)
		}
		return b
	}
	// short is one whose last move has one byte.
	short := func(other uint16, weights ...int) []byte {
		b := record(other, append(weights, 1)...)
		b[len(b)-2] &^= 0x80
		require.Zero(t, b[len(b)-1])
		return b[:len(b)-1]
	}
	ones := func(n int) []int { return slices.Repeat([]int{1}, n) }
	try := func(before int, records []byte, found bool, what ...any) {
		raw := make([]byte, book.MaxSize)
		copy(raw[book.RecordsAt+before&0x3FFF:], records)
		for i := 0; before > 0; i++ {
			require.Less(t, i, bucket)
			raw[book.BucketsAt+i] = byte(min(before, 255))
			before -= min(before, 255)
		}
		require.Less(t, len(records), 256)
		raw[book.BucketsAt+bucket] = byte(len(records))
		m.writeBook(raw)
		for _, random := range []byte{0, 100, 255} {
			m.setGame(p)
			want, wantOK := book.Unchecked(raw).Pick(p, random)
			got, ok, _ := m.pick(random)
			require.Equal(t, found, ok, what)
			require.Equal(t, wantOK, ok, what)
			require.Equal(t, want, got, what)
		}
	}

	// Between two others, in a bucket of 255 bytes.
	for _, n := range []int{1, 2, 3, 30, 59, 60, 61, 62, 63, 64, 65, 100, 120, 121} {
		for _, other := range []uint16{0x0001, 0x0100, 0x8080} {
			records := slices.Concat(record(other, ones(n)...), record(0, 8, 1, 2), short(other, ones(121-n)...))
			require.Len(t, records, 255)
			try(0, records, true, n, other)
			try(0, records[:2*(n+1)], false, n, other)
			try(0, slices.Concat(short(other, ones(n-1)...), record(0, 8, 1, 2)), true, n, other)
			try(0, slices.Concat(short(other, ones(n-1)...), short(0, 8, 1)), true, n, other)
			try(0, slices.Concat(short(other, ones(n-1)...), short(0, 8, 1)[:4]), false, n, other)
		}
	}
	for _, records := range [][]byte{short(0), short(0, 2), record(0, 3)} {
		try(0, records, true, records)
		for cut := range records {
			try(0, records[:cut], false, records, cut)
		}
	}
	// The sum of the weights is at most 255.
	eights := slices.Repeat([]int{8}, 31)
	try(0, record(0, append(eights, 7)...), true, "255")
	try(0, record(0, append(eights, 8)...), false, "256")
	try(0, slices.Concat(record(0, append(eights, 8)...), record(0, 5, 5)), true, "256, then 10")
	try(0, slices.Concat(record(0, append(eights, 8)...), short(0)), true, "256, then 1")
	// Behind 65,536 bytes an address has come round to the first of them.
	for _, before := range []int{10, 255, 256, 4095, 11_000} {
		try(before, short(0, 2), true, before)
	}
	try(1<<16+10, short(0, 2), false, "65,546 bytes")
	try(1<<15+10, short(0, 2), false, "32,778 bytes")
	try(1<<14+10, short(0, 2), false, "16,394 bytes")
}

// A table that is refused is not put in, and nil brings the built-in one back.
func TestSetBook(t *testing.T) {
	start := position(t, goengine.StartFEN)
	g := goengine.NewGame(start)
	tree, err := book.Parse(strings.NewReader("1. a3"), "x")
	require.NoError(t, err)
	table, err := tree.Compile()
	require.NoError(t, err)
	for _, name := range Names {
		e, err := New(name)
		require.NoError(t, err)
		first, _, _, err := e.BookMove(g, 77)
		require.NoError(t, err)
		require.NotEqual(t, "a2a3", start.UCI(first))

		require.NoError(t, e.SetBook(table))
		m, ok, _, err := e.BookMove(g, 77)
		require.NoError(t, err)
		require.True(t, ok)
		require.Equal(t, "a2a3", start.UCI(m))

		for _, bad := range [][]byte{{}, table[:len(table)-1], append(bytes.Clone(table), 0), make([]byte, 20000)} {
			require.Error(t, e.SetBook(bad), name)
		}
		m, _, _, err = e.BookMove(g, 77)
		require.NoError(t, err)
		require.Equal(t, "a2a3", start.UCI(m), "%s: a refused table took the place of a good one", name)

		require.NoError(t, e.SetBook(nil))
		m, _, _, err = e.BookMove(g, 77)
		require.NoError(t, err)
		require.Equal(t, first, m)
	}
}

// A lookup leaves nothing behind that changes the search after it.
func TestSearchAfterABookMove(t *testing.T) { onMachines(t, testSearchAfterABookMove) }

func testSearchAfterABookMove(t testing.TB, m *rig) {
	start := position(t, goengine.StartFEN)
	g := goengine.NewGame(start)
	prof := profile(t, "sx81")
	want, err := m.Search(context.Background(), g, prof, goengine.Limits{Nodes: 500})
	require.NoError(t, err)
	_, ok, _, err := m.BookMove(g, 9)
	require.NoError(t, err)
	require.True(t, ok)
	got, err := m.Search(context.Background(), g, prof, goengine.Limits{Nodes: 500})
	require.NoError(t, err)
	require.Equal(t, want, got)
}

// The profiler and the guards know the code in the book's ROM by name.
func TestBookCodeHasNames(t *testing.T) { onMachines(t, testBookCodeHasNames) }

func testBookCodeHasNames(t testing.TB, m *rig) {
	start := position(t, goengine.StartFEN)
	m.setGame(start)
	m.m.StartProfile()
	_, ok, cycles := m.pick(0)
	require.True(t, ok)
	p := m.m.StopProfile()
	require.Equal(t, cycles, p.Cycles)
	require.NotZero(t, p.Routine("book_move").Calls) // more where it has subroutines without a label
	require.Equal(t, cycles, p.Routine("book_move").Total)
	require.NotZero(t, p.Routine("book_moves_legal").Calls)
	require.NotZero(t, p.Routine("book_from").Self)
	require.NotZero(t, p.Routine("book_entry").Self)
	require.Zero(t, p.Routine("(no label)").Self)

	m.m.WriteBytes(m.addr("book_from"), m.cpu.undefined)
	m.setGame(start)
	err := m.runner.Call("book_move", 0)
	var fault *emu.Fault
	require.ErrorAs(t, err, &fault)
	require.Equal(t, emu.Undefined, fault.Kind)
	require.Regexp(t, `instruction at \$[0-9a-f]+ book_from \(book\.s:\d+\), called from book_moves_legal\+\$.. < book_move\+\$.., cycle`, err.Error())

	// The table is no code.
	require.Error(t, m.runner.CallAddr(m.m.Program().Constants["book_table"], 0))
}

// The lookup runs beside the other emulator: registers and cycles after every
// instruction.
func TestBookMoveInLockstep(t *testing.T) { onMachines(t, testBookMoveInLockstep) }

func testBookMoveInLockstep(t testing.TB, m *rig) {
	known, ends, table := bookPositions(t)
	require.NoError(t, m.SetBook(table.Bytes()))
	for _, p := range append(known[:20:20], ends[:10]...) {
		m.setGame(p)
		m.layout.setArgument(200)
		m.m.Enter(m.sym.BookMove)
		require.NoError(t, m.cpu.lockstep(m, 1_000_000), p.FEN())
		require.True(t, m.m.Returned())
	}
}
