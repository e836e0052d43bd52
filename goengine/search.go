package goengine

import "sync/atomic"

// Scores and sizes of a search.
const (
	// Infinity bounds every score.
	Infinity int16 = 32000
	// Mate is the score of giving mate, less the plies it takes from the root.
	Mate int16 = 31000
	// MateBound is the least score that means a proved mate.
	MateBound = Mate - 2*int16(MaxPly)

	// MaxPly is the deepest line in plies.
	MaxPly = 32
	// MaxSX is the largest budget.
	MaxSX = 255

	// sortedSpace and waitingSpace are the records that the lists of all nodes
	// of a line may fill: what fits into the RAM of the machines. A node whose
	// moves find no room among the sorted ones is a frontier, and so are the
	// quiet moves of a half-frontier. Below a node mostWaiting moves may wait,
	// as many as a byte counts; one node more generates its own behind them.
	sortedSpace  = 384
	mostWaiting  = 255
	waitingSpace = mostWaiting + MaxMoves
)

// Limits bound a search. The zero value of a field means no limit.
type Limits struct {
	// SX is the budget of the last iteration, 1 to 255: the one before it may
	// be less than a step away, and where the profile starts higher it is the
	// only one.
	SX int
	// SXSet says that SX counts although it is 0.
	SXSet bool
	// Depth is the longest line in plies, 1 to 32.
	Depth int
	// Nodes ends the search at the first node that is about to be expanded
	// when so many have been counted. It counts, as Stop does, from the moment
	// that a root move has been searched or GraceNodes have been counted.
	Nodes uint64
	// Cycles ends the search likewise when its work so far has taken so many by
	// Costs. Without Costs there is no such limit.
	Cycles uint64
	Costs  *Costs
	// Moves are those that the root is restricted to, nil for all. Where none of
	// them is legal Best is NoMove, and Score means nothing.
	Moves []Move
	// Stop ends the search at the next node that is about to be expanded, once
	// limits count.
	Stop *atomic.Bool
	// MateIn narrows the search to mates in so many moves or fewer: any other
	// root move is as bad as the next, and where there is no such mate Best is
	// NoMove. With every move at one price (profile uniform) and a depth of
	// 2*MateIn plies that is a proof. 0 means an ordinary search.
	MateIn int
	// Draw is what repetition, fifty moves, stalemate and insufficient material
	// are worth to the side to move at the root, score units, -MaxDraw to
	// MaxDraw.
	Draw int16
}

// GraceNodes is how long a search is left alone by its limits until it has
// searched a root move.
const GraceNodes = 1024

// MaxDraw bounds Limits.Draw: two pawns.
const MaxDraw int16 = 127

// RootAlpha is the alpha that the root is searched with.
func (l *Limits) RootAlpha() int16 {
	if l.MateIn <= 0 {
		return -Infinity
	}
	return Mate - 2*int16(min(l.MateIn, MaxPly/2))
}

// Plies is the longest line, 1 to MaxPly.
func (l *Limits) Plies() int {
	n := MaxPly
	if l.Depth > 0 {
		n = min(l.Depth, n)
	}
	if l.MateIn > 0 {
		n = min(2*l.MateIn, n)
	}
	return n
}

// DrawValue is Draw within its bounds.
func (l *Limits) DrawValue() int16 { return min(max(l.Draw, -MaxDraw), MaxDraw) }

// Result is what a search has found. A score of MateBound or more, or of
// -MateBound or less, is a proved mate.
type Result struct {
	Best  Move // NoMove where there is no legal move
	Score int16
	PV    []Move
	// SX is the budget of the last iteration that was finished.
	SX int
	// Complete says that Best, Score and PV are those of that iteration. Else
	// they are of one that a limit has ended, in which Best is the best of the
	// moves searched so far or, where none of them was worth playing, the one
	// under way with its static value alone.
	Complete bool
	Nodes    uint64
	// Stopped says that a limit of nodes or cycles or Stop ended it.
	Stopped bool
	// SwapOffs counts swap-offs of squares, Expanded nodes expanded,
	// for the profile of a search.
	SwapOffs, Expanded uint64
	// Work and Picked are what the search has done, as Costs price it.
	Work   Counts
	Picked Picked
}

// frame is what a node knows: a block of RAM a ply on the machines.
type frame struct {
	sx, other uint8   // budget of the side to move; of the other side (TwoBudgets)
	checked   uint8   // bit for each side: it has given check in this line
	maybe     bool    // the side to move may be in check
	following bool    // the line from the root is the last principal variation
	promoted  bool    // a pawn has been promoted on the line from the root
	losing    bool    // list has passed over a losing capture
	moves     bool    // a part of the node had moves
	frontier  bool    // no move can be followed up
	early     [3]Move // tried before others of their kind were generated
	nEarly    int
	static    int16 // static value for the side to move
	see       picture
	undo      undo
	enemies   [15]Square // queens and rooks of the other side, for Attack
	nEnemies  uint8
	flights   uint8 // of the enemy king, or flightsUnknown
	move      Move  // that is followed up
	window    window
}

