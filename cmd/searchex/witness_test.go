package main

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/asm"
	"github.com/searchex/searchex/emu/z80"
	"github.com/searchex/searchex/hostbridge"
)

// The board that diff shows is the one in the machine's memory.
func TestWitnessLooksIntoTheMachine(t *testing.T) {
	img, err := asm.Z80()
	require.NoError(t, err)
	m, err := z80.New(hostbridge.NewProgram(img))
	require.NoError(t, err)
	positions, err := builtInPositions(benchmark)
	require.NoError(t, err)
	for _, p := range positions {
		block, ok := m.Program().Symbol("position_block")
		require.True(t, ok)
		b := hostbridge.PositionBlock(p.Board)
		m.WriteBytes(block, b[:])
		require.NoError(t, m.Call("set_position", 0))
		assert.Equal(t, boardOf(p.Board), boardInMemory(m), p.ID)
	}
	addr, _ := m.Program().Symbol("set_position")
	m.Enter(addr)
	var w witness
	w.look(m, "z80")
	assert.Regexp(t, `^\$[0-9a-f]{4} set_position$`, w.PC)
	assert.Regexp(t, `^[a-z]+\.s:[0-9]+$`, w.Source)
	assert.NotEmpty(t, w.Text)
	assert.Regexp(t, `^af=[0-9a-f]{4} bc=`, w.Registers)
}
