package stats

import (
	"errors"
	"fmt"
	"math"
	"slices"
)

// Encounter has the results of two players, by A's half points.
type Encounter struct {
	A, B  int
	Pairs Pairs
}

// Rating is the rating of a player.
type Rating struct {
	// Elo is the rating, Error half the width of its 95% interval, relative to the anchor
	// or the mean of all.
	Elo, Error float64
	// Rated is false for a player without a pair of games.
	Rated bool
	// Prior reports that the rating depends on the prior (see Rate).
	Prior bool
}

// Rate returns the most likely ratings, given the results of all encounters. The model is
// Bradley and Terry's, with a draw as half a win and half a loss: the expected score of A
// against B is 1/(1+10^(-(A-B)/400)). So two players alone differ by Pairs.Elo. At the
// maximum, the points of each player are the sum of the expected scores.
//
// The error is calculated from the curvature of the likelihood at the maximum and from the
// distances of the pairs' scores from the expected ones (sandwich estimator). Draws and
// pairs with equal results make it smaller, results that no ratings explain make it
// larger. Each encounter has an additional pair of two independent games without draws, so
// that a few equal results don't seem certain.
//
// A maximum exists if no group of players won all games against the others (Ford 1957).
// Otherwise the prior is a drawn game between any two such groups that met, distributed to
// their encounters by length; groups that did not meet, not even through others, get a
// drawn game between their first players. All ratings except those of the largest group
// depend on the prior. They are finite, and Prior marks them. For the error, each game of
// such an encounter counts as a win or a loss.
//
// The anchor is the player with the rating elo. If it is -1, the mean of all ratings is
// elo.
func Rate(players int, met []Encounter, anchor int, elo float64) ([]Rating, error) {
	all := make([]Rating, players)
	for _, e := range met {
		if e.A < 0 || e.B < 0 || e.A >= players || e.B >= players || e.A == e.B {
			return nil, fmt.Errorf("an encounter of players %d and %d of %d", e.A, e.B, players)
		}
		if e.Pairs.Count() > 0 {
			all[e.A].Rated, all[e.B].Rated = true, true
		}
	}
	if anchor >= players || anchor >= 0 && !all[anchor].Rated {
		return nil, errors.New("the anchor has no pair of games yet")
	}
	// Relative to the first rated player.
	at := make([]int, players)
	n := 0
	for i := range all {
		if at[i] = -1; all[i].Rated {
			at[i] = n - 1
			n++
		}
	}
	if n == 0 {
		return all, nil
	}
	games, prior := withPrior(players, met, all)
	for i := range all {
		all[i].Prior = prior[i]
	}
	theta, err := maximum(n-1, games, at)
	if err != nil {
		return nil, err
	}
	cov, err := covariance(n-1, games, at, theta)
	if err != nil {
		return nil, err
	}
	scale(all, at, theta, cov, anchor, elo)
	return all, nil
}

// scale sets the ratings and errors of rated players on a scale on which the anchor, or
// the mean, is elo. theta and cov are the most likely ratings and their covariance.
func scale(all []Rating, at []int, theta []float64, cov [][]float64, anchor int, elo float64) {
	n := len(theta)
	value := func(i int) float64 {
		if at[i] < 0 {
			return 0
		}
		return theta[at[i]]
	}
	// The zero of the scale is the sum of all ratings, times these weights.
	weight := make([]float64, len(all))
	zero := 0.0
	for i := range all {
		switch {
		case i == anchor:
			weight[i] = 1
		case anchor < 0 && all[i].Rated:
			weight[i] = 1 / float64(n+1)
		}
		zero += weight[i] * value(i)
	}
	for i := range all {
		if !all[i].Rated {
			continue
		}
		from := make([]float64, n)
		for k := range all {
			if at[k] >= 0 {
				from[at[k]] -= weight[k]
			}
		}
		if at[i] >= 0 {
			from[at[i]]++
		}
		variance := 0.0
		for a := range n {
			for b := range n {
				variance += from[a] * cov[a][b] * from[b]
			}
		}
		all[i].Elo = elo + eloUnit*(value(i)-zero)
		all[i].Error = z95 * eloUnit * math.Sqrt(max(variance, 0))
	}
}

