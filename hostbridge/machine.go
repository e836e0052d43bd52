package hostbridge

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/searchex/searchex/emu"
	"github.com/searchex/searchex/goengine"
)

// Emulated is implemented by engines that run on an emulated machine.
type Emulated interface {
	Machine() emu.Machine
}

// Profiler is an engine on an emulated machine whose searches can be profiled.
type Profiler interface {
	Engine
	Emulated
	// ProfileSearches makes each later search restart the machine's profile, so that the
	// profile is of one search without the setting up of its position.
	ProfileSearches(on bool)
}

// symbols are the labels by which a search is set up and its result is read, the
// same in all programs.
type symbols struct {
	Search, PlayMove, SetPosition, Perft, BookMove uint32

	PositionBlock, PlayFrom, PlayOk          uint32
	Profile, ProfileTempo                    uint32
	LastSx, Depth, StopFlag                  uint32
	RestrictCount                            uint32
	RootAlpha, DrawEven, DrawOdd             uint32
	BestMove, ResultScore, ResultSx, Stopped uint32
	Line, LineLen                            uint32
	RootScore, PvLen                         uint32
	Ply, NStatic, NAlpha, NBeta, NSx, NOther uint32
	PerftDepth, PerftCount                   uint32
}

// runner runs a machine and has its watches: the machine itself, or what a test puts
// between.
type runner interface {
	Call(label string, budget uint64) error
	CallAddr(addr uint32, budget uint64) error
	Continue(budget uint64) error
	Watch(addr uint32, fn func())
	UnwatchAll()
}

// machineEngine is the Engine of a machine.
type machineEngine struct {
	kind       *EngineKind
	m          emu.Machine
	runner     runner
	sym        symbols
	layout     *layout
	hooks      map[string]*hook
	callbacks  Callbacks
	follower   *Follower
	visits     *Visits
	profiled   bool
	cycleLimit uint64
	// patience is how many cycles a call may take, a search and a perft included.
	// If it is 0, these two may take any number.
	patience uint64
}

// newMachineEngine makes a kind's machine and looks up what the host needs.
func newMachineEngine(k *EngineKind, o Options) (Engine, error) {
	img := o.Image
	if img == nil {
		var err error
		if img, err = k.Image(); err != nil {
			return nil, err
		}
	}
	program := NewProgram(img)
	m, l, err := k.open(program)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", k.Name, err)
	}
	m.SetGuards(!o.Unguarded)
	m.SetCore(o.Core)
	e := &machineEngine{kind: k, m: m, runner: m, layout: l}
	if err := resolve(&e.sym, program); err != nil {
		return nil, fmt.Errorf("%s: %w", k.Name, err)
	}
	if e.hooks, err = locate(l.hooks, program.Name, program.Symbol); err != nil {
		return nil, fmt.Errorf("%s: %w", k.Name, err)
	}
	return e, nil
}

func (e *machineEngine) Name() string           { return e.kind.Name }
func (e *machineEngine) Clock() emu.Clock       { return e.kind.Clock }
func (e *machineEngine) Machine() emu.Machine   { return e.m }
func (e *machineEngine) SetCycleLimit(n uint64) { e.cycleLimit = n }
func (e *machineEngine) Attach(c Callbacks)     { e.callbacks = c }
func (e *machineEngine) Follow(f *Follower)     { e.follower = f }

// ProfileSearches implements Profiler.
func (e *machineEngine) ProfileSearches(on bool) { e.profiled = on }

// ErrNoModule is the error of a profile with the network of the root tables on a machine
// without the module that has its weights.
var ErrNoModule = errors.New("the profile needs the module with the network, which this machine does not have: want another profile, or a ROM with a module (make asm)")

