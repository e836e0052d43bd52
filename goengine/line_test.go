package goengine

import (
	"slices"
	"strings"
)

// only leaves of the moves of every node at a ply those that its entry names,
// in UCI notation with blanks between; an empty entry, and a ply beyond the
// last, leave them all.
type only []string

// Generated is one of Callbacks.
func (o only) Generated(n Node, _ int) {
	if n.Ply() >= len(o) || o[n.Ply()] == "" {
		return
	}
	n.Keep(slices.DeleteFunc(n.Moves(nil), func(m Move) bool {
		return !slices.Contains(strings.Fields(o[n.Ply()]), m.String())
	}))
}

// Scored is one of Callbacks, and so are the others.
func (only) Scored(_ Node, _ Move, value int16) int16             { return value }
func (only) Priced(_ Node, _ Move, _ Category, price uint8) uint8 { return price }
func (only) BetaTest(_ Node, _ Move, value, _, _ int16) int16     { return value }
func (only) AlphaTest(Node, Move, int16, int16)                   {}
func (only) Best(Node, Move)                                      {}
func (only) Iteration(Node, uint8, int16, Move)                   {}
