package sex

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/searchex/searchex/cmd/internal/report"
	"github.com/searchex/searchex/cmd/lab/internal/lab"
	"github.com/searchex/searchex/goengine"
)

// budgets adds the value of two budgets, and the reasons.
func (v *view) budgets(page *lab.Page) {
	page.Heading("Two budgets")
	page.Text("\"We overcome this problem in the SEX algorithm by using two separate values of SEX, one for each side. If the value of SEX for either side (or for both sides) remains positive then the search " +
		"continues … This change produced a clear improvement in the performance of the program.\" Here `sex88`, which has them, loses to `sx81`. Is the cause our reading, our prices, or the claim?")
	var names []string
	for _, r := range readings[1:] {
		name, means, _ := strings.Cut(r.name, ": ")
		names = append(names, fmt.Sprintf("*%s* (%s)", name, means))
	}
	page.Text("Three readings are tried: %s.", strings.Join(names, ", "))
	v.horizonTable(page)
	v.example(page)
	v.equalTable(page)
	page.Text("A line with two separate budgets continues while either side has SX left, and a spent side moves free. Budgets of n each have 2n to spend, less what the last moves of each side overdraw, and any first move is "+
		"searched, however expensive. So the same SX makes larger trees. If the profile's start of 10 a side is too large for one search in the time, the move is bad. Therefore two budgets also start and continue with half the SX here. "+
		"All are compared with `sx81` with one budget, which starts at %d in steps of %d.", sx81().Start, sx81().Step)
	page.Detail(func() { v.readingsTable(page) })
	v.budgetPlot(page)
	v.evidence(page)
}

// horizonTable adds the least SX with which each reading sees the example of the horizon.
func (v *view) horizonTable(page *lab.Page) {
	t := &lab.Table{
		Name:    "horizon",
		Caption: "The example of the horizon effect, with the prices of `sx81`. *From SX* is the least with which 1.g4 wins the bishop, a side where there are two budgets, in a single search; *before* what was played with one SX less.",
		Columns: lab.Columns("<reading", "<tree", "from SX|sx", "nodes", "cycles", "<before"),
	}
	page.Detail(func() { page.Table(t) })
	for i := range readings {
		for _, model := range []bool{true, false} {
			tree := "all moves"
			if model {
				tree = "the model's"
			}
			for _, r := range v.of(horizon(&readings[i], model)) {
				sx, nodes, cycles := any(r.Prey.SX), any(r.Prey.Nodes), any(r.Prey.Cycles)
				if r.Prey.SX == 0 {
					sx, nodes, cycles = "never", nil, nil
				}
				t.Add(readings[i].name, tree, sx, nodes, cycles, r.Prey.Move)
			}
		}
	}
}

// equalTable adds the mates that each reading finds to the same SX in all.
func (v *view) equalTable(page *lab.Page) {
	t := &lab.Table{
		Name: "equal_sx", Caption: "Mates found to the same SX in all, with the prices of `sx81` and a start of 10 in steps of 8, a side where there are two budgets.",
		Columns: lab.Columns("<reading", "SX", "mates", "of", "in 3 and 4|long_mates", "nodes", "cycles"),
	}
	page.Detail(func() { page.Table(t) })
	for i := range readings {
		r := &readings[i]
		for _, x := range v.of(equalSX(r)) {
			n, of := x.Solved.mates()
			t.Add(r.name, v.reach(v.profile(r.spec())), n, of, x.Solved.longMates(), x.Cost.Nodes, x.Cost.Cycles)
		}
	}
}

// readingsTable adds the matches of the readings, with the mates that they find.
func (v *view) readingsTable(page *lab.Page) {
	t := page.Table(&lab.Table{Name: "readings", Columns: lab.Columns(
		"<prices", "<reading", "start", "step", "cycles a move|cycles", "games", "Elo||%+.0f", "from||%+.0f", "to||%+.0f",
		"nodes a move|nodes|%.0f", "mates", "in 3 and 4|long_mates")})
	for _, x := range append([]idea{{name: "sx81's | one | 10 | 8", with: "sx81"}}, budgets...) {
		words := strings.Split(x.name, " | ")
		for _, cycles := range v.cycles() {
			row := []any{words[0], words[1], words[2], words[3], cycles}
			if m := v.match(x.with, x.without, cycles); m != nil {
				diff, low, high := m.elo()
				row = append(row, m.games(), diff, low, high, m.nodes(0))
			} else if x.without != "" {
				continue
			} else {
				row = append(row, nil, math.NaN(), math.NaN(), math.NaN(), math.NaN())
			}
			t.Add(append(row, v.matesText(x.with, cycles), v.longMates(x.with, cycles))...)
		}
	}
}

// scored returns the score of a profile against another, "" if they have not met.
func (v *view) scored(first, second string, cycles uint64) string {
	m := v.match(first, second, cycles)
	if m == nil || m.Pairs.Count() == 0 {
		return ""
	}
	diff, low, high := m.elo()
	return lab.Elo(diff, low, high, m.games())
}

// The profiles that show why two budgets lose.
const (
	apartHalved  = "sx81,switch.two-budgets=on," + halved
	apartWhole   = "sx81,switch.two-budgets=on"
	sharedHalved = "sx81,switch.two-budgets=on,budgets=1," + halved
	ownHalved    = "sx81,switch.two-budgets=on,budgets=2," + halved
	sex88Halved  = "sex88," + halved
	sex88Shared  = "sex88,budgets=1," + halved
	sex88Own     = "sex88,budgets=2," + halved
	learnedApart = learned + ",switch.two-budgets=on," + halved
)

