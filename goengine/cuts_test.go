package goengine

import (
	"sort"
	"strconv"
	"strings"
	"testing"

	"github.com/searchex/searchex/internal/work"
)

// TestPassByHand: a node is cut where the static value, less half the budget,
// the profile's margin and the best swap-off against the side to move, is at
// least beta.
func TestPassByHand(t *testing.T) {
	const quiet = "4k2r/8/8/8/8/8/8/R3K3 w - -"    // nothing is attacked
	const hangs = "1r2k3/8/8/8/8/8/8/1N2K3 w - -"  // the knight hangs: 54*4 = 216
	const guarded = "1r2k3/8/8/8/8/8/8/1NK5 w - -" // RxN, KxR: nothing is lost
	for _, c := range []struct {
		name, fen string
		static    int16
		sx, pass  uint8
		beta      int16
		want      bool
	}{
		{"100-10/2-1 is 94", quiet, 100, 10, 1, 94, true},
		{"and not 95", quiet, 100, 10, 1, 95, false},
		{"half of 11 is 5", quiet, 100, 11, 1, 94, true},
		{"half of 12 is 6", quiet, 100, 12, 1, 94, false},
		{"a margin of 24", quiet, 100, 0, 24, 76, true},
		{"a margin of 24, a score unit short", quiet, 100, 0, 24, 77, false},
		{"400-1-216 is 183", hangs, 400, 0, 1, 183, true},
		{"and not 184", hangs, 400, 0, 1, 184, false},
		{"a guarded knight costs nothing: 399", guarded, 400, 0, 1, 399, true},
		{"and not 400", guarded, 400, 0, 1, 400, false},
		{"where beta is a mate it does not tell", quiet, 100, 0, 1, -MateBound, false},
		{"next to it it does", quiet, 100, 0, 1, -MateBound + 1, true},
		{"the other side moves, which is worth 10: 100-1-10 is 89", quiet + " 10", 100, 0, 1, 89, true},
		{"and not 90", quiet + " 10", 100, 0, 1, 90, false},
		{"where it is worth less than nothing the margin is 24-10, 14", quiet + " -10", 100, 0, 24, 86, true},
		{"and not 87", quiet + " -10", 100, 0, 24, 87, false},
		{"a margin is never less than 1: 99", quiet + " -10", 100, 0, 1, 99, true},
		{"and not 100", quiet + " -10", 100, 0, 1, 100, false},
		{"or more than 255", quiet + " 127", 400, 0, 250, 145, true},
		{"so much it is", quiet + " 127", 400, 0, 250, 146, false},
		{"nor in the bare endgame", "4k3/8/8/8/8/8/P7/4K3 w - -", 1000, 0, 1, 0, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			fen, tempo := c.fen, 0
			if fields := strings.Fields(c.fen); len(fields) > 4 { // a tempo stands behind
				fen = strings.Join(fields[:4], " ")
				tempo, _ = strconv.Atoi(fields[4])
			}
			bothColours(t, fen, func(t *testing.T, p *Position, _ Side, _ func(string) string) {
				prof, _ := ProfileByName("uniform")
				prof.Pass, prof.Tempo = c.pass, int8(tempo)
				e := listingEngine(p, prof)
				e.frames[1].static, e.frames[1].sx = c.static, c.sx
				if got := e.passes(1, -Infinity, c.beta); got != c.want {
					t.Errorf("%v, want %v", got, c.want)
				}
			})
		})
	}
}

// TestFutileByHand: static value and margin, less the tempo, are compared with
// alpha.
func TestFutileByHand(t *testing.T) {
	for _, c := range []struct {
		static, alpha int16
		margin        uint8
		tempo         int8
		want          bool
	}{
		{-40, -8, 32, 0, true}, // -40+32 is alpha
		{-40, -9, 32, 0, false},
		{-40, 0, 32, 0, true},
		{-40, 100, 0, 0, false}, // 0 leaves it out
		{-40, -15, 32, 7, true}, // -40-7+32 is alpha
		{-40, -16, 32, 7, false},
		{-40, -1, 32, -7, true}, // -40+7+32 is alpha
		{-40, -2, 32, -7, false},
		{-40, 100, 0, 7, false},
	} {
		e := Engine{prof: Profile{Futility: c.margin, Tempo: c.tempo}}
		if got := e.futile(&frame{static: c.static}, c.alpha); got != c.want {
			t.Errorf("static %d, alpha %d, margin %d, tempo %d: %v, want %v", c.static, c.alpha, c.margin, c.tempo, got, c.want)
		}
	}
}

