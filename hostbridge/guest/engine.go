package guest

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/searchex/searchex/emu"
	"github.com/searchex/searchex/goengine"
	"github.com/searchex/searchex/hostbridge"
)

// Engine is a foreign program as an engine of hostbridge. It has no profiles: of a profile whose moves have one price the
// budget says how many plies are to be searched, every other is ignored. It has no opening book, and no perft.
type Engine struct {
	name    string
	d       *Description
	program *emu.Program
	m       emu.Machine

	board        board
	start        call
	play, search call
	list         call
	until        uint32
	hasUntil     bool
	ok           value
	answer       answer
	moves        listed
	events       events
	sources      []source

	now        numbers
	callbacks  hostbridge.Callbacks
	follower   *hostbridge.Follower
	cycleLimit uint64
	profiled   bool
	watcher    watcher
	before     hostbridge.Progress // nodes and cycles of the plies before the one under way
}

// answer has the expressions of an Answer, listed those of a List.
type (
	answer struct{ from, to, promotion, none, score, nodes value }
	listed struct{ count, when, from, to, promotion value }
)

// open makes an engine of a description.
func open(name string, d *Description) (*Engine, error) {
	p, read, err := d.program()
	if err != nil {
		return nil, err
	}
	e, err := load(name, d, p)
	if err == nil {
		e.sources = read
	}
	return e, err
}

// load makes an engine of a description and its program.
func load(name string, d *Description, p *emu.Program) (*Engine, error) {
	m, err := d.machine(p)
	if err != nil {
		return nil, err
	}
	e := &Engine{name: name, d: d, program: p, m: m}
	if errs := e.compile(); len(errs) > 0 {
		return nil, errs[0]
	}
	return e, nil
}

// compile compiles the description. It returns all errors.
func (e *Engine) compile() []error {
	d := e.d
	c := newCompiler(d, e.program, e.m)
	e.start = c.call("start", d.Start)
	e.board = c.board()
	e.play, e.ok = c.call("play", d.Play.Call), c.value("play.ok", d.Play.OK)
	e.search = c.call("search", d.Search.Call)
	e.until, e.hasUntil = c.code("search.until", d.Search.Until)
	a := &d.Answer
	e.answer = answer{
		c.value("answer.from", a.From), c.value("answer.to", a.To), c.value("answer.promotion", a.Promotion),
		c.value("answer.none", a.None), c.value("answer.score", a.Score), c.value("answer.nodes", a.Nodes),
	}
	e.list = c.call("list", d.List.Call)
	l := &d.List
	e.moves = listed{
		c.value("list.count", l.Count), c.value("list.when", l.When),
		c.value("list.from", l.From), c.value("list.to", l.To), c.value("list.promotion", l.Promotion),
	}
	e.events = c.events()
	if at, ok := e.program.Symbols[d.Program.Level]; d.Program.Level != "" && (!ok || !e.m.InMap(at, 1)) {
		c.failf("program.level", "%s is no label of memory", d.Program.Level)
	}
	switch {
	case a.Score != "" && a.Pawn <= 0 || a.Pawn > maxPawn:
		c.failf("answer.pawn", "%d: want how many units of the score a pawn has", a.Pawn)
	case d.Events.Pawn < 0 || d.Events.Pawn > maxPawn:
		c.failf("events.pawn", "%d: want how many units of the values a pawn has", d.Events.Pawn)
	case a.Mate < 0:
		c.failf("answer.mate", "%d: want the score of a mate, without its plies", a.Mate)
	case d.Search.Least < 0 || d.Search.Least > goengine.MaxPly || d.most() < d.least() || d.most() > goengine.MaxPly:
		c.failf("search.most", "least = %d and most = %d: want plies up to %d", d.Search.Least, d.Search.Most, goengine.MaxPly)
	case d.Search.Plies != 0 && (d.Search.Plies < d.least() || d.Search.Plies > d.most()):
		c.failf("search.plies", "%d: want %d to %d", d.Search.Plies, d.least(), d.most())
	}
	e.watcher.e = e
	return c.errs
}

