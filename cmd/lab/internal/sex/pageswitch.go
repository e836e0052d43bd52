package sex

import (
	"fmt"
	"math"
	"strings"

	"github.com/searchex/searchex/cmd/internal/report"
	"github.com/searchex/searchex/cmd/lab/internal/lab"
)

// switches adds the value of each idea alone.
func (v *view) switches(page *lab.Page) {
	page.Heading("Each idea alone")
	page.Text("Each row is a profile with the idea against the same without it. *Cycles* is what %d positions of the benchmark take to SX %d (two budgets: %d) with the idea, "+
		"divided by what they take without: above 1 the tree of the same SX is larger, which says nothing about strength.", v.Benchmark, v.SX, v.SX/2)
	page.Detail(func() {
		page.Text("*Mates* are those found in the budget, of %s of `testdata/own_mates.epd`, with the idea and without it.", v.matesOf())
	})
	v.ideaTable(page, "ideas", "In `sx81`.", v.pick(ideas, false), v.Small)
	v.ideaPlot(page)
	v.ideaTable(page, "theirs", "In the profiles that have them.", inTheirs, v.Small).Key = proven
	page.Detail(func() {
		v.ideaTable(page, "ours", "What no source has and `sx81` does without.", v.pick(ideas, true), v.Small)
	})
	if v.Large > 0 {
		t := v.ideaTable(page, "large", fmt.Sprintf("At %s a move.", budgetName(v.Large)), v.playedAt(v.Large, ideas), v.Large)
		for _, i := range []int{1, 2, 9} { // as above
			t.Columns[i].Detail = true
		}
	}
	v.verdicts(page)
}

// matesOf returns the number of mates in words.
func (v *view) matesOf() string {
	if s := v.solved("sx81", v.Small); s != nil {
		_, of := s.mates()
		return fmt.Sprintf("%d mates in 1 to 4", of)
	}
	return "the mates in 1 to 4"
}

// pick returns the ideas that are ours, or the others.
func (v *view) pick(from []idea, ours bool) (all []idea) {
	for _, x := range from {
		if x.ours == ours {
			all = append(all, x)
		}
	}
	return all
}

// playedAt returns the ideas with games at a budget.
func (v *view) playedAt(cycles uint64, from []idea) (all []idea) {
	for _, x := range from {
		if v.match(x.with, x.without, cycles) != nil {
			all = append(all, x)
		}
	}
	return all
}

// proven reports whether a row of an idea has an interval without 0.
func proven(row []any) bool { return row[5].(float64) > 0 || row[6].(float64) < 0 }

// ideaTable adds a table of ideas at a budget, and returns it.
func (v *view) ideaTable(page *lab.Page, name, caption string, all []idea, cycles uint64) *lab.Table {
	t := page.Table(&lab.Table{Name: name, Caption: caption, KeyRows: "the proven", Columns: lab.Columns(
		"<idea", "<with", "<against|without", "games", "Elo||%+.0f", "from||%+.0f", "to||%+.0f", "?mates", "?without|mates_without", "cycles")})
	for _, x := range all {
		m := v.match(x.with, x.without, cycles)
		if m == nil {
			continue
		}
		diff, low, high := m.elo()
		t.Add(x.name, short(x.with), short(x.without), m.games(), diff, low, high,
			v.matesText(x.with, cycles), v.matesText(x.without, cycles), v.cost(x.with)/v.cost(x.without))
	}
	return t
}

// beside is the distance between points with the same name in a plot.
const beside = 0.25

// ideaPlot draws the ideas in sx81.
func (v *view) ideaPlot(page *lab.Page) {
	v.eloPlot(page, "ideas", "What each idea is worth in sx81", v.pick(ideas, false), func(x idea) string { return x.short })
}

// eloPlot draws the value of ideas, with a line of points for each budget.
func (v *view) eloPlot(page *lab.Page, name, title string, drawn []idea, called func(idea) string) {
	plot := &lab.Plot{Name: Name + "-" + name, Title: title, Y: "Elo, with its 95% interval"}
	for _, x := range drawn {
		plot.Names = append(plot.Names, called(x))
	}
	for i, cycles := range v.cycles() {
		line := lab.Line{Name: budgetName(cycles), Loose: true, Spread: []float64{}}
		for j, x := range drawn {
			if diff, low, high := v.match(x.with, x.without, cycles).elo(); !math.IsNaN(diff) && !math.IsInf(high-low, 0) {
				line.X, line.Y, line.Spread = append(line.X, float64(j)+beside*float64(i)), append(line.Y, diff), append(line.Spread, (high-low)/2)
			}
		}
		plot.Add(line)
	}
	page.Plot(plot)
}

// verdicts says which ideas of the sources are proven in sx81.
func (v *view) verdicts(page *lab.Page) {
	for _, cycles := range v.cycles() {
		var gains, losses []string
		others := 0
		for _, x := range v.playedAt(cycles, v.pick(ideas, false)) {
			m := v.match(x.with, x.without, cycles)
			diff, low, high := m.elo()
			text := fmt.Sprintf("%s (%+.0f, %+.0f to %+.0f)", x.name, diff, low, high)
			switch m.proven() {
			case 1:
				gains = append(gains, text)
			case -1:
				losses = append(losses, text)
			default:
				others++
			}
		}
		say := func(what string, all []string) {
			if len(all) > 0 {
				page.Text("%s at %s cycles: %s.", what, report.Count(cycles), strings.Join(all, "; "))
			}
		}
		say("Proven gains", gains)
		say("Proven losses", losses)
		if others > 0 {
			page.Text("No effect seen at %s cycles: the other %d.", report.Count(cycles), others)
		}
	}
}
