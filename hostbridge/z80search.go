package hostbridge

import (
	"errors"
	"fmt"
	"math"
	"reflect"
	"slices"
	"strings"

	"github.com/searchex/searchex/asm"
	"github.com/searchex/searchex/emu"
	"github.com/searchex/searchex/emu/z80"
	"github.com/searchex/searchex/goengine"
)

// Options says how a machine is made.
type Options struct {
	// Guards checks all memory accesses and the stack, at a cost in speed.
	Guards bool
	// Image is the assembled engine, nil for the embedded one.
	Image *asm.Image
}

// CycleLimiter is an engine whose searches can be bounded by the clock of
// its machine. All engines on machines are.
type CycleLimiter interface {
	// SetCycleLimit stops searches from now on at the first node that is about
	// to be expanded when so many cycles have passed; 0 means no limit.
	SetCycleLimit(cycles uint64)
}

// OnMachine is an engine that runs on an emulated machine.
type OnMachine interface {
	Machine() emu.Machine
}

// pollCycles is how often a search looks at Limits.Stop: a quarter of a
// second of the machine's time, milliseconds of the host's.
const pollCycles = 1_000_000

// scoreBias is added to the scores that the machine holds (search.inc).
const scoreBias = 0x8000

// z80Symbols are the labels that a search on the Z80 is run and watched by.
// The name of a field is the label in camel case.
type z80Symbols struct {
	Search, PlayMove uint32

	PlayFrom, PlayTo, PlayOk                  uint32
	Profile, LastSx, Depth, NodeLimit         uint32
	StopFlag, RestrictCount, Pst              uint32
	BestMove, ResultScore, ResultSx, Stopped  uint32
	Nodes, NodesHigh, Line, LineLen           uint32
	RootScore, PvRows, PvLen                  uint32
	Ply, NMove, JMove, NStatic, NAlpha, NBeta uint32
	NSx, NOther, NAny                         uint32
	TacticalMoves, TacticalEnd, NFirstWaiting uint32
	RawEnd, ScanNext                          uint32
	RootAlpha, DrawEven, DrawOdd              uint32
	HookPass, Follow                          uint32
	HookGenerated, HookTactical               uint32
	HookQuiet, HookPart                       uint32
	HookListed, HookScoredOne, HookScoredHigh uint32
	HookLow, HookLowValue                     uint32
	HookTestOne, HookTestHigh                 uint32
	HookPriced, HookBetaTest, HookAlphaTest   uint32
	HookBest, HookIteration                   uint32
}

// restrictAt is the place in pst of the moves that the root is restricted to:
// 64 of them in the free upper half of each page from here on.
const restrictAt = 0x880

// resolve looks the labels up.
func (s *z80Symbols) resolve(p *emu.Program) error {
	v := reflect.ValueOf(s).Elem()
	for i := range v.NumField() {
		var label strings.Builder
		for j, r := range v.Type().Field(i).Name {
			if r >= 'A' && r <= 'Z' {
				if j > 0 {
					label.WriteByte('_')
				}
				r += 'a' - 'A'
			}
			label.WriteRune(r)
		}
		a, ok := p.Symbol(label.String())
		if !ok {
			return fmt.Errorf("z80 %s: no label %s", p.Name, label.String())
		}
		v.Field(i).SetUint(uint64(a))
	}
	return nil
}

// z80Engine is the Z80 behind the common face.
type z80Engine struct {
	m          *z80.Machine
	sym        z80Symbols
	callbacks  Callbacks
	follower   *Follower
	cycleLimit uint64
}

// NewZ80 is the engine in assembly on a Z80.
func NewZ80() (Engine, error) { return NewZ80With(Options{}) }

// NewZ80With is NewZ80 with options.
func NewZ80With(o Options) (Engine, error) {
	img := o.Image
	if img == nil {
		var err error
		if img, err = asm.Load("z80"); err != nil {
			return nil, err
		}
	}
	m, err := z80.New(NewProgram(img))
	if err != nil {
		return nil, err
	}
	m.SetGuards(o.Guards)
	e := &z80Engine{m: m}
	if err := e.sym.resolve(m.Program()); err != nil {
		return nil, err
	}
	return e, nil
}

func (e *z80Engine) Name() string           { return "z80" }
func (e *z80Engine) Clock() emu.Clock       { return z80.Clock }
func (e *z80Engine) Machine() emu.Machine   { return e.m }
func (e *z80Engine) SetCycleLimit(n uint64) { e.cycleLimit = n }
func (e *z80Engine) Attach(c Callbacks)     { e.callbacks = c }

