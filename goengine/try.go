package goengine

import "github.com/searchex/searchex/internal/work"

// tryAll searches the moves of a node's list: the sorted part, highest order
// first, and then the waiting part in the order of generation.
func (e *Engine) tryAll(ply, firstSorted, firstWaiting int, alpha, beta int16) (int16, bool) {
	f := &e.frames[ply]
	list := e.sorted[firstSorted:e.nSorted]
	bestQuiet := Infinity
	for i := range list {
		// Pick the best of the rest, the first one of equals.
		e.meter.pickedFrom(len(list), i)
		at := i
		for j := i + 1; j < len(list); j++ {
			if list[j].order > list[at].order {
				at = j
			}
		}
		m := list[at]
		copy(list[i+1:at+1], list[i:at])
		list[i] = m

		price := e.priceOf(ply, &m, len(list), beta, &bestQuiet)
		if e.Callbacks != nil {
			price = max(e.report(ply, Event{Kind: EventPriced, Move: m.move, Category: m.category, Price: price}).Price, 1)
		}
		var value int16
		dropped := false
		if e.spent(f, price) {
			value = e.terminal(ply, m.move, m.flags, m.score, alpha, beta)
		} else {
			value, dropped = e.pursue(ply, &m, price, i+1, alpha, beta)
			if e.stopped {
				e.underWay = m // the root writes it last
				return alpha, false
			}
		}
		if ply == 0 {
			e.rootMoveTried(m.move)
		}
		if dropped {
			continue
		}
		if e.test(ply, m.move, m.flags, value, &alpha, beta) {
			return beta, true
		}
	}
	if e.futile(f, alpha) {
		return alpha, false
	}
	for i := firstWaiting; i < e.nWaiting; i++ {
		r := e.waiting[i]
		if e.scoreAndTest(ply, r, &alpha, beta) {
			return beta, true
		}
	}
	return alpha, false
}

// pursue searches a move that its price allows to be followed up. place is its
// place in the list, from 1. A late move is first searched at its late price
// (late move reduction), and any move, once alpha has been raised, with a null
// window; only one that is better than alpha is searched again in full.
func (e *Engine) pursue(ply int, m *listed, price uint8, place int, alpha, beta int16) (value int16, dropped bool) {
	if e.prof.Late != 0 {
		e.meter.count(work.Lates)
	}
	if late, reduced := e.prof.LatePrice(m.category, price, place); reduced {
		if !e.spent(&e.frames[ply], late) {
			value, dropped = e.scout(ply, m, late, alpha)
			if dropped || e.stopped || value <= alpha {
				return value, dropped
			}
		} else if m.score <= alpha {
			return e.terminal(ply, m.move, m.flags, m.score, alpha, beta), false
		}
	}
	if e.prof.Switches&Scout != 0 && e.pvLen[ply] > ply {
		value, dropped = e.scout(ply, m, price, alpha)
		if dropped || e.stopped || value <= alpha {
			return value, dropped
		}
	}
	value, dropped = e.follow(ply, m, price, alpha, beta)
	return -value, dropped
}

// scout follows a move up with a null window, alpha to alpha+1.
func (e *Engine) scout(ply int, m *listed, price uint8, alpha int16) (value int16, dropped bool) {
	e.meter.count(work.Scouts)
	value, dropped = e.follow(ply, m, price, alpha, alpha+1)
	return -value, dropped
}

// rootMoveTried records that a root move has been searched.
func (e *Engine) rootMoveTried(m Move) {
	e.limited = true
	if e.lineTried > 0 || len(e.line) > 0 && e.line[0] == m {
		e.lineTried++
	}
}

// follow makes a move, searches the child and takes the move back.
func (e *Engine) follow(ply int, m *listed, price uint8, alpha, beta int16) (int16, bool) {
	f, g := &e.frames[ply], &e.frames[ply+1]
	left := uint8(0)
	if f.sx > price {
		left = f.sx - price
	}
	if e.prof.Switches&TwoBudgets != 0 {
		g.sx, g.other = f.other, left
		if e.prof.Budgets == BudgetsShared {
			g.sx -= max(price, f.sx) - f.sx
		}
	} else {
		g.sx, g.other = left, 0
	}
	g.maybeCheck = m.flags&flagCheck != 0
	g.checked = f.checked
	if g.maybeCheck && m.flags&(flagEnPassant|flagCastle) == 0 {
		g.checked |= 1 << e.pos.side
	}
	f.move = m.move
	g.following = f.following && ply < len(e.line) && e.line[ply] == m.move
	g.promoted = f.promoted || m.flags&flagPromotion != 0
	g.static = -m.score
	e.meter.followed(e.pos.board[m.move.From()])
	e.pos.make(m.move, m.flags, &f.undo)
	v, cut := e.node(ply+1, -beta, -alpha)
	e.pos.unmake(m.move, m.flags, &f.undo)
	return v, cut
}

// test compares a move's value with the window and reports whether it cuts.
func (e *Engine) test(ply int, m Move, flags uint8, value int16, alpha *int16, beta int16) bool {
	if e.Callbacks != nil {
		value = e.tested(ply, m, value, *alpha, beta)
	}
	if value >= beta {
		if flags&(flagCapture|flagPromotion) == 0 && e.killers[ply][0] != m {
			e.killers[ply][1] = e.killers[ply][0]
			e.killers[ply][0] = m
		}
		e.remember(ply, m)
		return true
	}
	if e.Callbacks != nil {
		e.report(ply, Event{Kind: EventAlpha, Move: m, Value: value, Alpha: *alpha})
	}
	if value > *alpha {
		*alpha = value
		e.best(ply, m)
		e.remember(ply, m)
		if ply == 0 {
			e.rootScore = value
		}
		if e.Callbacks != nil {
			e.frames[ply].window.alpha = value
			e.report(ply, Event{Kind: EventBest, Move: m})
		}
	}
	return false
}

// best stores a move and the line below it as the principal variation of a ply.
func (e *Engine) best(ply int, m Move) {
	e.pv[ply][ply] = m
	n := max(e.pvLen[ply+1], ply+1)
	copy(e.pv[ply][ply+1:n], e.pv[ply+1][ply+1:n])
	e.pvLen[ply] = n
}
