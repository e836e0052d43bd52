package hostbridge

import (
	"context"
	"math"
	"slices"

	"github.com/searchex/searchex/emu"
	"github.com/searchex/searchex/goengine"
)

// machineFollow turns events of a machine into a Follower's calls, and passes all
// on to other callbacks.
type machineFollow struct {
	then    Callbacks // or nil
	e       *machineEngine
	start   uint64 // the machine's cycles when the search began
	deepest int
	path    []Step // see Follower.Path
}

// watchFew calls back at few events, none of them one that every move has:
// goengine.EventGenerated, without the number of moves, goengine.EventBest at the root, and
// goengine.EventIteration. It notes the moves that are followed up if they are wanted.
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
		case atFollow:
			if e.follower.Path {
				e.runner.Watch(h.addr, report)
			}
		}
	}
}

// progress returns what is known at any moment.
func (f *machineFollow) progress() Progress {
	return Progress{Nodes: f.e.layout.nodes(), Cycles: f.e.m.Cycles() - f.start, Deepest: f.deepest, Path: slices.Clone(f.path)}
}

// follow notes that the node at hand follows a move up, for a price.
func (f *machineFollow) follow(m goengine.Move, price uint8) {
	l, s := f.e.layout, &f.e.sym
	own := l.nodeByte(s.NSx)
	price = min(price, own) // with two budgets it may be more
	f.path = append(f.path[:f.e.m.Read(s.Ply)], Step{m, price, own - price})
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

// poll makes a search that is about to begin stop when its context is done or its limit of
// cycles reached, and calls the follower's Tick. f is nil if there is no follower.
func (e *machineEngine) poll(ctx context.Context, start uint64, f *machineFollow) {
	stop := func() { e.m.Write(e.sym.StopFlag, 1) }
	if ctx.Err() != nil {
		stop()
		return
	}
	limit := uint64(math.MaxUint64)
	if e.cycleLimit != 0 {
		limit = start + min(e.cycleLimit, math.MaxUint64-start)
	}
	var every uint64
	if f != nil {
		every = e.follower.Every
	}
	Poll(ctx, e.m, limit, every, func() { e.follower.tick(f.progress()) }, stop)
}

// PollCycles is how often a run tests its context: every few milliseconds of the host's time.
const PollCycles = 1_000_000

// Poll sets alarms for a run of a machine that is about to begin. It calls stop once, when the
// context is done or the cycle count has reached limit, and until then tick whenever every
// more cycles have passed; 0 is never. The counts do not depend on the host's time.
func Poll(ctx context.Context, m emu.Machine, limit, every uint64, tick, stop func()) {
	due := uint64(math.MaxUint64)
	if every != 0 {
		due = m.Cycles() + every
	}
	var look func()
	next := func() {
		at := min(limit, due)
		if ctx.Done() != nil {
			at = min(at, m.Cycles()+PollCycles)
		}
		if at != math.MaxUint64 {
			m.SetAlarm(at, look)
		}
	}
	look = func() {
		if m.Cycles() >= due {
			due += every
			tick()
		}
		if ctx.Err() != nil || m.Cycles() >= limit {
			stop()
			return
		}
		next()
	}
	next()
}
