package goengine

// ProbeNode is a node in the midst of a search, from which the routines of a
// search are called one by one.
type ProbeNode struct {
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
	// Sorted and Waiting are the numbers of moves of the nodes above it, on the
	// two stacks.
	Sorted, Waiting int
	// Cached is the cache's move for the position, NoMove for none, from a node
	// with CachedBudget. CachedElse is set if the entry is another position's.
	Cached       Move
	CachedBudget uint8
	CachedElse   bool
	// Raised is set if an earlier move, Line, has raised alpha (TryAt).
	Raised bool
}

// ProbeListed is a move of a node's list.
type ProbeListed struct {
	Move         Move
	Flags        uint8
	Category     Category
	Score, Order int16
}

// ProbeResult is the result of a node.
type ProbeResult struct {
	Value   int16
	Cut     bool
	Nodes   uint64  // moves evaluated
	Killers [2]Move // if the profile uses them
	Cached  ProbeCache
	PV      []Move
}

// ProbeCache is the entry at a position's place in the cache: a move, whether it
// is this position's (Own), and the budget of the entry.
type ProbeCache struct {
	Move   Move
	Own    bool
	Budget uint8
}

// engineAt returns an engine that has come to a node of the position.
func (pr Probe) engineAt(n *ProbeNode) *Engine {
	e := &Engine{pos: *pr.p, prof: *n.Profile, limits: Limits{Draw: n.Draw, Nodes: n.Limit}}
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
	f.sx, f.other, f.checked, f.maybeCheck, f.following, f.static = n.SX, n.Other, n.Checked, n.Maybe, n.Following, n.Static
	f.flights = flightsUnknown
	return e
}

// scannedAt returns an engine that has come to a node and scanned it for pins
// and checks.
func (pr Probe) scannedAt(n *ProbeNode) *Engine {
	e := pr.engineAt(n)
	e.pos.look(&e.frames[n.Ply].info, n.Maybe)
	e.pvLen[n.Ply] = n.Ply
	return e
}

// resultAt returns the result of a node that has been searched.
func (e *Engine) resultAt(ply int, value int16, cut bool) ProbeResult {
	r := ProbeResult{Value: value, Cut: cut, Nodes: e.nodes}
	if e.prof.Switches&Killers != 0 {
		r.Killers = e.killers[ply]
	}
	if c, check := e.cacheEntry(); e.prof.Switches2&Cache != 0 {
		r.Cached = ProbeCache{c.move, c.check == check, c.budget}
	}
	for i := ply; i < e.pvLen[ply]; i++ {
		r.PV = append(r.PV, e.pv[ply][i])
	}
	return r
}

// SearchAt searches a node.
func (pr Probe) SearchAt(n *ProbeNode) ProbeResult {
	e := pr.engineAt(n)
	value, cut := e.node(n.Ply, n.Alpha, n.Beta)
	return e.resultAt(n.Ply, value, cut)
}

// FrontierAt evaluates the moves of a node none of which is followed up.
func (pr Probe) FrontierAt(n *ProbeNode) ProbeResult {
	e := pr.scannedAt(n)
	value, cut := e.frontier(n.Ply, n.Alpha, n.Beta)
	return e.resultAt(n.Ply, value, cut)
}

// InPartsAt searches a node in parts: as a half-frontier, or in stages.
func (pr Probe) InPartsAt(n *ProbeNode, half bool) ProbeResult {
	e := pr.scannedAt(n)
	value, cut := e.inParts(n.Ply, n.Alpha, n.Beta, half)
	return e.resultAt(n.Ply, value, cut)
}

// TerminalAt returns the value of a node's move that is not followed up.
func (pr Probe) TerminalAt(n *ProbeNode, m ProbeMove, static int16) int16 {
	e := pr.engineAt(n)
	f := &e.frames[n.Ply]
	e.pos.look(&f.info, true)
	code := e.pos.board[m.Move.From()]
	if m.Flags&flagPromotion != 0 {
		code = codeOf[e.pos.side][m.Move.Promotion()]
	}
	if check, _ := e.pos.givesCheck(&f.info, code, m.Move.From(), m.Move.To()); check {
		m.Flags |= flagCheck
	}
	return e.terminal(n.Ply, m.Move, m.Flags, static, n.Alpha, n.Beta)
}

