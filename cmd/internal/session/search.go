package session

import (
	"fmt"
	"iter"
	"math"
	"time"

	"github.com/searchex/searchex/asm"
	"github.com/searchex/searchex/cmd/internal/explain/difference"
	"github.com/searchex/searchex/cmd/internal/explain/poke"
	"github.com/searchex/searchex/cmd/internal/play/clock"
	"github.com/searchex/searchex/cmd/internal/report"
	"github.com/searchex/searchex/goengine"
	"github.com/searchex/searchex/hostbridge"
	"github.com/searchex/searchex/hostbridge/equal"
)

// search begins a search.
func (s *Session) search(o *order) error {
	if err := o.setUp(); err != nil {
		return err
	}
	if len(o.Poke) > 0 && o.kind.Image == nil {
		return fmt.Errorf("poke: engine %s has no ROM", o.Engine)
	}
	x := &running{}
	x.setPace(o.Hz)
	if o.Speed > 0 {
		x.setPace(float64(o.kind.Timed().Clock) * float64(o.Speed) / 100)
	}
	return s.begin(o.ID, x, func(x *running) (any, error) { return s.run(x, o) })
}

// paceOrder is a message that changes the clock of a search.
type paceOrder struct {
	head
	Hz float64 `json:"hz"`
}

// pace changes the clock of a search under way.
func (s *Session) pace(m *paceOrder) error {
	if !(m.Hz >= 0 && m.Hz <= maxHz) {
		return fmt.Errorf("hz %g: want up to %d, or 0 for no delay", m.Hz, maxHz)
	}
	s.onRunning(m.ID, func(x *running) { x.setPace(m.Hz) })
	return nil
}

// run carries out an order, and returns its last message.
func (s *Session) run(x *running, o *order) (last any, err error) {
	l, err := s.lane(x, o)
	if err != nil {
		return nil, err
	}
	if len(o.Poke) > 0 {
		last, err = l.compare()
	} else {
		last, err = l.alone()
	}
	if l.differs || x.Err() != nil {
		l.report(l.last)
	}
	return last, err
}

// lane is a search that is followed. It implements hostbridge.Engine.
type lane struct {
	hostbridge.Engine
	x    *running
	o    *order
	s    *Session
	rate clock.Rate

	// expected returns the next event that the search should have, nil if that is not known.
	// differs reports that it had another.
	expected func() (goengine.Event, bool)
	differs  bool
	heard    uint64 // events up to the last tick, and the cycles at the last of them
	heardAt  uint64

	hash goengine.EventHash
	// since is the time, and from the cycles, from which on the machine has the clock hz, in
	// Hz, 0 for no delay.
	since  time.Time
	from   uint64
	hz     float64
	rebase bool
	f      hostbridge.Follower
	sent   time.Time
	last   hostbridge.Progress
	state  progress
}

// reportEvery is the least time between two reports of a search, on the host.
const reportEvery = 100 * time.Millisecond

// placeEvery is reportEvery of a search whose places are shown.
const placeEvery = 50 * time.Millisecond

// lane sets up a search.
func (s *Session) lane(x *running, o *order) (*lane, error) {
	e, err := s.NewEngine(o.Engine)
	if err != nil {
		return nil, err
	}
	rate := clock.RateOf(hostbridge.ClockOf(e), 0)
	if o.Seconds != nil {
		limiter, ok := e.(hostbridge.CycleLimiter)
		if !ok {
			return nil, fmt.Errorf("engine %s: it has no clock: want sx or nodes", o.Engine)
		}
		limiter.SetCycleLimit(rate.Cycles(time.Duration(*o.Seconds * float64(time.Second))))
	}
	if on, ok := e.(hostbridge.Emulated); ok {
		for _, text := range o.Poke {
			c, err := poke.Parse(text, on.Machine().Program())
			if err != nil {
				return nil, fmt.Errorf("poke %s: %w", short(text), err)
			}
			on.Machine().Write(c.Addr, c.To)
		}
	}
	l := &lane{Engine: e, x: x, o: o, s: s, rate: rate, since: s.Clock.Now(), hz: x.hz()}
	l.f = hostbridge.Follower{Every: l.every(), Iteration: l.iteration, Best: l.best, Tick: l.tick}
	e.Follow(&l.f)
	l.state = progress{head: head{typeProgress, o.ID}, Engine: o.Engine, PV: []string{}, SAN: []string{}, Iterations: []iteration{}}
	return l, nil
}

// alone makes the search as searchex search does.
func (l *lane) alone() (any, error) {
	f, err := equal.Search(l.x, l, l.o.task)
	if err != nil {
		return nil, err
	}
	spent := f.Result.Spent()
	l.pace(spent)
	if f.PV == nil {
		f.PV = []string{}
	}
	return found{head{typeFound, l.o.ID}, f, report.PawnsInWords(int(f.Score)), l.o.root.Line(f.PV), l.state.Iterations, l.rate.Time(spent).Milliseconds(), f.Took.Milliseconds()}, nil
}

// compare makes the search of a machine whose ROM was changed, and holds each of its events
// against Go's. At the first that differs it stops.
func (l *lane) compare() (any, error) {
	reference, err := l.s.NewEngine("go")
	if err != nil {
		return nil, err
	}
	next, stop := iter.Pull(l.events(reference))
	defer stop()
	l.expected = next
	last, err := l.alone()
	if _, more := next(); !l.differs && !more && err == nil || l.x.Err() != nil {
		return last, err
	}
	stop()
	l.f = hostbridge.Follower{Every: l.every(), Tick: func(hostbridge.Progress) { l.s.yield(l.x) }}
	d, _, err := equal.FirstDifference(l.x, reference, l.Engine, l.o.task)
	switch {
	case err != nil:
		return nil, err
	case d == nil:
		return nil, fmt.Errorf("engine %s: the searches differ only while they are watched", l.o.Engine)
	}
	l.differs = true // also if it was silent, or had events too few
	r := difference.New(l.o.task, d, func(name string) (*asm.Image, error) {
		k, err := hostbridge.KindOf(name)
		if err != nil || k.Image == nil {
			return nil, fmt.Errorf("engine %s has no ROM", name)
		}
		return k.Image()
	})
	return differs{head{typeDiffers, l.o.ID}, r, r.Error()}, nil
}

