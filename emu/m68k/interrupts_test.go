package m68k_test

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/emu"
	"github.com/searchex/searchex/emu/m68k"
)

const handlersAt = 0x1000 // where the handler of vector 0 would be, see handlers

// step executes a number of instructions or interrupts, and returns PC.
func step(t *testing.T, m m68k.Machine, n int) uint32 {
	t.Helper()
	for range n {
		require.NoError(t, m.Step())
	}
	return m.PC()
}

// A request is replaced by one of a higher level alone, has a level that a 68000 has, and is
// accepted only above the mask.
func TestLevels(t *testing.T) {
	m := machine(t, handlers(0x4E71, 0x4E71), m68k.Options{Exceptions: true}) // nop; nop
	for _, c := range []struct {
		levels []uint8
		sr     uint32
		vector uint32 // 0: not accepted
	}{
		{[]uint8{5, 3}, 0x2000, 24 + 5}, {[]uint8{3, 5}, 0x2000, 24 + 5}, {[]uint8{5, 5}, 0x2000, 24 + 5},
		{[]uint8{5}, 0x2500, 0}, {[]uint8{5}, 0x2400, 24 + 5}, {[]uint8{6}, 0x2700, 0}, {[]uint8{2}, 0x2100, 24 + 2}, {[]uint8{7}, 0x2700, 24 + 7},
	} {
		m.Reset()
		m.SetRegister("sr", c.sr)
		m.SetRegister("pc", 0x400)
		for i, level := range c.levels {
			m.Interrupt(level, uint8(i*50)) // a second one of the same level would have another vector
		}
		if len(c.levels) == 2 && c.levels[1] > c.levels[0] {
			c.vector = 50
		}
		want := uint32(0x402)
		if c.vector > 0 {
			want = handlersAt + 16*c.vector
		}
		require.Equal(t, want, step(t, m, 1), "%v at %04x", c.levels, c.sr)
		if c.vector > 0 {
			require.EqualValues(t, slices.Max(c.levels), m.Register("sr")>>8&7, "%v at %04x", c.levels, c.sr)
		}
	}
	require.Panics(t, func() { m.Interrupt(0, 0) })
	require.Panics(t, func() { m.Interrupt(8, 0) })
	require.Panics(t, func() { machine(t, handlers(), m68k.Options{TAS: true}).Interrupt(7, 0) })
}

// A request is accepted once, and an interrupt of user mode uses the supervisor's stack, clears the
// trace bit and keeps the flags.
func TestInterruptOfUserMode(t *testing.T) {
	m := machine(t, handlers(0x2F07, 0x44FC, 0x0015, 0x4E71), m68k.Options{Exceptions: true}) // move.l d7,-(sp); move #$15,ccr; nop
	m.SetRegister("sp", 0x1F000)
	m.SetRegister("sr", 0x8000) // the trace bit
	m.SetRegister("sp", 0x18000)
	m.SetRegister("pc", 0x400)
	step(t, m, 2)
	m.Interrupt(2, 0)
	require.EqualValues(t, handlersAt+16*26, step(t, m, 1))
	require.EqualValues(t, 0x2215, m.Register("sr"))
	require.EqualValues(t, 0x1F000-6, m.Register("sp"))
	require.EqualValues(t, 0x8015, m.ReadWord(0x1F000-6))
	require.EqualValues(t, 0x406, m.ReadWord(0x1F000-2))
	m.SetRegister("sr", 0x2000)
	require.EqualValues(t, handlersAt+16*26+6, step(t, m, 1), "not again")
	m.SetRegister("sr", 0)
	require.EqualValues(t, 0x18000-4, m.Register("sp"))
}

// A request of the last instruction of a call is accepted in the next call, and not where there is
// no code.
func TestRequestAtTheEndOfACall(t *testing.T) {
	m := machine(t, handlers(0x4E75), m68k.Options{Exceptions: true}) // rts
	m.SetRegister("sr", 0x2000)
	m.Watch(0x400, func() { m.Interrupt(3, 0) })
	require.NoError(t, m.CallAddr(0x400, 1000))
	require.EqualValues(t, 16, m.Cycles())
	require.EqualValues(t, 0, m.Register("d7"))
	m.Unwatch(0x400)
	require.NoError(t, m.CallAddr(0x400, 1000))
	require.EqualValues(t, 27, m.Register("d7"))
}

