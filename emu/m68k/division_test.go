package m68k_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/emu"
	"github.com/searchex/searchex/emu/m68k"
)

// overflow is a division whose quotient has no place in a word, with the flags before it.
type overflow struct {
	op, divisor uint16
	dividend    uint32
	before      uint16
}

// overflows returns divisions by divu and divs, each with no flag set before and with all.
// One dividend that divs sees at its end only is among them.
func overflows() (all []overflow) {
	const divu, divs = 0x86FC, 0x87FC // #n,d3
	for _, o := range []overflow{
		{op: divu, dividend: 0x0001_0000, divisor: 1},
		{op: divu, dividend: 0xFFFF_FFFF, divisor: 1},
		{op: divu, dividend: 0x1234_0000, divisor: 0x1234},
		{op: divs, dividend: 0x0001_0000, divisor: 1},
		{op: divs, dividend: 0x0001_0000, divisor: 0xFFFF},
		{op: divs, dividend: 0x8000_0000, divisor: 1},
		{op: divs, dividend: 0x8000_0000, divisor: 0xFFFF},
		{op: divs, dividend: 0x0000_8000, divisor: 1},
		{op: divs, dividend: 0xFFFF_0001, divisor: 1},
	} {
		for _, o.before = range []uint16{0, 0x1F} {
			all = append(all, o)
		}
	}
	return all
}

// overflowMachine has a routine main that writes for each overflow a word with the flags and a
// longword with the register.
func overflowMachine(t *testing.T) m68k.Machine {
	rom := []uint16{0x0001, 0xFF20, 0x0000, 0x0008, 0x41F9, 0x0001, 0x0000} // lea $10000,a0
	for _, o := range overflows() {
		rom = append(rom,
			0x263C, uint16(o.dividend>>16), uint16(o.dividend), // move.l #,d3
			0x44FC, o.before, // move #,ccr
			o.op, o.divisor,
			0x40C4,         // move sr,d4
			0x0244, 0x001F, // andi.w #$1f,d4
			0x30C4, // move.w d4,(a0)+
			0x20C3) // move.l d3,(a0)+
	}
	return newMachine(t, &emu.Program{Name: "overflows", ROM: bytesOf(append(rom, 0x4E75)...), Symbols: map[string]uint32{"main": 8}})
}

// An overflow leaves the flags of a 68000: it sets N and V, and clears Z and C. Motorola's manual
// leaves N and Z undefined.
func TestFlagsOfAnOverflow(t *testing.T) {
	for _, core := range []emu.Core{emu.Predecoded, emu.Package} {
		m := overflowMachine(t)
		m.SetCore(core)
		require.NoError(t, m.Call("main", 0))
		at := uint32(m68k.RAMStart)
		for _, o := range overflows() {
			require.Equal(t, o.before&0x10|0x0A, m.ReadWord(at), "% x, core %d", o, core)
			require.Equal(t, o.dividend, uint32(m.ReadWord(at+2))<<16|uint32(m.ReadWord(at+4)), "% x, core %d", o, core)
			at += 6
		}
	}
}

// hatari leaves the same flags after an overflow.
func TestHatariDisagreesOnOverflows(t *testing.T) {
	m := overflowMachine(t)
	_, err := onHatari(t, m, "main")
	require.NoError(t, err)
	m = overflowMachine(t)
	m.Watch(0x1C, func() { m.SetRegister("ccr", 2) }) // behind the first division
	_, err = onHatari(t, m, "main")
	require.ErrorContains(t, err, "hatari leaves 0a at $10001, the machine 02")
}
