package goengine

import (
	"context"

	"github.com/searchex/searchex/internal/insides"
)

// engineAt returns an engine that has come to a node of the position.
func (pr probe) engineAt(n *probeNode) *Engine {
	e := &Engine{pos: *pr.p, prof: *n.Profile, limits: Limits{Draw: n.Draw, Nodes: n.Limit}}
	e.setUp()
	e.limited = true
	e.nSorted, e.nWaiting = n.Sorted, n.Waiting
	e.hits.ply = -1
	e.line = make([]Move, n.Ply+1)
	e.line[n.Ply] = n.Line
	e.killers[n.Ply] = n.Killers
	c, check := e.cacheEntry()
	if *c = (cached{n.Cached, check, n.CachedBudget}); n.CachedElse {
		c.check ^= 0x10
	}
	if n.Ply > 0 {
		last := &e.frames[n.Ply-1]
		if last.move = n.Last; !n.LastCaptured {
			last.undo.captured = noPiece
		}
	}
	f := &e.frames[n.Ply]
	f.sx, f.other, f.checked, f.maybeCheck, f.following, f.static = n.SX, n.Other, n.Checked, n.Maybe, n.Following, n.Static
	f.flights = flightsUnknown
	return e
}

// scannedAt returns an engine that has come to a node and scanned it for pins
// and checks.
func (pr probe) scannedAt(n *probeNode) *Engine {
	e := pr.engineAt(n)
	e.pos.look(&e.frames[n.Ply].info, n.Maybe)
	e.pvLen[n.Ply] = n.Ply
	return e
}

// resultAt returns the result of a node that has been searched.
func (e *Engine) resultAt(ply int, value int16, cut bool) probeResult {
	r := probeResult{Value: value, Cut: cut, Nodes: e.nodes}
	if e.prof.Switches&Killers != 0 {
		r.Killers = e.killers[ply]
	}
	if c, check := e.cacheEntry(); e.prof.Switches&Cache != 0 {
		r.Cached = probeCache{Move: c.move, Own: c.check == check, Budget: c.budget}
	}
	for i := ply; i < e.pvLen[ply]; i++ {
		r.PV = append(r.PV, e.pv[ply][i])
	}
	return r
}

func (pr probe) Search(e *Engine, prof *Profile, l Limits) Result {
	return e.search(context.Background(), pr.p, prof, l)
}

func (pr probe) SearchAt(n *probeNode) probeResult {
	e := pr.engineAt(n)
	value, cut := e.node(n.Ply, n.Alpha, n.Beta)
	return e.resultAt(n.Ply, value, cut)
}

func (pr probe) FrontierAt(n *probeNode) probeResult {
	e := pr.scannedAt(n)
	value, cut := e.frontier(n.Ply, n.Alpha, n.Beta)
	return e.resultAt(n.Ply, value, cut)
}

func (pr probe) InPartsAt(n *probeNode, half bool) probeResult {
	e := pr.scannedAt(n)
	value, cut := e.inParts(n.Ply, n.Alpha, n.Beta, half)
	return e.resultAt(n.Ply, value, cut)
}

func (pr probe) TerminalAt(n *probeNode, m probeMove, static int16) int16 {
	e := pr.engineAt(n)
	f := &e.frames[n.Ply]
	e.pos.look(&f.info, true)
	code := e.pos.board[m.Move.From()]
	if m.Flags&flagPromotion != 0 {
		code = codeOf[e.pos.side][m.Move.Promotion()]
	}
	if check, _ := e.pos.givesCheck(&f.info, code, m.Move.From(), m.Move.To()); check {
		m.Flags |= flagCheck
	}
	return e.terminal(n.Ply, m.Move, m.Flags, static, n.Alpha, n.Beta)
}

func (pr probe) PassesAt(n *probeNode) bool {
	e := pr.engineAt(n)
	return e.passes(n.Ply, n.Alpha, n.Beta)
}

func (pr probe) TestAt(n *probeNode, m probeMove, value int16) probeResult {
	e := pr.engineAt(n)
	e.pvLen[n.Ply] = n.Ply
	alpha := n.Alpha
	cut := e.test(n.Ply, m.Move, m.Flags, value, &alpha, n.Beta)
	return e.resultAt(n.Ply, alpha, cut)
}

func (pr probe) PriceAt(n *probeNode, m probeListed, moves int, bestQuiet int16) uint8 {
	e := pr.engineAt(n)
	return e.priceOf(n.Ply, &listed{m.Move, m.Flags, m.Category, m.Score, m.Order}, moves, n.Beta, &bestQuiet)
}

func (probe) SpentAt(n *probeNode, price uint8) bool {
	f := frame{sx: n.SX, other: n.Other}
	return (&Engine{prof: *n.Profile}).spent(&f, price)
}

