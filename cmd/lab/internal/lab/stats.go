package lab

import "math"

// Sample is a sample of independent numbers, each from a different game or position.
type Sample []float64

// Mean returns the mean, NaN for an empty sample.
func (s Sample) Mean() float64 {
	sum := 0.0
	for _, x := range s {
		sum += x
	}
	return sum / float64(len(s))
}

// Deviation returns the standard deviation, NaN for fewer than two numbers.
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

// Error95 returns half the width of the mean's 95% confidence interval: 1.96 standard errors.
func (s Sample) Error95() float64 { return 1.96 * s.Deviation() / math.Sqrt(float64(len(s))) }

// Factor returns the geometric mean of the numbers of which the sample has the logarithms.
func (s Sample) Factor() float64 { return math.Exp(s.Mean()) }

// FactorInterval returns the 95% confidence interval of Factor.
func (s Sample) FactorInterval() (low, high float64) {
	return math.Exp(s.Mean() - s.Error95()), math.Exp(s.Mean() + s.Error95())
}