// Engine searches. It is not safe for concurrent use; engines share nothing.
type Engine struct {
	// Callbacks are called at every event where they are not nil.
	Callbacks Callbacks

	pos    Position
	prof   Profile
	limits Limits

	tables   tables
	phase    int
	draw     [2]int16                // a draw's value for the side to move, by parity of the ply
	price    [rows][categories]uint8 // by priceRow
	least    [rows]uint8             // least price of any move
	quietest [rows]uint8             // least price of a quiet move
	evasion  [rows]uint8             // least price of an evasion
	evasive  bool

	nodes, limit uint64
	depth        int
	stopped      bool
	limited      bool // limits count
	rootScore    int16
	underWay     listed // the root move that was searched when a limit counted
	lineTried    int    // root moves searched in the iteration, from the last one's best move on

	frames  [MaxPly + 1]frame
	killers [MaxPly + 1][2]Move
	cache   [cacheSize]cached
	pv      [MaxPly + 1][MaxPly + 1]Move
	pvLen   [MaxPly + 2]int
	line    []Move // the last iteration's principal variation

	sorted   [sortedSpace]listed
	nSorted  int
	waiting  [waitingSpace]raw
	nWaiting int
	buffer   moveBuffer
	hits     hitMap
	glance   undo
	view     nodeView
	meter    meter
}

// NewEngine returns an engine without a position.
func NewEngine() *Engine { return &Engine{} }

// node searches the position of a frame that is to be expanded and returns its
// value, from alpha to beta. cut says that a move was at least beta: the
// parent then drops the move that led here without a word.
func (e *Engine) node(ply int, alpha, beta int16) (value int16, cut bool) {
	f := &e.frames[ply]
	e.pvLen[ply] = ply
	if e.Callbacks != nil {
		f.window = window{alpha, beta}
	}
	e.meter.visited(&e.pos)
	if ply > 0 {
		if e.pos.Repeated() || e.pos.Insufficient() {
			return e.draw[ply&1], false
		}
	}
	if e.limitReached() {
		e.stopped = true
		return 0, false
	}
	e.meter.looked(f.maybe, f.promoted)
	e.hits.ply = -1
	e.pos.look(&f.see, f.maybe)
	row := e.priceRow(ply)
	inCheck := f.see.checkers != 0
	least, quietest := e.least[row], e.quietest[row]
	if inCheck && e.evasive {
		least, quietest = e.evasion[row], 0
	}
	if ply > 0 && e.prof.Pass != 0 && !inCheck && e.passes(ply, alpha, beta) {
		return beta, true
	}
	e.meter.expanded(ply)
	f.moves, f.frontier, f.nEarly = false, false, 0
	if ply+1 >= e.depth || e.spent(f, least) {
		return e.frontier(ply, alpha, beta)
	}
	half := e.prof.Switches&HalfFrontier != 0 && e.spent(f, quietest)
	alone := inCheck && e.evasive && e.prof.Single != 0 // to be known, it takes all moves
	if e.prof.Switches2&Cache != 0 && !f.following && !alone {
		value, cut := e.tryCached(ply, alpha, beta, half)
		if cut || e.stopped {
			return value, cut
		}
		alpha = value
		e.meter.lookedAgain(ply)
	}
	if half {
		if e.spent(f, e.price[row][Killer]) && e.tryKillers(ply, &alpha, beta, false) {
			return beta, true
		}
		return e.inParts(ply, alpha, beta, true)
	}
	if e.prof.Switches2&Staged != 0 && !f.following && !alone && e.fits(MaxMoves) {
		return e.inParts(ply, alpha, beta, false)
	}

	e.buffer.n = 0
	e.pos.generateTactical(&f.see, &e.buffer)
	tactical := e.buffer.n
	e.mapForQuiets(ply)
	e.pos.generateQuiet(&f.see, &e.buffer)
	e.countCaptures(ply, tactical)
	e.countQuiets(ply, e.buffer.n-tactical)
	tactical = e.tellPart(ply, e.dropEarly(f, tactical))
	switch {
	case !f.moves:
		return e.noMoves(ply, inCheck)
	case e.buffer.n == 0:
		return alpha, false
	}
	if e.fiftyMoves(ply) {
		return e.draw[ply&1], false
	}
	if !e.fits(e.buffer.n) {
		return e.frontier(ply, alpha, beta)
	}
	e.mapForList(ply)
	return e.part(ply, tactical, everything, alpha, beta)
}

// fits tells whether so many moves find room among the sorted ones.
func (e *Engine) fits(moves int) bool { return e.nSorted+moves <= sortedSpace }

// limitReached tells whether a limit ends the search.
func (e *Engine) limitReached() bool {
	e.limited = e.limited || e.nodes >= GraceNodes
	l := &e.limits
	return e.limited && (e.nodes >= e.limit || l.Stop != nil && l.Stop.Load() ||
		l.Costs != nil && l.Cycles > 0 && e.Cycles(l.Costs) >= l.Cycles)
}

