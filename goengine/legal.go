package goengine

// keepLegal keeps those moves from b.moves[first] on, all of the piece on from,
// that leave the own king safe, and returns their end. En passant is left to
// dropBadEnPassant.
func (p *Position) keepLegal(v *checkInfo, b *moveBuffer, first int, from Square) int {
	king := p.square[p.side<<4]
	n := first
	if from == king {
		// Take the king off, so that he does not block a slider's line.
		code := p.board[from]
		p.board[from] = 0
		b.kingTests += uint64(b.n - first)
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
	b.sifted += uint64(b.n - first)
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

// between reports whether sq lies on the line from king to a checker, before it.
func between(king, checker, sq Square) bool {
	step := rayStep[checker-king]
	return step != 0 && rayStep[sq-king] == step && rayDistance[sq-king] < rayDistance[checker-king]
}

// dropBadEnPassant removes en passant captures that would leave the own king
// attacked. Two pawns leave a rank at once, so the capture is made to see.
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

// hasLegalMove reports whether the side to move has a legal move, and whether its
// king has one: the machines try his moves first.
func (p *Position) hasLegalMove() (legal, king bool) {
	var b moveBuffer
	p.generate(&b)
	at := p.square[p.side<<4]
	for _, r := range b.moves[:b.n] {
		king = king || r.move.From() == at
	}
	return b.n > 0, king
}

// isLegal reports whether any two bytes are a legal move in the position that v
// belongs to, and returns its flags as generateTactical or generateQuiet sets them.
func (p *Position) isLegal(v *checkInfo, m Move) (flags uint8, legal bool) {
	from, to := m.From(), m.To()
	own := colourBit[p.side]
	code, target := p.board[from], p.board[to]
	if code&own == 0 || target&own != 0 { // off the board has both colours
		return 0, false
	}
	if target != 0 {
		flags = flagCapture
	}
	if code&(wayWhitePawn|wayBlackPawn) != 0 {
		return p.isLegalPawn(v, m, flags)
	}
	if m&0x88 != 0 {
		return 0, false
	}
	switch way := attackTable[to-from] & code; {
	case code&wayKing != 0:
		if way == 0 {
			return p.isLegalCastling(v, m)
		}
		// Take him off, so that he does not block a slider's line.
		p.board[from] = 0
		attacked := p.attacked(to, p.side^1)
		p.board[from] = code
		return flags, !attacked
	case way == 0:
		return 0, false
	case way&wayKnight == 0:
		step := rayStep[to-from]
		for at := from + step; at != to; at += step {
			if p.board[at] != 0 {
				return 0, false
			}
		}
	}
	return flags, p.keepsKingSafe(v, from, to)
}

// isLegalPawn is isLegal for a pawn's move; flags say whether it captures.
func (p *Position) isLegalPawn(v *checkInfo, m Move, flags uint8) (uint8, bool) {
	from, to := m.From(), m.To()
	step := pawnStep[p.side]
	if last := (to+0x10)&0x60 == 0; last { // rank 1 or 8
		flags |= flagPromotion
	} else if m&0x88 != 0 {
		return 0, false
	}
	switch d := to - from; {
	case attackTable[d]&p.board[from] != 0:
		if flags&flagCapture == 0 {
			return flagCapture | flagEnPassant | flagCheck, to == p.ep && p.enPassantIsSafe(m)
		}
	case flags&flagCapture != 0:
		return 0, false
	case d == step:
	case d == 2*step:
		if from>>4 != 1+5*p.side || p.board[from+step] != 0 {
			return 0, false
		}
		flags = flagDouble
	default:
		return 0, false
	}
	return flags, p.keepsKingSafe(v, from, to)
}

// enPassantIsSafe reports whether dropBadEnPassant keeps a move. No en passant
// capture answers a double check, so that case needs no test.
func (p *Position) enPassantIsSafe(m Move) bool {
	var b moveBuffer
	b.add(m.From(), m.To(), flagEnPassant)
	return p.dropBadEnPassant(&b, 0) == 1
}

// isLegalCastling is isLegal for a king's move to a square that is not next to
// him.
func (p *Position) isLegalCastling(v *checkInfo, m Move) (uint8, bool) {
	if v.checkers != 0 {
		return 0, false
	}
	var b moveBuffer
	p.generateCastling(&b)
	for _, r := range b.moves[:b.n] {
		if r.move == m {
			return r.flags, true
		}
	}
	return 0, false
}

// keepsKingSafe reports whether a move leaves the king unattacked. It must be
// neither a king's move nor an en passant capture.
func (p *Position) keepsKingSafe(v *checkInfo, from, to Square) bool {
	king := p.square[p.side<<4]
	for i := uint8(0); i < v.pins; i++ {
		if v.pinned[i] == from && rayStep[to-king] != v.pinStep[i] {
			return false
		}
	}
	return v.checkers == 0 || v.checkers == 1 && (to == v.checkFrom || between(king, v.checkFrom, to))
}
