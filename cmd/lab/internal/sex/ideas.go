package sex

import "slices"

// idea is an idea of the search that can be switched: a profile with it against one without.
type idea struct {
	name, short   string // short for plots
	with, without string
	// ours reports that the idea is not from the paper.
	ours bool
}

// Two budgets of n are about equivalent to one of 2n, so they begin with half the budget and half
// the step: see the section on them.
const halved = "start=5,step=4"

// ideas has the ideas that sx81 has or could have, each alone.
var ideas = []idea{
	{name: "first check at 3, as further ones 7", short: "first check", with: "sx81", without: "sx81,price.first-check=7"},
	{name: "evasions at 10, as other moves", short: "evasions", with: "sx81", without: "sx81,price.evasion=0"},
	{name: "killers at 10, as other quiet moves", short: "killers", with: "sx81", without: "sx81,switch.killers=off"},
	{name: "window: quiet moves at or above beta 14", short: "window, 14", with: "parker83", without: "sx81"},
	{name: "window, half a pawn below beta", short: "window, lower", with: "parker83,above-by=-32", without: "sx81"},
	{name: "window, price 7", short: "window, 7", with: "parker83,above=7", without: "sx81"},
	{name: "mate threats at 7", short: "threats", with: "sx81,switch.mate-threats=on", without: "sx81"},
	{name: "parity, own plies 1 dearer, others 1 cheaper", short: "parity 1, -1", with: "sx81,switch.parity-prices=on,parity.even=1,parity.odd=-1", without: "sx81"},
	{name: "parity, 4 and -4", short: "parity 4, -4", with: "sx81,switch.parity-prices=on,parity.even=4,parity.odd=-4", without: "sx81"},
	{name: "parity the other way, -4 and 4", short: "parity -4, 4", with: "sx81,switch.parity-prices=on,parity.even=-4,parity.odd=4", without: "sx81"},
	{name: "phases, quiet moves 1 to 4 cheaper in endings", short: "phases", with: "sx81,switch.phase-prices=on,phase.4=-1,phase.5=-2,phase.6=-3,phase.7=-4", without: "sx81"},
	{name: "two budgets, " + halved, short: "two budgets", with: "sx81,switch.two-budgets=on," + halved, without: "sx81"},
	{name: "score prices, from 10 and 12", short: "score prices", with: "sx81,switch.score-prices=on,score-shift=2,score-cap=24,price.forward=10,price.backward=12", without: "sx81"},
	{name: "step 7, not 8", short: "step 7", with: "sx81,step=7", without: "sx81"},
	{name: "step 4", short: "step 4", with: "sx81,step=4", without: "sx81"},
	{name: "step 16", short: "step 16", with: "sx81,step=16", without: "sx81"},
	{name: "depth: quiet moves 3 dearer from ply 3", short: "depth, quiet +3", with: "sx81,deep.from=3,deep.quiet=3", without: "sx81"},
	{name: "depth: quiet moves 3 cheaper from ply 3", short: "depth, quiet -3", with: "sx81,deep.from=3,deep.quiet=-3", without: "sx81"},
	{name: "depth: all others 3 dearer from ply 3", short: "depth, others +3", with: "sx81,deep.from=3,deep.other=3", without: "sx81"},
	{name: "from the 10th move on first 8 dearer", with: "sx81,late.from=10,late=8", without: "sx81", ours: true},
}

// textProfile is sx81 with nothing but what the texts give.
const textProfile = "sx81-text"

// addition is an idea that sx81 adds to the texts.
type addition struct {
	name string
	// decision is its number in docs/decisions.md.
	decision int
	// off takes it away from sx81, and on adds it to the texts.
	off, on string
}

// additions has all of them, in the order of their decisions.
var additions = []addition{
	{"half-frontiers", 2, "switch.half-frontier=off", "switch.half-frontier=on"},
	{"the mate test", 6, "switch.mate-test=off", "switch.mate-test=on"},
	{"evasions at 10", 12, "price.evasion=0", "price.evasion=10"},
	{"pass cuts", 18, "pass=0", "pass=1"},
	{"killers at 10", 19, "switch.killers=off", "switch.killers=on"},
}