// eloUnit is the Elo of one unit of the natural logarithm of the odds.
const eloUnit = 400 / math.Ln10

// contest is an encounter in the likelihood: the points of A in a number of games, and
// their variance as a function of the expected score.
type contest struct {
	a, b          int
	points, games float64
	pairs         Pairs
	prior         bool
}

// variance returns the variance of A's points; share is A's expected share of them.
func (c *contest) variance(share float64) float64 {
	single := share * (1 - share)
	if c.prior {
		return c.games * single
	}
	n := float64(c.pairs.Count())
	return 4 * (c.pairs.squares(share) + single/2) * n / (n + 1)
}

// withPrior returns the contests of the encounters, with the prior where necessary, and
// reports for each player whether its rating depends on the prior.
func withPrior(players int, met []Encounter, all []Rating) ([]contest, []bool) {
	var games []contest
	for _, e := range met {
		if n := float64(e.Pairs.Count()); n > 0 {
			games = append(games, contest{a: e.A, b: e.B, points: 2 * n * e.Pairs.Fraction(), games: 2 * n, pairs: e.Pairs})
		}
	}
	group := groups(players, games)
	between := map[[2]int]float64{} // number of games between two groups
	for i := range games {
		c := &games[i]
		between[[2]int{group[c.a], group[c.b]}] += c.games
		between[[2]int{group[c.b], group[c.a]}] += c.games
	}
	for i := range games {
		if c := &games[i]; group[c.a] != group[c.b] {
			part := c.games / between[[2]int{group[c.a], group[c.b]}]
			c.points, c.games, c.prior = c.points+part/2, c.games+part, true
		}
	}
	games = append(games, bridges(games, all)...)

	sizes := make([]int, players) // number of rated players, by the first of the group
	for i := range all {
		if all[i].Rated {
			sizes[group[i]]++
		}
	}
	most := slices.Max(sizes)
	largest := slices.Index(sizes, most)
	only := !slices.Contains(sizes[largest+1:], most)
	prior := make([]bool, players)
	for i := range all {
		prior[i] = all[i].Rated && !(only && group[i] == largest)
	}
	return games, prior
}

// groups returns the first player of each player's group. In a group any player won
// points from any other, directly or through others.
func groups(players int, games []contest) []int {
	won := make([][]bool, players) // i won points from j
	for i := range won {
		won[i] = make([]bool, players)
		won[i][i] = true
	}
	for _, c := range games {
		won[c.a][c.b] = won[c.a][c.b] || c.points > 0
		won[c.b][c.a] = won[c.b][c.a] || c.points < c.games
	}
	for k := range won {
		for i := range won {
			for j := range won {
				won[i][j] = won[i][j] || won[i][k] && won[k][j]
			}
		}
	}
	group := make([]int, players)
	for i := range group {
		for group[i] = 0; !won[i][group[i]] || !won[group[i]][i]; group[i]++ {
		}
	}
	return group
}

// bridges returns drawn games between the first players of groups that did not meet.
func bridges(games []contest, all []Rating) (some []contest) {
	group := make([]int, len(all))
	for i := range group {
		group[i] = i
	}
	var root func(i int) int
	root = func(i int) int {
		if group[i] != i {
			group[i] = root(group[i])
		}
		return group[i]
	}
	for _, c := range games {
		a, b := root(c.a), root(c.b)
		group[max(a, b)] = min(a, b)
	}
	first := -1
	for i := range all {
		switch {
		case !all[i].Rated || root(i) != i:
		case first < 0:
			first = i
		default:
			some = append(some, contest{a: first, b: i, points: 0.5, games: 1, prior: true})
		}
	}
	return some
}
