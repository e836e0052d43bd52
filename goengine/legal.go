package goengine

// keepLegal keeps of the moves from b.moves[first] on, all of the piece on
// from, those that leave the own king safe, and returns their end. En passant
// is judged by dropBadEnPassant.
func (p *Position) keepLegal(v *picture, b *moveBuffer, first int, from Square) int {
	king := p.square[p.side<<4]
	n := first
	if from == king {
		// The king must not shade the square behind him from a slider.
		code := p.board[from]
		p.board[from] = 0
		for i := first; i < b.n; i++ {
			if !p.attacked(b.moves[i].move.To(), p.side^1) {
				b.moves[n] = b.moves[i]
				n++
			}
		}
		p.board[from] = code
		return n
	}
	pin := uint8(0)
	for i := uint8(0); i < v.pins; i++ {
		if v.pinned[i] == from {
			pin = v.pinStep[i]
		}
	}
	if pin == 0 && v.checkers == 0 {
		return b.n
	}
	for i := first; i < b.n; i++ {
		m := b.moves[i]
		if m.flags&flagEnPassant == 0 {
			to := m.move.To()
			if pin != 0 && rayStep[to-king] != pin {
				continue
			}
			if v.checkers != 0 && to != v.checkFrom && !between(king, v.checkFrom, to) {
				continue
			}
		}
		b.moves[n] = m
		n++
	}
	return n
}

// between tells whether sq lies on the line from king to a checker, before it.
func between(king, checker, sq Square) bool {
	step := rayStep[checker-king]
	return step != 0 && rayStep[sq-king] == step && rayDistance[sq-king] < rayDistance[checker-king]
}

// dropBadEnPassant removes en passant captures that would leave the own king
// attacked: two pawns leave a rank at once, so they are played out and looked
// at.
func (p *Position) dropBadEnPassant(b *moveBuffer, first int) int {
	n := first
	king := p.square[p.side<<4]
	for i := first; i < b.n; i++ {
		m := b.moves[i]
		if m.flags&flagEnPassant != 0 {
			from, to := m.move.From(), m.move.To()
			at := to ^ 0x10
			pawn, taken, takenID := p.board[from], p.board[at], p.id[at]
			p.board[from], p.board[at], p.board[to] = 0, 0, pawn
			p.square[takenID] = NoSquare
			bad := p.attacked(king, p.side^1)
			p.board[from], p.board[at], p.board[to] = pawn, taken, 0
			p.square[takenID] = at
			if bad {
				continue
			}
		}
		b.moves[n] = m
		n++
	}
	return n
}

// hasLegalMove tells whether the side to move has a legal move.
func (p *Position) hasLegalMove() bool {
	var b moveBuffer
	p.generate(&b)
	return b.n > 0
}
