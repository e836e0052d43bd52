package hostbridge

import (
	"slices"

	"github.com/searchex/searchex/goengine"
)

// z80Node is a Node in the machine's memory.
type z80Node struct {
	e    *z80Engine
	path [goengine.MaxPly + 1]goengine.Move // priced last at each ply
	// tactical and waiting say which of the lists of raw moves Generated is
	// about: the page of captures and promotions, the stack of all others.
	tactical, waiting bool
}

// Ply is a Node's.
func (n *z80Node) Ply() int { return int(n.e.m.Read(n.e.sym.Ply)) }

// Path is a Node's.
func (n *z80Node) Path(line []goengine.Move) []goengine.Move {
	return append(line, n.path[:n.Ply()]...)
}

// Window is a Node's.
func (n *z80Node) Window() (alpha, beta int16) {
	return n.scoreAt(n.e.sym.NAlpha), n.scoreAt(n.e.sym.NBeta)
}

// Budget is a Node's.
func (n *z80Node) Budget() (own, other uint8) {
	return n.e.m.Read(n.e.sym.NSx), n.e.m.Read(n.e.sym.NOther)
}

// Static is a Node's.
func (n *z80Node) Static() int16 { return n.scoreAt(n.e.sym.NStatic) }

// Stop is a Node's.
func (n *z80Node) Stop() { n.e.m.Write(n.e.sym.StopFlag, 1) }

// scoreAt is a score in memory, moveAt the move that a pointer there points to.
func (n *z80Node) scoreAt(addr uint32) int16 { return score(n.e.m.ReadWord(addr)) }

func (n *z80Node) moveAt(pointer uint32) goengine.Move {
	return goengine.Move(n.e.m.ReadWord(uint32(n.e.m.ReadWord(pointer))))
}

// passedOver is PASSED_OVER of n_any (search.inc).
const passedOver = 1 << 6

// rawSize is the size of a raw move: from, to, flags.
const rawSize = 3

// rawList is a list of raw moves in memory: where it begins, and where the
// word lies that says where it ends.
type rawList struct{ from, endAt uint32 }

func (n *z80Node) lists() []rawList {
	s := &n.e.sym
	all := make([]rawList, 0, 2)
	if n.tactical {
		all = append(all, rawList{s.TacticalMoves, s.TacticalEnd})
	}
	if n.waiting {
		all = append(all, rawList{uint32(n.e.m.ReadWord(s.NFirstWaiting)), s.RawEnd})
	}
	return all
}

// count is how many moves there are.
func (n *z80Node) count() int {
	bytes, m, s := 0, n.e.m, &n.e.sym
	if n.tactical {
		bytes = int(m.ReadWord(s.TacticalEnd)) - int(s.TacticalMoves)
	}
	if n.waiting {
		bytes += int(m.ReadWord(s.RawEnd)) - int(m.ReadWord(s.NFirstWaiting))
	}
	return bytes / rawSize
}

// Moves is a Node's.
func (n *z80Node) Moves(moves []goengine.Move) []goengine.Move {
	m := n.e.m
	for _, l := range n.lists() {
		for at := l.from; at < uint32(m.ReadWord(l.endAt)); at += rawSize {
			moves = append(moves, goengine.Move(m.ReadWord(at)))
		}
	}
	return moves
}

// Keep is a Node's.
func (n *z80Node) Keep(moves []goengine.Move) {
	m := n.e.m
	kept := goengine.KeptMoves(n.Moves(nil), moves)
	if !slices.Contains(kept, false) {
		return
	}
	for _, l := range n.lists() {
		to, end := l.from, uint32(m.ReadWord(l.endAt))
		for at := l.from; at < end; at += rawSize {
			if kept[0] {
				for i := range uint32(rawSize) {
					m.Write(to+i, m.Read(at+i))
				}
				to += rawSize
			}
			kept = kept[1:]
		}
		m.WriteWord(l.endAt, uint16(to))
	}
}

