package measuring

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/searchex/searchex/cmd/internal/cli"
	"github.com/searchex/searchex/cmd/internal/report"
	"github.com/searchex/searchex/cmd/internal/report/bars"
)

// byProfile are the accounts of the same profile together.
func byProfile(accounts []*Account) (all [][]*Account) {
	for _, x := range accounts {
		i := slices.IndexFunc(all, func(some []*Account) bool { return some[0].Profile == x.Profile })
		if i < 0 {
			all = append(all, nil)
			i = len(all) - 1
		}
		all[i] = append(all[i], x)
	}
	return all
}

// percent is a part of the cycles.
func (x *Account) percent(cycles uint64) float64 {
	return 100 * float64(cycles) / float64(max(x.Cycles, 1))
}

func tenths(v float64) string { return fmt.Sprintf("%.1f", v) }

// kind is what the nodes of a kind took, nothing where there was none.
func (x *Account) kind(name string) kindCost {
	for _, k := range x.Kinds {
		if k.Kind == name {
			return k
		}
	}
	return kindCost{Kind: name}
}

// writeKinds prints cycles by kind of node, of the machines beside each other, which
// have visited the same nodes.
func writeKinds(a *cli.App, accounts []*Account) error {
	first := accounts[0]
	titles := []string{"<node", "visits", "+%", "valued a visit"}
	for _, x := range accounts {
		titles = append(titles, x.Engine+" a visit", "+%")
	}
	t := report.NewTable(titles...)
	var visits, scored uint64
	for _, k := range first.Kinds {
		visits += k.Visits
		scored += k.Scored
	}
	each := func(n, of uint64) string { return report.Digits(float64(n) / float64(max(of, 1))) }
	add := func(name string, v, s uint64, cycles func(x *Account) uint64) {
		row := []any{name, v, tenths(100 * float64(v) / float64(max(visits, 1))), each(s, v)}
		for _, x := range accounts {
			c := cycles(x)
			row = append(row, report.Whole(float64(c)/float64(max(v, 1))), tenths(x.percent(c)))
		}
		t.Add(row...)
	}
	for _, k := range first.Kinds {
		add(k.Kind, k.Visits, k.Scored, func(x *Account) uint64 { return x.kind(k.Kind).Cycles })
	}
	add("all", visits, scored, func(x *Account) uint64 { return x.Cycles - x.Outside })
	row := []any{"outside nodes", "", "", ""}
	for _, x := range accounts {
		row = append(row, "", tenths(x.percent(x.Outside)))
	}
	t.Add(row...)
	title := fmt.Sprintf("\nprofile %s: cycles a visit by kind of node, without the nodes below\n", first.Profile)
	if _, err := a.Out.Write([]byte(a.Out.Fold(title))); err != nil {
		return err
	}
	return t.Write(a.Out)
}

// routine is what a routine took, nothing where it did not run.
func (x *Account) routine(label string) RoutineCost {
	for _, r := range x.Routines {
		if r.Label == label {
			return r
		}
	}
	return RoutineCost{Label: label}
}

// labels are all routines, those with the largest shares of all machines first.
func labels(accounts []*Account) (all []string) {
	share := map[string]float64{}
	for _, x := range accounts {
		for _, r := range x.Routines {
			if _, seen := share[r.Label]; !seen {
				all = append(all, r.Label)
			}
			share[r.Label] += x.percent(r.Self)
		}
	}
	slices.SortFunc(all, func(p, q string) int { return cmp.Or(cmp.Compare(share[q], share[p]), cmp.Compare(p, q)) })
	return all
}

// writeBeside prints the own cycles by routine, a node of the search, of the machines
// beside each other.
func (c *Cycles) writeBeside(a *cli.App, accounts []*Account) error {
	if _, err := fmt.Fprintf(a.Out, "\nprofile %s: own cycles a node by routine\n", accounts[0].Profile); err != nil {
		return err
	}
	titles := []string{"<routine"}
	for _, x := range accounts {
		titles = append(titles, x.Engine, "+%")
	}
	for _, x := range accounts {
		titles = append(titles, x.Engine+" calls", "+a call")
	}
	t := report.NewTable(titles...)
	for _, x := range accounts {
		t.Later(x.Engine + " calls")
	}
	all := labels(accounts)
	rest := make([]uint64, len(accounts))
	for i, label := range all {
		if c.Top > 0 && i >= c.Top {
			for k, x := range accounts {
				rest[k] += x.routine(label).Self
			}
			continue
		}
		row := []any{label}
		for _, x := range accounts {
			r := x.routine(label)
			if r.Self == 0 {
				row = append(row, "-", "-")
				continue
			}
			row = append(row, tenths(float64(r.Self)/float64(max(x.Nodes, 1))), tenths(x.percent(r.Self)))
		}
		for _, x := range accounts {
			r := x.routine(label)
			row = append(row, x.Calls(r.Calls), r.perCall())
		}
		t.Add(row...)
	}
	if n := len(all) - c.Top; c.Top > 0 && n > 0 {
		row := []any{report.Plural(n, "other")}
		for k, x := range accounts {
			row = append(row, tenths(float64(rest[k])/float64(max(x.Nodes, 1))), tenths(x.percent(rest[k])))
		}
		t.Add(row...)
	}
	return t.Write(a.Out)
}

// drawnRoutines is how many routines a picture shows.
const drawnRoutines = 14

// drawShares is the picture of the machines' cycles: by routine on the left, by kind of
// node on the right, a machine below the other.
func drawShares(accounts []*Account) []byte {
	some := byProfile(accounts)[0]
	about := some[0].About()
	c := bars.Chart{Title: "Where the cycles go", Lines: []string{about, "A routine's own cycles; a node's without those of the nodes below it"}}
	all := labels(some)
	all = all[:min(len(all), drawnRoutines)]
	for _, x := range some {
		bar := func(name string, cycles uint64) bars.Bar {
			return bars.Bar{Name: name, Value: x.percent(cycles), Text: tenths(x.percent(cycles)) + "%"}
		}
		routines := bars.Panel{Title: fmt.Sprintf("%s: %s %s, by routine", x.Engine, report.Count(x.Cycles), cli.Unit(x.Engine))}
		other := x.Cycles
		for _, label := range all {
			r := x.routine(label)
			routines.Bars = append(routines.Bars, bar(label, r.Self))
			other -= r.Self
		}
		routines.Bars = append(routines.Bars, bar("all others", other))
		kinds := bars.Panel{Title: x.Engine + ": by kind of node"}
		for _, k := range x.Kinds {
			kinds.Bars = append(kinds.Bars, bar(k.Kind, k.Cycles))
		}
		kinds.Bars = append(kinds.Bars, bar("outside nodes", x.Outside))
		c.Panels = append(c.Panels, routines, kinds)
	}
	return c.SVG()
}
