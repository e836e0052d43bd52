package lab

import "math"

// Sample is some numbers, each from another game or position, so that they are
// independent.
type Sample []float64

// Mean returns their mean, NaN for none.
func (s Sample) Mean() float64 {
	sum := 0.0
	for _, x := range s {
		sum += x
	}
	return sum / float64(len(s))
}

// Deviation returns their standard deviation, NaN for fewer than two.
func (s Sample) Deviation() float64 {
	if len(s) < 2 {
		return math.NaN()
	}
	mean, sum := s.Mean(), 0.0
	for _, x := range s {
		sum += (x - mean) * (x - mean)
	}
	return math.Sqrt(sum / float64(len(s)-1))
}

// Error95 returns the half of the interval in which the mean lies 95 times in 100: 1.96
// standard errors.
func (s Sample) Error95() float64 { return 1.96 * s.Deviation() / math.Sqrt(float64(len(s))) }

// Factor returns the geometric mean of numbers whose logarithms these are.
func (s Sample) Factor() float64 { return math.Exp(s.Mean()) }
