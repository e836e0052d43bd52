//lint:file-ignore U1000 package prove runs these functions

package contracts

// exchange is what a side wins by capturing something of a worth on a square, where the attackers of both sides are given by
// the states of swapoff.s, and the kings apart: each captures with the cheapest, and may stop.
func exchange(own, other uint8, king, otherKing bool, worth uint8) uint8 {
	left, value := own, uint8(0)
	counts := own & 31
	switch {
	case counts-counts/3*3 > 0:
		left, value = own-1, 16 // a pawn
	case counts/3-counts/9*3 > 0:
		left, value = own-3, 54 // a knight
	case own&32 != 0:
		left, value = own-32, 54 // a bishop
	case counts > 0:
		left, value = own-9, 84 // a rook
	case own > 0:
		left, value = own-64, 160 // a queen
	case king:
		king, value = false, 255
	default:
		return 0
	}
	return uint8(max(0, int(worth)-int(exchange(other, left, otherKing, king, value))))
}

//prove:routine swap_white
//prove:exhaust
//prove:each white=0..26,32..58,64..90,96..122,128..154,160..186,192..218,224..250
//prove:each black=0..26,32..58,64..90,96..122,128..154,160..186,192..218,224..250
//prove:each kings=0,64,128,192 worth=16,54,84,160,255
func swapWhite(white, black, kings, worth uint8) uint8 {
	return exchange(white, black, kings&0x40 != 0, kings&0x80 != 0, worth)
}

//prove:routine swap_black
//prove:exhaust
//prove:each white=0..26,32..58,64..90,96..122,128..154,160..186,192..218,224..250
//prove:each black=0..26,32..58,64..90,96..122,128..154,160..186,192..218,224..250
//prove:each kings=0,64,128,192 worth=16,54,84,160,255
func swapBlack(white, black, kings, worth uint8) uint8 {
	return exchange(black, white, kings&0x80 != 0, kings&0x40 != 0, worth)
}

//prove:routine swap_long
//prove:exhaust
//prove:each own=1..26,32..58,64..90,96..122,128..154,160..186,192..218,224..250
//prove:each other=1..26,32..58,64..90,96..122,128..154,160..186,192..218,224..250
//prove:each kings=0,64,128,192 worth=16,54,84,160,255
func swapLong(own, other, kings, worth uint8) uint8 {
	return exchange(own, other, kings&0x40 != 0, kings&0x80 != 0, worth)
}

//prove:routine swap_slow_count
//prove:needs onBoard(place_) && rank < 6 && board[place_] != 0
//prove:cells board=code
func swapSlowCount(place_, rank uint8, board *[256]uint8, swap_counts *[12]uint8) {
	if board[place_] >= 0x80 {
		rank += 6
	}
	swap_counts[rank]++
}

//prove:routine swap_slow_cheapest
//prove:each offset=0,6
//prove:only worth=!none
func swapSlowCheapest(offset uint8, swap_counts *[12]uint8) (worth uint8, none bool) {
	for rank := 0; rank < 6; rank++ {
		if swap_counts[int(offset)+rank] > 0 {
			swap_counts[int(offset)+rank]--
			return rankWorth(rank), false
		}
	}
	return 0, true
}

// rankWorth is what a piece of a rank is worth.
func rankWorth(rank int) uint8 {
	switch {
	case rank == 0:
		return 16
	case rank < 3:
		return 54
	case rank == 3:
		return 84
	case rank == 4:
		return 160
	}
	return 255
}

// overflow is the side that captures with the note that a state has run over.
func overflow(by uint8, over bool) uint8 {
	if over {
		return by | 0x80
	}
	return by
}

//prove:routine swap_knight
//prove:each quarter=0x10,0x20
//prove:needs onBoard(square) && carry && white <= 21 && black <= 21
func swapKnight(quarter, square, white, black, by uint8, carry bool) (white_, black_, by_ uint8) {
	if quarter&0x20 != 0 {
		return white, black + 3, overflow(by, black+3 >= 9)
	}
	return white + 3, black, overflow(by, white+3 >= 9)
}

//prove:routine swap_overflow
//prove:needs onBoard(square)
func swapOverflow(square, by uint8) (by_, x uint8, plus bool) { return by | 0x80, square, true }

//prove:routine swap_king
//prove:each step=1,15,16,17,239,240,241,255
//prove:needs onBoard(square) && onBoard(square+step) && board[square+step]&16 != 0
//prove:cells board=code
func swapKing(square, step, kings uint8, board *[256]uint8) (kings_ uint8, plus bool) {
	return kings | board[square+step]&0xC0, true
}
