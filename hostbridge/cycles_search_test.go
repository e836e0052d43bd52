package hostbridge

import (
	"context"
	"math/rand"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/goengine"
)

// Cycles per node over the benchmark positions stay under the bar.
func TestCyclesPerNode(t *testing.T) { onMachines(t, testCyclesPerNode) }

func testCyclesPerNode(t testing.TB, e *rig) {
	e.m.SetGuards(false)
	var cycles, nodes uint64
	for _, g := range epd(t, "bench12.epd") {
		r, err := e.Search(context.Background(), g, profile(t, "sx81"), goengine.Limits{SX: 42, Nodes: 20000})
		require.NoError(t, err)
		cycles += r.Cycles
		nodes += r.Nodes
	}
	perNode := float64(cycles) / float64(nodes)
	t.Logf("%d nodes, %.0f cycles a node", nodes, perNode)
	require.Less(t, perNode, e.cpu.nodeBar)
}

// The same limit of cycles gives the same result, and stops at the first
// node after it.
func TestCycleLimit(t *testing.T) { onMachines(t, testCycleLimit) }

func testCycleLimit(t testing.TB, e *rig) {
	g := epd(t, "bench12.epd")[4]
	prof := profile(t, "sx81")
	for _, limit := range []uint64{1, 2_000_000, 7_654_321} {
		e.SetCycleLimit(limit)
		a, err := e.Search(context.Background(), g, prof, goengine.Limits{})
		require.NoError(t, err)
		b, err := e.Search(context.Background(), g, prof, goengine.Limits{})
		require.NoError(t, err)
		require.Equal(t, a, b)
		require.True(t, a.Stopped)
		require.NotEqual(t, goengine.NoMove, a.Best)
		if limit > 1 {
			require.Less(t, a.Cycles, limit+500_000)
		}
	}
	e.SetCycleLimit(0)
	done, cancel := context.WithCancel(t.Context())
	cancel()
	r, err := e.Search(done, g, prof, goengine.Limits{})
	require.NoError(t, err)
	require.True(t, r.Stopped)
	require.NotEqual(t, goengine.NoMove, r.Best)
}

// Lines of every profile, and how deep they make the stack: no deeper than
// eight plies and what is allotted to the rest.
func TestSearchStack(t *testing.T) { onMachines(t, testSearchStack) }

func testSearchStack(t testing.TB, m *rig) {
	for _, name := range goengine.ProfileNames {
		_, err := m.Search(context.Background(), epd(t, "bench12.epd")[11], profile(t, name), goengine.Limits{Nodes: 3000})
		require.NoError(t, err)
		allotted := m.addr("stack_top") - m.addr("stack_bottom")
		require.Less(t, uint32(m.m.Usage().Stack), allotted-m.cpu.stackPly*(goengine.MaxPly-1-8), name)
	}
	t.Logf("%+v", m.m.Usage())
}

// The table of prices is the reference's for any profile and phase.
func TestRoutinesSetPrices(t *testing.T) { onMachines(t, testSetPrices) }

func testSetPrices(t testing.TB, m *rig) {
	r := rand.New(rand.NewSource(3))
	for i := range 2000 {
		var prof goengine.Profile
		if i < len(goengine.ProfileNames) {
			prof = *profile(t, goengine.ProfileNames[i])
		} else if i == len(goengine.ProfileNames) { // the least price is the most that a byte holds
			for c := range prof.Price {
				prof.Price[c] = 255
			}
		} else {
			prof.Switches = prof.Switches&^0xFF | goengine.Switches(r.Intn(256))
			for c := range prof.Price {
				prof.Price[c] = uint8(r.Intn(256))
			}
			if i%2 == 0 {
				prof.Price[goengine.Evasion] = 0
			}
			prof.Above = uint8(1 + r.Intn(255))
			prof.Parity = [2]int8{int8(r.Intn(256) - 128), int8(r.Intn(256) - 128)}
			for j := range prof.Phase {
				prof.Phase[j] = int8(r.Intn(256) - 128)
			}
			prof.Late, prof.Recapture, prof.Single = uint8(r.Intn(2)), uint8(r.Intn(2)*r.Intn(256)), uint8(r.Intn(2)*r.Intn(256))
			prof.DeepQuiet, prof.DeepOther = int8(r.Intn(256)-128), int8(r.Intn(256)-128)
		}
		phase := i % 8
		m.m.WriteBytes(m.addr("profile"), prof.Bytes())
		m.call("set_prices", in{"phase": phase})
		want := probed.Prices(&prof, phase)
		for row := range want.Price {
			got := make([]byte, 15)
			m.m.ReadBytes(m.addr("price")+uint32(16*row), got)
			require.Equal(t, append(want.Price[row][:], want.Least[row], want.Quietest[row], want.Evasion[row]), got, "%+v phase %d row %d", prof, phase, row)
		}
	}
}
