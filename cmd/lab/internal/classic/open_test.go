package classic

import (
	"bytes"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// Players that search to a number of plies have no limit of nodes, and records of their own.
func TestMatchesToANumberOfPlies(t *testing.T) {
	p, err := NewPlan(true)
	require.NoError(t, err)
	keys := map[string]bool{}
	for _, c := range []struct {
		plies [2]int
		equal string
		words []string
	}{
		{[2]int{2, 1}, "openings", []string{"2 plies", "1 ply"}},
		{[2]int{2, 2}, "plies", []string{"2 plies", "2 plies"}},
		{[2]int{}, "nodes", []string{"500 nodes", "500 nodes"}},
	} {
		s, ok, err := p.settle(match{first: quiet, second: quiet, plies: c.plies}, Records{}, nil)
		require.NoError(t, err)
		require.True(t, ok)
		assert.Equal(t, c.words, []string{s.limit(0), s.limit(1)})
		assert.Equal(t, c.plies, [2]int{s.specs[0].Limits.Depth, s.specs[1].Limits.Depth})
		assert.Equal(t, c.plies[0] == 0, s.specs[0].Limits.Nodes > 0)
		assert.True(t, strings.HasPrefix(s.keys[0], "match at equal "+c.equal+": "), s.keys[0])
		keys[s.keys[0]] = true
	}
	assert.Len(t, keys, 3)
	assert.Equal(t, []string{"the first", "the second", "not shown", "not shown"}, []string{stronger(1, 9), stronger(-9, -1), stronger(-1, 9), stronger(0, 9)})
}

// The page draws the text's example with its king and bishop and pawn against king, knight and pawn. With no captures at the
// limit or new ones gxh4 wins the knight, 402 against 103; with all, Bxe5 is best (see the tests of the search).
func TestTheExampleOfQuiescenceIsDrawn(t *testing.T) {
	p, err := NewPlan(true)
	require.NoError(t, err)
	page, err := p.Page(Records{})
	require.NoError(t, err)
	files, err := page.Files()
	require.NoError(t, err)
	drawn := false
	for _, f := range files {
		if f.Name == "classic-quiescence.svg" {
			drawn = true
			assert.Equal(t, 6, bytes.Count(f.Content, []byte("<circle")))
		}
	}
	assert.True(t, drawn)
	var rows bytes.Buffer
	require.NoError(t, page.WriteJSON(&rows))
	for _, want := range []string{
		`"captures":"none","best":"g3h4","score":299`, `"captures":"new ones","best":"g3h4","score":299`, `"captures":"all","best":"d4e5","score":106`,
	} {
		assert.Contains(t, rows.String(), want)
	}
	var text bytes.Buffer
	require.NoError(t, page.Write(&text))
	assert.NotContains(t, text.String(), "svg")
}
