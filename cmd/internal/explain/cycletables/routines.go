package cycletables

import (
	"fmt"

	"github.com/searchex/searchex/cmd/internal/report"
	"github.com/searchex/searchex/hostbridge"
	"github.com/searchex/searchex/hostbridge/cycles"
)

// longestBar is the number of characters in the bar of the costliest routine.
const longestBar = 24

// writeRoutines prints one machine's cycles by routine, per node of the search.
func writeRoutines(out *report.Screen, x *cycles.Account, top int) error {
	unit := hostbridge.UnitOf(x.Engine)
	title := fmt.Sprintf("\n%s, profile %s: %s a node by routine\n", x.Engine, x.Profile, unit)
	if err := out.Print(title); err != nil {
		return err
	}
	t := report.NewTable("<routine", "calls a node", unit+" a call", "self", "+%", "with callees", "+%", "<").
		Later("calls a node", unit+" a call").Bars("", longestBar/4)
	var rest, most uint64
	for i, r := range x.Routines {
		most = max(most, r.Self, 1)
		if top > 0 && i >= top {
			rest += r.Self
			continue
		}
		t.Add(r.Label, Calls(x, r.Calls), perCall(&r),
			perNode(x, r.Self), tenths(x.Percent(r.Self)), perNode(x, r.Total), tenths(x.Percent(r.Total)),
			report.Bar(int((r.Self*longestBar+most/2)/most)))
	}
	if rest > 0 {
		t.Add(report.Plural(len(x.Routines)-top, "other"), "", "", perNode(x, rest), tenths(x.Percent(rest)))
	}
	return t.Write(out)
}

// writeMachines prints the machines' own cycles by routine beside each other, per node
// of the search.
func writeMachines(out *report.Screen, accounts []*cycles.Account, top int) error {
	title := fmt.Sprintf("\nprofile %s: own cycles a node by routine\n", accounts[0].Profile)
	if err := out.Print(title); err != nil {
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
	labels := cycles.Labels(accounts)
	rest := make([]uint64, len(accounts))
	for i, label := range labels {
		if top > 0 && i >= top {
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
			row = append(row, perNode(x, r.Self), tenths(x.Percent(r.Self)))
		}
		for _, x := range accounts {
			r := x.Routine(label)
			row = append(row, Calls(x, r.Calls), perCall(&r))
		}
		t.Add(row...)
	}
	if n := len(labels) - top; top > 0 && n > 0 {
		row := []any{report.Plural(n, "other")}
		for k, x := range accounts {
			row = append(row, perNode(x, rest[k]), tenths(x.Percent(rest[k])))
		}
		t.Add(row...)
	}
	return t.Write(out)
}