// TestTempoByHand: a terminal's static value is less by the tempo before anything
// else is asked.
func TestTempoByHand(t *testing.T) {
	const hangs = "1r2k3/8/8/8/8/8/P7/1N2K3 w - -" // after a3 the knight hangs: 54*4 = 216
	const mate = "6k1/5ppp/8/8/8/8/8/R5K1 w - -"
	for _, c := range []struct {
		name, fen, move string
		static, alpha   int16
		tempo           int8
		want            int16
		swaps           uint64 // reckoned
	}{
		{"400-216", hangs, "a2a3", 400, -1000, 0, 184, 1},
		{"400-20-216", hangs, "a2a3", 400, -1000, 20, 164, 1},
		{"400+20-216", hangs, "a2a3", 400, -1000, -20, 204, 1},
		{"400-20 is not above 380, so nothing is reckoned", hangs, "a2a3", 400, 380, 20, 380, 0},
		{"it is above 379", hangs, "a2a3", 400, 379, 20, 164, 1},
		{"400+20 is above 419", hangs, "a2a3", 400, 419, -20, 204, 1},
		{"400+20 is not above 420", hangs, "a2a3", 400, 420, -20, 420, 0},
		{"mate is mate", mate, "a1a8", 400, -1000, 20, Mate - 1, 0},
		{"it is asked for where 400-20 is above alpha", mate, "a1a8", 400, 379, 20, Mate - 1, 0},
		{"and not where it is alpha", mate, "a1a8", 400, 380, 20, 380, 0},
		{"and where 400+20 is above it", mate, "a1a8", 400, 419, -20, Mate - 1, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			bothColours(t, c.fen, func(t *testing.T, p *Position, _ Side, see func(string) string) {
				prof, _ := ProfileByName("uniform")
				prof.Tempo = c.tempo
				e := listingEngine(p, prof)
				for _, m := range p.LegalMoves() {
					if m.String() != see(c.move) {
						continue
					}
					if got := e.terminal(0, m, flagCheck, c.static, c.alpha, Infinity); got != c.want || e.meter.work[work.SwapOffs] != c.swaps {
						t.Errorf("%d, %d swap-offs, want %d, %d", got, e.meter.work[work.SwapOffs], c.want, c.swaps)
					}
					return
				}
				t.Errorf("no move %s", c.move)
			})
		})
	}
}

