package goengine

// PriceTable is what a profile's prices come to in a position: by parity of
// the ply, each category's, the least of all and the least of quiet moves.
type PriceTable struct {
	Price           [2][categories]uint8
	Least, Quietest [2]uint8
}

// Prices works out the table of prices for a game phase.
func (p *Profile) Prices(phase int) PriceTable {
	e := Engine{prof: *p, phase: phase}
	e.setPrices()
	return PriceTable{Price: e.price, Least: e.least, Quietest: e.quietest}
}

// MateThreats are the quiet moves that threaten mate at a glance.
func (p *Position) MateThreats() (threats []Move) {
	e := Engine{pos: *p}
	e.frames[0].flights = flightsUnknown
	_, quiet := p.Generated()
	for _, m := range quiet {
		if e.threatensMate(0, m.Move, p.board[m.Move.From()]) {
			threats = append(threats, m.Move)
		}
	}
	return threats
}
