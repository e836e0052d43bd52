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
	// rearmost is the lowest rank of each side's pawns by file, 8 on a file
	// without pawns.
	rearmost [2][10]uint8
	// stop is the rank, in each side's view, of the rearmost enemy pawn by file,
	// 0 on a file without one: a pawn that has reached it on its own and the
	// adjacent files is passed.
	stop     [2][10]uint8
	king     [2]Square // own view
	sum      [2]int16  // material by side
	minors   [2]uint8  // bishops and knights still on the first rank
	bishops  [2]uint8
	count    [2]uint8      // pawns
	defended [2][128]uint8 // own view: squares that the side's pawns guard
	pulls    int           // what has drawn the kings
}

// flip turns a square into the other side's view of it.
const flip = 0x70

// view turns a square into a side's own view.
func view(side Side, sq Square) Square { return sq ^ flip*side }

// buildTables makes the tables for the position at the root. pulls is for Work.
func (p *Position) buildTables(t *tables) (pulls int) {
	r := root{t: t, phase: uint8(p.Phase())}
	r.gather(p)
	for side := White; side <= Black; side++ {
		r.base(side)
		r.pawnTerms(side)
		r.pieceTerms(side, p)
		r.kingTerms(side, p)
	}
	return r.pulls
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
