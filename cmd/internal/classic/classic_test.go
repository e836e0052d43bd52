package classic

import (
	"fmt"
	"testing"

	"github.com/searchex/searchex/cmd/internal/given"
	"github.com/searchex/searchex/goengine"
)

const (
	king   = goengine.King
	queen  = goengine.Queen
	rook   = goengine.Rook
	bishop = goengine.Bishop
	knight = goengine.Knight
	pawn   = goengine.Pawn
)

func move(t *testing.T, p *goengine.Position, uci string) goengine.Move {
	t.Helper()
	m, err := p.ParseMove(uci)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// The initial position, counted on a board. Mobility: 8 pawns by one square or two, 16; two knights
// by two, 4. Guards: of knights by rooks, 2; of bishops by queen and king, 2; of the king by the queen
// and of her by him, 1 each; of pawns by rooks 2, knights 2 (d2, e2), bishops 4, queen 3, king 3: 14.
func TestFeaturesOfTheInitialPosition(t *testing.T) {
	want := Features{
		Possession: [...]int{king: 1, queen: 1, rook: 2, bishop: 2, knight: 2, pawn: 8},
		Mobility:   [...]int{knight: 4, pawn: 16},
		Protects:   [...]int{king: 1, queen: 1, rook: 0, bishop: 2, knight: 2, pawn: 14},
	}
	p := given.Position(t, goengine.StartFEN)
	for side, got := range Count(p) {
		if got != want {
			t.Errorf("side %d: %+v, want %+v", side, got, want)
		}
	}
	// 10,000 + 900 + 2·500 + 2·300 + 2·300 + 8·100, and 1 for each guard of a bishop or knight.
	if got := want.Score(&Default); got != 13_904 {
		t.Errorf("%d, want 13,904", got)
	}
	if got := Default.Evaluate(p); got != 0 {
		t.Errorf("both sides are equal: %d", got)
	}
}

// Every kind of count, on boards small enough for that.
func TestFeaturesByHand(t *testing.T) {
	for _, c := range []struct {
		fen          string
		white, black Features
		score        int // for the side to move
	}{
		// The pawn may go to e5 or take on d5, and has come two ranks. The rook has seven squares up
		// and three along, and guards the king. White 10,000 + 500 + 100 + 2 + 1 for the threat on
		// the knight, Black 10,000 + 300.
		{"4k3/8/8/3n4/4P3/8/8/R3K3 w - - 0 1",
			Features{Possession: [...]int{king: 1, rook: 1, pawn: 1}, Mobility: [...]int{king: 5, rook: 10, pawn: 2},
				Threats: [...]int{knight: 1, pawn: 0}, Protects: [...]int{king: 1, pawn: 0}, Advancement: 2},
			Features{Possession: [...]int{king: 1, knight: 1, pawn: 0}, Mobility: [...]int{king: 5, knight: 8, pawn: 0}},
			10_603 - 10_300},
		// Black's pawn on b2 may go to b1 or take on a1 or c1, and has come five ranks; White's on h2
		// may not move, for h3 is taken by a pawn that can't move either. The queen on a1 has a2 to a8
		// (7) and b1 (1), may take b2, and guards c1's bishop not, for b1 is empty and then c1: she
		// does. The bishop has d2 to g5 (4, then h6) 5, takes b2. So two attack b2.
		{"7k/8/8/8/8/7p/1p5P/Q1B4K b - - 0 1",
			Features{Possession: [...]int{king: 1, queen: 1, bishop: 1, pawn: 1}, Mobility: [...]int{king: 2, queen: 9, bishop: 6, pawn: 0},
				Threats: [...]int{pawn: 2}, Protects: [...]int{bishop: 1, pawn: 1}},
			Features{Possession: [...]int{king: 1, pawn: 2}, Mobility: [...]int{king: 3, pawn: 3},
				Threats: [...]int{queen: 1, bishop: 1, pawn: 0}, Advancement: 5 + 4},
			// Black 10,000 + 200 + 9 + 5 + 1; White 10,000 + 900 + 300 + 100, 9 of the queen's mobility and
			// 1 for the bishop's guard.
			10_215 - 11_310},
		// The pawn guards the knight, which may go to eight squares, b3, b5, c2, c6, e2, e6, f3 and f5;
		// it may itself go to c4 and has come a rank. White 10,000 + 300 + 100, 1 for the guard, 1 for the
		// rank; Black 10,000.
		{"7k/8/8/8/3N4/2P5/8/7K w - - 0 1",
			Features{Possession: [...]int{king: 1, knight: 1, pawn: 1}, Mobility: [...]int{king: 3, knight: 8, pawn: 1},
				Protects: [...]int{knight: 1, pawn: 0}, Advancement: 1},
			Features{Possession: [...]int{king: 1, pawn: 0}, Mobility: [...]int{king: 3, pawn: 0}},
			402},
	} {
		p := given.Position(t, c.fen)
		got := Count(p)
		if got[0] != c.white {
			t.Errorf("%s: White\n%+v, want\n%+v", c.fen, got[0], c.white)
		}
		if got[1] != c.black {
			t.Errorf("%s: Black\n%+v, want\n%+v", c.fen, got[1], c.black)
		}
		if s := Default.Evaluate(p); s != c.score {
			t.Errorf("%s: %d, want %d", c.fen, s, c.score)
		}
	}
}

// The text's remark: a rook may have 14 squares, so that with a factor of 3 two are worth 84.
func TestARooksMobilityOfTheText(t *testing.T) {
	sides := Count(given.Position(t, "8/4k3/8/3R4/8/8/1K6/8 w - - 0 1"))
	w := Weights{Mobility: [...]int{rook: 3, pawn: 0}}
	if got := 2 * sides[0].Score(&w); got != 84 {
		t.Errorf("%d, want 14·3·2 = 84", got)
	}
}

// There are 20 moves and 20 answers to each: 420 positions, of which 400 are leaves.
func TestMinimaxLooksAtEverything(t *testing.T) {
	s := Search{Weights: Default, Depth: 2, Minimax: true}
	r := s.Run(given.Position(t, goengine.StartFEN))
	if r.Nodes != 420 || r.Leaves != 400 || r.Inner != 21 || r.Tried != 420 {
		t.Errorf("%+v", r)
	}
}

// Alpha-beta returns the same move and score as minimax, whatever else is on, from fewer nodes.
func TestAlphaBetaPlaysAsMinimaxDoes(t *testing.T) {
	for _, fen := range []string{
		goengine.StartFEN,
		"r1bqk2r/2p1bppp/p1np1n2/1p2p3/4P3/1B3N2/PPPP1PPP/RNBQR1K1 w kq - 0 1",
		"1rr4k/4n1pp/7N/8/8/8/Q4PPP/6K1 w - - 0 1", // Philidor's mate
		"8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
		"r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1",
	} {
		p := given.Position(t, fen)
		depth := 3
		if len(p.LegalMoves()) > 20 {
			depth = 2
		}
		for bits := range 6 {
			s := Search{Weights: Default, Depth: depth, Order: []Order{Generated, Smallest, Best}[bits%3], Quiescence: bits >= 3}
			s.Minimax = true
			whole := s.Run(p)
			s.Minimax = false
			for _, s.Null = range []bool{false, true} {
				r := s.Run(p)
				if r.Best != whole.Best || r.Score != whole.Score {
					t.Errorf("%s, %+v: %v %d, minimax %v %d", fen, s, r.Best, r.Score, whole.Best, whole.Score)
				}
				if r.Leaves >= whole.Leaves {
					t.Errorf("%s, %+v: %d leaves, minimax %d", fen, s, r.Leaves, whole.Leaves)
				}
			}
		}
	}
}

func TestMatesAndDraws(t *testing.T) {
	for _, c := range []struct {
		fen   string
		depth int
		best  string
		score int
	}{
		{"6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1", 2, "d1d8", Mate - 1},
		{"1rr4k/4n1pp/7N/8/8/8/Q4PPP/6K1 w - - 0 1", 4, "a2g8", Mate - 3},
		{"7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", 3, "0000", 0},     // stalemate
		{"7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", 3, "0000", -Mate}, // mate
		{"8/8/4k3/8/8/3NK3/8/8 w - - 0 1", 2, "", 0},         // one knight can't mate
		{"8/8/4k3/8/8/3RK3/8/8 w - - 99 80", 2, "", 0},       // the fiftieth move
	} {
		p := given.Position(t, c.fen)
		s := Search{Weights: Default, Depth: c.depth}
		r := s.Run(p)
		if r.Score != c.score || c.best != "" && r.Best.String() != c.best {
			t.Errorf("%s: %v, %d, want %s, %d", c.fen, r.Best, r.Score, c.best, c.score)
		}
	}
}

// The text's examples. A queen takes a knight that a pawn guards: one ply sees a knight won, and
// quiescence the queen lost. A pawn takes a knight while a bishop hangs to another pawn: that it hangs is
// not this move's fault, and it is taken.
func TestQuiescenceLooksAtWhatTheMoveMadePossible(t *testing.T) {
	p := given.Position(t, "7k/8/4p3/3n4/8/8/8/3Q3K w - - 0 1")
	taking := move(t, p, "d1d5")
	if r := (&Search{Weights: Default, Depth: 1}).Run(p); r.Best != taking {
		t.Errorf("without: %v, want d1d5", r.Best)
	}
	if r := (&Search{Weights: Default, Depth: 1, Quiescence: true}).Run(p); r.Best == taking {
		t.Error("with quiescence the queen is given for a knight")
	}

	p = given.Position(t, "7k/8/8/4p3/3B3n/6P1/8/7K w - - 0 1")
	r := (&Search{Weights: Default, Depth: 1, Quiescence: true}).Run(p)
	if r.Best != move(t, p, "g3h4") {
		t.Errorf("%v, want g3h4", r.Best)
	}
	var b board
	b.read(p)
	if old := b.captures(nil, goengine.Black); len(old) != 1 || old[0] != move(t, given.Position(t, "7k/8/8/4p3/3B3n/6P1/8/7K b - - 0 1"), "e5d4") {
		t.Errorf("Black's captures before: %v, want e5d4 alone", old)
	}
}

// Moves that change little come first, whichever way they change it.
func TestTheOrderIsThatOfTheSizeOfOnePlyScores(t *testing.T) {
	p := given.Position(t, "7k/8/4p3/3n4/8/8/8/3Q3K w - - 0 1")
	r := &searcher{Search: &Search{Weights: Default, Depth: 1, Order: Smallest}}
	last := 0
	now := Default.Evaluate(p)
	sorted := r.order(p, p.LegalMoves())
	for _, m := range sorted {
		next := *p
		next.Play(m)
		by := -Default.Evaluate(&next) - now
		if by = max(by, -by); by < last {
			t.Errorf("%v changes %d, and comes after %d", m, by, last)
		}
		last = max(by, last)
	}
	if sorted[len(sorted)-1] != move(t, p, "d1d5") {
		t.Errorf("the capture is not the last: %v", sorted)
	}
}

// The bound of the null move is what is left when the other side has moved twice: a rook that is
// attacked and taken. Out of check only.
func TestTheBoundOfTheNullMove(t *testing.T) {
	w := Weights{Possession: Default.Possession}
	r := &searcher{Search: &Search{Weights: w}}
	// Black takes the rook, then nothing is left to take: 100 for the pawn against 300.
	if got := r.bound(given.Position(t, "7k/8/8/3n4/8/2R5/7P/7K w - - 0 1")); got != 100-300 {
		t.Errorf("%d, want -200", got)
	}
	if got := r.bound(given.Position(t, "7k/8/8/8/8/8/8/r6K w - - 0 1")); got != -infinity {
		t.Errorf("in check: %d, want none", got)
	}
}

// Each side's king guards its own pawn and attacks the other's: whoever is to move must leave his.
// To have passed would be worth 0, any move loses a pawn, so there is no bound, and the search is made
// again without.
func TestABoundThatIsNoneIsForgotten(t *testing.T) {
	p := given.Position(t, "8/8/8/4pK2/3kP3/8/8/8 w - - 0 1")
	w := Weights{Possession: Default.Possession}
	if got := (&searcher{Search: &Search{Weights: w}}).bound(p); got != 0 {
		t.Errorf("the bound is %d, want 0", got)
	}
	s := Search{Weights: w, Depth: 2}
	without := s.Run(p)
	s.Null = true
	if with := s.Run(p); without.Score != -100 || with.Score != -100 || with.Best != without.Best {
		t.Errorf("%v %d with the bound, %v %d without, want -100", with.Best, with.Score, without.Best, without.Score)
	}
}

func Example() {
	p, _ := goengine.ParseFEN("6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1")
	s := Search{Weights: Default, Depth: 3, Order: Smallest, Null: true, Quiescence: true}
	fmt.Println(p.UCI(s.Run(p).Best))
	// Output: d1d8
}
