//lint:file-ignore U1000 package prove runs these functions

package contracts

//prove:routine fifty
func fifty(half, ply uint8) bool { return half >= 100 && ply != 0 }

//prove:routine any_waiting
func anyWaiting(raw_end, n_first_waiting uint16) bool { return raw_end == n_first_waiting }

//prove:routine quiet_room
//prove:needs last-sorted_top <= 3072 && raw_end-n_first_waiting <= mostMoves*size
func quietRoom(raw_end, n_first_waiting, sorted_top, last, size uint16) bool {
	return (last-sorted_top)*size/8 >= raw_end-n_first_waiting
}

//prove:routine has_room
//prove:needs last-sorted_top <= 3072 && tactical_end-first+raw_end-n_first_waiting <= mostMoves*size
func hasRoom(tactical_end, raw_end, n_first_waiting, sorted_top, first, last, size uint16) bool {
	return (last-sorted_top)*size/8 >= tactical_end-first+raw_end-n_first_waiting
}

// mostMoves bounds the moves of a node: a byte counts them.
const mostMoves = 255

//prove:routine limit_reached
//prove:needs limited < 2 && nodes_high < 65535
func limitReached(limited, stop_flag uint8, nodes, nodes_high, limit_low, limit_high uint16) (yes bool, nodes_ uint16, nodes_high_ uint16, limited_ uint8) {
	low, high := nodes, nodes_high
	if low >= 0x8000 {
		low -= 0x8000
		high++
	}
	if limited == 0 && low < 1024 {
		return false, low, high, 0
	}
	return stop_flag != 0 || high > limit_high || high == limit_high && low >= limit_low, low, high, 1
}

//prove:routine piece_code
//prove:needs id < 32 && kind[id] < 6
//prove:cells kind=kinds
func pieceCode(id uint8, kind *[32]uint8) uint8 { return codeOf(kind[id], id) }

// kinds holds of the number of a kind.
func kinds(i int, v uint8) bool { return v < 6 }

// codeOf is the board byte of a piece.
func codeOf(kind, id uint8) uint8 {
	colour := uint8(0x40)
	if id >= 16 {
		colour = 0x80
	}
	switch {
	case kind == 0:
		return colour | 0x10
	case kind == 1:
		return colour | 0x0C
	case kind == 2:
		return colour | 0x08
	case kind == 3:
		return colour | 0x04
	case kind == 4:
		return colour | 0x02
	case colour == 0x40:
		return 0x41
	}
	return 0xA0
}

// promotion is the kind that two bits of a move's from choose: queen, rook, bishop or knight.
func promotion(from uint8) uint8 { return 1 + from>>3&1 + from>>6&2 }

//prove:routine promoted_code
//prove:cells board=code
func promotedCode(from uint8, board *[256]uint8) (uint8, uint8) {
	return board[from&0x77]&0xC0 | codeOf(promotion(from), 0)&0x3F, from & 0x77
}

//prove:routine passed_from
//prove:needs place_ < 240
func passedFrom(place_ uint8, raw_moves *[256]uint8) uint8 {
	return max(raw_moves[place_], raw_moves[place_+1], raw_moves[place_+2])
}

//prove:routine is_killer
//prove:each ply=0..31
func isKiller(from, to, ply, profile_bonus, j_bonus uint8, killers *[128]uint8) (j_killer uint8, j_bonus_ uint8) {
	i := 4 * int(ply)
	if killers[i] == from && killers[i+1] == to || killers[i+2] == from && killers[i+3] == to {
		return 1, profile_bonus
	}
	return 0, j_bonus
}

//prove:routine at_rest
func atRest(start uint16) (hits_ply uint8, undo_top uint8, raw_end uint16) { return 255, 134, start }

//prove:routine no_raw_moves
func noRawMoves(start uint16) (raw_end uint16) { return start }

//prove:routine clear_hits
func clearHits(hits *[128]uint8) (stamp uint8, hits_stamp uint8, hits_ply uint8) {
	for i := 0; i < 128; i++ {
		hits[i] = 0
	}
	return 2, 0, 255
}

//prove:routine known_hits
//prove:needs ply < 32
func knownHits(checkers, hits_ply, ply, hits_stamp uint8) uint8 {
	if checkers == 0 && hits_ply == ply {
		return hits_stamp
	}
	return 0
}

//prove:routine king_safe
//prove:calls attacked_by_white attacked_by_black
//prove:each side=0,1 look_colour=0
//prove:needs onBoard(to)
//prove:cells board=code square=place scan_count=slots
func kingSafe(to, stamp, side, look_colour uint8, hits *[128]uint8, board, attack_table *[256]uint8, square *[32]uint8, scan_count *[2]uint8) bool {
	switch {
	case stamp != 0:
		return hits[to] >= stamp
	case side == 0:
		return attackedByBlack(to, scan_count[1], look_colour, board, attack_table, square, scan_count)
	}
	return attackedByWhite(to, scan_count[0], look_colour, board, attack_table, square, scan_count)
}

//prove:routine pin_of
//prove:needs pinned[0] == g_square || pinned[1] == g_square || pinned[2] == g_square || pinned[3] == g_square || pinned[4] == g_square || pinned[5] == g_square || pinned[6] == g_square || pinned[7] == g_square
func pinOf(g_square uint8, pinned, pin_step *[8]uint8) (step uint8) {
	for i := 0; i < 7; i++ {
		if pinned[i] == g_square {
			return pin_step[i]
		}
	}
	return pin_step[7]
}

//prove:routine swap_bounds
//prove:needs value > n_alpha && n_beta > n_alpha
func swapBounds(value, n_alpha, n_beta uint16, swap_floor, swap_enough uint8) (none bool, swap_floor_ uint8, swap_enough_ uint8) {
	floor := uint16(0)
	if value >= n_beta {
		floor = (value - n_beta) / 4
		if value-n_beta >= 1024 || floor >= 160 {
			return true, swap_floor, swap_enough
		}
	}
	if value-n_alpha > 1016 {
		return false, uint8(floor), 255
	}
	return false, uint8(floor), uint8((value-n_alpha-1)/4 + 1)
}
