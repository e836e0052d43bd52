package hostbridge

import (
	"context"
	"fmt"
	"strings"
	"sync/atomic"

	"github.com/searchex/searchex/emu"
	"github.com/searchex/searchex/goengine"
)

// Difference is the first event in which two searches differ.
type Difference struct {
	// Index counts the events before it, which are equal.
	Index uint64
	Sides [2]Side
}

// Side is what one engine did where two searches part.
type Side struct {
	Engine string
	// Event is the event; its kind is EventEnded where the search was over.
	Event Event
	// Line leads from the root to the node of the event.
	Line []goengine.Move
	// Board is the board at the end of Line or, for a machine, as it stands
	// in its memory.
	Board Diagram
	// Place is where the machine stood, nil for Go.
	Place *Place
	// Result and Err are how the search ended, where Event is EventEnded.
	Result Result
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
		if s.Event.Kind == EventEnded {
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

// FirstDifference searches with both engines side by side until their events
// differ, and then with each once more, to look at it in the moment of the
// event. It returns nil where all events are equal and the results are too,
// and the number of events that are equal. Then both search once more
// unwatched; one that finds something else is a *WatchingError.
//
// Limits.Stop is not used: the context stops both engines. A machine that
// sends no event for long is stopped too, and its search has then ended there;
// only one that hangs before its first event is not.
func FirstDifference(ctx context.Context, a, b Engine, g *goengine.Game, prof *goengine.Profile, l goengine.Limits) (*Difference, uint64, error) {
	s := &race{g, prof, l}
	engines := [2]Engine{a, b}
	index, results, err := s.run(ctx, engines)
	if err != nil {
		return nil, index, err
	}
	if results != nil {
		return nil, index, s.unwatched(ctx, engines, results)
	}
	d := &Difference{Index: index}
	for i, e := range engines {
		d.Sides[i] = s.upTo(ctx, e, index)
		if ctx.Err() != nil {
			return nil, index, ctx.Err()
		}
	}
	return d, index, nil
}

// race is what both engines are given.
type race struct {
	game   *goengine.Game
	prof   *goengine.Profile
	limits goengine.Limits
}

// search searches and sends the events to each, until the context or each
// itself ends it. In the last case, and where the machine fails or falls
// silent, it notes where the machine stood.
func (s *race) search(ctx context.Context, e Engine, each func(Event) (more bool)) (r Result, where *Side, err error) {
	where = &Side{Engine: e.Name()}
	var stop atomic.Bool
	defer context.AfterFunc(ctx, func() { stop.Store(true) })()
	defer e.Attach(nil)
	var quiet watchdog
	e.Attach(eventFunc(func(ev Event) {
		if stop.Load() {
			return
		}
		quiet.feed(e, &stop, where)
		if !each(ev) {
			stop.Store(true)
			where.look(e)
			if on, ok := e.(OnMachine); ok {
				on.Machine().Stop()
			}
		}
	}))
	l := s.limits
	l.Stop = &stop
	r, err = e.Search(s.game, s.prof, l)
	if err == nil {
		err = quiet.err
	}
	if err != nil && where.Place == nil {
		where.look(e)
	}
	return r, where, err
}

// look notes where a machine stands and the board in its memory.
func (s *Side) look(e Engine) {
	if on, ok := e.(OnMachine); ok {
		s.Place = placeOf(on.Machine())
		s.Board, _ = diagramIn(on.Machine())
	}
}

// quietCycles is the time of a machine without an event after which it is
// taken to hang: a hundred times more than any search takes between two, and
// a tenth of a second of the host's, so that it also ends soon after its
// context.
const quietCycles = 40_000_000

// watchdog stops a machine that sends no more events.
type watchdog struct {
	events, seen uint64
	err          error
}

// feed is called at each event, on the machine's own time.
func (w *watchdog) feed(e Engine, stop *atomic.Bool, where *Side) {
	w.events++
	on, ok := e.(OnMachine)
	if !ok || w.events > 1 {
		return
	}
	m := on.Machine()
	var ring func()
	ring = func() {
		switch {
		case stop.Load():
			m.Stop()
		case w.events == w.seen:
			where.look(e)
			w.err = fmt.Errorf("%s %s: no event for %d cycles", m.Name(), m.Program().Name, uint64(quietCycles))
			m.Stop()
		default:
			w.seen = w.events
			w.arm(m, ring)
		}
	}
	w.arm(m, ring)
}

func (w *watchdog) arm(m emu.Machine, ring func()) { m.SetAlarm(m.Cycles()+quietCycles, ring) }

// blockSize is how many events travel together.
const blockSize = 1024

// stream is one engine's search under way.
type stream struct {
	blocks chan []Event
	block  []Event
	result Result
	err    error
}

func (s *race) start(ctx context.Context, e Engine) *stream {
	st := &stream{blocks: make(chan []Event, 4)}
	go func() {
		defer close(st.blocks)
		block := make([]Event, 0, blockSize)
		send := func() {
			select {
			case st.blocks <- block:
				block = make([]Event, 0, blockSize)
			case <-ctx.Done():
				block = block[:0]
			}
		}
		st.result, _, st.err = s.search(ctx, e, func(ev Event) bool {
			if block = append(block, ev); len(block) == blockSize {
				send()
			}
			return true
		})
		send()
	}()
	return st
}

// next is the next event, the zero Event at the end.
func (st *stream) next() Event {
	for len(st.block) == 0 {
		block, ok := <-st.blocks
		if !ok {
			return Event{}
		}
		st.block = block
	}
	e := st.block[0]
	st.block = st.block[1:]
	return e
}

// unwatched repeats two searches without callbacks and holds what they find
// against the results of the watched ones.
func (s *race) unwatched(ctx context.Context, engines [2]Engine, watched *[2]Result) error {
	var stop atomic.Bool
	defer context.AfterFunc(ctx, func() { stop.Store(true) })()
	l := s.limits
	l.Stop = &stop
	for i, e := range engines {
		if err := Unwatched(e, &watched[i], s.game, s.prof, l); err != nil {
			return err
		}
	}
	return ctx.Err()
}

// run compares two searches event by event, and then their results, which it
// returns where all is equal.
func (s *race) run(parent context.Context, engines [2]Engine) (index uint64, same *[2]Result, err error) {
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
		if x.Kind == EventEnded {
			if a.err != nil || b.err != nil || !a.result.Agrees(&b.result) {
				return index, nil, nil
			}
			return index, &[2]Result{a.result, b.result}, nil
		}
	}
}

// upTo repeats a search until an event and keeps the line that led to it.
func (s *race) upTo(ctx context.Context, e Engine, index uint64) Side {
	var followed [goengine.MaxPly + 1]goengine.Move
	var event Event
	var line []goengine.Move
	n := uint64(0)
	result, side, err := s.search(ctx, e, func(ev Event) bool {
		ply := min(int(ev.Ply), goengine.MaxPly)
		if n == index {
			event, line = ev, append(line, followed[:ply]...)
			return false
		}
		if ev.Kind == EventPriced {
			followed[ply] = ev.Move // only priced moves are followed up
		}
		n++
		return true
	})
	side.Event, side.Line = event, line
	if event.Kind == EventEnded {
		side.Result, side.Err = result, err
	}
	if side.Board == (Diagram{}) {
		at := *s.game.Position()
		for _, m := range line {
			at.Play(m)
		}
		side.Board = DiagramOf(&at)
	}
	return *side
}
