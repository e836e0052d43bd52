package hostbridge

import (
	"context"
	"fmt"
	"math/rand"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/goengine"
	"github.com/searchex/searchex/hostbridge/random"
)

// overrun is how many nodes may be counted after the limit: see Limits.Nodes.
const overrun = 2000

// Whatever the profile, both engines end a search before 2,000 nodes more than
// its limit have been counted, at the same node, watched and unwatched.
func TestNodeLimitHoldsInAnyProfile(t *testing.T) {
	t.Parallel()
	p := newLineup(t, false)
	r := rand.New(rand.NewSource(300))
	worst := uint64(0)
	check := func(i int, pos *goengine.Position) {
		prof := random.Absurd(r)
		if i%4 == 0 {
			named := profile(t, goengine.ProfileNames[i/4%len(goengine.ProfileNames)])
			prof.Switches = named.Switches
		}
		l := goengine.Limits{Nodes: uint64(1 + r.Intn([]int{10, 300, 5000}[r.Intn(3)]))}
		got := p.equal(goengine.NewGame(pos), fmt.Sprintf("%+v", prof), &prof, l)
		require.Less(t, got.Nodes, l.Nodes+overrun, "%s %+v", pos.FEN(), prof)
		worst = max(worst, got.Nodes-min(got.Nodes, l.Nodes))
	}
	crowded(300, slow(140, 6000), check)
	t.Logf("at worst %d nodes more than the limit", worst)
}

// The named profiles end near their limit of nodes.
func TestNodeLimitHoldsInNamedProfiles(t *testing.T) {
	t.Parallel()
	p := newLineup(t, false)
	for _, name := range goengine.ProfileNames {
		for i, g := range epd(t, "bench12.epd") {
			limit := []uint64{1, 50, 300, 1500}[i%4]
			got := p.equal(g, name, profile(t, name), goengine.Limits{Nodes: limit})
			require.Less(t, got.Nodes, limit+overrun, name)
			require.True(t, got.Stopped)
			require.NotEqual(t, goengine.NoMove, got.Best)
		}
	}
}

// heavy is a profile by which the first root move would never be finished.
func heavy(t testing.TB) *goengine.Profile {
	p := profile(t, "uniform")
	p.Start, p.Step = 255, 255
	for c := range p.Price {
		p.Price[c] = 1
	}
	return p
}

// Before a root move has been searched, a context and the limit of cycles end a
// search too.
func TestStopAndCycleLimitHoldInAnyProfile(t *testing.T) {
	done, cancel := context.WithCancel(t.Context())
	cancel()
	g := epd(t, "bench12.epd")[4]
	for _, name := range Names {
		e, err := New(name)
		require.NoError(t, err)
		for _, limited := range []bool{false, true} {
			ctx := done
			if limiter, ok := e.(CycleLimiter); ok && limited {
				limiter.SetCycleLimit(2_000_000)
				ctx = t.Context()
			}
			r, err := e.Search(ctx, g, heavy(t), goengine.Limits{})
			require.NoError(t, err)
			require.True(t, r.Stopped)
			require.False(t, r.Complete)
			require.Less(t, r.Nodes, uint64(overrun))
			require.Less(t, r.Cycles, uint64(20_000_000))
			// The first of the list, by its static value.
			require.Len(t, r.PV, 1)
			require.Equal(t, r.Best, r.PV[0])
		}
	}
}
