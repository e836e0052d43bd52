package hostbridge

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// The board that a difference shows is the one in the machine's memory.
func TestDiagramInMemory(t *testing.T) {
	onMachines(t, func(t testing.TB, m *rig) {
		for _, g := range epd(t, "bench12.epd") {
			m.set(g.Position())
			d, ok := DiagramIn(m.m)
			require.True(t, ok)
			assert.Equal(t, DiagramOf(g.Position()), d)
		}
		m.m.Enter(m.addr("set_position"))
		p := LocationOf(m.m)
		assert.Equal(t, "set_position", p.Label)
		assert.Regexp(t, `^[a-z]+\.s$`, p.File)
		assert.NotZero(t, p.Line)
	})
}
