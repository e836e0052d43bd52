package goengine

import "math/bits"

// SwapUnit is how many score units one unit of swap-off is worth: exchanges
// are reckoned in sixteenths of a pawn, so that a byte holds any of them.
const SwapUnit = 4

// swapValue is the worth of each kind in exchanges, in sixteenths of a pawn;
// the king's is more than all that may be won by giving him up. A pawn is 64
// score units, the others 3.4, 5.25 and 10 pawns: a knight
// is worth a bishop, so that to change them is no loss.
var swapValue = [6]uint8{King: 255, Queen: 160, Rook: 84, Bishop: 54, Knight: 54, Pawn: 16}

// swapRank orders attackers, cheapest first: 0 pawn to 5 king.
var swapRank = [64]uint8{
	wayWhitePawn: 0, wayBlackPawn: 0, wayKnight: 1, wayDiagonal: 2, wayStraight: 3,
	wayDiagonal | wayStraight: 4, wayKing: 5,
}

// rankValue is the swap value by swapRank.
var rankValue = [8]uint8{16, 54, 54, 84, 160, 255}

// attackers counts the attackers of a square by side and swap rank, four bits
// a rank. A slider behind a friend that attacks along the same line counts
// too, as at least as dear as the one in front of it, since that one must
// capture first. One behind an enemy does not: it may never come to attack.
// swept are the empty squares around, and sliders those counted.
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

// swapOff is what a side wins by capturing on a square a piece of the given
// worth, both sides capturing with the cheapest attacker and stopping when it
// pays: 0 to 255 sixteenths of a pawn. Pins and promotions are not seen.
func (p *Position) swapOff(sq Square, worth uint8, by Side) uint8 {
	won, _ := p.exchange(sq, worth, by)
	return won
}

// swapWork is what a swap-off takes: captures, if all are made, empty squares
// around, and sliders.
type swapWork struct{ captures, swept, sliders int }

// exchange is swapOff, and what it takes.
func (p *Position) exchange(sq Square, worth uint8, by Side) (won uint8, w swapWork) {
	count, swept, sliders := p.attackers(sq)
	w.swept, w.sliders = swept, sliders
	if count[by] == 0 {
		return 0, w
	}
	var gain [34]uint8
	n := 0
	for count[by] != 0 {
		gain[n&31] = worth
		n++
		shift := bits.TrailingZeros32(count[by]) &^ 3
		worth = rankValue[shift>>2&7]
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

// outOfReach tells whether a static value is above beta by so much that no
// swap-off brings it below.
func outOfReach(static, beta int16) bool {
	return (int(static)-int(beta))/SwapUnit >= int(swapValue[Queen])
}

// bestSwap is the best swap-off against the mover's pieces whose slots are
// given, dearest slots first. Those that can't bring the value below beta are
// not looked at, and it is enough to find one that brings it to alpha.
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
		worth := swapValue[p.kind[id&31]]
		if int(worth) <= max(floor, best) {
			continue
		}
		won, w := p.exchange(sq, worth, p.side^1)
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
