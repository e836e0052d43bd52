package firstdiff

import (
	"fmt"

	"github.com/searchex/searchex/goengine"
)

// Kind is the kind of an event, one for each method of goengine.Watcher.
type Kind uint8

// The kinds. Ended stands for the end of a search.
const (
	Ended Kind = iota
	Generated
	Scored
	Priced
	BetaTest
	AlphaTest
	Best
	Iteration
)

var kindNames = [...]string{"ended", "generated", "scored", "priced", "beta test", "alpha test", "best", "iteration"}

// String is the kind's name in the design.
func (k Kind) String() string { return kindNames[k] }

// Event is one event with its values, in the order of the Watcher's method.
type Event struct {
	Kind   Kind
	Ply    uint8
	Move   goengine.Move
	Values [3]int16
}

// Text says what the values are. The position, from which the move is made,
// names it.
func (e Event) Text() string {
	v := e.Values
	switch e.Kind {
	case Generated:
		return fmt.Sprintf("%d moves", v[0])
	case Scored:
		return fmt.Sprintf("value %d", v[0])
	case Priced:
		return fmt.Sprintf("%s, SXDEC %d", category(v[0]), v[1])
	case BetaTest:
		return fmt.Sprintf("value %d, alpha %d, beta %d", v[0], v[1], v[2])
	case AlphaTest:
		return fmt.Sprintf("value %d, alpha %d", v[0], v[1])
	case Iteration:
		return fmt.Sprintf("SX %d, score %d", v[0], v[1])
	}
	return ""
}

func category(n int16) string {
	if n >= 0 && int(n) < len(goengine.CategoryNames) {
		return goengine.CategoryNames[n]
	}
	return fmt.Sprintf("category %d", n)
}

// recorder is a Watcher that turns calls into events.
type recorder func(Event)

// Generated is a Watcher's.
func (r recorder) Generated(ply, n int) {
	r(Event{Kind: Generated, Ply: uint8(ply), Values: [3]int16{int16(n)}})
}

// Scored is a Watcher's.
func (r recorder) Scored(ply int, m goengine.Move, value int16) {
	r(Event{Scored, uint8(ply), m, [3]int16{value}})
}

// Priced is a Watcher's.
func (r recorder) Priced(ply int, m goengine.Move, c goengine.Category, price uint8) {
	r(Event{Priced, uint8(ply), m, [3]int16{int16(c), int16(price)}})
}

// BetaTest is a Watcher's.
func (r recorder) BetaTest(ply int, m goengine.Move, value, alpha, beta int16) {
	r(Event{BetaTest, uint8(ply), m, [3]int16{value, alpha, beta}})
}

// AlphaTest is a Watcher's.
func (r recorder) AlphaTest(ply int, m goengine.Move, value, alpha int16) {
	r(Event{AlphaTest, uint8(ply), m, [3]int16{value, alpha}})
}

// Best is a Watcher's.
func (r recorder) Best(ply int, m goengine.Move) { r(Event{Kind: Best, Ply: uint8(ply), Move: m}) }

// Iteration is a Watcher's.
func (r recorder) Iteration(sx uint8, score int16, best goengine.Move) {
	r(Event{Iteration, 0, best, [3]int16{int16(sx), score}})
}
