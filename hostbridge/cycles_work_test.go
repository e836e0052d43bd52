package hostbridge

import (
	"context"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/goengine"
	"github.com/searchex/searchex/internal/work"
)

// workCalls are the kinds of work, alone or together, that are calls of a
// machine's routines, of one or of all that are named, each but for those within
// has_legal_move, which is work of its own, and within drop_bad_en_passant.
var workCalls = []struct {
	work   []work.Kind
	labels []string
}{
	{[]work.Kind{work.Searches}, []string{"search"}},
	{[]work.Kind{work.Iterations}, []string{"iterate"}},
	{[]work.Kind{work.Visits}, []string{"iterate", "follow"}}, // the root's, and one below each move
	{[]work.Kind{work.Expanded}, []string{"expand_unpassed"}},
	{[]work.Kind{work.Maps}, []string{"map_hits"}},
	{[]work.Kind{work.CaptureParts}, []string{"generate_tactical"}},
	{[]work.Kind{work.QuietParts}, []string{"generate_quiet"}},
	{[]work.Kind{work.EarlyTests}, []string{"is_legal"}},
	{[]work.Kind{work.Lists}, []string{"try_all"}}, // each list is tried
	{[]work.Kind{work.JudgedCaptures}, []string{"judge_tactical"}},
	{[]work.Kind{work.SwapOffs}, []string{"swap_white", "swap_black", "swap_slow"}}, // how each ends
	{[]work.Kind{work.Picks}, []string{"price_of"}},                                 // each move picked is priced
	{[]work.Kind{work.Lates}, []string{"late_price"}},
	{[]work.Kind{work.Follows}, []string{"follow"}},
	{[]work.Kind{work.High}, []string{"terminal_high"}},
	{[]work.Kind{work.HighMade}, []string{"candidates"}},
	{[]work.Kind{work.MateTests}, []string{"in_check"}}, // nothing else of a search asks it
	{[]work.Kind{work.Glances}, []string{"flights"}},
	{[]work.Kind{work.MateProofs, work.GlanceMates}, []string{"has_legal_move"}},
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
	var done work.Counts
	games := epd(t, "bench12.epd")
	for i, text := range slices.Concat(goengine.ProfileNames, []string{"tuned,switch.staged=on,switch.cache=on", "sx81,switch.half-frontier=off"}) {
		prof := *profile(t, text)
		for k := range 2 {
			g := games[(i+5*k)%len(games)]
			l := goengine.Limits{SX: 24, Nodes: 2000}
			_, err := m.Search(context.Background(), g, &prof, l)
			require.NoError(t, err)
			called := make([]uint64, len(index))
			var f *calls
			f = follow(m, func(c *call, _ uint64, _ []byte) {
				switch {
				case c.label == index["set_position"] || c.label == index["play_move"]:
					clear(called) // the search begins after them
				case c.label == proof || f.open[proof] < 0 && f.open[passing] < 0:
					called[c.label]++
				}
			})
			f.search(t, g)
			found, err := goengine.NewEngine().Search(context.Background(), g, &prof, l)
			require.NoError(t, err)
			w := found.Work
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
