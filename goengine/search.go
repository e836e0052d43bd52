package goengine

import "github.com/searchex/searchex/internal/work"

// Scores, in 64ths of a pawn, and bounds.
const (
	// Infinity bounds every score.
	Infinity int16 = 32000
	// Mate is the score of giving mate, less the plies it takes from the root.
	Mate int16 = 31000
	// MateBound is the least score that means a proved mate.
	MateBound = Mate - 2*int16(MaxPly)

	// MaxDraw bounds Limits.Draw: two pawns.
	MaxDraw int16 = 127
	// SwapUnit is the number of score units in a unit of swap-off: exchanges are
	// counted in sixteenths of a pawn, so that a byte holds any of them.
	SwapUnit = 4

	// MaxMoves is the most moves that any legal chess position has.
	MaxMoves = 218
	// MaxClock is the greatest half-move clock that is read: by the 75-move rule no
	// game has a greater one.
	MaxClock = 150
	// GraceNodes is the number of moves that a search may evaluate before its limits
	// apply, if it has not searched a root move before.
	GraceNodes = 1024
	// MaxPly is the deepest line in plies.
	MaxPly = 32
	// MaxSX is the largest budget.
	MaxSX = 255

	// sortedSpace and waitingSpace are how many moves all nodes of a line
	// together can list: that many fit into the RAM of the machines. A node whose
	// moves do not fit among the sorted ones becomes a frontier, and so do the
	// quiet moves of a half-frontier. Up to mostWaiting moves, as many as a byte
	// counts, can wait in the nodes of a line; one node more generates its own
	// moves behind them.
	sortedSpace  = 384
	mostWaiting  = 255
	waitingSpace = mostWaiting + MaxMoves
)

// Limits bound a search. The zero value of a field means no limit.
type Limits struct {
	// SX is the budget of the last iteration, 1 to 255. The step to it may be
	// shorter than the profile's; if the profile starts higher, it is the only
	// iteration.
	SX int
	// SXSet makes an SX of 0 a limit too.
	SXSet bool
	// Depth is the longest line in plies, 1 to 32.
	Depth int
	// Nodes is a number of moves evaluated. The search ends at the first position
	// entered after that many. This limit, like Cycles and the end of a context,
	// applies once a root move has been searched or GraceNodes moves evaluated.
	Nodes uint64
	// Cycles is a number of clock cycles by the model Costs; the search ends as
	// it does for Nodes. Without Costs there is no such limit.
	Cycles uint64
	Costs  *work.Costs
	// Moves restricts the search to some root moves; nil allows all. If none of
	// them is legal, Best is NoMove and Score is undefined.
	Moves []Move
	// MateIn restricts the search to mates in that many moves or fewer. Without one
	// Best is NoMove. If all moves have one price (profile uniform) and the depth is
	// 2*MateIn plies, the result is a proof.
	MateIn int
	// Draw is the value of a draw for the side to move at the root, in score units,
	// -MaxDraw to MaxDraw.
	Draw int16
}

// RootAlpha returns the alpha that the root is searched with.
func (l *Limits) RootAlpha() int16 {
	if l.MateIn <= 0 {
		return -Infinity
	}
	return Mate - 2*int16(min(l.MateIn, MaxPly/2))
}

// Plies returns the length of the longest line, 1 to MaxPly.
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

// DrawValue returns Draw within its bounds.
func (l *Limits) DrawValue() int16 { return min(max(l.Draw, -MaxDraw), MaxDraw) }

// Result is the result of a search. A score of MateBound or more, or of
// -MateBound or less, is a proved mate.
type Result struct {
	Best  Move  // NoMove if there is no legal move
	Score int16 // for the side to move, in 64ths of a pawn
	PV    []Move
	// SX is the budget of the last iteration that was finished.
	SX int
	// Complete is true if Best, Score and PV come from that iteration. Otherwise
	// they come from one that a limit ended: Best is the best of the moves searched
	// so far or, if all of these lose, the move that was being searched, with its
	// static value.
	Complete bool
	// Nodes is the number of moves evaluated, more than positions entered.
	Nodes uint64
	// Stopped is true if Nodes, Cycles, Node.Stop or the context ended the search.
	Stopped bool
	// SwapOffs is the number of swap-offs of squares, Expanded the number of
	// positions that were scanned for pins and checks.
	SwapOffs, Expanded uint64
	// Work and Picked are what the search has done, as Costs price it.
	Work   work.Counts
	Picked work.Picked
}