// TestSwitchesByHand: what each idea does to the number of moves counted or of
// nodes expanded, in a tree small enough to count.
func TestSwitchesByHand(t *testing.T) {
	// Pawn a7, rook b1, queen or not. Black's king on g6 can go to f5, g5, h5, f6, h6, f7, g7 and h7: 8 replies to a8=Q, none
	// of which cuts, because nothing is known yet. a8=N is worth 106*4 less, so the first reply cuts: 1.
	const promotion = "8/P7/6k1/8/8/8/8/1R5K w - -"
	// The rook takes the pawn on d5 and is taken, 16-84; the king's move keeps it. The capture has the better static
	// value and is tried first.
	const capture = "4k3/8/4p3/3p4/8/8/8/3RK3 w - -"
	// After a8=Q Black has Kg5, Kg7, Kh5 and e4. After Qd4 he has exd4, which wins a queen, and Kg5, Kg6, Kg7, Kh5, Kh7
	// and e4: 6 quiet moves.
	// The king on h8 has h7 alone.
	const stalemate = "7k/5K2/8/8/8/8/8/6Q1 w - -"
	const stages = "8/P7/7k/4p3/8/3Q4/8/7K w - -"
	for _, c := range []struct {
		name, fen, profile string
		moves              only
		limits             Limits
		nodes              int // -1: not counted
		expanded           int
	}{
		{"no pass: 2 root moves, 8 replies, 1 reply", promotion, "uniform", only{"a7a8 a7a8n"}, Limits{SX: 8}, 2 + 8 + 1, 3},
		{"a pass cuts before the last one", promotion, "uniform,pass=1", only{"a7a8 a7a8n"}, Limits{SX: 8}, 2 + 8, 3},
		{"a margin of 255 is less than 424", promotion, "uniform,pass=255", only{"a7a8 a7a8n"}, Limits{SX: 8}, 2 + 8, 3},
		{"in check there is no passing: after Rb6 the first reply cuts", promotion, "uniform,pass=1", only{"a7a8 b1b6"}, Limits{SX: 8}, 2 + 8 + 1, 3},
		{"nor at the root: 8 replies", promotion, "uniform,pass=1", only{"a7a8"}, Limits{SX: 8}, 1 + 8, 2},

		// exd5, e5, Ka2, Kb1, Kb2: alpha is a mate in 1 from the start, and a frontier passes over the four quiet moves.
		{"no futility: all 5", "7k/8/8/3p4/4P3/8/8/K7 w - -", "uniform", nil, Limits{SXSet: true, MateIn: 1}, 5, 1},
		{"futility: the capture", "7k/8/8/3p4/4P3/8/8/K7 w - -", "uniform,futility=32", nil, Limits{SXSet: true, MateIn: 1}, 1, 1},
		// At a half-frontier the four wait.
		{"no futility at a half-frontier: 4", "7k/8/8/8/4P3/8/8/K7 w - -", "sx81", nil, Limits{SX: 10, MateIn: 1}, 4, 1},
		{"futility at a half-frontier: none", "7k/8/8/8/4P3/8/8/K7 w - -", "sx81,futility=32", nil, Limits{SX: 10, MateIn: 1}, 0, 1},

		{"no scout: the root and two nodes", capture, "uniform", only{"d1d5 e1e2"}, Limits{SX: 8}, -1, 3},
		{"a scout finds the second better, and it is searched again", capture, "uniform,switch.scout=on", only{"d1d5 e1e2"}, Limits{SX: 8}, -1, 4},
		{"a scout finds the second worse", promotion, "uniform,switch.scout=on", only{"a7a8 a7a8n"}, Limits{SX: 8}, -1, 3},

		{"a scout of a stalemate is not repeated where a draw is worse", stalemate, "uniform,switch.scout=on", only{"g1a1 g1g6"}, Limits{SX: 8}, -1, 3},
		{"nor where it is as good: b1 and g6 both stalemate", stalemate, "uniform,switch.scout=on", only{"g1b1 g1g6"}, Limits{SX: 8}, -1, 3},

		{"a half-frontier sorts what checks, attacks or captures: nothing here; 4 are valued", "7k/8/8/8/4P3/8/8/K7 w - -", "sx81", nil, Limits{SX: 10}, 4, 1},
		{"a whole node sorts them and can follow none up either", "7k/8/8/8/4P3/8/8/K7 w - -", "sx81,switch.half-frontier=off", nil, Limits{SX: 10}, 4, 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			prof, err := ParseProfile(c.profile)
			if err != nil {
				t.Fatal(err)
			}
			prof.Start = uint8(c.limits.SX)
			e := NewEngine()
			if c.moves != nil {
				e.Callbacks = c.moves
			}
			r := e.search(background, mustParse(t, c.fen), &prof, c.limits)
			if c.nodes >= 0 && int(r.Nodes) != c.nodes || int(r.Expanded) != c.expanded {
				t.Errorf("%d moves counted, %d nodes expanded, want %d and %d", r.Nodes, r.Expanded, c.nodes, c.expanded)
			}
		})
	}
	t.Run("stages spare 6 quiet moves where a capture cuts", func(t *testing.T) {
		nodes := [2]uint64{}
		for i, profile := range []string{"uniform", "uniform,switch.staged=on"} {
			prof, _ := ParseProfile(profile)
			prof.Start = 16
			e := NewEngine()
			e.Callbacks = only{"a7a8 d3d4"}
			nodes[i] = e.search(background, mustParse(t, stages), &prof, Limits{SX: 16}).Nodes
		}
		if nodes[0]-nodes[1] != 6 {
			t.Errorf("%d and %d nodes, want 6 less", nodes[0], nodes[1])
		}
	})
}

