package hostbridge

import (
	"context"
	"math"

	"github.com/searchex/searchex/goengine"
)

// machineFollow turns events of a machine into a Follower's calls, and passes all
// on to other callbacks.
type machineFollow struct {
	then    Callbacks // or nil
	e       *machineEngine
	start   uint64 // the machine's cycles when the search began
	deepest int
}

// watchFew calls back at few events, none of them one that every move has:
// goengine.EventGenerated, without the number of moves, goengine.EventBest at the root, and
// goengine.EventIteration.
func (e *machineEngine) watchFew(c Callbacks) {
	w := &watcher{machineNode: &machineNode{e: e}, c: c}
	for i := range e.layout.hooks {
		h := &e.layout.hooks[i]
		report := w.reporter(h)
		switch h.kind {
		case atGenerated:
			e.runner.Watch(h.addr, func() { w.report(goengine.Event{Kind: goengine.EventGenerated}) })
		case atBest:
			e.runner.Watch(h.addr, func() {
				if w.Ply() == 0 {
					report()
				}
			})
		case atIteration:
			e.runner.Watch(h.addr, report)
		}
	}
}

// progress returns what is known at any moment.
func (f *machineFollow) progress() Progress {
	return Progress{Nodes: f.e.layout.nodes(), Cycles: f.e.m.Cycles() - f.start, Deepest: f.deepest}
}

// Event implements Callbacks. At goengine.EventBest the machine is about to put the move
// in front of the line of the ply below.
func (f *machineFollow) Event(n Node, ev *goengine.Event) {
	reported := *ev
	if f.then != nil {
		f.then.Event(n, ev)
	}
	e := f.e
	switch reported.Kind {
	case goengine.EventGenerated:
		f.deepest = max(f.deepest, int(reported.Ply)+1)
	case goengine.EventBest:
		if reported.Ply != 0 {
			return
		}
		p := f.progress()
		p.Score = e.layout.score(e.sym.RootScore)
		p.PV = e.line([]goengine.Move{reported.Move}, e.layout.lineBelow(), e.m.Read(e.sym.PvLen+1))
		e.follower.best(p)
	case goengine.EventIteration:
		p := f.progress()
		p.SX, p.Score = int(reported.SX), reported.Value
		p.PV = e.line(nil, e.sym.Line, e.m.Read(e.sym.LineLen))
		e.follower.iteration(p)
	}
}

// poll sets cycle deadlines for a search that is about to begin, at which it tests
// the context and the limit of cycles, and calls the follower's Tick. The cycle
// counts do not depend on the host's time. f is nil if there is no follower.
func (e *machineEngine) poll(ctx context.Context, start uint64, f *machineFollow) {
	m := e.m
	limit, tick := uint64(math.MaxUint64), uint64(math.MaxUint64)
	if e.cycleLimit != 0 {
		limit = start + min(e.cycleLimit, math.MaxUint64-start)
	}
	if f != nil && e.follower.Every != 0 {
		tick = start + e.follower.Every
	}
	stopped := func() bool { return ctx.Err() != nil }
	var look func()
	next := func() {
		at := min(limit, tick)
		if ctx.Done() != nil {
			at = min(at, m.Cycles()+pollCycles)
		}
		if at != math.MaxUint64 {
			m.SetAlarm(at, look)
		}
	}
	look = func() {
		if m.Cycles() >= tick {
			tick += e.follower.Every
			e.follower.tick(f.progress())
		}
		if stopped() || m.Cycles() >= limit {
			m.Write(e.sym.StopFlag, 1)
			return
		}
		next()
	}
	if stopped() {
		m.Write(e.sym.StopFlag, 1)
		return
	}
	next()
}
