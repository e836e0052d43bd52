// Package clock converts an engine's work to seconds of its machine, and distributes
// the time of a game among its moves.
package clock

import (
	"time"

	"github.com/searchex/searchex/emu"
)

// Most is the longest time that is used, 278 hours.
const Most = 1_000_000 * time.Second

// ReserveCycles is the number of cycles that a search may need beyond its limit: at
// most the moves of two nodes, with more cycles for each than any machine needs.
const ReserveCycles = 1_000_000

// Rate is the rate at which an engine's work counts as time.
type Rate struct {
	// Clock is the clock whose cycles are counted.
	Clock emu.Clock
}

// RateOf returns the rate of an engine with a clock. A kHz other than 0 replaces the
// clock.
func RateOf(own emu.Clock, kHz int) Rate {
	r := Rate{Clock: own}
	if kHz > 0 {
		r.Clock = emu.Clock(kHz) * 1000
	}
	return r
}

// Cycles returns the number of cycles in a time, at least 1.
func (r Rate) Cycles(d time.Duration) uint64 {
	return max(r.Clock.Cycles(min(d, Most)), 1)
}

// Time returns the time of a number of cycles, Most at most.
func (r Rate) Time(cycles uint64) time.Duration {
	return min(r.Clock.Time(cycles), Most)
}
