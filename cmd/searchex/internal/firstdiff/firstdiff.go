// Package firstdiff finds the first event in which two engines' searches of one
// position differ.
package firstdiff

import (
	"context"
	"sync/atomic"

	"github.com/searchex/searchex/goengine"
	"github.com/searchex/searchex/hostbridge"
)

// Search is what both engines are given.
type Search struct {
	Board   *goengine.Position
	Profile *goengine.Profile
	Limits  goengine.Limits // Stop is not used: the context stops both
}

// Side is what one engine did where the two part.
type Side struct {
	Engine hostbridge.Engine
	// Event is the event; its kind is Ended where the search was over.
	Event Event
	// Line is the moves from the root to the node of the event.
	Line []goengine.Move
	// Result and Err are how the whole search ended, where Event is Ended.
	Result hostbridge.Result
	Err    error
}

// Difference is where two searches part.
type Difference struct {
	// Index counts the events before it, which are equal.
	Index uint64
	Sides [2]Side
}

// Find runs both searches side by side until their events differ. It returns
// nil and the number of events where all are equal and the results are too.
// Then it repeats each search up to there and calls look, in the moment of the
// event, with the number of the side.
func Find(ctx context.Context, engines [2]hostbridge.Engine, s Search, look func(i int, side *Side)) (*Difference, uint64, error) {
	index, same, err := s.race(ctx, engines)
	if err != nil || same {
		return nil, index, err
	}
	d := &Difference{Index: index}
	for i, e := range engines {
		d.Sides[i].Engine = e
		s.upTo(ctx, index, i, &d.Sides[i], look)
		if ctx.Err() != nil {
			return nil, index, ctx.Err()
		}
	}
	return d, index, nil
}

// run searches and sends the events to a function until the context ends.
func (s Search) run(ctx context.Context, e hostbridge.Engine, stop *atomic.Bool, each func(Event)) (hostbridge.Result, error) {
	defer context.AfterFunc(ctx, func() { stop.Store(true) })()
	e.Watch(recorder(each))
	defer e.Watch(nil)
	l := s.Limits
	l.Stop = stop
	return e.Search(goengine.NewGame(s.Board), s.Profile, l)
}

// blockSize is how many events travel together.
const blockSize = 1024

// stream is one engine's search under way.
type stream struct {
	blocks chan []Event
	block  []Event
	result hostbridge.Result
	err    error
}

func (s Search) start(ctx context.Context, e hostbridge.Engine) *stream {
	st := &stream{blocks: make(chan []Event, 4)}
	go func() {
		defer close(st.blocks)
		var stop atomic.Bool
		block := make([]Event, 0, blockSize)
		send := func() {
			select {
			case st.blocks <- block:
				block = make([]Event, 0, blockSize)
			case <-ctx.Done():
				block = block[:0]
			}
		}
		st.result, st.err = s.run(ctx, e, &stop, func(ev Event) {
			if block = append(block, ev); len(block) == blockSize {
				send()
			}
		})
		send()
	}()
	return st
}

// next is the next event, or Ended.
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

// race compares two searches event by event, and then their results.
func (s Search) race(parent context.Context, engines [2]hostbridge.Engine) (index uint64, same bool, err error) {
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
			return index, false, parent.Err()
		}
		if x != y {
			return index, false, nil
		}
		if x.Kind == Ended {
			same := a.err == nil && b.err == nil && a.result.Best == b.result.Best &&
				a.result.Score == b.result.Score && a.result.Nodes == b.result.Nodes
			return index, same, nil
		}
	}
}

// upTo repeats a search until an event, keeps the line that led to it, and
// stops.
func (s Search) upTo(ctx context.Context, index uint64, i int, side *Side, look func(int, *Side)) {
	var stop atomic.Bool
	var followed [goengine.MaxPly + 1]goengine.Move
	n := uint64(0)
	side.Result, side.Err = s.run(ctx, side.Engine, &stop, func(ev Event) {
		if ply := min(int(ev.Ply), goengine.MaxPly); n == index {
			side.Event = ev
			side.Line = append([]goengine.Move(nil), followed[:ply]...)
			stop.Store(true)
			look(i, side)
		} else if ev.Kind == Priced {
			followed[ply] = ev.Move // only priced moves are followed up
		}
		n++
	})
}
