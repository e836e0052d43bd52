package goengine

import "slices"

// Category is the kind of a move, which decides its price. Categories are tested in
// the order of their numbers; the first that fits counts.
type Category uint8

// The categories.
const (
	Evasion       Category = iota // any move out of check, in profiles that price it
	FirstCheck                    // the first check by this side in the line
	Check                         // a further check by this side
	Promotion                     // to a queen
	Capture                       // one that does not lose by swap-off, or en passant
	LosingCapture                 // one that loses by swap-off
	Losing                        // a quiet move that loses the moved piece by swap-off, or a promotion to less than a queen
	Killer                        // a quiet move that recently cut off at this ply
	Threat                        // a quiet move that threatens mate at a glance
	Attack                        // a quiet move that attacks a more valuable piece
	Forward                       // a quiet move towards the enemy, or castling
	Backward                      // any other quiet move
	categories
)

// CategoryNames names the categories, by number.
var CategoryNames = [categories]string{
	"evasion", "first check", "check", "promotion", "capture", "losing capture", "losing",
	"killer", "threat", "attack", "forward", "backward",
}

// Switches are ideas of the search, which a profile switches on: a bit each. On the
// machines bits 0 to 7 are the first byte of a profile, 8 to 15 the second.
type Switches uint16

// The ideas. [ProfileFields] says more about each.
const (
	TwoBudgets   Switches = 1 << iota // each side pays from an SX of its own (SEX, 1985-88)
	WindowPrices                      // quiet moves at or above beta are cheap (Parker Chess, 1983)
	ScorePrices                       // worse quiet moves cost more (Cyrus 68K)
	Killers                           // two quiet moves a ply that cut off are remembered
	ParityPrices                      // Profile.Parity counts
	MateThreats                       // quiet moves may threaten mate at a glance
	HalfFrontier                      // quiet moves none of which can be followed up wait unsorted
	PhasePrices                       // Profile.Phase counts
	MateTest                          // a terminal check above alpha may be mate
	SwapSort                          // captures are sorted by what is won back, too
	Staged                            // killers and quiet moves are generated when they are needed
	Scout                             // later moves are searched with a null window first
	Cache                             // the move that was best here before is tried first

	// RootNet adds the tables of a network of the root position to the root tables. Its
	// bit is the sign of the second byte, which is quickly tested.
	RootNet Switches = 1 << 15
)

// Profile is the block of bytes that sets the prices and the ideas of a
// search; the machines hold the same bytes in the same order in RAM.
type Profile struct {
	Switches Switches
	// Start is the SX of the first iteration. Each further one adds Step; if Step
	// is 0, the first is the only one.
	Start, Step uint8
	// Price is SXDEC by category, at least 1; Price[Evasion] 0 means that the
	// profile does not know evasions.
	Price [categories]uint8
	// Above is the price of a quiet move at or above beta, at least 1 (WindowPrices).
	Above uint8
	// ScoreShift and ScoreCap shape ScorePrices: a quiet move costs its
	// category's price plus its distance from the best, in score units, shifted
	// right by ScoreShift, but no more than ScoreCap in all.
	ScoreShift, ScoreCap uint8
	// Parity is added to the prices of quiet moves at even and odd plies.
	Parity [2]int8
	// KillerBonus is added to the order of a killer, in score units.
	KillerBonus uint8
	// CheckBonus is added to the order of a check, in score units, and of castling
	// and en passant, which may check.
	CheckBonus uint8
	// Phase is added to the prices of quiet moves by game phase 0..7.
	Phase [8]int8
	// Futility, if not 0, skips the quiet moves that end a line at a node whose
	// static value is at least this many score units below alpha.
	Futility uint8
	// Pass, if not 0, cuts off at a node below the root whose static value, less
	// the best swap-off against the side to move, half its budget and Pass, in
	// score units, is at least beta (static null-move pruning).
	Pass uint8
	// From ply DeepFrom on DeepQuiet is added to the prices of quiet moves and
	// DeepOther to all others.
	DeepFrom             uint8
	DeepQuiet, DeepOther int8
	// Budgets is how TwoBudgets is read: BudgetsApart, BudgetsShared or
	// BudgetsOwn. Any other number means BudgetsApart.
	Budgets uint8
	// LateFrom is the place in a sorted list, from 1, at which quiet moves begin to
	// be late: they are first searched for Late more, from eight places further on
	// for twice Late more, and for their price only if that finds them better than
	// alpha. If Late is 0, no move is late.
	LateFrom, Late uint8
	// Recapture, if not 0, is the price below the root of a capture that does not
	// lose, on the square where the move before it captured.
	Recapture uint8
	// Single, if not 0, is the price below the root of an evasion without an
	// alternative.
	Single uint8
	// AboveBy is added to beta before WindowPrices compares a static value with it,
	// in score units.
	AboveBy int8
	// Tempo is the value of having the move at the end of a line, in score units: the
	// static value of a terminal and of a pass is less by it.
	Tempo int8
}

