package goengine

import "slices"

// Off the last principal variation the killers are tried before the quiet moves
// are generated, where isLegal finds them among these: where one cuts, the
// others never are. What is tried early is a part of its node, of which
// Generated tells, and later parts do without it. Where fifty moves would draw
// nothing is tried early.

// tryKillers tries one by one the killers of a node at which they end the line,
// before anything is generated. checks says that those that check end it too.
// true is a cutoff.
func (e *Engine) tryKillers(ply int, alpha *int16, beta int16, checks bool) bool {
	f := &e.frames[ply]
	for _, m := range e.killers[ply] {
		r, ok := e.earlyKiller(ply, m, beta)
		if !ok {
			continue
		}
		if e.flagCheck(f, &r); !checks && r.flags&flagCheck != 0 {
			continue
		}
		e.buffer.n = 0
		e.addEarly(f, r)
		if e.tellPart(ply, 0); e.buffer.n > 0 && e.scoreAndTest(ply, r, alpha, beta) {
			return true
		}
	}
	return false
}

// killersPart tries the killers of a node before its other quiet moves; at a
// half-frontier only those that may cut.
func (e *Engine) killersPart(ply int, alpha, beta int16, half bool) (value int16, cut bool) {
	least := -Infinity
	if half {
		least = beta
	}
	e.buffer.n = 0
	if !e.fits(len(e.killers[ply])) {
		return alpha, false
	}
	for _, m := range e.killers[ply] {
		if r, ok := e.earlyKiller(ply, m, least); ok {
			e.addEarly(&e.frames[ply], r)
		}
	}
	if e.buffer.n == 0 {
		return alpha, false
	}
	e.tellPart(ply, 0)
	e.mapForList(ply)
	return e.part(ply, 0, everything, alpha, beta)
}

// earlyKiller is a killer as generateQuiet leaves it, and whether it is to be
// tried early: it is legal here, quiet, not tried yet, and its static value is
// at least a bound, since no killer that ends the line below it may cut.
func (e *Engine) earlyKiller(ply int, m Move, least int16) (raw, bool) {
	f := &e.frames[ply]
	if e.prof.Switches&Killers == 0 || f.following || e.fiftyMoves(ply) || e.triedEarly(f, m) {
		return raw{}, false
	}
	e.meter.count(WorkEarlyTests)
	flags, legal := e.pos.isLegal(&f.see, m)
	ok := legal && flags&(flagCapture|flagPromotion) == 0 && e.pos.after(&e.tables, f.static, m, flags) >= least
	return raw{m, flags}, ok
}

// addEarly puts a move into the buffer that is tried early.
func (e *Engine) addEarly(f *frame, r raw) {
	e.buffer.moves[e.buffer.n] = r
	e.buffer.n++
	f.early[f.nEarly] = r.move
	f.nEarly++
}

// triedEarly tells whether a move has been tried early at a node.
func (e *Engine) triedEarly(f *frame, m Move) bool {
	return slices.Contains(f.early[:f.nEarly], m)
}

// dropEarly removes from the buffer what has been tried early and returns how
// many captures and promotions are left.
func (e *Engine) dropEarly(f *frame, tactical int) int {
	b := &e.buffer
	n, left := 0, 0
	for i, r := range b.moves[:b.n] {
		if e.triedEarly(f, r.move) {
			continue
		}
		if i < tactical {
			left++
		}
		b.moves[n] = r
		n++
	}
	b.n = n
	return left
}