// events are the events of the search on another engine, one by one.
func (l *lane) events(e hostbridge.Engine) iter.Seq[goengine.Event] {
	return func(yield func(goengine.Event) bool) {
		more := true
		e.Attach(goengine.CallbackFunc(func(n hostbridge.Node, ev *goengine.Event) {
			if more && !yield(*ev) {
				more = false
				n.Stop()
			}
		}))
		defer e.Attach(nil)
		_, _ = e.Search(l.x, l.o.task.Game, &l.o.task.Profile, l.o.task.Limits) // Go has no faults
	}
}

// quietCycles is how long a machine may run without an event before it is no longer slowed
// down: ten times longer than in any search. If it hangs, its engine soon ends the search.
const quietCycles = 4_000_000

// hear notes the cycles at the last event.
func (l *lane) hear(q hostbridge.Progress) {
	if l.hash.Count != l.heard {
		l.heard, l.heardAt = l.hash.Count, q.Cycles
	}
}

// differ stops the machine.
func (l *lane) differ() {
	l.differs = true
	if on, ok := l.Engine.(hostbridge.Emulated); ok {
		on.Machine().Stop()
	}
}

// Attach implements hostbridge.Engine. The events are hashed for the progress too.
func (l *lane) Attach(c hostbridge.Callbacks) {
	if c == nil {
		l.Engine.Attach(nil)
		return
	}
	l.Engine.Attach(goengine.CallbackFunc(func(n hostbridge.Node, e *goengine.Event) {
		if l.expected != nil {
			if l.differs {
				return // it is about to stop
			}
			if want, ok := l.expected(); !ok || want != *e {
				l.differ()
				return
			}
		}
		l.hash.Event(n, e)
		c.Event(n, e)
	}))
}

// Ticks of a search: how often it reports, adjusts its speed and yields.
const (
	ticksASecond = 50      // of the machine's time, at its own speed
	fastCycles   = 250_000 // without a delay: a few milliseconds of the host's
	fastNodes    = 2000
	nodeCycles   = 1500 // a node of Go, which counts nodes
)

// every returns the interval of ticks at the present clock, in cycles, or nodes of Go.
func (l *lane) every() uint64 {
	every := uint64(fastCycles)
	if l.hz > 0 {
		every = min(uint64(l.hz)/ticksASecond, fastCycles)
	}
	if l.Clock() == 0 {
		if every = min(every/nodeCycles, fastNodes); l.hz == 0 {
			every = fastNodes
		}
	}
	return max(every, 1)
}

// iteration notes the end of an iteration.
func (l *lane) iteration(q hostbridge.Progress) {
	l.state.Iterations = append(l.state.Iterations, iteration{q.SX, l.hash.Count, l.sum(), q.Nodes, q.Cycles})
	l.best(q)
}

// best takes over the best line.
func (l *lane) best(q hostbridge.Progress) {
	l.state.PV = l.o.task.Position().UCILine(q.PV)
	l.state.SAN = l.o.root.Line(l.state.PV)
	l.state.Score, l.state.Value = int(q.Score), report.PawnsInWords(int(q.Score))
	l.tick(q)
}

// tick reports the progress at most every reportEvery, at the time at which the machine
// would have made it.
func (l *lane) tick(q hostbridge.Progress) {
	l.last = q
	if l.hear(q); l.differs {
		return
	}
	l.pace(q.Cycles)
	l.s.yield(l.x)
	every := reportEvery
	if l.o.Places {
		every = placeEvery
	}
	if now := l.s.Clock.Now(); now.Sub(l.sent) >= every {
		l.sent = now
		l.report(q)
	}
}

// report sends the progress.
func (l *lane) report(q hostbridge.Progress) {
	w := &l.state
	w.Nodes, w.Cycles, w.Ms, w.Deepest = q.Nodes, q.Cycles, l.rate.Time(q.Cycles).Milliseconds(), q.Deepest
	w.Events, w.Hash = l.hash.Count, l.sum()
	if l.o.Places {
		w.Place = placeOf(l.Engine)
	}
	l.s.send(w)
}

// sum returns the hash of the events so far.
func (l *lane) sum() string { return fmt.Sprintf("%016x", l.hash.Sum) }

// pace waits until as much time has passed on the host as on the machine.
func (l *lane) pace(cycles uint64) {
	if hz := l.x.hz(); hz != l.hz || l.rebase {
		// The next tick is still at the interval of the clock before.
		l.rebase = hz != l.hz
		l.hz, l.since, l.from = hz, l.s.Clock.Now(), cycles
		l.f.Every = l.every()
	}
	if l.hz == 0 || l.x.Err() != nil || l.expected != nil && cycles-l.heardAt > quietCycles {
		return
	}
	due := time.Duration(min(float64(cycles-l.from)/l.hz*float64(time.Second), math.MaxInt64/2))
	if wait := due - l.s.Clock.Now().Sub(l.since); wait >= time.Millisecond {
		l.s.Clock.Sleep(wait, l.x.Done())
	}
}
