package goengine

// rows is how many rows the table of prices has: see priceRow.
const rows = 4

// priceRow is the row of the table of prices for a ply: 2 for odd plies, and 1
// more before the profile's DeepFrom.
func (e *Engine) priceRow(ply int) int {
	row := ply & 1 << 1
	if ply < int(e.prof.DeepFrom) {
		row++
	}
	return row
}

// setPrices works the profile's additions into a table of prices and finds the
// least ones.
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
			v = min(max(v, 1), 255)
			e.price[row][c] = uint8(v)
			if c == Evasion && !e.evasive {
				continue
			}
			e.least[row] = min(e.least[row], uint8(v))
			if c.quiet() {
				e.quietest[row] = min(e.quietest[row], uint8(v))
			}
		}
		if pr.Switches&WindowPrices != 0 {
			e.least[row] = min(e.least[row], pr.Above)
			e.quietest[row] = min(e.quietest[row], pr.Above)
		}
	}
}

// priceOf is the SXDEC of a move.
func (e *Engine) priceOf(ply int, m *listed, beta int16, bestQuiet *int16) uint8 {
	price := e.price[e.priceRow(ply)][m.category]
	if m.category < Forward {
		return price
	}
	sw := e.prof.Switches
	if sw&ScorePrices != 0 {
		if *bestQuiet == Infinity {
			*bestQuiet = m.score
		}
		price = uint8(min(int(price)+max(int(*bestQuiet)-int(m.score), 0)>>e.prof.ScoreShift, max(int(price), int(e.prof.ScoreCap))))
	}
	if sw&WindowPrices != 0 && ply > 0 && m.score >= beta {
		price = min(price, e.prof.Above)
	}
	return price
}
