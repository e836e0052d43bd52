package stats

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// elos returns ratings with the mean 0.
func elos(t *testing.T, players int, met ...Encounter) (values []float64, all []Rating) {
	t.Helper()
	all, err := Rate(players, met, -1, 0)
	require.NoError(t, err)
	for _, r := range all {
		values = append(values, r.Elo)
	}
	return values, all
}

// Two players differ by the Elo of their pairs, with the mean between them.
func TestTwoPlayersByHand(t *testing.T) {
	// 30 of 40 points: 190.85. The squared distances of the pairs from 3/4 sum to
	// (4 + 4)/16 = 0.5, one additional pair of two independent games counts
	// 3/4·1/4/2 = 0.09375: the variance of the points is 4·0.59375·20/21 = 2.26190.
	// The curvature is 40·3/16 = 7.5; sqrt(2.26190)/7.5 = 0.200529 units of
	// 173.7178, times 1.96: 68.28.
	met := Encounter{A: 0, B: 1, Pairs: Pairs{0, 0, 4, 12, 4}}
	have, all := elos(t, 2, met)
	assert.InDeltaSlice(t, []float64{95.42, -95.42}, have, 0.01)
	assert.InDelta(t, 34.14, all[0].Error, 0.01, "half of it from the mean of both")
	assert.InDelta(t, 34.14, all[1].Error, 0.01)
	assert.False(t, all[0].Prior || all[1].Prior)

	all, err := Rate(2, []Encounter{met}, 1, 1500)
	require.NoError(t, err)
	assert.Equal(t, Rating{Elo: 1500, Rated: true}, all[1])
	assert.InDelta(t, 1690.85, all[0].Elo, 0.01)
	assert.InDelta(t, 68.28, all[0].Error, 0.01)

	diff, low, high := met.Pairs.Elo()
	assert.InDelta(t, diff, all[0].Elo-1500, 1e-6)
	assert.InDelta(t, (high-low)/2, all[0].Error, 8, "the interval of the pairs alone, but for the one beside them")
}

// Consistent results give their own differences: odds of 3 to 1 twice are odds of 9 to 1.
func TestThreePlayersByHand(t *testing.T) {
	have, _ := elos(t, 3, Encounter{0, 1, Pairs{3: 10}}, Encounter{1, 2, Pairs{3: 4}}, Encounter{2, 0, Pairs{6, 4, 0, 0, 0}})
	assert.InDeltaSlice(t, []float64{190.85, 0, -190.85}, have, 0.01)

	// Each beats the next one in a circle.
	have, _ = elos(t, 3, Encounter{0, 1, Pairs{3: 10}}, Encounter{1, 2, Pairs{3: 10}}, Encounter{2, 0, Pairs{3: 10}})
	assert.InDeltaSlice(t, []float64{0, 0, 0}, have, 1e-6)

	// Two encounters of equal length with different results, ¾ and ½, against two players who are
	// equal by their own encounter. With odds u against both, the points are 2·u/(1+u) = 5/4, so
	// u = 5/3, which is 88.74; the mean is a third of it.
	have, _ = elos(t, 3, Encounter{0, 1, Pairs{3: 10}}, Encounter{0, 2, Pairs{2: 10}}, Encounter{1, 2, Pairs{2: 1000}})
	assert.InDelta(t, 88.74, have[0]-(have[1]+have[2])/2, 1)
}

// At the maximum the points of each player are the expected ones, which are all the equations of
// the likelihood.
func TestEachPlayerScoredWhatItsRatingExpects(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for range 50 {
		players := 2 + rng.IntN(9)
		var met []Encounter
		for a := range players {
			for b := range a {
				met = append(met, Encounter{a, b, Pairs{1 + rng.IntN(9), rng.IntN(9), rng.IntN(20), rng.IntN(9), 1 + rng.IntN(30)}})
			}
		}
		have, _ := elos(t, players, met...)
		over, sum := make([]float64, players), 0.0
		for _, e := range met {
			n := float64(e.Pairs.Count())
			more := n * (e.Pairs.Fraction() - expected(have[e.A]-have[e.B]))
			over[e.A], over[e.B] = over[e.A]+more, over[e.B]-more
		}
		for i := range over {
			assert.InDelta(t, 0, over[i], 1e-4)
			sum += have[i]
		}
		assert.InDelta(t, 0, sum, 1e-6)
	}
}

