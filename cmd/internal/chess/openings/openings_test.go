package openings

import (
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/cmd/internal/chess/rules"
	"github.com/searchex/searchex/cmd/internal/given"
)

var update = flag.Bool("update", false, "write testdata/openings.epd anew")

const openingsEPD = "../../../../testdata/openings.epd"

// builtIn returns the committed openings.
func builtIn(t *testing.T) []Opening {
	t.Helper()
	all, err := BuiltIn()
	require.NoError(t, err)
	return all
}

func TestOpeningsAreLegalAndDifferent(t *testing.T) {
	all := builtIn(t)
	assert.GreaterOrEqual(t, len(all), 300)
	position, name := map[string]string{}, map[string]bool{}
	for _, o := range all {
		assert.False(t, name[o.Name], "%s: name given twice", o.Name)
		name[o.Name] = true
		assert.True(t, len(o.Moves) >= 4 && len(o.Moves) <= 8, "%s: %d plies", o.Name, len(o.Moves))
		g, err := o.Game()
		require.NoError(t, err)
		key := g.Key()
		assert.Empty(t, position[key], "%s: same position", o.Name)
		position[key] = o.Name
	}
}

func TestOpeningsEPD(t *testing.T) {
	var b strings.Builder
	for i, o := range builtIn(t) {
		g, err := o.Game()
		require.NoError(t, err)
		fmt.Fprintf(&b, "%s id \"OPEN.%03d %s\";\n", strings.Join(strings.Fields(g.FEN())[:4], " "), i+1, o.Name)
	}
	if *update {
		require.NoError(t, os.WriteFile(openingsEPD, []byte(b.String()), 0o644))
	}
	have := given.File(t, openingsEPD)
	assert.Equal(t, b.String(), string(have), "openings.epd is stale: go test -run TestOpeningsEPD -update")
}

// The benchmark positions must keep their number, their kinds and their balance of sides to
// move, since every figure in docs and golden is a mean over them.
func TestBenchmarkPositions(t *testing.T) {
	text := given.File(t, "../../../../testdata/bench12.epd")
	kinds, sides := map[string]int{}, map[string]int{}
	lines := strings.Split(strings.TrimSpace(string(text)), "\n")
	for i, line := range lines {
		f := strings.Fields(line)
		require.Greater(t, len(f), 6, line)
		g, err := rules.New(strings.Join(f[:4], " ") + " 0 1")
		require.NoError(t, err, line)
		assert.NotEmpty(t, g.LegalMoves(), line)
		_, operations, _ := strings.Cut(line, `id "`)
		words := strings.Fields(operations)
		assert.Equal(t, fmt.Sprintf("BENCH.%02d", i+1), words[0])
		kinds[words[1]]++
		sides[f[1]]++
	}
	assert.Equal(t, map[string]int{"opening": 3, "middlegame": 4, "ending": 3, "tactics": 2}, kinds)
	assert.Equal(t, map[string]int{"w": 6, "b": 6}, sides)
}
