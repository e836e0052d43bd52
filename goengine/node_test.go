package goengine

import (
	"slices"
	"testing"

	"github.com/searchex/searchex/internal/work"
)

// TestANodeInPartsByHand: the events of the parts of a node whose moves are
// all terminal, how many are counted, and what comes of it.
func TestANodeInPartsByHand(t *testing.T) {
	// exd5 wins a pawn; e5, Ka2, Kb1 and Kb2 are quiet.
	const sound = "7k/8/8/3p4/4P3/8/8/K7 w - -"
	// Rxd5 loses the rook for a pawn. d2, d3, d4, c1, b1 and a1 for the rook, Kd2, Ke2, Kf1 and Kf2 are quiet: 10.
	const losing = "4k3/8/4p3/3p4/8/8/8/3RK3 w - -"
	// Ka2 and no other: b1 and b2 are the rook's on b8.
	const one = "1r5k/8/8/8/8/8/8/K7 w - -"
	// Kxa2, since b1 and b2 are the rook's.
	const captureAlone = "1r5k/8/8/8/8/8/p7/K7 w - -"
	// Kxb1 and Ka2; b2 is the rook's.
	const oneOfEach = "7k/8/8/8/8/8/8/Kr6 w - -"
	for _, c := range []struct {
		name, fen string
		half      bool
		killer    Move
		counts    []int // moves that are reported
		nodes     uint64
		value     bool // not a draw nor a mate
	}{
		{"in stages a sound capture is not listed again", sound, false, NoMove, []int{1, 4}, 5, true},
		{"a losing one is", losing, false, NoMove, []int{1, 11}, 11, true},
		{"a killer comes between, and not again", sound, false, moveA2, []int{1, 1, 3}, 5, true},
		{"at a half-frontier it does not where it can't cut", sound, true, moveA2, []int{1, 4}, 5, true},
		{"a killer may be the only move", one, false, moveA2, []int{0, 1, 0}, 1, true},
		{"and so may a capture", captureAlone, false, NoMove, []int{1, 0}, 1, true},
		{"one capture, one quiet move", oneOfEach, false, NoMove, []int{1, 1}, 2, true},
		{"one capture, one quiet move, at a half-frontier", oneOfEach, true, NoMove, []int{1, 1}, 2, true},
	} {
		prof, _ := ParseProfile("uniform,switch.killers=on")
		e := listingEngine(mustParse(t, c.fen), prof)
		p := &parts{}
		e.Callbacks = p
		e.frames[0].losingLeft = true // of another node
		e.killers[0] = [2]Move{c.killer}
		value, cut := e.inParts(0, -Infinity, Infinity, c.half)
		if !slices.Equal(p.counts, c.counts) || e.nodes != c.nodes || cut || c.value != (value != 0 && value > -MateBound) {
			t.Errorf("%s: told of %v, counted %d, value %d, cut %v, want %v, %d and no cut", c.name, p.counts, e.nodes, value, cut, c.counts, c.nodes)
		}
	}
}

// TestAStopEndsANodeInParts: the capture, or the killer, is listed, and where it
// would be followed up the search stops: nothing more is listed.
func TestAStopEndsANodeInParts(t *testing.T) {
	for _, c := range []struct {
		name, fen string
		half      bool
		killer    Move
		nodes     uint64
	}{
		{"after the capture, in stages", "7k/8/8/3p4/4P3/8/8/K7 w - -", false, NoMove, 1},
		{"after the capture, before a killer", "7k/8/8/3p4/4P3/8/8/K7 w - -", false, moveA2, 1},
		{"after the capture, at a half-frontier", "7k/8/8/3p4/4P3/8/8/K7 w - -", true, NoMove, 1},
		{"after the killer", "7k/p7/8/8/8/8/8/K7 w - -", false, moveA2, 1},
	} {
		prof, _ := ParseProfile("uniform,switch.killers=on")
		e := listingEngine(mustParse(t, c.fen), prof)
		e.frames[0].sx = 40
		e.killers[0] = [2]Move{c.killer}
		e.limited, e.limit = true, 1
		e.inParts(0, -Infinity, Infinity, c.half)
		if e.nodes != c.nodes || !e.stopped {
			t.Errorf("%s: %d moves counted, stopped %v, want %d and true", c.name, e.nodes, e.stopped, c.nodes)
		}
	}
}

