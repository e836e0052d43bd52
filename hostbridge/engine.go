package hostbridge

import (
	"fmt"
	"slices"
	"strings"

	"github.com/searchex/searchex/emu"
	"github.com/searchex/searchex/goengine"
	"github.com/searchex/searchex/goengine/book"
)

// Engine is a search in Go or on an emulated machine. An Engine is not safe
// for concurrent use; engines share nothing.
type Engine interface {
	// Name is the name that New knows it by.
	Name() string
	// Clock is the machine's clock, 0 for Go.
	Clock() emu.Clock
	// Search looks for the best move. An error is a fault of the machine: a
	// guard that tripped.
	Search(g *goengine.Game, prof *goengine.Profile, l goengine.Limits) (Result, error)
	// Perft counts the leaves of the tree of legal moves, and cycles.
	Perft(p *goengine.Position, depth int) (nodes, cycles uint64, err error)
	// Attach has callbacks called in all searches from now on; nil detaches
	// them. A callback that panics ends its search with a *CallbackError.
	Attach(c Callbacks)
}

// Callbacks are what a search calls at its events. Node is what they see.
type (
	Callbacks = goengine.Callbacks
	Node      = goengine.Node
)

// Result is what a search has found and what it has cost.
type Result struct {
	goengine.Result
	// Cycles of the emulated clock, 0 for Go.
	Cycles uint64
}

// CyclesPerNode is the mean of emulated cycles by node, 0 for Go.
func (r *Result) CyclesPerNode() float64 {
	if r.Nodes == 0 {
		return 0
	}
	return float64(r.Cycles) / float64(r.Nodes)
}

// Agrees tells whether two engines have found the same, whatever it cost them.
func (r *Result) Agrees(with *Result) bool {
	return r.Best == with.Best && r.Score == with.Score && r.Nodes == with.Nodes && slices.Equal(r.PV, with.PV) &&
		r.SX == with.SX && r.Stopped == with.Stopped
}

// Names are the engines that exist.
var Names = []string{"go", "z80"}

// New returns the engine of a name.
func New(name string) (Engine, error) {
	switch name {
	case "go":
		return &goEngine{engine: goengine.NewEngine()}, nil
	case "z80":
		return NewZ80()
	}
	return nil, fmt.Errorf("engine %q is unknown: want one of %s", name, strings.Join(Names, ", "))
}

// goEngine is the reference behind the common face.
type goEngine struct {
	engine    *goengine.Engine
	callbacks Callbacks
	follower  *Follower
	book      *book.Table // nil for the built-in one
}

func (g *goEngine) Name() string       { return "go" }
func (g *goEngine) Clock() emu.Clock   { return 0 }
func (g *goEngine) Attach(c Callbacks) { g.callbacks = c }
func (g *goEngine) Follow(f *Follower) { g.follower = f }

func (g *goEngine) Search(game *goengine.Game, prof *goengine.Profile, l goengine.Limits) (r Result, err error) {
	g.engine.Callbacks = nil
	if g.callbacks != nil {
		guard := &guarded{Callbacks: g.callbacks, engine: g.Name()}
		defer guard.recover(&r, &err)
		g.engine.Callbacks = guard
	}
	if g.follower != nil {
		g.engine.Callbacks = &goFollow{f: g.follower, then: g.engine.Callbacks, next: g.follower.Every}
	}
	return Result{Result: g.engine.Search(game.Position(), prof, l)}, nil
}

func (g *goEngine) Perft(p *goengine.Position, depth int) (nodes, cycles uint64, err error) {
	q := *p
	return q.Perft(depth), 0, nil
}
