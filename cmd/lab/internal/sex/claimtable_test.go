package sex

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/searchex/searchex/cmd/internal/report"
	"github.com/searchex/searchex/cmd/lab/internal/lab"
)

// decider is a match that decides a claim: first has the idea, second is without it.
type decider struct {
	first, second string
	cycles        uint64
}

// seconds returns the time of a move of the match, in words.
func (t *decider) seconds() string { return fmt.Sprintf("%.1f s", float64(t.cycles)/clock()) }

// decided returns the Elo that a match gave, and the verdict.
func (v *view) decided(t *decider) (score, verdict string) {
	diff, low, high := v.match(t.first, t.second, t.cycles).elo()
	if math.IsNaN(diff) {
		return "not played", lab.NotShown
	}
	return lab.EloInterval(diff, low, high), lab.Verdict(low, high)
}

// measured returns what matches gave, the shortest time a move first, and the verdicts on them, one word if they agree.
func (v *view) measured(trials ...decider) (figures, verdicts string) {
	var words, is, each []string
	for i := range trials {
		t := &trials[i]
		score, verdict := v.decided(t)
		is = append(is, verdict)
		words = append(words, score)
		each = append(each, fmt.Sprintf("%s in %s", is[i], t.seconds()))
	}
	return strings.Join(words, " and "), lab.Agreed(is, each)
}

// Claims returns the table of claims about the SEX algorithm, in Markdown: the
// claim, what was measured, the verdict and how sure it is.
func (p *Plan) Claims(results Results) string {
	v := &view{p, results}
	var table lab.Claims
	row := table.Row
	both := func(first, second string) []decider {
		return []decider{{first, second, v.Small}, {first, second, v.Large}}
	}
	idea := func(short string) string {
		for _, x := range ideas {
			if x.short == short {
				return x.with
			}
		}
		return ""
	}

	sum := v.odds()
	figures, is := v.measured(both(learned, "sx81")...)
	row("log P, the probability of being the move of the principal continuation, measures interestingness",
		fmt.Sprintf("prices from %s positions of principal variations correlate %.2f with `sx81`'s; in games against `sx81` %s", report.Int(sum[byLine].Positions), v.correlation(sx81(), &sum[byLine]), figures),
		"as a recipe "+is, "counted; played")

	figures, is = v.measured(both("parker83", "sx81")...)
	row("moves above the window are interesting", "`parker83` against `sx81` "+figures, is, "played")
	row("…but a move's value then depends on the window",
		"a tree ([window](../manual/window.md), 9)", lab.Held, "exact")

	figures, is = v.measured(both(idea("score prices"), "sx81")...)
	inCyrus, isInCyrus := v.measured(decider{"cyrus86", "cyrus86,switch.score-prices=off", v.Small})
	row("Cyrus 68K: the best quiet move cheap, its siblings by the difference in score",
		fmt.Sprintf("in `sx81` %s; in `cyrus86` %s", figures, inCyrus), lab.Agreed([]string{is, isInCyrus}, []string{"in `sx81` " + is, "in `cyrus86` " + isInCyrus}), "played")

	figures, is = v.refinements()
	row("refinements of 1981 to 1988", figures, is, fmt.Sprintf("played, among %d; chance alone proves one in twenty", tried()))
	figures, is = v.measured(decider{idea("step 7"), "sx81", v.Small})
	row("the increment of iterative deepening is 7 or 8",
		fmt.Sprintf("7 against 8: %s, %.2f times the cycles to SX %d", figures, v.cost(idea("step 7"))/v.cost("sx81"), v.SX), "7 is better: "+is, "played; counted")
	row("the SEX horizon: uninteresting moves of the defender use up the SX of a combination",
		"a tree ([window](../manual/window.md), 8): "+v.horizonNeeds(), lab.Held, "exact")

	figures, is = v.measured(both(apartHalved, "sx81")...)
	row(`two budgets "produced a clear improvement"`, fmt.Sprintf("%s; at equal cycles %s", v.matesToEqualSX(), figures), is, "counted; played")
	row("SX finds combinations that a uniform depth does not", v.foundAlone(), "in mates more often", "counted")
	row("the MK V of 1981 had this search", v.agreesWithMKV(), "not shown: too few games", "counted")
	return table.String()
}

