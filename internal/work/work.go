// Package work names what a search does that costs a machine clock cycles, and prices it.
package work

// Kind is a kind of work. A kind is counted if all machines do it and it explains
// their cycles; the cost of the rest is part of the cost of what is counted.
type Kind uint8

// The kinds of work. "Swept" are the squares of sliders' lines up to the piece that
// ends them, inclusive. "Hops" are knights and kings, whose targets are looked up
// one by one. "Men" are pieces and pawns; "officers" are pieces other than kings
// and pawns. A "look" is a scan for pins and checks, a "map" an attack map.
const (
	Searches      Kind = iota // searches: the root tables
	Endings                   // searches from an ending, in which the squares of kings have values
	Pulls                     // squares that attract or repel a king, there
	Caches                    // searches with a cache, which is cleared
	Nets                      // searches with the network of the root tables
	NetMen                    // men at their roots
	NetLit                    // hidden values of both sides that are not 0
	Iterations                // iterations
	Visits                    // positions entered, drawn and passed ones included
	Bare                      // of these, those with at most four men on the board
	Keys                      // earlier positions that the tests for repetition may look at
	Looks                     // looks: positions neither drawn nor stopped
	CheckLooks                // of these, those that may be in check
	PromotedLooks             // of these, those after a promotion on the line: slots don't show what is a pawn
	Expanded                  // of these, those that did not pass
	Officers                  // officers of both sides at the root, once for each of these
	LooksAgain                // further looks at a node's position, after a part of its moves

	PassTries // passes tried: the static value is above beta by the margin
	PassSwaps // of these, those in which a piece may hang
	PassFails // of these, those in which one does

	Maps     // attack maps made
	MapMen   // men whose attacks were entered into a map
	MapHops  // knights among them
	MapSwept // squares that sliders among them swept

	CaptureParts // generations of captures and promotions
	CaptureMen   // men in them
	CaptureHops  // knights and kings among them
	CaptureSwept // squares that sliders among them swept
	Captures     // captures and promotions generated
	QuietParts   // generations of quiet moves
	QuietMen     // men of both sides on the board at these
	Quiets       // quiet moves generated
	EarlyTests   // moves tested for legality, to be tried before any are generated
	KingTests    // squares tested for a king
	KingSearches // of these, those whose attackers were searched because there was no map
	KingMen      // men on the board at those
	Evasions     // generations in check
	PinnedParts  // generations with a piece pinned
	Sifted       // moves tested because of a check or a pin

	Lists          // lists made
	JudgedEvasions // evasions judged for a list that prices them as such
	JudgedCaptures // captures and promotions judged for a list
	JudgedQuiet    // quiet moves judged for any other list
	JudgedHalf     // quiet moves judged for the list of a half-frontier
	JudgedBare     // moves of any kind judged where a piece may discover a check
	CheckSteps     // squares from moves judged to kings on a slider's line, the king's included
	PassedOver     // moves that a stage left to the other one
	AttackTargets  // queens and rooks at each test whether a quiet move attacks one
	Listed         // moves put into a list, to be sorted

	SwapOffs    // swap-offs of a square
	SwapMen     // officers of both sides at the root, once for each of these
	SwapSwept   // empty squares around those, along the lines to the first men
	SwapSliders // sliders met along those, one behind the other
	Exchanges   // captures in them, if all had been made

	Picks       // moves picked from lists
	PickSteps   // moves that the picks chose among
	Scouts      // searches of moves with a null window, ahead of another search
	Priced      // quiet moves priced by their score or by the window
	Lates       // moves followed up in profiles that reduce late moves
	Follows     // moves followed up
	PawnFollows // of these, those of pawns

	ScannedCaptures // captures and promotions evaluated one by one
	ScannedQuiet    // quiet moves evaluated one by one
	High            // terminals above alpha
	HighMade        // of these, those made, since a piece may hang
	Uncovered       // of these, those that leave a slider's line
	MateTests       // moves tested for mate
	MateProofs      // of these, those that check

	ThreatTests  // moves of queens and rooks tested for a mate threat
	Glances      // counts of a king's flights
	GlanceProofs // quiet moves made to see a mate threat
	GlanceSteps  // squares that the piece could go to next in them
	GlanceMates  // checks made to prove one
	StuckKings   // kings without a move in these and in mate proofs

	kinds
)

// names are the names of the kinds of work in models and tables of costs.
var names = [kinds]string{
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

// Kinds are all kinds of work.
var Kinds = func() (all []Kind) {
	for w := range kinds {
		all = append(all, w)
	}
	return all
}()

// String returns the name of a kind of work.
func (w Kind) String() string {
	if w >= kinds {
		return "unknown"
	}
	return names[w]
}

// Counts has the amount of each kind of work that a search has done.
type Counts [kinds]uint64

// Unit is the number of units of Costs in a clock cycle.
const Unit = 64

// Picked is how the moves of lists were picked, one by one: for each length of
// a list and each place in it, from 0, the lengths of the lists from which a
// move was picked at that place, added up. The last length includes longer
// lists, the last place later ones.
type Picked [pickSizes][pickSizes]uint64

const pickSizes = 12

// Add counts a pick at a place of a list of n moves, and returns where.
func (p *Picked) Add(n, place int) (i, j uint) {
	i, j = min(uint(n), pickSizes-1), min(uint(place), pickSizes-1)
	p[i][j] += uint64(n)
	return i, j
}

// Costs is a model of a machine: what the work takes on it, in parts of a clock
// cycle, 1 to Unit.
type Costs struct {
	// Each is the cost of each kind of work.
	Each [kinds]uint32
	// Pick is what picks cost beyond that, for each move of the list.
	Pick [pickSizes][pickSizes]uint64
}

// Cycles returns how many clock cycles some work takes.
func (c *Costs) Cycles(n *Counts, picked *Picked) uint64 {
	sum := c.Units(n)
	for i := range c.Pick {
		for j, units := range c.Pick[i] {
			sum += units * picked[i][j]
		}
	}
	return sum / Unit
}

// Units returns the units of all work but the picks.
func (c *Costs) Units(n *Counts) (sum uint64) {
	for i, units := range c.Each {
		sum += uint64(units) * n[i]
	}
	return sum
}