// parts records the numbers of moves that are generated at the root.
type parts struct {
	only
	counts []int
}

// Event implements Callbacks.
func (p *parts) Event(n Node, ev *Event) {
	if ev.Kind != EventGenerated {
		p.only.Event(n, ev)
		return
	}
	if n.Ply() == 0 {
		p.counts = append(p.counts, ev.Count)
	}
}

// TestPartsByHand: the root's moves come in one list, or captures and
// promotions first. exd5 is the capture; e5, Ka2, Kb1 and Kb2 are quiet.
func TestPartsByHand(t *testing.T) {
	for _, c := range []struct {
		name, profile string
		sx            int
		want          []int
	}{
		{"a frontier", "sx81", 2, []int{1, 4}},
		{"a half-frontier", "sx81", 10, []int{1, 4}},
		{"just short of the cheapest quiet move", "sx81", 20, []int{1, 4}},
		{"as much as it", "sx81", 21, []int{5}},
		{"stages spare the variation", "tuned", 30, []int{5}},
		{"without the switch", "sx81,switch.half-frontier=off", 10, []int{5}},
		{"and yet a frontier", "sx81,switch.half-frontier=off", 2, []int{1, 4}},
		{"as much as the cheapest move", "sx81,switch.half-frontier=off", 3, []int{5}},
		{"two budgets of 3 end with it", "sx81,switch.half-frontier=off,switch.two-budgets=on", 3, []int{5}}, // the other side has 3
	} {
		prof, err := ParseProfile(c.profile)
		if err != nil {
			t.Fatal(err)
		}
		prof.Start = uint8(c.sx)
		p := &parts{}
		e := NewEngine()
		e.Callbacks = p
		e.search(background, mustParse(t, "7k/8/8/3p4/4P3/8/8/K7 w - -"), &prof, Limits{SX: c.sx})
		if len(p.counts) != len(c.want) || p.counts[0] != c.want[0] || p.counts[len(p.counts)-1] != c.want[len(c.want)-1] {
			t.Errorf("%s: lists of %v moves, want %v", c.name, p.counts, c.want)
		}
	}
}

// TestKillersByHand: a quiet move that cuts becomes the first killer of its
// ply, and the first the second.
func TestKillersByHand(t *testing.T) {
	e := NewEngine()
	a, b := newMove(0x00, 0x10), newMove(0x01, 0x11)
	alpha := int16(0)
	for _, c := range []struct {
		name   string
		move   Move
		flags  uint8
		value  int16
		cut    bool
		killer [2]Move
	}{
		{"below beta", a, 0, 99, false, [2]Move{}},
		{"a capture", a, flagCapture, 100, true, [2]Move{}},
		{"a promotion", a, flagPromotion, 100, true, [2]Move{}},
		{"at beta", a, 0, 100, true, [2]Move{a, NoMove}},
		{"again", a, 0, 100, true, [2]Move{a, NoMove}},
		{"another, and it checks", b, flagCheck, 200, true, [2]Move{b, a}},
		{"the second again", a, 0, 100, true, [2]Move{a, b}},
	} {
		alpha = 0
		if cut := e.test(3, c.move, c.flags, c.value, &alpha, 100); cut != c.cut || e.killers[3] != c.killer {
			t.Errorf("%s: cut %v, killers %v, want %v, %v", c.name, cut, e.killers[3], c.cut, c.killer)
		}
		if want := map[bool]int16{true: 0, false: c.value}[c.cut]; alpha != want {
			t.Errorf("%s: alpha %d, want %d", c.name, alpha, want)
		}
	}
	if e.killers[2] != [2]Move{} || e.killers[4] != [2]Move{} {
		t.Error("other plies have killers too")
	}
}

