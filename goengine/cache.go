package goengine

import "github.com/searchex/searchex/internal/work"

// The cache is a hash-move table: for positions that have been searched it keeps
// the move that last cut off or raised alpha, found by the position's key. When
// the position comes up again, with a larger budget or by another way, that move
// is tried before any are generated. No score is kept: the cache changes the
// order of moves, not their values.
//
// Replacement prefers depth and ages. An entry whose node had a larger budget is
// not replaced at once by another position's: each attempt lowers its budget by
// one. Without that, a search of many thousand nodes would lose the moves that
// took longest to find.

// cacheSize is the number of entries of the cache, a power of two. An entry takes
// four bytes on the machines.
const cacheSize = 1024

// cached is an entry of the cache: a move, a byte of its position's key, and the
// budget of its node, less its age.
type cached struct {
	move   Move
	check  uint8
	budget uint8
}

// cacheEntry returns the position's place in the cache and the check byte that
// an entry of this position has.
func (e *Engine) cacheEntry() (entry *cached, check uint8) {
	return &e.cache[e.pos.key%cacheSize], uint8(e.pos.key >> 16)
}

// remember stores the move that cut off or raised alpha at a node, unless the
// place belongs to a position searched with a larger budget. Moves of a frontier
// are not stored, since no frontier reads the cache.
func (e *Engine) remember(ply int, m Move) {
	if e.prof.Switches&Cache == 0 || e.frames[ply].frontier {
		return
	}
	c, check := e.cacheEntry()
	budget := e.frames[ply].sx
	if c.check != check && c.budget > budget {
		c.budget--
		return
	}
	*c = cached{m, check, budget}
}

// tryCached tries the cache's move for a node, if it is legal. It is a part of the
// node as the killers are, and is tried only if any number of moves fit after it.
func (e *Engine) tryCached(ply int, alpha, beta int16, half bool) (value int16, cut bool) {
	c, check := e.cacheEntry()
	if c.check != check || e.fiftyMoves(ply) || !e.fits(MaxMoves) {
		return alpha, false
	}
	f := &e.frames[ply]
	e.meter.count(work.EarlyTests)
	flags, legal := e.pos.isLegal(&f.info, c.move)
	if !legal {
		return alpha, false
	}
	e.buffer.n = 0
	e.addEarly(f, raw{c.move, flags})
	tactical, which := 0, everything
	if flags&(flagCapture|flagPromotion) != 0 {
		tactical = 1
	} else if half {
		which = worthy
	}
	if tactical == 0 && !half {
		e.mapForList(ply)
	}
	return e.part(ply, e.reportPart(ply, tactical), which, alpha, beta)
}
