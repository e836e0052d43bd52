package hostbridge

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/goengine"
)

// Where a watch on a label sees another number of calls than the profiler counts:
// routines whose code jumps back to their own label, each turn of which the watch
// takes for a call, and those that a table leads into, which comes by no label.
var (
	turnsAtItsLabel = map[string]bool{"iterate": true, "near_squares": true, "make_board_quiet": true}
	enteredByTable  = map[string]bool{"officer_attacks": true}
)

// goesOnElsewhere are routines that end in the midst of the one they came from: for a
// watch they last until that returns.
var goesOnElsewhere = map[string]bool{"tactical_rare": true, "quiet_rare": true}

// The profiler counts the calls, and the cycles for them, that watches at the labels and behind the
// calls see.
func TestProfilerCountsTheCallsThatWatchesSee(t *testing.T) {
	onMachines(t, testProfilerCountsTheCallsThatWatchesSee)
}

func testProfilerCountsTheCallsThatWatchesSee(t testing.TB, m *rig) {
	g := epd(t, "bench12.epd")[3]
	_, err := m.Search(context.Background(), g, profile(t, "sx81"), goengine.Limits{Nodes: 2000})
	require.NoError(t, err)
	type seen struct{ calls, cycles uint64 }
	watched := map[string]seen{}
	var f *calls
	f = follow(m, func(c *call, cycles uint64, _ []byte) {
		s := watched[f.labels[c.label]]
		watched[f.labels[c.label]] = seen{s.calls + 1, s.cycles + cycles}
	})
	m.m.StartProfile()
	cycles := f.search(t, g)
	p := m.m.StopProfile()
	require.Equal(t, cycles, p.Routine("search").Called)
	same := 0
	for _, r := range p.Routines {
		saw, counted := watched[r.Label], seen{r.Calls, r.Called}
		delete(watched, r.Label)
		switch {
		case turnsAtItsLabel[r.Label]:
			require.Less(t, counted.calls, saw.calls, r.Label)
		case goesOnElsewhere[r.Label]:
			require.Equal(t, saw.calls, counted.calls, r.Label)
			require.Less(t, counted.cycles, saw.cycles, r.Label)
		case enteredByTable[r.Label]:
			require.Greater(t, counted.calls, saw.calls, r.Label)
		default:
			require.Equal(t, saw, counted, r.Label)
			same++
		}
	}
	require.Empty(t, watched)
	require.Greater(t, same, 100)
}
