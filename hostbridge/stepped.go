package hostbridge

import (
	"context"
	"fmt"
	"math"

	"github.com/searchex/searchex/emu"
	"github.com/searchex/searchex/goengine"
)

// Stepped is a search on a machine that the host executes piece by piece, by the
// methods of the machine: a debugger's. The search begins at cycle 0. Nothing is
// watched.
type Stepped interface {
	Machine() emu.Machine
	// SetUp returns the number of cycles from the machine's reset to the search.
	SetUp() uint64
	// Over reports whether the search has ended.
	Over() bool
	// Result returns, once it is over, what it found.
	Result() (Result, error)
	// Patience returns the number of cycles after which a search that is not over counts
	// as one that does not end.
	Patience() uint64

	// Marks returns the addresses of instructions at which something is to be noted, which
	// At says.
	Marks() []uint32
	At(mark uint32) Mark
	// Followed returns the move that is searched deeper, where At says so. The node is
	// still the one before the move.
	Followed() goengine.Move

	// Knows reports whether a number of the search is known, by its name in expressions:
	// ply, sx, other, alpha, beta, static. What is not known is 0.
	Knows(number string) bool
	// Ply returns the current node's distance from the root. noted is what the last mark said,
	// for a program that tells it at marks alone.
	Ply(noted int) int
	// Window returns what the values of the current node's moves are compared with.
	Window() (alpha, beta int16)
	// Budget returns the SX of the side to move and, with two budgets, the other side's.
	Budget() (own, other uint8)
	// Static returns the current node's static value.
	Static() int16
	// Nodes returns the number of moves evaluated so far.
	Nodes() (n uint64, ok bool)
	// Killers returns the two killer moves of a ply, NoMove where there is none. ok is
	// false if the program has no list of them.
	Killers(ply int) (killers [2]goengine.Move, ok bool)
	// Board draws the board in the machine's memory, if it is known where that is.
	Board() (d Diagram, ok bool)
}

// Mark is what a search does at an instruction.
type Mark struct {
	// Follows is set if a move is searched deeper, Scores if one has been scored and Nodes
	// does not know the number.
	Follows, Scores bool
	// Ply is the node's distance from the root, that of the node before the move; -1 if the
	// mark does not say it.
	Ply int
}

// Stepper is an engine on a machine whose searches can be executed piece by piece.
type Stepper interface {
	// Step sets up a search, and stops before its first instruction. The engine must not
	// search otherwise as long as this one is used. The context ends the setting up alone.
	Step(ctx context.Context, g *goengine.Game, prof *goengine.Profile, l goengine.Limits) (Stepped, error)
}

// NewSteppedSearch sets up a search on an engine's machine, as Stepper says.
func NewSteppedSearch(ctx context.Context, e Engine, g *goengine.Game, prof *goengine.Profile, l goengine.Limits) (Stepped, error) {
	on, ok := e.(Stepper)
	if !ok {
		return nil, fmt.Errorf("engine %s: has no machine that can be stepped: want one of %v", e.Name(), Names[1:])
	}
	return on.Step(ctx, g, prof, l)
}

// steppedSearch is Stepped for the engines of this project.
type steppedSearch struct {
	node   machineNode
	follow *hook
	setUp  uint64
}

// Step implements Stepper.
func (e *machineEngine) Step(_ context.Context, g *goengine.Game, prof *goengine.Profile, l goengine.Limits) (Stepped, error) {
	if err := e.prepare(g, prof, l); err != nil {
		return nil, err
	}
	s := &steppedSearch{node: machineNode{e: e}, follow: e.hooks["follow"], setUp: e.m.Cycles()}
	e.m.ResetCycles()
	e.m.Enter(e.sym.Search)
	return s, nil
}

// Machine returns the machine.
func (s *steppedSearch) Machine() emu.Machine { return s.node.e.m }

// SetUp implements Stepped.
func (s *steppedSearch) SetUp() uint64 { return s.setUp }

// Over implements Stepped.
func (s *steppedSearch) Over() bool { return s.Machine().Returned() }

// Patience implements Stepped: every search ends.
func (s *steppedSearch) Patience() uint64 { return math.MaxUint64 }

// Marks returns the address of the routine that searches a move deeper.
func (s *steppedSearch) Marks() []uint32 { return []uint32{s.follow.addr} }

// At implements Stepped.
func (s *steppedSearch) At(uint32) Mark { return Mark{Follows: true, Ply: s.Ply(0)} }

// Knows implements Stepped.
func (s *steppedSearch) Knows(string) bool { return true }

// Board implements Stepped.
func (s *steppedSearch) Board() (d Diagram, ok bool) { return DiagramIn(s.Machine()) }

// Followed implements Stepped.
func (s *steppedSearch) Followed() goengine.Move { return s.follow.move() }

// Ply returns the current node's distance from the root.
func (s *steppedSearch) Ply(int) int { return min(s.node.Ply(), goengine.MaxPly) }

// Window returns what the values of the current node's moves are compared with.
func (s *steppedSearch) Window() (alpha, beta int16) { return s.node.Window() }

// Budget returns the SX of the side to move and, with two budgets, the other side's.
func (s *steppedSearch) Budget() (own, other uint8) { return s.node.Budget() }

// Static returns the current node's static value.
func (s *steppedSearch) Static() int16 { return s.node.Static() }

// Nodes returns the number of moves evaluated so far.
func (s *steppedSearch) Nodes() (n uint64, ok bool) { return s.node.e.layout.nodes(), true }

// Killers implements Stepped.
func (s *steppedSearch) Killers(ply int) (killers [2]goengine.Move, ok bool) {
	at, ok := s.Machine().Program().Symbols["killers"]
	if !ok || ply < 0 || ply >= goengine.MaxPly {
		return killers, false
	}
	for i := range killers {
		from := s.node.e.layout.move(at + uint32(4*ply+2*i))
		if goengine.Square(from) != goengine.NoSquare {
			killers[i] = from
		}
	}
	return killers, true
}

// Result returns, once the search has returned, what it found.
func (s *steppedSearch) Result() (Result, error) { return s.node.e.result(0), nil }
