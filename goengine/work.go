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
	"picks", "pick steps", "scouts", "priced", "lates", "follows", "pawn follows",
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

// Picked is how the moves of lists were picked, one by one: for each length of
// a list and each place in it, from 0, the lengths of the lists from which a
// move was picked at that place, added up. The last length stands for it and
// longer lists, the last place for it and later ones.
type Picked [pickSizes][pickSizes]uint64

const pickSizes = 12

// add counts a pick at a place of a list of n moves.
func (p *Picked) add(n, place int) {
	p[min(uint(n), pickSizes-1)][min(uint(place), pickSizes-1)] += uint64(n)
}

// Costs is a model of a machine: what the work takes on it, in parts of a clock
// cycle, 1 to CostUnit.
type Costs struct {
	// Each is the cost of each kind of work.
	Each [works]uint32
	// Pick is what picks cost beyond that, for each move of the list.
	Pick [pickSizes][pickSizes]uint64
}

// Cycles returns how many clock cycles some work takes.
func (c *Costs) Cycles(n *Counts, picked *Picked) uint64 {
	sum := uint64(0)
	for i, units := range c.Each {
		sum += uint64(units) * n[i]
	}
	for i := range c.Pick {
		for j, units := range c.Pick[i] {
			sum += units * picked[i][j]
		}
	}
	return sum / CostUnit
}