// evidence adds the results of matches with two budgets.
func (v *view) evidence(page *lab.Page) {
	if v.Quick || v.match(oneBudget, "sx81", v.Small) == nil || v.match(sex88Own, "sx81", v.Small) == nil {
		return
	}
	small := func(spec string) string { return v.scored(spec, "sx81", v.Small) }
	page.Text("**The prices?** They are not the cause: with one budget `sex88`'s score %s against `sx81`'s.", small(oneBudget))
	page.Text("**The steps?** They cause most of `sex88`'s loss at this budget. In its steps of 5 from 10 a side it scores %s, in steps of 4 from 5 %s; `sx81`'s prices with two budgets %s in steps of 8 from 10, %s in steps of 4 from 5.",
		small("sex88"), small(sex88Halved), small(apartWhole), small(apartHalved))
	page.Text("**The reading?** In steps of 4 from 5: apart %s; shared, which is one budget in other steps, %s; own %s. With `sex88`'s prices: apart %s, shared %s, own %s. With `learned`'s: one budget %s, apart %s. "+
		"`sex88` apart against itself with one budget: %s.",
		small(apartHalved), small(sharedHalved), small(ownHalved), small(sex88Halved), small(sex88Shared), small(sex88Own), small(learned), small(learnedApart),
		v.scored(sex88Halved, oneBudget, v.Small))
	var long []string
	for _, spec := range []string{oneBudget, apartHalved, "sex88", sex88Halved} {
		if s := v.scored(spec, "sx81", v.Large); s != "" {
			long = append(long, fmt.Sprintf("`%s` %s", spec, s))
		}
	}
	if len(long) > 0 {
		page.Text("**The time?** At %s a move, against `sx81`: %s.", budgetName(v.Large), strings.Join(long, "; "))
	}
	v.claim(page)
}

// sx81 returns the profile sx81.
func sx81() *goengine.Profile {
	p, _ := goengine.ProfileByName("sx81")
	return &p
}

// example adds the example of the horizon.
func (v *view) example(page *lab.Page) {
	prey := func(i int, model bool) *Prey {
		for _, r := range v.of(horizon(&readings[i], model)) {
			return r.Prey
		}
		return nil
	}
	one, apart, shared, own := prey(0, true), prey(1, true), prey(2, true), prey(3, true)
	oneBoard, apartBoard := prey(0, false), prey(1, false)
	if slices.Contains([]*Prey{one, apart, shared, own, oneBoard, apartBoard}, nil) {
		return
	}
	page.Text("The authors' reason is the horizon effect: White hunts a bishop while Black makes quiet moves ([window.md](../manual/window.md), section 8). In that tree one budget wins the bishop from SX %d on, apart from %d a side, %d in all: less, as the authors say. Shared budgets of n search the same tree as one of 2n−1 ([decision 40](../decisions.md)), so their %d a side is the one budget's %d, "+
		"and nothing is gained. Own takes %d a side. With all moves on the board one budget needs %d, apart %d a side; but apart searches %d nodes in %.1f million cycles, one budget %d in %.1f million: "+
		"**even in the example two budgets cost more than giving one budget more SX.**",
		one.SX, apart.SX, 2*apart.SX, shared.SX, 2*shared.SX-1, own.SX, oneBoard.SX, apartBoard.SX,
		apartBoard.Nodes, float64(apartBoard.Cycles)/1e6, oneBoard.Nodes, float64(oneBoard.Cycles)/1e6)
}

// longMates returns the number of mates in 3 and 4 that a profile has found.
func (v *view) longMates(spec string, cycles uint64) any {
	s := v.solved(spec, cycles)
	if s == nil {
		return nil
	}
	return s.longMates()
}

// two reports whether a profile has two budgets.
func (v *view) two(spec string) bool {
	return v.profile(spec).Switches&goengine.TwoBudgets != 0
}

// claim adds the verdict on the claim.
func (v *view) claim(page *lab.Page) {
	for _, x := range slices.Concat(budgets, inTheirs) {
		for _, cycles := range v.cycles() {
			if v.two(x.with) && !v.two(x.without) && v.match(x.with, x.without, cycles).proven() > 0 {
				return // then nothing is so simple
			}
		}
	}
	var found [3]Record
	for i := range found {
		for _, r := range v.of(equalSX(&readings[i])) {
			found[i] = r
		}
		if found[i].Solved == nil {
			return
		}
	}
	one, apart, shared := found[0], found[1], found[2]
	a, of := apart.Solved.mates()
	b, _ := one.Solved.mates()
	c, _ := shared.Solved.mates()
	page.Text("**The claim.** To the same SX in all, two budgets apart find %d of %d mates, one budget %d; shared, which is one budget of one SX less, %d, so a few more or less mean nothing. "+
		"But apart takes %.1f times the cycles for it, and in %s cycles it finds %s where one budget finds %s, with `sex88`'s prices %s and %s. "+
		"A spent side's moves are free, so all replies are searched where one budget would have ended the line, and not only in the combination that this is for. "+
		"None of the three readings is proven better than one budget, with any of the prices, at any budget tried: **at equal cycles the claim does not hold here. In SX the authors' example is won sooner; nothing else remains of it.** "+
		"They do not say what they measured, nor whether their program had a remedy against the free replies.",
		a, of, b, c, float64(apart.Cost.Cycles)/float64(one.Cost.Cycles), report.Count(v.Small), v.matesText(apartHalved, v.Small), v.matesText("sx81", v.Small),
		v.matesText(sex88Halved, v.Small), v.matesText(oneBudget, v.Small))
}

// budgetPlot draws the readings.
func (v *view) budgetPlot(page *lab.Page) {
	v.eloPlot(page, "budgets", "Two budgets against sx81 with one", budgets, func(x idea) string {
		words := strings.Split(x.name, " | ")
		return words[0] + " " + words[1] + " " + words[2] + "/" + words[3]
	})
}
