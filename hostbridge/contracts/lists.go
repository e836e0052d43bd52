//lint:file-ignore U1000 package prove runs these functions

package contracts

//prove:routine value_draw
func valueDraw(ply uint8, even, odd int16) (value int16, cut bool) {
	if ply&1 == 0 {
		return even, false
	}
	return odd, false
}

//prove:routine no_moves
func noMoves(checkers, ply uint8, even, odd int16) (value int16, cut bool) {
	if checkers == 0 {
		return valueDraw(ply, even, odd)
	}
	return int16(ply) - 31000, false
}

//prove:routine list_begin
//prove:each ply=0..31
func listBegin(n_following, ply uint8, line *[64]uint8) (flights_count uint8, j_bonus uint8, pv_from uint8, pv_to uint8) {
	if n_following == 0 {
		return 255, 0, 0, 0
	}
	return 255, 0, line[2*ply], line[2*ply+1]
}

//prove:routine begin_lists
func beginLists(sorted_top, raw_end uint16) (n_first_sorted uint16, n_first_waiting uint16) {
	return sorted_top, raw_end
}

//prove:routine columns
//prove:each side=0,1
//prove:needs raw_end < 0x8000
//prove:cells slots=slots
func columns(side, checkers uint8, raw_end uint16, slots *[2]uint8) (last uint8, side_ uint8, alone bool, g_count uint8, g_to uint16, g_flags uint16, g_own uint8) {
	return 16*side + slots[side], side, checkers > 1, 0, raw_end + 768, raw_end + 1536, uint8(0x40) << side
}

//prove:routine hide_pinned
//prove:each pins=1..8
//prove:cells pinned=onSquare ids=id
func hidePinned(pins uint8, pinned *[8]uint8, ids *[128]uint8, square *[32]uint8) {
	for i := int(pins) - 1; i >= 0; i-- {
		square[ids[pinned[i]]] ^= 0x80
	}
}

// onSquare holds of a square of the board.
func onSquare(i int, v uint8) bool { return onBoard(v) }

//prove:routine show_pinned
//prove:each pins=0..8
//prove:cells pinned=onSquare ids=id
func showPinned(pins uint8, pinned *[8]uint8, ids *[128]uint8, square *[32]uint8) {
	hidePinned(pins, pinned, ids, square)
}

// The pieces of the side to move that the enemy attacks, in the map of hits: a bit for each slot. The king's is not looked at.
//
//prove:routine strike
//prove:each side=0,1
//prove:needs hits_stamp > 1
//prove:cells square=place slots=slots
func strike(side, hits_stamp uint8, hits *[256]uint8, square *[32]uint8, slots *[2]uint8) (struck uint16, struck_done uint8) {
	hits[255] = 1 // where the dead stand
	bits, last := uint16(0), 7
	if slots[side] > 8 {
		last = 15
	}
	for slot := 1; slot <= last; slot++ {
		if hits[square[16*int(side)+slot]] >= hits_stamp {
			bits |= uint16(1) << slot
		}
	}
	return bits, 1
}

//prove:routine toggle_key
//prove:each id=0..31 square=squares
//prove:cells kind=kinds
func toggleKey(id, square uint8, kind *[32]uint8, key *[4]uint8, key_bytes *[796]uint8) {
	piece := int(id)/16*6 + int(kind[id])
	at := piece>>1*128 + piece&1*8 + int(square)
	for i := 0; i < 4; i++ {
		key[i] ^= key_bytes[at+i]
	}
}

//prove:routine full_key
//prove:calls toggle_window toggle_key
//prove:needs castle < 16
//prove:cells kind=kinds square=place
func fullKey(castle, ep uint8, square, kind *[32]uint8, key *[4]uint8, key_bytes *[796]uint8) {
	for i := 0; i < 4; i++ {
		key[i] = 0
	}
	if castle != 0 {
		toggleWindow(castle, key, key_bytes)
	}
	if ep < 128 {
		toggleWindow(16+ep&7, key, key_bytes)
	}
	for id := 31; id >= 0; id-- {
		if onBoard(square[id]) {
			toggleKey(uint8(id), square[id], kind, key, key_bytes)
		}
	}
}
