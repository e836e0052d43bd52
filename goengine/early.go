package goengine

import (
	"slices"

	"github.com/searchex/searchex/internal/work"
)

// Off the last principal variation the killers are tried before the quiet moves
// are generated, if isLegal finds that they are legal: if one cuts, the others
// are never generated. Moves that are tried early are a part of their node, which
// the callbacks get like any other, and later parts leave them out. Nothing is
// tried early if the fifty-move rule would make a draw.

// tryKillers tries, one by one, the killers of a node at which quiet moves are
// terminal, before any move is generated. checks is true if moves that check are
// terminal too. It reports a cutoff.
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
		if e.reportPart(ply, 0); e.buffer.n > 0 && e.scoreAndTest(ply, r, alpha, beta) {
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
	e.reportPart(ply, 0)
	e.mapForList(ply)
	return e.part(ply, 0, everything, alpha, beta)
}

// earlyKiller returns a killer as generateQuiet would and reports whether it is
// tried early: it must be legal, quiet and not tried yet, and its static value
// must reach a bound, below which no terminal killer can cut.
func (e *Engine) earlyKiller(ply int, m Move, least int16) (raw, bool) {
	f := &e.frames[ply]
	if e.prof.Switches&Killers == 0 || f.following || e.fiftyMoves(ply) || e.triedEarly(f, m) {
		return raw{}, false
	}
	e.meter.count(work.EarlyTests)
	flags, legal := e.pos.isLegal(&f.info, m)
	ok := legal && flags&(flagCapture|flagPromotion) == 0 && e.pos.after(&e.tables, f.static, m, flags) >= least
	return raw{m, flags}, ok
}

// addEarly puts a move that is tried early into the buffer.
func (e *Engine) addEarly(f *frame, r raw) {
	e.buffer.moves[e.buffer.n] = r
	e.buffer.n++
	f.early[f.nEarly] = r.move
	f.nEarly++
}

// triedEarly reports whether a move has been tried early at a node.
func (e *Engine) triedEarly(f *frame, m Move) bool {
	return slices.Contains(f.early[:f.nEarly], m)
}

// dropEarly removes from the buffer the moves that were tried early and returns
// how many captures and promotions are left.
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
