package session

import (
	"context"
	"fmt"
	"sync/atomic"
)

// running is a search under way.
type running struct {
	cancel context.CancelFunc
	// pace is its clock (see order), credit the decisions that it may still report (see
	// watch); each is nil if the search has none.
	pace   *atomic.Uint64
	credit *credit
	slot   bool // it has one of Slots
}

// begin runs a search on a goroutine of its own, which returns its last message. The last
// message of a search that was stopped, or failed, says so.
func (s *Session) begin(id string, x *running, run func(ctx context.Context) (last any, err error)) error {
	s.lock.Lock()
	defer s.lock.Unlock()
	if s.searches[id] != nil {
		return fmt.Errorf("a search %q is under way: stop it first", id)
	}
	if len(s.searches) >= MaxSearches {
		return fmt.Errorf("%d searches are under way: stop one first", MaxSearches)
	}
	ctx, cancel := context.WithCancel(s.ctx)
	x.cancel, s.searches[id] = cancel, x
	ctx = context.WithValue(ctx, runningKey{}, x)
	s.work.Go(func() {
		last := s.inSlot(ctx, id, x, run)
		s.lock.Lock()
		delete(s.searches, id)
		s.lock.Unlock()
		cancel()
		s.send(last)
	})
	return nil
}

// inSlot runs a search when there is room for it, and returns the last message. A panic is
// its error.
func (s *Session) inSlot(ctx context.Context, id string, x *running, run func(ctx context.Context) (any, error)) (last any) {
	stopped := answer{head: head{typeStopped, id}}
	defer func() {
		if r := recover(); r != nil {
			last = answer{head{typeError, id}, fmt.Sprintf("the search has failed: %v", r)}
		}
	}()
	defer s.leave(x)
	if !s.enter(ctx, x, func() { s.send(answer{head{typeWaiting, id}, waits}) }) {
		return stopped
	}
	last, err := run(ctx)
	switch {
	case ctx.Err() != nil:
		return stopped
	case err != nil:
		return answer{head{typeError, id}, err.Error()}
	}
	return last
}

// stop stops a search.
func (s *Session) stop(h head, message []byte) error {
	if err := decode(message, &head{}); err != nil {
		return err
	}
	s.lock.Lock()
	defer s.lock.Unlock()
	if x := s.searches[h.ID]; x != nil {
		x.cancel()
	}
	return nil
}