// inSX81 returns the idea of the addition in sx81.
func (a *addition) inSX81() idea {
	return idea{name: a.name, with: "sx81", without: "sx81," + a.off}
}

// inText returns the idea of the addition alone.
func (a *addition) inText() idea {
	return idea{name: a.name, with: textProfile + "," + a.on, without: textProfile}
}

// allAdded has all additions together.
var allAdded = idea{name: "all five", with: "sx81", without: textProfile}

// takenAway and addedAlone have the additions: each taken away from sx81, and each added to the texts.
var takenAway, addedAlone = func() (off, on []idea) {
	for i := range additions {
		off, on = append(off, additions[i].inSX81()), append(on, additions[i].inText())
	}
	return off, on
}()

// graded has readings of "up to 21 (forward moves) or 24 (backward moves)", against one by which each
// such move costs the most.
var graded = []idea{
	{name: "from 10 and 12 up to 21", with: "sx81-graded", without: textProfile},
	{name: "from 10 and 12 up to 24", with: "sx81-graded,score-cap=24", without: textProfile},
}

// others has readings of the texts whose cost docs/sources.md gives beside those above.
var others = []idea{
	{name: "losing moves at 34, not 24", with: "sx81", without: "sx81,price.losing=24,price.losing-capture=24"},
	{name: "cyrus86: half-frontiers", with: "cyrus86", without: "cyrus86,switch.half-frontier=off"},
}

// inTheirs has ideas in the profiles that have them. sex88 has half steps.
var inTheirs = []idea{
	{name: "cyrus86: score prices", with: "cyrus86", without: "cyrus86,switch.score-prices=off"},
	{name: "cyrus86: mate threats", with: "cyrus86", without: "cyrus86,switch.mate-threats=off"},
	{name: "sex88, " + halved + ": parity", with: "sex88," + halved, without: "sex88," + halved + ",switch.parity-prices=off"},
	{name: "sex88, " + halved + ": phases", with: "sex88," + halved, without: "sex88," + halved + ",switch.phase-prices=off"},
	{name: "sex88, " + halved + ": mate threats", with: "sex88," + halved, without: "sex88," + halved + ",switch.mate-threats=off"},
	{name: "sex88, " + halved + ": two budgets", with: "sex88," + halved, without: oneBudget},
}

// oneBudget is sex88 with one budget.
const oneBudget = "sex88,switch.two-budgets=off,step=8"

// whole has the profiles against sx81.
var whole = []idea{
	{name: "uniform", with: "uniform", without: "sx81"},
	{name: "parker83", with: "parker83", without: "sx81"},
	{name: "cyrus86", with: "cyrus86", without: "sx81"},
	{name: "sex88", with: "sex88", without: "sx81"},
	{name: "tuned", with: "tuned", without: "sx81"},
	{name: "learned", with: learned, without: "sx81"},
	{name: "learned against tuned", with: learned, without: "tuned"},
	{name: "learned with sx81's checks and attacks", with: learnedForcing, without: "sx81"},
	{name: "sx81 with learned's checks", with: "sx81,price.first-check=15,price.check=12", without: "sx81"},
	{name: "sx81 with learned's attacks", with: "sx81,price.attack=12", without: "sx81"},
}

// learnedForcing is learned with sx81's lower prices for forcing moves.
const learnedForcing = learned + ",price.first-check=3,price.check=7,price.attack=7"

// reading is an interpretation of two budgets.
type reading struct{ name, keys string }

// readings has the interpretations, with one budget first.
var readings = []reading{
	{"one budget", ""},
	{"apart: a spent side stays at zero, its moves are free", "switch.two-budgets=on"},
	{"shared: a spent side borrows", "switch.two-budgets=on,budgets=1"},
	{"own: the line ends where the side to move is spent", "switch.two-budgets=on,budgets=2"},
}

