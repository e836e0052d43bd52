package oddeven

import (
	"fmt"
	"math"
	"strings"

	"github.com/searchex/searchex/cmd/internal/report"
	"github.com/searchex/searchex/cmd/lab/internal/lab"
)

// Claims returns the table of the claims of the Chess Programming Wiki's page, in Markdown.
func (p *Plan) Claims(results Results) string {
	v := &view{p, results}
	var c lab.Claims
	c.Row("the best case has b^⌈n/2⌉ + b^⌊n/2⌋ − 1 leaves (Levin, Edwards and Hart 1961), the table for b = 40",
		"the table again, without the slip; 11 of 27 lines in a tree of 3 moves and 3 plies that the search really walks ([window](../manual/window.md), 11)", lab.Held, "exact")
	allLeaves, cutLeaves := v.kinds()
	c.Row("ALL(n) = CUT(n−1)", fmt.Sprintf("in the minimal tree. In real ones nearly, the better the order the nearer: `uniform` on the benchmark has %s ALL leaves at 2, 4 and 6 plies after %s CUT leaves at 1, 3 and 5", allLeaves, cutLeaves),
		"of the minimal tree "+lab.Held, "exact for the formula; counted, 12 positions")
	c.Row("ordering decides how near to the best case a search comes", fmt.Sprintf("over the least, from 2 plies on: %s; shuffled has %s times the leaves of the search as it is", v.overLeast(v.branching()), factor(v.disordered())),
		v.disordered().Verdict(), v.counted("counted"))
	leaves, _ := v.unevennesses(counted, "uniform", "go", sets, leavesOf)
	c.Row("from even to odd depths the tree grows (much) more than from odd to even", fmt.Sprintf("leaves %s times as much; the formula would have 7 to 9 times", factor(leaves)), leaves.Verdict()+", by a third of the formula's factor", v.counted("counted"))
	measures := v.measures()
	with, without := v.asymmetry(measures[1:])
	c.Row("iterative deepening: an asymmetry in time usage", fmt.Sprintf("time grows into odd iterations, against even ones, %s times as much: a CUT leaf costs its static value, an ALL leaf a swap-off too; without quiescence %s", with.figures, without.figures),
		fmt.Sprintf("with quiescence: %s; without: %s", with.verdicts, without.verdicts), v.counted("counted in cycles, those of the benchmark the machines' own"))
	less := v.lessened(measures)
	c.Row("the effect diminishes due to quiescence", "without quiescence the unevenness is greater: "+less.figures+" times", less.verdicts, v.counted("counted"))
	selective := v.selective()
	c.Row("…and due to selectivity", selective.figures+"; what is left is a swing by prices, nearly as large as before", selective.verdicts, v.counted("counted"))
	c.Row("other programs used increments of two plies (L'Excentrique, Bebe), or fractions (SEX)", v.increments("uniform", "uniform,step=16", "two plies at a time finish `uniform`")+"; "+
		v.increments("sx81", "sx81,step=7", "SX steps of 7 instead of 8 finish `sx81`")+", "+v.increments("sx81", "sx81,step=16", "of 16"),
		"that two plies are cheaper: "+v.cheaper("uniform", "uniform,step=16").Verdict()+"; that steps of 7 are: "+v.cheaper("sx81", "sx81,step=7").Verdict(), v.counted("counted in cycles"))
	swings := v.oscillation()
	c.Row("scores oscillate with the parity of the depth", "the effect, in units of which a pawn has 64: "+swings.figures, swings.verdicts, v.counted("counted"))
	stable := v.stability()
	c.Row("scores are stable among odd depths, and among even ones", stable.figures, stable.verdicts, v.counted("counted"))
	c.Row("a tempo bonus at leaves is a remedy", fmt.Sprintf("a bonus of t takes exactly 2t off, so %.1f units remove `uniform`'s effect, %.1f without swap-off; with SX lines end at both parities and it does nothing",
		v.swings(plain, "uniform", 0).effect.Mean()/2, v.swings(noSwaps, "uniform", 0).effect.Mean()/2), "for uniform depth "+lab.Held+", by half the effect", "exact, and counted")
	return c.String()
}

// several has figures and verdicts of several samples, for a cell each.
type several struct{ figures, verdicts string }

// sampled is a sample with its name.
type sampled struct {
	name   string
	sample lab.Sample
}

// said writes samples and the verdicts on them, one word if they agree.
func said(all []sampled, write func(lab.Sample) string) several {
	var figures, verdicts, named []string
	for _, x := range all {
		is := x.sample.Verdict()
		figures = append(figures, x.name+" "+write(x.sample))
		verdicts, named = append(verdicts, is), append(named, x.name+" "+is)
	}
	return several{strings.Join(figures, ", "), lab.Agreed(verdicts, named)}
}

// counted says how the figures were found, and on how many positions.
func (v *view) counted(how string) string {
	return fmt.Sprintf("%s, %d positions", how, len(v.positions))
}

// units writes a sample of scores.
func units(s lab.Sample) string { return fmt.Sprintf("%+.1f ± %.1f", s.Mean(), s.Error95()) }

