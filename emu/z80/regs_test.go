package z80_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/emu/z80"
)

// Each register is read and set under its name, and no other one is touched.
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
	m.SetRegister("pc", 0)
	all := m.Regs().All()
	for i, name := range []string{"af'", "bc'", "de'", "hl'"} {
		m.SetRegister(name, 0xA5_1122+uint32(i)*0x1011)
		require.Equal(t, uint32(0x1122+i*0x1011), m.Register(name), name)
	}
	all.AF2, all.BC2, all.DE2, all.HL2 = 0x1122, 0x2133, 0x3144, 0x4155
	m.SetRegister("i", 0x1AB)
	m.SetRegister("r", 0xFF)
	m.SetRegister("iff2", 1)
	m.SetRegister("im", 1)
	all.I, all.R, all.IFF2, all.IM = 0xAB, 0xFF, true, 1
	require.Equal(t, all, m.Regs().All())
	require.Equal(t, []uint32{0xAB, 0xFF, 0, 1, 1}, []uint32{m.Register("i"), m.Register("r"), m.Register("iff1"), m.Register("iff2"), m.Register("im")})
	m.SetRegister("im", 0xFF)
	require.Equal(t, uint32(2), m.Register("im"))
	require.Panics(t, func() { m.Register("d0") })
	require.Panics(t, func() { m.SetRegister("HL", 0) })
}
