package m6502_test

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestRegistersByName(t *testing.T) {
	m := newMachine(t, program())
	require.Equal(t, "a=00 x=00 y=00 p=24 s=ff", m.Registers(), "as after a reset")
	for i, name := range []string{"a", "x", "y", "s"} {
		m.SetRegister(name, 0xF01+uint32(i)*0x11)
		require.Equal(t, 0x01+uint32(i)*0x11, m.Register(name), name)
	}
	m.SetRegister("pc", 0xA5_8199)
	require.Equal(t, uint32(0x8199), m.Register("pc"))
	require.Equal(t, uint16(0x8199), m.Regs().PC())
	for p, flags := range map[uint32][4]bool{ // carry, zero, negative, overflow
		0x21: {true}, 0x22: {false, true}, 0xA0: {false, false, true}, 0x60: {false, false, false, true},
	} {
		m.SetRegister("p", p)
		r := m.Regs()
		require.Equal(t, flags, [4]bool{r.Carry(), r.Zero(), r.Negative(), r.Overflow()}, "%#x", p)
		require.Equal(t, p, m.Register("p"))
	}
	require.Equal(t, "a=01 x=12 y=23", m.Registers()[:14])
	require.Contains(t, m.Registers(), "s=34")
	require.Panics(t, func() { m.Register("sp") })
	require.Panics(t, func() { m.SetRegister("A", 0) })

	m.SetRegister("p", 0xFF)
	require.Equal(t, uint32(0xE7), m.Register("p"), "all flags but D; B is none")
}