// runnable returns an error if the description lacks what a run needs.
func (e *Engine) runnable() error {
	if !e.search.is {
		return e.d.wrong("search.call", "want the routine that searches, or is to be run")
	}
	return nil
}

// unplayable returns an error if the description lacks what a program needs that is given positions and answers with moves.
func (e *Engine) unplayable() error {
	d, err := e.d, e.runnable()
	switch {
	case err != nil:
		return err
	case e.answer.from == nil || e.answer.to == nil:
		return d.wrong("answer", "want from and to, the squares of the move that was found")
	case !e.board.is && !e.play.is:
		return d.wrong("board.at", "want the board, or [play], the routine that makes a move")
	case d.Board.Squares == nil:
		return d.wrong("board.squares", "want the program's numbers of the squares")
	}
	return nil
}

// least and most are the depths that a program can search.
func (d *Description) least() int { return max(d.Search.Least, 1) }

func (d *Description) most() int {
	if d.Search.Most == 0 {
		return max(d.Search.Plies, d.least())
	}
	return d.Search.Most
}

// Name returns the name by which the engine was made.
func (e *Engine) Name() string { return e.name }

// Clock returns the program's clock.
func (e *Engine) Clock() emu.Clock { return emu.Clock(e.d.Program.Clock) }

// Machine implements hostbridge.Emulated.
func (e *Engine) Machine() emu.Machine { return e.m }

// SetCycleLimit implements hostbridge.CycleLimiter.
func (e *Engine) SetCycleLimit(cycles uint64) { e.cycleLimit = cycles }

// ProfileSearches implements hostbridge.Profiler. Of a search that calls the program several times the profile has all calls.
func (e *Engine) ProfileSearches(on bool) { e.profiled = on }

// Attach attaches callbacks to later searches.
func (e *Engine) Attach(c hostbridge.Callbacks) { e.callbacks = c }

// Follow attaches a progress listener to later searches.
func (e *Engine) Follow(f *hostbridge.Follower) { e.follower = f }

// Perft returns an error: the program has none.
func (e *Engine) Perft(*goengine.Position, int) (nodes, cycles uint64, err error) {
	return 0, 0, fmt.Errorf("engine %s: it has no perft", e.name)
}

// BookMove finds no move: the program has no book that its host knows.
func (e *Engine) BookMove(*goengine.Game, byte) (m goengine.Move, ok bool, cycles uint64, err error) {
	return goengine.NoMove, false, 0, nil
}

// SetBook accepts the built-in book, which is not used, alone.
func (e *Engine) SetBook(table []byte) error {
	if table == nil {
		return nil
	}
	return fmt.Errorf("engine %s: it takes no opening book", e.name)
}

// do makes assignments of a key.
func (e *Engine) do(key string, all []assignment) error {
	for _, a := range all {
		if err := a.Do(e); err != nil {
			return e.d.wrong(key, "%v", err)
		}
	}
	return nil
}

// number evaluates an expression of a key, 0 for none.
func (e *Engine) number(key string, v value) (int64, error) {
	if v == nil {
		return 0, nil
	}
	n, err := v.Value(e)
	if err != nil {
		return 0, e.d.wrong(key, "%v", err)
	}
	return n, nil
}

// run makes assignments and calls a routine.
func (e *Engine) run(c *call) error {
	if err := e.do(c.key+".set", c.set); err != nil || !c.is {
		return err
	}
	if err := e.patiently(c, e.m.CallAddr(c.at, c.budget)); err != nil {
		return e.d.wrong(c.key, "%w%s", err, e.d.advice(err))
	}
	return nil
}

// patiently goes on with a call that has used up its budget, if that is not the description's and the call has counted
// nodes meanwhile. err is how the call has ended.
func (e *Engine) patiently(c *call, err error) error {
	begin := e.m.Cycles()
	for before := uint64(0); c.patient && isFault(err, emu.Runaway) && e.counted() > before && e.m.Cycles()-begin < emu.DefaultBudget; {
		before = e.counted()
		err = e.m.Continue(c.budget)
	}
	return err
}

