package cli

import (
	"fmt"
	"slices"
	"strings"

	"github.com/searchex/searchex/cmd/internal/report"
	"github.com/searchex/searchex/hostbridge"
	"github.com/searchex/searchex/hostbridge/cycles"
)

// Accounts makes the tasks' searches on each machine and accounts for their
// cycles. The tasks are n positions with each profile in turn. An account is of
// one machine with one profile.
func (a *App) Accounts(machines []string, tasks []hostbridge.Task, n int) (accounts []*cycles.Account, err error) {
	err = Each(a, append(slices.Clone(machines), "go"), len(tasks)*len(machines), func(b Bench, i int) (cycles.Spent, error) {
		return cycles.Measure(a.Ctx, b[machines[i/len(tasks)]], b["go"], &tasks[i%len(tasks)])
	}, func(i int, s cycles.Spent) error {
		if i%n == 0 {
			accounts = append(accounts, cycles.NewAccount(machines[i/len(tasks)], &tasks[i%len(tasks)]))
		}
		accounts[len(accounts)-1].Add(s)
		return nil
	})
	if err != nil {
		return nil, err // means over a part would mislead
	}
	for _, x := range accounts {
		img, err := a.ImageOf(x.Engine)
		if err != nil {
			return nil, err
		}
		x.Finish(img)
	}
	return accounts, nil
}

// AboutAccount says in words what an account is of.
func AboutAccount(x *cycles.Account) string {
	budget := fmt.Sprintf("SX %d", x.SX)
	if x.Limit > 0 {
		budget = "at most " + report.Plural(int(x.Limit), "node") + " each"
	}
	return fmt.Sprintf("%s, profile %s, %s: %s", report.Plural(x.Positions, "position"), x.Profile, budget, report.Plural(int(x.Nodes), "node"))
}

// CallsIn formats n calls of a routine in an account's searches: as calls per
// node or, if they are too few for that, per search or in all.
func CallsIn(x *cycles.Account, n uint64) string {
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
