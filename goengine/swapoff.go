package goengine

import "math/bits"

// swapValue is the value of each kind in exchanges, in sixteenths of a pawn. A pawn
// is 64 score units, a knight or bishop 3.4, a rook 5.25 and a queen 10 pawns: to
// exchange a knight for a bishop is no loss. The king's is more than anything that
// can be won by giving him up.
var swapValue = [6]uint8{King: 255, Queen: 160, Rook: 84, Bishop: 54, Knight: 54, Pawn: 16}

// swapRank orders attackers, cheapest first: 0 pawn to 5 king.
var swapRank = [64]uint8{
	wayWhitePawn: 0, wayBlackPawn: 0, wayKnight: 1, wayDiagonal: 2, wayStraight: 3,
	wayDiagonal | wayStraight: 4, wayKing: 5,
}

// rankValue is the swap value by swapRank.
var rankValue = [8]uint8{16, 54, 54, 84, 160, 255}

// attackers counts the attackers of a square by side and swap rank, four bits for
// each rank. A slider behind a piece of its own side that attacks along the same
// line counts too, with at least the rank of the piece in front, which must capture
// first. A slider behind an enemy does not count: it may never come to attack.
// swept is the number of empty squares crossed, sliders that of sliders counted.
func (p *Position) attackers(sq Square) (count [2]uint32, swept, sliders int) {
	for i := range rays {
		step := rays[i]
		at := sq + step
		for p.board[at] == 0 {
			at += step
			swept++
		}
		c := p.board[at]
		floor, side := uint8(0), c>>7
		if c&rayWay[i] == 0 {
			// Not a slider: a pawn or king next to the square attacks too.
			if at != sq+step || attackTable[-step]&c == 0 {
				continue
			}
			floor = swapRank[c&wayMask]
			count[side] += 1 << (4 * floor)
			if c&wayKing != 0 {
				continue
			}
			at += step
			for p.board[at] == 0 {
				at += step
			}
			c = p.board[at]
		}
		for c&rayWay[i] != 0 && c>>7 == side {
			floor = max(floor, swapRank[c&wayMask])
			count[side] += 1 << (4 * floor)
			sliders++
			at += step
			for p.board[at] == 0 {
				at += step
			}
			c = p.board[at]
		}
	}
	for _, step := range knightSteps {
		if c := p.board[sq+step]; c&wayKnight != 0 {
			count[c>>7] += 1 << 4
		}
	}
	return count, swept, sliders
}

// swapOff is the swap-off value of a square (static exchange evaluation, SEE): what
// a side wins by capturing a piece of a given value there, if both sides capture
// with the least valuable attacker and stop when that pays. It is 0 to 255 units of
// SwapUnit. Pins and promotions are ignored.
func (p *Position) swapOff(sq Square, value uint8, by Side) uint8 {
	won, _ := p.exchange(sq, value, by)
	return won
}

// swapWork is the work of a swap-off: captures, if all are made, empty squares
// crossed, and sliders.
type swapWork struct{ captures, swept, sliders int }

// exchange returns the value of swapOff and the work that it took.
func (p *Position) exchange(sq Square, value uint8, by Side) (won uint8, w swapWork) {
	count, swept, sliders := p.attackers(sq)
	w.swept, w.sliders = swept, sliders
	if count[by] == 0 {
		return 0, w
	}
	var gain [34]uint8
	n := 0
	for count[by] != 0 {
		gain[n&31] = value
		n++
		shift := bits.TrailingZeros32(count[by]) &^ 3
		value = rankValue[shift>>2&7]
		count[by] -= 1 << shift
		by ^= 1
	}
	w.captures = n
	v := uint8(0)
	for n > 0 {
		n--
		g := gain[n&31]
		if g > v {
			v = g - v
		} else {
			v = 0
		}
	}
	return v, w
}

// outOfReach reports whether a static value is so far above beta that no swap-off
// brings it below.
func outOfReach(static, beta int16) bool {
	return (int(static)-int(beta))/SwapUnit >= int(swapValue[Queen])
}

// bestSwap returns the best swap-off against the mover's pieces in the given slots,
// most valuable slots first. Pieces that can't bring the value below beta are
// skipped, and one that brings it down to alpha ends the search for a better one.
func (e *Engine) bestSwap(slots uint32, static, alpha, beta int16) uint8 {
	p := &e.pos
	floor := 0
	if static > beta {
		floor = (int(static) - int(beta)) / SwapUnit
	}
	enough := (int(static) - int(alpha) + SwapUnit - 1) / SwapUnit
	best := 0
	base := p.side << 4
	for slot := uint8(1); slots>>slot != 0; slot++ {
		if slots>>slot&1 == 0 {
			continue
		}
		id := base | slot
		sq := p.square[id&31]
		if sq == NoSquare {
			continue
		}
		value := swapValue[p.kind[id&31]]
		if int(value) <= max(floor, best) {
			continue
		}
		won, w := p.exchange(sq, value, p.side^1)
		e.meter.swappedOff(w)
		if v := int(won); v > max(floor, best) {
			best = v
			if best >= enough {
				break
			}
		}
	}
	return uint8(best)
}
