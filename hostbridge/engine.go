package hostbridge

import (
	"slices"

	"github.com/searchex/searchex/emu"
	"github.com/searchex/searchex/goengine"
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
	// Follow attaches a follower to all searches from now on, beside the
	// callbacks; nil detaches it.
	Follow(f *Follower)
	// BookMove looks the engine's opening book up and picks a move by weight for
	// the position on the board: the first whose running sum of weights is more
	// than random/256 of the whole. ok is false where the book does not know the
	// position. The same byte picks the same move on every engine. cycles is 0
	// for Go.
	BookMove(g *goengine.Game, random byte) (m goengine.Move, ok bool, cycles uint64, err error)
	// SetBook gives the engine another compiled book (see package
	// goengine/book); nil is the built-in one.
	SetBook(table []byte) error
}

// CycleLimiter is an engine whose searches can be bounded by the clock of
// its machine: by that of the machine that it stands for, as the model has its
// cycles, in Go.
type CycleLimiter interface {
	// SetCycleLimit stops searches from now on at the first node that is about
	// to be expanded when so many cycles have passed; 0 means no limit.
	SetCycleLimit(cycles uint64)
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
	// Modelled are the cycles that the same search would take on the machine that
	// Go stands for, by its model; 0 for a machine.
	Modelled uint64
}

// Spent are the cycles that count as time, counted or modelled.
func (r *Result) Spent() uint64 { return r.Cycles + r.Modelled }

// ClockOf is the clock that an engine's time is reckoned by: its machine's, or
// that of the machine it stands for.
func ClockOf(e Engine) emu.Clock {
	if k, err := KindOf(e.Name()); err == nil {
		return k.Timed().Clock
	}
	return e.Clock()
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
		r.SX == with.SX && r.Stopped == with.Stopped && r.Complete == with.Complete
}
