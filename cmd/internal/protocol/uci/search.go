package uci

import (
	"context"
	"math"
	"slices"
	"sync/atomic"
	"time"

	"github.com/searchex/searchex/goengine"
	"github.com/searchex/searchex/hostbridge"
)

// answer is the result of a search.
type answer struct {
	best goengine.Move
	pv   []goengine.Move
	// charged is the number of cycles with which a kept clock is charged.
	charged uint64
}

// search is the search of a go command, on its own goroutine.
type search struct {
	plan   *plan
	engine hostbridge.Engine
	game   *goengine.Game
	prof   goengine.Profile
	out    *output

	// forgotten reports that its game is over, so that it doesn't matter for NextBest.
	// nextBest reports that the next search of the position must exclude its move. Both
	// belong to the session's goroutine.
	forgotten, nextBest bool

	// held reports that the answer must wait for stop or ponderhit.
	held atomic.Bool
	// ctx ends any search, enough the search for a move before its time is over.
	ctx, enough   context.Context
	stop, endMove context.CancelFunc
	// clocked reports that the limits count: at once, or from ponderhit on.
	clocked atomic.Bool
	clockOn bool // the search's goroutine has seen clocked
	clockAt uint64
	wallAt  time.Time   // since when the host's time counts; set before clocked
	early   bool        // the search may end before its time is over
	timer   *time.Timer // of the host's clock; belongs to the session's goroutine
	// late reports that the host's time is over, answered that there is a move to play.
	late, answered atomic.Bool
	began          time.Time
	answer         answer        // valid after done is closed
	done           chan struct{} // closed at the end
	spent          uint64        // cycles of the searches before the one under way
	nodes          uint64        // and nodes
	info           *info
	lastTold       time.Time
}

// start begins a search.
func (s *session) start(words []string) {
	if s.refused != nil {
		s.refuse(words)
		return
	}
	p := s.planGo(words)
	r := &search{
		plan: p, engine: s.engine, game: s.game.Game, prof: p.prof, out: s.out,
		done: make(chan struct{}), began: time.Now(),
	}
	r.stoppable()
	r.lastTold = r.began
	r.held.Store(p.ponder || p.infinite)
	if !p.ponder {
		r.startClock()
	}
	s.running = r
	go func() {
		defer close(r.done)
		defer r.stop()
		r.run()
	}()
}

// refuse answers a go without a valid position with no move, at the time when an answer is
// due.
func (s *session) refuse(words []string) {
	s.out.note("go: there is nothing to search until a position is accepted: %v", s.refused)
	g := parseGo(words, s.game.Position())
	r := &search{plan: &plan{ponder: g.ponder, infinite: g.infinite}, game: s.game.Game, done: make(chan struct{}), stop: func() {}}
	r.held.Store(g.ponder || g.infinite)
	close(r.done)
	s.running = r
}

// stoppable makes the contexts that end the search.
func (r *search) stoppable() {
	r.ctx, r.stop = context.WithCancel(context.Background())
	r.enough, r.endMove = context.WithCancel(r.ctx)
}

// startClock makes the limits count from now on.
func (r *search) startClock() {
	r.wallAt = time.Now()
	if r.plan.wall > 0 {
		r.timer = time.AfterFunc(r.plan.wall, r.timeOver)
	}
	r.clocked.Store(true)
}

// hit handles ponderhit.
func (r *search) hit() {
	r.held.Store(r.plan.infinite)
	r.startClock()
}

// halt stops the search as soon as it can.
func (r *search) halt() { r.stop() }

// timeOver ends the search when the host's time is over. A guest has no move before the end
// of its first search, so that this is waited for.
func (r *search) timeOver() {
	r.late.Store(true)
	if r.plan.guest == nil || r.answered.Load() {
		r.halt()
	}
}

// run carries out the plan.
func (r *search) run() {
	p := r.plan
	if p.book && r.fromBook() {
		return
	}
	if p.mate > 0 && r.proveMate() {
		return
	}
	if p.multiPV > 1 {
		r.several()
	} else {
		r.conclude(r.move())
	}
}

// move searches for the move to be played.
func (r *search) move() hostbridge.Result {
	l := r.limits()
	if r.plan.infinite || r.plan.guest != nil {
		return r.one(r.enough, &r.prof, l, true)
	}
	r.early = true
	result := r.one(r.enough, &r.prof, l, true)
	r.early = false
	l, ok := hostbridge.QueenLimits(&r.prof, l, &result)
	if !ok || r.ctx.Err() != nil {
		return result
	}
	l.Nodes += r.nodes // one takes them off
	first := r.info
	queen := r.one(r.ctx, &r.prof, l, false)
	if !hostbridge.QueenAsGood(&result, &queen) {
		first.tell(&result, 0, 0) // with the whole time
		return result
	}
	r.info.quiet = false
	r.info.tell(&queen, 0, 0)
	return queen
}

// used returns the part of the time that is over, and the whole time, of a search under way.
func (r *search) used(q hostbridge.Progress) (over, whole uint64) {
	p := r.plan
	switch {
	case !r.clocked.Load():
		return 0, 0
	case p.wall > 0:
		return uint64(time.Since(r.wallAt)), uint64(p.wall)
	case p.ponder && !r.clockOn:
		return 0, 0
	}
	return r.at(q) - r.clockAt, p.cycles
}

