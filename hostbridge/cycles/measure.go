package cycles

import (
	"context"
	"fmt"

	"github.com/searchex/searchex/emu"
	"github.com/searchex/searchex/goengine"
	"github.com/searchex/searchex/hostbridge"
	"github.com/searchex/searchex/internal/number"
)

// Spent is what one position took.
type Spent struct {
	FEN     string  `json:"fen"`
	ID      string  `json:"id,omitempty"`
	Nodes   uint64  `json:"nodes"` // moves evaluated
	Cycles  uint64  `json:"cycles"`
	PerNode float64 `json:"cycles_per_node"`
	// Modelled is the number of cycles by the cost model of the machine, from
	// the work that the reference counts.
	Modelled uint64 `json:"modelled_cycles"`
	// Plies is the depth of a guest's search, 0 for other engines.
	Plies int `json:"plies,omitempty"`

	swapOffs uint64
	usage    emu.Usage
	clock    emu.Clock
	routines []emu.RoutineCycles
	lines    []emu.LineCycles
	visits   hostbridge.Visits
}

// Measure makes a task's search on an engine that has a machine, and in Go for
// the swap-offs (static exchange evaluations), which a machine does not count.
// The two must evaluate as many moves. The engine's events are not watched.
//
// A guest searches another tree: it is measured alone, without swap-offs, kinds of
// nodes and a model of its cycles.
func Measure(ctx context.Context, e, reference hostbridge.Engine, t *hostbridge.Task) (Spent, error) {
	s := Spent{FEN: t.FEN, ID: t.ID, clock: e.Clock()}
	on, ok := e.(hostbridge.Profiler)
	if !ok {
		return s, cannot(e)
	}
	guest := hostbridge.IsForeign(e.Name())
	if !guest {
		if err := hostbridge.CountVisits(e, &s.visits); err != nil {
			return s, err
		}
		defer hostbridge.CountVisits(e, nil)
	}
	on.ProfileSearches(true)
	r, err := t.Search(ctx, e)
	on.ProfileSearches(false)
	p := on.Machine().StopProfile()
	if err != nil {
		return s, err
	}
	s.Nodes, s.Cycles, s.PerNode, s.usage = r.Nodes, r.Cycles, number.Tenths(r.CyclesPerNode()), on.Machine().Usage()
	if p != nil {
		s.routines, s.lines = p.Routines, p.ByLine
	}
	if guest {
		s.Plies = r.SX
		return s, nil
	}
	return s, s.compare(ctx, e, reference, t)
}

// compare makes the search in Go, and takes what it counts.
func (s *Spent) compare(ctx context.Context, e, reference hostbridge.Engine, t *hostbridge.Task) error {
	g, err := t.Search(ctx, reference)
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case err != nil:
		return err
	case g.Nodes != s.Nodes:
		return fmt.Errorf("profile %s: fen %q: %s counts %d nodes, %s %d: see searchex diff",
			t.ProfileName, t.FEN, e.Name(), s.Nodes, reference.Name(), g.Nodes)
	}
	s.swapOffs = g.SwapOffs
	s.Modelled, err = modelled(e.Name(), &g.Result)
	return err
}

// modelled returns the cycles that a search of the Go engine would take on a
// machine, by its model.
func modelled(engine string, r *goengine.Result) (uint64, error) {
	k, err := hostbridge.KindOf(engine)
	if err != nil {
		return 0, err
	}
	m, err := k.Model()
	if err != nil {
		return 0, err
	}
	return m.Costs().Cycles(&r.Work, &r.Picked), nil
}

// Profile makes the searches of tasks one after the other on an engine that has
// a machine, and returns the profile of all. It includes the setting up of the
// positions; searched is the number of cycles without that. progress, if not
// nil, is called after each search with the number of those done.
//
// An error leaves no profile: shares of a part would mislead.
func Profile(ctx context.Context, e hostbridge.Engine, tasks []hostbridge.Task, progress func(done int)) (p *emu.Profile, searched uint64, err error) {
	on, ok := e.(hostbridge.Emulated)
	if !ok {
		return nil, 0, cannot(e)
	}
	m := on.Machine()
	m.StartProfile()
	for i := range tasks {
		r, err := tasks[i].Search(ctx, e)
		switch {
		case ctx.Err() != nil:
			return nil, 0, ctx.Err()
		case err != nil:
			return nil, 0, err
		}
		searched += r.Cycles
		if progress != nil {
			progress(i + 1)
		}
	}
	p = m.StopProfile()
	p.Clock = e.Clock()
	return p, searched, nil
}

// cannot is the error of an engine without a machine.
func cannot(e hostbridge.Engine) error {
	return fmt.Errorf("engine %s: its machine can't be profiled", e.Name())
}