func (pr probe) ListAt(n *probeNode, tactical, quiet bool, which insides.Selection) (list []probeListed, waiting []probeMove, passed bool) {
	e := pr.scannedAt(n)
	f := &e.frames[n.Ply]
	b := &e.buffer
	if tactical {
		e.pos.generateTactical(&f.info, b)
	}
	count := b.n
	if quiet {
		e.pos.generateQuiet(&f.info, b)
	}
	e.list(n.Ply, count, which)
	for _, l := range e.sorted[n.Sorted:e.nSorted] {
		list = append(list, probeListed{Move: l.move, Flags: l.flags, Category: l.category, Score: l.score, Order: l.order})
	}
	for _, r := range e.waiting[n.Waiting:e.nWaiting] {
		waiting = append(waiting, probeMove{Move: r.move, Flags: r.flags})
	}
	return list, waiting, f.losingLeft
}

func (pr probe) TryAt(n *probeNode) probeResult {
	e := pr.scannedAt(n)
	f := &e.frames[n.Ply]
	e.pos.generateTactical(&f.info, &e.buffer)
	count := e.buffer.n
	e.pos.generateQuiet(&f.info, &e.buffer)
	if n.Raised {
		e.best(n.Ply, n.Line)
	}
	value, cut := e.part(n.Ply, count, everything, n.Alpha, n.Beta)
	return e.resultAt(n.Ply, value, cut)
}

func (pr probe) ScanAt(n *probeNode, moves []probeMove) probeResult {
	e := pr.engineAt(n)
	e.pvLen[n.Ply] = n.Ply
	for _, m := range moves {
		e.waiting[e.nWaiting] = raw{m.Move, m.Flags}
		e.nWaiting++
	}
	value, cut := e.tryAll(n.Ply, n.Sorted, n.Waiting, n.Alpha, n.Beta)
	return e.resultAt(n.Ply, value, cut)
}

// earlyAt runs a function that tries moves early at a node, and generates the
// moves that are left.
func (pr probe) earlyAt(n *probeNode, run func(e *Engine) (value int16, cut bool)) probeEarly {
	e := pr.scannedAt(n)
	f := &e.frames[n.Ply]
	value, cut := run(e)
	early := probeEarly{Result: e.resultAt(n.Ply, value, cut), Tried: f.early[:f.nEarly]}
	e.buffer.n = 0
	e.pos.generateTactical(&f.info, &e.buffer)
	count := e.buffer.n
	e.pos.generateQuiet(&f.info, &e.buffer)
	count = e.dropEarly(f, count)
	for i, r := range e.buffer.moves[:e.buffer.n] {
		if i < count {
			early.Tactical = append(early.Tactical, probeMove{Move: r.move, Flags: r.flags})
		} else {
			early.Quiet = append(early.Quiet, probeMove{Move: r.move, Flags: r.flags})
		}
	}
	return early
}

func (pr probe) TryKillersAt(n *probeNode, checks bool) probeEarly {
	return pr.earlyAt(n, func(e *Engine) (int16, bool) {
		alpha := n.Alpha
		e.frames[n.Ply].frontier = checks
		if e.tryKillers(n.Ply, &alpha, n.Beta, checks) {
			return n.Beta, true
		}
		return alpha, false
	})
}

func (pr probe) KillersPartAt(n *probeNode, half bool) probeEarly {
	return pr.earlyAt(n, func(e *Engine) (int16, bool) { return e.killersPart(n.Ply, n.Alpha, n.Beta, half) })
}

func (pr probe) TryCachedAt(n *probeNode, half bool) probeEarly {
	return pr.earlyAt(n, func(e *Engine) (int16, bool) { return e.tryCached(n.Ply, n.Alpha, n.Beta, half) })
}

func (pr probe) RememberAt(n *probeNode, m Move, frontier bool) probeCache {
	e := pr.engineAt(n)
	e.frames[n.Ply].frontier = frontier
	e.remember(n.Ply, m)
	return e.resultAt(n.Ply, 0, false).Cached
}

func (pr probe) EarlyKillerAt(n *probeNode, m Move) (g probeMove, static int16, ok bool) {
	e := pr.engineAt(n)
	if flags, legal := pr.IsLegal(m); legal && flags&(flagCapture|flagPromotion) == 0 {
		return probeMove{Move: m, Flags: flags}, e.pos.after(&e.tables, n.Static, m, flags), true
	}
	return g, 0, false
}

func (probe) PriceRow(p *Profile, ply int) int { return (&Engine{prof: *p}).priceRow(ply) }

func (probe) Prices(p *Profile, phase int) insides.Prices {
	e := Engine{prof: *p, phase: phase}
	e.setPrices()
	return insides.Prices{Price: e.price, Least: e.least, Quietest: e.quietest, Evasion: e.evasion}
}

func (probe) WithinByte(v int) uint8 { return withinByte(v) }

func (probe) Records(e *Engine) (sorted, waiting int) { return e.nSorted, e.nWaiting }
