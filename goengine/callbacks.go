package goengine

import "fmt"

// Callbacks are called at the events of a search, in order; they may look at
// the node at hand and interfere. Values are in score units from the view of
// the side that moves at the node's ply. A callback that panics ends the
// search.
//
// Embed NoCallbacks where few of them are wanted.
type Callbacks interface {
	// Generated: a node's legal moves are listed, or one part of its list: at a
	// frontier, a half-frontier and a node in stages the captures and
	// promotions first and then the others, where the captures that the first
	// part passed over may be listed once more. In stages the others are listed
	// again after killers among them that did not cut. A node whose moves find
	// no room among those of the line is then told of as a frontier. A node that
	// a scout (Scout), or the search of a late move for its late price, found better
	// than alpha is expanded once more. count is the
	// number of moves. Node's Moves are these moves, and Keep thins them.
	Generated(n Node, count int)
	// Scored: a move has been valued statically. What is returned replaces the
	// value; another value is cut to -MateBound to MateBound.
	Scored(n Node, m Move, value int16) int16
	// Priced: a move that may be followed up has got its category and SXDEC.
	// What is returned replaces the SXDEC; another 0 stands for 1; a move dearer than
	// the node's budget is terminal. A late move (Profile.LateFrom) is first searched
	// for more than that: LatePrice.
	Priced(n Node, m Move, c Category, price uint8) uint8
	// BetaTest: the value of a move, NoMove for passing, is held against beta;
	// value >= beta cuts. What is returned replaces the value;
	// another value is cut to -Mate to Mate.
	BetaTest(n Node, m Move, value, alpha, beta int16) int16
	// AlphaTest: it did not cut and is held against alpha; more is a new best.
	AlphaTest(n Node, m Move, value, alpha int16)
	// Best: the move is the best of its node so far.
	Best(n Node, m Move)
	// Iteration: the root has been searched with a budget.
	Iteration(n Node, sx uint8, score int16, best Move)
}

// Node is what a callback sees of the position that is being searched, which is a
// visit where nodes are counted: there a node is a move evaluated. It is valid
// during the call only.
type Node interface {
	// Ply is the node's distance from the root, 0 to MaxPly.
	Ply() int
	// Path appends the moves that lead from the root to the node, NoMove for a
	// pass, and returns the extended slice.
	Path(line []Move) []Move
	// Window is what the values of the node's moves are held against.
	Window() (alpha, beta int16)
	// Budget is the SX of the side to move, and with two budgets the other
	// side's.
	Budget() (own, other uint8)
	// Static is the node's static value for the side to move.
	Static() int16
	// Moves appends the moves that Generated tells of, in the order of their
	// generation, and returns the extended slice.
	Moves(moves []Move) []Move
	// Keep, during Generated, leaves of the node's moves only these; their order
	// stays that of their generation. Without any move the node is mate or
	// stalemate. A move that is not in the list panics.
	Keep(moves []Move)
	// Stop ends the search as Limits.Stop does.
	Stop()
}

// NotInList is what Keep panics with.
type NotInList struct{ Move Move }

// Error is an error's.
func (e *NotInList) Error() string {
	return fmt.Sprintf("Keep: %v is not among the node's moves", e.Move)
}

// KeptMoves tells of each move of a list whether it is among those to keep,
// each of which must be there.
func KeptMoves(list, keep []Move) []bool {
	kept := make([]bool, len(list))
next:
	for _, m := range keep {
		for i := range list {
			if list[i] == m && !kept[i] {
				kept[i] = true
				continue next
			}
		}
		panic(&NotInList{m})
	}
	return kept
}

// NoCallbacks does nothing and changes nothing.
type NoCallbacks struct{}

// Generated is one of Callbacks.
func (NoCallbacks) Generated(Node, int) {}

// Scored is one of Callbacks.
func (NoCallbacks) Scored(_ Node, _ Move, value int16) int16 { return value }

// Priced is one of Callbacks.
func (NoCallbacks) Priced(_ Node, _ Move, _ Category, price uint8) uint8 { return price }

// BetaTest is one of Callbacks.
func (NoCallbacks) BetaTest(_ Node, _ Move, value, _, _ int16) int16 { return value }

// AlphaTest is one of Callbacks.
func (NoCallbacks) AlphaTest(Node, Move, int16, int16) {}

// Best is one of Callbacks.
func (NoCallbacks) Best(Node, Move) {}

// Iteration is one of Callbacks.
func (NoCallbacks) Iteration(Node, uint8, int16, Move) {}
