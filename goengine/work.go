package goengine

// Work is a kind of work that a search does and the machines pay for. What
// they share and what explains their cycles is counted, not each instruction:
// the cost of what is left out is in that of what comes with it.
type Work uint8

// The kinds of work. "Swept" are squares that lines of sliders run over up to
// the piece that ends them, inclusive; "hops" are knights and kings, whose
// targets are looked up one by one.
const (
	WorkSearches      Work = iota // searches: the root tables
	WorkEndings                   // searches from the ending, where kings' squares are judged
	WorkPulls                     // what draws a king to a square or off one, there
	WorkCaches                    // searches with a cache: it is emptied
	WorkIterations                // iterations
	WorkVisits                    // positions entered, drawn and passed ones included
	WorkBare                      // of these the ones with at most four men on the board
	WorkKeys                      // half-moves that the tests for repetition may look back on
	WorkLooks                     // positions looked at: neither drawn nor stopped
	WorkCheckLooks                // of these the ones that may be in check
	WorkPromotedLooks             // of these the ones after a promotion on the line: slots don't tell officers from pawns
	WorkExpanded                  // of these the ones that did not pass
	WorkOfficers                  // officers of both sides at the root, once for each of these
	WorkLooksAgain                // looks at a node's position once more, after one part of its moves

	WorkPassTries // passes tried: the static value is above beta by the margin
	WorkPassSwaps // of these the ones in which something may hang
	WorkPassFails // of these the ones in which something does

	WorkMaps     // maps of hits made
	WorkMapMen   // men whose attacks were entered into a map of hits
	WorkMapHops  // knights among them
	WorkMapSwept // squares that sliders among them swept

	WorkCaptureParts // generations of captures and promotions
	WorkCaptureMen   // men in them
	WorkCaptureHops  // knights and kings among them
	WorkCaptureSwept // squares that sliders among them swept
	WorkCaptures     // captures and promotions generated
	WorkQuietParts   // generations of quiet moves
	WorkQuietMen     // living men of both sides at these
	WorkQuiets       // quiet moves generated
	WorkEarlyTests   // moves tested for being legal, to be tried before any are generated
	WorkKingTests    // squares tested for a king
	WorkKingSearches // of these the ones whose attackers were searched, for want of a map
	WorkKingMen      // living men at those
	WorkEvasions     // generations in check
	WorkPinnedParts  // generations with a piece pinned
	WorkSifted       // moves tested because of a check or a pin

	WorkLists          // lists made
	WorkJudgedEvasions // evasions judged for a list that prices them as such
	WorkJudgedCaptures // captures and promotions judged for a list
	WorkJudgedQuiet    // quiet moves judged for any other list
	WorkJudgedHalf     // quiet moves judged for the list of a half-frontier
	WorkJudgedBare     // moves of any kind judged where a piece may check by leaving its line
	WorkCheckSteps     // squares from moves judged to kings that a slider points at, the king's included
	WorkPassedOver     // moves that a stage left to the other
	WorkAttackTargets  // dear pieces at each test whether a quiet move attacks one
	WorkListed         // moves that a list took up, to be sorted

	WorkSwapOffs    // swap-offs of a square
	WorkSwapMen     // officers of both sides at the root, once for each of these
	WorkSwapSwept   // empty squares around those, along the lines to the first men
	WorkSwapSliders // sliders met along those, one behind the other
	WorkExchanges   // captures in them, had all been made

	WorkPicks       // moves picked from lists
	WorkPickSteps   // moves that the picks chose among
	WorkRescanned   // moves of lists that are gone through again, once for two picks and twice to sort the rest
	WorkScouts      // searches of moves with a window of one, ahead of another
	WorkPriced      // quiet moves priced by their score or by the window
	WorkLates       // moves that can be paid asked whether they are late, in profiles where some are
	WorkFollows     // moves followed up
	WorkPawnFollows // of these the ones of pawns

	WorkScannedCaptures // captures and promotions valued one by one
	WorkScannedQuiet    // quiet moves valued one by one
	WorkHigh            // terminals above alpha
	WorkHighMade        // of these the ones made, since something may hang
	WorkUncovered       // of these the ones that leave a slider's line
	WorkMateTests       // checks tested for mate
	WorkMateProofs      // of these the ones that are checks

	WorkThreatTests  // moves of queens and rooks asked whether they threaten mate
	WorkGlances      // flights of a king counted
	WorkGlanceProofs // quiet moves made to see a mate threat
	WorkGlanceSteps  // squares that the piece could go to next in them
	WorkGlanceMates  // checks made to prove one
	WorkStuckKings   // kings in these and in mate proofs that have no move

	works
)

// workNames are what tables of costs call the kinds of work.
var workNames = [works]string{
	"searches", "endings", "pulls", "caches", "iterations", "visits", "bare", "keys", "looks", "check looks", "promoted looks", "expanded", "officers", "looks again",
	"pass tries", "pass swaps", "pass fails",
	"maps", "map men", "map hops", "map swept",
	"capture parts", "capture men", "capture hops", "capture swept", "captures",
	"quiet parts", "quiet men", "quiets", "early tests", "king tests", "king searches", "king men", "evasions", "pinned parts", "sifted",
	"lists", "judged evasions", "judged captures", "judged quiet", "judged half", "judged bare", "check steps", "passed over", "attack targets", "listed",
	"swap-offs", "swap men", "swap swept", "swap sliders", "exchanges",
	"picks", "pick steps", "rescanned", "scouts", "priced", "lates", "follows", "pawn follows",
	"scanned captures", "scanned quiet", "high", "high made", "uncovered", "mate tests", "mate proofs",
	"threat tests", "glances", "glance proofs", "glance steps", "glance mates", "stuck kings",
}

