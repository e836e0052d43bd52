package goengine

// ProbeTables are the piece-square tables of a search by side*6 + kind.
type ProbeTables [12][256]uint8

// BuildTables returns the tables of a search from the position.
func (pr Probe) BuildTables() *ProbeTables {
	var t tables
	pr.p.buildTables(&t)
	return (*ProbeTables)(&t)
}

// NetTables returns the tables of a search from the position with a network, which must
// pass Check.
func (pr Probe) NetTables(n *Net) *ProbeTables {
	t := pr.BuildTables()
	n.netTables((*tables)(t), pr.p)
	return t
}

// RootNet returns the network of profile "net".
func (Probe) RootNet() *Net { return &rootNet }

// KingTerms adds the king's terms of a side to tables.
func (pr Probe) KingTerms(side Side, t *ProbeTables) {
	r := root{t: (*tables)(t), phase: uint8(pr.p.Phase())}
	r.gather(pr.p)
	r.kingTerms(side, pr.p)
}

// Exposed returns how bare a side's king stands.
func (pr Probe) Exposed(side Side) int {
	r := root{t: new(tables)}
	r.gather(pr.p)
	return r.exposed(side)
}

// Ahead returns how much material a side is ahead, in score units.
func (pr Probe) Ahead(side Side) int16 {
	r := root{t: new(tables)}
	r.gather(pr.p)
	return r.sum[side] - r.sum[side^1]
}

// Steps returns the number of king steps between two squares.
func (Probe) Steps(a, b Square) uint8 { return steps(a, b) }

// Static returns the static value for the side to move by given tables.
func (pr Probe) Static(t *ProbeTables) int16 { return pr.p.static((*tables)(t)) }

// After returns the static value after a move, from the value before it.
func (pr Probe) After(t *ProbeTables, static int16, m ProbeMove) int16 {
	return pr.p.after((*tables)(t), static, m.Move, m.Flags)
}

// SwapOff returns what a side wins by capturing a piece of a value on a square,
// in units of SwapUnit.
func (pr Probe) SwapOff(sq Square, value uint8, by Side) uint8 { return pr.p.swapOff(sq, value, by) }

// LossOn returns what the enemy wins by swap-off of a moved piece on its new
// square, in units of SwapUnit.
func (pr Probe) LossOn(m Move) uint8 {
	q := *pr.p
	code := q.board[m.From()]
	q.board[m.From()] = 0
	return q.swapOff(m.To(), swapValue[kindOf[code&wayMask]], q.side^1)
}

// listing returns an engine at the position, with no attack map made yet.
func (pr Probe) listing() *Engine {
	e := &Engine{pos: *pr.p}
	e.hits.ply = -1
	return e
}

// Loses reports whether a quiet move other than castling loses the moved piece,
// or a part of its value, by swap-off.
func (pr Probe) Loses(m ProbeMove) bool { return pr.listing().loses(0, m.Move) }

// ExchangeLoss returns what the answer to a capture takes back, in score units.
func (pr Probe) ExchangeLoss(m ProbeMove) int16 {
	return pr.listing().exchangeLoss(0, raw{m.Move, m.Flags})
}

// Attacks reports whether a quiet move brings a piece, given by its board byte,
// to attack a more valuable one.
func (pr Probe) Attacks(code uint8, to Square) bool {
	e := pr.listing()
	e.listTargets(&e.frames[0])
	return e.attacks(&e.frames[0], code, to)
}

// ProbeHits is a map of what the enemy of the side to move attacks.
type ProbeHits struct {
	h      hitMap
	At     [128]uint8 // 1: by a pawn, knight or king; 2: by a slider
	Struck uint32     // slots of the mover's attacked pieces
}

// Hits returns the map of the enemy's attacks.
func (pr Probe) Hits() *ProbeHits {
	h := &ProbeHits{}
	pr.p.mapHits(&h.h)
	copy(h.At[:], h.h.at[:])
	h.Struck = h.h.struck
	return h
}

// AfterMove calls f with the position after a move of the side to move, as
// the search has it for the swap-off of a terminal: the mover's pieces are
// the victims, and slots those that may stand attacked. best is bestSwap.
func (pr Probe) AfterMove(h *ProbeHits, m ProbeMove, f func(slots uint32, best func(static, alpha, beta int16) uint8)) {
	p := pr.p
	e := Engine{}
	var u undo
	p.make(m.Move, m.Flags, &u)
	p.side ^= 1
	slots := p.candidates(&h.h, m.Move, m.Flags)
	f(slots, func(static, alpha, beta int16) uint8 {
		e.pos = *p
		return e.bestSwap(slots, static, alpha, beta)
	})
	p.side ^= 1
	p.unmake(m.Move, m.Flags, &u)
}