// priced notes the category and price of a move at a ply.
type priced struct {
	only
	ply      int
	move     string
	category Category
	price    uint8
	found    bool
}

// Event implements Callbacks.
func (p *priced) Event(n Node, ev *Event) {
	if ev.Kind != EventPriced {
		p.only.Event(n, ev)
		return
	}
	if n.Ply() == p.ply && ev.Move.String() == p.move && !p.found {
		p.category, p.price, p.found = ev.Category, ev.Price, true
	}
}

// TestChecksOfALineByHand: a side's first check in a line is cheaper than its
// next ones; what the other side does, or a castling that may check, makes no
// difference.
func TestChecksOfALineByHand(t *testing.T) {
	for _, c := range []struct {
		name, fen string
		line      only
		ply       int
		move      string
		want      Category
	}{
		{"the first", "4k3/8/8/8/8/8/8/R3K3 w - -", only{}, 0, "a1a8", FirstCheck},
		{"the second", "4k3/8/8/8/8/8/8/R3K3 w - -", only{"a1a8", "e8e7"}, 2, "a8a7", Check},
		{"the first at the third ply", "4k3/8/8/8/8/8/8/R3K3 w - -", only{"a1a7", "e8f8"}, 2, "a7a8", FirstCheck},
		{"after a check by the other side", "4k2r/8/8/8/8/8/8/R3K3 w - -", only{"e1f1", "h8h1", "f1g2"}, 3, "h1g1", Check},
		{"White's after Black's", "4k2r/8/8/8/8/8/8/R3K3 w - -", only{"e1f1", "h8h1", "f1g2", "h1h4"}, 4, "a1a8", FirstCheck},
		{"after castling that checks", "5k2/8/8/8/8/8/8/4K2R w K -", only{"e1g1", "f8e7"}, 2, "f1e1", FirstCheck},
	} {
		prof, _ := ParseProfile("uniform")
		prof.Start = 48
		p := &priced{only: c.line, ply: c.ply, move: c.move}
		e := NewEngine()
		e.Callbacks = p
		e.search(background, mustParse(t, c.fen), &prof, Limits{SX: 48, Nodes: 3000})
		if !p.found || p.category != c.want {
			t.Errorf("%s: %v, found %v, want %s", c.name, CategoryNames[p.category], p.found, CategoryNames[c.want])
		}
	}
}

// TestARootThatIsRestrictedKnowsItsCaptures: of exd5, e5, Ka2, Kb1 and Kb2 some
// are searched, and the capture is priced as one.
func TestARootThatIsRestrictedKnowsItsCaptures(t *testing.T) {
	prof, _ := ProfileByName("sx81")
	p := mustParse(t, "7k/8/8/3p4/4P3/8/8/K7 w - -")
	for _, c := range []struct {
		moves, of string
		want      Category
	}{{"e4d5", "e4d5", Capture}, {"a1b2 e4d5", "e4d5", Capture}, {"a1b2 e4d5", "a1b2", Forward}, {"a1b2 a1b1", "a1b1", Backward}} {
		var moves []Move
		for i := 0; i < len(c.moves); i += 5 {
			m, err := p.ParseMove(c.moves[i : i+4])
			if err != nil {
				t.Fatal(err)
			}
			moves = append(moves, m)
		}
		seen := &priced{move: c.of}
		e := NewEngine()
		e.Callbacks = seen
		prof.Start = 30
		r := e.search(background, p, &prof, Limits{SX: 30, Moves: moves, Nodes: 1})
		if !seen.found || seen.category != c.want {
			t.Errorf("of %s: %s is %s, found %v, want %s", c.moves, c.of, CategoryNames[seen.category], seen.found, CategoryNames[c.want])
		}
		if r.Nodes == 0 {
			t.Errorf("of %s: nothing searched", c.moves)
		}
	}
}

// meddler answers every event with the same number.
type meddler struct {
	only
	score  *int16
	price  *uint8
	value  *int16
	passes int     // values of passing that are compared with beta
	values []int16 // with which moves at the root are compared with beta
	left   uint8   // budget at the first ply
	static int16   // value there
}