// refinements returns what the refinements of 1981 to 1988 gave in matches, and the verdicts on them. Those that are not
// shown are told by their least and greatest figure, so that none is chosen for its own.
func (v *view) refinements() (figures, verdicts string) {
	var each, is []string
	var others lab.Sample
	for _, x := range v.pick(ideas, false) {
		kind, _, _ := strings.Cut(strings.NewReplacer(",", " ", ":", " ").Replace(x.name), " ")
		if !slices.Contains([]string{"killers", "mate", "parity", "phases", "depth"}, kind) {
			continue
		}
		elo, _, _ := v.match(x.with, x.without, v.Small).elo()
		score, verdict := v.decided(&decider{x.with, x.without, v.Small})
		switch {
		case math.IsNaN(elo): // not played
		case verdict == lab.NotShown:
			others = append(others, elo)
		default:
			each, is = append(each, x.name+" "+score), append(is, x.short+": "+verdict)
		}
	}
	if len(others) > 0 {
		each = append(each, fmt.Sprintf("%d others %+.0f to %+.0f", len(others), slices.Min(others), slices.Max(others)))
		is = append(is, "the others: "+lab.NotShown)
	}
	return strings.Join(each, "; "), strings.Join(is, "; ")
}

// horizonNeeds says with which budgets the example of the horizon is seen.
func (v *view) horizonNeeds() string {
	one, two := v.of(horizon(&readings[0], true)), v.of(horizon(&readings[1], true))
	if len(one) == 0 || len(two) == 0 {
		return "not recorded"
	}
	return fmt.Sprintf("one budget sees it from SX %d on, two from %d a side", one[0].Prey.SX, two[0].Prey.SX)
}

// matesToEqualSX says how many mates one budget and two find to the same SX.
func (v *view) matesToEqualSX() string {
	one, two := v.of(equalSX(&readings[0])), v.of(equalSX(&readings[1]))
	if len(one) == 0 || len(two) == 0 {
		return "to the same SX: not recorded"
	}
	a, of := one[0].Solved.mates()
	b, _ := two[0].Solved.mates()
	return fmt.Sprintf("to the same SX two find %d of %d mates, one %d, for %.1f times the cycles", b, of, a, float64(two[0].Cost.Cycles)/float64(one[0].Cost.Cycles))
}

// foundAlone says what only one of sx81 and uniform finds.
func (v *view) foundAlone() string {
	var words []string
	of := ""
	for _, cycles := range v.cycles() {
		ours, uniform := v.solved("sx81", cycles), v.solved("uniform", cycles)
		if ours == nil || uniform == nil {
			continue
		}
		all, ends := v.alone(ours, uniform, ""), v.alone(ours, uniform, endings)
		_, mates := ours.mates()
		of = fmt.Sprintf("of %d mates and %d endings", mates, ours.Groups[endings][1])
		words = append(words, fmt.Sprintf("in %s %d and %d, %d and %d", (&decider{cycles: cycles}).seconds(), len(all[0])-len(ends[0]), len(all[1])-len(ends[1]), len(ends[0]), len(ends[1])))
	}
	return of + " only `sx81` finds, and only `uniform`: " + strings.Join(words, "; ")
}

// agreesWithMKV says how often sx81 and uniform play Philidor's moves of published games.
func (v *view) agreesWithMKV() string {
	var words []string
	of := ""
	for _, cycles := range v.Published {
		sides := func(spec string) (all []Side) {
			for _, r := range v.of(agreement(spec, cycles)) {
				for _, s := range r.Sides {
					if camps[0].has(&s) && s.Positions > 0 {
						all = append(all, s)
					}
				}
			}
			return all
		}
		percent := func(all []Side) (float64, int) {
			same, positions := 0, 0
			for _, s := range all {
				same, positions = same+s.Same, positions+s.Positions
			}
			return 100 * float64(same) / float64(positions), positions
		}
		ours, uniform := sides("sx81"), sides("uniform")
		if len(ours) == 0 {
			continue
		}
		a, positions := percent(ours)
		b, _ := percent(uniform)
		more := differences(ours, uniform)
		of = report.Int(positions)
		words = append(words, fmt.Sprintf("in %s %.1f%% and %.1f%% (%+.1f ± %.1f)", (&decider{cycles: cycles}).seconds(), a, b, 100*more.Mean(), 100*more.Error95()))
	}
	return "of its moves in " + of + " positions of published games `sx81` and `uniform` play: " + strings.Join(words, "; ")
}

// tried returns the number of ideas that were tried in sx81, each once.
func tried() int {
	pairs := map[[2]string]bool{}
	for _, x := range slices.Concat(ideas, takenAway) {
		pairs[[2]string{x.with, x.without}] = true
	}
	return len(pairs)
}
