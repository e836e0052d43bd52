package rootnet

import (
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/cmd/internal/chess/openings"
	"github.com/searchex/searchex/testdata"
)

// The committed fresh openings are level, differ, and are no position of a line of the known ones.
func TestTheFreshOpeningsAreFresh(t *testing.T) {
	text, err := testdata.Files.ReadFile("openings-fresh.epd")
	require.NoError(t, err)
	all, err := openings.Read(strings.NewReader(string(text)), "openings-fresh.epd")
	require.NoError(t, err)
	require.GreaterOrEqual(t, len(all), 300)
	known := map[string]string{}
	book, err := openings.BuiltIn()
	require.NoError(t, err)
	for _, o := range book {
		for n := range len(o.Moves) + 1 {
			g, err := openings.Opening{FEN: o.FEN, Moves: o.Moves[:n]}.Game()
			require.NoError(t, err)
			known[g.Key()] = o.Name
		}
	}
	for _, o := range all {
		g, err := o.Game()
		require.NoError(t, err)
		assert.Empty(t, known[g.Key()], o.Name)
		known[g.Key()] = o.Name
		assert.NotEmpty(t, g.LegalMoves())
	}
	values := regexp.MustCompile(`(?m); ce (-?\d+);$`).FindAllStringSubmatch(string(text), -1)
	assert.Len(t, values, len(all))
	for _, v := range values {
		n, err := strconv.Atoi(v[1])
		require.NoError(t, err)
		assert.LessOrEqual(t, max(n, -n), 40)
	}
}
