package oddeven

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/searchex/searchex/cmd/lab/internal/lab"
	"github.com/searchex/searchex/hostbridge"
)

// Name is the name of the experiment on the command line, and of its files.
const Name = "odd-even"

// Command is the command that writes the committed page and raw results.
const Command = "go run ./cmd/lab odd-even --doc"

// Results are the raw results by the keys of a plan.
type Results = lab.Records[[]Iteration]

// view is a plan with its results.
type view struct {
	*Plan
	results Results
}

// series has the iterations of a search of a position.
type series struct {
	position
	its []Iteration
}

// Page returns the page of the results, which may be incomplete.
func (p *Plan) Page(results Results) *lab.Page {
	v := &view{p, results}
	page := &lab.Page{Name: Name, Title: "The odd-even effect", Command: Command, Short: true}
	v.made(page)
	theory(page)
	v.trees(page)
	v.quiescence(page)
	v.selectivity(page)
	v.time(page)
	v.scores(page)
	return page
}

// made adds what was measured.
func (v *view) made(page *lab.Page) {
	state := "all"
	if n := len(v.results.Missing(v.Keys())); n > 0 {
		state = fmt.Sprintf("**only %d of %d**", len(v.jobs)-n, len(v.jobs))
	}
	page.Text("Alpha-beta's trees grow much more from an even depth to the next odd one than from an odd depth to the next even one, and scores swing " +
		"with the parity of the depth. Here are the formulas, and what real searches count, cost and return. The source is the Chess Programming Wiki's page on the effect; " +
		"the verdicts on its claims stand in [the laboratory](README.md#odd-even-effect).")
	where := "The raw results are in `testdata/lab/odd-even.jsonl`. `go run ./cmd/lab odd-even --recorded` prints from them all rows and columns of the tables; " +
		"`--doc` measures only what has changed since."
	if v.quick {
		where = "This is a quick run, with fewer positions and plies than that of the documents."
	}
	bench, opened := v.in(benchmark), v.in(opened)
	page.Text("Measured on %d positions of the benchmark and %d openings (taken evenly from `testdata/openings.txt`); %s searches of the plan are in. %s",
		bench, opened, state, where)
}

// in returns the number of positions of a set.
func (v *view) in(set int) (n int) {
	for _, p := range v.positions {
		if p.set == set {
			n++
		}
	}
	return n
}

// find returns the searches made in a manner with a profile and an engine, in a set of positions, or
// in all positions if set is sets. Searches without a result are left out.
func (v *view) find(m manner, spec, engine string, set int) (all []series) {
	for _, j := range v.jobs {
		if j.manner != m || j.spec != spec || j.engine != engine || set != sets && j.set != set {
			continue
		}
		if its, ok := v.results[j.key]; ok && len(its) > 0 {
			all = append(all, series{j.position, its})
		}
	}
	return all
}

// branching returns the mean number of moves of each position: the n-th root of the number of lines
// of n plies.
func (v *view) branching() map[string]float64 {
	b := map[string]float64{}
	for _, s := range v.find(widths, "uniform", "go", sets) {
		last := s.its[len(s.its)-1]
		b[s.name] = math.Pow(float64(last.Nodes), 1/float64(last.SX))
	}
	return b
}

// orders has the move orders with which uniform is searched.
var orders = []struct {
	name   string
	manner manner
	spec   string
}{
	{"as it is", counted, "uniform"}, {"as generated", ordered, unordered}, {"shuffled", disorder, unordered},
}