// isFault reports whether an error is a fault of the machine, of a kind.
func isFault(err error, kind emu.FaultKind) bool {
	var fault *emu.Fault
	return errors.As(err, &fault) && fault.Kind == kind
}

// advice says what a description may have against a fault.
func (d *Description) advice(err error) string {
	const outside = "it is not in memory.ram or memory.rom"
	code := "memory.code_in_ram permits code in RAM"
	if d.Memory.CodeInRAM {
		code = outside
	}
	for kind, text := range map[emu.FaultKind]string{
		emu.Runaway:   "cycles permits more, until ends a routine that does not return",
		emu.WriteROM:  "memory.unguarded permits it",
		emu.Unwritten: "memory.unguarded permits it",
		emu.Execute:   code,
		emu.Unmapped:  outside,
		emu.Stack:     "memory.stack says where it is, memory.unguarded permits it",
	} {
		if isFault(err, kind) {
			return ": " + text
		}
	}
	return ""
}

// plies returns how many plies a search is to have, and whether the limits say so.
func (e *Engine) plies(prof *goengine.Profile, l goengine.Limits) (plies int, given bool) {
	price, one := prof.OnePrice()
	switch {
	case l.Depth > 0:
		plies, given = l.Depth, true
	case one && (l.SX > 0 || l.SXSet):
		plies, given = l.SX/price+1, true
	case e.d.Search.Plies > 0:
		plies = e.d.Search.Plies
	default:
		plies = e.d.least()
	}
	return min(max(plies, e.d.least()), e.d.most()), given
}

// Search searches. With a limit of cycles or nodes, and none of plies, it searches with one ply after the other, and has
// the result of the last search that ended in time; the first one always ends. The cycles are those of all.
func (e *Engine) Search(ctx context.Context, g *goengine.Game, prof *goengine.Profile, l goengine.Limits) (r hostbridge.Result, err error) {
	if err := e.runnable(); err != nil {
		return r, err
	}
	if l.Nodes != 0 && !e.countsNodes() {
		return r, e.d.wrong("answer.nodes", "a limit of nodes wants nodes, or events.scored, to count them")
	}
	if e.callbacks != nil {
		guard := &hostbridge.Guarded{Callbacks: e.callbacks, Engine: e.name}
		defer guard.Recover(&r, &err)
		e.watcher.c = guard
	} else {
		e.watcher.c = nil
	}
	plies, given := e.plies(prof, l)
	first, bounded := plies, e.cycleLimit != 0 || l.Nodes != 0
	if bounded && !given {
		first, plies = e.d.least(), e.d.most()
	}
	if e.profiled {
		e.m.StartProfile()
		defer e.m.SetProfiling(true)
	}
	var spent, nodes uint64
	for n := first; n <= plies; n++ {
		left := unbounded
		if n > first || given {
			left = e.left(l, spent, nodes)
			left.answered = n == first
		}
		e.before = hostbridge.Progress{Nodes: nodes, Cycles: spent}
		found, err := e.once(ctx, g, l, n, left)
		spent, nodes = spent+found.Cycles, nodes+found.Nodes
		if err != nil {
			return hostbridge.Result{}, err
		}
		if !found.Stopped || n == first {
			r = found
		}
		if r.Stopped = found.Stopped || e.over(l, spent, nodes); r.Stopped {
			break
		}
	}
	r.Cycles, r.Nodes = spent, nodes
	return r, nil
}

// bounds are what one call of the program may take.
type bounds struct {
	cycles, nodes uint64
	answered      bool // it may take more until the root has a best move, if that is described
}

var unbounded = bounds{cycles: math.MaxUint64, nodes: math.MaxUint64}

// left returns what is left of the limits.
func (e *Engine) left(l goengine.Limits, spent, nodes uint64) bounds {
	b := unbounded
	if e.cycleLimit != 0 {
		b.cycles = e.cycleLimit - min(spent, e.cycleLimit)
	}
	if l.Nodes != 0 {
		b.nodes = l.Nodes - min(nodes, l.Nodes)
	}
	return b
}

// over reports whether a limit is reached.
func (e *Engine) over(l goengine.Limits, spent, nodes uint64) bool {
	b := e.left(l, spent, nodes)
	return b.cycles == 0 || b.nodes == 0
}