// A saved state has the request and the stop, Reset drops them, and a call does not begin behind a
// stop.
func TestStateOfInterrupts(t *testing.T) {
	m := machine(t, handlers(0x4E72, 0x2000, 0x5286, 0x4E75), m68k.Options{Exceptions: true}) // stop #$2000; addq.l #1,d6; rts
	m.Enter(0x400)
	step(t, m, 2)
	m.Interrupt(3, 0)
	s := m.State()
	for range 2 {
		require.NoError(t, m.Continue(1000))
		require.Equal(t, []uint32{27, 1}, []uint32{m.Register("d7"), m.Register("d6")})
		m.Reset()
		m.SetState(s)
	}
	m.Reset()
	m.SetRegister("sr", 0x2000)
	require.NoError(t, m.CallAddr(0x404, 1000))
	require.EqualValues(t, 0, m.Register("d7"))

	m.Enter(0x400)
	step(t, m, 1)
	m.Interrupt(3, 0)
	step(t, m, 1)
	m.Interrupt(5, 0)
	step(t, m, 1)
	require.EqualValues(t, handlersAt+16*27, m.ReadWord(m.Register("sp")+4), "not behind a stop")

	m.Enter(0x400)
	m.SetRegister("sr", 0x2700)
	step(t, m, 1)
	m.Enter(0x404)
	m.Interrupt(3, 0)
	step(t, m, 1)
	require.EqualValues(t, 0x404, m.ReadWord(m.Register("sp")+4))
}

// An interrupt is a call and an rte a return in a profile.
func TestProfileOfAHandler(t *testing.T) {
	p := handlers(0x4E71, 0x4E71, 0x4E75) // nop; nop; rts
	p.Symbols = map[string]uint32{"main": 0x400, "handler": handlersAt + 16*31}
	m := machine(t, p, m68k.Options{Exceptions: true})
	m.Watch(0x400, func() { m.Interrupt(7, 0) })
	m.StartProfile()
	require.NoError(t, m.Call("main", 1000))
	profile := m.StopProfile()
	handler, main := profile.Routine("handler"), profile.Routine("main")
	require.EqualValues(t, 1, handler.Calls)
	require.EqualValues(t, 16+20, handler.Total)
	require.EqualValues(t, 4+44+4+16+16+20, main.Total)
}

// A stop that raises a privilege violation does not wait for an interrupt.
func TestStopInUserMode(t *testing.T) {
	m := machine(t, handlers(0x4E72, 0x2000), m68k.Options{Exceptions: true}) // stop #$2000
	m.SetRegister("sr", 0)
	m.SetRegister("pc", 0x400)
	require.EqualValues(t, handlersAt+16*8, step(t, m, 1))
	m.Interrupt(7, 0)
	step(t, m, 1)
	require.EqualValues(t, handlersAt+16*8, m.ReadWord(m.Register("sp")+4))
}

// chk and a division by zero with an operand in memory take the cycles that the User's Manual has,
// and chk lets no negative number pass.
func TestExceptionsOfOperandsInMemory(t *testing.T) {
	const handler, rts = 16 + 20, 16
	for _, mode := range []struct {
		bits   uint16
		words  []uint16
		cycles uint64
	}{
		{0x10, nil, 4}, {0x18, nil, 4}, {0x20, nil, 6}, {0x28, []uint16{0}, 8}, {0x30, []uint16{0}, 10}, // (a0), (a0)+, -(a0), 0(a0), 0(a0,d0.w)
		{0x38, []uint16{0x500}, 8}, {0x39, []uint16{0, 0x500}, 12}, {0x3A, []uint16{0xFE}, 8}, {0x3B, []uint16{6}, 10}, // $500.w, $500, $500(pc), $408(pc,d0.w)
		{0x3C, []uint16{0}, 4}, // #0
	} {
		for op, c := range map[uint16]struct {
			vector uint32
			cycles uint64
		}{0x4380: {6, 40}, 0x82C0: {5, 38}} { // chk …,d1; divu …,d1
			code := append([]uint16{op | mode.bits}, mode.words...)
			p := handlers(append(code, 0x4E75)...)
			for at := 0x4FE; at < 0x502; at++ {
				p.ROM[at] = 0
			}
			m := machine(t, p, m68k.Options{Exceptions: true})
			m.SetRegister("a0", 0x500)
			m.SetRegister("d1", 0xFFFF)
			require.NoError(t, m.CallAddr(0x400, 1000), "% 04x", code)
			require.Equal(t, c.vector, m.Register("d7"), "% 04x", code)
			require.Equal(t, c.cycles+mode.cycles+handler+rts, m.Cycles(), "% 04x", code)
		}
	}
}