// trees adds the counts of profile uniform.
func (v *view) trees(page *lab.Page) {
	page.Heading("Real trees of uniform depth")
	page.Text("Profile `uniform` is ordinary alpha-beta: every move costs a ply. A node is a CUT node if one of its moves was at least beta, an ALL node if none beat alpha, " +
		"else a PV node. A leaf is a move that was evaluated at the horizon; its kind follows from its value and the window of the node above. Swap-off (static exchange " +
		"evaluation) is part of the evaluation, and counts no node.")
	page.Text("The moves are tried in three orders. *As it is*: iterations of one ply, the principal variation of the last one first, then by static value, checks early. " +
		"*As generated*: captures first, nothing sorted. *Shuffled*: a random order, the same every time. The last two start afresh at each depth. The callback `scored` changes the order " +
		"and not the values of leaves, so that all three must find the same scores.")
	page.Text("*Growth* is how the leaves grow from the depth before, *by formula* how the minimal tree grows with the position's own mean number of moves b (the n-th root of its number of lines of n plies, "+
		"n = %d), *times least* the leaves over those of the minimal tree; all are geometric means.", v.reach().widths)
	page.Detail(func() { page.Text("*Moves a cut* is 1 in the minimal tree.") })
	b := v.branching()
	v.counts(page, b, benchmark)
	page.Detail(func() { v.counts(page, b, opened) })
	v.growth(page, b)
	differ, compared := v.sameScores()
	page.Text("Over the least, geometric means from depth 2 on, all positions: %s. The minimum of even depths is harder to reach, because it allows each CUT node above the leaves a single leaf. "+
		"The three orders found the same score in %d of %d searches.", v.overLeast(b), compared-differ, compared)
}

// counts adds the nodes of a set of positions by order and depth. b has the mean number of moves of each position.
func (v *view) counts(page *lab.Page, b map[string]float64, set int) {
	t := page.Table(&lab.Table{
		Name: "trees", Caption: "Positions: " + setNames[set] + ".", Key: where(1, 4, 5, 6), KeyRows: "depths from 4 on; the openings have similar ones",
		Columns: lab.Columns(
			"<order", "depth|plies", "leaves", "?PV", "CUT", "ALL", "?inner", "growth", "by formula|formula_growth", "times least",
			"?of b^n %|of_all_percent|%.3g", "cut by first %||%.1f", "?moves a cut",
		),
	})
	for _, o := range orders {
		found := v.find(o.manner, o.spec, "go", set)
		for i := range longest(found) {
			var sum Iteration
			var growth, expected, over, of lab.Sample
			for _, s := range found {
				if i >= len(s.its) {
					continue
				}
				sum.add(&s.its[i])
				n, leaves, width := i+1, float64(all(s.its[i].Leaves)), b[s.name]
				over = append(over, math.Log(leaves/MinimalReal(width, n)))
				of = append(of, math.Log(leaves/math.Pow(width, float64(n))))
				if i > 0 {
					growth = append(growth, math.Log(leaves/float64(all(s.its[i-1].Leaves))))
					expected = append(expected, math.Log(MinimalReal(width, n)/MinimalReal(width, n-1)))
				}
			}
			t.Add(o.name, i+1, uint64(all(sum.Leaves)), uint64(sum.Leaves[PV]), uint64(sum.Leaves[Cut]), uint64(sum.Leaves[All]), uint64(all(sum.Inner)),
				growth.Factor(), expected.Factor(), over.Factor(), 100*of.Factor(),
				100*float64(sum.CutFirst)/float64(sum.Cuts), float64(sum.CutTried)/float64(sum.Cuts))
		}
	}
}

// growth draws how much the leaves grow from depth to depth in each order. b has the mean number of moves of each position.
func (v *view) growth(page *lab.Page, b map[string]float64) {
	growth := &lab.Plot{Name: "odd-even-growth", Title: "Leaves grow more into odd depths", X: "depth in plies", Y: "leaves, times those of the depth before", Log: true}
	formula := lab.Line{Name: "minimal tree"}
	for i, o := range orders {
		line := lab.Line{Name: "uniform, " + o.name}
		found := v.find(o.manner, o.spec, "go", sets)
		for d := 1; d < longest(found); d++ {
			var g, f lab.Sample
			for _, s := range found {
				if d < len(s.its) {
					g = append(g, math.Log(float64(all(s.its[d].Leaves))/float64(all(s.its[d-1].Leaves))))
					f = append(f, math.Log(MinimalReal(b[s.name], d+1)/MinimalReal(b[s.name], d)))
				}
			}
			line.X, line.Y = append(line.X, float64(d+1)), append(line.Y, g.Factor())
			if i == 0 {
				formula.X, formula.Y = append(formula.X, float64(d+1)), append(formula.Y, f.Factor())
			}
		}
		if len(line.Y) > 0 {
			growth.Lines = append(growth.Lines, line)
		}
	}
	if len(formula.Y) > 0 {
		growth.Lines = append([]lab.Line{formula}, growth.Lines...)
	}
	page.Plot(growth)
}