// Event implements Callbacks.
func (m *meddler) Event(n Node, ev *Event) {
	switch ev.Kind {
	case EventGenerated:
		m.only.Event(n, ev)
		if n.Ply() == 1 {
			m.left, _ = n.Budget()
			m.static = n.Static()
		}
	case EventScored:
		if m.score != nil {
			ev.Value = *m.score
		}
	case EventPriced:
		if m.price != nil {
			ev.Price = *m.price
		}
	case EventBeta:
		if ev.Move == NoMove {
			m.passes++
		}
		if n.Ply() == 0 {
			m.values = append(m.values, ev.Value)
		}
		if m.value != nil {
			ev.Value = *m.value
		}
	default:
		m.only.Event(n, ev)
	}
}

// TestWhatACallbackMayReturn: a score is cut to what no mate has, a value to
// mate, and a price of 0 means 1.
func TestWhatACallbackMayReturn(t *testing.T) {
	p := mustParse(t, "7k/8/8/8/8/8/8/K7 w - -")
	prof, _ := ProfileByName("uniform")
	number := func(n int16) *int16 { return &n }
	for _, c := range []struct{ returned, want int16 }{{31999, MateBound}, {-31999, -MateBound}, {MateBound, MateBound}, {77, 77}} {
		m := &meddler{score: number(c.returned)}
		e := NewEngine()
		e.Callbacks = m
		e.search(background, p, &prof, Limits{SXSet: true})
		if len(m.values) != 3 || m.values[0] != c.want { // Ka2, Kb1, Kb2
			t.Errorf("a score of %d became %v, want %d three times", c.returned, m.values, c.want)
		}
	}
	for _, c := range []struct{ returned, want int16 }{{31999, Mate}, {-31999, -Mate}, {Mate, Mate}, {77, 77}} {
		e := NewEngine()
		e.Callbacks = &meddler{value: number(c.returned)}
		if got := e.search(background, p, &prof, Limits{SXSet: true}).Score; got != c.want {
			t.Errorf("a value of %d became %d, want %d", c.returned, got, c.want)
		}
	}
	// A score that is replaced is what the position after the move is worth.
	s := &meddler{score: number(77)}
	scored := NewEngine()
	scored.Callbacks = s
	prof.Start = 8
	scored.search(background, mustParse(t, "7k/p7/8/8/8/8/8/K7 w - -"), &prof, Limits{SX: 8, Nodes: 1})
	if s.static != -77 {
		t.Errorf("a score of 77 made the position after the move worth %d, want -77", s.static)
	}
	free := uint8(0)
	m := &meddler{price: &free}
	e := NewEngine()
	e.Callbacks = m
	prof.Start = 8
	e.search(background, mustParse(t, "7k/p7/8/8/8/8/8/K7 w - -"), &prof, Limits{SX: 8, Nodes: 1})
	if m.left != 7 {
		t.Errorf("a price of 0 leaves %d of 8, want 7", m.left)
	}
}

// TestARefutedMoveIsDroppedWithoutAWord: after a8=Q the answers to a8=N cut, at
// whatever kind of node, and its value is compared with nothing.
func TestARefutedMoveIsDroppedWithoutAWord(t *testing.T) {
	const promotion = "8/P7/6k1/8/8/8/8/1R5K w - -"
	const queenHangs = "8/P7/7k/4p3/8/3Q4/8/7K w - -"
	for _, c := range []struct {
		name, profile string
		sx            int
		fen, moves    string
		passes        int
	}{
		{"at a frontier", "uniform", 8, promotion, "a7a8 a7a8n", 0},
		{"at an inner node", "uniform", 16, promotion, "a7a8 a7a8n", 0},
		{"at a half-frontier", "sx81,pass=0,price.losing=7", 17, promotion, "a7a8 a7a8n", 0}, // both promotions cost 7: 10 left
		{"in stages", "tuned,pass=0,switch.scout=off,price.losing=7", 25, promotion, "a7a8 a7a8n", 0},
		{"by a pass", "uniform,pass=1", 8, promotion, "a7a8 a7a8n", 1}, // after a8=Q passing is nowhere near
		// After Qd4 the capture on d4 cuts: 28-7 and 28-18 are 21 and 10.
		{"by a capture at a half-frontier", "sx81,pass=0,price.losing=18", 28, queenHangs, "a7a8 d3d4", 0},
		{"by a capture in stages", "uniform,switch.staged=on", 16, queenHangs, "a7a8 d3d4", 0},
	} {
		prof, err := ParseProfile(c.profile)
		if err != nil {
			t.Fatal(err)
		}
		prof.Start = uint8(c.sx)
		m := &meddler{only: only{c.moves}}
		e := NewEngine()
		e.Callbacks = m
		e.search(background, mustParse(t, c.fen), &prof, Limits{SX: c.sx})
		if len(m.values) != 1 || m.passes != c.passes {
			t.Errorf("%s: values %v, want one; %d passes, want %d", c.name, m.values, m.passes, c.passes)
		}
	}
}

