package uci

import (
	"cmp"
	"slices"

	"github.com/searchex/searchex/goengine"
	"github.com/searchex/searchex/hostbridge"
)

// found is a line of MultiPV.
type found struct {
	hostbridge.Result
	sx, deepest int
}

// several searches for the best moves (MultiPV). For each budget it searches for the best
// move, then for the best of the others, and so on, each time from the beginning. So the
// first line is the line of a single search, at the cost of repeating all earlier iterations.
func (r *search) several() {
	moves := r.plan.limits.Moves
	if moves == nil {
		moves = r.game.Position().LegalMoves()
	}
	want := min(r.plan.multiPV, len(moves))
	if want < 2 {
		r.conclude(r.one(r.ctx, &r.prof, r.limits(), true))
		return
	}
	l := r.limits()
	start, last := int(r.prof.Start), goengine.MaxSX
	if k := r.plan.guest; k != nil {
		start, last = pliesSX(k.Depths[0]), pliesSX(k.Depths[1])
	}
	if l.SXSet {
		last = min(l.SX, last)
	}
	var best []found
	for iteration, sx := 1, min(start, last); ; iteration, sx = iteration+1, min(sx+int(r.prof.Step), last) {
		lines, complete := r.lines(moves, want, sx)
		if complete || len(best) == 0 {
			best = lines
			r.tell(iteration, lines)
		}
		if !complete || sx == last || r.prof.Step == 0 || !slices.ContainsFunc(lines, open) {
			break
		}
	}
	r.finish(best[0].Best, best[0].PV)
}

// open reports whether the value of a line is not a proved mate, so that it may change.
func open(f found) bool { return f.Score < goengine.MateBound && f.Score > -goengine.MateBound }

// lines searches with one budget for a number of moves, best first. It returns at least
// one line, and reports whether the search was completed.
func (r *search) lines(moves []goengine.Move, want, sx int) (lines []found, complete bool) {
	rest := slices.Clone(moves)
	for range want {
		l := r.limits()
		l.SX, l.SXSet, l.Moves = sx, true, rest
		f := found{Result: r.one(r.ctx, &r.prof, l, false), sx: sx}
		f.deepest = r.info.deepest
		at := slices.Index(rest, f.Best)
		if at >= 0 && (!f.Stopped || len(lines) == 0) {
			lines = append(lines, f)
			rest = slices.Delete(rest, at, at+1)
		}
		if f.Stopped || at < 0 {
			break
		}
	}
	slices.SortStableFunc(lines, func(a, b found) int { return cmp.Compare(b.Score, a.Score) })
	return lines, len(lines) == want && !lines[want-1].Stopped && !lines[0].Stopped
}

// tell writes the info lines of an iteration.
func (r *search) tell(iteration int, lines []found) {
	for k, f := range lines {
		if r.plan.guest != nil {
			iteration, f.sx = f.SX, f.SX
		}
		i := &info{search: r, score: f.Score, pv: f.PV, deepest: f.deepest, multiPV: k + 1}
		i.write(iteration, hostbridge.Progress{SX: f.sx})
	}
}