// where returns the rows that have one of some values in a column, for lab.Table.Key.
func where(column int, values ...any) func(row []any) bool {
	return func(row []any) bool { return slices.Contains(values, row[column]) }
}

// overLeast describes the excess of each order over the minimum, at odd and at even depths.
func (v *view) overLeast(b map[string]float64) string {
	var all []string
	for _, o := range orders {
		var over [2]lab.Sample // even, odd
		for _, s := range v.find(o.manner, o.spec, "go", sets) {
			for i := 1; i < len(s.its); i++ {
				n := i + 1
				over[n%2] = append(over[n%2], math.Log(leavesOf(s.its, i)/MinimalReal(b[s.name], n)))
			}
		}
		all = append(all, fmt.Sprintf("%s ×%.2f at odd depths and ×%.2f at even ones", o.name, over[1].Factor(), over[0].Factor()))
	}
	return strings.Join(all, "; ")
}

// sameScores compares the scores of the three orders, depth by depth.
func (v *view) sameScores() (differ, compared int) {
	is := map[string][]Iteration{}
	for _, s := range v.find(counted, "uniform", "go", sets) {
		is[s.name] = s.its
	}
	for _, o := range orders[1:] {
		for _, s := range v.find(o.manner, o.spec, "go", sets) {
			for i := range min(len(s.its), len(is[s.name])) {
				if compared++; s.its[i].Score != is[s.name][i].Score {
					differ++
				}
			}
		}
	}
	return differ, compared
}

// longest returns the greatest number of iterations of some searches.
func longest(found []series) (n int) {
	for _, s := range found {
		n = max(n, len(s.its))
	}
	return n
}

// add adds the counts of another search.
func (it *Iteration) add(with *Iteration) {
	other := with.fields()
	for i, f := range it.fields() {
		*f += *other[i]
	}
}

// unevenness returns the difference between the growth of a search's iterations at both parities: of
// the mean logarithm of the growth to the third, fifth … iteration and to the second, fourth …. It
// reports false if one of them is missing. swing is the standard deviation of all these logarithms.
func unevenness(its []Iteration, of func(its []Iteration, i int) float64) (uneven, swing float64, ok bool) {
	var odd, even, both lab.Sample
	for i := 1; i < len(its); i++ {
		g := math.Log(of(its, i) / of(its, i-1))
		if both = append(both, g); i%2 == 0 {
			odd = append(odd, g)
		} else {
			even = append(even, g)
		}
	}
	if len(odd) == 0 || len(even) == 0 {
		return 0, 0, false
	}
	return odd.Mean() - even.Mean(), both.Deviation(), true
}

// leavesOf returns the number of leaves of an iteration, cyclesOf the number of its cycles.
func leavesOf(its []Iteration, i int) float64 { return float64(max(all(its[i].Leaves), 1)) }

func cyclesOf(its []Iteration, i int) float64 {
	c := its[i].Cycles
	if i > 0 {
		c -= its[i-1].Cycles
	}
	return float64(max(c, 1))
}

