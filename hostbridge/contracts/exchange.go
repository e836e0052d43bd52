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