// TestALimitCountsOnceARootMoveIsDone: uniform values the 20 first moves, and
// that iteration is always finished. The next one lists them again, and the
// limit is tested before it and where the first is to be followed up.
func TestALimitCountsOnceARootMoveIsDone(t *testing.T) {
	prof, _ := ProfileByName("uniform")
	var r Result
	for limit, want := range map[uint64]uint64{1: 20, 20: 20, 21: 40, 40: 40} {
		r = NewEngine().search(background, mustParse(t, StartFEN), &prof, Limits{Nodes: limit})
		if r.Nodes != want || r.SX != 0 || !r.Stopped || r.Best == NoMove {
			t.Errorf("limit %d: %d nodes, SX %d, stopped %v, best %v, want %d, 0, true and a move", limit, r.Nodes, r.SX, r.Stopped, r.Best, want)
		}
	}
	if first := NewEngine().search(background, mustParse(t, StartFEN), &prof, Limits{SXSet: true}); r.Best != first.Best || r.Score != first.Score {
		t.Errorf("%v %d, want those of the finished iteration, %v %d", r.Best, r.Score, first.Best, first.Score)
	}
	// No first move mates in two: the first reply to the first one cuts, and the search ends: 20+1.
	prof.Start = 8
	if r := NewEngine().search(background, mustParse(t, StartFEN), &prof, Limits{SX: 8, Nodes: 1, MateIn: 2}); r.Nodes != 21 || !r.Stopped {
		t.Errorf("after a move that is refuted: %d nodes, stopped %v, want 21 and true", r.Nodes, r.Stopped)
	}
	// Rxd5 is too dear to be followed up, and the search ends with it.
	prof, _ = ParseProfile("uniform,start=8,price.losing-capture=50")
	e := NewEngine()
	e.Callbacks = only{"d1d5 e1e2"}
	if r := e.search(background, mustParse(t, "4k3/8/4p3/3p4/8/8/8/3RK3 w - -"), &prof, Limits{SX: 8, Nodes: 1}); r.Nodes != 2 || !r.Stopped {
		t.Errorf("after a terminal move: %d nodes, stopped %v, want 2 and true", r.Nodes, r.Stopped)
	}
}

// order notes the moves of the root as they are valued and as they are tried.
type order struct {
	only
	scored []listed
	tried  []Move
}

// Event implements Callbacks.
func (o *order) Event(n Node, ev *Event) {
	switch ev.Kind {
	case EventScored:
		if n.Ply() == 0 {
			o.scored = append(o.scored, listed{move: ev.Move, score: ev.Value})
		}
	case EventPriced:
		if n.Ply() == 0 {
			o.tried = append(o.tried, ev.Move)
		}
	default:
		o.only.Event(n, ev)
	}
}

