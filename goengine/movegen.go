package goengine

// moveBuffer holds moves as they are generated.
type moveBuffer struct {
	n     int
	moves [MaxMoves + 38]raw

	men, hops, swept, kingTests, sifted uint64 // work done: see Work
}

// raw is a move as the generators leave it.
type raw struct {
	move  Move
	flags uint8
}

// add appends a move.
func (b *moveBuffer) add(from, to Square, flags uint8) {
	b.moves[b.n&0xFF] = raw{newMove(from, to), flags}
	b.n++
}

// addPromotions appends the four promotions of a pawn's move.
func (b *moveBuffer) addPromotions(from, to Square, flags uint8) {
	m := newMove(from, to)
	for kind := Queen; kind <= Knight; kind++ {
		b.moves[b.n&0xFF] = raw{m.promoting(kind), flags | flagPromotion}
		b.n++
	}
}

// generateTactical appends the legal captures and promotions of the side to
// move, piece by piece from the last slot of its list to the first: pawns capture
// before the pieces do, and the king comes last.
func (p *Position) generateTactical(v *checkInfo, b *moveBuffer) {
	side := p.side
	own := colourBit[side]
	start := b.n
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
		b.men++
		first := b.n
		switch p.kind[id&31] {
		case Pawn:
			step := pawnStep[side]
			last := (from+step)&0x70 == 0x70 || (from+step)&0x70 == 0
			for _, to := range [2]Square{from + step - 1, from + step + 1} {
				if c := p.board[to]; c == 0 {
					if to == p.ep {
						b.add(from, to, flagCapture|flagEnPassant|flagCheck)
					}
				} else if c&own == 0 {
					if last {
						b.addPromotions(from, to, flagCapture)
					} else {
						b.add(from, to, flagCapture)
					}
				}
			}
			if last && p.board[from+step] == 0 {
				b.addPromotions(from, from+step, 0)
			}
		case Knight:
			p.hopCaptures(b, from, &knightSteps, own)
		case King:
			p.hopCaptures(b, from, &rays, own)
		case Bishop:
			p.slideCaptures(b, from, rays[4:], own)
		case Rook:
			p.slideCaptures(b, from, rays[:4], own)
		case Queen:
			p.slideCaptures(b, from, rays[:], own)
		}
		if v.pins|v.checkers != 0 || slot == 0 {
			b.n = p.keepLegal(v, b, first, from)
		}
	}
	if p.ep != NoSquare {
		b.n = p.dropBadEnPassant(b, start)
	}
}

// hopCaptures appends the captures of a knight or king.
func (p *Position) hopCaptures(b *moveBuffer, from Square, steps *[8]uint8, own uint8) {
	b.hops++
	for _, step := range steps {
		to := from + step
		if c := p.board[to]; c != 0 && c&own == 0 {
			b.add(from, to, flagCapture)
		}
	}
}

// slideCaptures appends the captures of a slider.
func (p *Position) slideCaptures(b *moveBuffer, from Square, steps []uint8, own uint8) {
	for _, step := range steps {
		to, n := from+step, uint64(1)
		for p.board[to] == 0 {
			to += step
			n++
		}
		b.swept += n
		if p.board[to]&own == 0 {
			b.add(from, to, flagCapture)
		}
	}
}

// generate appends all legal moves.
func (p *Position) generate(b *moveBuffer) {
	var v checkInfo
	p.look(&v, true)
	p.generateTactical(&v, b)
	p.generateQuiet(&v, b)
}

// LegalMoves returns the legal moves in the order in which the engines
// generate them.
func (p *Position) LegalMoves() []Move {
	var b moveBuffer
	p.generate(&b)
	moves := make([]Move, b.n)
	for i := range moves {
		moves[i] = b.moves[i].move
	}
	return moves
}

// Legal reports whether any two bytes are a legal move.
func (p *Position) Legal(m Move) bool {
	_, legal := p.legalFlags(m)
	return legal
}

// legalFlags returns the flags of a move and reports whether it is legal.
func (p *Position) legalFlags(m Move) (uint8, bool) {
	var v checkInfo
	p.look(&v, true)
	return p.isLegal(&v, m)
}