// budgets has interpretations of two budgets with prices and steps, all against sx81.
var budgets = []idea{
	{name: "sx81's | apart | 10 | 8", with: "sx81,switch.two-budgets=on", without: "sx81"},
	{name: "sx81's | apart | 5 | 4", with: "sx81,switch.two-budgets=on,start=5,step=4", without: "sx81"},
	{name: "sx81's | shared | 5 | 4", with: "sx81,switch.two-budgets=on,budgets=1,start=5,step=4", without: "sx81"},
	{name: "sx81's | own | 5 | 4", with: "sx81,switch.two-budgets=on,budgets=2,start=5,step=4", without: "sx81"},
	{name: "sex88's | one | 10 | 8", with: oneBudget, without: "sx81"},
	{name: "sex88's | apart | 10 | 5", with: "sex88", without: "sx81"},
	{name: "sex88's | apart | 5 | 4", with: "sex88,start=5,step=4", without: "sx81"},
	{name: "sex88's | shared | 5 | 4", with: "sex88,budgets=1,start=5,step=4", without: "sx81"},
	{name: "sex88's | own | 5 | 4", with: "sex88,budgets=2,start=5,step=4", without: "sx81"},
	{name: "learned | one | 10 | 8", with: learned, without: "sx81"},
	{name: "learned | apart | 5 | 4", with: learned + ",switch.two-budgets=on,start=5,step=4", without: "sx81"},
}

// profiles are the profiles of the experiment.
var profiles = []string{"uniform", "sx81", "parker83", "cyrus86", "sex88", "tuned"}

// styled has the profiles whose style is examined, uniform first.
var styled = []string{"uniform", "sx81", "tuned"}

// shown has the profiles whose lines are recorded in positions with a solution.
var shown = []string{"uniform", "sx81"}

// long has the pairings that are also played at the large budget, the most important ones first.
var long = []idea{
	{with: learned, without: "sx81"},
	{with: oneBudget, without: "sx81"},
	{with: "sx81,switch.two-budgets=on," + halved, without: "sx81"},
	{with: "sex88", without: "sx81"},
	{with: "sex88," + halved, without: "sx81"},
	{with: "uniform", without: "sx81"},
	{with: "sx81", without: "sx81,price.evasion=0"},
	{with: "sx81,switch.score-prices=on,score-shift=2,score-cap=24,price.forward=10,price.backward=12", without: "sx81"},
	{with: learned, without: "tuned"},
	{with: "sx81", without: "sx81,price.first-check=7"},
	{with: "parker83", without: "sx81"},
	{with: "sx81", without: textProfile},
	{with: "sx81-graded", without: textProfile},
}

// pairings returns all pairings at the small budget, each once.
func (s *Size) pairings() (all []pairing) {
	for _, x := range slices.Concat(ideas, budgets, whole, inTheirs) {
		if one := (pairing{x.with, x.without, s.Small}); !slices.Contains(all, one) {
			all = append(all, one)
		}
	}
	return s.rows(all)
}

// rows returns all pairings, or the first Rows of them.
func (s *Size) rows(all []pairing) []pairing {
	if s.Rows > 0 {
		return all[:s.Rows]
	}
	return all
}

// ideaPairings returns the pairings of the ideas in sx81 that are in the sources.
func (s *Size) ideaPairings() (all []pairing) {
	for _, x := range ideas {
		if !x.ours {
			all = append(all, pairing{x.with, x.without, s.Small})
		}
	}
	return s.rows(all)
}

// textPairings returns the pairings of the texts with what is added to them.
func (s *Size) textPairings() (all []pairing) {
	for _, x := range slices.Concat([]idea{allAdded}, takenAway, addedAlone, graded, others) {
		all = append(all, pairing{x.with, x.without, s.Small})
	}
	return s.rows(all)
}

// longPairings returns the pairings at the large budget.
func (s *Size) longPairings() (all []pairing) {
	for _, x := range long[:s.Long] {
		all = append(all, pairing{x.with, x.without, s.Large})
	}
	return all
}

// specs returns all profiles that play, each once.
func (s *Size) specs() (all []string) {
	for _, x := range slices.Concat(s.pairings(), s.longPairings(), s.textPairings()) {
		for _, spec := range []string{x.first, x.second} {
			if !slices.Contains(all, spec) {
				all = append(all, spec)
			}
		}
	}
	return all
}
