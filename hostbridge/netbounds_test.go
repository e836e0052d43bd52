package hostbridge

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/goengine"
)

// TestNetFitsItsArithmetic: the sums and weights of the network in use are within what the machines
// can reckon with: the 6502 doubles the sums of entries and looks squares up by bytes with sign.
func TestNetFitsItsArithmetic(t *testing.T) {
	n := probe.RootNet()
	for i := range 6 * 64 {
		least, greatest := 0, goengine.NetOne/2
		for _, u := range n.Out[i*n.Hidden : (i+1)*n.Hidden] {
			require.True(t, -63 <= u && u <= 63, "entry %d has a weight of %d: want -63 to 63", i, u)
			least += min(int(u), 0) * goengine.NetOne
			greatest += max(int(u), 0) * goengine.NetOne
		}
		require.GreaterOrEqual(t, least, -128*goengine.NetOne, "entry %d", i)
		require.Less(t, greatest, 384*goengine.NetOne, "entry %d", i)
	}
}
