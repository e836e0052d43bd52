// Package tune tunes numbers of a profile by games, with simultaneous perturbation stochastic
// approximation (SPSA: J. C. Spall, 1992), as Stockfish's testing framework does.
package tune

import (
	"math"
	"math/rand/v2"
)

// Key is a number of a profile to tune, or several with the same value.
type Key struct {
	Names []string `json:"names"`
	// Low and High are the least and the greatest value.
	Low  int `json:"low"`
	High int `json:"high"`
	// Step is the distance of the trials of the first iteration from the value.
	Step float64 `json:"step"`
	// Start is the value before any iteration.
	Start int `json:"start"`
}

// The usual exponents of the decrease of gain and steps, and the number of iterations by which the
// decrease of the gain is delayed (Spall 1998).
const (
	gainFalls  = 0.602
	stepFalls  = 0.101
	gainStands = 100
)

// leastStep keeps the trials of a key at least 1 apart.
const leastStep = 0.5

// SPSA is the state of a tuning: the values of the keys after some iterations. The next iteration
// depends only on the seed and on the results so far.
type SPSA struct {
	Keys []Key
	Seed uint64
	// Gain is the number of steps by which the keys move at first for each point of difference
	// between the trials.
	Gain float64

	at   []float64
	done int
}

// NewSPSA begins a tuning.
func NewSPSA(keys []Key, seed uint64, gain float64) *SPSA {
	s := &SPSA{Keys: keys, Seed: seed, Gain: gain}
	for _, k := range keys {
		s.at = append(s.at, float64(k.Start))
	}
	return s
}

// Done returns the number of iterations made.
func (s *SPSA) Done() int { return s.done }

// At returns the values of the keys.
func (s *SPSA) At() []float64 { return append([]float64(nil), s.at...) }

// Values returns the values of the keys, rounded to integers.
func (s *SPSA) Values() []int {
	all := make([]int, len(s.at))
	for i, v := range s.at {
		all[i] = int(math.Round(v))
	}
	return all
}

// Trials returns the two sets of values that the next iteration compares: each key a step above and
// below its value, in random order. They are rounded at random, up with a probability equal to the
// fraction, with the same random number for both: so they are right on average, and rounding doesn't
// increase their distance.
func (s *SPSA) Trials() (plus, minus []int) {
	for i, d := range s.draws() {
		k := s.Keys[i]
		by := d.sign * s.step(i)
		plus = append(plus, k.within(math.Floor(s.at[i]+by+d.up)))
		minus = append(minus, k.within(math.Floor(s.at[i]-by+d.up)))
	}
	return plus, minus
}

// Learn ends an iteration. points is the lead of the first trial over the second.
func (s *SPSA) Learn(points float64) {
	gain := s.Gain * math.Pow((gainStands+1)/float64(gainStands+1+s.done), gainFalls)
	for i, d := range s.draws() {
		k := s.Keys[i]
		v := s.at[i] + gain*points*d.sign*s.step(i)
		s.at[i] = min(max(v, float64(k.Low)), float64(k.High))
	}
	s.done++
}

// chance has the random numbers of a key in an iteration.
type chance struct {
	sign float64 // the trial above the value: 1 the first, -1 the second
	up   float64 // in [0, 1), added before a value is rounded down
}

// draws returns the random numbers of the next iteration, which depend on seed and iteration alone.
func (s *SPSA) draws() []chance {
	r := rand.New(rand.NewPCG(s.Seed, uint64(s.done)))
	all := make([]chance, len(s.Keys))
	for i := range all {
		all[i].sign = float64(2*r.IntN(2) - 1)
		all[i].up = r.Float64()
	}
	return all
}

// step returns the distance of the next iteration's trials of a key from its value.
func (s *SPSA) step(i int) float64 {
	return max(s.Keys[i].Step*math.Pow(float64(s.done+1), -stepFalls), leastStep)
}

// within clamps a value to the key's range.
func (k *Key) within(v float64) int { return int(min(max(v, float64(k.Low)), float64(k.High))) }
