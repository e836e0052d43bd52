package measuring

import (
	"fmt"

	"github.com/searchex/searchex/cmd/internal/cli"
	"github.com/searchex/searchex/cmd/internal/report"
	"github.com/searchex/searchex/cmd/internal/report/bars"
	"github.com/searchex/searchex/hostbridge/cycles"
)

// tenths formats v with one decimal.
func tenths(v float64) string { return fmt.Sprintf("%.1f", v) }

// writeKinds prints cycles by kind of node, of the machines beside each other, which
// have visited the same nodes.
func writeKinds(a *cli.App, accounts []*cycles.Account) error {
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
	add := func(name string, v, s uint64, took func(x *cycles.Account) uint64) {
		row := []any{name, v, tenths(100 * float64(v) / float64(max(visits, 1))), each(s, v)}
		for _, x := range accounts {
			c := took(x)
			row = append(row, report.Whole(float64(c)/float64(max(v, 1))), tenths(x.Percent(c)))
		}
		t.Add(row...)
	}
	for _, k := range first.Kinds {
		add(k.Kind, k.Visits, k.Scored, func(x *cycles.Account) uint64 { return x.Kind(k.Kind).Cycles })
	}
	add("all", visits, scored, func(x *cycles.Account) uint64 { return x.Cycles - x.Outside })
	row := []any{"outside nodes", "", "", ""}
	for _, x := range accounts {
		row = append(row, "", tenths(x.Percent(x.Outside)))
	}
	t.Add(row...)
	title := fmt.Sprintf("\nprofile %s: cycles a visit by kind of node, without the nodes below\n", first.Profile)
	if _, err := a.Out.Write([]byte(a.Out.Fold(title))); err != nil {
		return err
	}
	return t.Write(a.Out)
}

// writeBeside prints the own cycles by routine, a node of the search, of the machines
// beside each other.
func (c *Cycles) writeBeside(a *cli.App, accounts []*cycles.Account) error {
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
	all := cycles.Labels(accounts)
	rest := make([]uint64, len(accounts))
	for i, label := range all {
		if c.Top > 0 && i >= c.Top {
			for k, x := range accounts {
				rest[k] += x.Routine(label).Self
			}
			continue
		}
		row := []any{label}
		for _, x := range accounts {
			r := x.Routine(label)
			if r.Self == 0 {
				row = append(row, "-", "-")
				continue
			}
			row = append(row, tenths(float64(r.Self)/float64(max(x.Nodes, 1))), tenths(x.Percent(r.Self)))
		}
		for _, x := range accounts {
			r := x.Routine(label)
			row = append(row, cli.CallsIn(x, r.Calls), perCall(&r))
		}
		t.Add(row...)
	}
	if n := len(all) - c.Top; c.Top > 0 && n > 0 {
		row := []any{report.Plural(n, "other")}
		for k, x := range accounts {
			row = append(row, tenths(float64(rest[k])/float64(max(x.Nodes, 1))), tenths(x.Percent(rest[k])))
		}
		t.Add(row...)
	}
	return t.Write(a.Out)
}

// drawnRoutines is how many routines a picture shows.
const drawnRoutines = 14

// drawShares is the picture of the machines' cycles: by routine on the left, by kind of
// node on the right, a machine below the other.
func drawShares(accounts []*cycles.Account) []byte {
	some := cycles.ByProfile(accounts)[0]
	about := cli.AboutAccount(some[0])
	c := bars.Chart{Title: "Where the cycles go", Lines: []string{about, "A routine's own cycles; a node's without those of the nodes below it"}}
	all := cycles.Labels(some)
	all = all[:min(len(all), drawnRoutines)]
	for _, x := range some {
		bar := func(name string, n uint64) bars.Bar {
			return bars.Bar{Name: name, Value: x.Percent(n), Text: tenths(x.Percent(n)) + "%"}
		}
		routines := bars.Panel{Title: fmt.Sprintf("%s: %s %s, by routine", x.Engine, report.Count(x.Cycles), cli.Unit(x.Engine))}
		other := x.Cycles
		for _, label := range all {
			r := x.Routine(label)
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
