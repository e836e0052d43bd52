package session

import (
	"slices"
	"sync"

	"github.com/searchex/searchex/hostbridge"
)

// Slots bounds the searches that run at a time, of all sessions that share it, and divides
// them fairly: a search of a session with more slots passes its slot on to one with fewer.
type Slots struct {
	lock    sync.Mutex
	free    int
	held    map[*Session]int
	waiting []*waiter // in the order of their coming
}

// waiter is a search without a slot.
type waiter struct {
	session *Session
	granted chan struct{} // closed when it has a slot
}

// NewSlots returns n slots.
func NewSlots(n int) *Slots { return &Slots{free: n, held: map[*Session]int{}} }

// Busy reports whether a search has a slot.
func (s *Slots) Busy() bool {
	s.lock.Lock()
	defer s.lock.Unlock()
	return len(s.held) > 0
}

// take takes a slot if there is one. Otherwise it returns a waiter that will get one.
func (s *Slots) take(x *Session) *waiter {
	s.lock.Lock()
	defer s.lock.Unlock()
	w := &waiter{x, make(chan struct{})}
	s.waiting = append(s.waiting, w)
	s.grant()
	select {
	case <-w.granted:
		return nil
	default:
		return w
	}
}

// grant gives free slots to those of the waiters whose sessions have the fewest.
func (s *Slots) grant() {
	for s.free > 0 && len(s.waiting) > 0 {
		i := s.neediest()
		w := s.waiting[i]
		s.waiting = slices.Delete(s.waiting, i, i+1)
		s.free--
		s.held[w.session]++
		close(w.granted)
	}
}

// neediest returns the place of the first waiter whose session has the fewest slots.
func (s *Slots) neediest() int {
	best := 0
	for i, w := range s.waiting {
		if s.held[w.session] < s.held[s.waiting[best].session] {
			best = i
		}
	}
	return best
}

// give gives a slot of a session back.
func (s *Slots) give(x *Session) {
	s.lock.Lock()
	defer s.lock.Unlock()
	if s.held[x]--; s.held[x] == 0 {
		delete(s.held, x)
	}
	s.free++
	s.grant()
}

// cancel ends the wait of a waiter. It reports whether the waiter got a slot meanwhile.
func (s *Slots) cancel(w *waiter) bool {
	s.lock.Lock()
	defer s.lock.Unlock()
	if i := slices.Index(s.waiting, w); i >= 0 {
		s.waiting = slices.Delete(s.waiting, i, i+1)
		return false
	}
	return true
}

// owes reports whether a session should pass a slot on: another one waits that has fewer.
func (s *Slots) owes(x *Session) bool {
	s.lock.Lock()
	defer s.lock.Unlock()
	return len(s.waiting) > 0 && s.held[s.waiting[s.neediest()].session] < s.held[x]
}

// waits is what a page is told of a search that waits.
const waits = "a search waits: this server runs as many as it can, and gives each page its share"

// enter waits until there is room for a search. wait, if not nil, is called when there is
// none at once. It reports false if the search is stopped.
func (s *Session) enter(x *running, wait func()) bool {
	if s.Slots == nil {
		return x.Err() == nil
	}
	w := s.Slots.take(s)
	if w == nil {
		x.slot = true
		return true
	}
	if wait != nil {
		wait()
	}
	select {
	case <-w.granted:
		x.slot = true
	case <-x.Done():
		if s.Slots.cancel(w) {
			s.Slots.give(s)
		}
	}
	return x.slot
}

// leave makes room for another search.
func (s *Session) leave(x *running) {
	if x.slot {
		x.slot = false
		s.Slots.give(s)
	}
}

// yield lets others have their turn: messages that arrive, and searches of sessions that
// have fewer slots. A search calls it several times a second.
func (s *Session) yield(x *running) {
	s.Yield()
	if x.slot && s.Slots.owes(s) {
		s.leave(x)
		s.enter(x, nil)
	}
}

// yielding returns a follower that only yields.
func (s *Session) yielding(x *running) *hostbridge.Follower {
	return &hostbridge.Follower{Every: fastNodes, Tick: func(hostbridge.Progress) { s.yield(x) }}
}
