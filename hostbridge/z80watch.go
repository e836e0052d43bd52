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
// the sources, at the label.
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

	// The machine empties the line of the ply below for a value above alpha
	// only; a callback may yet raise any.
	noLine := func() { m.Write(s.PvLen+uint32(n.Ply())+1, 0) }
	scored := func(mv goengine.Move, v int16) int16 {
		noLine()
		v = c.Scored(n, mv, v)
		return min(max(v, -goengine.MateBound), goengine.MateBound)
	}
	// told is the hook whose event has been told already, when next it is
	// reached: the machine has been sent there.
	told := uint32(0)
	inHL := func(hook, pointer uint32) {
		m.Watch(hook, func() {
			if told == hook {
				told = 0
				return
			}
			regs.SetHL(word(scored(n.moveAt(pointer), score(regs.HL()))))
		})
	}
	inHL(s.HookListed, s.JMove)
	inHL(s.HookScoredOne, s.NMove)
	inHL(s.HookScoredHigh, s.NMove)

	tested := func(mv goengine.Move, v int16) (value, alpha int16) {
		alpha, beta := n.Window()
		v = c.BetaTest(n, mv, v, alpha, beta)
		return min(max(v, -goengine.Mate), goengine.Mate), alpha
	}
	// The values of moves not above alpha are never held against the window by
	// the machine: it knows the answer. Where a callback has raised one, the
	// machine is sent to where it deals with the others.
	low := func(mv goengine.Move, v int16) (value int16, stays bool) {
		v, alpha := tested(mv, v)
		if v > alpha {
			return v, false
		}
		c.AlphaTest(n, mv, v, alpha)
		return v, true
	}
	raised := func(v int16, to uint32) {
		told = s.HookBetaTest
		regs.SetDE(word(v))
		regs.SetPC(uint16(to))
	}
	m.Watch(s.HookLow, func() {
		at := regs.DE() - rawSize
		mv := goengine.Move(m.ReadWord(uint32(at)))
		from := uint32(regs.H())<<8 | uint32(regs.B())
		v := scored(mv, n.Static()+int16(m.Read(uint32(regs.HL())))-int16(m.Read(from)))
		leave := func() {
			m.WriteWord(s.NMove, at)
			m.WriteWord(s.ScanNext, regs.DE())
			m.WriteWord(s.Nodes, regs.IX()+1)
		}
		if alpha, _ := n.Window(); v > alpha {
			leave()
			told = s.HookScoredHigh
			regs.SetHL(word(v))
			regs.SetPC(uint16(s.HookScoredHigh))
			return
		}
		if v, stays := low(mv, v); !stays {
			leave()
			raised(v, s.HookTestHigh)
		}
	})
	m.Watch(s.HookLowValue, func() {
		if v, stays := low(n.moveAt(s.NMove), score(regs.DE())); !stays {
			raised(v, s.HookTestOne)
		}
	})
	m.Watch(s.HookPriced, func() {
		mv := n.moveAt(s.NMove)
		n.path[n.Ply()] = mv
		noLine()
		category := goengine.Category(m.Read(uint32(m.ReadWord(s.NMove)) + 3))
		regs.SetC(max(c.Priced(n, mv, category, regs.C()), 1))
	})
	beta := func(mv goengine.Move) {
		v, _ := tested(mv, score(regs.DE()))
		regs.SetDE(word(v))
	}
	m.Watch(s.HookBetaTest, func() {
		if told == s.HookBetaTest {
			told = 0
			return
		}
		beta(n.moveAt(s.NMove))
	})
	m.Watch(s.HookPass, func() { beta(goengine.NoMove) })
	m.Watch(s.HookAlphaTest, func() {
		alpha, _ := n.Window()
		c.AlphaTest(n, n.moveAt(s.NMove), score(regs.DE()), alpha)
	})
	m.Watch(s.HookBest, func() { c.Best(n, n.moveAt(s.NMove)) })
	m.Watch(s.HookIteration, func() {
		c.Iteration(n, regs.A(), score(regs.HL()), goengine.Move(m.ReadWord(s.BestMove)))
	})
}
