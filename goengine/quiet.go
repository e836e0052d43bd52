package goengine

// generateQuiet appends the other legal moves, in the same order of pieces.
// Castling comes last.
func (p *Position) generateQuiet(v *checkInfo, b *moveBuffer) {
	side := p.side
	slot := p.slots[side]
	if v.checkers > 1 {
		slot = 1
	}
	for slot > 0 {
		slot--
		id := side<<4 | slot
		from := p.square[id&31]
		if from == NoSquare {
			continue
		}
		first := b.n
		switch p.kind[id&31] {
		case Pawn:
			step := pawnStep[side]
			to := from + step
			if p.board[to] != 0 || to&0x70 == 0x70 || to&0x70 == 0 {
				continue
			}
			b.add(from, to, 0)
			if home := uint8(1 + 5*side); from>>4 == home && p.board[to+step] == 0 {
				b.add(from, to+step, flagDouble)
			}
		case Knight:
			p.hops(b, from, &knightSteps)
		case King:
			p.hops(b, from, &rays)
		case Bishop:
			p.slides(b, from, rays[4:])
		case Rook:
			p.slides(b, from, rays[:4])
		case Queen:
			p.slides(b, from, rays[:])
		}
		if v.pins|v.checkers != 0 || slot == 0 {
			b.n = p.keepLegal(v, b, first, from)
		}
	}
	if v.checkers == 0 && p.castle != 0 {
		p.generateCastling(b)
	}
}

// hops appends the quiet moves of a knight or king.
func (p *Position) hops(b *moveBuffer, from Square, steps *[8]uint8) {
	for _, step := range steps {
		if to := from + step; p.board[to] == 0 {
			b.add(from, to, 0)
		}
	}
}

// slides appends the quiet moves of a slider.
func (p *Position) slides(b *moveBuffer, from Square, steps []uint8) {
	for _, step := range steps {
		for to := from + step; p.board[to] == 0; to += step {
			b.add(from, to, 0)
		}
	}
}

// generateCastling appends the castling moves. The king must not be in check.
func (p *Position) generateCastling(b *moveBuffer) {
	side := p.side
	king := p.square[side<<4]
	rights := p.castle >> (2 * side)
	if rights&whiteKingside != 0 && p.board[king+1] == 0 && p.board[king+2] == 0 &&
		p.unattacked(b, king+1, king+2) {
		b.add(king, king+2, flagCastle|flagCheck)
	}
	if rights&whiteQueenside != 0 && p.board[king-1] == 0 && p.board[king-2] == 0 && p.board[king-3] == 0 &&
		p.unattacked(b, king-1, king-2) {
		b.add(king, king-2, flagCastle|flagCheck)
	}
}

// unattacked reports whether a castling king may pass over one square to another.
func (p *Position) unattacked(b *moveBuffer, over, to Square) bool {
	b.kingTests += 2
	return !p.attacked(over, p.side^1) && !p.attacked(to, p.side^1)
}
