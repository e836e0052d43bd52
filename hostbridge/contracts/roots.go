//lint:file-ignore U1000 package prove runs these functions

package contracts

// Places in the page of facts about the root, from raw_moves on; those of black lie 16 above white's. Ranks are squares, in
// the own view, and so are files, from 1 to 8.
const (
	stopAt     = 0x60 // the rank from which on a pawn has passed the enemy's
	worthAt    = 0x6A // what a kind is worth besides
	pawnsAt    = 0x80 // pawns on a file
	kingAt     = 0x8A
	minorsAt   = 0x8B // bishops and knights on the first rank
	bishopsAt  = 0x8C
	countAt    = 0x8D // pawns
	rearmostAt = 0xA0 // the lowest rank of a file's pawns, 0x80 without
	passedAt   = 0xA9 // a passed pawn's bonus by rank, 1 to 6
)

// Kinds of pieces.
const (
	king   = 0
	queen  = 1
	rook   = 2
	bishop = 3
	knight = 4
	pawn   = 5
)

// view turns a square into the own view of a side.
func view(side, sq uint8) uint8 {
	if side != 0 {
		return sq ^ 0x70
	}
	return sq
}

// more adds to an entry of a side's table, square in white's view. goengine's bump stops at the ends of a byte, to which the
// entries that are changed so do not come.
func more(add int, kind, square, side uint8, pst *[3072]uint8) {
	pst[int(kind+6*(side/16))<<8|int(square)] += uint8(add)
}

//prove:routine exposed
//prove:each side=0,16
//prove:cells raw_moves=fact
func exposed(side uint8, raw_moves *[256]uint8) uint8 {
	enemy := 16 - side
	at := raw_moves[kingAt+enemy]
	n := 2 * (at >> 4)
	for i := uint8(0); i < 3; i++ {
		file := at&7 + i
		if file != 0 && file != 9 {
			n += bare(file, side, raw_moves[rearmostAt+enemy+file], at&0x70, raw_moves)
		}
	}
	return n
}

// bare is how bare a king stands by a file, with the lowest rank of his pawns there.
func bare(file, side, low, rank uint8, raw_moves *[256]uint8) uint8 {
	switch {
	case low >= 128 && raw_moves[pawnsAt+side+file] == 0:
		return 3
	case low >= 128:
		return 2
	case low >= 0x30 || low < rank:
		return 1
	}
	return 0
}

// fact holds of a byte of the page of facts: a king's place is a square.
func fact(i int, v uint8) bool { return i&0xEF != kingAt || onBoard(v) }

//prove:routine base
//prove:each phase=0..7
func base(phase uint8, opening_table, ending_table *[192]uint8, raw_moves *[256]uint8, pst *[3072]uint8) {
	for kind := 0; kind < 6; kind++ {
		for sq := 0; sq < 128; sq++ {
			if sq&0x88 == 0 {
				i := kind*32 + sq>>4*4 + min(sq&7, 7-sq&7)
				opening, ending := int(int8(opening_table[i])), int(int8(ending_table[i]))
				ground := uint8(128 + opening + (ending-opening)*int(phase)>>3)
				pst[kind<<8|sq] = ground + raw_moves[worthAt+kind]
				pst[(kind+6)<<8|sq^0x70] = ground + raw_moves[worthAt+16+kind]
			}
		}
	}
}

//prove:routine guard_terms
//prove:loose
//prove:each side=0,16
//prove:cells hits:128=guarded
func guardTerms(side uint8, hits *[160]uint8, pst *[3072]uint8) {
	mark := uint8(0x30)
	if side != 0 {
		mark = 0x40
	}
	for sq := uint8(0); sq < 128; sq++ {
		if onBoard(sq) && hits[sq]&mark != 0 {
			hits[sq] &= ^mark
			if view(side, sq) < 0x70 {
				more(3, pawn, sq, side, pst)
			}
			more(-5, bishop, sq, 16-side, pst)
			more(-8, knight, sq, 16-side, pst)
		}
	}
}

// guarded holds of the marks of a square that pawns guard.
func guarded(i int, v uint8) bool { return onBoard(uint8(i)) || v == 0 }

//prove:routine rook_files
//prove:each side=0,16
func rookFiles(side uint8, raw_moves *[256]uint8, pst *[3072]uint8) {
	for file := uint8(1); file < 9; file++ {
		if raw_moves[pawnsAt+side+file] == 0 {
			add := 13
			if raw_moves[pawnsAt+16-side+file] == 0 {
				add = 18
			}
			for rank := uint8(0); rank < 8; rank++ {
				more(add, rook, rank<<4|(file-1), side, pst)
			}
		}
	}
}

//prove:routine early_terms
//prove:loose
//prove:each side=0,16
//prove:cells board=code
func earlyTerms(side uint8, board, raw_moves *[256]uint8, pst *[3072]uint8) {
	for sq := uint8(0x13); sq <= 0x14; sq++ {
		if board[view(side, sq)] == codeOf(pawn, side) {
			for kind := uint8(king); kind <= knight; kind++ {
				bump(-19, kind, sq+16, side, pst)
			}
		}
	}
	if raw_moves[minorsAt+side] > 1 {
		bump(14, queen, 0x03, side, pst)
		bump(8, queen, 0x04, side, pst)
		bump(6, queen, 0x14, side, pst)
		bump(6, queen, 0x12, side, pst)
	}
}