// PassesAt reports whether the node passes: static null-move pruning.
func (pr Probe) PassesAt(n *ProbeNode) bool {
	e := pr.engineAt(n)
	return e.passes(n.Ply, n.Alpha, n.Beta)
}

// TestAt compares a move's value with a node's window. The line below the move
// is empty.
func (pr Probe) TestAt(n *ProbeNode, m ProbeMove, value int16) ProbeResult {
	e := pr.engineAt(n)
	e.pvLen[n.Ply] = n.Ply
	alpha := n.Alpha
	cut := e.test(n.Ply, m.Move, m.Flags, value, &alpha, n.Beta)
	return e.resultAt(n.Ply, alpha, cut)
}

// PriceAt returns the price (SXDEC) of a move of a node with a number of moves.
func (pr Probe) PriceAt(n *ProbeNode, m ProbeListed, moves int, bestQuiet int16) uint8 {
	e := pr.engineAt(n)
	return e.priceOf(n.Ply, &listed{m.Move, m.Flags, m.Category, m.Score, m.Order}, moves, n.Beta, &bestQuiet)
}

// SpentAt reports whether a move of a price is terminal.
func (Probe) SpentAt(n *ProbeNode, price uint8) bool {
	f := frame{sx: n.SX, other: n.Other}
	return (&Engine{prof: *n.Profile}).spent(&f, price)
}

// ProbeSelection selects which of a node's moves a list takes.
type ProbeSelection = selection

// The selections of the parts of a node.
const (
	ProbeEverything     = everything
	ProbeSound          = sound
	ProbeLosingAndQuiet = losingAndQuiet
	ProbeWorthy         = worthy
)

// ListAt lists moves of a node: captures and promotions, quiet moves, or both.
// passed reports whether losing captures were passed over.
func (pr Probe) ListAt(n *ProbeNode, tactical, quiet bool, which ProbeSelection) (list []ProbeListed, waiting []ProbeMove, passed bool) {
	e := pr.scannedAt(n)
	f := &e.frames[n.Ply]
	b := &e.buffer
	if tactical {
		e.pos.generateTactical(&f.info, b)
	}
	count := b.n
	if quiet {
		e.pos.generateQuiet(&f.info, b)
	}
	e.list(n.Ply, count, which)
	for _, l := range e.sorted[n.Sorted:e.nSorted] {
		list = append(list, ProbeListed{l.move, l.flags, l.category, l.score, l.order})
	}
	for _, r := range e.waiting[n.Waiting:e.nWaiting] {
		waiting = append(waiting, ProbeMove{r.move, r.flags})
	}
	return list, waiting, f.losingLeft
}

// TryAt lists all moves of a node and tries them.
func (pr Probe) TryAt(n *ProbeNode) ProbeResult {
	e := pr.scannedAt(n)
	f := &e.frames[n.Ply]
	e.pos.generateTactical(&f.info, &e.buffer)
	count := e.buffer.n
	e.pos.generateQuiet(&f.info, &e.buffer)
	if n.Raised {
		e.best(n.Ply, n.Line)
	}
	value, cut := e.part(n.Ply, count, everything, n.Alpha, n.Beta)
	return e.resultAt(n.Ply, value, cut)
}

// ScanAt evaluates and tests moves of a node in the order given.
func (pr Probe) ScanAt(n *ProbeNode, moves []ProbeMove) ProbeResult {
	e := pr.engineAt(n)
	e.pvLen[n.Ply] = n.Ply
	for _, m := range moves {
		e.waiting[e.nWaiting] = raw{m.Move, m.Flags}
		e.nWaiting++
	}
	value, cut := e.tryAll(n.Ply, n.Sorted, n.Waiting, n.Alpha, n.Beta)
	return e.resultAt(n.Ply, value, cut)
}

// ProbeEarly is the result of the moves that are tried early at a node.
type ProbeEarly struct {
	ProbeResult
	Tried []Move
	// Tactical are the captures and promotions that are left, Quiet the quiet
	// moves.
	Tactical, Quiet []ProbeMove
}