// limits returns the plan's limits for an ordinary search.
func (r *search) limits() goengine.Limits {
	l := r.plan.limits
	if r.plan.quick {
		l.SX, l.SXSet = int(r.prof.Start), true
	}
	return l
}

// left returns the number of cycles left. It reports false if cycles are not limited now.
func (r *search) left() (cycles uint64, bounded bool) {
	if r.plan.cycles == 0 || !r.clocked.Load() || r.plan.ponder {
		return 0, false
	}
	return r.plan.cycles - min(r.spent, r.plan.cycles), true
}

// one runs one search within the rest of the limits. report says whether its iterations
// are reported as info lines.
func (r *search) one(ctx context.Context, prof *goengine.Profile, l goengine.Limits, report bool) hostbridge.Result {
	cycles, bounded := r.left()
	switch {
	case bounded:
		cycles = max(cycles, 1)
	case r.plan.guest != nil:
		cycles = math.MaxUint64 // one ply after the other, to the last
	}
	if l.Nodes > 0 {
		l.Nodes = max(l.Nodes-min(r.nodes, l.Nodes), 1)
	}
	if limiter, ok := r.engine.(hostbridge.CycleLimiter); ok {
		limiter.SetCycleLimit(cycles)
	}
	r.info = &info{search: r, prof: prof, last: l.SX, quiet: !report}
	if !l.SXSet {
		r.info.last = goengine.MaxSX
	}
	r.engine.Attach(nil)
	r.engine.Follow(r.follower())
	defer r.engine.Follow(nil)
	result, err := r.engine.Search(ctx, r.game, prof, l)
	if err != nil {
		r.out.note("%v: fen %q", err, r.game.Position().FEN())
		result = hostbridge.Result{}
		result.Stopped = true
	}
	r.goOn(&result, l.Moves, err)
	cycles = result.Spent()
	r.pace(r.spent + cycles)
	if report && (err == nil || r.plan.guest == nil) {
		r.info.end(&result)
	}
	r.nodes += result.Nodes
	r.spent += cycles
	return result
}

// goOn sets the first move of only, or the first legal one, if a search has none: after an error
// in an engine of ours, since the game must go on, or if a guest was stopped before its first
// answer. A guest that fails, or answers that there is no move, gets none.
func (r *search) goOn(result *hostbridge.Result, only []goengine.Move, err error) {
	p := r.game.Position()
	legal := slices.Concat(only, p.LegalMoves())
	if result.Best != goengine.NoMove || len(legal) == 0 {
		return
	}
	switch k := r.plan.guest; {
	case (k == nil) == (err == nil):
		return
	case k != nil && r.ctx.Err() == nil:
		r.out.note("%s answers that there is no move in %s", k.Title, p.FEN())
		return
	case k != nil:
		r.out.note("%s was stopped before it had an answer: the first legal move", k.Title)
	}
	result.Best = legal[0]
}

// conclude sets the answer to the result of the last search.
func (r *search) conclude(result hostbridge.Result) {
	r.finish(result.Best, result.PV)
}

// finish sets the answer. Pondering doesn't use the clock.
func (r *search) finish(best goengine.Move, pv []goengine.Move) {
	charged := r.spent
	if r.plan.ponder {
		charged = 0
		if r.clockOn {
			charged = r.spent - min(r.clockAt, r.spent)
		}
	}
	r.answer = answer{best: best, pv: pv, charged: charged}
}

// ticksASecond is the number of times a second that a search with a speed adjusts it. For
// Go, which counts nodes, a node counts as nodeCycles.
const (
	ticksASecond = 100
	nodeCycles   = 4000
)

// follower returns a progress listener that reports the progress, slows the search down to
// its speed, and limits it after ponderhit.
func (r *search) follower() *hostbridge.Follower {
	p := r.plan
	f := &hostbridge.Follower{
		Iteration: func(q hostbridge.Progress) {
			r.pace(r.at(q))
			r.info.iteration(q)
			if r.answered.Store(true); r.late.Load() {
				r.halt()
			}
		},
		Best: func(q hostbridge.Progress) {
			r.pace(r.at(q))
			r.info.best(q)
		},
	}
	// The interval in cycles, or for Go in nodes.
	every := uint64(p.rate.Clock) / ticksASecond
	if p.speed > 0 {
		every = every * uint64(p.speed) / 100
	}
	if r.engine.Clock() == 0 {
		every /= nodeCycles
	}
	f.Every = max(every, 1)
	f.Tick = func(q hostbridge.Progress) {
		at := r.at(q)
		r.pace(at)
		if p.ponder && r.clocked.Load() {
			if !r.clockOn {
				r.clockOn, r.clockAt = true, at
			}
			if p.cycles > 0 && at-r.clockAt >= p.cycles {
				r.halt()
			}
		}
		r.info.alive(q)
	}
	if r.early {
		f.EndEarly(r.used, r.endMove)
	}
	return f
}

// at returns the number of cycles that the whole search has spent.
func (r *search) at(q hostbridge.Progress) uint64 {
	return r.spent + q.Cycles
}

// pace waits until as much time has passed on the host as on the machine.
func (r *search) pace(cycles uint64) {
	if r.plan.speed == 0 || r.ctx.Err() != nil {
		return
	}
	due := r.plan.rate.Time(cycles).Seconds() * 100 / float64(r.plan.speed)
	wait := time.Duration(due*float64(time.Second)) - time.Since(r.began)
	if wait < time.Millisecond {
		return
	}
	timer := time.NewTimer(wait)
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-r.ctx.Done():
	}
}
