package goengine

// Material in score units (64ths of a pawn) by kind; the king has none.
var material = func() (m [6]int16) {
	for k := Queen; k <= Pawn; k++ {
		m[k] = int16(swapValue[k]) * SwapUnit
	}
	return m
}()

// tableBias is added to every entry of the root tables, so that they are
// unsigned bytes and the difference of two of them a byte and a borrow.
const tableBias = 128

// tables are the piece-square tables of one search, by piece (side*6 + kind)
// and 0x88 square: the worth of the piece there, without its material, in
// score units plus tableBias. They are built at the root, for its position and
// phase, and hold all positional knowledge.
type tables [12][256]uint8

// phaseWeight is what a piece counts for the game phase; 24 in all at the
// start of a game.
var phaseWeight = [6]uint8{King: 0, Queen: 4, Rook: 2, Bishop: 1, Knight: 1, Pawn: 0}

// lastPhase is the phase of the bare endgame.
const lastPhase = 7

// Phase is the game phase, 0 (all pieces on the board) to 7 (bare endgame).
func (p *Position) Phase() int {
	n := 0
	for id, sq := range p.square {
		if sq != NoSquare {
			n += int(phaseWeight[p.kind[id]])
		}
	}
	return (24 - min(n, 24)) * 5 >> 4 // 0..7 in steps of 3.2
}

// root gathers what the table builder knows of the root position. Ranks and
// squares are seen from each side's own edge of the board (0 its first rank).
type root struct {
	t     *tables
	phase uint8
	// pawns counts each side's pawns by file, 1 + file; files 0 and 9 are empty
	// edges.
	pawns [2][10]uint8
	// rearmost is the lowest rank of each side's pawns by file, 8 where there
	// is none.
	rearmost [2][10]uint8
	// stop is the rank, in each side's view, of the farthest back of the
	// enemy's pawns by file, 0 where there is none: a pawn that has reached it
	// on its own and the next files is passed.
	stop     [2][10]uint8
	king     [2]Square // own view
	sum      [2]int16  // material by side
	minors   [2]uint8  // bishops and knights still on the first rank
	bishops  [2]uint8
	defended [2][128]uint8 // own view: squares that the side's pawns guard
}

// flip turns a square into the other side's view of it.
const flip = 0x70

// view turns a square into a side's own view.
func view(side Side, sq Square) Square { return sq ^ flip*side }

// buildTables makes the tables for the position at the root.
func (p *Position) buildTables(t *tables) {
	r := root{t: t, phase: uint8(p.Phase())}
	r.gather(p)
	for side := White; side <= Black; side++ {
		r.base(side)
		r.pawnTerms(side)
		r.pieceTerms(side, p)
		r.kingTerms(side, p)
		r.balance(side)
	}
}

func (r *root) gather(p *Position) {
	for side := range r.rearmost {
		for f := range r.rearmost[side] {
			r.rearmost[side][f] = 8
		}
	}
	for id, sq := range p.square {
		if sq == NoSquare {
			continue
		}
		side := Side(id >> 4)
		kind := p.kind[id]
		at := view(side, sq)
		rank, file := at>>4, at&7+1
		r.sum[side] += material[kind]
		switch kind {
		case King:
			r.king[side] = at
		case Bishop, Knight:
			if rank == 0 {
				r.minors[side]++
			}
			if kind == Bishop {
				r.bishops[side]++
			}
		case Pawn:
			r.pawns[side][file]++
			r.rearmost[side][file] = min(r.rearmost[side][file], rank)
			for _, d := range [2]Square{at + 0x0F, at + 0x11} {
				if d&0x88 == 0 {
					r.defended[side][d] = 1
				}
			}
		}
	}
	for side := range r.stop {
		for f, rank := range r.rearmost[side^1] {
			if rank < 8 {
				r.stop[side][f] = 7 - rank
			}
		}
	}
}

// bump adds to one entry, square in the side's own view, and stops at the ends
// of a byte.
func (r *root) bump(side Side, kind Kind, sq Square, delta int) {
	e := &r.t[side*6+kind][view(side, sq)]
	*e = uint8(min(max(int(*e)+delta, 0), 255))
}

// base mixes the opening and ending tables by phase.
func (r *root) base(side Side) {
	for kind := King; kind <= Pawn; kind++ {
		for sq := Square(0); sq < 128; sq++ {
			if sq&0x88 != 0 {
				continue
			}
			file := sq & 7
			if file > 3 {
				file = 7 - file
			}
			i := sq>>4*4 + file
			o, e := int(openingTable[kind][i]), int(endingTable[kind][i])
			r.t[side*6+kind][view(side, sq)] = uint8(tableBias + o + (e-o)*int(r.phase)>>3)
		}
	}
}

