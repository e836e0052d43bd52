// Package stats says what the score of a match proves: the rating difference
// with its error bars, and the sequential test that ends a match.
package stats

import "math"

// Score counts the games of a match from the first player's side.
type Score struct {
	Wins, Draws, Losses int
}

// Games returns how many games were counted.
func (s Score) Games() int { return s.Wins + s.Draws + s.Losses }

// Fraction returns the share of points, 0 to 1; 0.5 before the first game.
func (s Score) Fraction() float64 {
	if s.Games() == 0 {
		return 0.5
	}
	return (float64(s.Wins) + 0.5*float64(s.Draws)) / float64(s.Games())
}

// Elo returns the rating difference that the score stands for, and the bounds
// of its 95% confidence interval:
//
//	elo(p) = -400 log10(1/p - 1)                           (logistic, as FIDE's)
//	se     = sqrt((W(1-p)² + D(½-p)² + L p²) / N) / sqrt(N)
//	bounds = elo(p - 1.96 se), elo(p + 1.96 se)
//
// The games count as independent; those of one opening with colours reversed
// are not quite, which makes the true interval slightly narrower. Where all
// games had one result the sample variance is 0 and says nothing: the rule of
// three is used instead, that another result has at most a probability of 3/N.
// A score of 0 or 1 gives an infinite difference; before the first game the
// bounds are infinite.
func (s Score) Elo() (diff, low, high float64) {
	n, p := float64(s.Games()), s.Fraction()
	if n == 0 {
		return 0, math.Inf(-1), math.Inf(1)
	}
	var down, up float64
	switch s.Games() {
	case s.Wins:
		down = 3 / n
	case s.Losses:
		up = 3 / n
	case s.Draws:
		down, up = 1.5/n, 1.5/n
	default:
		w, d, l := float64(s.Wins), float64(s.Draws), float64(s.Losses)
		variance := (w*(1-p)*(1-p) + d*(0.5-p)*(0.5-p) + l*p*p) / n
		down = 1.96 * math.Sqrt(variance/n)
		up = down
	}
	return EloDifference(p), EloDifference(p - down), EloDifference(p + up)
}

// LOS is the likelihood that the first player is the stronger, 0 to 1, after the
// games won and lost: Φ((W - L) / sqrt(W + L)). Drawn games say nothing of it.
func (s Score) LOS() float64 {
	decided := float64(s.Wins + s.Losses)
	if decided == 0 {
		return 0.5
	}
	return 0.5 * math.Erfc(-float64(s.Wins-s.Losses)/math.Sqrt(2*decided))
}

// EloDifference returns the rating difference at which a player is expected to
// score the fraction p: 0 for 0.5, about 191 for 0.75, infinite for 0 and 1.
func EloDifference(p float64) float64 {
	switch {
	case p <= 0:
		return math.Inf(-1)
	case p >= 1:
		return math.Inf(1)
	}
	return 400 * math.Log10(p/(1-p))
}
