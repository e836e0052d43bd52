package guest

import (
	"context"
	"errors"

	"github.com/searchex/searchex/emu"
	"github.com/searchex/searchex/hostbridge"
)

// Snapshot implements hostbridge.Snapshotter: of one call of the program.
func (e *Engine) Snapshot(ctx context.Context, t *hostbridge.Task) (s *hostbridge.Snapshot, r hostbridge.Result, err error) {
	o, err := e.d.options(e.program)
	if err != nil {
		return nil, r, err
	}
	if len(o.RAM) != 1 {
		return nil, r, e.d.wrong("memory.ram", "a snapshot has one range of RAM, not %d", len(o.RAM))
	}
	on, err := e.Step(ctx, t.Game, &t.Profile, t.Limits)
	if err != nil {
		return nil, r, err
	}
	s = hostbridge.NewSnapshot(e.m, o.ROM, o.RAM[0])
	w, p := &e.watcher, t.Position()
	w.c = nil
	e.watch(p, nil, unbounded)
	e.poll(ctx, 0, unbounded, nil)
	err = e.patiently(&e.search, e.m.Continue(e.search.budget))
	e.m.SetAlarm(0, nil)
	e.m.UnwatchAll()
	switch {
	case w.failed != nil:
		return nil, r, w.failed
	case errors.Is(err, emu.ErrStopped) && !on.Over():
		return nil, r, context.Cause(ctx)
	case err != nil && !errors.Is(err, emu.ErrStopped):
		return nil, r, e.d.wrong(e.search.key, "%w%s", err, e.d.advice(err))
	}
	s.End(e.m)
	r = hostbridge.Result{}
	r.Cycles, r.SX, r.Complete, r.Nodes = e.m.Cycles(), int(e.now.plies), true, e.counted()
	return s, r, e.read(p, &r)
}