// prepare resets the machine and makes it ready to search, from a cold start.
func (e *machineEngine) prepare(g *goengine.Game, prof *goengine.Profile, l goengine.Limits) error {
	if prof.Switches&goengine.RootNet != 0 && !e.hasModule() {
		return fmt.Errorf("engine %s: %w", e.Name(), ErrNoModule)
	}
	if err := e.setUp(g); err != nil {
		return err
	}
	return e.setLimits(prof, l)
}

// hasModule reports whether the network's weights are in the machine's memory.
func (e *machineEngine) hasModule() bool {
	p := e.m.Program()
	weights, ok := p.Symbols["net_in"]
	return ok && (p.InROM(weights) || slices.ContainsFunc(p.More, func(i emu.Image) bool { return i.Range().Has(weights) }))
}

// Search runs a search on the machine, from a cold start.
func (e *machineEngine) Search(ctx context.Context, g *goengine.Game, prof *goengine.Profile, l goengine.Limits) (r Result, err error) {
	m, s := e.m, &e.sym
	if err := e.prepare(g, prof, l); err != nil {
		return Result{}, err
	}
	if e.profiled {
		m.StartProfile() // from the next run on, which is the search
	}
	start := m.Cycles()
	var callbacks Callbacks
	if e.callbacks != nil {
		guard := &Guarded{Callbacks: e.callbacks, Engine: e.Name()}
		defer guard.Recover(&r, &err)
		callbacks = guard
	}
	var f *machineFollow
	var counter *visitCounter
	switch {
	case e.visits != nil && e.follower == nil && callbacks == nil:
		if counter, err = e.watchVisits(); err != nil {
			return Result{}, err
		}
	case e.follower == nil && callbacks != nil:
		e.watch(callbacks)
	case e.follower != nil && callbacks != nil:
		f = &machineFollow{then: callbacks, e: e, start: start}
		e.watch(f)
	case e.follower != nil:
		f = &machineFollow{e: e, start: start}
		e.watchFew(f)
	}
	e.poll(ctx, start, f)
	err = e.call(s.Search)
	m.SetAlarm(0, nil)
	if err != nil && !errors.Is(err, emu.ErrStopped) {
		return Result{}, err
	}
	if counter != nil {
		counter.charge()
		e.runner.UnwatchAll()
	}
	return e.result(start), nil
}

// result reads the result of a search that began at a cycle count.
func (e *machineEngine) result(start uint64) (r Result) {
	m, s := e.m, &e.sym
	r.Cycles = m.Cycles() - start
	r.Best = e.layout.move(s.BestMove)
	r.Score = e.layout.score(s.ResultScore)
	r.SX = int(m.Read(s.ResultSx))
	stopped := m.Read(s.Stopped)
	r.Stopped, r.Complete = stopped != 0, stopped < 2
	r.Nodes = e.layout.nodes()
	r.PV = e.line(nil, s.Line, m.Read(s.LineLen))
	return r
}

// line appends n moves that are stored one after the other.
func (e *machineEngine) line(to []goengine.Move, at uint32, n byte) []goengine.Move {
	for i := range uint32(n) {
		to = append(to, e.layout.move(at+2*i))
	}
	return to
}

// silence is how many cycles a search may take without a node before it counts as
// a runaway: most of a second of the host's time.
const silence = 200_000_000

// call runs the search as long as it counts nodes and patience permits.
func (e *machineEngine) call(search uint32) error {
	turn, most := uint64(silence), uint64(math.MaxUint64)
	if e.patience != 0 {
		turn, most = min(silence, e.patience), e.patience
	}
	var fault *emu.Fault
	start := e.m.Cycles()
	err := e.runner.CallAddr(search, turn)
	for before := uint64(0); errors.As(err, &fault) && fault.Kind == emu.Runaway && e.layout.nodes() != before && e.m.Cycles()-start < most; {
		before = e.layout.nodes()
		err = e.runner.Continue(turn)
	}
	return err
}