// A write without guards changes neither ROM nor what is not connected, and writes all of a
// longword's part in RAM.
func TestWritesWithoutGuards(t *testing.T) {
	p := handlers(
		0x21C0, 0x0400, //         move.l d0,$400.w: ROM
		0x23C0, 0x0003, 0x0000, // move.l d0,$30000: nothing
		0x2439, 0x0003, 0x0000, // move.l $30000,d2
		0x23C0, 0x0002, 0xFFFE, // move.l d0,$2fffe: its low word has no place
		0x23C0, 0x0001, 0x0000, // move.l d0,$10000
		0x4E75)
	p.Symbols = map[string]uint32{"stack_bottom": 0x18000, "stack_top": 0x20000}
	m := machine(t, p, m68k.Options{Options: emu.Options{
		ROM: []emu.Range{{Size: 0x2000}}, RAM: []emu.Range{{Start: 0x10000, Size: 0x20000}},
	}})
	m.SetGuards(false)
	m.SetRegister("d0", 0x12345678)
	require.NoError(t, m.CallAddr(0x400, 1000))
	require.EqualValues(t, 0x21C0, m.ReadWord(0x400))
	require.EqualValues(t, uint32(0xFFFFFFFF), m.Register("d2"))
	require.EqualValues(t, 0x1234, m.ReadWord(0x2FFFE))
	require.EqualValues(t, []uint16{0x1234, 0x5678}, []uint16{m.ReadWord(0x10000), m.ReadWord(0x10002)})
	require.ErrorContains(t, guarded(m), "write to ROM at $0400")
}

// guarded calls the routine at $400 with guards.
func guarded(m m68k.Machine) error {
	m.SetGuards(true)
	return m.CallAddr(0x400, 1000)
}

// An undefined opcode that a program or the host writes over an instruction is refused, and so is
// one at an odd address.
func TestUndefinedCodeInRAM(t *testing.T) {
	all := m68k.Options{Options: emu.Options{RAM: []emu.Range{{Size: 0x20000}}, CodeInRAM: true}}
	p := handlers(
		0x4E71,                 // 400 nop, which becomes illegal
		0x31FC, 0x4AFC, 0x0400, // 402 move.w #$4afc,$400.w
		0x60F6) //                 408 bra.s $400
	m := machine(t, p, all)
	require.ErrorContains(t, m.CallAddr(0x400, 1000), "illegal: no exceptions, instruction at $0400")
	m.Reset()
	m.Watch(0x402, func() { m.WriteWord(0x402, 0x4AFC) })
	require.ErrorContains(t, m.CallAddr(0x400, 1000), "illegal: no exceptions, instruction at $0402")
	m.WriteBytes(0x501, []byte{0x4E, 0x71, 0x4E, 0x71}) // nop; nop
	require.ErrorContains(t, m.CallAddr(0x501, 1000), "undefined opcode $4E71 (at an odd address), instruction at $0501")

	m = machine(t, handlers(0x60FE), all) // bra.s *
	m.Enter(0x400)
	step(t, m, 1)
	m.WriteWord(0x400, 0x4AFC)
	require.ErrorContains(t, m.Step(), "illegal: no exceptions, instruction at $0400")
}
