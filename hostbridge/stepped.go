package hostbridge

import (
	"fmt"

	"github.com/searchex/searchex/emu"
	"github.com/searchex/searchex/goengine"
)

// SteppedSearch is a search on a machine that the host executes piece by piece, by the
// methods of the machine: a debugger's. The search begins at cycle 0. Nothing is
// watched.
type SteppedSearch struct {
	node   machineNode
	follow *hook
	// SetUp is the number of cycles from the machine's reset to the search.
	SetUp uint64
}

// NewSteppedSearch sets up a search on an engine's machine, and stops before its first
// instruction. The engine must not search otherwise as long as this one is used.
func NewSteppedSearch(e Engine, g *goengine.Game, prof *goengine.Profile, l goengine.Limits) (*SteppedSearch, error) {
	on, ok := e.(*machineEngine)
	if !ok {
		return nil, fmt.Errorf("engine %s: has no machine that can be stepped: want one of %v", e.Name(), Names[1:])
	}
	if err := on.prepare(g, prof, l); err != nil {
		return nil, err
	}
	s := &SteppedSearch{node: machineNode{e: on}, follow: on.hooks["follow"], SetUp: on.m.Cycles()}
	on.m.ResetCycles()
	on.m.Enter(on.sym.Search)
	return s, nil
}

// Machine returns the machine.
func (s *SteppedSearch) Machine() emu.Machine { return s.node.e.m }

// FollowAt returns the address of the routine that searches a move deeper.
func (s *SteppedSearch) FollowAt() uint32 { return s.follow.addr }

// Followed returns, at FollowAt, the move that is searched deeper. The node is still
// the one before the move.
func (s *SteppedSearch) Followed() goengine.Move { return s.follow.move() }

// Ply returns the current node's distance from the root.
func (s *SteppedSearch) Ply() int { return min(s.node.Ply(), goengine.MaxPly) }

// Window returns what the values of the current node's moves are compared with.
func (s *SteppedSearch) Window() (alpha, beta int16) { return s.node.Window() }

// Budget returns the SX of the side to move and, with two budgets, the other side's.
func (s *SteppedSearch) Budget() (own, other uint8) { return s.node.Budget() }

// Static returns the current node's static value.
func (s *SteppedSearch) Static() int16 { return s.node.Static() }

// Nodes returns the number of moves evaluated so far.
func (s *SteppedSearch) Nodes() uint64 { return s.node.e.layout.nodes() }

// Killers returns the two killer moves of a ply, NoMove where there is none. ok is
// false if the program has no list of them.
func (s *SteppedSearch) Killers(ply int) (killers [2]goengine.Move, ok bool) {
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
func (s *SteppedSearch) Result() Result { return s.node.e.result(0) }
