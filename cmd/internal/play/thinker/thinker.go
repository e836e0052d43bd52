// Package thinker lets an engine search for a move, at the speed of its machine or
// faster, and reports the progress.
package thinker

import (
	"context"
	"fmt"
	"hash/fnv"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/searchex/searchex/cmd/internal/chess/books"
	"github.com/searchex/searchex/cmd/internal/play/clock"
	"github.com/searchex/searchex/cmd/internal/play/level"
	"github.com/searchex/searchex/cmd/internal/report"
	"github.com/searchex/searchex/goengine"
	"github.com/searchex/searchex/hostbridge"
)

// Clock is the clock of the host.
type Clock interface {
	Now() time.Time
	// Sleep waits for d, or until wake is closed.
	Sleep(d time.Duration, wake <-chan struct{})
}

// HostClock is the clock of this computer.
type HostClock struct{}

// Now returns the time.
func (HostClock) Now() time.Time { return time.Now() }

// Sleep waits for d or until wake.
func (HostClock) Sleep(d time.Duration, wake <-chan struct{}) {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-wake:
	}
}

// Task is a task for an engine.
type Task struct {
	Engine, Profile string
	// FEN is the initial position, Moves (UCI) lead to the position on the board.
	FEN   string
	Moves []string
	// Time is the time for the move on the machine's clock; 0 means one iteration.
	Time time.Duration
	// Elo, if it isn't 0, is a rated level: sx81 with the level's number of nodes.
	// Profile and Time are ignored.
	Elo int
	// Mate is the number of moves of the mate to prove, 0 for an ordinary search.
	Mate int
	// Exclude has moves (UCI) that must not be the answer.
	Exclude []string
	// Book allows a move of the book. Seed determines the choice.
	Book bool
	Seed uint64
	// Speed is the speed of the machine's clock in percent, 0 for no delay.
	Speed int
	// Watch requests Report.Path.
	Watch bool
}

// Refused returns an error if the task is for a guest that cannot do it.
func (t *Task) Refused() error { return t.refused(hostbridge.PlayerOf) }

// refused is Refused, with the kinds of engines that play, by name.
func (t *Task) refused(kinds func(name string) (*hostbridge.EngineKind, error)) error {
	if !hostbridge.IsForeign(t.Engine) {
		return nil
	}
	switch k, err := kinds(t.Engine); {
	case err != nil:
		return err
	case t.Mate > 0:
		return fmt.Errorf("%s proves no mates: want another level", k.Title)
	case t.Elo > 0:
		return fmt.Errorf("%s has no rated levels: want another level", k.Title)
	case len(t.Exclude) > 0:
		return k.Lacks("another move", hostbridge.Suppresses)
	}
	return nil
}

// Step is a move of the line that is being searched.
type Step struct {
	Move string
	// Price is what the move has cost the side that moved, and Left the SX that it has left.
	Price, Left int
}

// Report is the progress of a search.
type Report struct {
	// Line is the best line so far, in UCI notation, and Score its value for the side to
	// move in 64ths of a pawn. Depth counts iterations, of a guest plies; SX is the budget of
	// the last one, 0 of a guest.
	// They are empty until the first move has been evaluated.
	Line  []string
	Score int
	Depth int
	SX    int
	// Nodes and Cycles are those spent; Time is the time on the machine's clock.
	Nodes, Cycles uint64
	Time          time.Duration
	// Path is the line that is being searched, if Task.Watch is set.
	Path []Step
}

// Answer is the result of a task.
type Answer struct {
	Report
	// Move is "" if there is no legal move, or no mate.
	Move string
	// Book reports that the move is from the book, without a search.
	Book bool
	// Proved reports that the mate of Task.Mate exists, Refuted that it does not.
	Proved, Refuted bool
	Err             error
}

