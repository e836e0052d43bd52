package classic

import (
	"slices"
	"sync/atomic"
	"testing"

	"github.com/searchex/searchex/cmd/internal/given"
	"github.com/searchex/searchex/goengine"
)

// What the default weights make of it is counted beside each position; kings cancel each other out, and
// most of their weights are 0. Search is to one ply.
func TestQuiescenceByHand(t *testing.T) {
	for _, c := range []struct {
		name, fen string
		quiet     bool
		score     int
		best      string   // "" where several are as good
		not       []string // moves that are worse
	}{
		// A pawn is worth 100 and 1 for each rank. Black's has come 3: after d4 White has 102 - 103.
		{"a pawn goes two squares", "7k/8/8/8/4p3/8/3P4/7K w - - 0 1", false, -1, "d2d4", nil},
		// exd3 en passant leaves White nothing, Black 104; exd3 takes on d3 as well. To wait is 100 - 103.
		{"it can be taken en passant", "7k/8/8/8/4p3/8/3P4/7K w - - 0 1", true, -3, "", []string{"d2d4", "d2d3"}},
		// The same by Black, whose pawn would come 2 ranks against 3.
		{"so can Black's", "7k/3p4/8/4P3/8/8/8/7K b - - 0 1", true, -3, "", []string{"d7d5", "d7d6"}},
		// After d4 exd3 the king takes on d3, which leaves 0. Black, who has 1 more if he doesn't, doesn't.
		{"but the king takes back", "7k/8/8/8/4p3/8/2KP4/8 w - - 0 1", true, -1, "d2d4", nil},
		// The text's second example. gxh4 leaves bishop and pawn, 300 + 100 + 2 ranks, against a pawn, 100 + 2
		// and 1 that it attacks a bishop. That it may take him was so before.
		{"a bishop hangs anyhow", "7k/8/8/4p3/3B3n/6P1/8/7K w - - 0 1", true, 402 - 103, "g3h4", nil},
		// A knight's move that attacks the rook opens the file: 300 + 500, 2 each for attacks of knight and
		// rook on a rook, against 500 + 2.
		{"a file is opened", "4r2k/8/8/8/4N3/8/8/4R2K w - - 0 1", false, 804 - 502, "", []string{"h1g1", "e1d1"}},
		// Rxe1 is possible by that: so the knight stays, guarded, 801 against 501 with its attack on him.
		{"what was behind is taken", "4r2k/8/8/8/4N3/8/8/4R2K w - - 0 1", true, 801 - 501, "", []string{"e4f6", "e4d6", "e1d1"}},
	} {
		p := given.Position(t, c.fen)
		r := (&Search{Weights: Default, Depth: 1, Quiescence: c.quiet}).Run(p)
		if got := p.UCI(r.Best); r.Score != c.score || c.best != "" && got != c.best || slices.Contains(c.not, got) {
			t.Errorf("%s: %s %d, want %s %d, none of %v", c.name, got, r.Score, c.best, c.score, c.not)
		}
	}
}

// The text's second example with all captures: exd4, which was possible before, counts against gxh4, which leaves pawns
// of 102 and 103. Bxe5 is better: 300 + 101, 1 for the attack on the knight and 4 for the check, against 300.
func TestAllCapturesMakeAGoodMoveLookBad(t *testing.T) {
	const fen = "7k/8/8/4p3/3B3n/6P1/8/7K w - - 0 1"
	p := given.Position(t, fen)
	for _, c := range []struct {
		all   bool
		score int
		best  string
	}{{false, 402 - 103, "g3h4"}, {true, 401 + 1 + 4 - 300, "d4e5"}} {
		r := (&Search{Weights: Default, Depth: 1, Quiescence: true, AllCaptures: c.all}).Run(p)
		if got := p.UCI(r.Best); got != c.best || r.Score != c.score {
			t.Errorf("all captures %v: %s %d, want %s %d", c.all, got, r.Score, c.best, c.score)
		}
	}
	r := (&Search{Weights: Default, Depth: 1, Quiescence: true, AllCaptures: true, Moves: []goengine.Move{move(t, p, "g3h4")}}).Run(p)
	if r.Score != 102-103 {
		t.Errorf("g3h4 %d, want %d: Black takes the bishop", r.Score, 102-103)
	}
}

