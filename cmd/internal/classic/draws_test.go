package classic

import (
	"strings"
	"testing"

	"github.com/searchex/searchex/cmd/internal/given"
	"github.com/searchex/searchex/goengine"
)

// possession is an evaluation of nothing but pieces: a pawn 100, a knight and a bishop 300, a rook 500.
var possession = Weights{Possession: Default.Possession}

// Where the fiftieth move has been made the game is drawn, though Black could then take a knight, which
// leaves 400 against 600: on the way, and at the leaf. Before it a knight is lost.
func TestTheFiftiethMove(t *testing.T) {
	for _, c := range []struct {
		clock        string
		depth, score int
	}{
		{"99", 2, 0}, {"98", 2, 400 - 600},
		{"99", 1, 0}, {"98", 1, 700 - 600},
	} {
		p := given.Position(t, "r5k1/5N1N/8/8/8/p7/P7/K7 w - - "+c.clock+" 80")
		s := Search{Weights: possession, Depth: c.depth, Moves: []goengine.Move{move(t, p, "a1b1")}}
		if r := s.Run(p); r.Score != c.score {
			t.Errorf("clock %s, %d plies: %d, want %d", c.clock, c.depth, r.Score, c.score)
		}
	}
}

// The only move comes back to a position of the game: a draw, where it would be mated else.
func TestARepetitionIsADraw(t *testing.T) {
	p := given.Position(t, "8/8/8/8/8/6k1/r7/6K1 b - - 0 1")
	for _, m := range strings.Fields("a2b2 g1h1 b2a2") {
		p.Play(move(t, p, m))
	}
	s := Search{Weights: possession, Depth: 2}
	if r := s.Run(p); r.Score != 0 || p.UCI(r.Best) != "h1g1" {
		t.Errorf("%s %d, want a draw by h1g1", p.UCI(r.Best), r.Score)
	}
	if r := s.Run(given.Position(t, p.FEN())); r.Score != 2-Mate {
		t.Errorf("%d without the game before, want mate in two plies", r.Score)
	}
}

// A capture that the last move makes possible mates; a pinned piece has no such capture.
func TestQuiescenceKnowsMateAndPins(t *testing.T) {
	for _, c := range []struct {
		fen, move string
		score     int
	}{
		{"3r3k/8/8/8/8/8/6PP/4R2K w - - 0 1", "e1d1", 2 - Mate},
		{"4k3/4n3/8/8/2B5/8/8/4RK2 w - - 0 1", "c4d5", 300 + 500 - 300},
		{"3k4/4n3/8/8/2B5/8/8/4RK2 w - - 0 1", "c4d5", 500 - 300}, // not pinned: the bishop goes
	} {
		p := given.Position(t, c.fen)
		s := Search{Weights: possession, Depth: 1, Quiescence: true, Moves: []goengine.Move{move(t, p, c.move)}}
		if r := s.Run(p); r.Score != c.score {
			t.Errorf("%s %s: %d, want %d", c.fen, c.move, r.Score, c.score)
		}
	}
}

// Of the initial position one ply has 20 leaves; to put its moves in order takes 20 evaluations more and
// that of the position itself.
func TestEvaluationsAreCounted(t *testing.T) {
	p := given.Position(t, goengine.StartFEN)
	for order, want := range map[Order]uint64{Generated: 20, Smallest: 41, Best: 41} {
		s := Search{Weights: Default, Depth: 1, Order: order}
		if r := s.Run(p); r.Evaluated != want || r.Nodes != 20 {
			t.Errorf("%v: %d evaluations, %d nodes, want %d and 20", order, r.Evaluated, r.Nodes, want)
		}
	}
	reported := 0
	s := Search{Weights: Default, Depth: 3, Minimax: true, MaxEvaluated: 100}
	if r := s.Deepen(p, func(Result) { reported++ }); !r.Stopped || r.Evaluated != 101 || reported != 1 {
		t.Errorf("%d iterations, %+v: want to stop after 101 evaluations", reported, r)
	}
	ticks := uint64(0)
	s = Search{Weights: Default, Depth: 2, Minimax: true, TickNodes: 7, Tick: func(r Result) {
		if ticks++; r.Nodes != 7*ticks {
			t.Errorf("tick %d at %d nodes", ticks, r.Nodes)
		}
	}}
	if s.Run(p); ticks != 420/7 {
		t.Errorf("%d ticks in 420 nodes, want one in 7", ticks)
	}
}

// The move in front is tried first, and those before it keep their order.
func TestTheMoveInFront(t *testing.T) {
	p := given.Position(t, goengine.StartFEN)
	moves := p.LegalMoves()
	for _, front := range []int{0, 1, 7, 19} {
		s := &Search{Weights: Default, Depth: 1, MaxNodes: 1}
		r := &searcher{Search: s}
		if best, _ := r.root(p, 1, moves[front], -infinity); best != moves[front] {
			t.Errorf("%v in front: %v is tried first", moves[front], best)
		}
	}
	// The first of the others is tried all the same: a knight is to be won.
	p = given.Position(t, "7k/8/4p3/3n4/8/8/8/3Q3K w - - 0 1")
	r := &searcher{Search: &Search{Weights: possession, Depth: 1}}
	if moves = p.LegalMoves(); p.UCI(moves[0]) != "d1d5" {
		t.Fatalf("%v is generated first", moves[0])
	}
	if best, score := r.root(p, 1, moves[7], -infinity); p.UCI(best) != "d1d5" || score != 900-100 || r.Nodes != uint64(len(moves)) {
		t.Errorf("%v, %d, %d nodes", best, score, r.Nodes)
	}
}
