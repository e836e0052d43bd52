// Package cycletables prints accounts of clock cycles: by profile, by kind of node,
// by routine and by source line, and what has changed between two runs.
package cycletables

import (
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"github.com/searchex/searchex/cmd/internal/report"
	"github.com/searchex/searchex/hostbridge"
	"github.com/searchex/searchex/hostbridge/cycles"
)

// Searches describes the searches of an account: positions, profile, budget, nodes.
func Searches(x *cycles.Account) string {
	budget := fmt.Sprintf("SX %d", x.SX)
	switch {
	case x.Guest():
		budget = x.Budget()
	case x.Limit > 0:
		budget = "at most " + report.Plural(int(x.Limit), "node") + " each"
	}
	return fmt.Sprintf("%s, profile %s, %s: %s", report.Plural(x.Positions, "position"), x.Profile, budget, report.Plural(int(x.Nodes), "node"))
}

// Calls formats n calls of a routine in an account's searches: as calls per node or,
// if they are too few for that, per search or in all.
func Calls(x *cycles.Account, n uint64) string {
	perNode, perSearch := float64(n)/float64(max(x.Nodes, 1)), float64(n)/float64(max(x.Positions, 1))
	switch {
	case n == 0:
		return "none"
	case perNode >= 0.0095: // two digits at least
		return fmt.Sprintf("%.3f", perNode)
	case perSearch >= 0.095:
		return strings.TrimSuffix(fmt.Sprintf("%.1f", perSearch), ".0") + " a search"
	}
	return report.Count(n) + " in all"
}

// tenths formats v with one decimal.
func tenths(v float64) string { return fmt.Sprintf("%.1f", v) }

// perNode formats n divided by the nodes of the account.
func perNode(x *cycles.Account, n uint64) string {
	return tenths(float64(n) / float64(max(x.Nodes, 1)))
}

// perCall formats the mean of a routine's calls, or nothing if it has none.
func perCall(r *cycles.RoutineCost) string {
	if r.Calls == 0 {
		return ""
	}
	return report.Whole(float64(r.Called) / float64(r.Calls))
}

// WriteSummary prints a row for each account.
func WriteSummary(w io.Writer, accounts []*cycles.Account) error {
	sx := "SX"
	if !slices.ContainsFunc(accounts, func(x *cycles.Account) bool { return !x.Guest() }) {
		sx = "plies"
	}
	t := report.NewTable("<engine", "<profile", sx, "nodes", "cycles", "<to finish", "a node", "mean of positions", "least", "most",
		"swap-offs a node", "RAM written", "stack").
		Later("mean of positions", "least", "most", "swap-offs a node", "RAM written", "stack")
	for _, x := range accounts {
		limit := x.SX
		if x.Guest() {
			limit = x.Plies
		}
		t.Add(x.Engine, x.Profile, limit, x.Nodes, x.Cycles, report.Seconds(x.Cycles, x.Clock), report.Whole(x.PerNode), report.Whole(x.Mean), report.Whole(x.Least), report.Whole(x.Most),
			swapOffs(x), x.RAMWritten, x.StackUsed)
	}
	return t.Write(w)
}

// swapOffs formats the swap-offs a node, which are not known of a guest.
func swapOffs(x *cycles.Account) string {
	if x.Guest() {
		return ""
	}
	return fmt.Sprintf("%.3f", x.PerSwap)
}

// WriteTables prints the accounts' cycles by kind of node and by routine, profile by
// profile: those of several machines beside each other. A table has the top routines
// with the most cycles, all for 0.
func WriteTables(out *report.Screen, accounts []*cycles.Account, top int) error {
	for _, some := range cycles.ByProfile(accounts) {
		kinds := slices.DeleteFunc(slices.Clone(some), func(x *cycles.Account) bool { return x.Guest() })
		if len(kinds) > 0 {
			if err := writeKinds(out, kinds); err != nil {
				return err
			}
		}
		var err error
		if len(some) == 1 {
			err = writeRoutines(out, some[0], top)
		} else {
			err = writeMachines(out, some, top)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// WriteModel prints exact and modelled cycles by position.
func WriteModel(w io.Writer, x *cycles.Account) error {
	unit := hostbridge.UnitOf(x.Engine)
	if _, err := fmt.Fprintf(w, "\n%s, profile %s: %s and the model's\n", x.Engine, x.Profile, unit); err != nil {
		return err
	}
	t := report.NewTable("<position", "nodes", unit, "model", "error")
	percentOff := func(model, exact uint64) float64 {
		return 100 * (float64(model) - float64(exact)) / float64(max(exact, 1))
	}
	var modelled uint64
	mean := 0.0
	for _, s := range x.ByPosition {
		name := s.ID
		if name == "" {
			name = s.FEN
		}
		off := percentOff(s.Modelled, s.Cycles)
		t.Add(name, s.Nodes, s.Cycles, s.Modelled, fmt.Sprintf("%+.2f%%", off))
		modelled += s.Modelled
		mean += math.Abs(off) / float64(x.Positions)
	}
	t.Add("all", x.Nodes, x.Cycles, modelled, fmt.Sprintf("%+.2f%%", percentOff(modelled, x.Cycles)))
	if err := t.Write(w); err != nil {
		return err
	}
	_, err := fmt.Fprintf(w, "mean error of a position %.2f%%\n", mean)
	return err
}
