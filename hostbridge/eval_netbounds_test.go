package hostbridge

import (
	"testing"

	"github.com/searchex/searchex/internal/probe"
	"github.com/stretchr/testify/require"
)

// TestNetFitsItsArithmetic: the sums and weights of the network in use are within what the machines
// can reckon with: the 6502 doubles the sums of entries and looks squares up by bytes with sign.
func TestNetFitsItsArithmetic(t *testing.T) {
	n := probed.RootNet()
	for i := range 6 * 64 {
		least, greatest := 0, probe.NetOne/2
		for _, u := range n.Out[i*n.Hidden : (i+1)*n.Hidden] {
			require.True(t, -63 <= u && u <= 63, "entry %d has a weight of %d: want -63 to 63", i, u)
			least += min(int(u), 0) * probe.NetOne
			greatest += max(int(u), 0) * probe.NetOne
		}
		require.GreaterOrEqual(t, least, -128*probe.NetOne, "entry %d", i)
		require.Less(t, greatest, 384*probe.NetOne, "entry %d", i)
	}
}