// What the last move made possible, whatever it would be worth.
func TestCapturesThatTheLastMoveMadePossible(t *testing.T) {
	for _, c := range []struct {
		name, fen, move string
		want            []string
	}{
		{"a piece comes where it can be taken", "7k/8/4p3/8/8/8/8/3R3K w - - 0 1", "d1d5", []string{"e6d5"}},
		{"it could be taken before", "7k/8/4p3/3R4/8/8/7P/7K w - - 0 1", "h2h3", nil},
		{"a piece on the way is taken off it", "4r2k/8/8/8/4N3/8/8/4R2K w - - 0 1", "e4c3", []string{"e8e1"}},
		{"what stood behind is behind no more", "4r2k/8/8/8/4R3/8/8/4N2K w - - 0 1", "e4c4", []string{"e8e1"}},
		{"a pawn goes by", "7k/8/8/8/4p3/8/3P4/7K w - - 0 1", "d2d4", []string{"e4d3"}},
		{"on both sides", "7k/8/8/8/2p1p3/8/3P4/7K w - - 0 1", "d2d4", []string{"c4d3", "e4d3"}},
		{"a pawn goes one square only", "7k/8/8/4p3/8/3P4/8/7K w - - 0 1", "d3d4", []string{"e5d4"}},
		{"a rook goes two squares", "7k/8/8/8/4p3/8/3R4/7K w - - 0 1", "d2d4", nil},
		{"by Black, at the edge", "7k/7p/8/6P1/8/8/8/7K b - - 0 1", "h7h5", []string{"g5h6"}},
		{"there is no square beside h4 to the right", "7k/8/8/p7/8/8/7P/7K w - - 0 1", "h2h4", nil},
		// To become a rook by it would be a move of its own, but it is no new capture.
		{"a pawn could take and promote before", "1k6/8/8/8/8/8/6p1/K6R w - - 0 1", "a1a2", nil},
		{"a pawn can take and promote now", "1k6/8/8/8/8/8/6p1/K6R w - - 0 1", "h1f1", []string{"g2f1"}},
	} {
		before := given.Position(t, c.fen)
		after, last := *before, move(t, before, c.move)
		after.Play(last)
		var b board
		b.read(&after)
		var got []string
		for _, m := range b.newCaptures(nil, &after, before, last) {
			got = append(got, m.String())
		}
		slices.Sort(got)
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
}

// A board without a move is found as such, one with a move of any kind not.
func TestMovable(t *testing.T) {
	for fen, want := range map[string]bool{
		"7k/5Q2/6K1/8/8/8/8/8 b - - 0 1":     false, // stalemate
		"7k/6Q1/6K1/8/8/8/8/8 b - - 0 1":     false, // mate
		"7k/5Q2/6K1/8/8/p7/8/8 b - - 0 1":    true,  // a pawn
		"7k/5Q2/6K1/8/8/p7/P7/8 b - - 0 1":   false, // that can't move
		"7k/5Q2/6K1/8/pP6/P7/8/8 b - b3 0 1": true,  // but takes en passant
		"6nk/5Q2/6K1/8/8/8/8/8 b - - 0 1":    true,  // a knight
		"R5nk/5Q2/6K1/8/8/8/8/8 b - - 0 1":   false, // that is pinned
		"R3r2k/5Q2/6K1/8/8/8/8/8 b - - 0 1":  true,  // a rook, along the pin
		"7k/8/6K1/8/8/8/8/R7 b - - 0 1":      true,  // the king
		goengine.StartFEN:                    true,
	} {
		var b board
		p := given.Position(t, fen)
		b.read(p)
		if got := b.movable(p); got != want || got != (len(p.LegalMoves()) > 0) {
			t.Errorf("%s: %v, want %v", fen, got, want)
		}
	}
}

// An iteration that is complete finds what a search to its depth finds, in nodes as well where nothing is
// put in front; then the limit stops the next, and what that has found by then counts.
func TestDeepenIsOneSearchAfterAnother(t *testing.T) {
	p := given.Position(t, "r1bqk2r/2p1bppp/p1np1n2/1p2p3/4P3/1B3N2/PPPP1PPP/RNBQR1K1 w kq - 0 1")
	for _, s := range []Search{{}, {Minimax: true}, {Order: Smallest, Null: true}, {Order: Best, Quiescence: true}} {
		s.Weights = Default
		var reported []Result
		deep := s
		deep.Depth, deep.MaxNodes = MaxDepth, 4000
		last := deep.Deepen(p, func(r Result) { reported = append(reported, r) })
		if len(reported) < 2 || !last.Stopped || last.Reached != len(reported)+1 || last.Nodes != 4001 {
			t.Errorf("%+v: %d iterations, then %+v", s, len(reported), last)
		}
		for i, r := range reported {
			s.Depth = i + 1
			if one := s.Run(p); r.Score != one.Score || r.Reached != i+1 || len(r.Line) != i+1 || r.Line[0] != r.Best {
				t.Errorf("iteration %d: %+v, alone %+v", i+1, r, one)
			}
			q := *p
			for _, m := range r.Line {
				if !q.Play(m) {
					t.Errorf("iteration %d: %v is no line", i+1, r.Line)
				}
			}
		}
	}
}

func TestASearchThatIsStoppedHasAMove(t *testing.T) {
	p := given.Position(t, goengine.StartFEN)
	stop := new(atomic.Bool)
	stop.Store(true)
	for _, s := range []Search{{MaxNodes: 1}, {Stop: stop}, {MaxNodes: 1, Null: true, Quiescence: true, Order: Smallest}} {
		s.Weights, s.Depth = Default, 5
		if r := s.Deepen(p, func(Result) { t.Error("complete") }); r.Best == goengine.NoMove || !r.Stopped || r.Nodes > 100 {
			t.Errorf("%+v", r)
		}
	}
	only := move(t, p, "h2h3")
	s := Search{Weights: Default, Depth: 2, Moves: []goengine.Move{only}}
	if r := s.Run(p); r.Best != only || r.Nodes != 1+20 {
		t.Errorf("of h2h3 alone: %+v", r)
	}
}

// Iterations end at the depth, with a mate that is seen, and where there is nothing to move.
func TestDeepenEnds(t *testing.T) {
	for _, c := range []struct {
		fen                      string
		depth, reported, reached int
		best                     string
	}{
		{goengine.StartFEN, 2, 2, 2, ""},
		{"6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1", 4, 1, 1, "d1d8"}, // mates in one
		{"7k/8/8/8/8/8/r7/1r5K w - - 0 1", 4, 0, 1, "0000"},    // is mated
		{"7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", 4, 0, 1, "0000"},    // has no move
		{"8/8/8/8/8/6k1/r7/7K w - - 0 1", 4, 2, 2, "h1g1"},     // must go where Ra1 mates
	} {
		p := given.Position(t, c.fen)
		s := Plain()
		s.Depth = c.depth
		reported := 0
		r := s.Deepen(p, func(Result) { reported++ })
		if reported != c.reported || r.Reached != c.reached || c.best != "" && p.UCI(r.Best) != c.best {
			t.Errorf("%s: %d iterations reported to depth %d, %s", c.fen, reported, r.Reached, p.UCI(r.Best))
		}
	}
}
