package hostbridge

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/goengine"
)

// TestTheWholeSearchInLockstep runs searches of all profiles beside the other
// emulator. All leave the same registers and memory; the Z80's is compared after every
// instruction, with its cycles, sim65 in the sum of the cycles, and hatari in how often it
// has executed each instruction, and for how many cycles but the waits of its bus.
func TestTheWholeSearchInLockstep(t *testing.T) { onMachines(t, testTheWholeSearchInLockstep) }

func testTheWholeSearchInLockstep(t testing.TB, m *rig) {
	games := epd(t, "bench12.epd")
	for i, name := range goengine.ProfileNames {
		for _, g := range []*goengine.Game{games[i], games[11-i]} {
			require.NoError(t, m.setUp(g))
			require.NoError(t, m.setLimits(profile(t, name), goengine.Limits{Nodes: uint64(slow(600, 5000))}))
			m.m.Enter(m.sym.Search)
			require.NoError(t, m.cpu.lockstep(m, 400_000_000), "%s %s", name, g.Position().FEN())
			require.NotEqual(t, goengine.NoMove, m.layout.move(m.sym.BestMove))
			require.True(t, m.m.Returned())
		}
	}
}
