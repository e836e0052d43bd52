package cli

import (
	"slices"

	"github.com/searchex/searchex/hostbridge"
	"github.com/searchex/searchex/hostbridge/cycles"
)

// Accounts makes the tasks' searches on each machine and returns an account of the
// cycles for each machine and profile. The tasks are n positions with each profile in
// turn.
func (a *App) Accounts(machines []string, tasks []hostbridge.Task, n int) (accounts []*cycles.Account, err error) {
	engines := slices.Clone(machines)
	if !AllGuests(machines) {
		engines = append(engines, "go")
	}
	err = Each(a, engines, len(tasks)*len(machines), func(b Bench, i int) (cycles.Spent, error) {
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
