package emu

import (
	"math"
	"math/bits"
	"time"
)

// Clock is the frequency of a machine's clock in Hz; 0 is no clock. It turns
// cycles into the machine's time and back.
type Clock uint64

// MHz is the frequency in MHz.
func (c Clock) MHz() float64 { return float64(c) / 1e6 }

// Time is how long cycles last, rounded down to nanoseconds; the longest
// Duration if they last longer, 0 for no clock.
func (c Clock) Time(cycles uint64) time.Duration {
	if c == 0 {
		return 0
	}
	return time.Duration(min(scale(cycles, uint64(time.Second), uint64(c)), math.MaxInt64))
}

// Cycles is how many cycles a time has, rounded down; 0 for a time below 0.
func (c Clock) Cycles(d time.Duration) uint64 {
	return scale(uint64(max(d, 0)), uint64(c), uint64(time.Second))
}

// scale is n*by/over, or the greatest number if it is greater.
func scale(n, by, over uint64) uint64 {
	hi, lo := bits.Mul64(n, by)
	if hi >= over {
		return math.MaxUint64
	}
	q, _ := bits.Div64(hi, lo, over)
	return q
}