// frame is the state of a node; on the machines a block of RAM for each ply.
type frame struct {
	sx, other  uint8   // budget of the side to move; of the other side (TwoBudgets)
	checked    uint8   // bit for each side: it has given check in this line
	maybeCheck bool    // the side to move may be in check
	following  bool    // the line from the root is the last principal variation
	promoted   bool    // a pawn has been promoted on the line from the root
	losingLeft bool    // list left a losing capture to the second part
	hasMoves   bool    // a part of the node had moves
	frontier   bool    // no move can be followed up
	early      [3]Move // tried before others of their kind were generated
	nEarly     int
	static     int16 // static value for the side to move
	info       checkInfo
	undo       undo
	enemies    [15]Square // queens and rooks of the other side, for Attack
	nEnemies   uint8
	flights    uint8 // of the enemy king, or flightsUnknown
	move       Move  // that is being searched
	window     window
}

// Engine searches. It is not safe for concurrent use; engines share nothing.
type Engine struct {
	// Callbacks, if not nil, are called at every event.
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
	done         <-chan struct{} // of the context
	limited      bool            // limits apply
	rootScore    int16
	underWay     listed // the root move that was being searched when a limit ended the search
	lineTried    int    // root moves searched in this iteration, from the last iteration's best move on

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
	event    Event // the one that callbacks see
	meter    meter
}

// NewEngine returns an engine without a position.
func NewEngine() *Engine { return &Engine{} }

// node enters the position of a frame, searches it and returns its value, from
// alpha to beta. cut reports that a move reached beta: the parent then drops the
// move that led here.
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
	e.meter.looked(f.maybeCheck, f.promoted)
	e.hits.ply = -1
	e.pos.look(&f.info, f.maybeCheck)
	row := e.priceRow(ply)
	inCheck := f.info.checkers != 0
	least, quietest := e.least[row], e.quietest[row]
	if inCheck && e.evasive {
		least, quietest = e.evasion[row], 0
	}
	if ply > 0 && e.prof.Pass != 0 && !inCheck && e.passes(ply, alpha, beta) {
		return beta, true
	}
	e.meter.expanded(ply)
	f.hasMoves, f.frontier, f.nEarly = false, false, 0
	if ply+1 >= e.depth || e.spent(f, least) {
		return e.frontier(ply, alpha, beta)
	}
	half := e.prof.Switches&HalfFrontier != 0 && e.spent(f, quietest)
	single := inCheck && e.evasive && e.prof.Single != 0 // the whole list shows whether there is only one move
	if e.prof.Switches&Cache != 0 && !f.following && !single {
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
	if e.prof.Switches&Staged != 0 && !f.following && !single && e.fits(MaxMoves) {
		return e.inParts(ply, alpha, beta, false)
	}
	return e.atOnce(ply, alpha, beta)
}

