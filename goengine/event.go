package goengine

import (
	"fmt"
	"strings"
)

// EventKind is the kind of an Event.
type EventKind uint8

// The kinds of events. EventEnded is the end of a search in records; no
// callback gets it.
const (
	EventEnded EventKind = iota
	// EventGenerated: a node's legal moves are listed, or one part of them:
	// captures and promotions first, then the others, some of the first part
	// perhaps once more. A node may be expanded again: after killers that did not
	// cut, as a frontier if its moves find no room, or when a scout or a late move
	// is better than alpha. Node.Moves are these moves, Node.Keep thins them.
	EventGenerated
	// EventScored: a move has got its static value. Value may be changed; another
	// value is bounded by -MateBound and MateBound.
	EventScored
	// EventPriced: a move that may be followed up has got its category and price.
	// Price may be changed; 0 then means 1, and a move whose price exceeds the
	// node's budget is terminal. A late move (Profile.LateFrom) is first searched
	// for more than that: LatePrice.
	EventPriced
	// EventBeta: the value of a move, or of a pass (NoMove), is compared with beta;
	// value >= beta cuts off. Value may be changed; another value is bounded by
	// -Mate and Mate.
	EventBeta
	// EventAlpha: the value did not cut off and is compared with alpha; more than
	// alpha is a new best.
	EventAlpha
	// EventBest: the move is the best of its node so far.
	EventBest
	// EventIteration: the root has been searched with a budget. Move is its best
	// move.
	EventIteration
)

var eventNames = [...]string{"ended", "generated", "scored", "priced", "beta test", "alpha test", "best", "iteration"}

// String returns the name that pages and programs print.
func (k EventKind) String() string { return eventNames[k] }

// Event is one event of a search. Fields that a kind does not name are 0.
type Event struct {
	Kind     EventKind
	Ply      uint8    // the node's distance from the root, 0 to MaxPly
	Category Category // EventPriced
	Price    uint8    // EventPriced: the SXDEC, 1 to 255
	SX       uint8    // EventIteration: the budget of the iteration
	Count    int      // EventGenerated: the number of moves
	Move     Move     // all but EventGenerated
	// Value is in score units, from the view of the side that moves at the node:
	// the static value of EventScored, the value that EventBeta and EventAlpha
	// compare, the score of EventIteration.
	Value       int16
	Alpha, Beta int16 // the window of EventBeta; Alpha alone of EventAlpha
}

// Values returns the event's values in words, without ply and move.
func (e Event) Values() string {
	switch e.Kind {
	case EventGenerated:
		return fmt.Sprintf("%d moves", e.Count)
	case EventScored:
		return fmt.Sprintf("value %d", e.Value)
	case EventPriced:
		name := fmt.Sprintf("category %d", e.Category)
		if int(e.Category) < len(CategoryNames) {
			name = CategoryNames[e.Category]
		}
		return fmt.Sprintf("%s, SXDEC %d", name, e.Price)
	case EventBeta:
		return fmt.Sprintf("value %d, alpha %d, beta %d", e.Value, e.Alpha, e.Beta)
	case EventAlpha:
		return fmt.Sprintf("value %d, alpha %d", e.Value, e.Alpha)
	case EventIteration:
		return fmt.Sprintf("SX %d, score %d", e.SX, e.Value)
	}
	return ""
}

// String returns the event on one line.
func (e Event) String() string {
	if e.Kind == EventEnded {
		return e.Kind.String()
	}
	s := fmt.Sprintf("ply %d %v", e.Ply, e.Kind)
	if e.Move != NoMove {
		s += " " + e.Move.String()
	}
	return strings.TrimRight(s+" "+e.Values(), " ")
}
