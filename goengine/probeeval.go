package goengine

// EvalTables are the numbers of evaluation and swap-off that the engines in
// assembly share with this one.
type EvalTables struct {
	// SwapValue is the worth of each kind in exchanges, RankValue the same by
	// the attackers' order, pawn 0 to king 5.
	SwapValue [6]uint8
	RankValue [6]uint8
	// KindOf is the kind of the piece with a board byte's way bits.
	KindOf [64]Kind
	// Opening and Ending are the ground of the root tables by kind: eight
	// ranks from the own edge, files a to d.
	Opening, Ending [6][32]int8
	TableBias       int
	SwapUnit        int
	PhaseWeight     [6]uint8
	PassedOpening   [8]int8
	PassedEnding    [8]int8
	NearKing        [6]int
	Shelter         [3]int
}

// SharedEvalTables returns a copy of the tables.
func SharedEvalTables() EvalTables {
	t := EvalTables{
		SwapValue: swapValue, KindOf: kindOf, Opening: openingTable, Ending: endingTable,
		TableBias: tableBias, SwapUnit: SwapUnit, PhaseWeight: phaseWeight, PassedOpening: passedOpening, PassedEnding: passedEnding,
		NearKing: nearKing, Shelter: shelter,
	}
	copy(t.RankValue[:], rankValue[:])
	return t
}

// RootTables are the piece-square tables of a search by side*6 + kind.
type RootTables [12][256]uint8

// BuildTables makes the tables for the position at the root.
func (p *Position) BuildTables() *RootTables {
	var t tables
	p.buildTables(&t)
	return (*RootTables)(&t)
}

// Static is the value of the position for the side to move by given tables.
func (p *Position) Static(t *RootTables) int16 { return p.static((*tables)(t)) }

// After is the static value after a move, from the value before it.
func (p *Position) After(t *RootTables, static int16, m GeneratedMove) int16 {
	return p.after((*tables)(t), static, m.Move, m.Flags)
}

// SwapOff is what a side wins by capturing a piece of a worth on a square.
func (p *Position) SwapOff(sq Square, worth uint8, by Side) uint8 { return p.swapOff(sq, worth, by) }

// Hits is what the enemy of the side to move attacks.
type Hits struct {
	p      *Position
	h      hitMap
	At     [128]uint8 // 1: by a pawn, knight or king; 2: by a slider
	Struck uint32     // slots of the mover's attacked pieces
}

// Hits returns the map of the enemy's attacks.
func (p *Position) Hits() *Hits {
	h := &Hits{p: p}
	p.mapHits(&h.h)
	copy(h.At[:], h.h.at[:])
	h.Struck = h.h.struck
	return h
}

// AfterMove calls f with the position after a move of the side to move, as
// the search has it for the swap-off of a terminal: the mover's pieces are
// the victims and slots those that may stand attacked. best is bestSwap.
func (p *Position) AfterMove(h *Hits, m GeneratedMove, f func(slots uint32, best func(static, alpha, beta int16) uint8)) {
	e := Engine{}
	var u undo
	p.make(m.Move, m.Flags, &u)
	p.side ^= 1
	slots := p.candidates(&h.h, m.Move, m.Flags)
	f(slots, func(static, alpha, beta int16) uint8 {
		e.pos = *p
		return e.bestSwap(slots, static, alpha, beta)
	})
	p.side ^= 1
	p.unmake(m.Move, m.Flags, &u)
}

// Exchange answers loses and exchangeLoss for moves of one position.
type Exchange struct{ e Engine }

// Exchange returns the answers for this position.
func (p *Position) Exchange() *Exchange {
	x := &Exchange{}
	x.e.pos = *p
	x.e.hits.ply = -1
	return x
}

// Loses tells whether a quiet move but castling loses the moved piece, or
// some of it, by swap-off.
func (x *Exchange) Loses(m GeneratedMove) bool { return x.e.loses(0, m.Move) }

// ExchangeLoss is what the answer to a capture takes back, in score units.
func (x *Exchange) ExchangeLoss(m GeneratedMove) int16 {
	return x.e.exchangeLoss(0, raw{m.Move, m.Flags})
}
