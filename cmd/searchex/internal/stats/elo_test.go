package stats

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestElo(t *testing.T) {
	// The differences of the logistic scale: 400 log10(p/(1-p)).
	for p, want := range map[float64]float64{0.5: 0, 0.6: 70.44, 0.64: 99.95, 0.75: 190.85, 0.9: 381.70, 0.25: -190.85, 10. / 11: 400} {
		assert.InDelta(t, want, EloDifference(p), 0.01, "%v", p)
	}
	assert.False(t, math.Signbit(EloDifference(0.5)), "-0 is no difference to print")
	inf := math.Inf(1)
	for _, tt := range []struct {
		score           Score
		diff, low, high float64
	}{
		{Score{}, 0, -inf, inf},
		// No draws: se = sqrt(p(1-p)/N) = 0.05, so 0.5 ± 0.098.
		{Score{Wins: 50, Losses: 50}, 0, -69.00, 69.00},
		// By hand: variance (50·0.35² + 30·0.15² + 20·0.65²)/100 = 0.1525.
		{Score{Wins: 50, Draws: 30, Losses: 20}, 107.54, EloDifference(0.65 - 1.96*0.0390512), EloDifference(0.65 + 1.96*0.0390512)},
		// Rule of three: 3/60 = 0.05 down from 1, up from 0.
		{Score{Wins: 60}, inf, EloDifference(0.95), inf},
		{Score{Losses: 60}, -inf, -inf, EloDifference(0.05)},
		{Score{Draws: 60}, 0, EloDifference(0.475), EloDifference(0.525)},
		{Score{Wins: 1}, inf, -inf, inf},
	} {
		diff, low, high := tt.score.Elo()
		for _, v := range [][2]float64{{tt.diff, diff}, {tt.low, low}, {tt.high, high}} {
			if math.IsInf(v[0], 0) {
				assert.Equal(t, v[0], v[1], "%+v", tt.score)
			} else {
				assert.InDelta(t, v[0], v[1], 0.01, "%+v", tt.score)
			}
		}
	}
}

// Values of the normal distribution by table: Φ(1) = 0.84134, Φ(2) = 0.97725.
func TestLOSIsTheNormalDistribution(t *testing.T) {
	for _, tt := range []struct {
		score Score
		want  float64
	}{
		{Score{}, 0.5},
		{Score{Draws: 9}, 0.5},
		{Score{Wins: 55, Losses: 45}, 0.84134}, // (55-45)/sqrt(100) = 1
		{Score{Wins: 60, Losses: 40}, 0.97725},
		{Score{Wins: 45, Draws: 77, Losses: 55}, 1 - 0.84134},
		{Score{Wins: 5000}, 1},
	} {
		assert.InDelta(t, tt.want, tt.score.LOS(), 1e-5, "%+v", tt.score)
	}
}
