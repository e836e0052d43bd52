package goengine

// loses reports whether a quiet move loses the moved piece, or a part of its value,
// by swap-off on its new square. A piece that an enemy pawn can take always loses
// something, so no swap-off is needed for it.
func (e *Engine) loses(ply int, m Move) bool {
	return e.mayLose(ply, m) && (e.losesToPawn(m) || e.lossOn(m) != 0)
}

// exchangeLoss returns how much of a captured piece's value the answer on the same
// square takes back, in score units: 0 or more.
func (e *Engine) exchangeLoss(ply int, r raw) int16 {
	if r.flags&flagEnPassant != 0 || !e.mayLose(ply, r.move) {
		return 0
	}
	return int16(e.lossOn(r.move)) * SwapUnit
}

// mayLose reports whether the attack map allows a loss by a move: its new square
// is hit, or a slider, which may see through it, hits the old one.
func (e *Engine) mayLose(ply int, m Move) bool {
	h := e.hitsOf(ply)
	return h.at[m.To()] != 0 || h.at[m.From()]&hitSlide != 0
}

// losesToPawn reports whether an enemy pawn guards the new square of a piece other
// than a pawn.
func (e *Engine) losesToPawn(m Move) bool {
	p := &e.pos
	return p.board[m.From()]&(wayWhitePawn|wayBlackPawn) == 0 && p.pawnGuards(m.To(), p.side^1)
}

// lossOn returns what the enemy wins by swap-off of the moved piece on its new
// square, in units of SwapUnit.
func (e *Engine) lossOn(m Move) uint8 {
	p := &e.pos
	from, to := m.From(), m.To()
	code := p.board[from]
	p.board[from] = 0
	lost, w := p.exchange(to, swapValue[kindOf[code&wayMask]], p.side^1)
	p.board[from] = code
	e.meter.swappedOff(w)
	return lost
}

// pawnGuards reports whether a pawn of a side attacks a square.
func (p *Position) pawnGuards(sq Square, by Side) bool {
	back := pawnStep[by^1]
	pawn := codeOf[by][Pawn]
	return p.board[sq+back-1] == pawn || p.board[sq+back+1] == pawn
}
