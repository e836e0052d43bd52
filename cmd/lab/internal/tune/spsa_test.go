package tune

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

var twoKeys = []Key{
	{Names: []string{"pass"}, Low: 0, High: 60, Step: 6, Start: 50},
	{Names: []string{"tempo"}, Low: -20, High: 20, Step: 4, Start: -15},
}

// A quadratic with its minimum at 20 and 5: tuning by its differences goes there, from any seed and
// with results as coarse as those of some games.
func TestSPSAFindsTheMinimumOfAQuadratic(t *testing.T) {
	loss := func(v []int) float64 {
		x, y := float64(v[0]-20)/6, float64(v[1]-5)/4
		return x*x + y*y + x*y/2
	}
	for seed := range uint64(10) {
		s := NewSPSA(twoKeys, seed, 0.05)
		for range 1000 {
			plus, minus := s.Trials()
			s.Learn(math.Round(8 * math.Tanh((loss(minus)-loss(plus))/4)))
		}
		at := s.At()
		assert.InDelta(t, 20, at[0], 3, "seed %d", seed)
		assert.InDelta(t, 5, at[1], 2, "seed %d", seed)
		assert.Equal(t, []int{int(math.Round(at[0])), int(math.Round(at[1]))}, s.Values())
	}
}

// A key goes to the end of its range where that is best, and stays there.
func TestSPSAStaysInTheRange(t *testing.T) {
	s := NewSPSA(twoKeys, 3, 0.5)
	for range 500 {
		plus, minus := s.Trials()
		for _, v := range [][]int{plus, minus} {
			require.True(t, v[0] >= 0 && v[0] <= 60 && v[1] >= -20 && v[1] <= 20, "%v", v)
		}
		s.Learn(float64(plus[0]-minus[0]) - float64(plus[1]-minus[1]))
	}
	assert.InDelta(t, 60, s.At()[0], 2)
	assert.InDelta(t, -20, s.At()[1], 2)
}

// One iteration by hand: at gain 0.1 and 2 points the keys move a fifth of a step, towards the first
// trial; later by less.
func TestLearnByHand(t *testing.T) {
	s := NewSPSA(twoKeys, 1, 0.1)
	signs := []float64{s.draws()[0].sign, s.draws()[1].sign}
	plus, minus := s.Trials()
	assert.InDelta(t, 50+6*signs[0], plus[0], 1)
	assert.InDelta(t, -15-4*signs[1], minus[1], 1)
	s.Learn(2)
	assert.InDelta(t, 50+1.2*signs[0], s.At()[0], 1e-12)
	assert.InDelta(t, -15+0.8*signs[1], s.At()[1], 1e-12)
	assert.Equal(t, 1, s.Done())

	before, sign := s.At()[0], s.draws()[0].sign
	s.Learn(-2)
	// The gain falls by (101/102)^0.602, the step by 2^-0.101.
	assert.InDelta(t, before-0.2*sign*math.Pow(101.0/102, 0.602)*6*math.Pow(2, -0.101), s.At()[0], 1e-12)
}

// Two trials of a key are as far apart as twice the step, rounded; at the least step they are one
// apart, so that a switch is always on in one and off in the other while it is undecided.
func TestTrialsAreApart(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 2000 {
		step := leastStep + 20*r.Float64()
		s := NewSPSA([]Key{{Low: -1000, High: 1000, Step: step, Start: r.IntN(200) - 100}}, r.Uint64(), 1)
		s.at[0] += r.Float64()
		plus, minus := s.Trials()
		apart := math.Abs(float64(plus[0] - minus[0]))
		require.True(t, apart >= math.Floor(2*step) && apart <= math.Ceil(2*step), "%v apart at a step of %v", apart, step)
	}
	half := NewSPSA([]Key{{High: 1, Step: leastStep}}, 1, 1)
	half.at[0] = 0.5
	plus, minus := half.Trials()
	assert.Equal(t, 1, plus[0]+minus[0])
}

// Rounding is right on the average: of a value of 10.25 and steps of 2 a quarter is rounded up.
func TestTrialsAreRoundedAtRandom(t *testing.T) {
	sum, n := 0, 4000
	for seed := range n {
		s := NewSPSA([]Key{{Low: 0, High: 100, Step: 2}}, uint64(seed), 1)
		s.at[0] = 10.25
		plus, minus := s.Trials()
		sum += plus[0] + minus[0]
	}
	assert.InDelta(t, 10.25, float64(sum)/float64(2*n), 0.03)
}
