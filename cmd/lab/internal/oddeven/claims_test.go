package oddeven

import (
	"bytes"
	"encoding/json"
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

// What the page leaves out is printed: each table has a row for each order, iteration, profile, step and set of positions.
func TestAllRowsOfTheTablesArePrinted(t *testing.T) {
	v := recordedView(t)
	var b bytes.Buffer
	require.NoError(t, v.Page(v.results).WriteJSON(&b))
	rows := map[string]int{}
	for d := json.NewDecoder(&b); d.More(); {
		var row struct{ Table string }
		require.NoError(t, d.Decode(&row))
		rows[row.Table]++
	}
	assert.Equal(t, map[string]int{
		"leaves":     8 + 1,           // depths, and the root
		"trees":      2 * (6 + 5 + 5), // sets of positions, depths of each order
		"quiescence": 5,               // depths
		"diminished": 4 * 3,           // leaves and time on three machines; both sets and all
		"iterations": 7 + 8,           // of sx81, of tuned
		"unevenness": 4 * 3,           // three profiles, one shuffled too; both sets and all
		"time":       3 * 2 * 5,       // machines, sets, depths
		"steps":      3 * 2 * 9,       // machines, sets, three steps of three profiles
		"scores":     4 * 4,           // three profiles, one without swap-off too; bonuses
	}, rows)
	files, err := v.Page(v.results).Files()
	require.NoError(t, err)
	for _, table := range []string{"7 of 16 rows: ", "4 of 12 rows: ", "6 of 30 rows: ", "12 of 54 rows: ", "8 of 16 rows: "} {
		assert.Contains(t, string(files[0].Content), "\n"+table, "the page has the key rows")
	}
}

// Verdicts on several samples are one word if they agree, and else one for each.
func TestVerdictsOnSeveralSamples(t *testing.T) {
	up, down := lab.Sample{1, 2, 3}, lab.Sample{-1, -2, -3}
	write := func(s lab.Sample) string { return fmt.Sprint(s.Mean()) }
	assert.Equal(t, several{"a 2, b 2", "held"}, said([]sampled{{"a", up}, {"b", up}}, write))
	assert.Equal(t, several{"a 2, b -2", "a held, b **fails**"}, said([]sampled{{"a", up}, {"b", down}}, write))
}
