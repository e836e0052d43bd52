package goengine

// PriceTable is what a profile's prices come to in a position: by row, each
// category's, the least of all, of quiet moves and of evasions.
type PriceTable struct {
	Price                    [rows][categories]uint8
	Least, Quietest, Evasion [rows]uint8
}

// PriceRow is the row of a profile's table of prices for a ply.
func (p *Profile) PriceRow(ply int) int { return (&Engine{prof: *p}).priceRow(ply) }

// Prices works out the table of prices for a game phase.
func (p *Profile) Prices(phase int) PriceTable {
	e := Engine{prof: *p, phase: phase}
	e.setPrices()
	return PriceTable{Price: e.price, Least: e.least, Quietest: e.quietest, Evasion: e.evasion}
}

// WithinByte is a number as a price.
func WithinByte(v int) uint8 { return withinByte(v) }

// Records are how many moves of the line's nodes are sorted and how many wait
// at the moment, for callbacks that watch the lists fill.
func (e *Engine) Records() (sorted, waiting int) { return e.nSorted, e.nWaiting }

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
