//lint:file-ignore U1000 package prove runs these functions

package contracts

//prove:routine make_board_capture
//prove:needs onBoard(from) && onBoard(to) && from != to
//prove:cells board=code ids=id
func makeBoardCapture(from, to uint8, board *[256]uint8, ids *[128]uint8, square *[32]uint8, pieces uint8) (board_taken uint8, board_code uint8, pieces_ uint8) {
	taken, code := ids[to], board[to]
	square[taken] = 255
	moveRook(from, to, board, ids, square)
	return taken, code, pieces - 1
}

//prove:routine unmake_board_capture
//prove:needs onBoard(from) && onBoard(to) && from != to && board_taken < 32 && ids[from] == ids[to]
//prove:cells board=code ids=id
func unmakeBoardCapture(from, to, board_taken, board_code, pieces uint8, board *[256]uint8, ids *[128]uint8, square *[32]uint8) (pieces_ uint8) {
	moveRook(to, from, board, ids, square)
	board[to], ids[to], square[board_taken] = board_code, board_taken, to
	return pieces + 1
}

//prove:routine promote
//prove:each id=0..31
//prove:needs onBoard(square)
//prove:cells board=code slots=slots scan_count=slots
func promote(from, id, square uint8, board *[256]uint8, kind *[32]uint8, promoted, slots, scan_count *[2]uint8) (look_colour uint8) {
	kind[id] = promotion(from)
	board[square] = codeOf(kind[id], id)
	promoted[id/16]++
	scan_count[id/16] = slots[id/16]
	return 0
}

//prove:routine demote
//prove:each id=0..31
//prove:needs onBoard(square)
//prove:cells board=code officers=slots scan_count=slots
func demote(id, square, look_colour uint8, board *[256]uint8, kind *[32]uint8, promoted, officers, scan_count *[2]uint8) (look_colour_ uint8) {
	kind[id], board[square] = 5, codeOf(5, id)
	promoted[id/16]--
	if promoted[id/16] != 0 {
		return look_colour
	}
	scan_count[id/16] = officers[id/16]
	return 0
}

//prove:routine mark_helpful
//prove:each mark=0,0x80 king_square=squares check_from=squares
//prove:needs king_square != check_from
func markHelpful(mark, king_square, check_from uint8, ids *[128]uint8) {
	if straight(check_from, king_square) || diagonal(check_from, king_square) {
		step := uint8(sign(int(check_from&7)-int(king_square&7)) + 16*sign(int(check_from>>4)-int(king_square>>4)))
		for at := king_square + step; at != check_from; at += step {
			ids[at] = mark
		}
	}
	ids[check_from] = ids[check_from]&0x7F | mark
}

// take takes a piece from its side's list.
func take(at uint8, board *[256]uint8, ids *[128]uint8, square *[32]uint8) (taken, code uint8) {
	square[ids[at]] = 255
	return ids[at], board[at]
}

//prove:routine make_board
//prove:calls promote
//prove:each m_flags=0,1,3,4,8,16,17,32,33,35,36,40,48,49
//prove:needs onBoard(m_to) && m_from&0x77 != m_to && (m_flags&16 != 0 || m_from&0x88 == 0) && (m_flags&4 == 0 || m_to&3 == 2)
//prove:needs m_flags&2 == 0 || m_to&0x70 == 0x20 || m_to&0x70 == 0x50
//prove:needs m_flags&16 == 0 || (m_to&0x70 == 0 || m_to&0x70 == 0x70) && (m_from&0x70 == 0x10 || m_from&0x70 == 0x60)
//prove:cells board=code ids=id slots=slots scan_count=slots
func makeBoard(m_from, m_to, m_flags, pieces, board_taken, board_code, look_colour uint8, board *[256]uint8, ids *[128]uint8, square, kind *[32]uint8, promoted, slots, scan_count *[2]uint8) (pieces_, board_taken_, board_code_, look_colour_ uint8) {
	from := m_from & 0x77
	at := m_to
	if m_flags&2 != 0 {
		at = m_to ^ 0x10
	}
	if m_flags&1 != 0 {
		board_taken, board_code = take(at, board, ids, square)
		pieces--
	}
	if m_flags&2 != 0 {
		board[at] = 0
	}
	id := moveRook(from, m_to, board, ids, square)
	if m_flags&4 != 0 {
		rook, to := hopRook(m_to)
		moveRook(rook, to, board, ids, square)
	}
	if m_flags&16 != 0 {
		look_colour = promote(m_from, id, m_to, board, kind, promoted, slots, scan_count)
	}
	return pieces, board_taken, board_code, look_colour
}