// setUp resets the machine and sets up the game on it.
func (e *machineEngine) setUp(g *goengine.Game) error {
	m, s := e.m, &e.sym
	e.runner.UnwatchAll()
	m.SetAlarm(0, nil)
	m.Reset()
	base, moves := g.Line()
	if err := e.setPosition(base); err != nil {
		return err
	}
	for _, mv := range moves {
		e.layout.setMove(s.PlayFrom, mv)
		if err := e.runner.CallAddr(s.PlayMove, e.patience); err != nil {
			return err
		}
		if m.Read(s.PlayOk) == 0 {
			return fmt.Errorf("%s: move %s of the game is refused", e.Name(), base.UCI(mv))
		}
	}
	return nil
}

// setLimits writes what a search is to do.
func (e *machineEngine) setLimits(prof *goengine.Profile, l goengine.Limits) error {
	m, s := e.m, &e.sym
	m.WriteBytes(s.Profile, prof.Bytes())
	sx := goengine.MaxSX
	if l.SX > 0 || l.SXSet {
		sx = min(l.SX, goengine.MaxSX)
	}
	m.Write(s.LastSx, byte(sx))
	m.Write(s.Depth, byte(l.Plies()))
	e.layout.setScore(s.RootAlpha, l.RootAlpha())
	draw := l.DrawValue()
	e.layout.setScore(s.DrawEven, draw)
	e.layout.setScore(s.DrawOdd, -draw)
	nodes := uint64(maxNodes)
	if l.Nodes > 0 {
		nodes = min(l.Nodes, nodes)
	}
	e.layout.setNodeLimit(nodes)
	m.Write(s.StopFlag, 0)
	return e.restrict(l.Moves)
}

// restrict writes the moves to which the root is restricted; nil permits all.
func (e *machineEngine) restrict(moves []goengine.Move) error {
	var only []goengine.Move
	for _, mv := range moves {
		if !slices.Contains(only, mv) {
			only = append(only, mv)
		}
	}
	if moves != nil && len(only) == 0 {
		only = append(only, goengine.NoMove) // none
	}
	if len(only) > math.MaxUint8 {
		return fmt.Errorf("%s: the root is restricted to %d moves: want at most %d", e.Name(), len(only), math.MaxUint8)
	}
	for i, mv := range only {
		e.layout.setMove(e.layout.restricted(i), mv)
	}
	e.m.Write(e.sym.RestrictCount, byte(len(only)))
	return nil
}

// setPosition sets up a position without a history.
func (e *machineEngine) setPosition(p *goengine.Position) error {
	b := PositionBlock(p)
	e.m.WriteBytes(e.sym.PositionBlock, b[:])
	return e.runner.CallAddr(e.sym.SetPosition, e.patience)
}

// PositionBlock returns a position in the form that set_position reads: 64 squares
// from a1 to h8, 0 if empty, else 1 + side*6 + kind; then the side to move, the
// castling rights, the en passant square and the half-move clock.
func PositionBlock(p *goengine.Position) [68]byte {
	var b [68]byte
	for i := range 64 {
		if side, kind, ok := p.PieceAt(goengine.Square(i/8<<4 | i%8)); ok {
			b[i] = 1 + side*6 + kind
		}
	}
	s := p.Probe().State()
	b[64], b[65], b[66], b[67] = s.Side, s.Castle, s.EP, s.Half
	return b
}

// Perft counts on the machine; its counter has 32 bits.
func (e *machineEngine) Perft(p *goengine.Position, depth int) (nodes, cycles uint64, err error) {
	if err := e.setPosition(p); err != nil {
		return 0, 0, err
	}
	e.m.Write(e.sym.PerftDepth, byte(depth))
	before := e.m.Cycles()
	budget := uint64(math.MaxUint64)
	if e.patience != 0 {
		budget = e.patience
	}
	if err := e.runner.CallAddr(e.sym.Perft, budget); err != nil {
		return 0, 0, err
	}
	nodes = uint64(e.layout.long(e.sym.PerftCount))
	return nodes, e.m.Cycles() - before, nil
}
