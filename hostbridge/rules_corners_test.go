package hostbridge

import (
	"math/rand"
	"slices"
	"strings"
	"testing"
	"unicode"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/goengine"
	"github.com/searchex/searchex/hostbridge/random"
	"github.com/searchex/searchex/internal/probe"
)

// sameRules insists that the machine, which holds the position, finds what the
// reference finds: attacks, checks, pins, moves, checks by a move, and what is
// drawn.
func (m *rig) sameRules(t testing.TB, p *goengine.Position) {
	t.Helper()
	want := p.Probe().State()
	sameState(t, want, m.state(), p.FEN())
	m.attackedAs(p)
	moves := generated(p)
	m.gives("has_legal_move", nil, out{"yes": len(moves) > 0}, p.FEN())
	m.gives("insufficient", nil, out{"yes": p.Insufficient()}, p.FEN())
	m.cpu.scramble(m.m)
	m.gives("repeated", nil, out{"yes": p.Repeated()}, p.FEN())
	if d := cmp.Diff(p.Probe().Look(true), m.look(true)); d != "" {
		t.Fatalf("%s: look: Go -, machine +\n%s", p.FEN(), d)
	}
	m.raw(m.addr("raw_moves"))
	m.call("generate_tactical", nil)
	m.call("generate_quiet", nil)
	if d := cmp.Diff(append([]probe.Move(nil), moves...), m.moves(m.addr("raw_moves"))); d != "" {
		t.Fatalf("%s: moves: Go -, machine +\n%s", p.FEN(), d)
	}
	m.raw(m.addr("raw_moves"))
	for _, g := range moves {
		if g.Flags&(2|4) != 0 { // en passant and castling can't be judged
			continue
		}
		var code uint8
		p.Probe().Made(g, func() { code = p.Probe().State().Board[g.Move.To()] })
		m.gives("gives_check", in{"code": code, "from": g.Move.From(), "to": g.Move.To()}, out{"yes": p.Probe().GivesCheck(code, g.Move.From(), g.Move.To())})
	}
	sameState(t, want, m.state(), p.FEN())
}

// corners are positions made for one turn of the rules each, with White to move
// and, turned around, Black.
var corners = []string{
	"8/P7/8/8/8/8/8/k6K w - - 0 1",        // the pawn promotes and checks across its own square
	"2n5/1P6/k7/8/8/8/8/7K w - - 0 1",     // and on a diagonal
	"8/4k3/8/8/8/8/4P3/K3R3 w - - 0 1",    // the bare pawn stays on the line
	"8/4k3/8/8/4N3/8/8/K3R3 w - - 0 1",    // the knight leaves it, to d6 and g5 for another
	"8/4k3/8/2N5/8/B3N3/8/K3R3 w - - 0 1", // two bare pieces, of which the second in the list moves
	"4r2k/8/8/8/4P3/8/4K3/8 w - - 0 1",    // the pinned pawn stays on its file
	"4r2k/8/8/8/8/8/4P3/4K3 w - - 0 1",    // and has two steps
	"4r2k/8/8/8/4n3/8/4P3/4K3 w - - 0 1",  // or one
	"r3K3/2P5/8/8/8/8/8/7k w - - 0 1",     // a promotion is between, in check
	"r3K3/1P6/8/8/8/8/8/7k w - - 0 1",     // and may take the checker too
	"k7/8/8/8/r6K/8/4P3/8 w - - 0 1",      // two steps of a pawn are between, in check
	"4r2k/8/8/8/8/4R3/8/4K3 w - - 0 1",    // the pinned piece has moves to both sides, on each line
	"r3R2K/8/8/8/8/8/8/7k w - - 0 1",
	"4K3/8/4R3/8/8/8/8/4r2k w - - 0 1",
	"K3R2r/8/8/8/8/8/8/7k w - - 0 1",
	"7b/8/8/8/3B4/8/1K6/7k w - - 0 1",
	"b7/8/8/3B4/8/8/6K1/k7 w - - 0 1",
	"1r5q/1rrrrrrr/1rrbbn2/8/8/8/1Pn5/K6k w - - 0 1",   // the last of sixteen officers checks, the first fits a line
	"r6q/r1rrr3/r2r4/r7/r4b2/r4bn1/PPn5/K6k w - - 0 1", // and so do seven of them
	"8/6K1/8/8/3B4/8/8/b6k w - - 0 1",
	"8/1K6/8/8/4B3/8/8/k6b w - - 0 1",
	// In check, behind a pinned pawn comes another, which attacks a square between.
	"4r2k/8/8/8/7b/3P4/5P2/4K3 w - - 0 1",
	"4r2k/8/8/8/7b/6P1/3P4/4K3 w - - 0 1",
	"3r3k/8/8/8/b7/6P1/2P1P3/3K4 w - - 0 1",
	// The number of pieces that may open a line is also the square of a pinned one.
	"2R1N2k/8/8/8/8/8/8/KR5r w - - 0 1",
	// A pawn takes who gives check and becomes a piece, and then a rook takes.
	"R2r3k/2P5/8/8/8/8/8/3K4 w - - 0 1",
	// A knight of the first square gives check where a pawn is pinned.
	"7k/8/8/5b2/8/3P4/2K5/n7 w - - 0 1",
	// Three pinned pieces that may move, each along another line.
	"k3r3/8/8/b7/4R2q/2B3Q1/8/4K3 w - - 0 1",
	// Sixteen men, and the other king among what may be a pawn's squares.
	"8/8/4k3/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1",
}

