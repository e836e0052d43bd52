package goengine

import (
	"slices"
	"testing"
)

// Moves of "7k/p7/8/8/8/8/8/K7 w - -", and an answer.
var (
	moveA2 = newMove(0x00, 0x10)
	moveB1 = newMove(0x00, 0x01)
	moveB2 = newMove(0x00, 0x11)
	moveA6 = newMove(0x60, 0x50)
)

// TestUnfinishedByHand compares each rule of decision 35 with a result. The
// complete iteration plays Kb1, a6, worth 100, where there is one; the move
// under way is Ka2, whose static value is 7.
func TestUnfinishedByHand(t *testing.T) {
	type line = []Move
	complete := line{moveB1, moveA6}
	onlyB1, onlyB2, b2, underWay := line{moveB1}, line{moveB2}, line{moveB2, moveA6}, line{moveA2}
	for _, c := range []struct {
		name      string
		before    line  // of the complete iteration
		best      line  // of the best move so far
		value     int16 // its value
		lineTried int
		mateIn    int
		line      line // of the result
		score     int16
		complete  bool
	}{
		{"no move finished: the complete iteration stands", complete, nil, 0, 0, 0, complete, 100, true},
		// rootScore is then left from before, whatever it is.
		{"and so it does where an older value was better", complete, nil, 300, 0, 0, complete, 100, true},
		{"as good as before: it counts", complete, b2, 100, 0, 0, b2, 100, false},
		{"better: it counts", complete, onlyB2, 101, 0, 0, onlyB2, 101, false},
		{"the same move, better", complete, onlyB1, 101, 1, 0, onlyB1, 101, false},
		{"worse, and the old best move was not tried", complete, onlyB2, 99, 0, 0, complete, 100, true},
		{"mated, and the old best move was not tried", complete, onlyB2, -MateBound, 0, 0, complete, 100, true},
		{"the old best move is worse and nothing came after it", complete, onlyB1, 99, 1, 0, complete, 100, true},
		{"a unit above mated it is the same", complete, onlyB1, 1 - MateBound, 1, 0, complete, 100, true},
		{"the old best move is mated", complete, onlyB1, -MateBound, 1, 0, underWay, 7, false},
		{"so is the next", complete, onlyB1, -MateBound, 2, 0, underWay, 7, false},
		{"the next is worse still: the old best move's new value", complete, onlyB1, 99, 2, 0, onlyB1, 99, false},
		{"the next is better than the old best move's new value", complete, onlyB2, 99, 2, 0, onlyB2, 99, false},
		{"one before the old best move is better than its new value", complete, onlyB2, 99, 1, 0, onlyB2, 99, false},

		{"first iteration: it counts", nil, b2, -300, 0, 0, b2, -300, false},
		{"first iteration, no move finished: the one under way", nil, nil, 0, 0, 0, underWay, 7, false},
		{"first iteration, no move finished, an older value of a mate", nil, nil, -Mate, 0, 0, underWay, 7, false},
		{"first iteration, mated: the one under way", nil, onlyB2, -MateBound, 0, 0, underWay, 7, false},
		{"first iteration, a unit above mated", nil, onlyB2, 1 - MateBound, 0, 0, onlyB2, 1 - MateBound, false},
		{"mates only, none so far", nil, nil, 0, 0, 2, nil, 0, false},
		{"mates in one only, none so far", nil, nil, 0, 0, 1, nil, 0, false},
		{"mates only, one found", nil, onlyB2, Mate - 3, 0, 2, onlyB2, Mate - 3, false},
	} {
		e := NewEngine()
		e.limits.MateIn = c.mateIn
		e.line = slices.Clone(c.before)
		e.pvLen[0] = copy(e.pv[0][:], c.best)
		e.rootScore, e.lineTried = c.value, c.lineTried
		e.underWay = listed{move: moveA2, score: 7}
		r := Result{}
		if len(e.line) > 0 {
			r = Result{Best: e.line[0], Score: 100, Complete: true}
		}
		e.unfinished(&r)
		first := NoMove
		if len(c.line) > 0 {
			first = c.line[0]
		}
		if !slices.Equal(e.line, c.line) || r.Best != first || r.Score != c.score || r.Complete != c.complete || !r.Stopped {
			t.Errorf("%s: %v, best %v, score %d, complete %v, stopped %v, want %v, %d, %v, true",
				c.name, e.line, r.Best, r.Score, r.Complete, r.Stopped, c.line, c.score, c.complete)
		}
	}
}

// TestRootMovesTriedByHand: they are counted from the last iteration's best
// move on, and with the first of them limits begin to count.
func TestRootMovesTriedByHand(t *testing.T) {
	a, b, c := newMove(0, 1), newMove(0, 16), newMove(0, 17)
	e := NewEngine()
	for i, step := range []struct {
		line  []Move
		tried Move
		want  int
	}{
		{nil, a, 0}, {nil, b, 0}, // the first iteration has no such move
		{[]Move{b, a}, c, 0}, {[]Move{b, a}, a, 0}, // a is the answer, not the best move
		{[]Move{b, a}, b, 1}, {[]Move{b, a}, a, 2}, {[]Move{b, a}, c, 3},
	} {
		e.line, e.limited = step.line, false
		if e.rootMoveTried(step.tried); e.lineTried != step.want || !e.limited {
			t.Errorf("%d: %d tried, want %d; limits count: %v", i, e.lineTried, step.want, e.limited)
		}
	}
}

