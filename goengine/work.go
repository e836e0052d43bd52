package goengine

// Work is a kind of work that a search does and that costs the machines cycles. A
// kind is counted if all machines do it and it explains their cycles; the cost of
// the rest is part of the cost of what is counted.
type Work uint8

// The kinds of work. "Swept" are the squares of sliders' lines up to the piece that
// ends them, inclusive. "Hops" are knights and kings, whose targets are looked up
// one by one. "Men" are pieces and pawns; "officers" are pieces other than kings
// and pawns. A "look" is a scan for pins and checks, a "map" an attack map.
const (
	WorkSearches      Work = iota // searches: the root tables
	WorkEndings                   // searches from an ending, in which the squares of kings have values
	WorkPulls                     // squares that attract or repel a king, there
	WorkCaches                    // searches with a cache, which is cleared
	WorkNets                      // searches with the network of the root tables
	WorkNetMen                    // men at their roots
	WorkNetLit                    // hidden values of both sides that are not 0
	WorkIterations                // iterations
	WorkVisits                    // positions entered, drawn and passed ones included
	WorkBare                      // of these, those with at most four men on the board
	WorkKeys                      // earlier positions that the tests for repetition may look at
	WorkLooks                     // looks: positions neither drawn nor stopped
	WorkCheckLooks                // of these, those that may be in check
	WorkPromotedLooks             // of these, those after a promotion on the line: slots don't show what is a pawn
	WorkExpanded                  // of these, those that did not pass
	WorkOfficers                  // officers of both sides at the root, once for each of these
	WorkLooksAgain                // further looks at a node's position, after a part of its moves

	WorkPassTries // passes tried: the static value is above beta by the margin
	WorkPassSwaps // of these, those in which a piece may hang
	WorkPassFails // of these, those in which one does

	WorkMaps     // attack maps made
	WorkMapMen   // men whose attacks were entered into a map
	WorkMapHops  // knights among them
	WorkMapSwept // squares that sliders among them swept

	WorkCaptureParts // generations of captures and promotions
	WorkCaptureMen   // men in them
	WorkCaptureHops  // knights and kings among them
	WorkCaptureSwept // squares that sliders among them swept
	WorkCaptures     // captures and promotions generated
	WorkQuietParts   // generations of quiet moves
	WorkQuietMen     // men of both sides on the board at these
	WorkQuiets       // quiet moves generated
	WorkEarlyTests   // moves tested for legality, to be tried before any are generated
	WorkKingTests    // squares tested for a king
	WorkKingSearches // of these, those whose attackers were searched because there was no map
	WorkKingMen      // men on the board at those
	WorkEvasions     // generations in check
	WorkPinnedParts  // generations with a piece pinned
	WorkSifted       // moves tested because of a check or a pin

	WorkLists          // lists made
	WorkJudgedEvasions // evasions judged for a list that prices them as such
	WorkJudgedCaptures // captures and promotions judged for a list
	WorkJudgedQuiet    // quiet moves judged for any other list
	WorkJudgedHalf     // quiet moves judged for the list of a half-frontier
	WorkJudgedBare     // moves of any kind judged where a piece may discover a check
	WorkCheckSteps     // squares from moves judged to kings on a slider's line, the king's included
	WorkPassedOver     // moves that a stage left to the other one
	WorkAttackTargets  // queens and rooks at each test whether a quiet move attacks one
	WorkListed         // moves put into a list, to be sorted

	WorkSwapOffs    // swap-offs of a square
	WorkSwapMen     // officers of both sides at the root, once for each of these
	WorkSwapSwept   // empty squares around those, along the lines to the first men
	WorkSwapSliders // sliders met along those, one behind the other
	WorkExchanges   // captures in them, if all had been made

	WorkPicks       // moves picked from lists
	WorkPickSteps   // moves that the picks chose among
	WorkScouts      // searches of moves with a null window, ahead of another search
	WorkPriced      // quiet moves priced by their score or by the window
	WorkLates       // moves followed up in profiles that reduce late moves
	WorkFollows     // moves followed up
	WorkPawnFollows // of these, those of pawns

	WorkScannedCaptures // captures and promotions evaluated one by one
	WorkScannedQuiet    // quiet moves evaluated one by one
	WorkHigh            // terminals above alpha
	WorkHighMade        // of these, those made, since a piece may hang
	WorkUncovered       // of these, those that leave a slider's line
	WorkMateTests       // moves tested for mate
	WorkMateProofs      // of these, those that check

	WorkThreatTests  // moves of queens and rooks tested for a mate threat
	WorkGlances      // counts of a king's flights
	WorkGlanceProofs // quiet moves made to see a mate threat
	WorkGlanceSteps  // squares that the piece could go to next in them
	WorkGlanceMates  // checks made to prove one
	WorkStuckKings   // kings without a move in these and in mate proofs

	works
)

// workNames are the names of the kinds of work in models and tables of costs.
var workNames = [works]string{
	"searches", "endings", "pulls", "caches", "nets", "net men", "net lit", "iterations", "visits", "bare", "keys", "looks", "check looks", "promoted looks", "expanded", "officers", "looks again",
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

// String returns the name of a kind of work.
func (w Work) String() string {
	if w >= works {
		return "unknown"
	}
	return workNames[w]
}

// Counts has the amount of each kind of work that a search has done.
type Counts [works]uint64

// CostUnit is the number of units of Costs in a clock cycle.
const CostUnit = 64

// Picked is how the moves of lists were picked, one by one: for each length of
// a list and each place in it, from 0, the lengths of the lists from which a
// move was picked at that place, added up. The last length includes longer
// lists, the last place later ones.
type Picked [pickSizes][pickSizes]uint64

const pickSizes = 12

// add counts a pick at a place of a list of n moves, and returns where.
func (p *Picked) add(n, place int) (i, j uint) {
	i, j = min(uint(n), pickSizes-1), min(uint(place), pickSizes-1)
	p[i][j] += uint64(n)
	return i, j
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
	sum := c.each(n)
	for i := range c.Pick {
		for j, units := range c.Pick[i] {
			sum += units * picked[i][j]
		}
	}
	return sum / CostUnit
}

// each returns the units of all work but the picks.
func (c *Costs) each(n *Counts) (sum uint64) {
	for i, units := range c.Each {
		sum += uint64(units) * n[i]
	}
	return sum
}
