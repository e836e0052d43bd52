package sex

import (
	"flag"
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/cmd/internal/cli/clitest"
	"github.com/searchex/searchex/cmd/lab/internal/lab"
)

var update = flag.Bool("update", false, "replace the claims in docs/lab/README.md with those of the records")

// An interval above 0 holds a claim, one below refutes it, and one with 0 in it or at its end shows nothing.
func TestVerdictFollowsFromTheInterval(t *testing.T) {
	for _, x := range []struct {
		low, high float64
		is        string
	}{
		{4, 64, held}, {1, math.Inf(1), held}, {-65, -5, fails}, {math.Inf(-1), -1, fails}, {-49, 10, notShown},
		{0, 10, notShown}, {-10, 0, notShown}, {0, 0, notShown}, {math.NaN(), math.NaN(), notShown},
	} {
		assert.Equal(t, x.is, verdict(x.low, x.high), "%v to %v", x.low, x.high)
	}
}

// recordedView returns the full plan with the recorded results.
func recordedView(t *testing.T) *view {
	t.Helper()
	results, err := lab.Recorded[Record](Name)
	require.NoError(t, err)
	p, err := NewPlan(Full, nil, true)
	require.NoError(t, err)
	return &view{p, results}
}

// Verdicts of several matches are one word if they agree, and else one for each time a move.
func TestVerdictsOfSeveralMatches(t *testing.T) {
	v := recordedView(t)
	lost := decider{apartHalved, "sx81", v.Small}
	won := decider{"sx81", apartHalved, v.Small}
	long := decider{apartHalved, "sx81", v.Large}
	_, is := v.measured(lost, long)
	assert.Equal(t, fails, is)
	figures, is := v.measured(lost, won)
	assert.Equal(t, fails+" in 1.5 s, "+notShown+" in 1.5 s", is, "a match that nobody played shows nothing")
	assert.Contains(t, figures, "400 games")
}

// The table of claims about the SEX algorithm has the figures and verdicts of the records.
func TestREADMEHasTheClaimsOfTheRecords(t *testing.T) {
	v := recordedView(t)
	clitest.Block(t, "../../../../docs/lab/README.md", "claims", v.Claims(v.results), *update, "make docs")
}