// Thinker runs searches, one at a time; the next waits for the end of the last. It
// creates an engine when it is first used.
type Thinker struct {
	// Library is the book to play from, nil for the engines' own. It must be set before the
	// first search.
	Library *books.Held
	// Kinds returns the kinds of engines that play, by name: hostbridge.PlayerOf, unless it is changed
	// before the first search.
	Kinds func(name string) (*hostbridge.EngineKind, error)

	clock   Clock
	make    func(name string) (hostbridge.Engine, error)
	one     sync.Mutex
	engines map[string]hostbridge.Engine
}

// New returns a thinker with the engines that make makes.
func New(c Clock, make func(name string) (hostbridge.Engine, error)) *Thinker {
	return &Thinker{Kinds: hostbridge.PlayerOf, clock: c, make: make, engines: map[string]hostbridge.Engine{}}
}

// Search is a search under way.
type Search struct {
	// ctx ends any search, enough the search for a move before its time is over.
	ctx, enough   context.Context
	stop, endMove context.CancelFunc

	done chan struct{}
}

// newSearch returns a search that has not begun.
func newSearch() *Search {
	s := &Search{done: make(chan struct{})}
	s.ctx, s.stop = context.WithCancel(context.Background())
	s.enough, s.endMove = context.WithCancel(s.ctx)
	return s
}

// Stop ends the search as soon as it has any move.
func (s *Search) Stop() { s.stop() }

// Stopped reports whether Stop was called.
func (s *Search) Stopped() bool { return s.ctx.Err() != nil }

// Wait returns after done, see Start, has returned.
func (s *Search) Wait() { <-s.done }

// Start begins a search. It calls onReport with the progress, and at the end done with
// the answer, both on the search's goroutine, which waits for them.
func (t *Thinker) Start(task Task, onReport func(Report), done func(Answer)) *Search {
	s := newSearch()
	go func() {
		defer close(s.done)
		defer s.endMove()
		t.one.Lock()
		defer t.one.Unlock()
		done(t.think(task, s, onReport))
	}()
	return s
}

// think carries out a task.
func (t *Thinker) think(task Task, s *Search, onReport func(Report)) (a Answer) {
	defer func() {
		if r := recover(); r != nil {
			delete(t.engines, task.Engine)
			a = Answer{Err: fmt.Errorf("engine %s: %v", t.named(task.Engine), r)}
		}
	}()
	r, err := t.prepare(task, s, onReport)
	if err != nil {
		return Answer{Err: err}
	}
	if err := r.run(); err != nil {
		return Answer{Err: fmt.Errorf("engine %s: %w", t.named(task.Engine), err)}
	}
	return r.answer
}

// named returns what errors call an engine: one whose name is made up has its program's.
func (t *Thinker) named(engine string) string {
	if k, err := t.Kinds(engine); err == nil && strings.HasPrefix(engine, hostbridge.Loaded) {
		return k.Title
	}
	return engine
}

// run is one search under way.
type run struct {
	Task
	*Search
	clock    Clock
	engine   hostbridge.Engine
	game     *goengine.Game
	prof     goengine.Profile
	rate     clock.Rate
	began    time.Time
	onReport func(Report)
	library  *books.Held
	guest    bool

	spent, nodes uint64 // of the searches before the one under way
	last         Report
	answer       Answer
}