// Works are all kinds of work.
var Works = func() (all []Work) {
	for w := range works {
		all = append(all, w)
	}
	return all
}()

// String is the name of a kind of work.
func (w Work) String() string {
	if w >= works {
		return "unknown"
	}
	return workNames[w]
}

// Counts is how often a search has done each kind of work.
type Counts [works]uint64

// CostUnit is how many units of Costs make a clock cycle.
const CostUnit = 64

// Costs is what each kind of work takes on a machine, in parts of a cycle, 1
// to CostUnit: a model of the machine, fitted to it.
type Costs [works]uint32

// Cycles is how many clock cycles some work takes.
func (c *Costs) Cycles(n *Counts) uint64 {
	sum := uint64(0)
	for i, units := range c {
		sum += uint64(units) * n[i]
	}
	return sum / CostUnit
}

// startWork begins to count a search's work, position and phase of which are
// set.
func (e *Engine) startWork(pulls int) {
	e.work = Counts{WorkSearches: 1, WorkPulls: uint64(pulls)}
	if e.phase >= kingEndingPhase {
		e.work[WorkEndings] = 1
	}
	if e.prof.Switches2&Cache != 0 {
		e.work[WorkCaches] = 1
	}
	e.officers = 0
	for id, sq := range e.pos.square {
		if k := e.pos.kind[id]; sq != NoSquare && k != King && k != Pawn {
			e.officers++
		}
	}
	e.buffer.men, e.buffer.hops, e.buffer.swept, e.buffer.kingTests, e.buffer.sifted = 0, 0, 0, 0, 0
	e.hits.men, e.hits.hops, e.hits.swept, e.hits.uncovered = 0, 0, 0, 0
}

// Work is what the search under way, or the last one, has done.
func (e *Engine) Work() Counts { return *e.workSoFar() }

// workSoFar is all that has been counted, in the engine and where it generates
// moves and maps.
func (e *Engine) workSoFar() *Counts {
	w, b, h := &e.work, &e.buffer, &e.hits
	w[WorkOfficers], w[WorkSwapMen] = w[WorkExpanded]*e.officers, w[WorkSwapOffs]*e.officers
	w[WorkCaptureMen], w[WorkCaptureHops], w[WorkCaptureSwept] = b.men, b.hops, b.swept
	w[WorkKingTests], w[WorkSifted] = b.kingTests, b.sifted
	w[WorkMapMen], w[WorkMapHops], w[WorkMapSwept] = h.men, h.hops, h.swept
	w[WorkUncovered] = h.uncovered
	return w
}

// countCaptures counts a generation of captures and promotions.
func (e *Engine) countCaptures(ply, n int) {
	e.work[WorkCaptureParts]++
	e.work[WorkCaptures] += uint64(n)
	e.countPart(ply)
}

// countQuiets counts a generation of quiet moves.
func (e *Engine) countQuiets(ply, n int) {
	e.work[WorkQuietParts]++
	e.work[WorkQuietMen] += uint64(e.pos.pieces)
	e.work[WorkQuiets] += uint64(n)
	e.countPart(ply)
}

// countSwapOff counts a swap-off.
func (e *Engine) countSwapOff(w swapWork) {
	e.work[WorkSwapOffs]++
	e.work[WorkExchanges] += uint64(w.captures)
	e.work[WorkSwapSwept] += uint64(w.swept)
	e.work[WorkSwapSliders] += uint64(w.sliders)
}

// sortedFrom is how many moves a list has at least whose third pick sorts the
// rest: eight and the two that have been picked.
const sortedFrom = 10

// rescanned is how many moves of a list of so many are gone through again for a
// pick. Where that is dear, on the 6502, picks find two moves at a time, and the
// third of a long list sorts what is left, in two passes.
func rescanned(moves, pick int) uint64 {
	switch {
	case pick < 2 || pick&1 != 0:
	case moves < sortedFrom:
		return uint64(moves)
	case pick == 2:
		return uint64(2 * moves)
	}
	return 0
}

// lookAgain counts a look at a node's position where the last one was at
// another's.
func (e *Engine) lookAgain(ply int) {
	if e.lookPly != ply {
		e.lookPly = ply
		e.work[WorkLooksAgain]++
	}
}

// countPart counts what a generation has tested. In check, a map says nothing of
// where the king may go.
func (e *Engine) countPart(ply int) {
	see := &e.frames[ply].see
	inCheck := see.checkers != 0
	if inCheck {
		e.work[WorkEvasions]++
	}
	if see.pins > 0 {
		e.work[WorkPinnedParts]++
	}
	tested := e.buffer.kingTests - e.work[WorkKingTests]
	e.work[WorkKingTests] = e.buffer.kingTests
	if inCheck || e.hits.ply != ply {
		e.work[WorkKingSearches] += tested
		e.work[WorkKingMen] += tested * uint64(e.pos.pieces)
	}
}
