package session

import (
	"context"
	"fmt"
	"math"
	"sync/atomic"
)

// running is a search under way, and its context.
type running struct {
	context.Context
	cancel context.CancelFunc
	pace   atomic.Uint64 // see hz, as bits of a float64
	credit credit        // nil if the search reports no decisions
	slot   bool          // it has one of Slots
}

// hz returns the clock of the machine in Hz, 0 for no delay.
func (x *running) hz() float64 { return math.Float64frombits(x.pace.Load()) }

// setPace sets it.
func (x *running) setPace(hz float64) { x.pace.Store(math.Float64bits(hz)) }

// begin runs a search on a goroutine of its own, which returns its last message. The last
// message of a search that was stopped, or failed, says so.
func (s *Session) begin(id string, x *running, run func(x *running) (last any, err error)) error {
	s.lock.Lock()
	defer s.lock.Unlock()
	if s.searches[id] != nil {
		return fmt.Errorf("a search %q is under way: stop it first", id)
	}
	if len(s.searches) >= MaxSearches {
		return fmt.Errorf("%d searches are under way: stop one first", MaxSearches)
	}
	x.Context, x.cancel = context.WithCancel(s.ctx)
	s.searches[id] = x
	s.work.Go(func() {
		last := s.inSlot(id, x, run)
		s.lock.Lock()
		delete(s.searches, id)
		s.lock.Unlock()
		x.cancel()
		s.send(last)
	})
	return nil
}

// inSlot runs a search when there is room for it, and returns the last message. A panic is
// its error.
func (s *Session) inSlot(id string, x *running, run func(x *running) (any, error)) (last any) {
	stopped := answer{head: head{typeStopped, id}}
	defer func() {
		if r := recover(); r != nil {
			last = answer{head{typeError, id}, fmt.Sprintf("the search has failed: %v", r)}
		}
	}()
	defer s.leave(x)
	if !s.enter(x, func() { s.send(answer{head{typeWaiting, id}, waits}) }) {
		return stopped
	}
	last, err := run(x)
	switch {
	case x.Err() != nil:
		return stopped
	case err != nil:
		return answer{head{typeError, id}, err.Error()}
	}
	return last
}

// onRunning changes a search if it is still under way.
func (s *Session) onRunning(id string, change func(x *running)) {
	s.lock.Lock()
	defer s.lock.Unlock()
	if x := s.searches[id]; x != nil {
		change(x)
	}
}

// stop stops a search.
func (s *Session) stop(m *head) error {
	s.onRunning(m.ID, func(x *running) { x.cancel() })
	return nil
}
