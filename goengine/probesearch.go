package goengine

// Bears tells whether a slider, given by its board byte, attacks a target over
// empty squares.
func (p *Position) Bears(code uint8, from, target Square) bool { return p.bears(code, from, target) }

// AttackWays are the ways in which a piece on one square may attack another.
func AttackWays(from, to Square) uint8 { return attackTable[to-from] }

// CodeOf is the board byte of a side's piece.
func CodeOf(side Side, kind Kind) uint8 { return codeOf[side][kind] }

// Exposed is how bare a side's king stands.
func (p *Position) Exposed(side Side) int {
	r := root{t: new(tables)}
	r.gather(p)
	return r.exposed(side)
}

// Ahead is how much material a side is ahead, in score units.
func (p *Position) Ahead(side Side) int16 {
	r := root{t: new(tables)}
	r.gather(p)
	return r.sum[side] - r.sum[side^1]
}

// KingTerms adds the king's terms of a side to tables.
func (p *Position) KingTerms(side Side, t *RootTables) {
	r := root{t: (*tables)(t), phase: uint8(p.Phase())}
	r.gather(p)
	r.kingTerms(side, p)
}

// Steps is the number of king steps between two squares.
func Steps(a, b Square) uint8 { return steps(a, b) }

// Flights counts the squares that the enemy king could flee to.
func (p *Position) Flights() uint8 { return p.flights() }

// Attacks tells whether a quiet move brings a piece, given by its board byte,
// to attack a dearer one.
func (p *Position) Attacks(code uint8, to Square) bool {
	e := Engine{pos: *p}
	e.listTargets(&e.frames[0])
	return e.attacks(&e.frames[0], code, to)
}

// LossOn is what the enemy wins by swap-off of a moved piece on its new
// square, in sixteenths of a pawn.
func (p *Position) LossOn(m Move) uint8 {
	q := *p
	code := q.board[m.From()]
	q.board[m.From()] = 0
	return q.swapOff(m.To(), swapValue[kindOf[code&wayMask]], q.side^1)
}

// Mates tells whether a move is mate.
func (p *Position) Mates(m GeneratedMove) bool {
	e := Engine{pos: *p}
	return e.mates(0, m.Move, m.Flags)
}

// SearchNode is a node in the midst of a search, for the tests that call the
// routines of a search one by one.
type SearchNode struct {
	Profile   *Profile
	Ply       int
	SX, Other uint8
	Checked   uint8 // bit for each side: it has given check in this line
	Maybe     bool  // the side to move may be in check
	Following bool  // the line from the root is the last principal variation
	Static    int16
	Alpha     int16
	Beta      int16
	Killers   [2]Move
	Line      Move  // the last principal variation's move at this ply
	Draw      int16 // at the root
	// Last is the move that led here; it captured something.
	Last         Move
	LastCaptured bool
	Limit        uint64
	// Sorted and Waiting are moves of the nodes above it, on the two stacks.
	Sorted, Waiting int
	// Cached is what the cache has for the position, NoMove for nothing, of a
	// node with CachedBudget, and CachedElse says that the entry is another
	// position's.
	Cached       Move
	CachedBudget uint8
	CachedElse   bool
	// Raised says that an earlier move, Line, has raised alpha (TryAt).
	Raised bool
}

// ListedMove is a move of a node's list.
type ListedMove struct {
	Move         Move
	Flags        uint8
	Category     Category
	Score, Order int16
}

// NodeResult is what a search has made of a node.
type NodeResult struct {
	Value   int16
	Cut     bool
	Nodes   uint64
	Killers [2]Move // where the profile knows them
	Cached  CacheEntry
	PV      []Move
}

// CacheEntry is what stands at a position's place in the cache: a move of it
// (Own) or of another, and the budget that the entry counts.
type CacheEntry struct {
	Move   Move
	Own    bool
	Budget uint8
}

// engineAt is an engine that has come to a node of a position.
func (p *Position) engineAt(n *SearchNode) *Engine {
	e := &Engine{pos: *p, prof: *n.Profile, limits: Limits{Draw: n.Draw, Nodes: n.Limit}}
	e.setUp()
	e.limited = true
	e.nSorted, e.nWaiting = n.Sorted, n.Waiting
	e.hits.ply = -1
	e.line = make([]Move, n.Ply+1)
	e.line[n.Ply] = n.Line
	e.killers[n.Ply] = n.Killers
	c, check := e.cacheEntry()
	if *c = (cached{n.Cached, check, n.CachedBudget}); n.CachedElse {
		c.check ^= 0x10
	}
	if n.Ply > 0 {
		last := &e.frames[n.Ply-1]
		if last.move = n.Last; !n.LastCaptured {
			last.undo.captured = noPiece
		}
	}
	f := &e.frames[n.Ply]
	f.sx, f.other, f.checked, f.maybe, f.following, f.static = n.SX, n.Other, n.Checked, n.Maybe, n.Following, n.Static
	f.flights = flightsUnknown
	return e
}

