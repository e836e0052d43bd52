// Package stats has the statistics of matches: the rating difference with its error, the
// sequential test that ends a match, and the ratings of players of a tournament.
package stats

import "math"

// Score counts the games of a match from the first player's side.
type Score struct {
	Wins, Draws, Losses int
}

// Games returns the number of games.
func (s Score) Games() int { return s.Wins + s.Draws + s.Losses }

// Fraction returns the share of points, 0 to 1; 0.5 before the first game.
func (s Score) Fraction() float64 {
	if s.Games() == 0 {
		return 0.5
	}
	return (float64(s.Wins) + 0.5*float64(s.Draws)) / float64(s.Games())
}

// EloDifference returns the rating difference with the expected score p, by the logistic
// formula: 0 for 0.5, about 191 for 0.75, infinite for 0 and 1.
func EloDifference(p float64) float64 {
	switch {
	case p <= 0:
		return math.Inf(-1)
	case p >= 1:
		return math.Inf(1)
	}
	return 400 * math.Log10(p/(1-p))
}

// expected returns the expected score for a rating difference.
func expected(elo float64) float64 { return 1 / (1 + math.Pow(10, -elo/400)) }
