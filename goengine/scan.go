package goengine

import "github.com/searchex/searchex/internal/work"

// futile reports whether a node's static value, less the tempo, is so far below
// alpha that its terminal quiet moves are skipped (futility pruning).
func (e *Engine) futile(f *frame, alpha int16) bool {
	return e.prof.Futility != 0 && f.static-int16(e.prof.Tempo)+int16(e.prof.Futility) <= alpha
}

// frontier evaluates the moves of a node none of which can be followed up, in the
// order of generation: captures and promotions first.
func (e *Engine) frontier(ply int, alpha, beta int16) (int16, bool) {
	f := &e.frames[ply]
	f.frontier = true
	if e.tryKillers(ply, &alpha, beta, true) {
		return beta, true
	}
	for part := 0; part < 2; part++ {
		if part == 1 && f.static > alpha {
			e.mapForQuiets(ply)
		}
		e.generatePart(ply, part, false)
		if e.buffer.n > 0 && e.fiftyMoves(ply) {
			return e.draw[ply&1], false
		}
		if part == 1 && e.futile(f, alpha) {
			break
		}
		if e.valueAll(ply, &alpha, beta) {
			return beta, true
		}
	}
	if !f.hasMoves {
		return e.noMoves(ply, f.info.checkers != 0)
	}
	return alpha, false
}

// valueAll evaluates the moves in the buffer in the order of generation, tests
// them against the window, and reports a cutoff.
func (e *Engine) valueAll(ply int, alpha *int16, beta int16) bool {
	for _, r := range e.buffer.moves[:e.buffer.n] {
		e.flagCheck(&e.frames[ply], &r)
		if e.scoreAndTest(ply, r, alpha, beta) {
			return true
		}
	}
	return false
}

// flagCheck sets the flag of a move that checks.
func (e *Engine) flagCheck(f *frame, r *raw) {
	if r.flags&flagCheck != 0 {
		return
	}
	code := e.pos.board[r.move.From()]
	if r.flags&flagPromotion != 0 {
		code = codeOf[e.pos.side][r.move.Promotion()]
	}
	if check, _ := e.pos.givesCheck(&f.info, code, r.move.From(), r.move.To()); check {
		r.flags |= flagCheck
	}
}

// scoreAndTest evaluates a terminal move that has no static value yet, tests it
// against the window, and reports a cutoff.
func (e *Engine) scoreAndTest(ply int, r raw, alpha *int16, beta int16) bool {
	f := &e.frames[ply]
	e.meter.scanned(r.flags)
	score := e.pos.after(&e.tables, f.static, r.move, r.flags)
	e.nodes++
	if e.Callbacks != nil {
		score = e.scored(ply, r.move, score)
	}
	value := e.terminal(ply, r.move, r.flags, score, *alpha, beta)
	return e.test(ply, r.move, r.flags, value, alpha, beta)
}

// terminal returns the value of a move that is not followed up, a leaf: its static
// value less the tempo and, if that is above alpha, less what the other side wins
// by its best swap-off (static exchange evaluation); or the score of mate.
func (e *Engine) terminal(ply int, m Move, flags uint8, static, alpha, beta int16) int16 {
	e.pvLen[ply+1] = 0
	static -= int16(e.prof.Tempo)
	if static <= alpha {
		return static
	}
	e.meter.count(work.High)
	p := &e.pos
	f := &e.frames[ply]
	if flags&flagCheck != 0 && e.prof.Switches&MateTest != 0 && e.mates(ply, m, flags) {
		return Mate - int16(ply) - 1
	}
	if outOfReach(static, beta) {
		return static
	}
	e.meter.count(work.HighMade)
	h := e.hitsOf(ply)
	p.make(m, flags, &f.undo)
	p.side ^= 1 // the mover's pieces are the victims
	won := e.bestSwap(p.candidates(h, m, flags), static, alpha, beta)
	p.side ^= 1
	p.unmake(m, flags, &f.undo)
	return static - int16(won)*SwapUnit
}

// mates reports whether a move that may give check is mate.
func (e *Engine) mates(ply int, m Move, flags uint8) bool {
	f := &e.frames[ply]
	e.pos.make(m, flags, &f.undo)
	check := e.pos.InCheck()
	e.meter.mateTested(check)
	mate := check && e.mated()
	e.pos.unmake(m, flags, &f.undo)
	return mate
}

// mated reports whether the side to move, which is in check, has no legal move.
func (e *Engine) mated() bool {
	legal, king := e.pos.hasLegalMove()
	if !king {
		e.meter.count(work.StuckKings)
	}
	return !legal
}
