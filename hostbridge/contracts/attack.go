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