// prepare sets up an engine and a game.
func (t *Thinker) prepare(task Task, s *Search, onReport func(Report)) (*run, error) {
	if err := task.refused(t.Kinds); err != nil {
		return nil, err
	}
	guest := hostbridge.IsForeign(task.Engine)
	if guest { // which has no book and no profile: the plies of uniform are its own
		task.Book, task.Profile = false, "uniform"
	}
	e := t.engines[task.Engine]
	if e == nil {
		var err error
		if e, err = t.make(task.Engine); err != nil {
			return nil, err
		}
		if t.Library != nil && t.Library.Table != nil && !guest {
			if err := e.SetBook(t.Library.Table); err != nil {
				return nil, err
			}
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
		Task: task, Search: s, guest: guest, clock: t.clock, engine: e, game: g, prof: prof,
		rate: clock.RateOf(hostbridge.ClockOf(e), 0), began: t.clock.Now(), onReport: onReport, library: t.Library,
	}, nil
}

// run carries out the task.
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
	l := goengine.Limits{}
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
		s := level.AtElo(r.Elo)
		r.prof, l.Nodes, bound = s.Profile, s.Nodes, 0
	} else if r.Time <= 0 || len(moves) == 1 {
		l.SX, l.SXSet, bound = int(r.prof.Start), true, 0
	} else {
		bound -= min(r.spent, bound-1)
	}
	result, err := r.move(l, bound)
	if err != nil {
		return err
	}
	r.finish(result)
	return nil
}

// move searches for the move to be played, within a number of cycles, 0 for any number.
func (r *run) move(l goengine.Limits, bound uint64) (hostbridge.Result, error) {
	follower := r.follower()
	follower.EndEarly(func(q hostbridge.Progress) (over, whole uint64) { return q.Cycles, bound }, r.endMove)
	result, err := r.search(r.enough, &r.prof, l, bound, follower)
	if r.guest {
		return result, r.answered(&result, err)
	}
	l, ok := hostbridge.QueenLimits(&r.prof, l, &result)
	if err != nil || !ok || r.Stopped() {
		return result, err
	}
	if bound > 0 {
		bound = max(bound-min(result.Spent(), bound), 1)
	}
	follower = r.follower()
	follower.Iteration, follower.Best = nil, nil
	queen, err := r.search(r.ctx, &r.prof, l, bound, follower)
	if err == nil && hostbridge.QueenAsGood(&result, &queen) {
		result = queen
	}
	return result, err
}

// answered returns an error if a guest's search has one, or no move.
func (r *run) answered(result *hostbridge.Result, err error) error {
	fen := r.game.Position().FEN()
	switch {
	case err != nil:
		return fmt.Errorf("%w: fen %q", err, fen)
	case result.Best != goengine.NoMove:
		return nil
	case r.Stopped():
		return fmt.Errorf("it was stopped before it had an answer")
	}
	return fmt.Errorf("it answers that there is no move in %s", fen)
}

// fromBook answers with a move of the book. It reports whether there is one.
func (r *run) fromBook(moves []goengine.Move) bool {
	p := r.game.Position()
	m, ok, err := books.Choose(r.game, bookByte(r.Seed, p.FEN()), func(random byte) (goengine.Move, bool, error) {
		if r.library != nil && r.library.Direct(r.engine.Clock() != 0) {
			m, ok := r.library.Pick(p, r.FEN, r.Moves, random)
			return m, ok, nil
		}
		m, ok, cycles, err := r.engine.BookMove(r.game, random)
		r.spent += cycles
		return m, ok, err
	})
	if err != nil || !ok || !slices.Contains(moves, m) {
		return false
	}
	r.pace(r.spent)
	r.answer = Answer{Report: Report{Line: []string{p.UCI(m)}, Cycles: r.spent, Time: r.rate.Time(r.spent)}, Move: p.UCI(m), Book: true}
	return true
}

// bookByte returns the byte that chooses among the moves of the book. It depends on the
// seed and the position alone.
func bookByte(seed uint64, fen string) byte {
	h := fnv.New32a()
	fmt.Fprintf(h, "%d %s", seed, fen)
	sum := h.Sum32()
	return byte(sum ^ sum>>8 ^ sum>>16 ^ sum>>24)
}

