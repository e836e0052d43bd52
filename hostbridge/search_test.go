package hostbridge

import (
	"math/rand"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/goengine"
)

// cyclesLimits is what the cycles of each profile are measured at.
var cyclesLimits = map[string]int{"uniform": 24, "sx81": 42, "parker83": 34, "cyrus86": 26, "sex88": 15, "tuned": 24}

// plyStack is what a ply takes of the stack, by memory.s.
const plyStack = 32

// T-states per node over the benchmark positions stay under the bar.
func TestCyclesPerNode(t *testing.T) {
	e, err := NewZ80()
	require.NoError(t, err)
	for _, name := range goengine.ProfileNames {
		prof := profile(t, name)
		var cycles, nodes uint64
		mean := 0.0
		games := epd(t, "bench12.epd")
		for _, g := range games {
			r, err := e.Search(g, prof, goengine.Limits{SX: cyclesLimits[name], Nodes: 20000})
			require.NoError(t, err)
			cycles += r.Cycles
			nodes += r.Nodes
			mean += r.CyclesPerNode() / float64(len(games))
		}
		perNode := float64(cycles) / float64(nodes)
		t.Logf("%-9s SX %d: %7d nodes, %.0f T-states a node in all, mean of positions %.0f", name, cyclesLimits[name], nodes, perNode, mean)
		if name == "sx81" {
			require.Less(t, perNode, 4000.0)
		}
	}
}

// The same limit of cycles gives the same result, and stops at the first
// node after it.
func TestCycleLimit(t *testing.T) {
	e, err := NewZ80With(Options{Guards: true})
	require.NoError(t, err)
	g := epd(t, "bench12.epd")[4]
	prof := profile(t, "sx81")
	for _, limit := range []uint64{1, 2_000_000, 7_654_321} {
		e.(CycleLimiter).SetCycleLimit(limit)
		a, err := e.Search(g, prof, goengine.Limits{})
		require.NoError(t, err)
		b, err := e.Search(g, prof, goengine.Limits{})
		require.NoError(t, err)
		require.Equal(t, a, b)
		require.True(t, a.Stopped)
		require.NotEqual(t, goengine.NoMove, a.Best)
		if limit > 1 {
			require.Less(t, a.Cycles, limit+500_000)
		}
	}
	e.(CycleLimiter).SetCycleLimit(0)
	var stop atomic.Bool
	stop.Store(true)
	r, err := e.Search(g, prof, goengine.Limits{Stop: &stop})
	require.NoError(t, err)
	require.True(t, r.Stopped)
	require.NotEqual(t, goengine.NoMove, r.Best)
}

// The stack holds the deepest line, and constants that the sources can't
// check are what they should be.
func TestSearchMemory(t *testing.T) {
	e, err := NewZ80With(Options{Guards: true})
	require.NoError(t, err)
	m := e.(OnMachine).Machine()
	symbol := func(name string) uint32 {
		a, ok := m.Program().Symbol(name)
		require.True(t, ok, name)
		return a
	}
	require.Equal(t, uint32(22), symbol("n_block_end")-symbol("n_block"), "follow in try.s pushes 22 bytes")
	require.Zero(t, symbol("killers")&0xFF)
	require.Zero(t, symbol("price")&0xFF)
	require.Zero(t, symbol("sorted_stack")&7)
	require.Equal(t, symbol("price")>>8, (symbol("pv_len")+goengine.MaxPly+1)>>8)
	require.Equal(t, uint32(0x4300), symbol("pst"))
	for name, size := range map[string]uint32{"officer_scan": 20, "ways": 5, "key_place": 28, "pv_rows": 66} {
		require.LessOrEqual(t, symbol(name)&0xFF+size, uint32(256), "%s crosses a page", name)
	}

	// Lines of every profile, and how deep they make the stack: no deeper than
	// eight plies and what is allotted to the rest.
	for _, name := range goengine.ProfileNames {
		_, err = e.Search(epd(t, "bench12.epd")[11], profile(t, name), goengine.Limits{Nodes: 3000})
		require.NoError(t, err)
		require.Less(t, uint32(m.Usage().Stack), symbol("stack_top")-symbol("stack_bottom")-plyStack*(goengine.MaxPly-1-8), name)
	}
	t.Logf("%+v", m.Usage())
}

// The table of prices is the reference's for any profile and phase.
func TestSetPrices(t *testing.T) {
	m := newRulesZ80(t)
	r := rand.New(rand.NewSource(3))
	for i := range 2000 {
		var prof goengine.Profile
		if i < len(goengine.ProfileNames) {
			prof = *profile(t, goengine.ProfileNames[i])
		} else {
			prof.Switches = goengine.Switch(r.Intn(256))
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
		}
		phase := i % 8
		m.WriteBytes(m.addr("profile"), prof.Bytes())
		m.Regs().SetA(uint8(phase))
		m.call("set_prices")
		want := prof.Prices(phase)
		for row := range 2 {
			got := make([]byte, 14)
			m.ReadBytes(m.addr("price")+uint32(16*row), got)
			require.Equal(t, append(want.Price[row][:], want.Least[row], want.Quietest[row]), got, "%+v phase %d row %d", prof, phase, row)
		}
	}
}
