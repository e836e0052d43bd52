package z80_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/emu"
	"github.com/searchex/searchex/emu/z80"
)

// An NMI does not wait behind ei, a second one does not return behind a halt that the first has
// left, and the count of fetched opcodes keeps bit 7 of R.
func TestNMI(t *testing.T) {
	m := machine(t, handlers(0xFB, 0x00, 0x76), z80.Options{Interrupts: true}) // ei; nop; halt
	m.Regs().SetAll(z80.All{R: 0xFF, SP: 0x7000})
	m.Watch(0, m.NMI)
	require.NoError(t, m.Step())
	require.NoError(t, m.Step())
	require.Equal(t, []uint32{0x66, 1}, []uint32{m.PC(), uint32(m.ReadWord(0x6FFE))}, "no instruction behind ei")
	require.EqualValues(t, 0x81, m.Regs().All().R, "ei, and the interrupt's fetch")

	m.Enter(2)
	require.NoError(t, m.Step())
	for _, back := range []uint16{3, 0x66} {
		m.NMI()
		require.NoError(t, m.Step())
		require.Equal(t, back, m.ReadWord(m.SP()))
	}
}

// The instruction before which an interrupt comes is counted once.
func TestCountsOfAnInterrupt(t *testing.T) {
	m := machine(t, handlers(0x00, 0x00, 0xC9), z80.Options{Interrupts: true}) // nop; nop; ret
	m.Watch(0, m.NMI)
	m.StartCounting()
	require.NoError(t, m.CallAddr(0, 1000))
	counts := m.StopCounting()
	require.EqualValues(t, []uint64{1, 1, 1}, []uint64{uint64(counts.Executed[0]), uint64(counts.Executed[1]), uint64(counts.Executed[0x66])})
}

// Without guards the use of the stack is not measured.
func TestStackWithoutGuards(t *testing.T) {
	m := machine(t, &emu.Program{Name: "p", ROM: []byte{0xE5, 0xE1, 0xC9}}, z80.Options{}) // push hl; pop hl; ret
	m.SetGuards(false)
	require.NoError(t, m.CallAddr(0, 1000))
	require.Equal(t, 2, m.Usage().Stack, "the return address")
}

// An interrupt that was requested during the last instruction of a call is accepted in the next
// call, and not where there is no code.
func TestRequestAtTheEndOfACall(t *testing.T) {
	m := machine(t, handlers(0xED, 0x56, 0xFB, 0x00, 0xC9), z80.Options{Interrupts: true}) // im 1; ei; nop; ret
	m.Watch(4, func() { m.IRQ(0) })
	require.NoError(t, m.CallAddr(0, 1000))
	require.EqualValues(t, 8+4+4+10, m.Cycles())
	require.EqualValues(t, 0, m.Register("b"))
	m.Unwatch(4)
	require.NoError(t, m.CallAddr(0, 1000))
	require.EqualValues(t, 2, m.Register("b"))
}

// Without their option there are no ports, and a write without guards changes neither ROM nor what
// is not connected.
func TestWithoutPortsAndGuards(t *testing.T) {
	for _, code := range [][]byte{{0xDB, 1}, {0xD3, 1}, {0xED, 0x78}, {0xED, 0x79}} { // in, out
		m := machine(t, &emu.Program{Name: "p", ROM: code}, z80.Options{Interrupts: true})
		require.ErrorContains(t, m.CallAddr(0, 1000), "no ports")
	}
	p := &emu.Program{Name: "p", ROM: []byte{0x3E, 0x55, 0x32, 0, 0, 0x32, 0x80, 0x01, 0x3A, 0x80, 0x01, 0xC9}} // ld a,$55; ld (0),a; ld ($180),a; ld a,($180); ret
	m := machine(t, p, z80.Options{Options: apart})
	m.SetGuards(false)
	require.NoError(t, m.CallAddr(0, 1000))
	require.EqualValues(t, 0x3E, m.Read(0))
	require.EqualValues(t, 0xFF, m.Register("a"))
}