//prove:routine unmake_board
//prove:calls demote
//prove:each m_flags=0,1,3,4,8,16,17,32,33,35,36,40,48,49
//prove:needs onBoard(m_to) && m_from&0x77 != m_to && (m_flags&16 != 0 || m_from&0x88 == 0) && (m_flags&4 == 0 || m_to&3 == 2)
//prove:needs m_flags&2 == 0 || m_to&0x70 == 0x20 || m_to&0x70 == 0x50
//prove:needs m_flags&16 == 0 || (m_to&0x70 == 0 || m_to&0x70 == 0x70) && (m_from&0x70 == 0x10 || m_from&0x70 == 0x60)
//prove:needs board_taken < 32 && (m_flags&19 != 1 || ids[m_from] == ids[m_to])
//prove:cells board=code ids=id officers=slots scan_count=slots
func unmakeBoard(m_from, m_to, m_flags, pieces, board_taken, board_code, look_colour uint8, board *[256]uint8, ids *[128]uint8, square, kind *[32]uint8, promoted, officers, scan_count *[2]uint8) (pieces_, look_colour_ uint8) {
	from := m_from & 0x77
	if m_flags&16 != 0 {
		look_colour = demote(ids[m_to], m_to, look_colour, board, kind, promoted, officers, scan_count)
	}
	moveRook(m_to, from, board, ids, square)
	at := m_to
	if m_flags&2 != 0 {
		at = m_to ^ 0x10
	}
	if m_flags&4 != 0 {
		rook, to := hopRook(m_to)
		moveRook(to, rook, board, ids, square)
	}
	if m_flags&3 != 0 {
		board[at], ids[at], square[board_taken] = board_code, board_taken, at
		pieces++
	}
	return pieces, look_colour
}

// stands reports whether a square has a piece, and the lists of pieces agree.
func stands(at uint8, board *[256]uint8, ids *[128]uint8, square *[32]uint8) bool {
	return board[at] != 0 && ids[at] < 32 && square[ids[at]] == at
}

// victim is the square on which a move takes.
func victim(m_to, m_flags uint8) uint8 {
	if m_flags&2 != 0 {
		return m_to ^ 0x10
	}
	return m_to
}

// rookOf is the square from which castling moves the rook.
func rookOf(m_to uint8) uint8 {
	rook, _ := hopRook(m_to)
	return rook
}

// slotsOf is the number of slots of a side that may have officers.
func slotsOf(i uint8, promoted, slots, officers *[2]uint8) uint8 {
	if promoted[i] != 0 {
		return slots[i]
	}
	return officers[i]
}

// unmakeMake holds: to make a move and to take it back changes nothing, but the ids of squares without a piece, which mean
// nothing.
//
//prove:lemma unmake_make
//prove:changes ids
//prove:each m_flags=0,1,3,4,8,16,17,32,33,35,36,40,48,49
//prove:needs onBoard(m_to) && m_from&0x77 != m_to && (m_flags&16 != 0 || m_from&0x88 == 0)
//prove:needs m_flags&2 == 0 || (m_to&0x70 == 0x20 || m_to&0x70 == 0x50) && m_from != m_to^0x10
//prove:needs m_flags&4 == 0 || m_to&7 == 6 && m_from == m_to-2 || m_to&7 == 2 && m_from == m_to+2
//prove:needs m_flags&16 == 0 || m_to&0x70 == 0 && m_from&0x70 == 0x10 || m_to&0x70 == 0x70 && m_from&0x70 == 0x60
//prove:needs stands(m_from&0x77, board, ids, square)
//prove:needs m_flags&1 == 0 || stands(victim(m_to, m_flags), board, ids, square)
//prove:needs m_flags&3 == 1 || board[m_to] == 0
//prove:needs m_flags&4 == 0 || stands(rookOf(m_to), board, ids, square) && board[(m_from+m_to)/2] == 0
//prove:needs m_flags&16 == 0 || kind[ids[m_from&0x77]] == 5 && board[m_from&0x77] == codeOf(5, ids[m_from&0x77])
//prove:needs scan_count[0] == slotsOf(0, promoted, slots, officers) && scan_count[1] == slotsOf(1, promoted, slots, officers)
//prove:needs promoted[0] < 8 && promoted[1] < 8
func unmakeMake(m_from, m_to, m_flags, pieces uint8, board *[256]uint8, ids *[128]uint8, square, kind *[32]uint8, promoted, slots, officers, scan_count *[2]uint8) bool {
	from, at, rook := m_from&0x77, victim(m_to, m_flags), rookOf(m_to)
	id, taken, rookID := ids[from], ids[at], uint8(0)
	if m_flags&4 != 0 {
		rookID = ids[rook]
	}
	left, board_taken, board_code, _ := makeBoard(m_from, m_to, m_flags, pieces, 0, 0, 0, board, ids, square, kind, promoted, slots, scan_count)
	again, _ := unmakeBoard(m_from, m_to, m_flags, left, board_taken, board_code, 0, board, ids, square, kind, promoted, officers, scan_count)
	return again == pieces && ids[from] == id && (m_flags&1 == 0 || ids[at] == taken) && (m_flags&4 == 0 || ids[rook] == rookID)
}