func (e *Engine) resultAt(ply int, value int16, cut bool) NodeResult {
	r := NodeResult{Value: value, Cut: cut, Nodes: e.nodes}
	if e.prof.Switches&Killers != 0 {
		r.Killers = e.killers[ply]
	}
	if c, check := e.cacheEntry(); e.prof.Switches2&Cache != 0 {
		r.Cached = CacheEntry{c.move, c.check == check, c.budget}
	}
	for i := ply; i < e.pvLen[ply]; i++ {
		r.PV = append(r.PV, e.pv[ply][i])
	}
	return r
}

// SearchAt searches a node.
func (p *Position) SearchAt(n *SearchNode) NodeResult {
	e := p.engineAt(n)
	value, cut := e.node(n.Ply, n.Alpha, n.Beta)
	return e.resultAt(n.Ply, value, cut)
}

// FrontierAt values the moves of a node none of which is followed up.
func (p *Position) FrontierAt(n *SearchNode) NodeResult {
	e := p.engineAt(n)
	e.pos.look(&e.frames[n.Ply].see, n.Maybe)
	e.pvLen[n.Ply] = n.Ply
	value, cut := e.frontier(n.Ply, n.Alpha, n.Beta)
	return e.resultAt(n.Ply, value, cut)
}

// InPartsAt searches a node in parts: a half-frontier, or in stages.
func (p *Position) InPartsAt(n *SearchNode, half bool) NodeResult {
	e := p.engineAt(n)
	e.pos.look(&e.frames[n.Ply].see, n.Maybe)
	e.pvLen[n.Ply] = n.Ply
	value, cut := e.inParts(n.Ply, n.Alpha, n.Beta, half)
	return e.resultAt(n.Ply, value, cut)
}

// TerminalAt is the value of a node's move that is not followed up.
func (p *Position) TerminalAt(n *SearchNode, m GeneratedMove, static int16) int16 {
	e := p.engineAt(n)
	f := &e.frames[n.Ply]
	e.pos.look(&f.see, true)
	code := e.pos.board[m.Move.From()]
	if m.Flags&flagPromotion != 0 {
		code = codeOf[e.pos.side][m.Move.Promotion()]
	}
	if check, _ := e.pos.givesCheck(&f.see, code, m.Move.From(), m.Move.To()); check {
		m.Flags |= flagCheck
	}
	return e.terminal(n.Ply, m.Move, m.Flags, static, n.Alpha, n.Beta)
}

// PassesAt tells whether it would be good enough to pass.
func (p *Position) PassesAt(n *SearchNode) bool {
	e := p.engineAt(n)
	return e.passes(n.Ply, n.Alpha, n.Beta)
}

// TestAt holds a move's value against a node's window, the line below it being
// empty.
func (p *Position) TestAt(n *SearchNode, m GeneratedMove, value int16) NodeResult {
	e := p.engineAt(n)
	e.pvLen[n.Ply] = n.Ply
	alpha := n.Alpha
	cut := e.test(n.Ply, m.Move, m.Flags, value, &alpha, n.Beta)
	return e.resultAt(n.Ply, alpha, cut)
}

// PriceAt is the SXDEC of a move of a node with so many.
func (p *Position) PriceAt(n *SearchNode, m ListedMove, of int, bestQuiet int16) uint8 {
	e := p.engineAt(n)
	return e.priceOf(n.Ply, &listed{m.Move, m.Flags, m.Category, m.Score, m.Order}, of, n.Beta, &bestQuiet)
}

// SpentAt tells whether a move of a price is terminal.
func (n *SearchNode) SpentAt(price uint8) bool {
	f := frame{sx: n.SX, other: n.Other}
	return (&Engine{prof: *n.Profile}).spent(&f, price)
}

// Selection says which of a node's moves a list takes.
type Selection = selection

// The selections of the parts of a node.
const (
	Everything     = everything
	Sound          = sound
	LosingAndQuiet = losingAndQuiet
	Worthy         = worthy
)

// ListAt lists moves of a node: captures and promotions, quiet moves, or both.
// passed says that losing captures were passed over.
func (p *Position) ListAt(n *SearchNode, tactical, quiet bool, which Selection) (list []ListedMove, waiting []GeneratedMove, passed bool) {
	e := p.engineAt(n)
	f := &e.frames[n.Ply]
	e.pos.look(&f.see, n.Maybe)
	b := &e.buffer
	if tactical {
		e.pos.generateTactical(&f.see, b)
	}
	count := b.n
	if quiet {
		e.pos.generateQuiet(&f.see, b)
	}
	e.list(n.Ply, count, which)
	for _, l := range e.sorted[n.Sorted:e.nSorted] {
		list = append(list, ListedMove{l.move, l.flags, l.category, l.score, l.order})
	}
	for _, r := range e.waiting[n.Waiting:e.nWaiting] {
		waiting = append(waiting, GeneratedMove{r.move, r.flags})
	}
	return list, waiting, f.losing
}