// A position made for one turn of the rules is judged by the rules.
func TestRoutinesCorners(t *testing.T) { onMachines(t, testCorners) }

func testCorners(t testing.TB, m *rig) {
	for _, fen := range corners {
		for _, fen := range []string{fen, turned(fen)} {
			p := position(t, fen)
			m.set(p)
			m.sameRules(t, p)
		}
	}
}

// turned turns a FEN's board around and changes the colours, but for castling
// rights.
func turned(fen string) string {
	f := strings.Fields(fen)
	ranks := strings.Split(f[0], "/")
	slices.Reverse(ranks)
	f[0] = strings.Map(func(c rune) rune {
		if unicode.IsLower(c) {
			return unicode.ToUpper(c)
		}
		return unicode.ToLower(c)
	}, strings.Join(ranks, "/"))
	f[1] = map[string]string{"w": "b", "b": "w"}[f[1]]
	f[3] = strings.NewReplacer("3", "6", "6", "3").Replace(f[3])
	return strings.Join(f, " ")
}

// Where everything is pinned, in check or bare all is judged by the rules.
func TestRoutinesRulesOnHostilePositions(t *testing.T) { onMachines(t, testRulesOnHostilePositions) }

func testRulesOnHostilePositions(t testing.TB, m *rig) {
	hostile(20, slow(800, 12000), func(p *goengine.Position) {
		m.set(p)
		m.sameRules(t, p)
	})
}

// A promoted piece, which stands in a pawn's slot, is seen as what it is while it lives, and as a
// pawn when its move has been taken back.
func TestRoutinesPromotedOnTheLine(t *testing.T) { onMachines(t, testPromotedOnTheLine) }

