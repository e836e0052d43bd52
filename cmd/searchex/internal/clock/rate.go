// Package clock turns an engine's work into seconds of its machine's time, and
// shares the time of a game out among its moves.
package clock

import (
	"time"

	"github.com/searchex/searchex/emu"
)

// The Go engine has no clock of its own. It stands for the 6502 of Chess
// Champion MK V (19.6608 MHz / 10) with an engine that spends 4,000 cycles on
// a node: three minutes are 88,473 nodes, the 88,000 of the project's figures.
const (
	StandInClock         emu.Clock = 1_966_080
	StandInCyclesPerNode uint64    = 4_000
)

// Most is the longest time that is counted with, 278 hours.
const Most = 1_000_000 * time.Second

// Rate is how an engine's work counts as time.
type Rate struct {
	// Clock is what cycles are counted by.
	Clock emu.Clock
	// PerNode is how many cycles a node stands for, 0 for a machine, whose
	// cycles are counted.
	PerNode uint64
}

// RateOf is the rate of an engine with a clock of its own, 0 for the Go engine.
// kHz sets another clock, 0 keeps it.
func RateOf(own emu.Clock, kHz int) Rate {
	r := Rate{Clock: own}
	if own == 0 {
		r = Rate{Clock: StandInClock, PerNode: StandInCyclesPerNode}
	}
	if kHz > 0 {
		r.Clock = emu.Clock(kHz) * 1000
	}
	return r
}

// Cycles is how many cycles a time has, at least 1.
func (r Rate) Cycles(d time.Duration) uint64 {
	return max(r.Clock.Cycles(min(d, Most)), 1)
}

// Time is how long cycles last, Most at most.
func (r Rate) Time(cycles uint64) time.Duration {
	return min(r.Clock.Time(cycles), Most)
}

// Nodes is how many nodes cycles stand for, at least 1. It is meant for a rate
// with PerNode.
func (r Rate) Nodes(cycles uint64) uint64 { return max(cycles/max(r.PerNode, 1), 1) }

// Spent is what a search has spent: its cycles, or those that its nodes stand
// for.
func (r Rate) Spent(nodes, cycles uint64) uint64 {
	if r.PerNode == 0 {
		return cycles
	}
	return nodes * r.PerNode
}