// script values the root's moves: it gives each a static value and, one list an
// iteration, what it turns out to be worth. It stops the search when a move of
// the last list is tested.
type script struct {
	only
	static map[Move]int16
	values []map[Move]int16
	stopAt Move
	done   int // iterations
}

// Event implements Callbacks.
func (s *script) Event(n Node, ev *Event) {
	switch ev.Kind {
	case EventScored:
		if n.Ply() > 0 {
			return
		}
		ev.Value = s.static[ev.Move]
	case EventBeta:
		if n.Ply() > 0 || s.done == len(s.values) {
			return
		}
		if s.done == len(s.values)-1 && ev.Move == s.stopAt {
			n.Stop()
		}
		if v, ok := s.values[s.done][ev.Move]; ok {
			ev.Value = v
			return
		}
		ev.Value = -1000
	case EventIteration:
		if n.Ply() == 0 {
			s.done++
		}
	default:
		s.only.Event(n, ev)
	}
}

// TestAStoppedIterationByHand: Kb1, Ka2 and Kb2 are tried in this order, by
// their static values, but the last iteration's best move first. When one of
// them is tested Stop is set, so that the next is not finished. A move that is
// given no value is worth -1000. The static values are so high that no answer
// refutes a move before it is tested.
func TestAStoppedIterationByHand(t *testing.T) {
	static := map[Move]int16{moveB1: 3000, moveA2: 2500, moveB2: 2000}
	type values = map[Move]int16
	for _, c := range []struct {
		name     string
		values   []values
		stopAt   Move
		best     Move
		score    int16
		sx       int
		complete bool
	}{
		{"problem at the root", []values{{moveA2: 50}, {moveA2: -90}}, moveA2, moveA2, 50, 8, true},
		{"the first is better than before", []values{{moveA2: 50}, {moveA2: 60}}, moveA2, moveA2, 60, 8, false},
		{"the second is better than a problem", []values{{moveA2: 50}, {moveA2: -90, moveB1: -20}}, moveB1, moveB1, -20, 8, false},
		{"the second is no better", []values{{moveA2: 50}, {moveA2: -90, moveB1: -99}}, moveB1, moveA2, -90, 8, false},
		{"mated, and Kb1 under way", []values{{moveA2: 50}, {moveA2: -Mate + 2}}, moveA2, moveB1, 3000, 8, false},
		{"the third iteration begins anew", []values{{moveA2: 50}, {moveA2: 40}, {moveA2: -90}}, moveA2, moveA2, 40, 16, true},
		{"in the first, Ka2 under way", []values{{moveB1: -Mate + 2}}, moveB1, moveA2, 2500, 0, false},
		{"in the first, Kb1 is no mate", []values{{moveB1: -500}}, moveB1, moveB1, -500, 0, false},
	} {
		prof, err := ParseProfile("uniform,start=8")
		if err != nil {
			t.Fatal(err)
		}
		s := &script{static: static, values: c.values, stopAt: c.stopAt}
		e := NewEngine()
		e.Callbacks = s
		r := e.search(background, mustParse(t, "7k/p7/8/8/8/8/8/K7 w - -"), &prof, Limits{SX: 40})
		if !r.Stopped || r.Best != c.best || r.PV[0] != c.best || r.Score != c.score || r.SX != c.sx || r.Complete != c.complete {
			t.Errorf("%s: %v %d, SX %d, complete %v, stopped %v, want %v %d, %d, %v, true",
				c.name, r.PV, r.Score, r.SX, r.Complete, r.Stopped, c.best, c.score, c.sx, c.complete)
		}
	}
}

// TestTheFirstMoveMayNotBeFinished: Kb1 is the first to be tried, and takes more
// moves than the search is left alone for.
func TestTheFirstMoveMayNotBeFinished(t *testing.T) {
	prof, err := ParseProfile("uniform,start=80")
	if err != nil {
		t.Fatal(err)
	}
	e := NewEngine()
	e.Callbacks = &script{static: map[Move]int16{moveB1: 30, moveA2: 20, moveB2: 10}}
	p := mustParse(t, "7k/p7/8/8/8/8/8/K7 w - -")
	// The list that is made last takes what it has: a king has 8 moves at most, and the pawn one, or four as a promotion.
	if r := e.search(background, p, &prof, Limits{SX: 80, Nodes: 1}); r.Nodes < GraceNodes || r.Nodes >= GraceNodes+12 || !r.Stopped ||
		r.Complete || r.Best != moveB1 || r.Score != 30 || r.SX != 0 || len(r.PV) != 1 {
		t.Errorf("%+v, want Kb1, 30, after about %d moves", r, GraceNodes)
	}
	// After it another search begins with nothing of it.
	prof, _ = ParseProfile("uniform,start=0")
	e.Callbacks = nil
	if r := e.search(background, mustParse(t, "R6k/8/6K1/8/8/8/8/8 b - -"), &prof, Limits{SX: 80}); r.Best != NoMove || r.PV != nil || r.Score != -Mate || !r.Complete {
		t.Errorf("%+v, want mate and no move", r)
	}
}
