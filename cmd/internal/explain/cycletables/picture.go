package cycletables

import (
	"fmt"

	"github.com/searchex/searchex/cmd/internal/report"
	"github.com/searchex/searchex/cmd/internal/report/bars"
	"github.com/searchex/searchex/hostbridge"
	"github.com/searchex/searchex/hostbridge/cycles"
)

// drawnRoutines is how many routines a picture shows.
const drawnRoutines = 14

// SVG returns a picture of where the machines' cycles go with the first profile: by
// routine on the left, by kind of node on the right, the machines below each other.
func SVG(accounts []*cycles.Account) []byte {
	some := cycles.ByProfile(accounts)[0]
	c := bars.Chart{Title: "Where the cycles go", Lines: []string{Searches(some[0]), "A routine's own cycles; a node's without those of the nodes below it"}}
	labels := cycles.Labels(some)
	labels = labels[:min(len(labels), drawnRoutines)]
	for _, x := range some {
		bar := func(name string, n uint64) bars.Bar {
			return bars.Bar{Name: name, Value: x.Percent(n), Text: tenths(x.Percent(n)) + "%"}
		}
		routines := bars.Panel{Title: fmt.Sprintf("%s: %s %s, by routine", x.Engine, report.Count(x.Cycles), hostbridge.UnitOf(x.Engine))}
		other := x.Cycles
		for _, label := range labels {
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
		if c.Panels = append(c.Panels, routines); x.Guest() {
			continue
		}
		c.Panels = append(c.Panels, kinds)
	}
	return c.SVG()
}