// proveMate searches for a mate in Task.Mate moves with the price of a ply for every
// move, which proves or disproves it.
func (r *run) proveMate(l goengine.Limits) error {
	uniform, _ := goengine.ProfileByName("uniform")
	l.MateIn, l.SX, l.SXSet = r.Mate, 8*(2*r.Mate-1), true
	result, err := r.search(r.ctx, &uniform, l, 0, r.follower())
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

// search runs the engine with a progress listener. If cycles is not 0, it limits the search.
func (r *run) search(ctx context.Context, prof *goengine.Profile, l goengine.Limits, cycles uint64, f *hostbridge.Follower) (hostbridge.Result, error) {
	if limiter, ok := r.engine.(hostbridge.CycleLimiter); ok {
		limiter.SetCycleLimit(cycles)
	}
	r.engine.Attach(nil)
	r.engine.Follow(f)
	defer r.engine.Follow(nil)
	result, err := r.engine.Search(ctx, r.game, prof, l)
	if err != nil {
		return result, err
	}
	r.pace(r.spent + result.Spent())
	r.nodes += result.Nodes
	r.spent += result.Spent()
	r.last.Nodes, r.last.Cycles, r.last.Time = r.nodes, r.spent, r.rate.Time(r.spent)
	return result, nil
}

// finish takes the answer from a result.
func (r *run) finish(result hostbridge.Result) {
	r.last.Score = int(result.Score)
	r.last.Line = r.game.Position().UCILine(result.PV)
	r.last.Path = nil
	r.answer = Answer{Report: r.last, Move: r.game.Position().UCI(result.Best)}
}

// ticksASecond is the number of times a second that a search reports its progress and
// adjusts its speed. For Go, which counts nodes, a node counts as nodeCycles.
const (
	ticksASecond = 50
	nodeCycles   = 1500
	// seldom is the most cycles between two reports, whatever clock a description has.
	seldom = 5_000_000
)

// follower returns a progress listener that reports the progress and slows the search
// down to its speed.
func (r *run) follower() *hostbridge.Follower {
	every := uint64(r.rate.Clock) / ticksASecond
	if r.Speed > 0 {
		every = every * uint64(r.Speed) / 100
	} else {
		every *= 20 // no delay: the machine runs some twenty times as fast
	}
	if r.engine.Clock() == 0 {
		every /= nodeCycles
	}
	return &hostbridge.Follower{
		Every: min(max(every, 1), seldom), Path: r.Watch,
		Iteration: func(q hostbridge.Progress) {
			if r.last.Depth++; r.guest {
				r.last.Depth = q.SX // its plies
			} else {
				r.last.SX = q.SX
			}
			r.best(q)
		},
		Best: r.best,
		Tick: r.report,
	}
}

// best takes over the best line.
func (r *run) best(q hostbridge.Progress) {
	r.last.Line, r.last.Score = r.game.Position().UCILine(q.PV), int(q.Score)
	r.report(q)
}

// report reports the progress at the time at which the machine would have made it.
func (r *run) report(q hostbridge.Progress) {
	cycles := r.spent + q.Cycles
	r.pace(cycles)
	r.last.Nodes, r.last.Cycles, r.last.Time = r.nodes+q.Nodes, cycles, r.rate.Time(cycles)
	r.last.Path = steps(r.game.Position(), q.Path)
	r.onReport(r.last)
}

// pace waits until as much time has passed on the host as on the machine.
func (r *run) pace(cycles uint64) {
	if r.Speed == 0 || r.Stopped() {
		return
	}
	due := r.rate.Time(cycles) * 100 / time.Duration(r.Speed)
	if wait := due - r.clock.Now().Sub(r.began); wait >= time.Millisecond {
		r.clock.Sleep(wait, r.ctx.Done())
	}
}

// steps names the moves of a path, up to the first that is illegal.
func steps(from *goengine.Position, path []hostbridge.Step) (all []Step) {
	pos := *from
	for _, x := range path {
		name := pos.UCI(x.Move)
		if x.Move == goengine.NoMove || !pos.Play(x.Move) {
			break
		}
		all = append(all, Step{name, int(x.Price), int(x.Left)})
	}
	return all
}

// Idle returns a search that does nothing, for tests.
func Idle() *Search { return newSearch() }
