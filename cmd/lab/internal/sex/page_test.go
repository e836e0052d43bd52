package sex

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/goengine"
)

// The page of the documents has key rows, and the command prints every analysis whole: each table with all rows of the plan.
func TestTheCommandPrintsWhatThePageLeavesOut(t *testing.T) {
	v := recordedView(t)
	all := rows(t, v.Plan, v.results)
	alone := 0
	for _, cycles := range v.cycles() {
		for _, places := range v.alone(v.solved("sx81", cycles), v.solved("uniform", cycles), "") {
			alone += len(places)
		}
	}
	for name, want := range map[string]int{
		// Killers are in principal variations alone, and there is no further check twice as deep.
		"odds": 4*len(goengine.CategoryNames) - 4, "prices": len(goengine.CategoryNames),
		// Five are played at the large budget too.
		"profiles": len(whole) + 5, "readings": 2 + len(budgets) + 5,
		"ideas": len(ideas) - 1, "ours": 1, "theirs": len(inTheirs), "large": 5,
		"without": 1 + len(additions), "added": len(additions), "graded": len(graded), "readings_of_texts": len(others), "texts_large": 2,
		"horizon": 2 * len(readings), "equal_sx": len(readings),
		"found": 10, "lines": alone, "style": len(styled), "agreement": len(camps) * 2 * len(styled),
	} {
		assert.Len(t, all[name], want, name)
		delete(all, name)
	}
	assert.Empty(t, all, "a table that this test does not know")
	page, err := v.Page(v.results)
	require.NoError(t, err)
	var printed strings.Builder
	require.NoError(t, page.Write(&printed))
	files, err := page.Files()
	require.NoError(t, err)
	for _, only := range []string{"losing capture  principal variations", "OWN.M2.13", "own: the line ends", "Philidor, 1981 and 1982"} {
		assert.Contains(t, printed.String(), only)
		assert.NotContains(t, string(files[0].Content), only)
	}
}
