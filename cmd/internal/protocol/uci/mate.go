package uci

import (
	"context"
	"strings"
	"time"

	"github.com/searchex/searchex/cmd/internal/report"
	"github.com/searchex/searchex/goengine"
)

// consolation is the time, on the machine's clock, for a move when there is no mate.
const consolation = 10 * time.Second

// proveMate searches for a mate in plan.mate moves with the price of a ply for every
// move, which proves or disproves it. It reports whether go is answered. If not, a
// search must find a move, since the chess program waits for one.
func (r *search) proveMate() bool {
	n := r.plan.mate
	uniform, _ := goengine.ProfileByName("uniform")
	l := r.plan.limits
	l.MateIn, l.SX, l.SXSet = n, 8*(2*n-1), true
	result := r.one(r.ctx, &uniform, l, true)
	over := len(r.game.Position().LegalMoves()) == 0
	switch moves, ok := report.Mate(int(result.Score)); {
	case result.Best != goengine.NoMove && ok && result.Score > 0 && moves <= n:
		r.out.note("mate in %d: %s", moves, strings.Join(r.game.Position().UCILine(result.PV), " "))
		r.finish(result.Best, result.PV)
		return true
	case result.Stopped && !over:
		r.out.note("mate in %d: stopped before it was proved or refuted", n)
	default:
		r.out.note("no mate in %d", n)
	}
	if over {
		r.finish(goengine.NoMove, nil)
		return true
	}
	if r.plan.multiPV = 1; result.Stopped {
		// Stopped or out of time: search only the first iteration.
		l := r.plan.limits
		l.Nodes, l.SX, l.SXSet = 0, int(r.prof.Start), true
		r.plan.cycles = 0
		r.conclude(r.one(context.WithoutCancel(r.ctx), &r.prof, l, true))
		return true
	}
	if r.plan.cycles == 0 {
		r.plan.cycles = r.spent + r.plan.rate.Cycles(consolation)
	}
	return false
}