func testPromotedOnTheLine(t testing.TB, m *rig) {
	// within makes a move on both sides, does something and takes it back.
	within := func(p *goengine.Position, g probe.Move, f func()) {
		before := p.Probe().State()
		scans := m.scans()
		m.call("make_move", in{"move": m.rawMove(g)})
		p.Probe().Made(g, f)
		m.call("unmake_move", nil)
		sameState(t, before, m.state(), p.FEN(), g)
		require.Equal(t, scans, m.scans(), "%s %v: slots to look at", p.FEN(), g)
	}

	// Lines by hand.
	var follow func(p *goengine.Position, line []string)
	follow = func(p *goengine.Position, line []string) {
		m.sameRules(t, p)
		if len(line) == 0 {
			return
		}
		mv, err := p.ParseMove(line[0])
		require.NoError(t, err, p.FEN())
		for _, g := range generated(p) {
			if g.Move == mv {
				within(p, g, func() { follow(p, line[1:]) })
			}
		}
	}
	for _, c := range []struct{ fen, line string }{
		// The queen takes from the middle of the board, beside a pawn that does.
		{"3k4/P6p/8/3p4/8/8/2P5/K7 w - - 0 1", "a7a8q d8d7 a8a4 d7d6 a4e4 d6c7 c2c4 c7d6"},
		{"k7/2p5/8/8/3P4/8/p6P/3K4 b - - 0 1", "a2a1q d1d2 a1a5 d2d3 a5e5 d3c2 c7c5 c2d3"},
		// The last officer is dead, and the only pawn takes to its right.
		{"4k3/8/8/4p3/3P4/6r1/K7/6N1 b - - 0 1", "g3g1"},
		{"6n1/k7/6R1/3p4/4P3/8/8/4K3 w - - 0 1", "g6g8"},
		// The side has sixteen pieces, the last of which is the new queen.
		{"rnbqkbnr/8/8/1K6/8/8/pppppppp/8 b - - 0 1", "a2a1q b5c4"},
		{"8/PPPPPPPP/8/8/1k6/8/8/RNBQKBNR w - - 0 1", "a7a8q b4c5"},
		// Behind the new queen in the list come knights, which can't go on along her lines: on
		// each of them an empty square stops the check.
		{"7r/P7/1kN3N1/8/8/8/2N3N1/4K3 w - - 0 1", "a7a8q h8e8"},
		{"4k3/2n3n1/8/8/8/1Kn3n1/p7/7R b - - 0 1", "a2a1q h1e1"},
	} {
		p := position(t, c.fen)
		m.set(p)
		follow(p, strings.Fields(c.line))
	}

	// Lines at random, in which most pawns promote.
	r := rand.New(rand.NewSource(20))
	most := 0
	var walk func(p *goengine.Position, plies, promoted int)
	walk = func(p *goengine.Position, plies, promoted int) {
		m.sameRules(t, p)
		most = max(most, promoted)
		moves := generated(p)
		if plies == 0 || len(moves) == 0 {
			return
		}
		g := moves[r.Intn(len(moves))]
		for range 3 {
			if g.Flags&16 == 0 {
				g = moves[r.Intn(len(moves))]
			}
		}
		within(p, g, func() { walk(p, plies-1, promoted+int(g.Flags>>4&1)) })
	}
	for _, fen := range []string{
		"8/PPP2k2/8/8/8/8/2K2ppp/8 w - - 0 1",
		"r1r5/1P1P4/5k2/P6p/p6P/5K2/1p1p4/R1R5 b - - 0 1",
		"8/1PpP1P1P/k7/8/8/K7/1pPp1p1p/8 w - - 0 1",
	} {
		for range slow(24, 200) {
			p := position(t, fen)
			m.set(p)
			walk(p, 10, 0)
		}
	}
	enough(t, most, 3)
}

// The clock of half-moves stops at 255, and the history loses the oldest positions.
func TestRoutinesLongGameWithoutACapture(t *testing.T) { onMachines(t, testLongGameWithoutACapture) }

func testLongGameWithoutACapture(t testing.TB, m *rig) {
	p := position(t, "4k3/8/8/n7/7N/8/8/4K2R w K - 150 200")
	m.set(p)
	shuffle := []goengine.Move{0x5637, 0x6140, 0x3756, 0x4061} // Nh4-g6, Na5-b7 and back
	const castles = 0x0604
	for ply := range 121 {
		mv := shuffle[ply%4]
		if ply == 120 {
			mv = castles
		}
		require.True(t, p.Play(mv), "%s %04x", p.FEN(), mv)
		m.layout.setMove(m.addr("play_from"), mv)
		m.gives("play_move", nil, out{"yes": true}, p.FEN())
		sameState(t, p.Probe().State(), m.state(), p.FEN())
	}
	require.Equal(t, byte(255), m.byte("half"))
}

