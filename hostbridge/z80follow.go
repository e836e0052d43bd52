package hostbridge

import (
	"math"

	"github.com/searchex/searchex/goengine"
)

// Follow attaches a follower.
func (e *z80Engine) Follow(f *Follower) { e.follower = f }

// z80Follow makes a Follower's calls out of the events that it needs, and
// hands all on.
type z80Follow struct {
	Callbacks
	e       *z80Engine
	start   uint64 // the machine's cycles when the search began
	deepest int
}

// watchFew calls back at the hooks of few events, none of them one that every
// node has: Generated, without the number of moves, Best at the root, and
// Iteration.
func (e *z80Engine) watchFew(c Callbacks) {
	m, s, n := e.m, &e.sym, &z80Node{e: e}
	generated := func() { c.Generated(n, 0) }
	for _, hook := range []uint32{s.HookGenerated, s.HookTactical, s.HookPart} {
		m.Watch(hook, generated)
	}
	m.Watch(s.HookBest, func() {
		if n.Ply() == 0 {
			c.Best(n, n.moveAt(s.NMove))
		}
	})
	m.Watch(s.HookIteration, func() {
		c.Iteration(n, m.Regs().A(), score(m.Regs().HL()), goengine.Move(m.ReadWord(s.BestMove)))
	})
}

// progress is what can be told at any moment.
func (f *z80Follow) progress() Progress {
	return Progress{Nodes: f.e.nodes(), Cycles: f.e.m.Cycles() - f.start, Deepest: f.deepest}
}

// moves reads a line of moves.
func (f *z80Follow) moves(line []goengine.Move, at uint32, n byte) []goengine.Move {
	for i := range uint32(n) {
		line = append(line, goengine.Move(f.e.m.ReadWord(at+2*i)))
	}
	return line
}

// Generated is one of Callbacks.
func (f *z80Follow) Generated(n Node, count int) {
	f.deepest = max(f.deepest, n.Ply()+1)
	f.Callbacks.Generated(n, count)
}

// Best is one of Callbacks. The machine is about to put the move in front of
// the line of the ply below.
func (f *z80Follow) Best(n Node, m goengine.Move) {
	f.Callbacks.Best(n, m)
	if n.Ply() != 0 {
		return
	}
	mem, s := f.e.m, &f.e.sym
	p := f.progress()
	p.Score = score(mem.ReadWord(s.RootScore))
	p.PV = f.moves([]goengine.Move{m}, uint32(mem.ReadWord(s.PvRows+2)), mem.Read(s.PvLen+1))
	f.e.follower.best(p)
}

// Iteration is one of Callbacks.
func (f *z80Follow) Iteration(n Node, sx uint8, score int16, best goengine.Move) {
	f.Callbacks.Iteration(n, sx, score, best)
	p := f.progress()
	p.SX, p.Score = int(sx), score
	p.PV = f.moves(nil, f.e.sym.Line, f.e.m.Read(f.e.sym.LineLen))
	f.e.follower.iteration(p)
}

// poll looks up from a search that is about to begin, for Limits.Stop, the
// limit of cycles and the follower's Tick, at cycle counts that have nothing
// to do with the host. f is nil where nobody follows.
func (e *z80Engine) poll(start uint64, l goengine.Limits, f *z80Follow) {
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
