package hostbridge

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/goengine"
)

// workCalls are the kinds of work, alone or together, that are calls of a
// machine's routines, of one or of all that are named, each but for those within
// has_legal_move, which is work of its own, and within drop_bad_en_passant.
var workCalls = []struct {
	work   []goengine.Work
	labels []string
}{
	{[]goengine.Work{goengine.WorkSearches}, []string{"search"}},
	{[]goengine.Work{goengine.WorkIterations}, []string{"iterate"}},
	{[]goengine.Work{goengine.WorkVisits}, []string{"iterate", "follow"}}, // the root's, and one below each move
	{[]goengine.Work{goengine.WorkExpanded}, []string{"expand_unpassed"}},
	{[]goengine.Work{goengine.WorkMaps}, []string{"map_hits"}},
	{[]goengine.Work{goengine.WorkCaptureParts}, []string{"generate_tactical"}},
	{[]goengine.Work{goengine.WorkQuietParts}, []string{"generate_quiet"}},
	{[]goengine.Work{goengine.WorkEarlyTests}, []string{"is_legal"}},
	{[]goengine.Work{goengine.WorkLists}, []string{"try_all"}}, // each list is tried
	{[]goengine.Work{goengine.WorkJudgedCaptures}, []string{"judge_tactical"}},
	{[]goengine.Work{goengine.WorkSwapOffs}, []string{"swap_white", "swap_black", "swap_slow"}}, // how each ends
	{[]goengine.Work{goengine.WorkPicks}, []string{"price_of"}},                                 // each move picked is priced
	{[]goengine.Work{goengine.WorkLates}, []string{"late_price"}},
	{[]goengine.Work{goengine.WorkFollows}, []string{"follow"}},
	{[]goengine.Work{goengine.WorkHigh}, []string{"terminal_high"}},
	{[]goengine.Work{goengine.WorkHighMade}, []string{"candidates"}},
	{[]goengine.Work{goengine.WorkMateTests}, []string{"in_check"}}, // nothing else of a search asks it
	{[]goengine.Work{goengine.WorkGlances}, []string{"flights"}},
	{[]goengine.Work{goengine.WorkMateProofs, goengine.WorkGlanceMates}, []string{"has_legal_move"}},
}

// TestWorkIsWhatTheMachinesDo: where a kind of work is a routine's calls, the Go
// engine counts as many as a machine makes in the same search.
func TestWorkIsWhatTheMachinesDo(t *testing.T) { onMachines(t, testWorkIsWhatTheMachinesDo) }

func testWorkIsWhatTheMachinesDo(t testing.TB, m *rig) {
	index := map[string]int{}
	for i, label := range routines(m.m.Program()) {
		index[label] = i
	}
	proof, ok := index["has_legal_move"]
	require.True(t, ok)
	passing, ok := index["drop_bad_en_passant"] // which may ask in_check
	require.True(t, ok)
	var done goengine.Counts
	games := epd(t, "bench12.epd")
	for i, text := range slices.Concat(goengine.ProfileNames, []string{"tuned,switch.staged=on,switch.cache=on", "sx81,switch.half-frontier=off"}) {
		prof, err := goengine.ParseProfile(text)
		require.NoError(t, err)
		for k := range 2 {
			g := games[(i+5*k)%len(games)]
			l := goengine.Limits{SX: 24, Nodes: 2000}
			_, err := m.Search(g, &prof, l)
			require.NoError(t, err)
			called := make([]uint64, len(index))
			var f *calls
			f = follow(m.m, m.cpu, func(c *call, _ uint64, _ []byte) {
				switch {
				case c.label == index["set_position"] || c.label == index["play_move"]:
					clear(called) // the search begins after them
				case c.label == proof || f.open[proof] < 0 && f.open[passing] < 0:
					called[c.label]++
				}
			})
			f.search(t, g)
			w := goengine.NewEngine().Search(g.Position(), &prof, l).Work
			for _, x := range workCalls {
				counted, sum := uint64(0), uint64(0)
				for _, kind := range x.work {
					counted += w[kind]
					done[kind] += w[kind]
				}
				labels := x.labels
				if own, ok := m.cpu.workCalls[x.work[0]]; ok {
					if labels = own; len(own) == 0 {
						continue
					}
				}
				for _, label := range labels {
					at, ok := index[label]
					require.True(t, ok, label)
					sum += called[at]
				}
				assert.Equal(t, sum, counted, "%s, game %d: Go counts as %v what are calls of %v", text, (i+5*k)%len(games), x.work, labels)
			}
		}
	}
	for _, x := range workCalls {
		for _, kind := range x.work {
			assert.NotZero(t, done[kind], "%v: none here", kind)
		}
	}
}