// Search runs a search on the machine, from a cold start.
func (e *z80Engine) Search(g *goengine.Game, prof *goengine.Profile, l goengine.Limits) (r Result, err error) {
	m, s := e.m, &e.sym
	if err := e.setUp(g); err != nil {
		return Result{}, err
	}
	e.setLimits(g, prof, l)
	start := m.Cycles()
	var callbacks Callbacks
	if e.callbacks != nil {
		guard := &guarded{Callbacks: e.callbacks, engine: e.Name()}
		defer guard.recover(&r, &err)
		callbacks = guard
	}
	var f *z80Follow
	switch {
	case e.follower == nil && callbacks != nil:
		e.watch(callbacks)
	case e.follower != nil && callbacks != nil:
		f = &z80Follow{Callbacks: callbacks, e: e, start: start}
		e.watch(f)
	case e.follower != nil:
		f = &z80Follow{Callbacks: goengine.NoCallbacks{}, e: e, start: start}
		e.watchFew(f)
	}
	e.poll(start, l, f)
	err = e.call(s.Search)
	m.SetAlarm(0, nil)
	if err != nil && !errors.Is(err, emu.ErrStopped) {
		return Result{}, err
	}
	r.Cycles = m.Cycles() - start
	r.Best = goengine.Move(m.ReadWord(s.BestMove))
	r.Score = score(m.ReadWord(s.ResultScore))
	r.SX = int(m.Read(s.ResultSx))
	r.Stopped = m.Read(s.Stopped) != 0
	r.Nodes = e.nodes()
	for i := range uint32(m.Read(s.LineLen)) {
		r.PV = append(r.PV, goengine.Move(m.ReadWord(s.Line+2*i)))
	}
	return r, nil
}

// silence is how long a search may go on without a node before it counts as
// run away: 50 seconds of the machine's time, most of a second of the host's.
const silence = 200_000_000

// call runs the search as long as it counts nodes.
func (e *z80Engine) call(search uint32) error {
	var fault *emu.Fault
	err := e.m.CallAddr(search, silence)
	for before := uint64(0); errors.As(err, &fault) && fault.Kind == emu.Runaway && e.nodes() != before; {
		before = e.nodes()
		err = e.m.Continue(silence)
	}
	return err
}

// setUp starts the machine anew and sets the game up on it.
func (e *z80Engine) setUp(g *goengine.Game) error {
	m, s := e.m, &e.sym
	m.UnwatchAll()
	m.SetAlarm(0, nil)
	m.Reset()
	base, moves := g.Line()
	if err := setPosition(m, base); err != nil {
		return err
	}
	for _, mv := range moves {
		m.WriteWord(s.PlayFrom, uint16(mv))
		if err := m.CallAddr(s.PlayMove, 0); err != nil {
			return err
		}
		if m.Read(s.PlayOk) == 0 {
			return fmt.Errorf("z80: move %s of the game is refused", base.UCI(mv))
		}
	}
	return nil
}

// setLimits writes what a search is to do.
func (e *z80Engine) setLimits(g *goengine.Game, prof *goengine.Profile, l goengine.Limits) {
	m, s := e.m, &e.sym
	m.WriteBytes(s.Profile, prof.Bytes())
	sx := goengine.MaxSX
	if l.SX > 0 || l.SXSet {
		sx = min(l.SX, goengine.MaxSX)
	}
	m.Write(s.LastSx, byte(sx))
	m.Write(s.Depth, byte(l.Plies()))
	m.WriteWord(s.RootAlpha, word(l.RootAlpha()))
	draw := l.DrawValue()
	m.WriteWord(s.DrawEven, word(draw))
	m.WriteWord(s.DrawOdd, word(-draw))
	nodes := uint64(math.MaxInt32)
	if l.Nodes > 0 {
		nodes = min(l.Nodes, nodes)
	}
	m.WriteWord(s.NodeLimit, uint16(nodes&0x7FFF))
	m.WriteWord(s.NodeLimit+2, uint16(nodes>>15))
	m.Write(s.StopFlag, 0)
	count := uint32(0)
	if l.Moves != nil {
		legal := g.Position().LegalMoves()
		only := []goengine.Move{}
		for _, mv := range l.Moves {
			if slices.Contains(legal, mv) && !slices.Contains(only, mv) {
				only = append(only, mv)
			}
		}
		if len(only) == 0 {
			only = append(only, goengine.NoMove)
		}
		for _, mv := range only {
			m.WriteWord(s.Pst+restrictAt+count/64<<8+count%64*2, uint16(mv))
			count++
		}
	}
	m.Write(s.RestrictCount, byte(count))
}

func score(word uint16) int16 { return int16(word - scoreBias) }
func word(score int16) uint16 { return uint16(score) + scoreBias }

// nodes is how many have been counted. At some moments, between two looks at
// the low word, that has its bit 15 set: it is the high part's.
func (e *z80Engine) nodes() uint64 {
	return uint64(e.m.ReadWord(e.sym.Nodes)) + uint64(e.m.ReadWord(e.sym.NodesHigh))<<15
}
