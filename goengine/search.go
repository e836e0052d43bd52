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
	// of a line may fill: what fits into the RAM of the machines. A move whose
	// position might not find room for a list is terminal.
	sortedSpace  = 768
	waitingSpace = 800
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
	// when so many have been counted.
	Nodes uint64
	// Moves are those that the root is restricted to.
	Moves []Move
	// Stop ends the search at the next node that is about to be expanded.
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

// MaxDraw bounds Limits.Draw: two pawns.
const MaxDraw int16 = 127

// Result is what a search has found.
type Result struct {
	Best  Move // NoMove where there is no legal move
	Score int16
	PV    []Move
	// SX is the budget of the last iteration that was finished.
	SX    int
	Nodes uint64
	// Stopped says that a limit of nodes or Stop ended it.
	Stopped bool
	// SwapOffs counts swap-offs of squares, Expanded nodes expanded,
	// for the profile of a search.
	SwapOffs, Expanded uint64
}

// frame is what a node knows: a block of RAM a ply on the machines.
type frame struct {
	sx, other uint8 // budget of the side to move; of the other side (TwoBudgets)
	checked   uint8 // bit for each side: it has given check in this line
	maybe     bool  // the side to move may be in check
	following bool  // the line from the root is the last principal variation
	static    int16 // static value for the side to move
	see       picture
	undo      undo
	enemies   [15]Square // queens and rooks of the other side, for Attack
	nEnemies  uint8
	flights   uint8 // of the enemy king, or flightsUnknown
}

// Engine searches. It is not safe for concurrent use; engines share nothing.
type Engine struct {
	// Watcher is told of every event where it is not nil.
	Watcher Watcher

	pos    Position
	prof   Profile
	limits Limits

	tables   tables
	phase    int
	draw     [2]int16             // a draw's value for the side to move, by parity of the ply
	price    [2][categories]uint8 // by parity of the ply
	least    [2]uint8             // least price of any move
	quietest [2]uint8             // least price of a quiet move
	evasive  bool

	nodes, limit uint64
	depth        int
	stopped      bool
	rootDone     bool // a root move has been completed: limits count
	rootScore    int16

	frames  [MaxPly + 1]frame
	killers [MaxPly + 1][2]Move
	pv      [MaxPly + 1][MaxPly + 1]Move
	pvLen   [MaxPly + 2]int
	line    []Move // the last iteration's principal variation

	sorted   [sortedSpace]listed
	nSorted  int
	waiting  [waitingSpace]raw
	nWaiting int
	buffer   moveBuffer
	losing   bool // list has passed over a losing capture
	hits     hitMap
	glance   undo
	swaps    uint64
	expanded uint64
}

// NewEngine returns an engine without a position.
func NewEngine() *Engine { return &Engine{} }

// Search looks for the best move in a position, which must not be nil and is
// left as it is.
func (e *Engine) Search(p *Position, prof *Profile, l Limits) Result {
	e.pos, e.prof, e.limits = *p, *prof, l
	e.setUp()
	r := Result{}
	last := MaxSX
	if l.SX > 0 || l.SXSet {
		last = min(l.SX, MaxSX)
	}
	e.line = e.line[:0]
	for sx := min(int(prof.Start), last); ; sx = min(sx+int(prof.Step), last) {
		e.pvLen[0] = 0
		f := &e.frames[0]
		f.sx, f.other = uint8(sx), 0
		if prof.Switches&TwoBudgets != 0 {
			f.other = uint8(sx)
		}
		f.checked, f.maybe, f.following = 0, true, true
		f.static = e.pos.static(&e.tables)
		score, _ := e.node(0, e.floor(), Infinity)
		if n := e.pvLen[0]; n > 0 {
			e.line = append(e.line[:0], e.pv[0][:n]...)
			r.Best = e.line[0]
			r.Score = e.rootScore
		}
		if e.stopped {
			r.Stopped = true
			break
		}
		r.Score, r.SX = score, sx
		if e.Watcher != nil {
			e.Watcher.Iteration(uint8(sx), score, r.Best)
		}
		settled := len(e.line) == 0 || score >= MateBound || score <= -MateBound
		if l.MateIn > 0 {
			settled = len(e.line) > 0
		}
		if settled || sx == last || prof.Step == 0 {
			break
		}
	}
	r.PV = append([]Move(nil), e.line...)
	r.Nodes = e.nodes
	r.SwapOffs, r.Expanded = e.swaps, e.expanded
	return r
}

