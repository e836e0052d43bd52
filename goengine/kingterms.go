package goengine

// shelter is the worth for the king of a pawn on his file or next to it by
// its rank, score units at full board.
var shelter = [3]int{0, 7, 4}

// kingEndingPhase is the phase from which on kings are judged as in the ending.
const kingEndingPhase = 5

// kingTerms judges the king's squares.
func (r *root) kingTerms(side Side, p *Position) {
	if r.phase >= kingEndingPhase {
		r.kingEnding(side, p)
		return
	}
	for file := Square(0); file < 8; file++ {
		// What a king on this file finds of shelter.
		b := 0
		for g := file; g <= file+2; g++ {
			if r.pawns[side][g] == 0 {
				b -= 7
			} else if low := r.rearmost[side][g]; low <= 2 {
				b += shelter[low]
			}
		}
		if file == 3 || file == 4 {
			b -= 5
		}
		b = b * (8 - int(r.phase)) >> 3
		r.bump(side, King, file, b)
		r.bump(side, King, file+0x10, b)
	}
	if p.castle>>(2*side)&3 != 0 {
		r.bump(side, King, 0x04, 4)
		if p.castle>>(2*side)&whiteKingside != 0 {
			r.bump(side, Rook, 0x07, 8)
		}
	}
}

// passedPull is how much a passed pawn, own and the enemy's, draws the king to
// the square before it, in eighths of a score unit for each step and rank.
var passedPull = [2]int{7, 13}

// kingEnding judges the king's squares in the ending: towards passed pawns,
// and, with much the better of it, towards the enemy king, who belongs on the
// edge.
func (r *root) kingEnding(side Side, p *Position) {
	for id, sq := range p.square {
		owner := Side(id >> 4)
		if sq == NoSquare || p.kind[id] != Pawn {
			continue
		}
		at := view(owner, sq)
		rank := at >> 4
		if rank < r.passedFrom(owner, at&7+1) {
			continue
		}
		r.pulls++
		pull := passedPull[owner^side] * int(rank) >> 3
		front := view(owner^side, at+0x10)
		for to := Square(0); to < 128; to++ {
			if to&0x88 == 0 {
				r.bump(side, King, to, -pull*int(steps(to, front)))
			}
		}
	}
	enemy := side ^ 1
	ahead := r.sum[side] - r.sum[enemy]
	if ahead >= 4*64 || ahead <= -4*64 {
		r.pulls++
	}
	for sq := Square(0); sq < 128; sq++ {
		if sq&0x88 != 0 {
			continue
		}
		if ahead >= 4*64 {
			r.bump(side, King, sq, 4*(7-int(steps(sq, r.king[enemy]^flip))))
		}
		if ahead <= -4*64 {
			r.bump(side, King, sq, -10*edge(sq))
		}
	}
}

// edge is how far a square is from the middle of the board, 0 to 6.
func edge(sq Square) int {
	f, k := int(sq&7), int(sq>>4)
	return max(3-f, f-4) + max(3-k, k-4)
}
