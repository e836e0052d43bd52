// Package thinker has an engine look for a move, at the speed of its machine's
// clock or faster, and tells meanwhile how it comes along.
package thinker

import (
	"fmt"
	"hash/fnv"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/searchex/searchex/cmd/internal/play/clock"
	"github.com/searchex/searchex/cmd/internal/play/level"
	"github.com/searchex/searchex/cmd/internal/report"
	"github.com/searchex/searchex/goengine"
	"github.com/searchex/searchex/hostbridge"
)

// Clock is the host's time.
type Clock interface {
	Now() time.Time
	// Sleep returns after d, or when wake is closed.
	Sleep(d time.Duration, wake <-chan struct{})
}

// Task is what an engine is asked.
type Task struct {
	Engine, Profile string
	// FEN and the Moves (UCI) from there lead to the position on the board.
	FEN   string
	Moves []string
	// Time is that of the machine; 0 is the search's first iteration.
	Time time.Duration
	// Elo, where it isn't 0, is a rated level's: sx81 with as many nodes as it has,
	// whatever Profile and Time.
	Elo int
	// Mate asks for a proof of a mate in so many moves, 0 for an ordinary search.
	Mate int
	// Exclude are moves (UCI) that are not to be given.
	Exclude []string
	// Book: a move of the book will do. Seed chooses among several.
	Book bool
	Seed uint64
	// Speed is that of the machine's clock in hundredths of its own, 0 for as fast
	// as this computer can.
	Speed int
	// Watch asks for Report.Path.
	Watch bool
}

// Step is a move of the line that is being searched.
type Step struct {
	Move string
	// Left is the SX that is left after the move for the side that made it.
	Left int
}

// Report is how far a search has come.
type Report struct {
	// Line is the best so far, UCI, and Score its value in units (a pawn is 64)
	// for the side to move; Depth counts iterations, SX is the last one's. They are
	// empty until the first move has been valued.
	Line  []string
	Score int
	Depth int
	SX    int
	// Nodes and Cycles have been spent; Time is that on the machine's clock.
	Nodes, Cycles uint64
	Time          time.Duration
	// Path is the line that is being searched, for a Task with Watch.
	Path []Step
}

// Answer is what a search has found.
type Answer struct {
	Report
	// Move is "" where there is none: no legal move, or no mate.
	Move string
	// Book: it is a move of the book, and nothing was searched.
	Book bool
	// Proved answers Task.Mate: there is such a mate, or (Refuted) none.
	Proved, Refuted bool
	Err             error
}

// Thinker has the engines, which are made when first asked for. One search runs
// at a time; the next waits for its end.
type Thinker struct {
	clock   Clock
	make    func(name string) (hostbridge.Engine, error)
	one     sync.Mutex
	engines map[string]hostbridge.Engine
}

// New returns a thinker with the engines that make makes.
func New(c Clock, make func(name string) (hostbridge.Engine, error)) *Thinker {
	return &Thinker{clock: c, make: make, engines: map[string]hostbridge.Engine{}}
}

// Search is a search that runs.
type Search struct {
	stop atomic.Bool
	once sync.Once
	wake chan struct{}
	done chan struct{}
}

// Stop ends the search as soon as it has any move.
func (s *Search) Stop() {
	s.stop.Store(true)
	s.once.Do(func() { close(s.wake) })
}

// Stopped reports whether Stop was called.
func (s *Search) Stopped() bool { return s.stop.Load() }

// Wait waits for the search's answer to have been told.
func (s *Search) Wait() { <-s.done }

// Start begins a search. tell is called with reports, then done with the answer,
// both on a goroutine of the search, which waits for them.
func (t *Thinker) Start(task Task, tell func(Report), done func(Answer)) *Search {
	s := &Search{wake: make(chan struct{}), done: make(chan struct{})}
	go func() {
		defer close(s.done)
		t.one.Lock()
		defer t.one.Unlock()
		done(t.think(task, s, tell))
	}()
	return s
}

// think returns a search from beginning to end.
func (t *Thinker) think(task Task, s *Search, tell func(Report)) (a Answer) {
	defer func() {
		if r := recover(); r != nil {
			delete(t.engines, task.Engine)
			a = Answer{Err: fmt.Errorf("engine %s: %v", task.Engine, r)}
		}
	}()
	r, err := t.prepare(task, s, tell)
	if err != nil {
		return Answer{Err: err}
	}
	if err := r.run(); err != nil {
		return Answer{Err: fmt.Errorf("engine %s: %w", task.Engine, err)}
	}
	return r.answer
}

