package lab

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
)

// An interval above 0 holds a claim, one below refutes it, and one with 0 in it or at its end shows nothing.
func TestVerdictFollowsFromTheInterval(t *testing.T) {
	for _, x := range []struct {
		low, high float64
		is        string
	}{
		{4, 64, Held}, {1, math.Inf(1), Held}, {-65, -5, Fails}, {math.Inf(-1), -1, Fails}, {-49, 10, NotShown},
		{0, 10, NotShown}, {-10, 0, NotShown}, {0, 0, NotShown}, {math.NaN(), math.NaN(), NotShown},
	} {
		assert.Equal(t, x.is, Verdict(x.low, x.high), "%v to %v", x.low, x.high)
	}
}

// 1, 2, 3: mean 2, deviation 1, 1.96/√3 = 1.13, so the whole interval is above 0; -1, 0, 1 has 0 in it; one number has no
// interval.
func TestVerdictOfASample(t *testing.T) {
	assert.Equal(t, Held, Sample{1, 2, 3}.Verdict())
	assert.Equal(t, Fails, Sample{-1, -2, -3}.Verdict())
	assert.Equal(t, NotShown, Sample{-1, 0, 1}.Verdict())
	assert.Equal(t, NotShown, Sample{5}.Verdict())
}

// A text's figure holds inside the interval and at its ends, and fails outside.
func TestVerdictOnAFigure(t *testing.T) {
	for _, x := range []struct {
		low, high float64
		is        string
	}{{24, 26, Held}, {25, 27, Held}, {20, 25, Held}, {25.1, 27, Fails}, {20, 24.9, Fails}, {math.NaN(), math.NaN(), NotShown}} {
		assert.Equal(t, x.is, VerdictOn(25, x.low, x.high), "%v to %v", x.low, x.high)
	}
}

// Verdicts that are the same are one; others are each written with what they are on.
func TestAgreed(t *testing.T) {
	assert.Equal(t, Held, Agreed([]string{Held, Held}, []string{"a held", "b held"}))
	assert.Equal(t, "a held, b not shown", Agreed([]string{Held, NotShown}, []string{"a held", "b not shown"}))
	assert.Empty(t, Agreed(nil, nil))
}

// Numbers have signs, and a bound that is not finite is three dots.
func TestElo(t *testing.T) {
	assert.Equal(t, "+145 (+121 to +171, 780 games)", Elo(145.2, 120.9, 171.4, 780))
	assert.Equal(t, "-759 (… to -569, 40 games)", Elo(-759, math.Inf(-1), -569, 40))
	assert.Equal(t, "-759 (-inf..-569)", EloInterval(-759, math.Inf(-1), -569))
}
