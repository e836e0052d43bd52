package session

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"math"
	"sync/atomic"
	"time"

	"github.com/searchex/searchex/asm"
	"github.com/searchex/searchex/cmd/internal/chess/rules"
	"github.com/searchex/searchex/cmd/internal/explain/difference"
	"github.com/searchex/searchex/cmd/internal/explain/poke"
	"github.com/searchex/searchex/cmd/internal/play/clock"
	"github.com/searchex/searchex/cmd/internal/report"
	"github.com/searchex/searchex/emu"
	"github.com/searchex/searchex/goengine"
	"github.com/searchex/searchex/hostbridge"
	"github.com/searchex/searchex/hostbridge/equal"
)

// order is a message that begins a search.
type order struct {
	head
	Engine  string   `json:"engine"`
	Profile string   `json:"profile"`
	FEN     string   `json:"fen"`
	Moves   []string `json:"moves"`
	// Root restricts the root to some moves, in UCI notation.
	Root []string `json:"root"`
	// SX, Nodes and Seconds, of the machine's time, end the search.
	SX      *int     `json:"sx"`
	Nodes   *uint64  `json:"nodes"`
	Seconds *float64 `json:"seconds"`
	// Speed is the speed of the machine's clock in percent, 0 for as fast as possible.
	Speed int `json:"speed"`
	// Poke changes bytes of the machine's ROM: ADDR=BYTE.
	Poke []string `json:"poke"`
	// Hz, if it isn't 0, is the machine's clock, instead of Speed. Places asks for the
	// place in the program with the progress.
	Hz     float64 `json:"hz"`
	Places bool    `json:"places"`

	// pace is the machine's clock in Hz as bits of a float64, 0 for no delay.
	pace atomic.Uint64
}

// Bounds of an order.
const (
	maxMoves   = 6000
	maxPokes   = 16
	maxSeconds = 1_000_000
	maxHz      = 1_000_000_000
)

// check returns what is wrong with the numbers of an order.
func (o *order) check() error {
	switch {
	case o.ID == "":
		return errors.New("a search wants an id, by which it is stopped")
	case o.SX != nil && (*o.SX < 0 || *o.SX > goengine.MaxSX):
		return fmt.Errorf("sx %d: want 0 to %d", *o.SX, goengine.MaxSX)
	case o.Nodes != nil && *o.Nodes == 0:
		return errors.New("nodes 0: want at least 1")
	case o.Seconds != nil && !(*o.Seconds > 0 && *o.Seconds <= maxSeconds):
		return fmt.Errorf("seconds %g: want more than 0, up to %d", *o.Seconds, maxSeconds)
	case o.Speed < 0 || o.Speed > maxSpeed:
		return fmt.Errorf("speed %d: want 1 to %d percent, or 0 for no delay", o.Speed, maxSpeed)
	case !(o.Hz >= 0 && o.Hz <= maxHz) || o.Hz > 0 && o.Speed > 0:
		return fmt.Errorf("hz %g: want up to %d, and no speed", o.Hz, maxHz)
	case len(o.Moves) > maxMoves:
		return fmt.Errorf("%d moves: want at most %d", len(o.Moves), maxMoves)
	case len(o.Poke) > maxPokes:
		return fmt.Errorf("%d pokes: want at most %d", len(o.Poke), maxPokes)
	case len(o.Poke) > 0 && o.Seconds != nil:
		return errors.New("seconds with poke: want sx or nodes, so that Go stops where the machine does")
	}
	return nil
}

// task returns the search that is ordered.
func (o *order) task() (*hostbridge.Task, error) {
	prof, err := goengine.ParseProfile(o.Profile)
	if err != nil {
		return nil, err
	}
	p, err := goengine.ParseFEN(o.FEN)
	if err != nil {
		return nil, err
	}
	t := &hostbridge.Task{FEN: o.FEN, Game: goengine.NewGame(p), ProfileName: o.Profile, Profile: prof}
	for _, m := range o.Moves {
		if err := t.Game.Play(m); err != nil {
			return nil, err
		}
	}
	if o.SX != nil {
		t.Limits.SX, t.Limits.SXSet = *o.SX, true
	}
	if o.Nodes != nil {
		t.Limits.Nodes = *o.Nodes
	}
	for _, name := range o.Root {
		m, err := t.Position().ParseMove(name)
		if err != nil {
			return nil, err
		}
		t.Limits.Moves = append(t.Limits.Moves, m)
	}
	return t, nil
}