// run is one search under way.
type run struct {
	Task
	*Search
	clock  Clock
	engine hostbridge.Engine
	game   *goengine.Game
	prof   goengine.Profile
	rate   clock.Rate
	began  time.Time
	tell   func(Report)
	path   *path

	spent, nodes uint64 // of the searches before the one under way
	last         Report
	answer       Answer
}

// prepare sets an engine and a game up.
func (t *Thinker) prepare(task Task, s *Search, tell func(Report)) (*run, error) {
	e := t.engines[task.Engine]
	if e == nil {
		var err error
		if e, err = t.make(task.Engine); err != nil {
			return nil, err
		}
		t.engines[task.Engine] = e
	}
	prof, err := goengine.ParseProfile(task.Profile)
	if err != nil {
		return nil, err
	}
	p, err := goengine.ParseFEN(task.FEN)
	if err != nil {
		return nil, err
	}
	g := goengine.NewGame(p)
	for _, m := range task.Moves {
		if err := g.Play(m); err != nil {
			return nil, err
		}
	}
	return &run{
		Task: task, Search: s, clock: t.clock, engine: e, game: g, prof: prof,
		rate: clock.RateOf(hostbridge.ClockOf(e), 0), began: t.clock.Now(), tell: tell,
	}, nil
}

// run answers the task.
func (r *run) run() error {
	legal := r.game.Position().LegalMoves()
	if len(legal) == 0 {
		return nil
	}
	var moves []goengine.Move
	for _, m := range legal {
		if !slices.Contains(r.Exclude, r.game.Position().UCI(m)) {
			moves = append(moves, m)
		}
	}
	if len(moves) == 0 {
		moves = legal
	}
	l := goengine.Limits{Stop: &r.stop}
	if len(moves) < len(legal) {
		l.Moves = moves
	}
	if r.Mate > 0 {
		return r.proveMate(l)
	}
	if r.Book && r.fromBook(moves) {
		return nil
	}
	bound := r.rate.Cycles(r.Time)
	if r.Elo > 0 {
		r.prof, l.Nodes, bound = level.RatedProfile(), level.RatedNodes(r.Elo), 0
	} else if r.Time <= 0 || len(moves) == 1 {
		l.SX, l.SXSet, bound = int(r.prof.Start), true, 0
	} else {
		bound -= min(r.spent, bound-1)
	}
	result, err := r.search(&r.prof, l, bound)
	if err != nil {
		return err
	}
	r.finish(result)
	return nil
}

// fromBook answers with a move of the book.
func (r *run) fromBook(moves []goengine.Move) bool {
	p := r.game.Position()
	m, ok, cycles, err := r.engine.BookMove(r.game, bookByte(r.Seed, p.FEN()))
	r.spent += cycles
	if err != nil || !ok || !slices.Contains(moves, m) {
		return false
	}
	r.pace(r.spent)
	r.answer = Answer{Report: Report{Line: []string{p.UCI(m)}, Cycles: r.spent, Time: r.rate.Time(r.spent)}, Move: p.UCI(m), Book: true}
	return true
}

// bookByte chooses among the moves of the book: the same for the same seed and
// position.
func bookByte(seed uint64, fen string) byte {
	h := fnv.New32a()
	fmt.Fprintf(h, "%d %s", seed, fen)
	sum := h.Sum32()
	return byte(sum ^ sum>>8 ^ sum>>16 ^ sum>>24)
}

// proveMate looks for a mate in so many moves with every move at the price of a
// ply, which proves it or that there is none.
func (r *run) proveMate(l goengine.Limits) error {
	uniform, _ := goengine.ProfileByName("uniform")
	l.MateIn, l.SX, l.SXSet = r.Mate, 8*(2*r.Mate-1), true
	result, err := r.search(&uniform, l, 0)
	if err != nil {
		return err
	}
	r.answer.Report = r.last
	switch moves, ok := report.Mate(int(result.Score)); {
	case result.Best != goengine.NoMove && ok && result.Score > 0 && moves <= r.Mate:
		r.finish(result)
		r.answer.Proved = true
	case !result.Stopped:
		r.answer.Refuted = true
	}
	return nil
}

