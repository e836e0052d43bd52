package goengine

import (
	"context"

	"github.com/searchex/searchex/internal/work"
)

// Search searches for the best move in a game, which does not change. When ctx is done
// the search ends at the next position entered, as by Limits.Nodes, and returns the best
// move so far. The error is nil: machines, which have faults, search in the same form.
func (e *Engine) Search(ctx context.Context, game *Game, prof *Profile, l Limits) (Result, error) {
	return e.search(ctx, game.Position(), prof, l), nil
}

// search searches for the best move in a position as its lists stand.
func (e *Engine) search(ctx context.Context, p *Position, prof *Profile, l Limits) Result {
	e.pos, e.prof, e.limits = *p, *prof, l
	e.done = ctx.Done()
	e.setUp()
	r := Result{}
	last := MaxSX
	if l.SX > 0 || l.SXSet {
		last = min(l.SX, MaxSX)
	}
	e.line = e.line[:0]
	for sx := min(int(prof.Start), last); ; sx = min(sx+int(prof.Step), last) {
		e.pvLen[0] = 0
		f := &e.frames[0]
		f.sx, f.other = uint8(sx), 0
		if prof.Switches&TwoBudgets != 0 {
			f.other = uint8(sx)
		}
		f.checked, f.maybeCheck, f.following = 0, true, true
		e.meter.count(work.Iterations)
		f.static = e.pos.static(&e.tables)
		e.lineTried = 0
		score, _ := e.node(0, l.RootAlpha(), Infinity)
		if e.stopped {
			e.unfinished(&r)
			break
		}
		if n := e.pvLen[0]; n > 0 {
			e.line = append(e.line[:0], e.pv[0][:n]...)
			r.Best = e.line[0]
		}
		r.Score, r.SX, r.Complete = score, sx, true
		e.limited = true
		if e.Callbacks != nil {
			e.report(0, Event{Kind: EventIteration, Move: r.Best, SX: uint8(sx), Value: score})
		}
		settled := len(e.line) == 0 || score >= MateBound || score <= -MateBound
		if l.MateIn > 0 {
			settled = len(e.line) > 0
		}
		if settled || sx == last || prof.Step == 0 {
			break
		}
	}
	r.PV = append([]Move(nil), e.line...)
	r.Nodes = e.nodes
	r.Work, r.Picked = *e.workSoFar(), e.meter.picked
	r.SwapOffs, r.Expanded = r.Work[work.SwapOffs], r.Work[work.Looks]
	return r
}

// unfinished sets the result of a search whose last iteration was ended by a limit.
// The result of that iteration counts if its best move is worth at least as much
// as that of the complete iteration before it, or if it has searched the latter
// again and either other moves after it or a better one before it. Otherwise the
// complete iteration's result stands.
//
// If all moves searched so far lose to mate, the others need not, so that is not a
// score: the result is the move that was being searched, which is not refuted yet,
// with its static value. The same holds if no move has been searched and there is
// no complete iteration.
func (e *Engine) unfinished(r *Result) {
	r.Stopped = true
	best := e.pv[0][:e.pvLen[0]]
	lost := len(best) == 0 || e.rootScore <= -MateBound
	worse := len(best) == 0 || e.rootScore < r.Score
	if len(e.line) > 0 && worse && (e.lineTried == 0 || !lost && e.lineTried == 1 && best[0] == e.line[0]) {
		return
	}
	r.Complete = false
	switch {
	case !lost:
		e.line, r.Score = append(e.line[:0], best...), e.rootScore
	case e.limits.MateIn > 0:
		return
	default:
		e.line, r.Score = append(e.line[:0], e.underWay.move), e.underWay.score
	}
	r.Best = e.line[0]
}

// setUp prepares a search from position, profile and limits.
func (e *Engine) setUp() {
	pulls, lit := e.pos.buildTables(&e.tables), 0
	net := e.prof.Switches&RootNet != 0
	if net {
		lit = netTables(rootNet(), &e.tables, &e.pos)
	}
	e.phase = e.pos.Phase()
	e.setPrices()
	e.nodes = 0
	e.startMeter(pulls)
	if net {
		e.meter.evaluatedNet(&e.pos, lit)
	}
	e.limit = e.limits.Nodes
	if e.limit == 0 {
		e.limit = 1<<63 - 1
	}
	e.depth = e.limits.Plies()
	e.stopped, e.limited = false, false
	d := e.limits.DrawValue()
	e.draw = [2]int16{d, -d}
	e.nSorted, e.nWaiting = 0, 0
	e.killers = [MaxPly + 1][2]Move{}
	if e.prof.Switches&Cache != 0 {
		clear(e.cache[:])
	}
}

// restrict drops root moves that are not among Limits.Moves and returns how many
// captures and promotions are left.
func (e *Engine) restrict(tactical int) int {
	b := &e.buffer
	n, kept := 0, 0
	for i := 0; i < b.n; i++ {
		for _, m := range e.limits.Moves {
			if b.moves[i].move == m {
				if i < tactical {
					kept++
				}
				b.moves[n] = b.moves[i]
				n++
				break
			}
		}
	}
	b.n = n
	return kept
}
