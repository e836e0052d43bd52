//lint:file-ignore U1000 package prove runs these functions

package contracts

// code holds of what may stand on a square of the board.
func code(i int, v uint8) bool {
	if i&0x88 != 0 {
		return v == 0xC0
	}
	colour, ways := v&0xC0, v&0x3F
	man := ways == 0x10 || ways == 0x0C || ways == 0x08 || ways == 0x04 || ways == 0x02
	return v == 0 || (colour == 0x40 || colour == 0x80) && man || v == 0x41 || v == 0xA0
}

// place holds of a square in a list of pieces.
func place(i int, v uint8) bool { return onBoard(v) || v == 0xFF }

// id holds of the number of a piece on a square.
func id(i int, v uint8) bool { return v < 32 }

func onBoard(sq uint8) bool { return sq&0x88 == 0 }

func abs(v int) int { return max(v, -v) }

func sign(v int) int {
	switch {
	case v > 0:
		return 1
	case v < 0:
		return -1
	}
	return 0
}

// between reports whether the squares between two on a line are empty.
func between(from, to uint8, board *[256]uint8) bool {
	step := uint8(sign(int(from&7)-int(to&7)) + 16*sign(int(from>>4)-int(to>>4)))
	for at := to + step; at != from; at += step {
		if board[at] != 0 {
			return false
		}
	}
	return true
}

func straight(from, to uint8) bool { return from&7 == to&7 || from>>4 == to>>4 }

func diagonal(from, to uint8) bool {
	return abs(int(from&7)-int(to&7)) == abs(int(from>>4)-int(to>>4))
}

//prove:routine officer_reaches
//prove:each square=squares from=squares
//prove:needs colour == 0 && from != square && board[from] != 0
//prove:needs (ways&8 == 0 || straight(from, square)) && (ways&4 == 0 || diagonal(from, square))
//prove:cells board=code
func officerReaches(ways, from, square, colour uint8, board *[256]uint8) bool {
	return ways&0x0C == 0 || between(from, square, board)
}

// hits reports whether a piece attacks a square.
func hits(from, square uint8, board, attack_table *[256]uint8) bool {
	ways := attack_table[square-from] & board[from]
	return ways != 0 && officerReaches(ways, from, square, 0, board)
}

// officersHit reports whether one of the slots to be scanned attacks a square; the king's is the first.
func officersHit(square, count, id uint8, board, attack_table *[256]uint8, list *[32]uint8) bool {
	n := max(count, 1)
	if count > 8 {
		n = 16
	}
	for slot := n - 1; slot > 0; slot-- {
		if hits(list[id+slot], square, board, attack_table) {
			return true
		}
	}
	king := list[id]
	return attack_table[square-king]&board[king] != 0
}

//prove:routine attacked_by_white
//prove:calls officer_reaches
//prove:each square_=squares count=0..16 look_colour=0
//prove:cells board=code square=place scan_count=slots
func attackedByWhite(square_, count, look_colour uint8, board, attack_table *[256]uint8, square *[32]uint8, scan_count *[2]uint8) bool {
	if board[square_-17] == 0x41 || board[square_-15] == 0x41 {
		return true
	}
	return officersHit(square_, count, 0, board, attack_table, square)
}

//prove:routine attacked_by_black
//prove:calls officer_reaches
//prove:each square_=squares count=0..16 look_colour=0
//prove:cells board=code square=place scan_count=slots
func attackedByBlack(square_, count, look_colour uint8, board, attack_table *[256]uint8, square *[32]uint8, scan_count *[2]uint8) bool {
	if board[square_+17] == 0xA0 || board[square_+15] == 0xA0 {
		return true
	}
	return officersHit(square_, count, 16, board, attack_table, square)
}

//prove:routine attacked
//prove:calls attacked_by_white attacked_by_black
//prove:each side=0,1 look_colour=0
//prove:needs onBoard(square_)
//prove:cells board=code square=place scan_count=slots
func attacked(square_, side, look_colour uint8, board, attack_table *[256]uint8, square *[32]uint8, scan_count *[2]uint8) bool {
	if side == 0 {
		return attackedByWhite(square_, scan_count[0], look_colour, board, attack_table, square, scan_count)
	}
	return attackedByBlack(square_, scan_count[1], look_colour, board, attack_table, square, scan_count)
}

//prove:routine in_check
//prove:calls attacked_by_white attacked_by_black
//prove:each side=0,1 look_colour=0
//prove:needs onBoard(square[0]) && onBoard(square[16])
//prove:cells board=code square=place scan_count=slots
func inCheck(side, look_colour uint8, board, attack_table *[256]uint8, square *[32]uint8, scan_count *[2]uint8) bool {
	if side == 0 {
		return attackedByBlack(square[0], scan_count[1], look_colour, board, attack_table, square, scan_count)
	}
	return attackedByWhite(square[16], scan_count[0], look_colour, board, attack_table, square, scan_count)
}
