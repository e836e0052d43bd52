// Package clock turns an engine's work into seconds of its machine's time, and
// shares the time of a game out among its moves.
package clock

import (
	"time"

	"github.com/searchex/searchex/emu"
)

// Most is the longest time that is counted with, 278 hours.
const Most = 1_000_000 * time.Second

// ReserveCycles is what a search may need beyond its limit: the move lists of two
// nodes at most, at more than any machine's cycles a node.
const ReserveCycles = 1_000_000

// Rate is how an engine's work counts as time.
type Rate struct {
	// Clock is what cycles are counted by.
	Clock emu.Clock
}

// RateOf returns the rate of an engine whose time is reckoned by a clock. kHz sets
// another clock, 0 keeps it.
func RateOf(own emu.Clock, kHz int) Rate {
	r := Rate{Clock: own}
	if kHz > 0 {
		r.Clock = emu.Clock(kHz) * 1000
	}
	return r
}

// Cycles returns how many cycles a time has, at least 1.
func (r Rate) Cycles(d time.Duration) uint64 {
	return max(r.Clock.Cycles(min(d, Most)), 1)
}

// Time returns how long cycles last, Most at most.
func (r Rate) Time(cycles uint64) time.Duration {
	return min(r.Clock.Time(cycles), Most)
}
