package stats

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestEloDifference(t *testing.T) {
	// The differences of the logistic scale: 400 log10(p/(1-p)).
	for p, want := range map[float64]float64{0.5: 0, 0.6: 70.44, 0.64: 99.95, 0.75: 190.85, 0.9: 381.70, 0.25: -190.85, 10. / 11: 400} {
		assert.InDelta(t, want, EloDifference(p), 0.01, "%v", p)
	}
	assert.False(t, math.Signbit(EloDifference(0.5)), "-0 is no difference to print")
	assert.Equal(t, []float64{math.Inf(-1), math.Inf(1)}, []float64{EloDifference(0), EloDifference(1)})
}

// sameNumbers compares with infinities.
func sameNumbers(t *testing.T, want, have []float64, delta float64, of any) {
	t.Helper()
	for i, w := range want {
		if math.IsInf(w, 0) {
			assert.Equal(t, w, have[i], "%v", of)
		} else {
			assert.InDelta(t, w, have[i], delta, "%v", of)
		}
	}
}

func TestEloOfPairs(t *testing.T) {
	inf := math.Inf(1)
	for _, tt := range []struct {
		pairs           Pairs
		diff, low, high float64
	}{
		{Pairs{}, 0, -inf, inf},
		// Games won and lost without regard to their pairs, 1 2 1 of 4: the variance
		// of a pair's mean is 1/8, se = sqrt(1/8/100) = 0.0353553, as that of 200
		// single games, sqrt(1/4/200).
		{Pairs{25, 0, 50, 0, 25}, 0, EloDifference(0.5 - 1.96*0.0353553), EloDifference(0.5 + 1.96*0.0353553)},
		// The same games with each pair split: games decided by the opening are no evidence about
		// the players, and the interval is a point except for the rule of three, half a point of
		// 3/100.
		{Pairs{0, 0, 100, 0, 0}, 0, EloDifference(0.485), EloDifference(0.515)},
		// By hand: mean (0·10 + 1·20 + 2·30 + 3·24 + 4·16)/400 = 0.54; squared
		// distances 10·0.2916 + 20·0.0841 + 30·0.0016 + 24·0.0441 + 16·0.2116 = 9.09.
		{Pairs{10, 20, 30, 24, 16}, 27.85, EloDifference(0.54 - 1.96*math.Sqrt(0.0909/100)), EloDifference(0.54 + 1.96*math.Sqrt(0.0909/100))},
		// Rule of three.
		{Pairs{4: 60}, inf, EloDifference(0.95), inf},
		{Pairs{60}, -inf, -inf, EloDifference(0.05)},
		{Pairs{3: 60}, 190.85, EloDifference(0.7125), EloDifference(0.7625)},
		{Pairs{4: 1}, inf, -inf, inf},
		{Pairs{2: 1}, 0, -inf, inf},
	} {
		diff, low, high := tt.pairs.Elo()
		sameNumbers(t, []float64{tt.diff, tt.low, tt.high}, []float64{diff, low, high}, 0.01, tt.pairs)
	}
}

// Examples of fastchess (app/tests/elo_test.cpp): difference and half of its interval, the same of
// normalised Elo, LOS and score.
func TestPairsAsFastchessHasThem(t *testing.T) {
	for _, tt := range []struct {
		pairs                               Pairs
		elo, error, nelo, nerror, los, mean float64
	}{
		{Pairs{34, 54, 31 + 32, 64, 75}, 55.58, 27.65, 57.94, 28.28, 1, 0.579},
		{Pairs{332, 433, 457 + 41, 333, 334}, -8.64, 10.33, -9.17, 10.96, 0.0505, 0.488},
		{Pairs{7895, 8757, 5485 + 200, 568, 9999}, -21.04, 2.95, -19.01, 2.65, 0, 0.470},
	} {
		elo, low, high := tt.pairs.Elo()
		nelo, nlow, nhigh := tt.pairs.NormalizedElo()
		sameNumbers(t, []float64{tt.elo, tt.error, tt.nelo, tt.nerror},
			[]float64{elo, (high - low) / 2, nelo, (nhigh - nlow) / 2}, 0.006, tt.pairs)
		sameNumbers(t, []float64{tt.los, tt.mean}, []float64{tt.pairs.LOS(), tt.pairs.Fraction()}, 0.0006, tt.pairs)
	}
}

func TestNormalizedElo(t *testing.T) {
	inf := math.Inf(1)
	for _, tt := range []struct {
		pairs           Pairs
		nelo, low, high float64
	}{
		{Pairs{}, 0, -inf, inf},
		{Pairs{2: 9}, 0, -inf, inf},
		{Pairs{4: 9}, inf, -inf, inf},
		{Pairs{1: 9}, -inf, -inf, inf},
		// Only won and lost pairs, with mean 3/4: the variance is 3/16, so 1/4 are
		// 0.25/sqrt(3/8) = 0.408248 deviations of a game, times 347.4356 = 141.84.
		// The interval: 1.96 · 347.4356 / sqrt(200) = 48.15.
		{Pairs{25, 0, 0, 0, 75}, 141.84, 141.84 - 48.15, 141.84 + 48.15},
	} {
		nelo, low, high := tt.pairs.NormalizedElo()
		sameNumbers(t, []float64{tt.nelo, tt.low, tt.high}, []float64{nelo, low, high}, 0.01, tt.pairs)
	}
}

// From a table of the normal distribution: Φ(1) = 0.84134, Φ(2) = 0.97725.
func TestLOSIsTheNormalDistribution(t *testing.T) {
	for _, tt := range []struct {
		pairs Pairs
		want  float64
	}{
		{Pairs{}, 0.5},
		{Pairs{2: 9}, 0.5},
		{Pairs{8, 0, 0, 0, 8}, 0.5},
		// k of n won, the others lost: (k/n - ½) / sqrt(k/n (1-k/n) / n) is 1 for
		// 10 of 16: 0.125 / sqrt(0.234375/16) = 1.0328, and 2 for 4 of 5: 1.6771.
		{Pairs{6, 0, 0, 0, 10}, 0.84915},
		{Pairs{10, 0, 0, 0, 6}, 1 - 0.84915},
		{Pairs{1, 0, 0, 0, 4}, 0.95324},
		// A won pair counts as a toss of a coin.
		{Pairs{4: 1}, 0.75},
		{Pairs{3: 1}, 0.75},
		{Pairs{0: 3}, 0.0625},
	} {
		assert.InDelta(t, tt.want, tt.pairs.LOS(), 1e-5, "%v", tt.pairs)
	}
}
