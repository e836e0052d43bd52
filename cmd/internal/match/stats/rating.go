package stats

import (
	"errors"
	"fmt"
	"math"
	"slices"
)

// Encounter is what two players played, by A's half points.
type Encounter struct {
	A, B  int
	Pairs Pairs
}

// Rating is a player's place on the scale of all.
type Rating struct {
	// Elo is the rating, Error the half of its 95% interval, from the zero of the
	// scale: the anchor, or the mean of all.
	Elo, Error float64
	// Rated is false for a player without a pair of games.
	Rated bool
	// Prior says that the rating hangs on the prior, see Rate.
	Prior bool
}

// Rate returns the ratings that make the results of all encounters most likely.
// The model is Bradley and Terry's, a draw being half a win and half a loss:
// the expected score of A against B is 1/(1+10^(-(A-B)/400)), so that two
// players alone differ by Pairs.Elo. At the maximum each player has scored what
// the ratings let expect of all its games.
//
// The error comes from the curvature there and from how far the pairs' scores
// were from the expected ones (sandwich estimator): draws and pairs of equal
// result make it smaller, results that no ratings explain make it larger. One
// pair of two independent games without draws counts beside those of each
// encounter in that, so that a few equal results don't pass for certainty.
//
// A maximum exists where no group of players took all points from the others
// (Ford 1957). Else the prior is one drawn game between any two such groups that
// met, spread over their encounters by length, and between those that did not,
// nor by way of others, one of their first players. All ratings hang on it but
// those of the largest group; they are bounded, and Prior marks them. The error
// takes each game of such an encounter as one win or loss.
//
// The anchor is a player whose rating is fixed, -1 for none: then the mean of
// all is elo.
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
	// The first rated player is the origin while the maximum is sought.
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
	value := func(i int) float64 {
		if at[i] < 0 {
			return 0
		}
		return theta[at[i]]
	}
	// weight is what of each rating the zero of the scale is made of.
	weight := make([]float64, players)
	zero := 0.0
	for i := range all {
		switch {
		case i == anchor:
			weight[i] = 1
		case anchor < 0 && all[i].Rated:
			weight[i] = 1 / float64(n)
		}
		zero += weight[i] * value(i)
	}
	for i := range all {
		if !all[i].Rated {
			continue
		}
		from := make([]float64, max(n-1, 1))
		for k := range all {
			if at[k] >= 0 {
				from[at[k]] -= weight[k]
			}
		}
		if at[i] >= 0 {
			from[at[i]]++
		}
		variance := 0.0
		for a := range n - 1 {
			for b := range n - 1 {
				variance += from[a] * cov[a][b] * from[b]
			}
		}
		all[i].Elo = elo + eloUnit*(value(i)-zero)
		all[i].Error = z95 * eloUnit * math.Sqrt(max(variance, 0))
	}
	return all, nil
}

// eloUnit is the Elo of one unit of the natural logarithm of the odds.
const eloUnit = 400 / math.Ln10

// contest is an encounter as the likelihood sees it: points of A in so many
// games, and their variance as a function of the expected score.
type contest struct {
	a, b          int
	points, games float64
	pairs         Pairs
	prior         bool
}

// variance of the points where share is A's expected part of them.
func (c *contest) variance(share float64) float64 {
	single := share * (1 - share)
	if c.prior {
		return c.games * single
	}
	n := float64(c.pairs.Count())
	return 4 * (c.pairs.squares(share) + single/2) * n / (n + 1)
}

// withPrior makes contests of the encounters, with the prior where it is
// needed, and says whose ratings hang on it.
func withPrior(players int, met []Encounter, all []Rating) ([]contest, []bool) {
	var games []contest
	took := make([][]bool, players) // i took points, be it over others, from j
	for i := range took {
		took[i] = make([]bool, players)
		took[i][i] = true
	}
	for _, e := range met {
		n := e.Pairs.Count()
		if n == 0 {
			continue
		}
		share := e.Pairs.Fraction()
		games = append(games, contest{a: e.A, b: e.B, points: 2 * float64(n) * share, games: 2 * float64(n), pairs: e.Pairs})
		took[e.A][e.B] = took[e.A][e.B] || share > 0
		took[e.B][e.A] = took[e.B][e.A] || share < 1
	}
	for k := range took {
		for i := range took {
			for j := range took {
				took[i][j] = took[i][j] || took[i][k] && took[k][j]
			}
		}
	}
	together := func(i, j int) bool { return took[i][j] && took[j][i] }
	group := make([]int, players) // by its first player
	for i := range group {
		for group[i] = 0; !together(i, group[i]); group[i]++ {
		}
	}
	between := map[[2]int]float64{} // games of two groups
	for i := range games {
		c := &games[i]
		between[[2]int{group[c.a], group[c.b]}] += c.games
		between[[2]int{group[c.b], group[c.a]}] += c.games
	}
	for i := range games {
		if c := &games[i]; !together(c.a, c.b) {
			part := c.games / between[[2]int{group[c.a], group[c.b]}]
			c.points, c.games, c.prior = c.points+part/2, c.games+part, true
		}
	}
	games = append(games, bridges(games, all)...)

	sizes := make([]int, players)
	for i := range all {
		for j := range all {
			if all[i].Rated && all[j].Rated && together(i, j) {
				sizes[i]++
			}
		}
	}
	most := slices.Max(sizes)
	largest := slices.Index(sizes, most)
	only := true
	for i, n := range sizes {
		only = only && (n < most || together(i, largest))
	}
	prior := make([]bool, players)
	for i := range all {
		prior[i] = all[i].Rated && !(only && together(i, largest))
	}
	return games, prior
}

// bridges returns drawn games between the first players of groups that never met.
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