// TestKillersOfAStageCutAndRaiseAlpha: Ka2 is the killer, and the others are
// worth less.
func TestKillersOfAStageCutAndRaiseAlpha(t *testing.T) {
	prof, _ := ParseProfile("uniform,switch.killers=on")
	for _, c := range []struct {
		name  string
		beta  int16
		value int16
		cut   bool
		tried int
	}{
		{"below beta", 100, 50, false, 3},
		{"at beta", 50, 50, true, 1},
	} {
		e := listingEngine(mustParse(t, "7k/p7/8/8/8/8/8/K7 w - -"), prof)
		s := &script{values: []map[Move]int16{{moveA2: 50, moveB1: 40, moveB2: 30}}}
		e.Callbacks = s
		e.killers[0] = [2]Move{moveA2}
		if value, cut := e.inParts(0, -1000, c.beta, false); value != c.value || cut != c.cut || int(e.nodes) != c.tried {
			t.Errorf("%s: %d, cut %v, %d moves, want %d, %v, %d", c.name, value, cut, e.nodes, c.value, c.cut, c.tried)
		}
	}
}

// TestWaitingMovesByHand: a waiting move that is at least beta cuts, and what
// follows is not valued. Where all of them are passed over nothing cuts.
func TestWaitingMovesByHand(t *testing.T) {
	for _, c := range []struct {
		name        string
		margin      uint8
		static      int16
		alpha, beta int16
		value       int16
		cut         bool
		nodes       uint64
	}{
		{"they stand a thousand above beta", 0, 1000, -50, 0, 0, true, 1},
		{"they stand a thousand below alpha", 0, -1000, -50, 0, -50, false, 2},
		{"and are passed over", 32, -1000, -50, 0, -50, false, 0},
	} {
		prof, _ := ProfileByName("uniform")
		prof.Futility = c.margin
		e := listingEngine(mustParse(t, "7k/p7/8/8/8/8/8/K7 w - -"), prof)
		e.frames[0].static = c.static
		e.waiting[0], e.waiting[1], e.nWaiting = raw{move: moveA2}, raw{move: moveB1}, 2
		if value, cut := e.tryAll(0, 0, 0, c.alpha, c.beta); value != c.value || cut != c.cut || e.nodes != c.nodes {
			t.Errorf("%s: %d, cut %v, %d moves valued, want %d, %v, %d", c.name, value, cut, e.nodes, c.value, c.cut, c.nodes)
		}
	}
}

// TestFollowByHand: what a move that is followed up hands to the next node. No
// node is searched, since the limit is reached.
func TestFollowByHand(t *testing.T) {
	for _, c := range []struct {
		name      string
		following bool
		line      []Move
		ply       int
		want      bool
	}{
		{"the best move of the last iteration", true, []Move{moveA2}, 0, true},
		{"another", true, []Move{moveB1}, 0, false},
		{"it stands at another ply", true, []Move{moveB1, moveA2}, 0, false},
		{"the variation's move at the second ply", true, []Move{moveB1, moveA2}, 1, true},
		{"a node off the variation", false, []Move{moveB1, moveA2}, 1, false},
		{"the variation has ended", true, []Move{moveA2}, 1, false},
		{"there is none", true, nil, 0, false},
	} {
		prof, _ := ProfileByName("uniform")
		e := listingEngine(mustParse(t, "7k/p7/8/8/8/8/8/K7 w - -"), prof)
		e.limited, e.limit = true, 0
		e.line = c.line
		f, g := &e.frames[c.ply], &e.frames[c.ply+1]
		f.following, f.sx = c.following, 20
		g.following = !c.want // of another node
		e.follow(c.ply, &listed{move: moveA2, score: 7}, 8, -10, 10)
		if g.following != c.want || g.static != -7 || g.sx != 12 || f.move != moveA2 || !e.stopped {
			t.Errorf("%s: following %v, static %d, budget %d, move %v, want %v, -7, 12, a1a2", c.name, g.following, g.static, g.sx, f.move, c.want)
		}
	}
}

