package equal

import (
	"context"
	"fmt"
	"strings"

	"github.com/searchex/searchex/emu"
	"github.com/searchex/searchex/goengine"
	"github.com/searchex/searchex/hostbridge"
)

// Difference is the first event in which two searches differ.
type Difference struct {
	// Index is the number of events before it, which are equal.
	Index uint64
	Sides [2]Side
}

// Side is what one engine did where two searches part.
type Side struct {
	Engine string
	// Event is the event. Its kind is EventEnded if the search was over.
	Event goengine.Event
	// Line leads from the root to the node of the event.
	Line []goengine.Move
	// Board is the board at the end of Line. For a machine it is the board in
	// its memory.
	Board hostbridge.Diagram
	// Place is where the machine stood, nil for Go.
	Place *hostbridge.Location
	// Result and Err are the end of the search, if Event is EventEnded.
	Result hostbridge.Result
	Err    error
}

// String shows both sides on three lines.
func (d *Difference) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "event %d, line", d.Index)
	for _, m := range d.Sides[0].Line {
		fmt.Fprintf(&b, " %v", m)
	}
	for _, s := range d.Sides {
		fmt.Fprintf(&b, "\n  %s: %v", s.Engine, s.Event)
		if s.Event.Kind == goengine.EventEnded {
			fmt.Fprintf(&b, ", score %d, %d nodes, line %v", s.Result.Score, s.Result.Nodes, s.Result.PV)
		}
		if s.Err != nil {
			fmt.Fprintf(&b, ", %v", s.Err)
		}
		if s.Place != nil {
			fmt.Fprintf(&b, " at %v", s.Place)
		}
	}
	return b.String()
}

// FirstDifference makes a task's search on two engines side by side until their
// events differ. Each then repeats it up to that event, where its state is
// recorded. The difference is nil if all events and the results are equal; then
// both also search without callbacks, and the error is a
// *hostbridge.WatchingError if one of them finds something else. equal is the
// number of equal events.
//
// The context stops both engines. A machine that hangs is stopped after
// quietCycles without an event, which ends its search. Only a machine that hangs
// before its first event is not stopped.
func FirstDifference(ctx context.Context, a, b hostbridge.Engine, t *hostbridge.Task) (d *Difference, equal uint64, err error) {
	s := &race{t}
	engines := [2]hostbridge.Engine{a, b}
	index, results, err := s.run(ctx, engines)
	if err != nil {
		return nil, index, err
	}
	if results != nil {
		return nil, index, s.unwatched(ctx, engines, results)
	}
	d = &Difference{Index: index}
	for i, e := range engines {
		d.Sides[i] = s.upTo(ctx, e, index)
		if ctx.Err() != nil {
			return nil, index, ctx.Err()
		}
	}
	return d, index, nil
}

// race is a task that two engines search.
type race struct{ task *hostbridge.Task }

// search makes the search and passes each event to each, until the context ends
// or each returns false. In the second case, and if the machine fails or falls
// silent, where is the place at which the machine stood.
func (s *race) search(ctx context.Context, e hostbridge.Engine, each func(goengine.Event) (more bool)) (r hostbridge.Result, where *Side, err error) {
	where = &Side{Engine: e.Name()}
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	defer e.Attach(nil)
	var quiet watchdog
	e.Attach(goengine.CallbackFunc(func(n hostbridge.Node, ev *goengine.Event) {
		if ctx.Err() != nil {
			n.Stop() // at once, and not when the engine looks next
			return
		}
		quiet.feed(ctx, e, where)
		if !each(*ev) {
			stop()
			where.look(e)
			if on, ok := e.(hostbridge.Emulated); ok {
				on.Machine().Stop()
			}
		}
	}))
	r, err = e.Search(ctx, s.task.Game, &s.task.Profile, s.task.Limits)
	if err == nil {
		err = quiet.err
	}
	if err != nil && where.Place == nil {
		where.look(e)
	}
	return r, where, err
}

// look records where a machine stands and the board in its memory.
func (s *Side) look(e hostbridge.Engine) {
	if on, ok := e.(hostbridge.Emulated); ok {
		s.Place = hostbridge.LocationOf(on.Machine())
		s.Board, _ = hostbridge.DiagramIn(on.Machine())
	}
}

// quietCycles is how long a machine may run without an event before it is
// stopped: a hundred times longer than in any search, and a tenth of a second
// of the host's time, so that a machine that hangs also ends soon after its
// context.
var quietCycles uint64 = 40_000_000 // a test waits for less