// search runs the engine; cycles bound it where they are not 0.
func (r *run) search(prof *goengine.Profile, l goengine.Limits, cycles uint64) (hostbridge.Result, error) {
	if limiter, ok := r.engine.(hostbridge.CycleLimiter); ok {
		limiter.SetCycleLimit(cycles)
	}
	r.engine.Attach(nil)
	if r.path = nil; r.Watch {
		r.path = &path{twoBudgets: prof.Switches&goengine.TwoBudgets != 0}
		r.engine.Attach(r.path)
	}
	r.engine.Follow(r.follower())
	defer func() {
		r.engine.Attach(nil)
		r.engine.Follow(nil)
	}()
	result, err := r.engine.Search(r.game, prof, l)
	if err != nil {
		return result, err
	}
	r.pace(r.spent + result.Spent())
	r.nodes += result.Nodes
	r.spent += result.Spent()
	r.last.Nodes, r.last.Cycles, r.last.Time = r.nodes, r.spent, r.rate.Time(r.spent)
	return result, nil
}

// finish makes a result the answer.
func (r *run) finish(result hostbridge.Result) {
	r.last.Score = int(result.Score)
	r.last.Line = r.game.Position().UCILine(result.PV)
	r.last.Path = nil
	r.answer = Answer{Report: r.last, Move: r.game.Position().UCI(result.Best)}
}

// ticksASecond is how often a search tells of itself and is held to its speed. Go,
// which counts nodes, takes nodeCycles for each.
const (
	ticksASecond = 50
	nodeCycles   = 1500
)

// follower tells of the search under way and holds it back to its speed.
func (r *run) follower() *hostbridge.Follower {
	every := uint64(r.rate.Clock) / ticksASecond
	if r.Speed > 0 {
		every = every * uint64(r.Speed) / 100
	} else {
		every *= 20 // of a machine that is some twenty times as fast
	}
	if r.engine.Clock() == 0 {
		every /= nodeCycles
	}
	return &hostbridge.Follower{
		Every: max(every, 1),
		Iteration: func(q hostbridge.Progress) {
			r.last.Depth++
			r.last.SX = q.SX
			r.best(q)
		},
		Best: r.best,
		Tick: r.report,
	}
}

// best notes the best line.
func (r *run) best(q hostbridge.Progress) {
	r.last.Line, r.last.Score = r.game.Position().UCILine(q.PV), int(q.Score)
	r.report(q)
}

// report tells how far the search has come, when the machine would be there.
func (r *run) report(q hostbridge.Progress) {
	cycles := r.spent + q.Cycles
	r.pace(cycles)
	r.last.Nodes, r.last.Cycles, r.last.Time = r.nodes+q.Nodes, cycles, r.rate.Time(cycles)
	r.last.Path = nil
	if r.path != nil {
		r.last.Path = r.path.steps(r.game.Position())
	}
	r.tell(r.last)
}

// pace waits until the host's clock has come to where the machine's stands.
func (r *run) pace(cycles uint64) {
	if r.Speed == 0 || r.stop.Load() {
		return
	}
	due := r.rate.Time(cycles) * 100 / time.Duration(r.Speed)
	if wait := due - r.clock.Now().Sub(r.began); wait >= time.Millisecond {
		r.clock.Sleep(wait, r.wake)
	}
}

// path notes the line that is being searched. It looks and changes nothing.
type path struct {
	goengine.NoCallbacks
	twoBudgets bool
	line       []goengine.Move
	left       [goengine.MaxPly + 2]int // by ply, after the move there
}

// Priced returns one of hostbridge.Callbacks.
func (p *path) Priced(n hostbridge.Node, m goengine.Move, _ goengine.Category, price uint8) uint8 {
	ply := n.Ply()
	own, other := n.Budget()
	p.line = append(n.Path(p.line[:0]), m)
	p.left[ply] = int(own) - int(price)
	switch {
	case ply > 0 && p.twoBudgets:
		p.left[ply-1] = int(other)
	case ply > 0:
		p.left[ply-1] = int(own)
	}
	return price
}

// steps returns the line as far as its moves are a game's.
func (p *path) steps(from *goengine.Position) (all []Step) {
	pos := *from
	for i, m := range p.line {
		name := pos.UCI(m)
		if m == goengine.NoMove || !pos.Play(m) {
			break
		}
		all = append(all, Step{name, p.left[i]})
	}
	return all
}

// Idle returns a search that has nothing to do, for brains of tests.
func Idle() *Search { return &Search{wake: make(chan struct{}), done: make(chan struct{})} }
