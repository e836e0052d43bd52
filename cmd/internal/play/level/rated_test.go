package level

import (
	"bufio"
	"cmp"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/cmd/internal/match/stats"
	"github.com/searchex/searchex/goengine"
)

func TestAStrongerLevelHasMoreNodes(t *testing.T) {
	least, most := EloBounds()
	assert.Less(t, least, 700)
	assert.Equal(t, rated[0].nodes, RatedNodes(least))
	for elo := least + 1; elo <= most; elo++ {
		before, nodes := RatedNodes(elo-1), RatedNodes(elo)
		assert.GreaterOrEqual(t, nodes, before, "%d", elo)
		assert.Less(t, float64(nodes), 1.1*float64(before)+1, "%d", elo)
	}
	for _, r := range rated {
		assert.Equal(t, r.nodes, RatedNodes(r.elo), "%d", r.elo)
	}
	for i, r := range rated[1:] { // half of the way is the mean of the logarithms
		if below := rated[i]; (below.elo+r.elo)%2 == 0 {
			assert.InEpsilon(t, math.Sqrt(float64(below.nodes*r.nodes)), RatedNodes((below.elo+r.elo)/2), 0.02)
		}
	}
	assert.Equal(t, rated[0].nodes, RatedNodes(math.MinInt))
	assert.Equal(t, uint64(1024), RatedNodes(700))
	assert.Equal(t, rated[len(rated)-1].nodes, RatedNodes(math.MaxInt))
}

// Rated levels search with sx81 as it was measured, with one more iteration before the first, in
// which SX pays for no move.
func TestRatedLevelsSearchWithSX81(t *testing.T) {
	p := RatedProfile()
	want, _ := goengine.ProfileByName("sx81")
	assert.Equal(t, want.Start, p.Start+p.Step)
	for c, price := range p.Price {
		assert.Greater(t, price, p.Start, goengine.CategoryNames[c])
	}
	p.Start = want.Start
	assert.Equal(t, want, p)
}

// encounter is a line of the results, printed by match --json.
type encounter struct {
	First, Second           string
	Games, Won, Drawn, Lost int
	Pairs                   stats.Pairs
}

func results(t *testing.T) (all []encounter) {
	t.Helper()
	f, err := os.Open("../../../../testdata/levels/results.jsonl")
	require.NoError(t, err)
	defer f.Close()
	lines := bufio.NewScanner(f)
	for lines.Scan() {
		var e encounter
		require.NoError(t, json.Unmarshal(lines.Bytes(), &e))
		require.Equal(t, e.Games, e.Won+e.Drawn+e.Lost)
		all = append(all, e)
	}
	require.NoError(t, lines.Err())
	return all
}

// list returns the ratings of all players, weakest first.
func list(t *testing.T) (names []string, ratings map[string]stats.Rating) {
	t.Helper()
	number := map[string]int{}
	id := func(name string) int {
		if _, known := number[name]; !known {
			number[name] = len(names)
			names = append(names, name)
		}
		return number[name]
	}
	var met []stats.Encounter
	for _, e := range results(t) {
		met = append(met, stats.Encounter{A: id(e.First), B: id(e.Second), Pairs: e.Pairs})
	}
	all, err := stats.Rate(len(names), met, id("sx81 1024"), 700)
	require.NoError(t, err)
	ratings = map[string]stats.Rating{}
	for i, name := range names {
		require.True(t, all[i].Rated && !all[i].Prior, name)
		ratings[name] = all[i]
	}
	slices.SortFunc(names, func(a, b string) int { return cmp.Compare(ratings[a].Elo, ratings[b].Elo) })
	return names, ratings
}

// says returns the UCI_Elo of a player that is a level, from its name or its nodes.
func says(name string) (elo int, isLevel bool) {
	if _, err := fmt.Sscanf(name, "go %d", &elo); err == nil {
		return elo, true
	}
	var nodes uint64
	if _, err := fmt.Sscanf(name, "sx81 %d", &nodes); err != nil {
		return 0, false
	}
	least, most := EloBounds()
	for elo = least; elo < most && RatedNodes(elo) < nodes; elo++ {
	}
	return elo, true
}

// Each level is within 50 Elo of its nominal rating, on the scale of all games: those of the table,
// and others in between.
func TestRatedLevelsAreWhatTheGamesSay(t *testing.T) {
	names, ratings := list(t)
	levels := 0
	for _, name := range names {
		r := ratings[name]
		elo, isLevel := says(name)
		if !isLevel {
			t.Logf("%-16s %5.0f ±%.0f", name, r.Elo, r.Error)
			continue
		}
		t.Logf("%-16s %5.0f ±%.0f, says %d", name, r.Elo, r.Error, elo)
		assert.InDelta(t, elo, r.Elo, 50, name)
		levels++
	}
	for _, r := range rated {
		assert.Contains(t, names, fmt.Sprint("sx81 ", r.nodes))
	}
	assert.GreaterOrEqual(t, levels, len(rated)+8)
}
