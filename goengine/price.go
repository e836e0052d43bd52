package goengine

import (
	"math"

	"github.com/searchex/searchex/internal/work"
)

// rows is the number of rows of the table of prices: see priceRow.
const rows = 4

// priceRow returns the row of the table of prices for a ply: 2 for odd plies, plus 1
// before the profile's DeepFrom.
func (e *Engine) priceRow(ply int) int {
	row := ply & 1 << 1
	if ply < int(e.prof.DeepFrom) {
		row++
	}
	return row
}

// setPrices computes the table of prices with the profile's additions, and the least
// price of each row.
func (e *Engine) setPrices() {
	pr := &e.prof
	e.evasive = pr.Price[Evasion] != 0
	for row := range e.price {
		quiet, other := 0, 0
		if pr.Switches&ParityPrices != 0 {
			quiet = int(pr.Parity[row>>1])
		}
		if pr.Switches&PhasePrices != 0 {
			quiet += int(pr.Phase[e.phase])
		}
		if row&1 == 0 {
			quiet += int(pr.DeepQuiet)
			other = int(pr.DeepOther)
		}
		e.least[row], e.quietest[row] = 255, 255
		for c := Evasion; c < categories; c++ {
			v := int(pr.Price[c]) + other
			if c.quiet() {
				v = int(pr.Price[c]) + quiet
			}
			price := withinByte(v)
			e.price[row][c] = price
			if c == Evasion && !e.evasive {
				continue
			}
			e.least[row] = min(e.least[row], price)
			if c.quiet() {
				e.quietest[row] = min(e.quietest[row], price)
			}
		}
		if pr.Switches&WindowPrices != 0 {
			e.least[row] = min(e.least[row], pr.Above)
			e.quietest[row] = min(e.quietest[row], pr.Above)
		}
		if pr.Recapture != 0 {
			e.least[row] = min(e.least[row], pr.Recapture)
		}
		e.evasion[row] = e.price[row][Evasion]
		if pr.Single != 0 {
			e.evasion[row] = min(e.evasion[row], pr.Single)
		}
	}
}

// withinByte bounds a price by 1 and 255.
func withinByte(v int) uint8 { return uint8(min(max(v, 1), math.MaxUint8)) }

// priceOf returns the SXDEC of a move in a list of length of.
func (e *Engine) priceOf(ply int, m *listed, of int, beta int16, bestQuiet *int16) uint8 {
	pr := &e.prof
	price := e.price[e.priceRow(ply)][m.category]
	switch m.category {
	case Evasion:
		if pr.Single != 0 && ply > 0 && of == 1 {
			return pr.Single
		}
		return price
	case Capture:
		if pr.Recapture != 0 && ply > 0 && e.recaptures(ply, m.move) {
			return pr.Recapture
		}
		return price
	case Forward, Backward:
	default:
		return price
	}
	if pr.Switches&(ScorePrices|WindowPrices) != 0 {
		e.meter.count(work.Priced)
	}
	if pr.Switches&ScorePrices != 0 {
		if *bestQuiet == Infinity {
			*bestQuiet = m.score
		}
		price = uint8(min(int(price)+max(int(*bestQuiet)-int(m.score), 0)>>pr.ScoreShift, max(int(price), int(pr.ScoreCap))))
	}
	if pr.Switches&WindowPrices != 0 && ply > 0 && m.score >= beta+int16(pr.AboveBy) {
		price = min(price, pr.Above)
	}
	return price
}

// veryLate is the number of places behind the first late move at which moves cost
// Late twice.
const veryLate = 8

// LatePrice returns the price for which a late move is first searched, and whether
// the move is late, by its category, its price and its place in the sorted list,
// from 1.
func (p *Profile) LatePrice(c Category, price uint8, place int) (late uint8, is bool) {
	if p.Late == 0 || !c.quiet() || place < int(p.LateFrom) {
		return price, false
	}
	more := int(p.Late)
	if place-int(p.LateFrom) >= veryLate {
		more *= 2
	}
	return withinByte(int(price) + more), true
}

// recaptures reports whether a move below the root goes to the square where the
// move before it captured.
func (e *Engine) recaptures(ply int, m Move) bool {
	last := &e.frames[ply-1]
	return last.undo.captured != noPiece && last.move.To() == m.To()
}