// watch has callbacks called at the hooks. What holds what at each is said in
// the sources, at the label. To watch is to read: a register, a byte or the
// program counter is changed only where a callback has returned something else
// than it was told.
func (e *z80Engine) watch(c Callbacks) {
	m, s := e.m, &e.sym
	regs := m.Regs()
	n := &z80Node{e: e}

	generated := func(tactical, waiting bool) {
		n.tactical, n.waiting = tactical, waiting
		c.Generated(n, n.count())
	}
	m.Watch(s.HookGenerated, func() { generated(true, true) })
	m.Watch(s.HookTactical, func() { generated(true, false) })
	m.Watch(s.HookQuiet, func() { generated(m.Read(s.NAny)&passedOver != 0, true) })
	m.Watch(s.HookPart, func() { generated(false, true) })

	// reported is the hook, one of those that the host has sent the machine to,
	// whose event is already reported.
	reported := uint32(0)
	again := func(hook uint32) bool {
		if reported != hook {
			return false
		}
		reported = 0
		return true
	}
	// followed says of each ply whether the move at hand is followed up, and so
	// has a line.
	var followed [goengine.MaxPly + 1]bool
	inHL := func(hook, pointer uint32) {
		m.Watch(hook, func() {
			followed[n.Ply()] = false
			if again(hook) {
				return
			}
			told := score(regs.HL())
			if v := scored(c, n, n.moveAt(pointer), told); v != told {
				regs.SetHL(word(v))
			}
		})
	}
	inHL(s.HookListed, s.JMove)
	inHL(s.HookScoredOne, s.NMove)
	inHL(s.HookScoredHigh, s.NMove)

	// enter sends the machine to where it deals with values above alpha, with
	// one that a callback has raised. The machine empties the line of the ply
	// below only for values that it has itself found to be above alpha.
	enter := func(v int16, label uint32) {
		m.Write(s.PvLen+uint32(n.Ply())+1, 0)
		reported = s.HookBetaTest
		regs.SetDE(word(v))
		regs.SetPC(uint16(label))
	}
	// notAbove reports the tests of a value that the machine has found to be
	// not above alpha, and never holds against beta. raised says that a
	// callback has lifted it, to v, above alpha.
	notAbove := func(mv goengine.Move, told int16) (v int16, raised bool) {
		alpha, _ := n.Window()
		if v = tested(c, n, mv, told); v != told && v > alpha {
			return v, true
		}
		c.AlphaTest(n, mv, v, alpha)
		return v, false
	}
	m.Watch(s.HookLow, func() {
		// The machine has compared two table entries. Their difference and the
		// static value are added up here only to be told.
		at := regs.DE() - rawSize
		mv := goengine.Move(m.ReadWord(uint32(at)))
		from := uint32(regs.H())<<8 | uint32(regs.B())
		told := n.Static() + int16(m.Read(uint32(regs.HL()))) - int16(m.Read(from))
		leave := func() {
			m.WriteWord(s.NMove, at)
			m.WriteWord(s.ScanNext, regs.DE())
			m.WriteWord(s.Nodes, regs.IX()+1)
		}
		v := scored(c, n, mv, told)
		if alpha, _ := n.Window(); v != told && v > alpha {
			leave()
			reported = s.HookScoredHigh
			regs.SetHL(word(v))
			regs.SetPC(uint16(s.HookScoredHigh))
			return
		}
		if v, raised := notAbove(mv, v); raised {
			leave()
			enter(v, s.HookTestHigh)
		}
	})
	m.Watch(s.HookLowValue, func() {
		if v, raised := notAbove(n.moveAt(s.NMove), score(regs.DE())); raised {
			enter(v, s.HookTestOne)
		}
	})
	m.Watch(s.HookPriced, func() {
		mv, ply := n.moveAt(s.NMove), n.Ply()
		n.path[ply], followed[ply] = mv, false
		category := goengine.Category(m.Read(uint32(m.ReadWord(s.NMove)) + 3))
		told := regs.C()
		if price := c.Priced(n, mv, category, told); price != told {
			regs.SetC(max(price, 1))
		}
	})
	m.Watch(s.Follow, func() { followed[n.Ply()] = true })
	m.Watch(s.HookBetaTest, func() {
		if again(s.HookBetaTest) {
			return
		}
		told := score(regs.DE())
		v := tested(c, n, n.moveAt(s.NMove), told)
		if v == told {
			return
		}
		regs.SetDE(word(v))
		if ply := n.Ply(); !followed[ply] {
			m.Write(s.PvLen+uint32(ply)+1, 0)
		}
	})
	m.Watch(s.HookPass, func() {
		told := score(regs.DE())
		if v := tested(c, n, goengine.NoMove, told); v != told {
			regs.SetDE(word(v))
		}
	})
	m.Watch(s.HookAlphaTest, func() {
		alpha, _ := n.Window()
		c.AlphaTest(n, n.moveAt(s.NMove), score(regs.DE()), alpha)
	})
	m.Watch(s.HookBest, func() { c.Best(n, n.moveAt(s.NMove)) })
	m.Watch(s.HookIteration, func() {
		c.Iteration(n, regs.A(), score(regs.HL()), goengine.Move(m.ReadWord(s.BestMove)))
	})
}

// scored is Callbacks.Scored with what is returned cut to its bounds.
func scored(c Callbacks, n Node, mv goengine.Move, value int16) int16 {
	if v := c.Scored(n, mv, value); v != value {
		return min(max(v, -goengine.MateBound), goengine.MateBound)
	}
	return value
}

// tested is Callbacks.BetaTest with what is returned cut to its bounds.
func tested(c Callbacks, n Node, mv goengine.Move, value int16) int16 {
	alpha, beta := n.Window()
	if v := c.BetaTest(n, mv, value, alpha, beta); v != value {
		return min(max(v, -goengine.Mate), goengine.Mate)
	}
	return value
}
