package sex

import (
	"flag"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/cmd/internal/cli/clitest"
	"github.com/searchex/searchex/cmd/lab/internal/lab"
)

var update = flag.Bool("update", false, "replace the claims in docs/lab/README.md and the figures in docs/sources.md with those of the records")

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
	figures, is := v.measured(lost, long)
	assert.Equal(t, lab.Fails, is)
	assert.Equal(t, "-51 (-84..-19) and -131 (-198..-72)", figures)
	figures, is = v.measured(lost, won)
	assert.Equal(t, lab.Fails+" in 1.5 s, "+lab.NotShown+" in 1.5 s", is, "a match that nobody played shows nothing")
	assert.Equal(t, "-51 (-84..-19) and not played", figures)
}

// The tables of docs/sources.md have the figures of the records, and no other figures of matches.
func TestREADMEOfSourcesHasTheFiguresOfTheRecords(t *testing.T) {
	const file = "../../../../docs/sources.md"
	b, err := os.ReadFile(file)
	require.NoError(t, err)
	v := recordedView(t)
	want, err := v.Sources(v.results, string(b))
	require.NoError(t, err)
	figure := regexp.MustCompile(`[+−-]\d+ \(([+−-]\d+|…) to`)
	none, err := v.Sources(Results{}, string(b))
	require.NoError(t, err)
	assert.Empty(t, figure.FindAllString(none, -1), "a figure that no record has")
	assert.NotContains(t, want, "not recorded")
	if *update {
		require.NoError(t, os.WriteFile(file, []byte(want), 0o600))
		return
	}
	assert.Equal(t, want, string(b), "%s; after a change on purpose: make docs", file)
}

// A page without a row or without the block is refused, and so is one with a row twice.
func TestSourcesWantsEachRowOnce(t *testing.T) {
	p, err := NewPlan(tiny, nil, true)
	require.NoError(t, err)
	page := addedBegins + blockEnds + "\n"
	for _, x := range costs {
		page += "| [SEX] | " + x.words + " | ours | why | −1 (−2 to +3) |\n"
	}
	got, err := p.Sources(Results{}, page)
	require.NoError(t, err)
	assert.NotContains(t, got, "−1 (−2")
	assert.Equal(t, strings.Count(page, "| ours | why |"), strings.Count(got, "| ours | why |"))
	for _, bad := range []string{"", strings.Replace(page, blockEnds, "", 1), strings.Replace(page, costs[2].words, "x", 1), page + strings.Split(page, "\n")[2] + "\n"} {
		_, err := p.Sources(Results{}, bad)
		assert.Error(t, err, bad)
	}
}

// The table of claims about the SEX algorithm has the figures and verdicts of the records.
func TestREADMEHasTheClaimsOfTheRecords(t *testing.T) {
	v := recordedView(t)
	clitest.Block(t, "../../../../docs/lab/README.md", "claims", v.Claims(v.results), *update, "make docs")
}