// search begins a search.
func (s *Session) search(h head, message []byte) error {
	o := &order{}
	if err := decode(message, o); err != nil {
		return err
	}
	if err := o.check(); err != nil {
		return err
	}
	task, err := o.task()
	if err != nil {
		return err
	}
	kind, err := hostbridge.KindOf(o.Engine)
	if err != nil {
		return err
	}
	if len(o.Poke) > 0 && kind.Image == nil {
		return fmt.Errorf("poke: engine %s has no ROM", o.Engine)
	}
	hz := o.Hz
	if o.Speed > 0 {
		hz = float64(kind.Timed().Clock) * float64(o.Speed) / 100
	}
	o.pace.Store(math.Float64bits(hz))
	return s.begin(h.ID, &running{pace: &o.pace}, func(ctx context.Context) (any, error) { return s.run(ctx, o, task) })
}

// setPace changes the clock of a search under way.
func (s *Session) setPace(h head, message []byte) error {
	var m struct {
		head
		Hz float64 `json:"hz"`
	}
	if err := decode(message, &m); err != nil {
		return err
	}
	if !(m.Hz >= 0 && m.Hz <= maxHz) {
		return fmt.Errorf("hz %g: want up to %d, or 0 for no delay", m.Hz, maxHz)
	}
	s.lock.Lock()
	defer s.lock.Unlock()
	if x := s.searches[h.ID]; x != nil && x.pace != nil {
		x.pace.Store(math.Float64bits(m.Hz))
	}
	return nil
}

// run carries out an order, and returns its last message.
func (s *Session) run(ctx context.Context, o *order, t *hostbridge.Task) (last any, err error) {
	l, err := s.lane(ctx, o, t)
	if err != nil {
		return nil, err
	}
	if len(o.Poke) > 0 {
		last, err = l.compare()
	} else {
		last, err = l.alone()
	}
	if l.differs || ctx.Err() != nil {
		l.report(l.last)
	}
	return last, err
}

// lane is a search that is followed. It implements hostbridge.Engine.
type lane struct {
	hostbridge.Engine
	ctx  context.Context
	o    *order
	task *hostbridge.Task
	s    *Session
	rate clock.Rate
	root rules.Position

	// expected returns the next event that the search should have, nil if that is not known.
	// differs reports that it had another.
	expected func() (goengine.Event, bool)
	differs  bool
	heard    uint64 // events up to the last tick, and the cycles at the last of them
	heardAt  uint64

	hash goengine.EventHash
	runs int
	// since is the time, and from the cycles, from which on the machine has the clock hz, in
	// Hz, 0 for no delay.
	since  time.Time
	from   uint64
	hz     float64
	rebase bool
	f      *hostbridge.Follower
	sent   time.Time
	last   hostbridge.Progress
	state  progress
}

// reportEvery is the least time between two reports of a search, on the host.
const reportEvery = 100 * time.Millisecond

// placeEvery is reportEvery of a search whose places are shown.
const placeEvery = 50 * time.Millisecond

// lane sets up a search.
func (s *Session) lane(ctx context.Context, o *order, t *hostbridge.Task) (*lane, error) {
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
	root, err := rules.ParsePosition(t.Position().FEN())
	if err != nil {
		return nil, err
	}
	l := &lane{Engine: e, ctx: ctx, o: o, task: t, s: s, rate: rate, root: root, since: s.Clock.Now(), hz: math.Float64frombits(o.pace.Load())}
	l.state = progress{head: head{typeProgress, o.ID}, Engine: o.Engine, PV: []string{}, SAN: []string{}, Iterations: []iteration{}}
	return l, nil
}

