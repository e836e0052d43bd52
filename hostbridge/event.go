package hostbridge

import (
	"fmt"
	"strings"

	"github.com/searchex/searchex/goengine"
)

// EventKind is what an Event tells of.
type EventKind uint8

// The kinds of events, in the order of Callbacks. EventEnded stands for
// the end of a search.
const (
	EventEnded EventKind = iota
	EventGenerated
	EventScored
	EventPriced
	EventBeta
	EventAlpha
	EventBest
	EventIteration
)

var eventNames = [...]string{"ended", "generated", "scored", "priced", "beta test", "alpha test", "best", "iteration"}

// String is the name of the kind, as docs/design.md has it.
func (k EventKind) String() string { return eventNames[k] }

// Event is one event of a search as a value. Which of A, B and C it uses, and
// for what, is the order of arguments of the method of Callbacks.
type Event struct {
	Kind    EventKind
	Ply     uint8
	Move    goengine.Move
	A, B, C int16
}

// Values names the event's values, without ply and move.
func (e Event) Values() string {
	switch e.Kind {
	case EventGenerated:
		return fmt.Sprintf("%d moves", e.A)
	case EventScored:
		return fmt.Sprintf("value %d", e.A)
	case EventPriced:
		name := fmt.Sprintf("category %d", e.A)
		if e.A >= 0 && int(e.A) < len(goengine.CategoryNames) {
			name = goengine.CategoryNames[e.A]
		}
		return fmt.Sprintf("%s, SXDEC %d", name, e.B)
	case EventBeta:
		return fmt.Sprintf("value %d, alpha %d, beta %d", e.A, e.B, e.C)
	case EventAlpha:
		return fmt.Sprintf("value %d, alpha %d", e.A, e.B)
	case EventIteration:
		return fmt.Sprintf("SX %d, score %d", e.A, e.B)
	}
	return ""
}

// String is the whole event on one line.
func (e Event) String() string {
	if e.Kind == EventEnded {
		return e.Kind.String()
	}
	s := fmt.Sprintf("ply %d %v", e.Ply, e.Kind)
	if e.Move != goengine.NoMove {
		s += " " + e.Move.String()
	}
	return strings.TrimRight(s+" "+e.Values(), " ")
}

// EventFunc is Callbacks that pass each event on as a value and change nothing.
type EventFunc func(Event)

// Generated is one of Callbacks.
func (f EventFunc) Generated(n Node, count int) {
	f(Event{Kind: EventGenerated, Ply: uint8(n.Ply()), A: int16(count)})
}

// Scored is one of Callbacks.
func (f EventFunc) Scored(n Node, m goengine.Move, value int16) int16 {
	f(Event{Kind: EventScored, Ply: uint8(n.Ply()), Move: m, A: value})
	return value
}

// Priced is one of Callbacks.
func (f EventFunc) Priced(n Node, m goengine.Move, c goengine.Category, price uint8) uint8 {
	f(Event{Kind: EventPriced, Ply: uint8(n.Ply()), Move: m, A: int16(c), B: int16(price)})
	return price
}

// BetaTest is one of Callbacks.
func (f EventFunc) BetaTest(n Node, m goengine.Move, value, alpha, beta int16) int16 {
	f(Event{Kind: EventBeta, Ply: uint8(n.Ply()), Move: m, A: value, B: alpha, C: beta})
	return value
}

// AlphaTest is one of Callbacks.
func (f EventFunc) AlphaTest(n Node, m goengine.Move, value, alpha int16) {
	f(Event{Kind: EventAlpha, Ply: uint8(n.Ply()), Move: m, A: value, B: alpha})
}

// Best is one of Callbacks.
func (f EventFunc) Best(n Node, m goengine.Move) {
	f(Event{Kind: EventBest, Ply: uint8(n.Ply()), Move: m})
}

// Iteration is one of Callbacks.
func (f EventFunc) Iteration(_ Node, sx uint8, score int16, best goengine.Move) {
	f(Event{Kind: EventIteration, Move: best, A: int16(sx), B: score})
}