// passedBonus is the worth of a passed pawn by rank, own view, in the middle
// of the game; in the ending it is double.
var passedBonus = [8]uint8{0, 2, 4, 8, 16, 28, 40, 0}

// pawnTerms judges the squares of pawns by the pawns of both sides at the root.
func (r *root) pawnTerms(side Side) {
	own := &r.pawns[side]
	for file := Square(0); file < 8; file++ {
		f := file + 1
		d := 0
		if own[f-1]|own[f+1] == 0 {
			d -= 8 // isolated
		}
		if own[f] > 1 {
			d -= 7 // doubled
		}
		stop := max(r.stop[side][f-1], r.stop[side][f], r.stop[side][f+1])
		for rank := uint8(1); rank < 7; rank++ {
			sq := rank<<4 | file
			b := d
			if rank >= stop {
				b += int(passedBonus[rank]) + int(passedBonus[rank])*int(r.phase)>>3
			}
			if r.defended[side][sq] != 0 {
				b += 5
			}
			r.bump(side, Pawn, sq, b)
		}
	}
}

// nearKing is the pull of the enemy king on each kind, score units a step.
var nearKing = [6]int{Queen: 5, Rook: 2, Bishop: 2, Knight: 4}

// pieceTerms judges the officers' squares: files for rooks, outposts, the
// neighbourhood of the enemy king, blocked centre pawns, an early queen.
func (r *root) pieceTerms(side Side, p *Position) {
	enemy := side ^ 1
	target := r.king[enemy] ^ flip
	for sq := Square(0); sq < 128; sq++ {
		if sq&0x88 != 0 {
			continue
		}
		rank, f := sq>>4, sq&7+1
		if r.pawns[side][f] == 0 {
			d := 8
			if r.pawns[enemy][f] == 0 {
				d = 14
			}
			r.bump(side, Rook, sq, d)
		}
		if rank >= 3 && rank <= 5 && r.defended[side][sq] != 0 {
			if r.stop[side][f-1] <= rank && r.stop[side][f+1] <= rank {
				r.bump(side, Knight, sq, 14)
				r.bump(side, Bishop, sq, 7)
			}
		}
		if near := 4 - int(steps(sq, target)); near > 0 {
			for kind := Queen; kind <= Knight; kind++ {
				r.bump(side, kind, sq, near*nearKing[kind])
			}
		}
	}
	if r.bishops[side] > 1 {
		for sq := Square(0); sq < 128; sq++ {
			if sq&0x88 == 0 {
				r.bump(side, Bishop, sq, 10)
			}
		}
	}
	if r.phase < 2 {
		for _, sq := range [2]Square{0x13, 0x14} {
			if p.board[view(side, sq)] == codeOf[side][Pawn] {
				for kind := King; kind <= Knight; kind++ {
					r.bump(side, kind, sq+0x10, -16)
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

// steps is the number of king steps between two squares.
func steps(a, b Square) uint8 {
	df, dr := int8(a&7)-int8(b&7), int8(a>>4)-int8(b>>4)
	return uint8(max(df, -df, dr, -dr))
}

// shelter is the worth of a pawn on the second and third rank before the king
// by side, score units at full board.
var shelter = [3]int{0, 12, 7}

// kingTerms judges the king's squares and the pawns before him.
func (r *root) kingTerms(side Side, p *Position) {
	weight := 8 - int(r.phase)
	king := r.king[side]
	if r.phase < 5 {
		for file := Square(0); file < 8; file++ {
			// What a king on this file finds of shelter.
			b := 0
			for g := file; g <= file+2; g++ {
				if r.pawns[side][g] == 0 {
					b -= 8
				} else if low := r.rearmost[side][g]; low <= 2 {
					b += shelter[low] / 2
				}
			}
			if file == 3 || file == 4 {
				b -= 8
			}
			b = b * weight >> 3
			r.bump(side, King, file, b)
			r.bump(side, King, file+0x10, b)
		}
		if king>>4 == 0 && king&7 != 3 && king&7 != 4 {
			for f := int(king&7) - 1; f <= int(king&7)+1; f++ {
				if f < 0 || f > 7 {
					continue
				}
				for rank := 1; rank <= 2; rank++ {
					r.bump(side, Pawn, Square(rank<<4|f), shelter[rank]*weight>>3)
				}
			}
		}
		if p.castle>>(2*side)&3 != 0 {
			r.bump(side, King, 0x04, 14)
			if p.castle>>(2*side)&WhiteKingside != 0 {
				r.bump(side, Rook, 0x07, 6)
			}
		}
		return
	}
	// The ending: towards the passed pawns, and, with much the better of it,
	// towards the enemy king, who belongs on the edge.
	enemy := side ^ 1
	ahead := r.sum[side] - r.sum[enemy]
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

// balance makes the side that is ahead want to change pieces and keep pawns.
func (r *root) balance(side Side) {
	ahead := r.sum[side] - r.sum[side^1]
	if ahead < 64 && ahead > -64 {
		return
	}
	d := 6
	if ahead < 0 {
		d = -6
	}
	for sq := Square(0); sq < 128; sq++ {
		if sq&0x88 != 0 {
			continue
		}
		for kind := Queen; kind <= Knight; kind++ {
			r.bump(side, kind, sq, -d)
		}
		r.bump(side, Pawn, sq, d)
	}
}

// static is the value of the position for the side to move, counted from
// nothing: material and root tables.
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

// after is the static value after a move for the side that makes it, from the
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

// openingTable and endingTable are the root tables' ground by kind: eight
// ranks from the own edge, files a to d, mirrored for e to h, in score units.
// They are general knowledge: develop, hold the centre, hide the king; in the
// ending bring him out and run.
var openingTable = [6][32]int8{
	King: {
		16, 28, 8, -4,
		-8, -10, -22, -30,
		-40, -44, -48, -52,
		-60, -60, -60, -60,
		-70, -70, -70, -70,
		-70, -70, -70, -70,
		-70, -70, -70, -70,
		-70, -70, -70, -70,
	},
	Queen: {
		-8, -6, -4, 0,
		-6, -2, 2, 2,
		-4, 0, 2, 2,
		-4, -2, 0, 0,
		-2, 0, 2, 2,
		-2, 0, 4, 4,
		0, 2, 4, 4,
		0, 2, 4, 4,
	},
	Rook: {
		-6, -2, 2, 6,
		-8, -2, 0, 0,
		-8, -2, 0, 0,
		-8, -2, 0, 0,
		-6, -2, 0, 0,
		-4, 0, 2, 2,
		10, 14, 14, 14,
		4, 4, 4, 4,
	},
	Bishop: {
		-10, -12, -14, -10,
		-2, 8, 2, 6,
		0, 4, 6, 8,
		0, 4, 10, 12,
		0, 8, 8, 12,
		-2, 2, 4, 6,
		-8, -2, 0, 0,
		-12, -8, -6, -6,
	},
	Knight: {
		-36, -22, -18, -16,
		-22, -12, -2, 2,
		-16, 0, 12, 10,
		-12, 2, 12, 18,
		-8, 4, 16, 22,
		-12, 4, 14, 18,
		-22, -10, 2, 4,
		-40, -24, -16, -12,
	},
	Pawn: {
		0, 0, 0, 0,
		0, 2, 0, -12,
		0, 2, 2, 4,
		0, 2, 8, 20,
		2, 4, 12, 24,
		6, 10, 16, 26,
		14, 18, 22, 28,
		0, 0, 0, 0,
	},
}

var endingTable = [6][32]int8{
	King: {
		-40, -30, -24, -20,
		-28, -16, -8, -4,
		-20, -6, 8, 12,
		-14, 0, 16, 22,
		-12, 4, 20, 26,
		-14, 2, 16, 20,
		-22, -8, 2, 6,
		-40, -26, -18, -14,
	},
	Queen: {
		-16, -12, -8, -6,
		-12, -4, 0, 2,
		-6, 0, 6, 8,
		-4, 4, 8, 14,
		-2, 6, 10, 16,
		-4, 4, 8, 10,
		-6, 2, 4, 6,
		-10, -6, -4, -2,
	},
	Rook: {
		-4, -2, 0, 0,
		-4, -2, 0, 0,
		-2, 0, 0, 0,
		0, 2, 2, 2,
		2, 4, 4, 4,
		4, 4, 4, 4,
		10, 10, 10, 10,
		6, 6, 6, 6,
	},
	Bishop: {
		-14, -10, -8, -6,
		-8, -2, 0, 2,
		-4, 2, 6, 6,
		-2, 4, 8, 12,
		-2, 4, 8, 12,
		-4, 2, 6, 6,
		-8, -2, 0, 2,
		-14, -8, -8, -6,
	},
	Knight: {
		-36, -26, -18, -16,
		-24, -12, -6, -2,
		-16, -4, 6, 8,
		-12, 0, 12, 16,
		-10, 4, 14, 18,
		-14, 0, 10, 12,
		-24, -12, -4, -2,
		-40, -28, -18, -16,
	},
	Pawn: {
		0, 0, 0, 0,
		-6, -4, -4, -6,
		-2, -2, 0, 0,
		6, 6, 8, 10,
		16, 16, 18, 20,
		30, 30, 32, 34,
		48, 48, 50, 52,
		0, 0, 0, 0,
	},
}