// TestMovesAreTriedBestFirst: by falling value, and of equal ones that first
// which was generated first.
func TestMovesAreTriedBestFirst(t *testing.T) {
	prof, _ := ParseProfile("uniform,start=8,check-bonus=0")
	for _, p := range append(readEPD(t, "../testdata/bench12.epd"), mustParse(t, StartFEN)) {
		o := &order{}
		e := NewEngine()
		e.Callbacks = o
		e.search(background, p, &prof, Limits{SX: 8})
		sort.SliceStable(o.scored, func(i, j int) bool { return o.scored[i].score > o.scored[j].score })
		for i, m := range o.scored {
			if o.tried[i] != m.move {
				t.Errorf("%s: move %d is %v, want %v", p.FEN(), i, o.tried[i], m.move)
				break
			}
		}
	}
}

// TestATerminalOfTheListByHand: Rxd5 is too dear to be followed up, and is
// worth its static value, 500 here, less the rook: 500-84*4.
func TestATerminalOfTheListByHand(t *testing.T) {
	prof, _ := ParseProfile("sx81,start=10")
	value := int16(500)
	m := &meddler{only: only{"d1d5"}, score: &value}
	e := NewEngine()
	e.Callbacks = m
	r := e.search(background, mustParse(t, "4k3/8/4p3/3p4/8/8/8/3RK3 w - -"), &prof, Limits{SX: 10})
	if len(m.values) != 1 || m.values[0] != 164 || r.Score != 164 {
		t.Errorf("values %v, score %d, want 164", m.values, r.Score)
	}
}

// TestTheMateTestByHand: Ra8 is mate; without the test its static value
// counts.
func TestTheMateTestByHand(t *testing.T) {
	const fen = "7k/8/6K1/8/8/8/8/R7 w - -"
	if got := searched(t, fen, "", "a1a8", "uniform", 0, 0); got.Score != Mate-1 {
		t.Errorf("%d, want mate", got.Score)
	}
	// The rook stands better on a7, which comes first: a8's static value does not beat it, and is not tested.
	if got := searched(t, fen, "", "", "uniform", 0, 0); got.Best.String() != "a1a7" {
		t.Errorf("of all moves: %v, want a1a7", got.Best)
	}
	if got := searched(t, fen, "", "a1a8", "uniform,switch.mate-test=off", 0, 0); got.Score >= MateBound {
		t.Errorf("without the test: %d", got.Score)
	}
	// By promotion: to a queen or a rook it is mate.
	for move, want := range map[string]bool{"a7a8q": true, "a7a8r": true, "a7a8b": false, "a7a8n": false} {
		if got := searched(t, "7k/P7/6K1/8/8/8/8/8 w - -", "", move, "uniform", 0, 0); (got.Score == Mate-1) != want {
			t.Errorf("%s: %d, mate %v", move, got.Score, want)
		}
	}
	// Where the static value is just alpha it is not looked for; the score counts the plies from the root.
	bothColours(t, fen, func(t *testing.T, p *Position, _ Side, at func(string) string) {
		prof, _ := ProfileByName("uniform")
		e := listingEngine(p, prof)
		m, _ := p.ParseMove(at("a1a8"))
		for _, c := range []struct {
			ply           int
			static, alpha int16
			want          int16
		}{{0, 100, 100, 100}, {0, 101, 100, Mate - 1}, {2, 101, 100, Mate - 3}} {
			e.pvLen[c.ply+1] = 9 // of another line
			if got := e.terminal(c.ply, m, flagCheck, c.static, c.alpha, 200); got != c.want || e.pvLen[c.ply+1] != 0 {
				t.Errorf("ply %d, static %d, alpha %d: %d, want %d", c.ply, c.static, c.alpha, got, c.want)
			}
		}
	})
	// Castling is said to check perhaps. Here it stalemates: g2 and h2 are the king's, g3 the pawn's, g4 and h4 the rook's.
	if got := searched(t, "8/8/8/8/R7/7k/7P/4K2R w K -", "", "e1g1", "uniform", 0, 0); got.Score >= MateBound {
		t.Errorf("a stalemate: %d", got.Score)
	}
	// No check, or a check that can be answered, is not mate.
	for _, move := range []string{"a1a7", "a1h1"} {
		if got := searched(t, fen, "", move, "uniform", 0, 0); got.Score >= MateBound {
			t.Errorf("%s: %d", move, got.Score)
		}
	}
}
