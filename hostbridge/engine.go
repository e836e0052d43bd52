package hostbridge

import (
	"context"
	"errors"
	"slices"

	"github.com/searchex/searchex/emu"
	"github.com/searchex/searchex/goengine"
)

// Engine is a search in Go or on an emulated machine. An Engine is not safe
// for concurrent use; engines share nothing.
type Engine interface {
	// Name returns the name by which New makes the engine.
	Name() string
	// Clock returns the machine's clock, 0 for Go.
	Clock() emu.Clock
	// Search searches for the best move. When ctx is done the search ends soon, and
	// returns the best move so far. The error is a fault of the machine, such as a read
	// of memory that was never written, or a *CallbackError, not that of the context.
	Search(ctx context.Context, g *goengine.Game, prof *goengine.Profile, l goengine.Limits) (Result, error)
	// Perft counts the leaves of the tree of legal moves, and the cycles, 0 for Go.
	Perft(p *goengine.Position, depth int) (nodes, cycles uint64, err error)
	// Attach attaches callbacks to all later searches; nil detaches them. A
	// callback that panics ends its search with a *CallbackError.
	Attach(c Callbacks)
	// Follow attaches a progress listener to all later searches, in addition to
	// the callbacks; nil detaches it.
	Follow(f *Follower)
	// BookMove picks a move of the engine's opening book for the position on the
	// board, by weight: the first whose running sum of weights exceeds random/256
	// of the whole. ok is false if the position is not in the book. The same byte
	// picks the same move on every engine. cycles is 0 for Go.
	BookMove(g *goengine.Game, random byte) (m goengine.Move, ok bool, cycles uint64, err error)
	// SetBook replaces the engine's book with a compiled one (see package
	// goengine/book); nil restores the built-in book.
	SetBook(table []byte) error
}

// ErrIllegal is the error of a search of a foreign engine whose answer is no legal move.
var ErrIllegal = errors.New("no legal move")

// CycleLimiter is an engine that can limit a search by emulated cycles. The Go
// engine estimates them with the cost model of a machine.
type CycleLimiter interface {
	// SetCycleLimit stops later searches at the first node that is about to be
	// expanded after that number of cycles; 0 means no limit.
	SetCycleLimit(cycles uint64)
}

// Callbacks and Node are those of package goengine: what a search calls at its
// events, and the node that they see.
type (
	Callbacks = goengine.Callbacks
	Node      = goengine.Node
)

// Result is what a search found and what it cost.
type Result struct {
	goengine.Result
	// Cycles is the number of cycles of the emulated clock, 0 for Go.
	Cycles uint64
	// Modelled is the number of cycles that the search would take on the machine
	// that the Go engine models; 0 for a machine.
	Modelled uint64
}

// Spent returns the cycles that count as time, counted or modelled.
func (r *Result) Spent() uint64 { return r.Cycles + r.Modelled }

// ClockOf returns the clock of an engine's machine, or of the machine that it
// models.
func ClockOf(e Engine) emu.Clock {
	if k, err := KindOf(e.Name()); err == nil {
		return k.Timed().Clock
	}
	return e.Clock()
}

// CyclesPerNode returns the mean of emulated cycles per move evaluated, 0 for Go.
func (r *Result) CyclesPerNode() float64 {
	if r.Nodes == 0 {
		return 0
	}
	return float64(r.Cycles) / float64(r.Nodes)
}

// Agrees reports whether two engines found the same, whatever it cost them.
func (r *Result) Agrees(with *Result) bool {
	return r.Best == with.Best && r.Score == with.Score && r.Nodes == with.Nodes && slices.Equal(r.PV, with.PV) &&
		r.SX == with.SX && r.Stopped == with.Stopped && r.Complete == with.Complete
}