// TestRestrictedByHand: Kxb1 is the capture of the buffer, Ka2 quiet, and Kb2
// is left from an older list.
func TestRestrictedByHand(t *testing.T) {
	for _, c := range []struct {
		name  string
		moves []Move
		want  []Move
		kept  int
	}{
		{"the quiet one is none of the captures", []Move{moveA2}, []Move{moveA2}, 0},
		{"the capture is", []Move{moveB1}, []Move{moveB1}, 1},
		{"both, as they stand", []Move{moveA2, moveB1}, []Move{moveB1, moveA2}, 1},
		{"one that is named twice is searched once", []Move{moveA2, moveA2}, []Move{moveA2}, 0},
		{"one that is not in the list", []Move{moveB2}, nil, 0},
	} {
		e := NewEngine()
		e.limits.Moves = c.moves
		b := &e.buffer
		b.moves[0].move, b.moves[1].move, b.moves[2].move, b.n = moveB1, moveA2, moveB2, 2
		kept := e.restrict(1)
		var left []Move
		for _, r := range b.moves[:b.n] {
			left = append(left, r.move)
		}
		if !slices.Equal(left, c.want) || kept != c.kept {
			t.Errorf("%s: %v, %d captures, want %v, %d", c.name, left, kept, c.want, c.kept)
		}
	}
}

// TestLimitsCountByHand: from GraceNodes on, and not a node earlier; and a limit
// is reached with as many nodes, not with more.
func TestLimitsCountByHand(t *testing.T) {
	for _, c := range []struct {
		limited      bool
		nodes, limit uint64
		want, counts bool
	}{
		{false, GraceNodes - 1, 1, false, false},
		{false, GraceNodes, 1, true, true},
		{true, 1, 1, true, true},
		{true, 0, 1, false, true},
		{false, GraceNodes, GraceNodes + 1, false, true},
	} {
		e := NewEngine()
		e.limited, e.nodes, e.limit = c.limited, c.nodes, c.limit
		if got := e.limitReached(); got != c.want || e.limited != c.counts {
			t.Errorf("%+v: %v, limits count %v", c, got, e.limited)
		}
	}
}

// TestASearchBeginsWithEmptyLists: a callback that panics may leave them full.
func TestASearchBeginsWithEmptyLists(t *testing.T) {
	e := NewEngine()
	e.pos = *mustParse(t, StartFEN)
	e.nSorted, e.nWaiting, e.stopped, e.limited = 5, 7, true, true
	e.killers[3][1] = moveA2
	if e.setUp(); e.nSorted != 0 || e.nWaiting != 0 || e.stopped || e.limited || e.killers[3][1] != NoMove {
		t.Errorf("lists of %d and %d moves, stopped %v, limits count %v, killer %v", e.nSorted, e.nWaiting, e.stopped, e.limited, e.killers[3][1])
	}
}

// TestAMateAtItsBoundIsEnough: a score of MateBound is a proved mate and ends
// the search, a unit less does not.
func TestAMateAtItsBoundIsEnough(t *testing.T) {
	prof, _ := ParseProfile("uniform,start=0")
	for score, want := range map[int16]int{MateBound: 0, MateBound - 1: 8, -MateBound: 0, 1 - MateBound: 8} {
		s := &script{values: []map[Move]int16{{moveA2: score, moveB1: score, moveB2: score}}}
		e := NewEngine()
		e.Callbacks = s
		if r := e.search(background, mustParse(t, "7k/p7/8/8/8/8/8/K7 w - -"), &prof, Limits{SX: 8}); r.SX != want {
			t.Errorf("after a score of %d budget %d, want %d", score, r.SX, want)
		}
	}
}

