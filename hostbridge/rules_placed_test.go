package hostbridge

import (
	"math/rand"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/searchex/searchex/goengine"
	"github.com/searchex/searchex/hostbridge/random"
	"github.com/searchex/searchex/internal/probe"
)

// placed are random positions of pieces set down anywhere.
func placed(seed int64, count int, f func(p *goengine.Position)) {
	r := rand.New(rand.NewSource(seed))
	for n := range count {
		f(random.Placed(r, n%2))
	}
}

// TestRoutinesGenerateOnPlacedPieces: moves of pieces on any squares, among them a pinned pawn on
// a2 beside the edge of the board.
func TestRoutinesGenerateOnPlacedPieces(t *testing.T) { onMachines(t, testGenerateOnPlacedPieces) }

func testGenerateOnPlacedPieces(t testing.TB, m *rig) {
	check := func(p *goengine.Position) {
		m.set(p)
		m.call("look", in{"maybe": 1})
		m.call("generate_tactical", nil)
		tactical := m.moves(m.addr("raw_moves"))
		middle := m.layout.quiet.end()
		m.call("generate_quiet", nil)
		quiet := m.moves(middle)
		wantTactical, wantQuiet := p.Probe().Generated()
		if d := cmp.Diff(append([]probe.Move(nil), wantTactical...), tactical); d != "" {
			t.Fatalf("%s: tactical: Go -, machine +\n%s", p.FEN(), d)
		}
		if d := cmp.Diff(append([]probe.Move(nil), wantQuiet...), quiet); d != "" {
			t.Fatalf("%s: quiet: Go -, machine +\n%s", p.FEN(), d)
		}
	}
	// Along every line: a capture on each square, and at the end an own piece, or none.
	for i, step := range steps {
		for _, slider := range []string{"Q", []string{"R", "B"}[i%2]} {
			for j, line := range []string{"n", "_n", "__n", "___n", "____n", "_____n", "______n", "______N", "_______"} {
				board, _ := onALine(step, slider+line)
				black := j%2 == 0
				withKings(board, black, black, func(p *goengine.Position) bool {
					if p.InCheck() {
						return false
					}
					check(p)
					return true
				})
			}
		}
	}
	for _, fen := range []string{
		"8/8/8/8/8/Q7/p7/kB3K2 b - - 0 1",
		"R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1",
		"R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 b - - 0 1",
		// Two pawns can step before the bishop, and the one listed behind them is
		// pinned.
		"4r2k/8/8/b7/8/8/1PP1P3/4K3 w - - 0 1",
		"4k3/1pp1p3/8/8/B7/8/8/4R2K b - - 0 1",
		// A pawn takes the piece that checks, and is promoted.
		"4r2k/3P4/8/8/8/8/8/4K3 w - - 0 1",
		"4k3/8/8/8/8/8/3p4/4R2K b - - 0 1",
		// A pinned pawn takes en passant along the pin, towards its king.
		"k7/5K2/8/3Pp3/2b5/8/8/8 w - e6 0 1",
		"8/8/8/2B5/3pP3/8/5k2/K7 b - e3 0 1",
	} {
		p := position(t, fen)
		check(p)
	}
	placed(5, slow(3000, 30000), check)
}

// TestEqualOnPlacedPieces searches such positions with both engines.
func TestEqualOnPlacedPieces(t *testing.T) {
	t.Parallel()
	p := newLineup(t, false)
	n := 0
	placed(6, slow(100, 1500), func(q *goengine.Position) {
		name := goengine.ProfileNames[n%len(goengine.ProfileNames)]
		n++
		p.equal(goengine.NewGame(q), name, profile(t, name), goengine.Limits{Nodes: 600})
	})
}
