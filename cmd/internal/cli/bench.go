package cli

import (
	"fmt"
	"runtime"

	"github.com/searchex/searchex/cmd/internal/pool"
	"github.com/searchex/searchex/hostbridge"
)

// Bench has the engines of one worker, by name.
type Bench map[string]hostbridge.Engine

// List returns the engines with the given names, in that order.
func (b Bench) List(names []string) (engines []hostbridge.Engine) {
	for _, name := range names {
		engines = append(engines, b[name])
	}
	return engines
}

// NewBench returns a function that makes a Bench with the given engines.
func (a *App) NewBench(names []string) func() (Bench, error) {
	return func() (Bench, error) {
		b := Bench{}
		for _, name := range names {
			e, err := a.NewEngine(name)
			if err != nil {
				return nil, fmt.Errorf("engine %s: %w", name, err)
			}
			b[name] = e
		}
		return b, nil
	}
}

// Each runs n jobs on all cores, each core with engines of its own, and shows a
// progress bar. It calls write with the results in the order of the jobs. After ctrl-C
// the error has the number of jobs done.
func Each[T any](a *App, engines []string, n int, job func(b Bench, i int) (T, error), write func(i int, v T) error) error {
	bar := NewProgress(a.Err, n)
	defer bar.Clear()
	done := 0
	err := pool.Each(a.Ctx, runtime.GOMAXPROCS(0), n, a.NewBench(engines), job, func(i int, v T) error {
		bar.Clear()
		if err := write(i, v); err != nil {
			return err
		}
		done++
		bar.Show(done)
		return nil
	})
	if err != nil && err == a.Ctx.Err() {
		err = Interrupted{done, n}
	}
	return err
}
