package uci

import (
	"cmp"
	"slices"

	"github.com/searchex/searchex/goengine"
	"github.com/searchex/searchex/hostbridge"
)

// found is one of several lines.
type found struct {
	hostbridge.Result
	sx, deepest int
}

// several looks for the best few moves (MultiPV): for each budget the best
// move, then the best of the others, and so on, each by a search of its own from
// a cold start. So the first line is what a single search finds; the price is
// that all earlier iterations are searched again.
func (r *search) several() {
	moves := r.plan.limits.Moves
	if moves == nil {
		moves = r.game.Position().LegalMoves()
	}
	want := min(r.plan.multiPV, len(moves))
	if want < 2 {
		r.conclude(r.one(&r.prof, r.limits(), true))
		return
	}
	l := r.limits()
	last := goengine.MaxSX
	if l.SXSet {
		last = l.SX
	}
	var best []found
	for iteration, sx := 1, min(int(r.prof.Start), last); ; iteration, sx = iteration+1, min(sx+int(r.prof.Step), last) {
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

// open tells a line whose value may still change from a proved mate.
func open(f found) bool { return f.Score < goengine.MateBound && f.Score > -goengine.MateBound }

// lines searches with one budget for so many moves, best first. It is not
// complete where a limit ended it; there is one line at least.
func (r *search) lines(moves []goengine.Move, want, sx int) (lines []found, complete bool) {
	rest := slices.Clone(moves)
	for range want {
		l := r.limits()
		l.SX, l.SXSet, l.Moves = sx, true, rest
		f := found{Result: r.one(&r.prof, l, false), sx: sx}
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

// tell writes the lines of an iteration.
func (r *search) tell(iteration int, lines []found) {
	for k, f := range lines {
		i := &info{search: r, score: f.Score, pv: f.PV, deepest: f.deepest, multiPV: k + 1}
		i.write(iteration, hostbridge.Progress{SX: f.sx})
	}
}
