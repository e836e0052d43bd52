package cli

import (
	"slices"

	"github.com/searchex/searchex/goengine"
	"github.com/searchex/searchex/hostbridge"
)

// SearchFlags choose searches: positions, profiles and a budget.
type SearchFlags struct {
	ProfileFlag
	PositionFlags
	BudgetFlags
}

// BenchmarkTasks is Tasks for some engines, with flags of their own; without positions it is the benchmark. Guests alone,
// which have no profiles, search once: with uniform, and without a budget with their own depth; those that play no chess run
// once.
func BenchmarkTasks(a *App, engines []string, profiles string, positions *PositionFlags, budget *BudgetFlags) (tasks []hostbridge.Task, n int, err error) {
	return (&SearchFlags{ProfileFlag{profiles}, *positions, *budget}).TasksOf(a, engines, Benchmark)
}

// TasksOf is Tasks for some engines, guests as BenchmarkTasks says.
func (f *SearchFlags) TasksOf(a *App, engines []string, builtIn string) (tasks []hostbridge.Task, n int, err error) {
	of, guests := *f, AllGuests(engines)
	if guests {
		of.Profile = GuestProfile
		if slices.ContainsFunc(engines, func(name string) bool { _, err := hostbridge.PlayerOf(name); return err != nil }) {
			builtIn = Initial
		}
	}
	tasks, n, err = of.Tasks(a, builtIn)
	if guests && f.None() {
		for i := range tasks {
			tasks[i].Limits = goengine.Limits{}
		}
	}
	return tasks, n, err
}

// GuestProfile is the profile with which guests search: the one whose budgets count plies.
const GuestProfile = "uniform"

// Tasks returns the searches: n positions with each profile in turn. builtIn is the file in
// testdata with the positions to search if the flags name none.
func (f *SearchFlags) Tasks(a *App, builtIn string) (tasks []hostbridge.Task, n int, err error) {
	positions, err := f.Load(a, builtIn)
	if err != nil {
		return nil, 0, err
	}
	profiles, err := f.Profiles()
	if err != nil {
		return nil, 0, err
	}
	for _, p := range profiles {
		l, err := f.Limits(a, p)
		if err != nil {
			return nil, 0, err
		}
		for _, pos := range positions {
			tasks = append(tasks, hostbridge.Task{
				FEN: pos.FEN, ID: pos.ID, Game: goengine.NewGame(pos.Board), ProfileName: p.Name, Profile: p.Data, Limits: l,
			})
		}
	}
	return tasks, len(positions), nil
}
