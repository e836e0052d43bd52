package oddeven

import (
	"fmt"
	"math"
	"strings"

	"github.com/searchex/searchex/cmd/lab/internal/lab"
)

// measure is something of which an iteration takes more than the one before, with and without quiescence.
type measure struct {
	name          string
	of            func(its []Iteration, i int) float64
	with, without [sets]config // by set of positions
}

// measures are the leaves, and the time on each machine.
func (v *view) measures() []measure {
	same := func(c config) [sets]config { return [sets]config{c, c} }
	leaves := measure{"leaves", leavesOf, same(config{manner: counted, engine: "go"}), same(config{manner: unsettled, engine: "go"})}
	all := []measure{leaves}
	for _, m := range machines {
		all = append(all, measure{
			"time, " + m.exact, cyclesOf,
			[sets]config{{manner: timed, engine: m.exact}, {manner: timed, engine: m.model}}, same(config{manner: unsettled, engine: m.model}),
		})
	}
	return all
}

// paired are the searches of a position with quiescence and without, to the same depth.
type paired struct{ with, without []Iteration }

// pairs returns the searches of a measure in a set of positions, or in all positions if set is sets.
func (v *view) pairs(m *measure, set int) (all []paired) {
	for k := range sets {
		if set != sets && set != k {
			continue
		}
		with := map[string][]Iteration{}
		for _, s := range v.find(m.with[k].manner, "uniform", m.with[k].engine, k) {
			with[s.name] = s.its
		}
		for _, s := range v.find(m.without[k].manner, "uniform", m.without[k].engine, k) {
			n := min(len(s.its), len(with[s.name]))
			all = append(all, paired{with[s.name][:n], s.its[:n]})
		}
	}
	return all
}

// diminished returns the unevenness of a measure with and without quiescence, and by position how much greater it is
// without.
func (v *view) diminished(m *measure, set int) (with, without, more lab.Sample) {
	for _, p := range v.pairs(m, set) {
		a, _, okA := unevenness(p.with, m.of)
		b, _, okB := unevenness(p.without, m.of)
		if okA && okB {
			with, without, more = append(with, a), append(without, b), append(more, b-a)
		}
	}
	return with, without, more
}

// quiescence adds the effect without quiescence, beside that with it.
func (v *view) quiescence(page *lab.Page) {
	page.Heading("Does quiescence make it smaller?")
	page.Text("Profile `uniform` with its quiescence, which is swap-off, and without: then leaves are valued by their static value alone, except mates, through the callback `beta test`. " +
		"Time with swap-off is from the machines on the benchmark and from their models on the openings; time without it is from the models, without the work that " +
		"swap-off alone needs. Attack maps stay, for the machines read from them where a king may go. *Growth* is the geometric mean over the depth before, all positions.")
	measures := v.measures()
	v.growths(page, measures)
	page.Text("*Uneven* is how many times more they grow into odd iterations than into even ones, 1 for no effect: the geometric mean by position, with its 95%% interval. *Times* is how many times " +
		"greater it is without quiescence, by position; its interval decides the [verdict](README.md#what-the-sources-claim-and-what-was-measured).")
	t := page.Table(&lab.Table{Name: "diminished", Key: where(1, setNames[sets]), KeyRows: "all positions", Columns: lab.Columns(
		"<of", "?<positions", "?searches", "uneven", "from", "to", "without", "from|without_from", "to|without_to", "times",
		"from|times_from", "to|times_to", "<diminishes",
	)})
	for i := range measures {
		for set := range sets + 1 {
			with, without, more := v.diminished(&measures[i], set)
			cells := []any{measures[i].name, setNames[set], len(more)}
			for _, s := range []lab.Sample{with, without, more} {
				low, high := s.FactorInterval()
				cells = append(cells, s.Factor(), low, high)
			}
			t.Add(append(cells, more.Verdict())...)
		}
	}
	page.Text("Searches without quiescence were made on %s at commit %s.", unsettledDate, unsettledCommit)
}

// growths adds the leaves by depth, and how each measure grows, with quiescence and without. The first measure is
// that of leaves.
func (v *view) growths(page *lab.Page, measures []measure) {
	columns := []lab.Column{{Title: "depth", Key: "plies"}, {Title: "leaves", Key: "leaves"}, {Title: "without", Key: "leaves_without"}}
	searches := make([][]paired, len(measures))
	for k := range measures {
		m := &measures[k]
		searches[k] = v.pairs(m, sets)
		key := strings.ReplaceAll(m.name, ", ", "_")
		columns = append(columns, lab.Column{Title: "growth: " + m.name, Key: key + "_growth"}, lab.Column{Title: "without", Key: key + "_growth_without"})
	}
	t := page.Table(&lab.Table{Name: "quiescence", Columns: columns})
	depth := 0
	for _, p := range searches[0] {
		depth = max(depth, len(p.with))
	}
	for i := range depth {
		var leaves [2]int64
		for _, p := range searches[0] {
			if i < len(p.with) {
				leaves[0] += all(p.with[i].Leaves)
				leaves[1] += all(p.without[i].Leaves)
			}
		}
		cells := []any{i + 1, uint64(leaves[0]), uint64(leaves[1])}
		for k := range measures {
			of := measures[k].of
			var with, without lab.Sample
			for _, p := range searches[k] {
				if i > 0 && i < len(p.with) {
					with = append(with, math.Log(of(p.with, i)/of(p.with, i-1)))
					without = append(without, math.Log(of(p.without, i)/of(p.without, i-1)))
				}
			}
			cells = append(cells, with.Factor(), without.Factor())
		}
		t.Add(cells...)
	}
}

// unsettledDate and unsettledCommit say when, and with which sources, the searches without quiescence were made.
const (
	unsettledDate   = "28 November 2026"
	unsettledCommit = "c5947c1"
)

// factor writes the factor of a sample of logarithms with its interval.
func factor(s lab.Sample) string {
	low, high := s.FactorInterval()
	return fmt.Sprintf("%.2f (%.2f..%.2f)", s.Factor(), low, high)
}
