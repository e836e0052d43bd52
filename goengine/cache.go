package goengine

// The cache remembers of positions that have been searched the move that cut
// off or raised alpha there last, found by the position's key. Where the
// position comes again, with a larger budget or by another way, that move is
// tried before any are generated. No score is kept, so that the cache changes
// the order of moves and not what they are worth.
//
// An entry whose node had a larger budget is not given up at once for another
// position's: each that would take its place takes a unit off what it counts.
// Searches of many thousand nodes would else find little of what was dear to
// find.

// cacheSize is how many moves the cache remembers, a power of two: four bytes
// each on the machines.
const cacheSize = 1024

// cached is a move of the cache, a byte of the key of its position, and the
// budget that its node had, less what has worn off.
type cached struct {
	move   Move
	check  uint8
	budget uint8
}

// cacheEntry is the place of the position in the cache, and the byte that
// its entry must have.
func (e *Engine) cacheEntry() (entry *cached, check uint8) {
	return &e.cache[e.pos.key%cacheSize], uint8(e.pos.key >> 16)
}

// remember keeps the move that cut off or raised alpha at a node, unless the
// place is a dearer position's. At a frontier, where the cache isn't asked, it
// is not worth a place.
func (e *Engine) remember(ply int, m Move) {
	if e.prof.Switches2&Cache == 0 || e.frames[ply].frontier {
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

// tryCached tries the move that the cache has for a node, where it is legal
// there. It is a part of the node as the killers are, and is tried only where
// any moves find room after it.
func (e *Engine) tryCached(ply int, alpha, beta int16, half bool) (value int16, cut bool) {
	c, check := e.cacheEntry()
	if c.check != check || e.fiftyMoves(ply) || !e.fits(MaxMoves) {
		return alpha, false
	}
	f := &e.frames[ply]
	e.meter.count(WorkEarlyTests)
	flags, legal := e.pos.isLegal(&f.see, c.move)
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
	return e.part(ply, e.tellPart(ply, tactical), which, alpha, beta)
}