// A player with only wins has no most likely rating. A drawn game makes it finite, and it is
// marked, unlike the others, who won points from each other.
func TestOnlyWinsAreBoundedAndMarked(t *testing.T) {
	have, all := elos(t, 2, Encounter{0, 1, Pairs{4: 10}})
	// 20.5 of 21 points are odds of 41: 400 log10(41) = 645.1. The error is that of 21 games with
	// the probability 1/42: 1.96 · 173.72 / sqrt(21·41/42²) = 487.4.
	assert.InDelta(t, 645.11, have[0]-have[1], 0.01)
	assert.InDelta(t, 487.4/2, all[0].Error, 0.1)
	assert.True(t, all[0].Prior && all[1].Prior, "neither is more certain")

	_, all = elos(t, 4, Encounter{0, 1, Pairs{4: 10}}, Encounter{0, 2, Pairs{4: 10}}, Encounter{1, 2, Pairs{2: 9, 3: 1}}, Encounter{2, 3, Pairs{}})
	assert.Equal(t, []bool{true, false, false, false}, []bool{all[0].Prior, all[1].Prior, all[2].Prior, all[3].Prior})
	assert.Equal(t, Rating{}, all[3], "without a pair there is no rating")
	assert.Greater(t, all[0].Elo, all[1].Elo+400)
	assert.Less(t, all[0].Elo, all[1].Elo+1000)

	// 1 and 2 drew, so for 0 they are one player, with 40 games and one drawn: odds of 81.
	have, _ = elos(t, 3, Encounter{0, 1, Pairs{4: 10}}, Encounter{2, 0, Pairs{0: 10}}, Encounter{1, 2, Pairs{2: 9}})
	assert.InDelta(t, 400*math.Log10(81), have[0]-have[1], 0.01)
	assert.InDelta(t, have[1], have[2], 1e-6)

	// A chain of only wins, and groups that never met: finite, and all marked.
	_, all = elos(t, 5, Encounter{0, 1, Pairs{4: 5}}, Encounter{1, 2, Pairs{4: 5}}, Encounter{3, 4, Pairs{2: 5}})
	for i, r := range all {
		assert.False(t, math.IsNaN(r.Elo) || math.IsInf(r.Elo, 0) || math.IsNaN(r.Error), "%+v", r)
		assert.Less(t, math.Abs(r.Elo)+r.Error, 3000.0)
		assert.Equal(t, i < 3, r.Prior, "player %d: the two that drew are the largest group", i)
	}
	assert.Greater(t, all[0].Elo, all[1].Elo)
	assert.Greater(t, all[1].Elo, all[2].Elo)
}

func TestRatesThatCannotBe(t *testing.T) {
	all, err := Rate(3, nil, -1, 0)
	require.NoError(t, err)
	assert.Equal(t, make([]Rating, 3), all)
	for _, bad := range []Encounter{{0, 0, Pairs{1}}, {0, 3, Pairs{1}}, {-1, 0, Pairs{1}}} {
		_, err := Rate(3, []Encounter{bad}, -1, 0)
		assert.Error(t, err, "%v", bad)
	}
	for _, anchor := range []int{2, 3} {
		_, err := Rate(3, []Encounter{{0, 1, Pairs{2: 1}}}, anchor, 0)
		assert.ErrorContains(t, err, "the anchor has no pair of games yet")
	}
}

// Tournaments of five players of known strength, in which openings decide half of a game: for each
// player the 95% interval must contain the true rating in 95% of 400 tournaments, within three
// standard deviations, 3.3 points.
func TestIntervalsHoldTheTruthAsOftenAsTheySay(t *testing.T) {
	truth := []float64{-220, -100, 0, 90, 230}
	rng := rand.New(rand.NewPCG(3, 4))
	const tournaments, pairs = 400, 40
	within := make([]int, len(truth))
	for range tournaments {
		var met []Encounter
		for a := range truth {
			for b := range a {
				e := Encounter{A: a, B: b}
				for range pairs {
					opening := 0.25 * float64(rng.IntN(2)) // to White
					p := expected(truth[a] - truth[b])
					points := 0
					for _, white := range []float64{1, -1} {
						// Two half points of probability p each, changed by the opening as far as p
						// allows.
						q := p + white*opening*min(p, 1-p)
						for range 2 {
							if rng.Float64() < q {
								points++
							}
						}
					}
					e.Pairs[points]++
				}
				met = append(met, e)
			}
		}
		have, all := elos(t, len(truth), met...)
		for i := range truth {
			if math.Abs(have[i]-truth[i]) <= all[i].Error {
				within[i]++
			}
		}
	}
	for i, n := range within {
		rate := float64(n) / tournaments
		t.Logf("player %d: %.1f%%", i, 100*rate)
		assert.InDelta(t, 0.95, rate, 0.033, "player %d", i)
	}
}
