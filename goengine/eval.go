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
	count    [2]uint8      // pawns
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
			r.count[side]++
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

// bumpAll bumps all squares of a kind.
func (r *root) bumpAll(side Side, kind Kind, delta int) {
	for sq := Square(0); sq < 128; sq++ {
		if sq&0x88 == 0 {
			r.bump(side, kind, sq, delta)
		}
	}
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

// shelter is the worth for the king of a pawn on his file or next to it by
// its rank, score units at full board.
var shelter = [3]int{0, 7, 4}

// kingTerms judges the king's squares.
func (r *root) kingTerms(side Side, p *Position) {
	if r.phase >= 5 {
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
		if p.castle>>(2*side)&WhiteKingside != 0 {
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
// They began as general knowledge, develop, hold the centre, hide the king, and
// like all numbers of this file were fitted to positions of our own searches
// (docs/decisions.md 26).
var openingTable = [6][32]int8{
	King: {
		16, 17, -6, -3,
		-2, -6, -18, -31,
		-38, -40, -45, -53,
		-59, -60, -59, -61,
		-69, -69, -70, -71,
		-70, -70, -70, -71,
		-70, -70, -70, -70,
		-70, -70, -70, -70,
	},
	Queen: {
		-8, -10, -6, -4,
		-8, -2, 6, 1,
		-5, 6, 5, 5,
		-1, 2, 2, 10,
		1, -2, 4, 1,
		-1, 0, 5, 3,
		0, -3, 1, 4,
		0, 1, 4, 4,
	},
	Rook: {
		-9, -10, 0, 3,
		-12, -3, 3, -4,
		-7, -2, 3, 0,
		-7, -3, 0, 0,
		-3, -1, 0, 0,
		-2, 1, 4, 5,
		13, 12, 13, 13,
		5, 5, 5, 4,
	},
	Bishop: {
		-7, -9, -9, -8,
		0, 18, 4, 6,
		6, 15, 10, 14,
		1, 6, 14, 12,
		2, 11, 13, 16,
		5, 2, 8, 8,
		-8, -4, -3, 0,
		-9, -8, -5, -8,
	},
	Knight: {
		-36, -26, -18, -15,
		-19, -13, -2, -3,
		-17, 2, 4, 14,
		-13, 2, 14, 12,
		-4, 0, 20, 19,
		-9, 3, 16, 21,
		-18, -10, 5, 4,
		-41, -23, -15, -11,
	},
	Pawn: {
		0, 0, 0, 0,
		-12, 4, -7, -19,
		-7, 2, -4, -7,
		-11, -2, 0, 7,
		3, 0, 8, 16,
		8, 13, 18, 21,
		16, 17, 22, 28,
		0, 0, 0, 0,
	},
}

var endingTable = [6][32]int8{
	King: {
		-44, -37, -25, -27,
		-25, -13, -3, 3,
		-18, -4, 10, 10,
		-14, 0, 17, 19,
		-10, 6, 16, 21,
		-13, 2, 17, 17,
		-22, -7, 3, 7,
		-40, -26, -17, -13,
	},
	Queen: {
		-16, -12, -7, -3,
		-13, -4, -1, 3,
		-6, 0, 7, 9,
		-5, 5, 9, 14,
		-2, 7, 11, 16,
		-3, 4, 9, 10,
		-5, 1, 4, 7,
		-9, -6, -4, -1,
	},
	Rook: {
		-10, 0, 2, -1,
		-4, -2, 1, 2,
		1, 1, 3, -1,
		1, 3, 1, 2,
		6, 5, 4, 3,
		6, 6, 3, 4,
		12, 12, 8, 8,
		7, 8, 8, 7,
	},
	Bishop: {
		-15, -8, -7, -5,
		-8, -11, 0, 1,
		-3, 1, 4, 5,
		-2, 4, 7, 12,
		-3, 3, 7, 12,
		-4, 2, 7, 6,
		-7, -4, 0, 1,
		-13, -8, -8, -6,
	},
	Knight: {
		-36, -27, -18, -16,
		-25, -13, -7, -7,
		-16, -5, 3, 6,
		-11, 0, 11, 15,
		-9, 6, 9, 16,
		-13, 0, 8, 9,
		-23, -13, -5, -3,
		-41, -28, -17, -15,
	},
	Pawn: {
		0, 0, 0, 0,
		-2, -3, 4, -6,
		-3, -2, 1, 4,
		9, 5, -2, 2,
		16, 16, 11, 5,
		30, 28, 32, 31,
		50, 48, 49, 50,
		0, 0, 0, 0,
	},
}