// floor is the alpha of the root.
func (e *Engine) floor() int16 {
	if e.limits.MateIn <= 0 {
		return -Infinity
	}
	return Mate - 2*int16(min(e.limits.MateIn, MaxPly/2))
}

// setUp makes what a search needs from position, profile and limits.
func (e *Engine) setUp() {
	e.pos.buildTables(&e.tables)
	e.phase = e.pos.Phase()
	e.setPrices()
	e.nodes, e.swaps, e.expanded = 0, 0, 0
	e.limit = e.limits.Nodes
	if e.limit == 0 {
		e.limit = 1<<63 - 1
	}
	e.depth = MaxPly
	if e.limits.Depth > 0 {
		e.depth = min(e.limits.Depth, MaxPly)
	}
	if e.limits.MateIn > 0 {
		e.depth = min(e.depth, 2*e.limits.MateIn)
	}
	e.stopped, e.rootDone = false, false
	d := min(max(e.limits.Draw, -MaxDraw), MaxDraw)
	e.draw = [2]int16{d, -d}
	e.nSorted, e.nWaiting = 0, 0
	e.killers = [MaxPly + 1][2]Move{}
}

// setPrices works the profile's additions into a table of prices for even and
// for odd plies, and finds the least ones.
func (e *Engine) setPrices() {
	pr := &e.prof
	e.evasive = pr.Price[Evasion] != 0
	for row := range e.price {
		e.least[row], e.quietest[row] = 255, 255
		for c := Evasion; c < categories; c++ {
			v := int(pr.Price[c])
			if c.quiet() {
				if pr.Switches&ParityPrices != 0 {
					v += int(pr.Parity[row])
				}
				if pr.Switches&PhasePrices != 0 {
					v += int(pr.Phase[e.phase])
				}
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

// node searches the position of a frame that is to be expanded and returns its
// value, from alpha to beta. cut says that a move was at least beta: the
// parent then drops the move that led here without a word.
func (e *Engine) node(ply int, alpha, beta int16) (value int16, cut bool) {
	f := &e.frames[ply]
	e.pvLen[ply] = ply
	if ply > 0 {
		if e.pos.repeated() || e.pos.insufficient() {
			return e.draw[ply&1], false
		}
		if e.rootDone && (e.nodes >= e.limit || e.limits.Stop != nil && e.limits.Stop.Load()) {
			e.stopped = true
			return 0, false
		}
	}
	e.expanded++
	e.hits.ply = -1
	e.pos.look(&f.see, f.maybe)
	row := ply & 1
	twoBudgets := e.prof.Switches&TwoBudgets != 0
	inCheck := f.see.checkers != 0
	least, quietest := e.least[row], e.quietest[row]
	if inCheck && e.evasive {
		least, quietest = e.price[row][Evasion], 0
	}
	if ply > 0 && e.prof.Pass != 0 && !inCheck && e.passes(ply, alpha, beta) {
		return beta, true
	}
	if ply+1 >= e.depth || e.spent(f, least, twoBudgets) {
		return e.frontier(ply, alpha, beta)
	}
	if e.prof.Switches&HalfFrontier != 0 && e.spent(f, quietest, twoBudgets) {
		return e.inParts(ply, alpha, beta, true)
	}
	if e.prof.Switches2&Staged != 0 && !f.following {
		return e.inParts(ply, alpha, beta, false)
	}

	e.buffer.n = 0
	e.pos.generateTactical(&f.see, &e.buffer)
	tactical := e.buffer.n
	e.pos.generateQuiet(&f.see, &e.buffer)
	if ply == 0 && e.limits.Moves != nil {
		tactical = e.restrict(tactical)
	}
	n := e.buffer.n
	if e.Watcher != nil {
		e.Watcher.Generated(ply, n)
	}
	if n == 0 {
		return e.noMoves(ply, inCheck)
	}
	if ply > 0 && e.pos.half >= 100 {
		return e.draw[ply&1], false
	}
	firstSorted, firstWaiting := e.nSorted, e.nWaiting
	e.list(ply, tactical, everything)
	value, cut = e.tryAll(ply, firstSorted, firstWaiting, alpha, beta)
	e.nSorted, e.nWaiting = firstSorted, firstWaiting
	return value, cut
}

// passes tells whether a node's static value is above beta by so much that
// the best swap-off against the side to move does not bring it below: then a
// move will hold it there too. Where beta is a mate, or in the bare endgame,
// where having to move may lose, it doesn't tell.
func (e *Engine) passes(ply int, alpha, beta int16) bool {
	f := &e.frames[ply]
	value := f.static - int16(f.sx) - int16(e.prof.Pass)
	if value < beta || beta <= -MateBound || e.phase == lastPhase {
		return false
	}
	value -= int16(e.bestSwap(e.hitsOf(ply).struck, value, beta-1, beta)) * SwapUnit
	if e.Watcher != nil {
		e.Watcher.BetaTest(ply, NoMove, value, alpha, beta)
	}
	return value >= beta
}

// futile tells whether a node's static value is so far below alpha that its
// quiet moves that end there are passed over.
func (e *Engine) futile(f *frame, alpha int16) bool {
	return e.prof.Futility != 0 && f.static+int16(e.prof.Futility) <= alpha
}

// inParts searches a node in two parts: first the captures and promotions,
// sorted; then, where none of them cut, the quiet moves. At a half-frontier,
// where no quiet move can be followed up, those that check, attack or have cut
// off before are sorted and the rest valued as they are generated. Elsewhere
// all are sorted, and with them the losing captures, which the first part has
// passed over.
func (e *Engine) inParts(ply int, alpha, beta int16, half bool) (int16, bool) {
	f := &e.frames[ply]
	firstSorted, firstWaiting := e.nSorted, e.nWaiting
	first, second := sound, losingAndQuiet
	if half {
		first, second = everything, worthy
	}
	e.losing = false
	tactical := e.generatePart(ply, 0, false)
	total := e.buffer.n
	losing := false
	if total > 0 {
		if ply > 0 && e.pos.half >= 100 {
			return e.draw[ply&1], false
		}
		e.list(ply, tactical, first)
		losing = e.losing
		value, cut := e.tryAll(ply, firstSorted, firstWaiting, alpha, beta)
		e.nSorted, e.nWaiting = firstSorted, firstWaiting
		if cut || e.stopped {
			return value, cut
		}
		alpha = value
	}
	tactical = e.generatePart(ply, 1, losing)
	if n := e.buffer.n; n > 0 {
		total += n
		if ply > 0 && e.pos.half >= 100 {
			return e.draw[ply&1], false
		}
		e.list(ply, tactical, second)
		value, cut := e.tryAll(ply, firstSorted, firstWaiting, alpha, beta)
		e.nSorted, e.nWaiting = firstSorted, firstWaiting
		return value, cut
	}
	if total == 0 {
		return e.noMoves(ply, f.see.checkers != 0)
	}
	return alpha, false
}

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
	}
	if part == 1 {
		e.pos.generateQuiet(&f.see, b)
	}
	if ply == 0 && e.limits.Moves != nil {
		tactical = e.restrict(tactical)
	}
	if e.Watcher != nil {
		n := b.n
		if part == 1 {
			n -= tactical
		}
		e.Watcher.Generated(ply, n)
	}
	return tactical
}

// spent tells whether a move of a price, and so any dearer one, is terminal.
func (e *Engine) spent(f *frame, price uint8, twoBudgets bool) bool {
	if twoBudgets {
		return f.other == 0 && f.sx <= price
	}
	return f.sx < price
}

// noMoves is the value of mate or stalemate.
func (e *Engine) noMoves(ply int, inCheck bool) (int16, bool) {
	if inCheck {
		return int16(ply) - Mate, false
	}
	return e.draw[ply&1], false
}

// restrict keeps the root moves that the search is restricted to and returns
// how many of the tactical ones are left.
func (e *Engine) restrict(tactical int) int {
	b := &e.buffer
	n, kept := 0, 0
	for i := 0; i < b.n; i++ {
		for _, m := range e.limits.Moves {
			if b.moves[i].move == m {
				if i < tactical {
					kept++
				}
				b.moves[n] = b.moves[i]
				n++
				break
			}
		}
	}
	b.n = n
	return kept
}

// selection says which moves of the buffer a list takes.
type selection uint8

const (
	everything     selection = iota
	sound                    // but not losing captures
	losingAndQuiet           // of captures and promotions only losing captures
	worthy                   // of quiet moves those that check, attack or have cut off before
)

// list judges the moves in the buffer: category, static value, order. The
// quiet moves that are not worthy wait unjudged.
func (e *Engine) list(ply, tactical int, which selection) {
	f := &e.frames[ply]
	p := &e.pos
	killers := &e.killers[ply]
	useKillers := e.prof.Switches&Killers != 0
	evasion := f.see.checkers != 0 && e.evasive
	own := colourBit[p.side]
	var pvMove Move
	if f.following && ply < len(e.line) {
		pvMove = e.line[ply]
	}
	e.listTargets(f)
	f.flights = flightsUnknown
	for i := 0; i < e.buffer.n; i++ {
		r := e.buffer.moves[i]
		from, to := r.move.From(), r.move.To()
		code := p.board[from]
		if r.flags&flagPromotion != 0 {
			code = codeOf[own>>7][r.move.Promotion()]
		}
		if r.flags&flagCheck == 0 && p.checks(&f.see, code, from, to) {
			r.flags |= flagCheck
		}
		// En passant and castling only may check; they are priced as what they
		// are.
		sure := r.flags&(flagEnPassant|flagCastle) == 0
		var c Category
		order := int16(0)
		switch {
		case evasion:
			c = Evasion
		case r.flags&flagCheck != 0 && sure:
			c = Check
			if f.checked>>p.side&1 == 0 {
				c = FirstCheck
			}
		case i < tactical:
			c = e.tacticalCategory(ply, r)
		default:
			killer := useKillers && (r.move == killers[0] || r.move == killers[1])
			if killer {
				order = int16(e.prof.KillerBonus)
			}
			if which == worthy {
				switch {
				case killer:
					c = Killer
				case e.attacks(f, code, to):
					c = Attack
				default:
					e.waiting[e.nWaiting] = r
					e.nWaiting++
					continue
				}
				if r.flags&flagCastle == 0 && e.loses(ply, r.move) {
					e.waiting[e.nWaiting] = r
					e.nWaiting++
					continue
				}
				break
			}
			switch {
			case r.flags&flagCastle == 0 && e.loses(ply, r.move):
				c = Losing
			case killer:
				c = Killer
			case e.prof.Switches&MateThreats != 0 && e.threatensMate(ply, r.move, code):
				c = Threat
			case e.attacks(f, code, to):
				c = Attack
			case r.flags&flagCastle != 0 || forward(own, from, to):
				c = Forward
			default:
				c = Backward
			}
		}
		switch {
		case which == sound && c == LosingCapture:
			e.losing = true
			continue
		case which == losingAndQuiet && i < tactical && c != LosingCapture:
			continue
		}
		score := p.after(&e.tables, f.static, r.move, r.flags)
		e.nodes++
		if e.Watcher != nil {
			e.Watcher.Scored(ply, r.move, score)
		}
		order += score
		if r.flags&flagCheck != 0 {
			order += int16(e.prof.CheckBonus)
		}
		if e.prof.Switches2&SwapSort != 0 && r.flags&flagCapture != 0 {
			order -= e.exchangeLoss(ply, r)
		}
		if r.move == pvMove && pvMove != NoMove {
			order = Infinity
			f.following = true
		}
		e.sorted[e.nSorted] = listed{r.move, r.flags, c, score, order}
		e.nSorted++
	}
}

// forward tells whether a move goes towards the enemy's side of the board.
func forward(own uint8, from, to Square) bool {
	if own == whiteBit {
		return to>>4 > from>>4
	}
	return to>>4 < from>>4
}

// listTargets notes the enemy's queens and rooks, queens first.
func (e *Engine) listTargets(f *frame) {
	p := &e.pos
	f.nEnemies = 0
	base := (p.side ^ 1) << 4
	for id := base + 1; id < base+p.slots[p.side^1]; id++ {
		if sq := p.square[id&31]; sq != NoSquare && p.kind[id&31] <= Rook {
			f.enemies[f.nEnemies] = sq
			f.nEnemies++
		}
	}
}

// attacks tells whether a quiet move brings a piece to attack a dearer one: a
// pawn any officer, a knight or bishop a rook or queen, a rook a queen. The
// line is looked at before the move.
func (e *Engine) attacks(f *frame, code uint8, to Square) bool {
	p := &e.pos
	switch kind := kindOf[code&wayMask]; kind {
	case Pawn:
		enemy := colourBit[p.side^1]
		step := pawnStep[p.side]
		for _, sq := range [2]Square{to + step - 1, to + step + 1} {
			if c := p.board[sq]; c&offBoard == enemy && c&(wayWhitePawn|wayBlackPawn) == 0 {
				return true
			}
		}
	case Knight, Bishop, Rook:
		for _, target := range f.enemies[:f.nEnemies] {
			if kind == Rook && p.board[target]&wayDiagonal == 0 {
				continue
			}
			if kind == Knight && attackTable[target-to]&wayKnight != 0 || p.bears(code, to, target) {
				return true
			}
		}
	}
	return false
}

// loses tells whether a quiet move loses the moved piece, or some of it, by
// swap-off on its new square.
func (e *Engine) loses(ply int, m Move) bool {
	p := &e.pos
	h := e.hitsOf(ply)
	from, to := m.From(), m.To()
	if h.at[to] == 0 && h.at[from]&hitSlide == 0 {
		return false
	}
	code := p.board[from]
	p.board[from] = 0
	e.swaps++
	lost := p.swapOff(to, swapValue[kindOf[code&wayMask]], p.side^1)
	p.board[from] = code
	return lost != 0
}

// hitsOf is the map of the enemy's attacks at a node, made where it is not
// that of this node.
func (e *Engine) hitsOf(ply int) *hitMap {
	if e.hits.ply != ply {
		e.pos.mapHits(&e.hits)
		e.hits.ply = ply
	}
	return &e.hits
}

// exchangeLoss is how much of a captured piece's worth the answer on the same
// square takes back, in score units: 0 or more.
func (e *Engine) exchangeLoss(ply int, r raw) int16 {
	if r.flags&flagEnPassant != 0 {
		return 0
	}
	p := &e.pos
	h := e.hitsOf(ply)
	from := r.move.From()
	if h.at[r.move.To()] == 0 && h.at[from]&hitSlide == 0 {
		return 0
	}
	code := p.board[from]
	p.board[from] = 0
	e.swaps++
	lost := p.swapOff(r.move.To(), swapValue[kindOf[code&wayMask]], p.side^1)
	p.board[from] = code
	return int16(lost) * SwapUnit
}

// tacticalCategory prices captures and promotions.
func (e *Engine) tacticalCategory(ply int, r raw) Category {
	if r.flags&flagPromotion != 0 {
		if r.move.Promotion() == Queen {
			return Promotion
		}
		return Losing
	}
	if r.flags&flagEnPassant != 0 {
		return Capture
	}
	p := &e.pos
	mover := swapValue[kindOf[p.board[r.move.From()]&wayMask]]
	victim := swapValue[kindOf[p.board[r.move.To()]&wayMask]]
	if victim >= mover || e.exchangeLoss(ply, r) <= int16(victim)*SwapUnit {
		return Capture
	}
	return LosingCapture
}

// tryAll searches the moves of a node's list, the sorted part by falling order
// and then the waiting part as it stands.
func (e *Engine) tryAll(ply, firstSorted, firstWaiting int, alpha, beta int16) (int16, bool) {
	f := &e.frames[ply]
	list := e.sorted[firstSorted:e.nSorted]
	bestQuiet := Infinity
	for i := range list {
		// Pick the best of the rest; the first of equals.
		at := i
		for j := i + 1; j < len(list); j++ {
			if list[j].order > list[at].order {
				at = j
			}
		}
		m := list[at]
		copy(list[i+1:at+1], list[i:at])
		list[i] = m

		price := e.priceOf(ply, &m, beta, &bestQuiet)
		if e.Watcher != nil {
			e.Watcher.Priced(ply, m.move, m.category, price)
		}
		var value int16
		if ply+1 >= e.depth || e.spent(f, price, e.prof.Switches&TwoBudgets != 0) ||
			e.nSorted > sortedSpace-MaxMoves || e.nWaiting > waitingSpace-MaxMoves {
			value = e.terminal(ply, m.move, m.flags, m.score, alpha, beta)
		} else {
			v, cut := e.follow(ply, &m, price, alpha, beta)
			if e.stopped {
				return alpha, false
			}
			if ply == 0 {
				e.rootDone = true
			}
			if cut {
				continue
			}
			value = -v
		}
		if ply == 0 {
			e.rootDone = true
		}
		if e.test(ply, m.move, m.flags, value, &alpha, beta) {
			return beta, true
		}
	}
	if e.futile(f, alpha) {
		return alpha, false
	}
	for i := firstWaiting; i < e.nWaiting; i++ {
		r := e.waiting[i]
		if e.scoreAndTest(ply, r, &alpha, beta) {
			return beta, true
		}
	}
	return alpha, false
}

// priceOf is the SXDEC of a move.
func (e *Engine) priceOf(ply int, m *listed, beta int16, bestQuiet *int16) uint8 {
	row := ply & 1
	price := e.price[row][m.category]
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

// follow makes a move, searches the position after it and takes it back.
func (e *Engine) follow(ply int, m *listed, price uint8, alpha, beta int16) (int16, bool) {
	f, g := &e.frames[ply], &e.frames[ply+1]
	left := uint8(0)
	if f.sx > price {
		left = f.sx - price
	}
	if e.prof.Switches&TwoBudgets != 0 {
		g.sx, g.other = f.other, left
	} else {
		g.sx, g.other = left, 0
	}
	g.maybe = m.flags&flagCheck != 0
	g.checked = f.checked
	if g.maybe && m.flags&(flagEnPassant|flagCastle) == 0 {
		g.checked |= 1 << e.pos.side
	}
	g.following = f.following && ply < len(e.line) && e.line[ply] == m.move
	g.static = -m.score
	e.pos.make(m.move, m.flags, &f.undo)
	v, cut := e.node(ply+1, -beta, -alpha)
	e.pos.unmake(m.move, m.flags, &f.undo)
	return v, cut
}

// frontier values the moves of a node none of which can be followed up, one by
// one as they are generated: captures and promotions first.
func (e *Engine) frontier(ply int, alpha, beta int16) (int16, bool) {
	f := &e.frames[ply]
	total := 0
	for part := 0; part < 2; part++ {
		e.generatePart(ply, part, false)
		n := e.buffer.n
		total += n
		if n > 0 && ply > 0 && e.pos.half >= 100 {
			return e.draw[ply&1], false
		}
		if part == 1 && e.futile(f, alpha) {
			break
		}
		for i := 0; i < n; i++ {
			r := e.buffer.moves[i]
			if r.flags&flagCheck == 0 {
				code := e.pos.board[r.move.From()]
				if r.flags&flagPromotion != 0 {
					code = codeOf[e.pos.side][r.move.Promotion()]
				}
				if e.pos.checks(&f.see, code, r.move.From(), r.move.To()) {
					r.flags |= flagCheck
				}
			}
			if e.scoreAndTest(ply, r, &alpha, beta) {
				return beta, true
			}
		}
	}
	if total == 0 {
		return e.noMoves(ply, f.see.checkers != 0)
	}
	if ply == 0 {
		e.rootDone = true
	}
	return alpha, false
}

// scoreAndTest values a terminal move that has not been scored yet and tests
// it against the window.
func (e *Engine) scoreAndTest(ply int, r raw, alpha *int16, beta int16) bool {
	f := &e.frames[ply]
	score := e.pos.after(&e.tables, f.static, r.move, r.flags)
	e.nodes++
	if e.Watcher != nil {
		e.Watcher.Scored(ply, r.move, score)
	}
	value := e.terminal(ply, r.move, r.flags, score, *alpha, beta)
	return e.test(ply, r.move, r.flags, value, alpha, beta)
}

// test holds a move's value against the window: true is a cutoff.
func (e *Engine) test(ply int, m Move, flags uint8, value int16, alpha *int16, beta int16) bool {
	if e.Watcher != nil {
		e.Watcher.BetaTest(ply, m, value, *alpha, beta)
	}
	if value >= beta {
		if flags&(flagCapture|flagPromotion) == 0 && e.killers[ply][0] != m {
			e.killers[ply][1] = e.killers[ply][0]
			e.killers[ply][0] = m
		}
		return true
	}
	if e.Watcher != nil {
		e.Watcher.AlphaTest(ply, m, value, *alpha)
	}
	if value > *alpha {
		*alpha = value
		e.best(ply, m)
		if ply == 0 {
			e.rootScore = value
		}
		if e.Watcher != nil {
			e.Watcher.Best(ply, m)
		}
	}
	return false
}

// best makes a move and the line below it the principal variation of a ply.
func (e *Engine) best(ply int, m Move) {
	e.pv[ply][ply] = m
	n := max(e.pvLen[ply+1], ply+1)
	copy(e.pv[ply][ply+1:n], e.pv[ply+1][ply+1:n])
	e.pvLen[ply] = n
}

// terminal is the value of a move that is not followed up: its static value,
// less what the other side wins by its best swap-off where the static value
// beats alpha; mate where it is mate.
func (e *Engine) terminal(ply int, m Move, flags uint8, static, alpha, beta int16) int16 {
	e.pvLen[ply+1] = 0
	if static <= alpha {
		return static
	}
	h := e.hitsOf(ply)
	p := &e.pos
	f := &e.frames[ply]
	if flags&flagCheck != 0 && e.prof.Switches2&MateTest != 0 {
		if e.mates(ply, m, flags) {
			return Mate - int16(ply) - 1
		}
	}
	p.make(m, flags, &f.undo)
	p.side ^= 1 // the mover's pieces are the victims
	won := e.bestSwap(p.candidates(h, m, flags), static, alpha, beta)
	p.side ^= 1
	p.unmake(m, flags, &f.undo)
	return static - int16(won)*SwapUnit
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
		e.swaps++
		if v := int(p.swapOff(sq, worth, p.side^1)); v > max(floor, best) {
			best = v
			if best >= enough {
				break
			}
		}
	}
	return uint8(best)
}

// mates tells whether a move that may give check is mate.
func (e *Engine) mates(ply int, m Move, flags uint8) bool {
	f := &e.frames[ply]
	e.pos.make(m, flags, &f.undo)
	mate := e.pos.InCheck() && !e.pos.hasLegalMove()
	e.pos.unmake(m, flags, &f.undo)
	return mate
}

// hasLegalMove tells whether the side to move has a legal move.
func (p *Position) hasLegalMove() bool {
	var b moveBuffer
	p.generate(&b)
	return b.n > 0
}

// threatensMate tells, at a glance, whether a quiet move of a queen or rook
// threatens to mate with that piece's next move: the enemy king has at most
// one square to flee to, and a check by the piece from where it can go next
// leaves him no legal move. Birmingham and Kent's test (Advances in Computer
// Chess 2) is a set of patterns; this is our own, a filter and a proof.
func (e *Engine) threatensMate(ply int, m Move, code uint8) bool {
	p, f := &e.pos, &e.frames[ply]
	lo, hi := 0, 8
	switch kindOf[code&wayMask] {
	case Queen:
	case Rook:
		hi = 4
	default:
		return false
	}
	if f.flights == flightsUnknown {
		f.flights = p.flights()
	}
	if f.flights > 1 {
		return false
	}
	p.make(m, 0, &f.undo)
	p.side ^= 1 // the mover again, as if the enemy passed
	king := p.square[(p.side^1)<<4]
	from := m.To()
	mate := false
	for i := lo; i < hi && !mate; i++ {
		step := rays[i]
		for to := from + step; p.board[to]&colourBit[p.side] == 0 && !mate; to += step {
			flags := uint8(0)
			if p.board[to] != 0 {
				flags = flagCapture
			}
			if p.bears(code, to, king) {
				next := newMove(from, to)
				p.make(next, flags, &e.glance)
				mate = !p.hasLegalMove()
				p.unmake(next, flags, &e.glance)
			}
			if flags != 0 {
				break
			}
		}
	}
	p.side ^= 1
	p.unmake(m, 0, &f.undo)
	return mate
}

const flightsUnknown = 0xFF

// flights counts the squares that the enemy king could flee to: next to him,
// free of his own pieces and not attacked by the side to move.
func (p *Position) flights() uint8 {
	n := uint8(0)
	king := p.square[(p.side^1)<<4]
	for _, step := range rays {
		if sq := king + step; p.board[sq]&colourBit[p.side^1] == 0 && !p.attacked(sq, p.side) {
			n++
		}
	}
	return n
}
