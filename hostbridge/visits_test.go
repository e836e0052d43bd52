package hostbridge

import (
	"context"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/goengine"
	"github.com/searchex/searchex/internal/work"
)

// visitTrials are searches in which nodes of every kind are visited.
var visitTrials = slices.Concat(goengine.ProfileNames, []string{"tuned,switch.staged=on,switch.cache=on", "sx81,switch.half-frontier=off"})

// repeating is a game in which the next moves lead back to a position before.
func repeating(t testing.TB) *goengine.Game {
	p := position(t, "4k3/8/8/8/8/8/4P3/4K3 w - - 3 40")
	g := goengine.NewGame(p)
	for _, m := range []string{"e1d1", "e8d8", "d1e1"} {
		require.NoError(t, g.Play(m))
	}
	return g
}

// The visits of a search have all of its cycles and nodes and are those that Go counts, and the
// counting does not change the search.
func TestVisitsAreAllOfASearch(t *testing.T) { onMachines(t, testVisitsAreAllOfASearch) }

func testVisitsAreAllOfASearch(t testing.TB, m *rig) {
	reference, err := New("go")
	require.NoError(t, err)
	games := epd(t, "bench12.epd")
	var seen Visits
	for i, text := range visitTrials {
		prof := *profile(t, text)
		for k := range 2 {
			g := games[(i+5*k)%len(games)]
			if i == 0 && k == 0 {
				g = repeating(t)
			}
			l := goengine.Limits{SX: 60, Nodes: 3000}
			want, err := reference.Search(context.Background(), g, &prof, l)
			require.NoError(t, err)
			plain, err := m.Search(context.Background(), g, &prof, l)
			require.NoError(t, err)
			var v Visits
			require.NoError(t, CountVisits(m.machineEngine, &v))
			r, err := m.Search(context.Background(), g, &prof, l)
			require.NoError(t, err)
			require.NoError(t, CountVisits(m.machineEngine, nil))

			require.Equal(t, plain, r)
			require.Equal(t, r.Cycles, v.Cycles(), text)
			var visits, scored uint64
			for _, k := range v.Of {
				visits += k.Visits
				scored += k.Scored
			}
			require.Equal(t, want.Work[work.Visits], visits, text)
			require.Equal(t, want.Nodes, scored, text)
			require.Equal(t, want.Work[work.Expanded], visits-v.Of[NodeDrawn].Visits-v.Of[NodePassed].Visits, text)
			require.Zero(t, v.Of[NodePassed].Scored+v.Of[NodeDrawn].Scored, text)
			seen.Add(&v)
		}
	}
	for k := range NodeKinds {
		require.NotZero(t, seen.Of[k].Visits, k.String())
	}
}

// A kind of node means the same on each machine.
func TestVisitsAreAlikeOnAllMachines(t *testing.T) {
	games := epd(t, "bench12.epd")
	for i, text := range visitTrials {
		prof := *profile(t, text)
		var first *Visits
		for _, k := range MachineKinds() {
			e, err := New(k.Name)
			require.NoError(t, err)
			v := &Visits{}
			require.NoError(t, CountVisits(e, v))
			_, err = e.Search(context.Background(), games[(3*i+1)%len(games)], &prof, goengine.Limits{SX: 60, Nodes: 3000})
			require.NoError(t, err)
			require.NotZero(t, v.Outside)
			v.Outside = 0
			for k := range v.Of {
				require.Equal(t, v.Of[k].Visits == 0, v.Of[k].Cycles == 0)
				v.Of[k].Cycles = 0 // the machine's own
			}
			if first == nil {
				first = v
			}
			require.Equal(t, first, v, "%s %s", k.Name, text)
		}
	}
}

// Visits of Go's engine are refused: it has no machine.
func TestVisitsNeedAMachine(t *testing.T) {
	e, err := New("go")
	require.NoError(t, err)
	require.ErrorContains(t, CountVisits(e, &Visits{}), "engine go: has no nodes whose kinds are known")
}

// What a node came by says what it was.
func TestKindOfAWay(t *testing.T) {
	for _, c := range []struct {
		way  way
		want NodeKind
	}{
		{0, NodePassed}, // before its move was made
		{byNode, NodeDrawn},
		{byNode | byExpand, NodePassed},
		{byNode | byExpand | byKillers, NodeHalfCut},
		{byNode | byExpand | byKillers | byFrontier, NodeFrontier},
		{byParts, NodeHalfCut},
		{byCache | byParts | byQuiets, NodeHalf},
		{byNode | byExpand | byCache, NodeCached},
		{byParts | byStages, NodeFullCut},
		{byParts | byStages | byQuiets, NodeFull},
		{byParts | byStages | byFrontier, NodeFrontier}, // no room for its list
		{byAll, NodeFull},
	} {
		require.Equal(t, c.want, c.way.kind(), "%b", c.way)
	}
	require.Equal(t, "NodeKind(8)", NodeKinds.String())
}