// A repetition is found exactly where one is in reach: in reach are the positions since the last
// capture or pawn move with the same side to move, but for the last but one.
func TestRoutinesRepeatedByHand(t *testing.T) { onMachines(t, testRepeatedByHand) }

func testRepeatedByHand(t testing.TB, m *rig) {
	p := position(t, goengine.StartFEN)
	m.set(p)
	key := p.Probe().State().Key
	for _, c := range []struct{ n, half, back int }{ // back 0: it has never stood there
		{0, 0, 0}, {0, 1, 0}, {0, 2, 0}, {0, 50, 0}, {1, 50, 0}, {2, 50, 0}, {3, 50, 0}, {4, 50, 0}, {5, 50, 0},
		{1, 1, 1}, {2, 2, 2}, {3, 3, 1}, {3, 3, 2}, {3, 3, 3},
		{4, 4, 4}, {4, 5, 4}, {5, 4, 4}, {5, 5, 4}, {5, 5, 5}, {4, 3, 4}, {5, 3, 4}, {9, 0, 4}, {9, 1, 4}, {9, 2, 4},
		{8, 8, 8}, {8, 7, 8}, {9, 7, 8}, {9, 6, 8}, {9, 9, 8}, {9, 9, 9}, {9, 9, 7}, {9, 9, 6}, {9, 9, 2},
		{100, 255, 100}, {100, 100, 100}, {100, 99, 100}, {100, 99, 98}, {100, 98, 98}, {100, 97, 98}, {101, 255, 100},
	} {
		for _, other := range []uint32{1, 0x100, 0x10000, 0x1000000} {
			keys := make([]uint32, c.n)
			for i := range keys {
				keys[i] = key ^ other
			}
			if c.back > 0 {
				keys[c.n-c.back] = key
			}
			m.cpu.setHistory(m, keys, key) // behind it the key stands everywhere
			m.setByte("half", byte(c.half))
			want := c.back >= 4 && c.back%2 == 0 && c.back <= c.half
			m.cpu.scramble(m.m)
			m.gives("repeated", nil, out{"yes": want}, "%d back of %d, clock %d", c.back, c.n, c.half)
		}
	}
}

// Too little material to mate is seen, and only there.
func TestRoutinesInsufficientByHand(t *testing.T) { onMachines(t, testInsufficientByHand) }

func testInsufficientByHand(t testing.TB, m *rig) {
	// Up to four men beside the kings: bishops on squares of either colour,
	// and one of each other kind. Three are too many already; four bishops on
	// squares of one colour add up to a power of two again.
	men := []struct {
		letter byte
		dark   int
	}{{'B', 0}, {'B', 1}, {'b', 0}, {'b', 1}, {'N', 0}, {'n', 0}, {'R', 0}, {'q', 0}, {'P', 0}}
	tried, dead := 0, 0
	var add func(board [64]byte, from, left int)
	add = func(board [64]byte, from, left int) {
		if p, err := goengine.ParseFEN(random.BoardFEN(&board) + " w - - 0 1"); err == nil {
			m.set(p)
			m.gives("insufficient", nil, out{"yes": p.Insufficient()}, p.FEN())
			tried++
			dead += int(bit(p.Insufficient()))
		}
		for i := from; i < len(men) && left > 0; i++ {
			next := board
			// Squares a7, a6, a5, a4 are dark, light, dark, light; b7 to b4 the reverse.
			row := 2 + left
			next[8*row+(row+men[i].dark)%2] = men[i].letter
			add(next, i, left-1)
		}
	}
	var board [64]byte
	board[63], board[15] = 'K', 'k'
	add(board, 0, 4)
	enough(t, tried, 400)
	enough(t, dead, 10)

	// In a game a pawn may be the last of a side's sixteen pieces.
	start := position(t, goengine.StartFEN)
	for _, last := range []uint32{15, 31} {
		m.set(start)
		for id := range uint32(32) {
			if id%16 != 0 && id != last {
				m.setSquare(id, goengine.NoSquare)
			}
		}
		m.setByte("pieces", 3)
		m.gives("insufficient", nil, out{"yes": false}, last)
	}
}