// selectivity adds the effect with profiles that search some moves deeper.
func (v *view) selectivity(page *lab.Page) {
	page.Heading("Does selectivity make it smaller?")
	page.Text("In `sx81` and `tuned` a move costs the price of its category, so that the lines of one iteration end at odd and at even plies alike. *Odd* is the share of " +
		"leaves at odd plies, *mean ply* the mean of all leaves. All positions.")
	t := page.Table(&lab.Table{
		Name: "iterations", KeyRows: "from the third iteration on",
		Key:     func(row []any) bool { return row[1].(int) >= 22 },
		Columns: lab.Columns("<profile", "SX", "leaves", "?PV", "?CUT", "?ALL", "?inner", "growth", "odd %||%.1f", "mean ply"),
	})
	for _, name := range []string{"sx81", "tuned"} {
		found := v.find(counted, name, "go", sets)
		for i := range longest(found) {
			var sum Iteration
			var growth lab.Sample
			sx := 0
			for _, s := range found {
				if i >= len(s.its) {
					continue
				}
				sum.add(&s.its[i])
				sx = int(s.its[i].SX)
				if i > 0 {
					growth = append(growth, math.Log(leavesOf(s.its, i)/leavesOf(s.its, i-1)))
				}
			}
			n := float64(all(sum.Leaves))
			t.Add(name, sx, uint64(n), uint64(sum.Leaves[PV]), uint64(sum.Leaves[Cut]), uint64(sum.Leaves[All]), uint64(all(sum.Inner)),
				growth.Factor(), 100*float64(sum.OddLeaves)/n, float64(sum.LeafPlies)/n)
		}
	}
	page.Text("*Uneven* is as above, of leaves. *Swing* is the factor by which the growth of one iteration commonly differs from the search's mean growth, whatever the parity.")
	t = page.Table(&lab.Table{
		Name: "unevenness", Key: where(1, setNames[sets]), KeyRows: "all positions",
		Columns: lab.Columns("<profile", "?<positions", "?searches", "uneven", "from", "to", "swing"),
	})
	for _, c := range []struct {
		name, spec string
		manner     manner
	}{{"uniform", "uniform", counted}, {"uniform, shuffled", unordered, disorder}, {"sx81", "sx81", counted}, {"tuned", "tuned", counted}} {
		for set := range sets + 1 {
			uneven, swing := v.unevennesses(c.manner, c.spec, "go", set, leavesOf)
			low, high := uneven.FactorInterval()
			t.Add(c.name, setNames[set], len(uneven), uneven.Factor(), low, high, swing.Factor())
		}
	}
	page.Text("An iteration of these profiles is not a ply: a step of 8 sometimes pays for one more quiet move (21 or 24 in `sx81`) and sometimes for none. So there is no effect of parity; " +
		"the swing remains, between iterations that reach a price and those that do not.")
}

// unevennesses returns the unevenness of all searches made in a manner.
func (v *view) unevennesses(m manner, spec, engine string, set int, of func(its []Iteration, i int) float64) (uneven, swing lab.Sample) {
	for _, s := range v.find(m, spec, engine, set) {
		if u, w, ok := unevenness(s.its, of); ok {
			uneven, swing = append(uneven, u), append(swing, w)
		}
	}
	return uneven, swing
}

// label returns the profile and the step of a spec for a table of steps.
func label(spec string) (profile, step string) {
	profile, rest, _ := strings.Cut(spec, ",")
	switch {
	case strings.Contains(rest, "start=8"):
		return profile, "16 from 2 plies"
	case strings.Contains(rest, "step=16") && profile == "uniform":
		return profile, "16 from 1 ply"
	case strings.HasPrefix(rest, "step="):
		return profile, strings.TrimPrefix(rest, "step=")
	}
	return profile, "8"
}

// time adds the cost of iterations on each machine.
func (v *view) time(page *lab.Page) {
	page.Heading("Time by iteration")
	page.Text("The cycles of each iteration of `uniform`, summed over the positions: on the benchmark of the emulated machine, unwatched, on the openings " +
		"of its model of cycles. *Seconds* are at the machine's own clock.")
	curves := &lab.Plot{Name: "odd-even-time", Title: "Time by iteration, profile uniform, benchmark", X: "depth in plies", Y: "cycles, times those of the iteration before", Log: true}
	t := page.Table(&lab.Table{
		Name: "time", KeyRows: "depths 4 and 5 on the benchmark",
		Key:     func(row []any) bool { return row[1] == setNames[benchmark] && row[2].(int) >= 4 },
		Columns: lab.Columns("<machine", "?<positions", "depth|plies", "cycles", "growth", "seconds||%.1f", "cycles a node||%.0f"),
	})
	for _, m := range machines {
		for set, engine := range [sets]string{m.exact, m.model} {
			found := v.find(timed, "uniform", engine, set)
			line := lab.Line{Name: m.exact}
			for i := range longest(found) {
				var cycles, nodes float64
				var growth lab.Sample
				for _, s := range found {
					if i >= len(s.its) {
						continue
					}
					cycles += cyclesOf(s.its, i)
					nodes += float64(s.its[i].Nodes)
					if i > 0 {
						nodes -= float64(s.its[i-1].Nodes)
						growth = append(growth, math.Log(cyclesOf(s.its, i)/cyclesOf(s.its, i-1)))
					}
				}
				t.Add(m.exact, setNames[set], i+1, uint64(cycles), growth.Factor(), cycles/clock(m.exact), cycles/nodes)
				if i > 0 && set == benchmark {
					line.X, line.Y = append(line.X, float64(i+1)), append(line.Y, growth.Factor())
				}
			}
			if len(line.Y) > 0 {
				curves.Lines = append(curves.Lines, line)
			}
		}
	}
	page.Plot(curves)
	leaves, _ := v.unevennesses(counted, "uniform", "go", benchmark, leavesOf)
	var uneven []string
	for _, m := range machines {
		u, _ := v.unevennesses(timed, "uniform", m.exact, benchmark, cyclesOf)
		uneven = append(uneven, fmt.Sprintf("%.2f on the %s", u.Factor(), m.exact))
	}
	page.Text("On the benchmark time grows %s times as much into odd iterations as into even ones; leaves grow %.2f times as much. Below 1 the asymmetry is reversed, because leaves do not measure time. "+
		"A CUT leaf does not beat alpha, and needs only its static value; at odd depths nearly all leaves are of this kind. At even depths more are ALL or PV leaves, which need a swap-off, "+
		"and there are more inner nodes a leaf. So a node of an even depth takes more cycles (last column).", strings.Join(uneven, ", "), leaves.Factor())
	v.steps(page)
}

