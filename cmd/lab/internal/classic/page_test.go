package classic

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/cmd/lab/internal/lab"
)

// The page of the documents has key rows, and the command prints every analysis whole: each table with all rows of the plan.
func TestTheCommandPrintsWhatThePageLeavesOut(t *testing.T) {
	p, err := NewPlan(false)
	require.NoError(t, err)
	records, err := lab.Recorded[*Made](Name)
	require.NoError(t, err)
	page, err := p.Page(records)
	require.NoError(t, err)
	var objects, printed strings.Builder
	require.NoError(t, page.WriteJSON(&objects))
	require.NoError(t, page.Write(&printed))
	files, err := page.Files()
	require.NoError(t, err)
	document := string(files[0].Content)

	all := map[string]int{}
	for line := range strings.Lines(objects.String()) {
		var row struct{ Table string }
		require.NoError(t, json.Unmarshal([]byte(line), &row))
		all[row.Table]++
	}
	assert.Equal(t, map[string]int{
		"breakdown": 25 + 1, "readings": 18 + 6, "trees": len(ways()) * p.depth, "prices": len(p.priced()), "ideas": 10, "weights": 8, "claims": 6,
		"tournament " + preservation: 10, "tournament " + mutation: 10, "evidence": 19, "book": 2, "quiescence": 3,
	}, all)
	for _, only := range []string{"7 beats 5 beats 4 beats 7", "advancement.pawn  ", "Nodes are all positions", "of+ahead+noking "} {
		assert.Contains(t, printed.String(), only)
		assert.NotContains(t, document, only)
	}
	// Of the matches at equal time the page has those with another result than at equal nodes.
	assert.Equal(t, 1, strings.Count(document, " | time | "))
	assert.Contains(t, document, "| best first over captures first | time | ")
}