// The readings of TwoBudgets, by where a line ends.
const (
	BudgetsApart  uint8 = iota // where both sides are spent; a spent side moves free
	BudgetsShared              // where both are, and a spent side borrows from the other
	BudgetsOwn                 // where the side to move is spent
)

// quiet reports whether a category is one of quiet moves whose price the
// profile's additions change.
func (c Category) quiet() bool { return c >= Forward || c == Losing }

// ProfileNames are the names of the profiles that between them use every idea, oldest
// first. The tests of the machines go through these.
var ProfileNames = []string{"uniform", "sx81", "parker83", "cyrus86", "sex88", "tuned", "net"}

// AllProfileNames are the names that ProfileByName knows: ProfileNames, and two profiles
// of what the texts alone give, whose ideas the others have too.
var AllProfileNames = slices.Concat(ProfileNames, []string{"sx81-text", "sx81-graded"})

// ProfileByName returns a copy of a profile, and false for an unknown name.
func ProfileByName(name string) (Profile, bool) {
	p, ok := profiles[name]
	return p, ok
}

// profiles are the prices. [SEX] and [Mark V] are the Chess Programming Wiki's
// pages "SEX Algorithm" and "Chess Champion Mark V", which cite Levy, Broughton
// and Taylor (1989); docs/sources.md quotes them and says where these profiles
// differ. What is ours was tried in games: docs/lab/log.md has the matches and the
// command.
var profiles = map[string]Profile{
	// Every move costs a ply of 8: ordinary alpha-beta to SX/8 + 1 plies.
	// Checks are tried early, which finds a third more mates in three within
	// 88,000 nodes (20 of 30 of own_mates.epd, 14 without) and costs nothing in
	// games.
	"uniform": {
		Switches: HalfFrontier | MateTest, Start: 0, Step: 8,
		Price:      [categories]uint8{0, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8},
		CheckBonus: 200,
	},
	// [Mark V]: start 10, step 7 or 8, first check 3, captures and attacking moves
	// 7, apparently losing moves 34. [SEX]: up to 21 forward, up to 24 backward.
	// Ours: all forward moves 21, all backward moves 24; promotion as capture; losing
	// captures as losing moves; half-frontiers; the mate test; evasions; killers, which
	// no source prices and which cost what an evasion does; pass cuts, which save a
	// third of the cycles.
	"sx81": {
		Switches: HalfFrontier | Killers | MateTest, Start: 10, Step: 8,
		Price:       [categories]uint8{10, 3, 7, 7, 7, 34, 34, 10, 7, 7, 21, 24},
		KillerBonus: 30, Pass: 1,
	},
	// [SEX]: sx81 plus categories by the static value against the window, above it
	// is interesting; the authors warn of the root. Ours: above means at or above
	// beta, only quiet moves forward and backward are meant, they cost two tactical
	// moves, and the root, whose window moves, knows no such price.
	"parker83": {
		Switches: HalfFrontier | WindowPrices | Killers | MateTest, Start: 10, Step: 8,
		Price: [categories]uint8{10, 3, 7, 7, 7, 34, 34, 10, 7, 7, 21, 24}, Above: 14,
		KillerBonus: 30, Pass: 1,
	},
	// [SEX]: all moves are evaluated and sorted, the best quiet move of the list has
	// a low SXDEC, its siblings' grow with the difference in score; checks, captures,
	// killers and mate threats. Ours: half-frontiers evaluate quiet moves unsorted;
	// low 10 and 12, a quarter of the difference,
	// no more than 24; evasions; losing moves at the cap.
	"cyrus86": {
		Switches: HalfFrontier | ScorePrices | Killers | MateThreats | MateTest, Start: 10, Step: 8,
		Price:      [categories]uint8{8, 3, 7, 7, 7, 24, 24, 8, 7, 10, 10, 12},
		ScoreShift: 2, ScoreCap: 24, KillerBonus: 30, Pass: 1,
	},
	// [SEX]: two values, one a side, while either remains positive; eight phases;
	// killers; parity pruning; mate threats. Ours: every number but the checks' and
	// captures', and parity as a price, dearer where the computer is to move.
	"sex88": {
		Switches: HalfFrontier | TwoBudgets | Killers | MateThreats | ParityPrices | PhasePrices | MateTest, Start: 10, Step: 5,
		Price:  [categories]uint8{7, 3, 7, 7, 7, 24, 24, 10, 7, 8, 16, 18},
		Parity: [2]int8{1, -1}, KillerBonus: 30, Pass: 1,
		Phase: [8]int8{0, 0, 0, 0, -1, -2, -3, -4},
	},
	// All ours; decisions 44, 64 and 65 say by which matches.
	"tuned": {
		Switches: HalfFrontier | Killers | MateTest | Staged | Cache, Start: 6, Step: 8,
		Price:       [categories]uint8{9, 3, 6, 7, 8, 18, 18, 13, 8, 10, 15, 18},
		KillerBonus: 30, Futility: 32, Pass: 12, LateFrom: 4, Late: 7, Recapture: 6, Single: 5, Tempo: 8,
	},
}

