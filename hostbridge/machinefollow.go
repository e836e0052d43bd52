package hostbridge

import (
	"math"

	"github.com/searchex/searchex/goengine"
)

// machineFollow makes a Follower's calls out of the events that it needs, and
// hands all on.
type machineFollow struct {
	Callbacks
	e       *machineEngine
	start   uint64 // the machine's cycles when the search began
	deepest int
}

// watchFew calls back at the hooks of few events, none of them one that every
// move has: Generated, without the number of moves, Best at the root, and
// Iteration.
func (e *machineEngine) watchFew(c Callbacks) {
	w := &watcher{machineNode: &machineNode{e: e}, c: c}
	for i := range e.layout.hooks {
		h := &e.layout.hooks[i]
		tell := w.teller(h)
		switch h.kind {
		case atGenerated:
			e.m.Watch(h.addr, func() { c.Generated(w, 0) })
		case atBest:
			e.m.Watch(h.addr, func() {
				if w.Ply() == 0 {
					tell()
				}
			})
		case atIteration:
			e.m.Watch(h.addr, tell)
		}
	}
}

// progress is what can be told at any moment.
func (f *machineFollow) progress() Progress {
	return Progress{Nodes: f.e.layout.nodes(), Cycles: f.e.m.Cycles() - f.start, Deepest: f.deepest}
}

// Generated is one of Callbacks.
func (f *machineFollow) Generated(n Node, count int) {
	f.deepest = max(f.deepest, n.Ply()+1)
	f.Callbacks.Generated(n, count)
}

// Best is one of Callbacks. The machine is about to put the move in front of
// the line of the ply below.
func (f *machineFollow) Best(n Node, m goengine.Move) {
	f.Callbacks.Best(n, m)
	if n.Ply() != 0 {
		return
	}
	e, p := f.e, f.progress()
	p.Score = e.layout.score(e.sym.RootScore)
	p.PV = e.line([]goengine.Move{m}, e.layout.lineBelow(), e.m.Read(e.sym.PvLen+1))
	f.e.follower.best(p)
}

// Iteration is one of Callbacks.
func (f *machineFollow) Iteration(n Node, sx uint8, score int16, best goengine.Move) {
	f.Callbacks.Iteration(n, sx, score, best)
	p := f.progress()
	p.SX, p.Score = int(sx), score
	p.PV = f.e.line(nil, f.e.sym.Line, f.e.m.Read(f.e.sym.LineLen))
	f.e.follower.iteration(p)
}

// poll looks up from a search that is about to begin, for Limits.Stop, the
// limit of cycles and the follower's Tick, at cycle counts that have nothing
// to do with the host. f is nil where nobody follows.
func (e *machineEngine) poll(start uint64, l goengine.Limits, f *machineFollow) {
	m := e.m
	limit, tick := uint64(math.MaxUint64), uint64(math.MaxUint64)
	if e.cycleLimit != 0 {
		limit = start + min(e.cycleLimit, math.MaxUint64-start)
	}
	if f != nil && e.follower.Every != 0 {
		tick = start + e.follower.Every
	}
	stopped := func() bool { return l.Stop != nil && l.Stop.Load() }
	var look func()
	next := func() {
		at := min(limit, tick)
		if l.Stop != nil {
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
