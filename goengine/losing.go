package goengine

// loses tells whether a quiet move loses the moved piece, or some of it, by
// swap-off on its new square.
func (e *Engine) loses(ply int, m Move) bool { return e.lossOn(ply, m) != 0 }

// exchangeLoss is how much of a captured piece's worth the answer on the same
// square takes back, in score units: 0 or more.
func (e *Engine) exchangeLoss(ply int, r raw) int16 {
	if r.flags&flagEnPassant != 0 {
		return 0
	}
	return int16(e.lossOn(ply, r.move)) * SwapUnit
}

// lossOn is what the enemy wins by swap-off of the moved piece on its new
// square, sixteenths of a pawn.
func (e *Engine) lossOn(ply int, m Move) uint8 {
	p := &e.pos
	h := e.hitsOf(ply)
	from, to := m.From(), m.To()
	if h.at[to] == 0 && h.at[from]&hitSlide == 0 {
		return 0
	}
	code := p.board[from]
	p.board[from] = 0
	e.work[WorkSwapOffs]++
	lost, length, swept := p.exchange(to, swapValue[kindOf[code&wayMask]], p.side^1)
	p.board[from] = code
	e.work[WorkSwapSwept] += uint64(swept)
	e.work[WorkExchanges] += uint64(length)
	return lost
}
