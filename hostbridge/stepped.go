package hostbridge

import (
	"fmt"

	"github.com/searchex/searchex/emu"
	"github.com/searchex/searchex/goengine"
)

// Stepped is a search on a machine that the host executes piece by piece, by the
// methods of the machine: a debugger's. The search begins at cycle 0. Nothing is
// watched.
type Stepped struct {
	node   machineNode
	follow *hook
	// SetUp is the number of cycles from the machine's reset to the search.
	SetUp uint64
}

// NewStepped sets up a search on an engine's machine, and stops before its first
// instruction. The engine must not search otherwise as long as this one is used.
func NewStepped(e Engine, g *goengine.Game, prof *goengine.Profile, l goengine.Limits) (*Stepped, error) {
	on, ok := e.(*machineEngine)
	if !ok {
		return nil, fmt.Errorf("engine %s: has no machine that can be stepped: want one of %v", e.Name(), Names[1:])
	}
	if err := on.prepare(g, prof, l); err != nil {
		return nil, err
	}
	s := &Stepped{node: machineNode{e: on}, follow: on.hooks["follow"], SetUp: on.m.Cycles()}
	on.m.ResetCycles()
	on.m.Enter(on.sym.Search)
	return s, nil
}

// Machine returns the machine.
func (s *Stepped) Machine() emu.Machine { return s.node.e.m }

// FollowAt returns the address of the routine that searches a move deeper.
func (s *Stepped) FollowAt() uint32 { return s.follow.addr }

// Followed returns, at FollowAt, the move that is searched deeper. The node is still
// the one before the move.
func (s *Stepped) Followed() goengine.Move { return s.follow.move() }

// Ply returns the current node's distance from the root.
func (s *Stepped) Ply() int { return min(s.node.Ply(), goengine.MaxPly) }

// Window returns what the values of the current node's moves are compared with.
func (s *Stepped) Window() (alpha, beta int16) { return s.node.Window() }

// Budget returns the SX of the side to move and, with two budgets, the other side's.
func (s *Stepped) Budget() (own, other uint8) { return s.node.Budget() }

// Static returns the current node's static value.
func (s *Stepped) Static() int16 { return s.node.Static() }

// Nodes returns the number of moves evaluated so far.
func (s *Stepped) Nodes() uint64 { return s.node.e.layout.nodes() }

// Killers returns the two killer moves of a ply, NoMove where there is none. ok is
// false if the program has no list of them.
func (s *Stepped) Killers(ply int) (killers [2]goengine.Move, ok bool) {
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
func (s *Stepped) Result() Result { return s.node.e.result(0) }
