package goengine

// static returns the static value of the position for the side to move, computed
// from scratch: material plus the tables built at the root.
func (p *Position) static(t *tables) int16 {
	var v [2]int16
	for id, sq := range p.square {
		if sq != NoSquare {
			side, kind := Side(id>>4), p.kind[id]
			v[side] += material[kind] + int16(t[side*6+kind][sq]) - tableBias
		}
	}
	return v[p.side] - v[p.side^1]
}

// after returns the static value after a move, for the side that makes it, from the
// value before it.
func (p *Position) after(t *tables, static int16, m Move, flags uint8) int16 {
	from, to := m.From(), m.To()
	id := p.id[from]
	piece := id>>4*6 + p.kind[id&31]
	mine := &t[piece%12]
	v := static + int16(mine[to]) - int16(mine[from])
	if flags == 0 {
		return v
	}
	if flags&flagCapture != 0 {
		at := to
		if flags&flagEnPassant != 0 {
			at ^= 0x10
		}
		c := p.id[at]
		kind := p.kind[c&31]
		v += material[kind] + int16(t[(c>>4*6+kind)%12][at]) - tableBias
	}
	if flags&flagPromotion != 0 {
		kind := m.Promotion()
		v += material[kind] - material[Pawn] + int16(t[(id>>4*6+kind)%12][to]) - int16(mine[to])
	}
	if flags&flagCastle != 0 {
		rf, rt := rookHop(to)
		rook := &t[(id>>4*6+Rook)%12]
		v += int16(rook[rt]) - int16(rook[rf])
	}
	return v
}
