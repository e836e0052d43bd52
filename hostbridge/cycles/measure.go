package cycles

import (
	"context"
	"errors"
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
func Measure(ctx context.Context, e, reference hostbridge.Engine, t *hostbridge.Task) (Spent, error) {
	s := Spent{FEN: t.FEN, ID: t.ID, clock: e.Clock()}
	m, err := machineOf(e)
	if err != nil {
		return s, err
	}
	if err := errors.Join(hostbridge.CountVisits(e, &s.visits), hostbridge.ProfileSearches(e, true)); err != nil {
		return s, err
	}
	r, err := t.Search(ctx, e)
	p := m.StopProfile()
	if err := errors.Join(err, hostbridge.CountVisits(e, nil), hostbridge.ProfileSearches(e, false)); err != nil {
		return s, err
	}
	g, err := t.Search(ctx, reference)
	switch {
	case ctx.Err() != nil:
		return s, ctx.Err()
	case err != nil:
		return s, err
	case g.Nodes != r.Nodes:
		return s, fmt.Errorf("profile %s: fen %q: %s counts %d nodes, %s %d: see searchex diff",
			t.ProfileName, t.FEN, e.Name(), r.Nodes, reference.Name(), g.Nodes)
	}
	s.Nodes, s.Cycles, s.PerNode, s.swapOffs, s.usage = r.Nodes, r.Cycles, number.Tenths(r.CyclesPerNode()), g.SwapOffs, m.Usage()
	if s.Modelled, err = modelled(e.Name(), &g.Result); err != nil {
		return s, err
	}
	if p != nil {
		s.routines, s.lines = p.Routines, p.ByLine
	}
	return s, nil
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
	m, err := machineOf(e)
	if err != nil {
		return nil, 0, err
	}
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
	return m.StopProfile(), searched, nil
}

// machineOf returns the machine behind an engine.
func machineOf(e hostbridge.Engine) (emu.Machine, error) {
	on, ok := e.(hostbridge.Emulated)
	if !ok {
		return emu.Machine{}, fmt.Errorf("engine %s: its machine can't be profiled", e.Name())
	}
	return on.Machine(), nil
}
