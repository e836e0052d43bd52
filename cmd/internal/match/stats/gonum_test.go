package stats

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/optimize"
)

// The ratings and their errors are those that gonum's optimiser and its linear
// algebra find: for tournaments of 2 to 24 players, of 1 to 25,000 pairs an
// encounter, with players who won all games or never met.
func TestGonumFindsTheSameRatings(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	gaveUp := 0
	for tournament := range 300 {
		players := 2 + rng.IntN(23)
		all := make([]Rating, players)
		met := randomEncounters(rng, players)
		for _, e := range met {
			all[e.A].Rated, all[e.B].Rated = true, true
		}
		at, n := make([]int, players), 0
		for i := range all {
			if at[i] = -1; all[i].Rated {
				at[i] = n - 1
				n++
			}
		}
		games, _ := withPrior(players, met, all)
		have, err := maximum(n-1, games, at)
		require.NoError(t, err)
		haveCov, err := covariance(n-1, games, at, have)
		require.NoError(t, err)
		if n == 1 {
			continue
		}
		want, wantCov, ok := gonumRatings(t, n-1, games, at)
		if !ok {
			gaveUp++
			continue
		}
		for i := range want {
			assert.InDelta(t, want[i]*eloUnit, have[i]*eloUnit, 1e-4, "tournament %d, player %d", tournament, i)
			for j := range want {
				scale := math.Sqrt(wantCov.At(i, i) * wantCov.At(j, j))
				assert.InDelta(t, wantCov.At(i, j), haveCov[i][j], 1e-6*scale, "tournament %d, players %d and %d", tournament, i, j)
			}
		}
	}
	assert.LessOrEqual(t, gaveUp, 15, "of 300 tournaments")
	t.Logf("gonum gave up on %d of 300 tournaments", gaveUp)
}

func randomEncounters(rng *rand.Rand, players int) (met []Encounter) {
	most := []int{1, 10, 1000, 5000}[rng.IntN(4)]
	for a := range players {
		for b := range a {
			if rng.IntN(3) == 0 {
				continue
			}
			p := Pairs{}
			switch rng.IntN(8) {
			case 0:
				p[4] = 1 + rng.IntN(most)
			case 1:
				p[0] = 1 + rng.IntN(most)
			default:
				for i := range p {
					p[i] = rng.IntN(most)
				}
				p[2]++
			}
			met = append(met, Encounter{a, b, p})
		}
	}
	if len(met) == 0 {
		met = append(met, Encounter{0, 1, Pairs{1, 2, 3}})
	}
	return met
}

// gonumRatings returns maximum and covariance by gonum. It reports false where gonum's
// line search ended far from the maximum, at the rounding of the value.
func gonumRatings(t *testing.T, n int, games []contest, at []int) ([]float64, *mat.Dense, bool) {
	spread := func(h *mat.SymDense, c *contest, v float64) {
		a, b := at[c.a], at[c.b]
		if a >= 0 {
			h.SetSym(a, a, h.At(a, a)+v)
		}
		if b >= 0 {
			h.SetSym(b, b, h.At(b, b)+v)
		}
		if a >= 0 && b >= 0 {
			h.SetSym(a, b, h.At(a, b)-v)
		}
	}
	grad := func(grad, x []float64) {
		clear(grad)
		for i := range games {
			c := &games[i]
			over := c.games*c.share(at, x) - c.points
			if k := at[c.a]; k >= 0 {
				grad[k] += over
			}
			if k := at[c.b]; k >= 0 {
				grad[k] -= over
			}
		}
	}
	result, err := optimize.Minimize(optimize.Problem{
		Func: func(x []float64) float64 {
			sum := 0.0
			for i := range games {
				c := &games[i]
				d := c.difference(at, x)
				sum += c.points*math.Log1p(math.Exp(-d)) + (c.games-c.points)*math.Log1p(math.Exp(d))
			}
			return sum
		},
		Grad: grad,
		Hess: func(h *mat.SymDense, x []float64) {
			h.Zero()
			for i := range games {
				p := games[i].share(at, x)
				spread(h, &games[i], games[i].games*p*(1-p))
			}
		},
	}, make([]float64, n), &optimize.Settings{GradientThreshold: 1e-8, MajorIterations: 1000}, &optimize.Newton{})
	if err != nil {
		require.NotNil(t, result)
		g := make([]float64, n)
		grad(g, result.X)
		if steepest(g) > 1e-5 {
			return nil, nil, false
		}
	}
	h, j := mat.NewSymDense(n, nil), mat.NewSymDense(n, nil)
	for i := range games {
		p := games[i].share(at, result.X)
		spread(h, &games[i], games[i].games*p*(1-p))
		spread(j, &games[i], games[i].variance(p))
	}
	var chol mat.Cholesky
	require.True(t, chol.Factorize(h))
	var inverse mat.SymDense
	require.NoError(t, chol.InverseTo(&inverse))
	var half, cov mat.Dense
	half.Mul(&inverse, j)
	cov.Mul(&half, &inverse)
	return result.X, &cov, true
}
