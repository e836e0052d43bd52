package hostbridge

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/emu/z80/z80test"
	"github.com/searchex/searchex/goengine"
)

// TestTheWholeSearchInLockstep runs searches of all profiles beside the other
// emulator: registers and cycles after every instruction, memory at the end.
func TestTheWholeSearchInLockstep(t *testing.T) {
	games := epd(t, "bench12.epd")
	for i, name := range goengine.ProfileNames {
		for _, g := range []*goengine.Game{games[i], games[11-i]} {
			e, err := NewZ80With(Options{})
			require.NoError(t, err)
			z := e.(*z80Engine)
			z.m.Reset()
			base, _ := g.Line()
			require.NoError(t, setPosition(z.m, base))
			z.setLimits(g, profile(t, name), goengine.Limits{Nodes: uint64(slow(600, 5000))})
			z.m.Enter(z.sym.Search)
			require.NoError(t, z80test.Run(z.m, 400_000_000), "%s %s", name, g.Position().FEN())
			require.NotZero(t, z.m.ReadWord(z.sym.BestMove))
			require.True(t, z.m.Returned())
		}
	}
}