// alone makes the search as searchex search does.
func (l *lane) alone() (any, error) {
	f, err := equal.Search(l.ctx, l, l.task)
	if err != nil {
		return nil, err
	}
	spent := f.Result.Spent()
	l.pace(spent)
	if f.PV == nil {
		f.PV = []string{}
	}
	return found{head{typeFound, l.o.ID}, f, report.PawnsInWords(int(f.Score)), l.root.Line(f.PV), l.state.Iterations, l.rate.Time(spent).Milliseconds(), f.Took.Milliseconds()}, nil
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
	l.expected = nil
	if _, more := next(); !l.differs && !more && err == nil || l.ctx.Err() != nil {
		return last, err
	}
	stop()
	d, _, err := equal.FirstDifference(l.ctx, reference, onMachine{l}, l.task)
	switch {
	case err != nil:
		return nil, err
	case d == nil:
		return nil, fmt.Errorf("engine %s: the searches differ only while they are watched", l.o.Engine)
	}
	l.differs = true // also if it was silent, or had events too few
	r := difference.New(l.task, d, func(name string) (*asm.Image, error) {
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
		_, _ = e.Search(l.ctx, l.task.Game, &l.task.Profile, l.task.Limits) // Go has no faults
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

// onMachine is a lane on a machine.
type onMachine struct{ *lane }

// Machine implements hostbridge.Emulated.
func (o onMachine) Machine() emu.Machine { return o.Engine.(hostbridge.Emulated).Machine() }

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
		if l.runs == 1 {
			l.hash.Event(n, e)
		}
		c.Event(n, e)
	}))
}

// Search implements hostbridge.Engine. Only the first search is followed; a difference is
// found by repeating it.
func (l *lane) Search(ctx context.Context, g *goengine.Game, prof *goengine.Profile, limits goengine.Limits) (hostbridge.Result, error) {
	l.runs++
	l.Engine.Follow(l.follower())
	defer l.Engine.Follow(nil)
	return l.Engine.Search(ctx, g, prof, limits)
}

// Ticks of a search: how often it reports, adjusts its speed and yields.
const (
	ticksASecond = 50      // of the machine's time, at its own speed
	fastCycles   = 250_000 // without a delay: a few milliseconds of the host's
	fastNodes    = 2000
	nodeCycles   = 1500 // a node of Go, which counts nodes
)

// follower returns the listener of a search.
func (l *lane) follower() *hostbridge.Follower {
	every := l.every()
	if l.runs > 1 {
		return &hostbridge.Follower{Every: every, Tick: func(hostbridge.Progress) { l.s.yield(l.ctx) }}
	}
	l.f = &hostbridge.Follower{
		Every: every,
		Iteration: func(q hostbridge.Progress) {
			l.best(q)
			l.state.Iterations = append(l.state.Iterations, iteration{q.SX, l.hash.Count, l.sum(), q.Nodes, q.Cycles})
			l.tick(q)
		},
		Best: func(q hostbridge.Progress) {
			l.best(q)
			l.tick(q)
		},
		Tick: l.tick,
	}
	return l.f
}

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

// best takes over the best line.
func (l *lane) best(q hostbridge.Progress) {
	l.state.PV = l.task.Position().UCILine(q.PV)
	l.state.SAN = l.root.Line(l.state.PV)
	l.state.Score, l.state.Value = int(q.Score), report.PawnsInWords(int(q.Score))
}

// tick reports the progress at most every reportEvery, at the time at which the machine
// would have made it.
func (l *lane) tick(q hostbridge.Progress) {
	l.last = q
	if l.hear(q); l.differs {
		return
	}
	l.pace(q.Cycles)
	l.s.yield(l.ctx)
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
	if hz := math.Float64frombits(l.o.pace.Load()); hz != l.hz || l.rebase {
		// The next tick is still at the interval of the clock before.
		l.rebase = hz != l.hz
		l.hz, l.since, l.from = hz, l.s.Clock.Now(), cycles
		l.f.Every = l.every()
	}
	if l.hz == 0 || l.runs > 1 || l.ctx.Err() != nil || l.expected != nil && cycles-l.heardAt > quietCycles {
		return
	}
	due := time.Duration(min(float64(cycles-l.from)/l.hz*float64(time.Second), math.MaxInt64/2))
	if wait := due - l.s.Clock.Now().Sub(l.since); wait >= time.Millisecond {
		l.s.Clock.Sleep(wait, l.ctx.Done())
	}
}
