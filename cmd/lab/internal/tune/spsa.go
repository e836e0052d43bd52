// Package tune changes numbers of a profile by games: simultaneous perturbation stochastic
// approximation (SPSA: J. C. Spall, 1992), as Stockfish's testing framework uses it.
package tune

import (
	"math"
	"math/rand/v2"
)

// Key is a number of a profile to tune, or several that always have the same value.
type Key struct {
	Names []string `json:"names"`
	// Low and High are the least and the greatest value.
	Low  int `json:"low"`
	High int `json:"high"`
	// Step is how far from the value the trials of the first iteration lie.
	Step float64 `json:"step"`
	// Start is the value before any iteration.
	Start int `json:"start"`
}

// The usual exponents by which gain and steps fall, and the iterations by which the fall
// of the gain is put off (Spall 1998).
const (
	gainFalls  = 0.602
	stepFalls  = 0.101
	gainStands = 100
)

// leastStep keeps two trials of a key at least a whole number apart.
const leastStep = 0.5

// SPSA is the state of a tuning: where the keys stand after some iterations. What it does
// next depends on the seed and on the results so far.
type SPSA struct {
	Keys []Key
	Seed uint64
	// Gain is how many steps the keys move at first for each point by which one trial
	// is better than the other.
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

// At returns where the keys stand.
func (s *SPSA) At() []float64 { return append([]float64(nil), s.at...) }

// Values returns where the keys stand, each rounded to the nearest whole number.
func (s *SPSA) Values() []int {
	all := make([]int, len(s.at))
	for i, v := range s.at {
		all[i] = int(math.Round(v))
	}
	return all
}

// Trials returns the two sets of values that the next iteration compares: each key a step
// above and below where it stands, which is which drawn for each. They are rounded at random, up
// with a likelihood equal to the fraction, by one draw for both: so they are right on the
// average, and the draw adds nothing to their distance.
func (s *SPSA) Trials() (plus, minus []int) {
	for i, d := range s.draws() {
		k := s.Keys[i]
		by := d.sign * s.step(i)
		plus = append(plus, k.within(math.Floor(s.at[i]+by+d.up)))
		minus = append(minus, k.within(math.Floor(s.at[i]-by+d.up)))
	}
	return plus, minus
}

// Learn ends an iteration: points is by how much the first trial was better than the
// second.
func (s *SPSA) Learn(points float64) {
	gain := s.Gain * math.Pow((gainStands+1)/float64(gainStands+1+s.done), gainFalls)
	for i, d := range s.draws() {
		k := s.Keys[i]
		v := s.at[i] + gain*points*d.sign*s.step(i)
		s.at[i] = min(max(v, float64(k.Low)), float64(k.High))
	}
	s.done++
}

// chance is what is drawn for a key in an iteration.
type chance struct {
	sign float64 // which trial is above: 1 the first, -1 the second
	up   float64 // from 0, below 1: added before a value is rounded down
}

// draws returns those of the next iteration, a function of seed and iteration alone.
func (s *SPSA) draws() []chance {
	r := rand.New(rand.NewPCG(s.Seed, uint64(s.done)))
	all := make([]chance, len(s.Keys))
	for i := range all {
		all[i].sign = float64(2*r.IntN(2) - 1)
		all[i].up = r.Float64()
	}
	return all
}

// step returns how far the next iteration's trials of a key lie from where it stands.
func (s *SPSA) step(i int) float64 {
	return max(s.Keys[i].Step*math.Pow(float64(s.done+1), -stepFalls), leastStep)
}

// within returns the nearest value in the key's range.
func (k *Key) within(v float64) int { return int(min(max(v, float64(k.Low)), float64(k.High))) }