// steps adds the cost of other steps of SX than 8.
func (v *view) steps(page *lab.Page) {
	page.Text("L'Excentrique and Bebe went two plies at a time, and the SEX programs raised SX by 7 or 8. *Of step 8* are the cycles of all iterations up to the last, divided by those with steps of 8; " +
		"*same move* says how often the last iteration's move is the same as with steps of 8. All steps of a profile end at the same SX, so a last step may be shorter; " +
		"steps of 16 from 2 plies end a ply earlier.")
	page.Detail(func() {
		page.Text("*To finish* are these cycles, *last* is the share of the last iteration; *uneven* (for steps of less than two plies) and *swing* are as above, of time.")
	})
	t := page.Table(&lab.Table{
		Name: "steps", KeyRows: "the Z80's, which are nearly those of the others, without steps of 8",
		Key: func(row []any) bool { return row[0] == machines[0].exact && row[2] != "8" },
		Columns: lab.Columns(
			"?<machine", "<profile", "<step", "to SX|sx", "<positions", "?to finish|cycles", "of step 8||%.3f", "?last %||%.0f",
			"?uneven", "?swing", "same move %||%.0f",
		),
	})
	for _, m := range machines {
		for _, c := range v.reach().steps() {
			for set, engine := range [sets]string{m.exact, m.model} {
				v.step(t, m.exact, engine, c, set)
			}
		}
	}
}

// step adds the row of a step of SX.
func (v *view) step(t *lab.Table, machine, engine string, c config, set int) {
	profile, step := label(c.spec)
	eight := map[string]*Iteration{} // with steps of 8, to the same SX
	for _, s := range v.find(timed, profile, engine, set) {
		for i := range s.its {
			if int(s.its[i].SX) == c.sx {
				eight[s.name] = &s.its[i]
			}
		}
	}
	var sum, base, last float64
	uneven, swing := v.unevennesses(timed, c.spec, engine, set, cyclesOf)
	same, n := 0, 0
	for _, s := range v.find(timed, c.spec, engine, set) {
		end, against := s.its[len(s.its)-1], eight[s.name]
		if against == nil || int(end.SX) != c.sx {
			continue // a mate ended it earlier
		}
		n++
		sum, base, last = sum+float64(end.Cycles), base+float64(against.Cycles), last+cyclesOf(s.its, len(s.its)-1)
		if end.Best == against.Best {
			same++
		}
	}
	if strings.HasPrefix(step, "16") {
		uneven = nil
	}
	t.Add(machine, profile, step, c.sx, setNames[set], uint64(sum), sum/base, 100*last/sum, uneven.Factor(), swing.Factor(), 100*float64(same)/float64(n))
}

// clock returns the cycles a second of a machine.
func clock(name string) float64 {
	k, err := hostbridge.KindOf(name)
	if err != nil {
		return math.NaN()
	}
	return float64(k.Clock)
}