// atOnce searches a node all of whose moves are generated and listed together.
func (e *Engine) atOnce(ply int, alpha, beta int16) (value int16, cut bool) {
	f := &e.frames[ply]
	e.buffer.n = 0
	e.pos.generateTactical(&f.info, &e.buffer)
	tactical := e.buffer.n
	e.mapForQuiets(ply)
	e.pos.generateQuiet(&f.info, &e.buffer)
	e.countCaptures(ply, tactical)
	e.countQuiets(ply, e.buffer.n-tactical)
	tactical = e.reportPart(ply, e.dropEarly(f, tactical))
	switch {
	case !f.hasMoves:
		return e.noMoves(ply, f.info.checkers != 0)
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

// fits reports whether a number of moves fit among the sorted ones.
func (e *Engine) fits(moves int) bool { return e.nSorted+moves <= sortedSpace }

// limitReached reports whether a limit ends the search.
func (e *Engine) limitReached() bool {
	e.limited = e.limited || e.nodes >= GraceNodes
	return e.limited && (e.nodes >= e.limit || e.isDone() || e.pastCycles())
}

// isDone reports whether the context of the search is done.
func (e *Engine) isDone() bool {
	select {
	case <-e.done:
		return true
	default:
		return false
	}
}

// part lists and tries those moves in the buffer that a selection takes.
func (e *Engine) part(ply, tactical int, which selection, alpha, beta int16) (value int16, cut bool) {
	firstSorted, firstWaiting := e.nSorted, e.nWaiting
	e.list(ply, tactical, which)
	value, cut = e.tryAll(ply, firstSorted, firstWaiting, alpha, beta)
	e.nSorted, e.nWaiting = firstSorted, firstWaiting
	return value, cut
}

// inParts searches a node in parts: first the captures and promotions, sorted,
// then, if none of them cuts, the quiet moves.
//
// At a half-frontier the budget is too small to follow up a quiet move: those
// that check, attack or have cut off before are sorted, and the rest are
// evaluated in the order of generation.
//
// At other nodes (staged move generation) the killers come next. If they don't
// cut, all other quiet moves are sorted together with the losing captures, which
// the first part left out.
func (e *Engine) inParts(ply int, alpha, beta int16, half bool) (int16, bool) {
	f := &e.frames[ply]
	first, last := sound, losingAndQuiet
	if half {
		first, last = everything, worthy
	}
	f.losingLeft = false
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
	tactical = e.generatePart(ply, 1, f.losingLeft)
	switch {
	case e.buffer.n > 0 && e.fiftyMoves(ply):
		return e.draw[ply&1], false
	case !f.hasMoves:
		return e.noMoves(ply, f.info.checkers != 0)
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

// spent reports whether a move of a price, and so any more expensive one, is
// terminal.
func (e *Engine) spent(f *frame, price uint8) bool {
	if e.prof.Switches&TwoBudgets == 0 {
		return f.sx < price
	}
	switch e.prof.Budgets {
	case BudgetsShared:
		return int(f.sx)+int(f.other) <= int(price)
	case BudgetsOwn:
		return f.other == 0 // the budget of the side to move after it
	}
	return f.other == 0 && f.sx <= price
}

// killer reports whether a quiet move is a killer: one of the two that cut off
// last at a ply.
func (e *Engine) killer(ply int, m Move) bool {
	k := &e.killers[ply]
	return e.prof.Switches&Killers != 0 && (m == k[0] || m == k[1])
}

// fiftyMoves reports whether a node with a legal move is a draw by fifty moves.
// The root never is.
func (e *Engine) fiftyMoves(ply int) bool { return ply > 0 && e.pos.half >= fiftyMoveClock }

// generatePart fills the buffer with one part of a node's moves: 0 the captures
// and promotions, 1 the others, after the captures and promotions if captures is
// set. It returns the number of captures and promotions.
func (e *Engine) generatePart(ply, part int, captures bool) (tactical int) {
	f := &e.frames[ply]
	b := &e.buffer
	b.n = 0
	if part == 0 || captures {
		e.pos.generateTactical(&f.info, b)
		tactical = b.n
		e.countCaptures(ply, tactical)
	}
	if part == 1 {
		e.pos.generateQuiet(&f.info, b)
		e.countQuiets(ply, b.n-tactical)
	}
	tactical = e.dropEarly(f, tactical)
	return e.reportPart(ply, tactical)
}

// reportPart applies the root's restriction to the moves in the buffer, a part of
// a node's, reports them to the callbacks, and returns how many captures and
// promotions are left.
func (e *Engine) reportPart(ply, tactical int) int {
	if ply == 0 && e.limits.Moves != nil {
		tactical = e.restrict(tactical)
	}
	if e.Callbacks != nil {
		tactical = e.generated(ply, tactical)
	}
	e.frames[ply].hasMoves = e.frames[ply].hasMoves || e.buffer.n > 0
	return tactical
}

// noMoves returns the value of mate or stalemate.
func (e *Engine) noMoves(ply int, inCheck bool) (int16, bool) {
	if inCheck {
		return int16(ply) - Mate, false
	}
	return e.draw[ply&1], false
}