// kinds returns the ALL leaves of the even depths and the CUT leaves of the odd ones, of uniform on the benchmark.
func (v *view) kinds() (allLeaves, cutLeaves string) {
	var sums [6]Iteration
	for _, s := range v.find(counted, "uniform", "go", benchmark) {
		for i := range min(len(s.its), len(sums)) {
			sums[i].add(&s.its[i])
		}
	}
	write := func(k Kind, from int) string {
		var all []string
		for i := from; i < len(sums); i += 2 {
			all = append(all, report.Count(uint64(sums[i].Leaves[k])))
		}
		return fmt.Sprintf("%s, %s and %s", all[0], all[1], all[2])
	}
	return write(All, 1), write(Cut, 0)
}

// disordered returns, by position, how many times as many leaves the shuffled order has as that of the engine, in the
// mean of the depths from 2 plies on.
func (v *view) disordered() (more lab.Sample) {
	ordered := map[string][]Iteration{}
	for _, s := range v.find(counted, "uniform", "go", sets) {
		ordered[s.name] = s.its
	}
	for _, s := range v.find(disorder, unordered, "go", sets) {
		var one lab.Sample
		for i := 1; i < min(len(s.its), len(ordered[s.name])); i++ {
			one = append(one, math.Log(leavesOf(s.its, i)/leavesOf(ordered[s.name], i)))
		}
		if len(one) > 0 {
			more = append(more, one.Mean())
		}
	}
	return more
}

// asymmetry returns the unevenness of the time with quiescence and without, on all positions.
func (v *view) asymmetry(times []measure) (with, without several) {
	var a, b []sampled
	for i, m := range times {
		x, y, _ := v.diminished(&times[i], sets)
		name := strings.TrimPrefix(m.name, "time, ")
		a, b = append(a, sampled{name, x}), append(b, sampled{name, y})
	}
	return said(a, factor), said(b, factor)
}

// lessened returns how much greater the unevenness of each measure is without quiescence.
func (v *view) lessened(measures []measure) several {
	var all []sampled
	for i := range measures {
		_, _, more := v.diminished(&measures[i], sets)
		all = append(all, sampled{strings.Replace(measures[i].name, "time, ", "time on ", 1), more})
	}
	return said(all, factor)
}

// selective compares the unevenness of leaves of selective profiles with that of uniform.
func (v *view) selective() several {
	uniform := map[string]float64{}
	for _, s := range v.find(counted, "uniform", "go", sets) {
		if u, _, ok := unevenness(s.its, leavesOf); ok {
			uniform[s.name] = u
		}
	}
	var figures []string
	var less []sampled
	for _, spec := range []string{"sx81", "tuned"} {
		own, _ := v.unevennesses(counted, spec, "go", sets, leavesOf)
		figures = append(figures, fmt.Sprintf("leaves of `%s` grow %s times as much into odd iterations as into even ones", spec, factor(own)))
		var by lab.Sample
		for _, s := range v.find(counted, spec, "go", sets) {
			if u, _, ok := unevenness(s.its, leavesOf); ok {
				by = append(by, uniform[s.name]-u)
			}
		}
		less = append(less, sampled{"`" + spec + "`", by})
	}
	is := said(less, factor)
	return several{strings.Join(figures, ", ") + "; `uniform`'s unevenness is greater: than that of " + is.figures + " times", is.verdicts}
}

// cheaper returns by how much less time steps of a profile take than another's to the same SX, on all machines: the
// logarithms by position, of which each is the mean of the machines.
func (v *view) cheaper(base, steps string) (less lab.Sample) {
	by := map[string]lab.Sample{}
	var names []string
	for _, m := range machines {
		for set, engine := range [sets]string{m.exact, m.model} {
			against := map[string]Iteration{}
			for _, s := range v.find(timed, base, engine, set) {
				against[s.name] = s.its[len(s.its)-1]
			}
			for _, s := range v.find(timed, steps, engine, set) {
				end, one := s.its[len(s.its)-1], against[s.name]
				if one.SX != end.SX {
					continue // a mate ended one of them earlier
				}
				if by[s.name] == nil {
					names = append(names, s.name)
				}
				by[s.name] = append(by[s.name], math.Log(float64(one.Cycles)/float64(end.Cycles)))
			}
		}
	}
	for _, name := range names {
		less = append(less, by[name].Mean())
	}
	return less
}

// increments says what steps cost against a profile's own.
func (v *view) increments(base, steps, what string) string {
	less := v.cheaper(base, steps)
	var more lab.Sample
	for _, x := range less {
		more = append(more, -x)
	}
	return fmt.Sprintf("%s for %s of the cycles", what, factor(more))
}

// oscillation returns the effect of parity on scores.
func (v *view) oscillation() several {
	return said([]sampled{
		{"`uniform`", v.swings(plain, "uniform", 0).effect}, {"without swap-off", v.swings(noSwaps, "uniform", 0).effect},
		{"`sx81`", v.swings(plain, "sx81", 0).effect}, {"`tuned`", v.swings(plain, "tuned", 0).effect},
	}, units)
}

// stability compares the changes of scores over one iteration with those over two.
func (v *view) stability() several {
	var figures []string
	var more []sampled
	for _, spec := range []string{"uniform", "sx81", "tuned"} {
		w := v.swings(plain, spec, 0)
		figures = append(figures, fmt.Sprintf("`%s` changes by %.1f units from one iteration to the next, by %.1f over two", spec, w.one.Mean(), w.two.Mean()))
		var by lab.Sample
		for i := range w.one {
			by = append(by, w.one[i]-w.two[i])
		}
		more = append(more, sampled{"`" + spec + "`", by})
	}
	is := said(more, units)
	return several{strings.Join(figures, "; ") + ". Less over two by " + is.figures, is.verdicts}
}