// told records the values reported at the root, and windows.
type told struct {
	script
	alphas [][2]int16 // value and alpha
	best   []Move
	priced []window // at the root
	below  []window // at the first ply
	path   []Move   // to the last node of the second ply
}

// Event implements Callbacks.
func (s *told) Event(n Node, ev *Event) {
	switch ev.Kind {
	case EventAlpha:
		if n.Ply() == 0 {
			s.alphas = append(s.alphas, [2]int16{ev.Value, ev.Alpha})
		}
	case EventBest:
		if n.Ply() == 0 {
			s.best = append(s.best, ev.Move)
		}
	case EventPriced:
		if n.Ply() == 0 {
			a, b := n.Window()
			s.priced = append(s.priced, window{a, b})
		}
	case EventGenerated:
		a, b := n.Window()
		switch path := n.Path(nil); n.Ply() {
		case 1:
			if len(s.below) == 0 || s.below[len(s.below)-1] != (window{a, b}) {
				s.below = append(s.below, window{a, b})
			}
			if len(path) != 1 {
				s.path = path
			}
		case 2:
			s.path = path
		}
	default:
		s.script.Event(n, ev)
	}
}

// TestWhatIsToldOfTheRoot: Kb1, Ka2 and Kb2 are tried in this order, and worth
// 50, 20 and 70. A node below has the window of its parent, turned; that of a
// scout is a unit wide.
func TestWhatIsToldOfTheRoot(t *testing.T) {
	const inf = Infinity
	for _, c := range []struct {
		profile string
		below   []window
	}{
		{"uniform,start=8", []window{{-inf, inf}, {-inf, -50}}},
		// Ka2 and Kb2 are found better than the scout asks, 2,500 and 2,000, and searched again.
		{"uniform,start=8,switch.scout=on", []window{{-inf, inf}, {-51, -50}, {-inf, -50}, {-51, -50}, {-inf, -50}}},
	} {
		prof, err := ParseProfile(c.profile)
		if err != nil {
			t.Fatal(err)
		}
		s := &told{script: script{
			static: map[Move]int16{moveB1: 3000, moveA2: 2500, moveB2: 2000},
			values: []map[Move]int16{{moveB1: 50, moveA2: 20, moveB2: 70}},
		}}
		e := NewEngine()
		e.Callbacks = s
		e.search(background, mustParse(t, "7k/p7/8/8/8/8/8/K7 w - -"), &prof, Limits{SX: 8})
		if want := [][2]int16{{50, -inf}, {20, 50}, {70, 50}}; !slices.Equal(s.alphas, want) {
			t.Errorf("%s: values and alphas %v, want %v", c.profile, s.alphas, want)
		}
		if want := []Move{moveB1, moveB2}; !slices.Equal(s.best, want) {
			t.Errorf("%s: best moves %v, want %v", c.profile, s.best, want)
		}
		if want := []window{{-inf, inf}, {50, inf}, {50, inf}}; !slices.Equal(s.priced, want) {
			t.Errorf("%s: windows of the root %v, want %v", c.profile, s.priced, want)
		}
		if !slices.Equal(s.below, c.below) {
			t.Errorf("%s: windows below %v, want %v", c.profile, s.below, c.below)
		}
	}
	// The path to a node of the second ply.
	prof, _ := ParseProfile("uniform,start=16")
	s := &told{}
	e := NewEngine()
	e.Callbacks = s
	// Black has Kg8 alone after Kb1, which White is restricted to: h7 and g7 are the rook's.
	e.search(background, mustParse(t, "7k/R7/8/8/8/8/8/K7 w - -"), &prof, Limits{SX: 16, Moves: []Move{moveB1}})
	if want := []Move{moveB1, newMove(0x77, 0x76)}; !slices.Equal(s.path, want) {
		t.Errorf("path %v, want %v", s.path, want)
	}
}