// once calls the program, from a cold start.
func (e *Engine) once(ctx context.Context, g *goengine.Game, l goengine.Limits, plies int, left bounds) (r hostbridge.Result, err error) {
	e.m.SetProfiling(!e.profiled)
	switch err := e.setUp(ctx, g); {
	case errors.Is(err, emu.ErrStopped):
		r.Stopped = true
		return r, nil
	case err != nil:
		return r, err
	}
	e.m.SetProfiling(true)
	e.now.plies = int64(plies)
	start := e.m.Cycles()
	w := &e.watcher
	e.watch(g.Position(), l.Moves, left)
	e.poll(ctx, start, left, e.follower)
	stopped := false
	switch err := e.run(&e.search); {
	case w.failed != nil:
		return r, w.failed
	case errors.Is(err, emu.ErrStopped):
		stopped = !e.hasUntil || e.m.PC() != e.until
	case err != nil:
		return r, err
	}
	e.m.SetAlarm(0, nil)
	e.m.UnwatchAll()
	r.Cycles, r.SX, r.Stopped, r.Complete = e.m.Cycles()-start, plies, stopped, !stopped
	r.Nodes = e.counted()
	if stopped {
		if r.PV = legalPart(*g.Position(), w.line(0)); len(r.PV) > 0 {
			r.Best = r.PV[0]
		}
		return r, nil
	}
	err = e.read(g.Position(), &r)
	if err == nil && l.Moves != nil && r.Best != goengine.NoMove && !slices.Contains(l.Moves, r.Best) {
		err = e.d.wrong("events.generated", "the program plays %v, which is not one of the moves to be searched: want suppress, which leaves the others out", r.Best)
	}
	return r, err
}

// watch sets the watches of a search that is about to begin.
func (e *Engine) watch(p *goengine.Position, only []goengine.Move, left bounds) {
	e.watcher.begin(p, only, left)
	if e.hasUntil {
		e.watcher.add(e.until, e.m.Stop)
	}
	e.watcher.watch()
}

// poll makes a call that is about to begin stop when its context is done or its bounds reached, and calls a follower.
func (e *Engine) poll(ctx context.Context, start uint64, left bounds, f *hostbridge.Follower) {
	e.m.SetAlarm(0, nil)
	if f == nil || f.Tick == nil {
		f = &hostbridge.Follower{Tick: func(hostbridge.Progress) {}}
	}
	every, due := f.Every, start+f.Every
	if left.nodes != math.MaxUint64 && e.events.find(goengine.EventScored) == nil {
		if every = nodesEvery; f.Every != 0 {
			every = min(every, f.Every)
		}
	}
	hostbridge.Poll(ctx, e.m, start+min(left.cycles, math.MaxUint64-start), every, func() {
		nodes := e.counted()
		if nodes >= left.nodes {
			e.watcher.reach()
		}
		if f.Every != 0 && e.m.Cycles() >= due {
			due += f.Every
			f.Tick(hostbridge.Progress{Nodes: e.before.Nodes + nodes, Cycles: e.before.Cycles + e.m.Cycles() - start, Deepest: e.watcher.deepest})
		}
	}, func() {
		if ctx.Err() != nil {
			e.m.Stop()
		} else if e.watcher.reach(); e.watcher.waits {
			left.cycles = unbounded.cycles
			e.poll(ctx, start, left, f) // for the context
		}
	})
}

// nodesEvery is after how many cycles the nodes that a program has counted are compared with their limit.
const nodesEvery = 20_000

// countsNodes reports whether the nodes of a search are counted.
func (e *Engine) countsNodes() bool {
	return e.answer.nodes != nil || e.events.find(goengine.EventScored) != nil
}

// counted returns how many nodes the search under way has had: its scored events or, without a place for these, what the
// program has counted.
func (e *Engine) counted() uint64 {
	if e.answer.nodes == nil || e.events.find(goengine.EventScored) != nil {
		return e.watcher.nodes
	}
	n, _ := e.answer.nodes.Value(e) // read answers with the error
	return uint64(max(n, 0))
}