// TryAt lists all moves of a node and tries them.
func (p *Position) TryAt(n *SearchNode) NodeResult {
	e := p.engineAt(n)
	f := &e.frames[n.Ply]
	e.pos.look(&f.see, n.Maybe)
	e.pos.generateTactical(&f.see, &e.buffer)
	count := e.buffer.n
	e.pos.generateQuiet(&f.see, &e.buffer)
	e.pvLen[n.Ply] = n.Ply
	if n.Raised {
		e.best(n.Ply, n.Line)
	}
	value, cut := e.part(n.Ply, count, everything, n.Alpha, n.Beta)
	return e.resultAt(n.Ply, value, cut)
}

// ScanAt values and tests moves of a node as they stand.
func (p *Position) ScanAt(n *SearchNode, moves []GeneratedMove) NodeResult {
	e := p.engineAt(n)
	e.pvLen[n.Ply] = n.Ply
	for _, m := range moves {
		e.waiting[e.nWaiting] = raw{m.Move, m.Flags}
		e.nWaiting++
	}
	value, cut := e.tryAll(n.Ply, n.Sorted, n.Waiting, n.Alpha, n.Beta)
	return e.resultAt(n.Ply, value, cut)
}

// Early is what the moves tried early at a node come to.
type Early struct {
	NodeResult
	Tried []Move
	// Tactical and Quiet are the captures and promotions that are left, and the
	// quiet moves.
	Tactical, Quiet []GeneratedMove
}

// earlyAt runs what tries moves early at a node, and generates the moves that
// are left.
func (p *Position) earlyAt(n *SearchNode, run func(e *Engine) (value int16, cut bool)) Early {
	e := p.engineAt(n)
	f := &e.frames[n.Ply]
	e.pos.look(&f.see, n.Maybe)
	e.pvLen[n.Ply] = n.Ply
	value, cut := run(e)
	early := Early{NodeResult: e.resultAt(n.Ply, value, cut), Tried: f.early[:f.nEarly]}
	e.buffer.n = 0
	e.pos.generateTactical(&f.see, &e.buffer)
	count := e.buffer.n
	e.pos.generateQuiet(&f.see, &e.buffer)
	count = e.dropEarly(f, count)
	for i, r := range e.buffer.moves[:e.buffer.n] {
		if i < count {
			early.Tactical = append(early.Tactical, GeneratedMove{r.move, r.flags})
		} else {
			early.Quiet = append(early.Quiet, GeneratedMove{r.move, r.flags})
		}
	}
	return early
}

// TryKillersAt tries the killers of a node at which they end the line.
func (p *Position) TryKillersAt(n *SearchNode, checks bool) Early {
	return p.earlyAt(n, func(e *Engine) (int16, bool) {
		alpha := n.Alpha
		e.frames[n.Ply].frontier = checks
		if e.tryKillers(n.Ply, &alpha, n.Beta, checks) {
			return n.Beta, true
		}
		return alpha, false
	})
}

// KillersPartAt tries the killers of a node before its other quiet moves.
func (p *Position) KillersPartAt(n *SearchNode, half bool) Early {
	return p.earlyAt(n, func(e *Engine) (int16, bool) { return e.killersPart(n.Ply, n.Alpha, n.Beta, half) })
}

// TryCachedAt tries the move that the cache has for a node.
func (p *Position) TryCachedAt(n *SearchNode, half bool) Early {
	return p.earlyAt(n, func(e *Engine) (int16, bool) { return e.tryCached(n.Ply, n.Alpha, n.Beta, half) })
}

// RememberAt has the cache remember a move of a node and returns what stands at
// the position's place then.
func (p *Position) RememberAt(n *SearchNode, m Move, frontier bool) CacheEntry {
	e := p.engineAt(n)
	e.frames[n.Ply].frontier = frontier
	e.remember(n.Ply, m)
	return e.resultAt(n.Ply, 0, false).Cached
}

// EarlyKillerAt tells whether a killer is legal and quiet at a node, and the
// static value after it.
func (p *Position) EarlyKillerAt(n *SearchNode, m Move) (g GeneratedMove, static int16, ok bool) {
	e := p.engineAt(n)
	e.pos.look(&e.frames[n.Ply].see, n.Maybe)
	if flags, legal := p.IsLegal(m); legal && flags&(flagCapture|flagPromotion) == 0 {
		return GeneratedMove{m, flags}, e.pos.after(&e.tables, n.Static, m, flags), true
	}
	return g, 0, false
}
