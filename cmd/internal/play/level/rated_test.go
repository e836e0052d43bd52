package level

import (
	"bufio"
	"cmp"
	"encoding/json"
	"fmt"
	"hash/crc32"
	"math"
	"os"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/cmd/internal/match/stats"
	"github.com/searchex/searchex/goengine"
	"github.com/searchex/searchex/internal/probe"
)

func TestAStrongerLevelHasMoreNodes(t *testing.T) {
	least, most := EloBounds()
	assert.Less(t, least, 700)
	assert.Equal(t, ratedSX81[0].nodes, AtElo(least).Nodes)
	for elo := least + 1; elo <= most; elo++ {
		before, now := AtElo(elo-1), AtElo(elo)
		if before.Name != now.Name {
			assert.Equal(t, [2]string{"sx81", "net"}, [2]string{before.Name, now.Name})
			assert.Equal(t, last(ratedSX81).elo+1, elo)
			continue
		}
		assert.GreaterOrEqual(t, now.Nodes, before.Nodes, "%d", elo)
		assert.Less(t, float64(now.Nodes), 1.1*float64(before.Nodes)+1, "%d", elo)
	}
	for _, list := range [][]measured{ratedSX81, ratedNet} {
		for i, r := range list {
			if s := AtElo(r.elo); s.Name == "sx81" == (&list[0] == &ratedSX81[0]) {
				assert.Equal(t, r.nodes, s.Nodes, "%d", r.elo)
			}
			if i == 0 || (list[i-1].elo+r.elo)%2 != 0 {
				continue
			}
			// Half of the way is the mean of the logarithms.
			if s := AtElo((list[i-1].elo + r.elo) / 2); s.Name == "sx81" == (&list[0] == &ratedSX81[0]) {
				assert.InEpsilon(t, math.Sqrt(float64(list[i-1].nodes*r.nodes)), s.Nodes, 0.02)
			}
		}
	}
	assert.LessOrEqual(t, ratedNet[0].elo, last(ratedSX81).elo, "the lists overlap")
	assert.Equal(t, AtElo(least), AtElo(math.MinInt))
	assert.Equal(t, uint64(1024), AtElo(700).Nodes)
	assert.Equal(t, AtElo(most), AtElo(math.MaxInt))
}

// Levels of sx81 search with it as it was measured, with one more iteration before the first, in
// which SX pays for no move; those above with net.
func TestRatedLevelsSearchWithTheirProfile(t *testing.T) {
	p := AtElo(700).Profile
	want, _ := goengine.ProfileByName("sx81")
	assert.Equal(t, want.Start, p.Start+p.Step)
	for c, price := range p.Price {
		assert.Greater(t, price, p.Start, goengine.CategoryNames[c])
	}
	p.Start = want.Start
	assert.Equal(t, want, p)
	_, most := EloBounds()
	want, _ = goengine.ProfileByName("net")
	assert.Equal(t, Strength{"net", want, last(ratedNet).nodes}, AtElo(most))
}

// The games of net were played by this net.
func TestTheGamesAreOfThisNet(t *testing.T) {
	p, _ := goengine.ProfileByName("net")
	h := crc32.NewIEEE()
	fmt.Fprint(h, p.Bytes(), *probe.Of(nil).RootNet())
	assert.Equal(t, "e07b3706", fmt.Sprintf("%08x", h.Sum32()),
		"net has changed: play the games of its levels again (docs/manual/levels.md)")
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
	var profile string
	var nodes uint64
	if n, _ := fmt.Sscanf(name, "%s %d", &profile, &nodes); n != 2 || profile != "sx81" && profile != "net" {
		return 0, false
	}
	least, most := EloBounds()
	for elo = least; elo < most; elo++ {
		if s := AtElo(elo); s.Name == profile && s.Nodes >= nodes {
			break
		}
	}
	s := AtElo(elo)
	return elo, s.Name == profile && float64(s.Nodes) < 1.1*float64(nodes) // else it is below those of its profile
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
	for _, e := range results(t) {
		t.Logf("%s against %s, %d games: +%d =%d -%d, %+.0f, by the list %+d", e.First, e.Second, e.Games, e.Won, e.Drawn, e.Lost,
			stats.EloDifference((float64(e.Won)+float64(e.Drawn)/2)/float64(e.Games)), rounded(ratings[e.First])-rounded(ratings[e.Second]))
	}
	for _, r := range ratedSX81 {
		assert.Contains(t, names, fmt.Sprint("sx81 ", r.nodes))
	}
	for _, r := range ratedNet {
		name := fmt.Sprint("net ", r.nodes)
		assert.InDelta(t, r.elo, ratings[name].Elo, 1, name)
	}
	assert.GreaterOrEqual(t, levels, len(ratedSX81)+len(ratedNet)+8)
}
