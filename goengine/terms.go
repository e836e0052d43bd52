package goengine

// passedOpening and passedEnding are the worth of a passed pawn by rank, own
// view, mixed by phase as the ground is.
var (
	passedOpening = [8]int8{0, -1, -3, 2, 10, 12, 35, 0}
	passedEnding  = [8]int8{0, -3, 1, 8, 20, 51, 64, 0}
)

// pawnTerms judges the squares of pawns by the pawns of both sides at the root.
func (r *root) pawnTerms(side Side) {
	own := &r.pawns[side]
	for file := Square(0); file < 8; file++ {
		f := file + 1
		d := 0
		if own[f-1]|own[f+1] == 0 {
			d -= 4 // isolated
		}
		if own[f] > 1 {
			d -= 6 // doubled
		}
		stop := r.passedFrom(side, f)
		for rank := uint8(1); rank < 7; rank++ {
			sq := rank<<4 | file
			b := d
			if rank >= stop {
				o, e := int(passedOpening[rank]), int(passedEnding[rank])
				b += o + (e-o)*int(r.phase)>>3
			}
			if r.defended[side][sq] != 0 {
				b += 3
			}
			r.bump(side, Pawn, sq, b)
		}
	}
}

// passedFrom is the rank from which on a side's pawn on a file (1 to 8) is
// passed.
func (r *root) passedFrom(side Side, f uint8) uint8 {
	return max(r.stop[side][f-1], r.stop[side][f], r.stop[side][f+1])
}

// nearKing is the pull of the enemy king on each kind, score units a step.
var nearKing = [6]int{Queen: 14, Rook: 3, Bishop: 2, Knight: 3}

// pieceTerms judges the officers' squares: files for rooks, the enemy pawns'
// guard, the neighbourhood of the enemy king, blocked centre pawns, an early
// queen; and what the officers are worth besides.
func (r *root) pieceTerms(side Side, p *Position) {
	enemy := side ^ 1
	target := r.king[enemy] ^ flip
	for sq := Square(0); sq < 128; sq++ {
		if sq&0x88 != 0 {
			continue
		}
		f := sq&7 + 1
		if r.pawns[side][f] == 0 {
			d := 13
			if r.pawns[enemy][f] == 0 {
				d = 18
			}
			r.bump(side, Rook, sq, d)
		}
		if r.defended[enemy][sq^flip] != 0 {
			r.bump(side, Bishop, sq, -5)
			r.bump(side, Knight, sq, -8)
		}
		if near := 4 - int(steps(sq, target)); near > 0 {
			for kind := Queen; kind <= Knight; kind++ {
				r.bump(side, kind, sq, near*nearKing[kind])
			}
		}
	}
	// Knights like pawns about, rooks their absence, bishops each other; the
	// queen is at her best against a bare king.
	bare := r.exposed(enemy) * (8 - int(r.phase)) >> 3
	pawns := 5 * (int(r.count[side]) - 5)
	r.bumpAll(side, Queen, 5*bare)
	r.bumpAll(side, Rook, -pawns-2*bare)
	if r.bishops[side] > 1 {
		r.bumpAll(side, Bishop, 15)
	}
	r.bumpAll(side, Knight, pawns-bare)
	if r.phase < 2 {
		for _, sq := range [2]Square{0x13, 0x14} {
			if p.board[view(side, sq)] == codeOf[side][Pawn] {
				for kind := King; kind <= Knight; kind++ {
					r.bump(side, kind, sq+0x10, -19)
				}
			}
		}
		if r.minors[side] > 1 {
			r.bump(side, Queen, 0x03, 14)
			r.bump(side, Queen, 0x04, 8)
			r.bump(side, Queen, 0x14, 6)
			r.bump(side, Queen, 0x12, 6)
		}
	}
}

// exposed is how bare a king stands: by the files of the king and next to him,
// and by how far he is from his first rank.
func (r *root) exposed(side Side) int {
	king := r.king[side]
	n := 2 * int(king>>4)
	for f := max(king&7, 1); f <= min(king&7+2, 8); f++ {
		switch low := r.rearmost[side][f]; {
		case low == 8 && r.pawns[side^1][f] == 0:
			n += 3 // open
		case low == 8:
			n += 2
		case low > 2 || low < king>>4:
			n++
		}
	}
	return n
}

// steps is the number of king steps between two squares.
func steps(a, b Square) uint8 {
	df, dr := int8(a&7)-int8(b&7), int8(a>>4)-int8(b>>4)
	return uint8(max(df, -df, dr, -dr))
}