// part lists and tries what a list takes of the moves in the buffer.
func (e *Engine) part(ply, tactical int, which selection, alpha, beta int16) (value int16, cut bool) {
	firstSorted, firstWaiting := e.nSorted, e.nWaiting
	e.list(ply, tactical, which)
	value, cut = e.tryAll(ply, firstSorted, firstWaiting, alpha, beta)
	e.nSorted, e.nWaiting = firstSorted, firstWaiting
	return value, cut
}

// inParts searches a node in parts: first the captures and promotions, sorted;
// then, where none of them cut, the quiet moves. At a half-frontier, where no
// quiet move can be followed up, those that check, attack or have cut off
// before are sorted and the rest valued as they are generated. Elsewhere, where
// any moves fit, the killers come first, and where they don't cut, all others
// are sorted, and with them the losing captures, which the first part has
// passed over.
func (e *Engine) inParts(ply int, alpha, beta int16, half bool) (int16, bool) {
	f := &e.frames[ply]
	first, last := sound, losingAndQuiet
	if half {
		first, last = everything, worthy
	}
	f.losing = false
	tactical := e.generatePart(ply, 0, false)
	if e.buffer.n > 0 {
		if e.fiftyMoves(ply) {
			return e.draw[ply&1], false
		}
		if !e.fits(e.buffer.n) {
			return e.frontier(ply, alpha, beta)
		}
		value, cut := e.part(ply, tactical, first, alpha, beta)
		if cut || e.stopped {
			return value, cut
		}
		alpha = value
	}
	e.meter.lookedAgain(ply)
	value, cut := e.killersPart(ply, alpha, beta, half)
	if cut || e.stopped {
		return value, cut
	}
	alpha = value
	e.meter.lookedAgain(ply)
	e.mapForQuiets(ply)
	tactical = e.generatePart(ply, 1, f.losing)
	switch {
	case e.buffer.n > 0 && e.fiftyMoves(ply):
		return e.draw[ply&1], false
	case !f.moves:
		return e.noMoves(ply, f.see.checkers != 0)
	case e.buffer.n == 0:
		return alpha, false
	case half && (!e.fits(e.buffer.n) || e.nWaiting+e.buffer.n > mostWaiting):
		if !e.futile(f, alpha) && e.valueAll(ply, &alpha, beta) {
			return beta, true
		}
		return alpha, false
	}
	if !half {
		e.mapForList(ply)
	}
	return e.part(ply, tactical, last, alpha, beta)
}

// spent tells whether a move of a price, and so any dearer one, is terminal.
func (e *Engine) spent(f *frame, price uint8) bool {
	if e.prof.Switches&TwoBudgets == 0 {
		return f.sx < price
	}
	switch e.prof.Budgets {
	case BudgetsShared:
		return int(f.sx)+int(f.other) <= int(price)
	case BudgetsOwn:
		return f.other == 0 // who is to move after it
	}
	return f.other == 0 && f.sx <= price
}

// killer tells whether a quiet move cut off lately at a ply.
func (e *Engine) killer(ply int, m Move) bool {
	k := &e.killers[ply]
	return e.prof.Switches&Killers != 0 && (m == k[0] || m == k[1])
}

// fiftyMoves tells whether a node with a legal move is a draw by fifty moves;
// the root never is.
func (e *Engine) fiftyMoves(ply int) bool { return ply > 0 && e.pos.half >= fiftyMoveClock }

// generatePart fills the buffer with one part of a node's moves, 0 captures
// and promotions, 1 the others, before which captures says that the captures
// are wanted once more; it returns how many captures and promotions there are.
func (e *Engine) generatePart(ply, part int, captures bool) (tactical int) {
	f := &e.frames[ply]
	b := &e.buffer
	b.n = 0
	if part == 0 || captures {
		e.pos.generateTactical(&f.see, b)
		tactical = b.n
		e.countCaptures(ply, tactical)
	}
	if part == 1 {
		e.pos.generateQuiet(&f.see, b)
		e.countQuiets(ply, b.n-tactical)
	}
	tactical = e.dropEarly(f, tactical)
	return e.tellPart(ply, tactical)
}

// tellPart tells of the moves in the buffer, a part of a node's, and returns
// how many captures and promotions among them are left.
func (e *Engine) tellPart(ply, tactical int) int {
	if ply == 0 && e.limits.Moves != nil {
		tactical = e.restrict(tactical)
	}
	if e.Callbacks != nil {
		tactical = e.generated(ply, tactical)
	}
	e.frames[ply].moves = e.frames[ply].moves || e.buffer.n > 0
	return tactical
}

// noMoves is the value of mate or stalemate.
func (e *Engine) noMoves(ply int, inCheck bool) (int16, bool) {
	if inCheck {
		return int16(ply) - Mate, false
	}
	return e.draw[ply&1], false
}
