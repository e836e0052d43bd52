package hostbridge

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// TestRoutinesStart: out of reset the machine sets up its stack and waits for the host.
func TestRoutinesStart(t *testing.T) { onMachines(t, testStart) }

func testStart(t testing.TB, m *rig) {
	m.m.Reset()
	require.Equal(t, m.addr("start"), m.m.PC())
	m.m.Enter(m.addr("start")) // with a return address on the stack
	require.NotEqual(t, m.addr("stack_top"), m.cpu.stackPointer(m.m))
	for steps := 0; m.m.PC() != m.addr("idle"); steps++ {
		require.Less(t, steps, 10)
		require.NoError(t, m.m.Step())
	}
	require.Equal(t, m.addr("stack_top"), m.cpu.stackPointer(m.m))
	if board, ok := m.cpu.register(m, "a5"); ok {
		require.Equal(t, m.addr("board"), board)
	}
	for range 3 {
		require.NoError(t, m.m.Step())
		require.Equal(t, m.addr("idle"), m.m.PC())
	}
}
