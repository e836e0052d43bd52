package stats

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestBoundsOfTheSPRT(t *testing.T) {
	// Wald: log(0.05/0.95) and log(0.95/0.05), log 19 = 2.944439.
	lower, upper := SPRT{Alpha: 0.05, Beta: 0.05}.Bounds()
	assert.InDelta(t, -2.944439, lower, 1e-6)
	assert.InDelta(t, 2.944439, upper, 1e-6)
	// log(0.1/0.99) and log(0.9/0.01).
	lower, upper = SPRT{Alpha: 0.01, Beta: 0.1}.Bounds()
	assert.InDelta(t, -2.292535, lower, 1e-6)
	assert.InDelta(t, 4.499810, upper, 1e-6)
}

func TestLLRByHand(t *testing.T) {
	// Without drawn games the likeliest frequencies under a score s are s and
	// 1-s whatever was observed: LLR = W log(s1/s0) + L log((1-s1)/(1-s0)).
	// Elo 0 and 400 log10(3) = 190.8485 are s0 = 1/2 and s1 = 3/4:
	// 60 log 1.5 + 40 log 0.5 = 24.3279 - 27.7259.
	test := SPRT{Elo0: 0, Elo1: 400 * math.Log10(3), Alpha: 0.05, Beta: 0.05}
	assert.InDelta(t, 60*math.Log(1.5)+40*math.Log(0.5), test.LLR(Score{Wins: 60, Losses: 40}), 0.01)
	assert.InDelta(t, -3.3980, test.LLR(Score{Wins: 60, Losses: 40}), 0.01)

	// With W = L the constraint s0 = 1/2 holds by itself, so q(s0) = p. Under
	// s1 = 3/4 and p = (1/4, 1/2, 1/4), with y = x/4, the equation of x is
	//	1/(1+y) - 2/(1-y) - 3/(1-3y) = 0, or 12y² = 4,
	// whose root between the poles -1 and 1/3 is y = -1/√3; then LLR is
	// -N (log(1+y)/4 + log(1-y)/2 + log(1-3y)/4).
	y := -1 / math.Sqrt(3)
	want := -100 * (math.Log(1+y)/4 + math.Log(1-y)/2 + math.Log(1-3*y)/4)
	assert.InDelta(t, -26.38, want, 0.01)
	assert.InDelta(t, want, test.LLR(Score{Wins: 25, Draws: 50, Losses: 25}), 0.001)

	// The exact ratio and Van den Bergh's approximation for close hypotheses,
	// N (s1 - s0)(2 mean - s0 - s1) / (2 variance), must agree to a
	// hundredth.
	near := SPRT{Elo0: 0, Elo1: 10, Alpha: 0.05, Beta: 0.05}
	for _, s := range []Score{{Wins: 300, Draws: 200, Losses: 250}, {Wins: 1000, Draws: 3000, Losses: 1100}} {
		n, mean := float64(s.Games()), s.Fraction()
		variance := (float64(s.Wins)+float64(s.Draws)/4)/n - mean*mean
		s0, s1 := expected(near.Elo0), expected(near.Elo1)
		assert.InEpsilon(t, n*(s1-s0)*(2*mean-s0-s1)/(2*variance), near.LLR(s), 0.01, "%+v", s)
	}
	assert.Zero(t, near.LLR(Score{}))
	assert.Greater(t, test.LLR(Score{Wins: 20}), 2.9, "a score without variance must still decide")
	assert.Less(t, test.LLR(Score{Losses: 20}), -2.9)
}

// The test must be wrong about as often as it promises: 600 matches simulated
// under each hypothesis, the tolerance being three standard deviations, 2.7
// points, and what a jump over the bound takes off.
func TestSPRTErrsAsOftenAsItSays(t *testing.T) {
	test := SPRT{Elo0: 0, Elo1: 60, Alpha: 0.05, Beta: 0.05}
	const matches, draws = 600, 0.3
	for _, tt := range []struct {
		elo   float64
		wrong int
	}{{test.Elo0, 1}, {test.Elo1, -1}} {
		rng := rand.New(rand.NewPCG(7, uint64(tt.elo)))
		win := expected(tt.elo) - draws/2
		wrong := 0
		for range matches {
			var s Score
			verdict := 0
			for verdict == 0 {
				switch x := rng.Float64(); {
				case x < win:
					s.Wins++
				case x < win+draws:
					s.Draws++
				default:
					s.Losses++
				}
				verdict = test.Verdict(s)
			}
			if verdict == tt.wrong {
				wrong++
			}
		}
		rate := float64(wrong) / matches
		t.Logf("Elo %v: wrong in %.1f%%", tt.elo, 100*rate)
		assert.InDelta(t, 0.045, rate, 0.027, "Elo %v", tt.elo)
	}
}

func TestParseSPRT(t *testing.T) {
	s, err := ParseSPRT("-5,10.5,0.01,0.1")
	require.NoError(t, err)
	assert.Equal(t, SPRT{-5, 10.5, 0.01, 0.1}, s)
	again, err := ParseSPRT(s.String())
	require.NoError(t, err)
	assert.Equal(t, s, again)
	s, err = ParseSPRT("0,10")
	require.NoError(t, err)
	assert.Equal(t, SPRT{0, 10, 0.05, 0.05}, s)
	for _, bad := range []string{"", "1", "0,0", "10,0", "0,10,0.05", "0,NaN", "0,+Inf", "0,10,0,0.05", "0,10,0.5,0.05", "0,10,0.05,-1", "a,b", "0,10,0.1,0.1,0.1"} {
		_, err := ParseSPRT(bad)
		assert.Error(t, err, bad)
	}
}
