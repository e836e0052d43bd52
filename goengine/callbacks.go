package goengine

import "fmt"

// Callbacks watch and change a search. Event is called at every event, in order.
// It may look at the node, and change the field of the event that the kind allows
// to change; other changes have no effect. Node and event are valid during the
// call only. A panic ends the search.
type Callbacks interface {
	Event(n Node, e *Event)
}

// CallbackFunc is a function as Callbacks.
type CallbackFunc func(n Node, e *Event)

// Event calls the function.
func (f CallbackFunc) Event(n Node, e *Event) { f(n, e) }

// Node is what a callback sees of the position that is being searched. It is valid
// during the call only.
type Node interface {
	// Ply is the node's distance from the root, 0 to MaxPly.
	Ply() int
	// Path appends the moves that lead from the root to the node, NoMove for a
	// pass, and returns the extended slice.
	Path(line []Move) []Move
	// Window is what the values of the node's moves are compared with.
	Window() (alpha, beta int16)
	// Budget is the SX of the side to move, and with two budgets the other
	// side's.
	Budget() (own, other uint8)
	// Static is the node's static value for the side to move.
	Static() int16
	// Moves appends the moves that EventGenerated reports, in the order of their
	// generation, and returns the extended slice.
	Moves(moves []Move) []Move
	// Keep, at EventGenerated, removes all moves but these; the order stays that of
	// generation. Without any move the node is mate or stalemate. Keep panics with
	// *NotInList if a move is not in the list.
	Keep(moves []Move)
	// Stop ends the search at the next position entered, as Limits.Nodes does.
	Stop()
}

// NotInList is the panic of Node.Keep.
type NotInList struct{ Move Move }

// Error names the move.
func (e *NotInList) Error() string {
	return fmt.Sprintf("Keep: %v is not among the node's moves", e.Move)
}

// KeptMoves reports for each move of a list whether it is among those to keep. It
// panics with *NotInList if one of those is not in the list.
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