// watchdog stops a machine that sends no more events.
type watchdog struct {
	events, seen uint64
	err          error
}

// feed is called at each event, on the machine's goroutine.
func (w *watchdog) feed(ctx context.Context, e hostbridge.Engine, where *Side) {
	w.events++
	on, ok := e.(hostbridge.Emulated)
	if !ok || w.events > 1 {
		return
	}
	m := on.Machine()
	var check func()
	check = func() {
		switch {
		case ctx.Err() != nil:
			m.Stop()
		case w.events == w.seen:
			where.look(e)
			w.err = fmt.Errorf("%s %s: no event for %d cycles", m.Name(), m.Program().Name, quietCycles)
			m.Stop()
		default:
			w.seen = w.events
			w.arm(m, check)
		}
	}
	w.arm(m, check)
}

func (w *watchdog) arm(m emu.Machine, check func()) { m.SetAlarm(m.Cycles()+quietCycles, check) }

// blockSize is the number of events that travel together.
const blockSize = 1024

// stream is one engine's search under way.
type stream struct {
	blocks chan []goengine.Event
	block  []goengine.Event
	result hostbridge.Result
	err    error
}

// start starts the search on a goroutine of its own.
func (s *race) start(ctx context.Context, e hostbridge.Engine) *stream {
	st := &stream{blocks: make(chan []goengine.Event, 4)}
	go func() {
		defer close(st.blocks)
		block := make([]goengine.Event, 0, blockSize)
		send := func() {
			select {
			case st.blocks <- block:
				block = make([]goengine.Event, 0, blockSize)
			case <-ctx.Done():
				block = block[:0]
			}
		}
		st.result, _, st.err = s.search(ctx, e, func(ev goengine.Event) bool {
			if block = append(block, ev); len(block) == blockSize {
				send()
			}
			return true
		})
		send()
	}()
	return st
}

// next returns the next event, the zero Event at the end.
func (st *stream) next() goengine.Event {
	for len(st.block) == 0 {
		block, ok := <-st.blocks
		if !ok {
			return goengine.Event{}
		}
		st.block = block
	}
	e := st.block[0]
	st.block = st.block[1:]
	return e
}

// unwatched repeats two searches without callbacks and compares their results
// with those of the watched searches.
func (s *race) unwatched(ctx context.Context, engines [2]hostbridge.Engine, watched *[2]hostbridge.Result) error {
	for i, e := range engines {
		if err := hostbridge.CheckUnwatched(ctx, e, &watched[i], s.task.Game, &s.task.Profile, s.task.Limits); err != nil {
			return err
		}
	}
	return ctx.Err()
}

// run compares two searches event by event, and then their results. same is nil
// if they differ.
func (s *race) run(parent context.Context, engines [2]hostbridge.Engine) (index uint64, same *[2]hostbridge.Result, err error) {
	ctx, cancel := context.WithCancel(parent)
	a, b := s.start(ctx, engines[0]), s.start(ctx, engines[1])
	defer func() {
		cancel()
		for range a.blocks {
		}
		for range b.blocks {
		}
	}()
	for ; ; index++ {
		x, y := a.next(), b.next()
		if parent.Err() != nil {
			return index, nil, parent.Err()
		}
		if x != y {
			return index, nil, nil
		}
		if x.Kind == goengine.EventEnded {
			if a.err != nil || b.err != nil || !a.result.Agrees(&b.result) {
				return index, nil, nil
			}
			return index, &[2]hostbridge.Result{a.result, b.result}, nil
		}
	}
}

// upTo repeats a search up to an event and records the line that leads to it.
func (s *race) upTo(ctx context.Context, e hostbridge.Engine, index uint64) Side {
	var followed [goengine.MaxPly + 1]goengine.Move
	var event goengine.Event
	var line []goengine.Move
	n := uint64(0)
	result, side, err := s.search(ctx, e, func(ev goengine.Event) bool {
		ply := min(int(ev.Ply), goengine.MaxPly)
		if n == index {
			event, line = ev, append(line, followed[:ply]...)
			return false
		}
		if ev.Kind == goengine.EventPriced {
			followed[ply] = ev.Move // only priced moves are searched deeper
		}
		n++
		return true
	})
	side.Event, side.Line = event, line
	if event.Kind == goengine.EventEnded {
		side.Result, side.Err = result, err
	}
	if side.Board == (hostbridge.Diagram{}) {
		at := *s.task.Position()
		for _, m := range line {
			at.Play(m)
		}
		side.Board = hostbridge.DiagramOf(&at)
	}
	return *side
}
