package hostbridge

import (
	"context"
	"slices"

	"github.com/searchex/searchex/goengine"
)

// A search may end with a promotion to less than a queen that gains nothing: such moves have
// the price of losing moves (decision 8), so they are looked at less deeply than the queen,
// and are seen too well or too badly. A program that plays then searches the queen alone:
// QueenLimits has the limits of that second search, QueenAsGood judges its result.

// queenShare is the part of a search's nodes, and of its time, that the second search gets:
// one in queenShare of the nodes of the first, and the last one in queenShare + 1 of the time.
const queenShare = 2

// QueenLimits returns the limits of the second search after a search with some limits: the
// queen alone, with the SX of the last complete iteration, for half of the nodes. Time and
// cycles are the caller's to limit. It reports false if the result is no underpromotion, or
// if the queen was not allowed.
func QueenLimits(prof *goengine.Profile, l goengine.Limits, r *Result) (goengine.Limits, bool) {
	queen, ok := queenFor(r.Best)
	if !ok || l.MateIn > 0 || l.Moves != nil && !slices.Contains(l.Moves, queen) {
		return l, false
	}
	first := int(prof.Start)
	if l.SX > 0 || l.SXSet {
		first = min(first, l.SX)
	}
	l.Moves, l.Nodes = []goengine.Move{queen}, max(r.Nodes/queenShare, 1)
	l.SX, l.SXSet = max(r.SX, first), true
	return l, true
}

// QueenAsGood reports whether the second search shows that the queen is at least as good as
// the underpromotion of the first: by its value, or because it is best answered by taking the
// queen. The same man could take the lesser piece, and the position would be the same. A
// mate that was proved is given up for one that is as short only.
func QueenAsGood(first, second *Result) bool {
	queen, ok := queenFor(first.Best)
	switch {
	case !ok || second.Stopped || second.Best != queen:
		return false
	case second.Score >= first.Score:
		return true
	}
	return first.Score < goengine.MateBound && len(second.PV) > 1 && second.PV[1].To() == queen.To()
}

// SearchToPlay searches for a move to be played: with the second search where one is due, but not
// by a foreign engine, whose own the answer is. The result has the nodes and cycles of both.
func SearchToPlay(ctx context.Context, e Engine, g *goengine.Game, prof *goengine.Profile, l goengine.Limits) (Result, error) {
	r, err := e.Search(ctx, g, prof, l)
	l, ok := QueenLimits(prof, l, &r)
	if err != nil || !ok || IsForeign(e.Name()) {
		return r, err
	}
	queen, err := e.Search(ctx, g, prof, l)
	nodes, cycles, modelled := r.Nodes+queen.Nodes, r.Cycles+queen.Cycles, r.Modelled+queen.Modelled
	if err == nil && QueenAsGood(&r, &queen) {
		r = queen
	}
	r.Nodes, r.Cycles, r.Modelled = nodes, cycles, modelled
	return r, err
}

// EndEarly makes a follower end a search where the second search will be due, so that there is
// time for it: at a tick, if the best move so far is an underpromotion and two thirds of
// the time are over. used returns the time that is over and the whole, in any unit; a whole of
// 0 is no limit. The search ends by stop, which cancels its context.
func (f *Follower) EndEarly(used func(Progress) (over, whole uint64), stop func()) {
	less := false
	noting := func(call func(Progress)) func(Progress) {
		return func(p Progress) {
			if len(p.PV) > 0 {
				_, less = queenFor(p.PV[0])
			}
			if call != nil {
				call(p)
			}
		}
	}
	f.Iteration, f.Best = noting(f.Iteration), noting(f.Best)
	tick := f.Tick
	f.Tick = func(p Progress) {
		if over, whole := used(p); less && whole > 0 && over >= whole-whole/(queenShare+1) {
			stop()
		}
		if tick != nil {
			tick(p)
		}
	}
}

// queenFor returns the promotion to a queen in place of one to less. It reports false for any
// other move.
func queenFor(m goengine.Move) (goengine.Move, bool) { return m.ToQueen(), m != m.ToQueen() }
