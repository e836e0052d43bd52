package oddeven

import (
	"flag"
	"fmt"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/cmd/internal/cli/clitest"
	"github.com/searchex/searchex/cmd/lab/internal/lab"
)

var update = flag.Bool("update", false, "replace the claims in docs/lab/README.md with those of the records")

// recorded is the full plan with the recorded results.
var recorded = sync.OnceValues(func() (*view, error) {
	results, err := lab.Recorded[[]Iteration](Name)
	if err != nil {
		return nil, err
	}
	p, err := NewPlan(false)
	return &view{p, results}, err
})

// recordedView returns the full plan with the recorded results.
func recordedView(t *testing.T) *view {
	t.Helper()
	v, err := recorded()
	require.NoError(t, err)
	return v
}

// The table of claims about the odd-even effect has the figures and verdicts of the records.
func TestREADMEHasTheClaimsOfTheRecords(t *testing.T) {
	v := recordedView(t)
	clitest.Block(t, "../../../../docs/lab/README.md", "claims-odd-even", v.Claims(v.results), *update, "make docs")
}

// Verdicts on several samples are one word if they agree, and else one for each.
func TestVerdictsOnSeveralSamples(t *testing.T) {
	up, down := lab.Sample{1, 2, 3}, lab.Sample{-1, -2, -3}
	write := func(s lab.Sample) string { return fmt.Sprint(s.Mean()) }
	assert.Equal(t, several{"a 2, b 2", "held"}, said([]sampled{{"a", up}, {"b", up}}, write))
	assert.Equal(t, several{"a 2, b -2", "a held, b **fails**"}, said([]sampled{{"a", up}, {"b", down}}, write))
}
