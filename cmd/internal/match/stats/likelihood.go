package stats

import (
	"errors"
	"math"
)

// share returns the part of the points that A is expected to score.
func (c *contest) share(at []int, theta []float64) float64 {
	return 1 / (1 + math.Exp(-c.difference(at, theta)))
}

// difference returns A's rating minus B's.
func (c *contest) difference(at []int, theta []float64) float64 {
	d := 0.0
	if i := at[c.a]; i >= 0 {
		d += theta[i]
	}
	if i := at[c.b]; i >= 0 {
		d -= theta[i]
	}
	return d
}

// A likelihood is the negative logarithm of the probability of all results, as a
// function of n ratings in natural logarithms of the odds. It is convex.
type likelihood struct {
	n     int
	games []contest
	at    []int // the rating of each player, -1 for the player at the origin
}

// maximum returns the most likely ratings. It takes Newton's steps from equal
// ratings, and halves a step for as long as the results become less likely by it.
func maximum(n int, games []contest, at []int) ([]float64, error) {
	l := likelihood{n, games, at}
	x, next := make([]float64, n), make([]float64, n)
	value := l.value(x)
	for range 1000 {
		slope := l.slope(x)
		if steepest(slope) < 1e-8 {
			return x, nil
		}
		factor, ok := cholesky(l.matrix(x, func(c *contest, p float64) float64 { return c.games * p * (1 - p) }))
		if !ok {
			break
		}
		step := factor.solve(slope)
		along := 0.0
		for i := range step {
			along += step[i] * slope[i]
		}
		// Near the maximum the value changes by less than its rounding.
		rounding := 1e-13 * (1 + math.Abs(value))
		part := 1.0
		for ; part > 1e-12; part /= 2 {
			for i := range x {
				next[i] = x[i] - part*step[i]
			}
			if l.value(next) <= value-1e-4*part*along+rounding {
				break
			}
		}
		x, next = next, x
		value = l.value(x)
	}
	// Rounding may keep the slope of very many games above the threshold. A hundred
	// thousandth of a point is near enough.
	if s := l.slope(x); !(steepest(s) < 1e-5) {
		return nil, errors.New("the most likely ratings were not found")
	}
	return x, nil
}

func (l *likelihood) value(x []float64) float64 {
	sum := 0.0
	for i := range l.games {
		c := &l.games[i]
		d := c.difference(l.at, x)
		sum += c.games*(max(d, 0)+math.Log1p(math.Exp(-math.Abs(d)))) - c.points*d
	}
	return sum
}

// slope returns the gradient: the points expected of each player minus those
// scored.
func (l *likelihood) slope(x []float64) []float64 {
	slope := make([]float64, l.n)
	for i := range l.games {
		c := &l.games[i]
		over := c.games*c.share(l.at, x) - c.points
		if k := l.at[c.a]; k >= 0 {
			slope[k] += over
		}
		if k := l.at[c.b]; k >= 0 {
			slope[k] -= over
		}
	}
	return slope
}

// matrix returns a symmetric matrix to which each contest adds v at both players,
// and -v between them. p is A's expected share.
func (l *likelihood) matrix(x []float64, v func(c *contest, p float64) float64) [][]float64 {
	m := square(l.n)
	for i := range l.games {
		c := &l.games[i]
		v := v(c, c.share(l.at, x))
		a, b := l.at[c.a], l.at[c.b]
		if a >= 0 {
			m[a][a] += v
		}
		if b >= 0 {
			m[b][b] += v
		}
		if a >= 0 && b >= 0 {
			m[a][b] -= v
			m[b][a] -= v
		}
	}
	return m
}

func steepest(slope []float64) float64 {
	most := 0.0
	for _, s := range slope {
		most = max(most, math.Abs(s)) // max returns NaN where one is NaN
	}
	return most
}

// covariance returns H⁻¹ J H⁻¹. H is the curvature of the likelihood at its
// maximum, J the variance of its slope.
func covariance(n int, games []contest, at []int, theta []float64) ([][]float64, error) {
	l := likelihood{n, games, at}
	factor, ok := cholesky(l.matrix(theta, func(c *contest, p float64) float64 { return c.games * p * (1 - p) }))
	if !ok {
		return nil, errors.New("the ratings' curvature is singular")
	}
	// J and H⁻¹ are symmetric, so rows can be used as columns.
	m := l.matrix(theta, (*contest).variance)
	for range 2 {
		for i := range m {
			m[i] = factor.solve(m[i])
		}
		for i := range m {
			for j := range i {
				m[i][j], m[j][i] = m[j][i], m[i][j]
			}
		}
	}
	return m, nil
}

func square(n int) [][]float64 {
	m := make([][]float64, n)
	for i := range m {
		m[i] = make([]float64, n)
	}
	return m
}

// A triangle is the lower triangular matrix L of Cholesky's decomposition L·Lᵀ.
type triangle [][]float64

// cholesky decomposes a symmetric matrix. It reports false if the matrix is not
// positive definite.
func cholesky(m [][]float64) (triangle, bool) {
	l := square(len(m))
	for i := range m {
		for j := range i + 1 {
			v := m[i][j]
			for k := range j {
				v -= l[i][k] * l[j][k]
			}
			switch {
			case i != j:
				l[i][j] = v / l[j][j]
			case v > 0:
				l[i][i] = math.Sqrt(v)
			default:
				return nil, false
			}
		}
	}
	return l, true
}

// solve returns the x of L·Lᵀ·x = b.
func (l triangle) solve(b []float64) []float64 {
	x := append([]float64(nil), b...)
	for i := range x {
		for k := range i {
			x[i] -= l[i][k] * x[k]
		}
		x[i] /= l[i][i]
	}
	for i := len(x) - 1; i >= 0; i-- {
		for k := i + 1; k < len(x); k++ {
			x[i] -= l[k][i] * x[k]
		}
		x[i] /= l[i][i]
	}
	return x
}
