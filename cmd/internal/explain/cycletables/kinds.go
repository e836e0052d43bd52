package cycletables

import (
	"fmt"

	"github.com/searchex/searchex/cmd/internal/report"
	"github.com/searchex/searchex/hostbridge/cycles"
)

// writeKinds prints cycles by kind of node, the machines beside each other. All of them
// have visited the same nodes.
func writeKinds(out *report.Screen, accounts []*cycles.Account) error {
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
	add := func(name string, v, s uint64, cyclesOf func(x *cycles.Account) uint64) {
		perVisit := func(n uint64) float64 { return float64(n) / float64(max(v, 1)) }
		row := []any{name, v, tenths(100 * float64(v) / float64(max(visits, 1))), report.Digits(perVisit(s))}
		for _, x := range accounts {
			c := cyclesOf(x)
			row = append(row, report.Whole(perVisit(c)), tenths(x.Percent(c)))
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
	if err := out.Print(title); err != nil {
		return err
	}
	return t.Write(out)
}