// "sx81-text" has nothing but what [SEX] and [Mark V] give: sx81 without pass cuts, killers,
// evasions at a price of their own, half-frontiers and the mate test. Numbers that the
// texts have no exact word for stay: a promotion costs what a further tactical move does, a
// losing capture what an apparently losing move does, and of "7 or 8" the step is 8. So does what no
// profile can switch off, where the texts are silent or general: the evaluation by tables that
// the root builds, swap-off at the end of a line, the order of moves, and the rules that
// tell attacking, losing and forward moves.
//
// "sx81-graded" is sx81-text with another reading of "up to": the best quiet move
// of a list costs 10 or 12 and the others more by the difference in value, as in cyrus86.
// There is one cap for forward and backward moves: 21, which is within the words for both.
func init() {
	p := profiles["sx81"]
	p.Switches = 0
	p.Price[Evasion], p.Pass = 0, 0
	profiles["sx81-text"] = p
	cyrus := profiles["cyrus86"]
	p.Switches = ScorePrices
	p.Price[Forward], p.Price[Backward] = cyrus.Price[Forward], cyrus.Price[Backward]
	p.ScoreShift, p.ScoreCap = cyrus.ScoreShift, 21
	profiles["sx81-graded"] = p
}

// "net" is tuned with the network of the root tables, and six numbers that were tuned again
// with it: docs/lab/root-net.md.
func init() {
	p := profiles["tuned"]
	p.Switches |= RootNet
	p.Price[Capture], p.Price[Backward] = 9, 16
	p.Futility, p.Pass, p.Late, p.Tempo = 30, 5, 8, 9
	profiles["net"] = p
}
