//lint:file-ignore U1000 package prove runs these functions

package contracts

//prove:routine move_rook
//prove:needs onBoard(from) && onBoard(to) && from != to && ids[from] < 32
//prove:cells board=code
func moveRook(from, to uint8, board *[256]uint8, ids *[128]uint8, square *[32]uint8) uint8 {
	board[to] = board[from]
	board[from] = 0
	id := ids[from]
	ids[to] = id
	square[id] = to
	return id
}

//prove:routine set_scan
//prove:each id=0,16
//prove:cells scan_count=slots
func setScan(count, id uint8, scan_count *[2]uint8) (same, look_colour uint8) {
	scan_count[id/16] = count
	return id / 16, 0
}

// slots holds of a number of slots of a list.
func slots(i int, v uint8) bool { return v <= 16 }

//prove:routine bump
//prove:each kind=0..5 side=0,16
//prove:needs onBoard(square)
func bump(add int8, kind, square, side uint8, pst *[3072]uint8) {
	at := square
	if side != 0 {
		at ^= 0x70
	}
	i := int(kind+6*(side/16))<<8 | int(at)
	pst[i] = uint8(min(max(int(pst[i])+int(add), 0), 255))
}

//prove:routine mix
//prove:each phase=0..7
func mix(phase uint8, raw_moves *[256]uint8, passed_bonus *[16]uint8) {
	for n := leastMixed; n <= mostMixed; n++ {
		raw_moves[uint8(n)] = uint8(128 + n*int(phase)>>3)
	}
	for rank := 1; rank < 7; rank++ {
		opening, ending := int(int8(passed_bonus[rank])), int(int8(passed_bonus[rank+8]))
		raw_moves[0xA9+rank] = uint8(opening + (ending-opening)*int(phase)>>3)
	}
}

//prove:routine pawn_guards
//prove:needs onBoard(square) && (code_&0xC0 == 0x40 || code_&0xC0 == 0x80)
//prove:cells board=code
func pawnGuards(code_, square uint8, board *[256]uint8) bool {
	if code_ >= 0x80 {
		return board[square-15] == 0x41 || board[square-17] == 0x41
	}
	return board[square+15] == 0xA0 || board[square+17] == 0xA0
}

//prove:routine make_board_quiet
//prove:needs onBoard(from) && onBoard(to) && from != to && ids[from] < 32
//prove:cells board=code
func makeBoardQuiet(from, to uint8, board *[256]uint8, ids *[128]uint8, square *[32]uint8) {
	moveRook(from, to, board, ids, square)
}

//prove:routine unmake_board_quiet
//prove:needs onBoard(from) && onBoard(to) && from != to && ids[to] < 32
//prove:cells board=code
func unmakeBoardQuiet(from, to uint8, board *[256]uint8, ids *[128]uint8, square *[32]uint8) {
	moveRook(to, from, board, ids, square)
}