// TestTheVariationEndsWithADraw: Qa1+ is followed up first and Qg6, which
// stalemates, is worth more: its variation has no answer.
func TestTheVariationEndsWithADraw(t *testing.T) {
	prof, _ := ParseProfile("uniform,start=16")
	first, stalemate := newMove(0x06, 0x00), newMove(0x06, 0x56)
	e := NewEngine()
	e.Callbacks = &script{
		only:   only{"g1a1 g1g6"},
		static: map[Move]int16{first: 3000, stalemate: 2000},
		values: []map[Move]int16{{first: -100, stalemate: 0}},
	}
	r := e.search(background, mustParse(t, "7k/5K2/8/8/8/8/8/6Q1 w - -"), &prof, Limits{SX: 16})
	if !slices.Equal(r.PV, []Move{stalemate}) {
		t.Errorf("variation %v, want g1g6 alone", r.PV)
	}
}

// TestTheRootsScoreByHand: it is kept of the root alone, and a value that is no
// more than alpha changes nothing.
func TestTheRootsScoreByHand(t *testing.T) {
	e := NewEngine()
	for _, c := range []struct {
		name                     string
		ply                      int
		value, alpha, want, root int16
		best                     Move
	}{
		{"more than alpha", 0, 11, 10, 11, 11, moveA2},
		{"as much", 0, 10, 10, 10, 99, moveB1},
		{"less", 0, 9, 10, 10, 99, moveB1},
		{"at another ply", 3, 11, 10, 11, 99, moveA2},
	} {
		e.rootScore, e.pv[c.ply][c.ply] = 99, moveB1
		alpha := c.alpha
		if cut := e.test(c.ply, moveA2, 0, c.value, &alpha, 100); cut || alpha != c.want || e.rootScore != c.root || e.pv[c.ply][c.ply] != c.best {
			t.Errorf("%s: alpha %d, score %d, best %v, want %d, %d, %v", c.name, alpha, e.rootScore, e.pv[c.ply][c.ply], c.want, c.root, c.best)
		}
	}
}

// thinned is a script under which the killers' part is the last that has moves.
type thinned struct {
	script
	told int
}

// Event implements Callbacks.
func (s *thinned) Event(n Node, ev *Event) {
	if ev.Kind != EventGenerated {
		s.script.Event(n, ev)
		return
	}
	if s.told++; s.told == 3 { // captures, the killer, the others
		n.Keep(nil)
	}
}

// TestANodeWithoutTheOthersIsNoStalemate: the killer was tried, and counts.
func TestANodeWithoutTheOthersIsNoStalemate(t *testing.T) {
	prof, _ := ParseProfile("uniform,switch.killers=on")
	e := listingEngine(mustParse(t, "7k/p7/8/8/8/8/8/K7 w - -"), prof)
	e.Callbacks = &thinned{script: script{values: []map[Move]int16{{moveA2: 50}}}}
	e.killers[0] = [2]Move{moveA2}
	if value, cut := e.inParts(0, -1000, 100, false); value != 50 || cut {
		t.Errorf("%d, cut %v, want 50", value, cut)
	}
}

// TestAPassEndsWithTheFirstLossThatIsEnough: NxR, PxN costs 84-54, 30*4 = 120,
// a unit more than the 119 above beta; the knight, which hangs, is not asked.
func TestAPassEndsWithTheFirstLossThatIsEnough(t *testing.T) {
	bothColours(t, "1r4k1/8/2n5/8/3R4/4P3/8/1N2K3 w - -", func(t *testing.T, p *Position, _ Side, _ func(string) string) {
		prof, _ := ParseProfile("uniform,pass=1")
		e := listingEngine(p, prof)
		e.frames[1].static, e.frames[1].sx = 120, 0
		if e.passes(1, -Infinity, 0) || e.meter.work[work.SwapOffs] != 1 {
			t.Errorf("%d exchanges counted, want 1, and no pass", e.meter.work[work.SwapOffs])
		}
	})
}