// Changed code takes its own T-states: as four zeros, at the end of memory, and when the host
// changes it just before it is executed.
func TestChangedCode(t *testing.T) {
	all := emu.Options{RAM: []emu.Range{{Size: 0x10000}}, CodeInRAM: true}
	m := machine(t, &emu.Program{
		Name: "p", Origin: 0x100, ROM: []byte{0x23, 0x23, 0x23, 0x23, 0xC9}, // inc hl, four times; ret
		Symbols: map[string]uint32{"stack_bottom": 0x7000, "stack_top": 0x8000},
	}, z80.Options{Options: all})
	takes := func(at uint32, states int) {
		t.Helper()
		m.ResetCycles()
		require.NoError(t, m.CallAddr(at, 1000))
		require.EqualValues(t, states, m.Cycles())
	}
	takes(0x100, 4*6+10)
	m.WriteBytes(0x100, []byte{0, 0, 0, 0})
	takes(0x100, 4*4+10)
	for _, c := range []struct {
		op     byte
		states int
	}{{0x00, 4}, {0x23, 6}, {0x00, 4}} {
		m.WriteBytes(0xFFFD, []byte{c.op, 0xC9})
		takes(0xFFFD, c.states+10)
	}
	m.Watch(0x102, func() { m.Write(0x102, 0x23) })
	takes(0x100, 3*4+6+10)
}

// sll (hl) takes the T-states of the shifts that Zilog documents.
func TestSLLOfMemory(t *testing.T) {
	m := machine(t, &emu.Program{Name: "p", ROM: []byte{0xCB, 0x36, 0xC9}}, z80.Options{Undocumented: true})
	m.SetRegister("hl", 0x4000)
	m.Write(0x4000, 0x81)
	require.NoError(t, m.CallAddr(0, 1000))
	require.EqualValues(t, 0x03, m.Read(0x4000))
	require.EqualValues(t, 15+10, m.Cycles())
}

// A prefix without effect is executed, and takes time.
func TestPrefixesWithoutEffect(t *testing.T) {
	var code []byte
	for _, prefix := range []byte{0xDD, 0xFD} {
		for op := byte(0x40); op < 0xC0; op++ {
			if op&7 != 6 && op&0xF8 != 0x70 { // no (hl)
				code = append(code, prefix, op)
			}
		}
	}
	require.Len(t, code, 2*2*(7*7+8*7))
	m := machine(t, &emu.Program{Name: "p", ROM: append(code, 0xC9)}, z80.Options{Undocumented: true})
	require.NoError(t, m.CallAddr(0, 10_000))
	require.EqualValues(t, len(code)/2*8+10, m.Cycles())
}

// A call begins as if no halt or ei of the last one went before it.
func TestCallAfterHaltOrEI(t *testing.T) {
	m := machine(t, handlers(0xED, 0x56, 0x76, 0xFB, 0x00, 0xC9), z80.Options{Interrupts: true}) // im 1; halt; ei; nop; ret
	step := func(n int) {
		t.Helper()
		for range n {
			require.NoError(t, m.Step())
		}
	}
	m.Enter(0)
	step(2)
	m.Enter(4)
	m.NMI()
	step(1)
	require.EqualValues(t, 4, m.ReadWord(m.SP()))
	m.Enter(3)
	step(1)
	m.Enter(4)
	m.IRQ(0)
	step(1)
	require.EqualValues(t, 0x38, m.PC())
}

// A program for an MSX gets its map with options that have none.
func TestMapOfAnMSX(t *testing.T) {
	m := machine(t, &emu.Program{Name: "p", Origin: z80.MSXStart, ROM: []byte{0x00, 0xC9}}, z80.Options{Interrupts: true}) // nop; ret
	require.NoError(t, m.CallAddr(z80.MSXStart, 1000))
	m.Write(z80.MSXRAMStart, 1)
	require.Panics(t, func() { m.Write(0, 1) })
}
