package z80_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/emu/z80"
)

func TestRegistersByName(t *testing.T) {
	m := newMachine(t, program())
	for i, name := range []string{"af", "bc", "de", "hl", "ix", "iy", "sp", "pc"} {
		m.SetRegister(name, 0xA5_1122+uint32(i)*0x1011)
	}
	require.Equal(t, z80.All{
		AF: 0x1122, BC: 0x2133, DE: 0x3144, HL: 0x4155, IX: 0x5166, IY: 0x6177, SP: 0x7188, PC: 0x8199,
	}, m.Regs().All())
	require.Equal(t, "af=1122 bc=2133 de=3144 hl=4155 af'=0000 bc'=0000 de'=0000 hl'=0000 ix=5166 iy=6177 sp=7188", m.Registers())
	require.Equal(t, uint32(0x8199), m.Register("pc"))
	for i, name := range []string{"a", "f", "b", "c", "d", "e", "h", "l"} {
		m.SetRegister(name, 0xF00+uint32(i))
		require.Equal(t, uint32(i), m.Register(name), name)
	}
	require.Equal(t, "af=0001 bc=0203 de=0405 hl=0607", m.Registers()[:31])
	require.Panics(t, func() { m.Register("d0") })
	require.Panics(t, func() { m.SetRegister("HL", 0) })
}