// earlyAt runs a function that tries moves early at a node, and generates the
// moves that are left.
func (pr Probe) earlyAt(n *ProbeNode, run func(e *Engine) (value int16, cut bool)) ProbeEarly {
	e := pr.scannedAt(n)
	f := &e.frames[n.Ply]
	value, cut := run(e)
	early := ProbeEarly{ProbeResult: e.resultAt(n.Ply, value, cut), Tried: f.early[:f.nEarly]}
	e.buffer.n = 0
	e.pos.generateTactical(&f.info, &e.buffer)
	count := e.buffer.n
	e.pos.generateQuiet(&f.info, &e.buffer)
	count = e.dropEarly(f, count)
	for i, r := range e.buffer.moves[:e.buffer.n] {
		if i < count {
			early.Tactical = append(early.Tactical, ProbeMove{r.move, r.flags})
		} else {
			early.Quiet = append(early.Quiet, ProbeMove{r.move, r.flags})
		}
	}
	return early
}

// TryKillersAt tries the killers of a node at which they end the line.
func (pr Probe) TryKillersAt(n *ProbeNode, checks bool) ProbeEarly {
	return pr.earlyAt(n, func(e *Engine) (int16, bool) {
		alpha := n.Alpha
		e.frames[n.Ply].frontier = checks
		if e.tryKillers(n.Ply, &alpha, n.Beta, checks) {
			return n.Beta, true
		}
		return alpha, false
	})
}

// KillersPartAt tries the killers of a node before its other quiet moves.
func (pr Probe) KillersPartAt(n *ProbeNode, half bool) ProbeEarly {
	return pr.earlyAt(n, func(e *Engine) (int16, bool) { return e.killersPart(n.Ply, n.Alpha, n.Beta, half) })
}

// TryCachedAt tries the cache's move for a node.
func (pr Probe) TryCachedAt(n *ProbeNode, half bool) ProbeEarly {
	return pr.earlyAt(n, func(e *Engine) (int16, bool) { return e.tryCached(n.Ply, n.Alpha, n.Beta, half) })
}

// RememberAt stores a move of a node in the cache and returns the entry at the
// position's place after that.
func (pr Probe) RememberAt(n *ProbeNode, m Move, frontier bool) ProbeCache {
	e := pr.engineAt(n)
	e.frames[n.Ply].frontier = frontier
	e.remember(n.Ply, m)
	return e.resultAt(n.Ply, 0, false).Cached
}

// EarlyKillerAt reports whether a killer is legal and quiet at a node, and the
// static value after it.
func (pr Probe) EarlyKillerAt(n *ProbeNode, m Move) (g ProbeMove, static int16, ok bool) {
	e := pr.engineAt(n)
	if flags, legal := pr.IsLegal(m); legal && flags&(flagCapture|flagPromotion) == 0 {
		return ProbeMove{m, flags}, e.pos.after(&e.tables, n.Static, m, flags), true
	}
	return g, 0, false
}

// ProbePrices are the prices of a profile in a game phase: by row the price of
// each category, and the least of all, of quiet moves and of evasions.
type ProbePrices struct {
	Price                    [rows][categories]uint8
	Least, Quietest, Evasion [rows]uint8
}

// PriceRow returns the row of a profile's table of prices for a ply.
func (Probe) PriceRow(p *Profile, ply int) int { return (&Engine{prof: *p}).priceRow(ply) }

// Prices returns the table of a profile's prices for a game phase.
func (Probe) Prices(p *Profile, phase int) ProbePrices {
	e := Engine{prof: *p, phase: phase}
	e.setPrices()
	return ProbePrices{Price: e.price, Least: e.least, Quietest: e.quietest, Evasion: e.evasion}
}

// WithinByte returns a number as a price, 1 to 255.
func (Probe) WithinByte(v int) uint8 { return withinByte(v) }

// Records returns how many moves the nodes of the line have sorted and waiting
// at the moment, for callbacks that watch the lists fill.
func (Probe) Records(e *Engine) (sorted, waiting int) { return e.nSorted, e.nWaiting }
