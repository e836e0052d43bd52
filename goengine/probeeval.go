package goengine

import "github.com/searchex/searchex/internal/insides"

func (pr probe) BuildTables() *insides.RootTables {
	var t tables
	pr.p.buildTables(&t)
	return (*insides.RootTables)(&t)
}

func (pr probe) NetTables(n *insides.Net) *insides.RootTables {
	t := pr.BuildTables()
	netTables(n, (*tables)(t), pr.p)
	return t
}

func (probe) CheckNet(n *insides.Net) error { return checkNet(n) }

func (probe) RootNet() *insides.Net { return rootNet() }

func (pr probe) KingTerms(side Side, t *insides.RootTables) {
	r := root{t: (*tables)(t), phase: uint8(pr.p.Phase())}
	r.gather(pr.p)
	r.kingTerms(side, pr.p)
}

func (pr probe) Exposed(side Side) int {
	r := root{t: new(tables)}
	r.gather(pr.p)
	return r.exposed(side)
}

func (pr probe) Ahead(side Side) int16 {
	r := root{t: new(tables)}
	r.gather(pr.p)
	return r.sum[side] - r.sum[side^1]
}

func (probe) Steps(a, b Square) uint8 { return steps(a, b) }

func (pr probe) Static(t *insides.RootTables) int16 { return pr.p.static((*tables)(t)) }

func (pr probe) After(t *insides.RootTables, static int16, m probeMove) int16 {
	return pr.p.after((*tables)(t), static, m.Move, m.Flags)
}

func (pr probe) SwapOff(sq Square, value uint8, by Side) uint8 { return pr.p.swapOff(sq, value, by) }

func (pr probe) LossOn(m Move) uint8 {
	q := *pr.p
	code := q.board[m.From()]
	q.board[m.From()] = 0
	return q.swapOff(m.To(), swapValue[kindOf[code&wayMask]], q.side^1)
}

// listing returns an engine at the position, with no attack map made yet.
func (pr probe) listing() *Engine {
	e := &Engine{pos: *pr.p}
	e.hits.ply = -1
	return e
}

func (pr probe) Loses(m probeMove) bool { return pr.listing().loses(0, m.Move) }

func (pr probe) ExchangeLoss(m probeMove) int16 {
	return pr.listing().exchangeLoss(0, raw{m.Move, m.Flags})
}

func (pr probe) Attacks(code uint8, to Square) bool {
	e := pr.listing()
	e.listTargets(&e.frames[0])
	return e.attacks(&e.frames[0], code, to)
}

func (pr probe) Hits() *insides.Hits {
	var m hitMap
	pr.p.mapHits(&m)
	h := &insides.Hits{Struck: m.struck}
	copy(h.At[:], m.at[:])
	return h
}

func (pr probe) AfterMove(m probeMove, f func(slots uint32, best func(static, alpha, beta int16) uint8)) {
	p := pr.p
	e := Engine{}
	var h hitMap
	p.mapHits(&h)
	var u undo
	p.make(m.Move, m.Flags, &u)
	p.side ^= 1
	slots := p.candidates(&h, m.Move, m.Flags)
	f(slots, func(static, alpha, beta int16) uint8 {
		e.pos = *p
		return e.bestSwap(slots, static, alpha, beta)
	})
	p.side ^= 1
	p.unmake(m.Move, m.Flags, &u)
}
