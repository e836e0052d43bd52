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
	c.Row("the best case has b^⌈n/2⌉ + b^⌊n/2⌋ − 1 leaves, the table for b = 40",
		"the table without its slip; a tree of 27 lines ([window](../manual/window.md), 11)", lab.Held, "exact")
	allLeaves, cutLeaves := v.kinds()
	c.Row("ALL(n) = CUT(n−1)", fmt.Sprintf("in the minimal tree; nearly in `uniform`'s on the benchmark: %s ALL leaves at 6 plies, %s CUT leaves at 5", allLeaves, cutLeaves),
		"of the minimal tree "+lab.Held, "exact; counted")
	c.Row("ordering decides how near to the best case a search comes", fmt.Sprintf("shuffled moves have %s times the leaves", factor(v.disordered())), v.disordered().Verdict(), "counted")
	leaves, _ := v.unevennesses(counted, "uniform", "go", sets, leavesOf)
	c.Row("from even to odd depths the tree grows (much) more than from odd to even", fmt.Sprintf("unevenness of leaves %s; by the formula 7 to 9", factor(leaves)), leaves.Verdict()+", by a third of the formula's", "counted")
	measures := v.measures()
	with, without := v.asymmetry(measures[1:])
	c.Row("iterative deepening: an asymmetry in time usage", fmt.Sprintf("unevenness of time: %s; without quiescence: %s", with.figures, without.figures),
		fmt.Sprintf("%s; without: %s", with.verdicts, without.verdicts), "counted")
	less := v.lessened(measures)
	c.Row("the effect diminishes due to quiescence", "unevenness without it, by that with it: "+less.figures, less.verdicts, "counted")
	selective := v.selective()
	c.Row("…and due to selectivity", selective.figures, selective.verdicts, "counted")
	c.Row("other programs used increments of two plies (L'Excentrique, Bebe), or fractions (SEX)", fmt.Sprintf("of the cycles two plies at a time take %s in `uniform`, steps of 7 for 8 %s in `sx81`, of 16 %s",
		v.increments("uniform", "uniform,step=16"), v.increments("sx81", "sx81,step=7"), v.increments("sx81", "sx81,step=16")),
		"two plies are cheaper: "+v.cheaper("uniform", "uniform,step=16").Verdict()+"; steps of 7: "+v.cheaper("sx81", "sx81,step=7").Verdict(), "counted")
	swings := v.oscillation()
	c.Row("scores oscillate with the parity of the depth", "effect in 64ths of a pawn: "+swings.figures, swings.verdicts, "counted")
	stable := v.stability()
	c.Row("scores are stable among odd depths, and among even ones", stable.figures, stable.verdicts, "counted")
	c.Row("a tempo bonus at leaves is a remedy", fmt.Sprintf("a bonus of t takes exactly 2t off: %.1f units remove `uniform`'s effect, %.1f without swap-off; with SX it does nothing",
		v.swings(plain, "uniform", 0).effect.Mean()/2, v.swings(noSwaps, "uniform", 0).effect.Mean()/2), "for uniform depth "+lab.Held+", by half the effect", "exact; counted")
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

// units writes a sample of scores.
func units(s lab.Sample) string { return fmt.Sprintf("%+.1f ± %.1f", s.Mean(), s.Error95()) }

// kinds returns the ALL leaves of the last even depth and the CUT leaves of the depth before, of uniform on the benchmark.
func (v *view) kinds() (allLeaves, cutLeaves string) {
	var sums [6]Iteration
	for _, s := range v.find(counted, "uniform", "go", benchmark) {
		for i := range min(len(s.its), len(sums)) {
			sums[i].add(&s.its[i])
		}
	}
	last := len(sums) - 1
	return report.Count(uint64(sums[last].Leaves[All])), report.Count(uint64(sums[last-1].Leaves[Cut]))
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
		all = append(all, sampled{strings.TrimPrefix(measures[i].name, "time, "), more})
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
		figures = append(figures, fmt.Sprintf("`%s` %s", spec, factor(own)))
		var by lab.Sample
		for _, s := range v.find(counted, spec, "go", sets) {
			if u, _, ok := unevenness(s.its, leavesOf); ok {
				by = append(by, uniform[s.name]-u)
			}
		}
		less = append(less, sampled{"`" + spec + "`", by})
	}
	is := said(less, factor)
	return several{"unevenness of leaves: " + strings.Join(figures, ", ") + "; `uniform`'s by theirs: " + is.figures, is.verdicts}
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

// increments returns the part of the cycles of a profile's own steps that others take.
func (v *view) increments(base, steps string) string {
	less := v.cheaper(base, steps)
	var more lab.Sample
	for _, x := range less {
		more = append(more, -x)
	}
	return factor(more)
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
	var more []sampled
	for _, spec := range []string{"uniform", "sx81", "tuned"} {
		w := v.swings(plain, spec, 0)
		var by lab.Sample
		for i := range w.one {
			by = append(by, w.one[i]-w.two[i])
		}
		more = append(more, sampled{"`" + spec + "`", by})
	}
	is := said(more, units)
	return several{"change over one iteration less that over two: " + is.figures, is.verdicts}
}
