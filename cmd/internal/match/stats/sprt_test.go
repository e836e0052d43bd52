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
	// If every pair is won or lost, the most likely frequencies with a score s are s and 1-s for any
	// observation: LLR = W log(s1/s0) + L log((1-s1)/(1-s0)).
	// Elo 0 and 400 log10(3) = 190.8485 are s0 = 1/2 and s1 = 3/4:
	// 60 log 1.5 + 40 log 0.5 = 24.3279 - 27.7259.
	test := SPRT{Elo0: 0, Elo1: 400 * math.Log10(3), Alpha: 0.05, Beta: 0.05}
	assert.InDelta(t, 60*math.Log(1.5)+40*math.Log(0.5), test.LLR(Pairs{40, 0, 0, 0, 60}), 0.02)
	assert.InDelta(t, -3.3980, test.LLR(Pairs{40, 0, 0, 0, 60}), 0.02)

	// With as many pairs won as lost the constraint s0 = 1/2 holds by itself, so
	// q(s0) = p. Under s1 = 3/4 and p = (1/4, 1/2, 1/4), with y = x/4, the
	// equation of x is
	//	1/(1+y) - 2/(1-y) - 3/(1-3y) = 0, or 12y² = 4,
	// whose root between the poles -1 and 1/3 is y = -1/√3; then LLR is
	// -N (log(1+y)/4 + log(1-y)/2 + log(1-3y)/4).
	y := -1 / math.Sqrt(3)
	want := -100 * (math.Log(1+y)/4 + math.Log(1-y)/2 + math.Log(1-3*y)/4)
	assert.InDelta(t, -26.38, want, 0.01)
	assert.InDelta(t, want, test.LLR(Pairs{25, 0, 50, 0, 25}), 0.01)

	// The exact ratio and Van den Bergh's approximation for close hypotheses,
	// N (s1 - s0)(2 mean - s0 - s1) / (2 variance), must agree to a hundredth.
	near := SPRT{Elo0: 0, Elo1: 5, Alpha: 0.05, Beta: 0.05}
	for _, p := range []Pairs{{200, 300, 400, 330, 220}, {400, 1000, 2000, 1050, 420}} {
		n, s0, s1 := float64(p.Count()), expected(near.Elo0), expected(near.Elo1)
		assert.InEpsilon(t, n*(s1-s0)*(2*p.Fraction()-s0-s1)/(2*p.Variance()), near.LLR(p), 0.01, "%v", p)
	}
	assert.Zero(t, near.LLR(Pairs{}))
	assert.Greater(t, test.LLR(Pairs{4: 10}), 2.9, "a score without variance must still decide")
	assert.Less(t, test.LLR(Pairs{0: 10}), -2.9)
}

// Examples of fastchess (app/tests/sprt_test.cpp), which gives them to a
// hundredth.
func TestLLRAsFastchessHasIt(t *testing.T) {
	for _, tt := range []struct {
		test  SPRT
		pairs Pairs
		want  float64
	}{
		{SPRT{Elo0: 0.5, Elo1: 2.5}, Pairs{223, 9863, 20279 + 1000, 10037, 246}, -3.07},
		{SPRT{Elo0: 0, Elo1: 2}, Pairs{871, 26175, 55003 + 980, 26678, 821}, -4.98},
		{SPRT{Elo0: 0, Elo1: 2, Normalized: true}, Pairs{365, 16618, 36029 + 200, 16974, 390}, 2.25},
		{SPRT{Elo0: -1.75, Elo1: 0.25, Normalized: true}, Pairs{127, 4883, 10311 + 401, 5150, 104}, 3.01},
		{SPRT{Elo0: 0, Elo1: 5, Normalized: true}, Pairs{4: 5550}, 111.82},
	} {
		assert.InEpsilon(t, tt.want, tt.test.LLR(tt.pairs), 0.002, "%v %v", tt.test, tt.pairs)
	}
}

// Mirrored hypotheses of mirrored results have the opposite ratio.
func TestLLRHasNoFavourite(t *testing.T) {
	for _, norm := range []bool{false, true} {
		a := SPRT{Elo0: -3, Elo1: 8, Normalized: norm}
		b := SPRT{Elo0: -8, Elo1: 3, Normalized: norm}
		for _, p := range []Pairs{{3, 9, 30, 12, 5}, {4: 7}, {2: 40}, {1: 1}, {1, 0, 0, 0, 1}} {
			mirrored := Pairs{p[4], p[3], p[2], p[1], p[0]}
			assert.InDelta(t, -b.LLR(mirrored), a.LLR(p), 1e-6, "%v %v", a, p)
		}
	}
}

// The ratio is a number for any pairs.
func TestLLRIsAlwaysANumber(t *testing.T) {
	for _, test := range []SPRT{{Elo0: -1000, Elo1: 1000}, {Elo0: -1000, Elo1: 1000, Normalized: true}, {Elo0: 0, Elo1: 5, Normalized: true}} {
		for _, p := range []Pairs{{}, {2: 1}, {2: 100000}, {0: 1}, {4: 100000}, {1, 0, 0, 0, 1}, {1, 2, 3, 4, 5}} {
			llr := test.LLR(p)
			assert.False(t, math.IsNaN(llr) || math.IsInf(llr, 0), "%v %v: %v", test, p, llr)
		}
	}
}

// The test is wrong about as often as it promises, and not more often if the games of a pair are
// correlated. This simulates 600 matches under each hypothesis, with a tolerance of three standard
// deviations, 2.7 points, and of the jump over the bound. Half of the openings are won for White
// regardless of the players.
func TestSPRTErrsAsOftenAsItSays(t *testing.T) {
	test := SPRT{Elo0: 0, Elo1: 60, Alpha: 0.05, Beta: 0.05}
	const matches, draws = 600, 0.3
	for _, tt := range []struct {
		elo   float64
		wrong int
	}{{test.Elo0, 1}, {test.Elo1, -1}} {
		rng := rand.New(rand.NewPCG(7, uint64(tt.elo)))
		// The other half compensates for those.
		win := 2*expected(tt.elo) - 0.5 - draws/2
		wrong := 0
		for range matches {
			var p Pairs
			verdict := 0
			for verdict == 0 {
				result := 2
				if rng.IntN(2) == 0 {
					result = 0
					for range 2 {
						switch x := rng.Float64(); {
						case x < win:
							result += 2
						case x < win+draws:
							result++
						}
					}
				}
				p[result]++
				verdict = test.Verdict(p)
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
	for text, want := range map[string]SPRT{
		"-5,10.5,0.01,0.1":        {-5, 10.5, 0.01, 0.1, false},
		"0,10":                    {0, 10, 0.05, 0.05, false},
		"0,5,normalized":          {0, 5, 0.05, 0.05, true},
		"0,5,0.1,0.2, normalized": {0, 5, 0.1, 0.2, true},
	} {
		s, err := ParseSPRT(text)
		require.NoError(t, err)
		assert.Equal(t, want, s)
		again, err := ParseSPRT(s.String())
		require.NoError(t, err)
		assert.Equal(t, s, again)
	}
	for _, bad := range []string{"", "1", "0,0", "10,0", "0,10,0.05", "0,NaN", "0,+Inf", "0,10,0,0.05", "0,10,0.5,0.05", "0,10,0.05,-1", "a,b", "0,10,0.1,0.1,0.1", "normalized", "normalized,0,5", "0,5,normal"} {
		_, err := ParseSPRT(bad)
		assert.Error(t, err, bad)
	}
}
