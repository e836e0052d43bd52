package m6502_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/emu"
	"github.com/searchex/searchex/emu/m6502"
)

// A device holds the IRQ line until the program writes 0 to its port, $0300. The 6502
// accepts an interrupt each time that I is clear until then, and none behind it.
func TestHeldLineInterruptsUntilItIsReleased(t *testing.T) {
	for releasedBy := range uint32(4) {
		p := handlers(
			0x58,       //             8000 cli
			0xA9, 0x01, //             8001 lda #1
			0x8D, 0x00, 0x03, //       8003 sta $0300: the device asserts the line
			0xEA, 0xEA, 0xEA, 0x60) // 8006 nop; nop; nop; rts
		copy(p.ROM[0x1000:], []byte{
			0xE8,                   //             9000 inx
			0x8A,                   //             9001 txa
			0x49, byte(releasedBy), // 9002 eor #releasedBy
			0x8D, 0x00, 0x03, //       9004 sta $0300: 0 releases it
			0x40, //                   9007 rti
		})
		m := machine(t, p, m6502.Options{Interrupts: true})
		m.Write(0x300, 0)
		for _, behind := range []uint32{0x8006, 0x9007} {
			m.Watch(behind, func() { m.SetIRQ(m.Read(0x300) != 0) })
		}
		err := m.CallAddr(0x8000, 1000)
		if releasedBy == 0 {
			require.ErrorContains(t, err, "runaway")
			continue
		}
		require.NoError(t, err)
		require.Equal(t, releasedBy, m.Register("x"))
	}
}

// What is requested and withdrawn while I is set is lost, by SetIRQ and by IRQ.
func TestWithdrawnRequestsAreLost(t *testing.T) {
	for name, c := range map[string]struct {
		request func(m m6502.Machine)
		release bool
		want    uint32
	}{
		"a line, released":     {func(m m6502.Machine) { m.SetIRQ(true) }, true, 0},
		"a request, withdrawn": {m6502.Machine.IRQ, true, 0},
		"a request, kept":      {m6502.Machine.IRQ, false, 1},
	} {
		m := machine(t, handlers(0x78, 0xEA, 0xEA, 0x58, 0xEA, 0xEA, 0x60), m6502.Options{Interrupts: true}) // sei; nop; nop; cli; nop; nop; rts
		m.Watch(0x8001, func() { c.request(m) })
		if c.release {
			m.Watch(0x8003, func() { m.SetIRQ(false) })
		}
		require.NoError(t, m.CallAddr(0x8000, 1000), name)
		require.Equal(t, c.want, m.Register("x"), name)
	}
}

// The line counts as it is before the last cycle of an instruction: a pulse of an alarm is
// seen if it lasts there, whatever it is when the instruction ends.
func TestPulsesOfAnAlarm(t *testing.T) {
	for _, c := range []struct {
		on, off uint64 // cycles
		back    uint32 // where the interrupt returns to, 0 for none
	}{
		{4, 100, 0x8003}, // nops begin at 2, 4, 6 and so on: that at 4 looks in its first cycle
		{5, 100, 0x8004},
		{6, 100, 0x8004},
		{4, 6, 0x8003},
		{5, 6, 0}, // is over when the next one looks
		{9, 10, 0},
		{9, 11, 0x8006},
	} {
		m := machine(t, handlers(0x58, 0xEA, 0xEA, 0xEA, 0xEA, 0xEA, 0xEA, 0xEA, 0x60), m6502.Options{Interrupts: true}) // cli; nop, 7 times; rts
		m.SetAlarm(c.on, func() {
			m.SetIRQ(true)
			m.SetAlarm(c.off, func() { m.SetIRQ(false) })
		})
		back := uint32(0)
		m.OnInterrupt(func(i *emu.Interrupt) {
			require.Equal(t, emu.Interrupt{Kind: emu.IRQ, Vector: 0xFFFE}, *i)
			back = m.PC()
			m.SetIRQ(false)
		})
		require.NoError(t, m.CallAddr(0x8000, 1000))
		require.Equal(t, c.back, back, "from %d to %d", c.on, c.off)
		require.Equal(t, min(back, 1), m.Register("x"))
	}
}

// An NMI in the first four cycles of a brk takes its place: the handler is that of the NMI,
// B is set in the flags that it finds, and the brk is lost. A later one waits for the first
// instruction of brk's handler.
func TestNMIDuringBRK(t *testing.T) {
	const begins = 3 * 2 // the brk
	type found struct{ back, pushed, x uint32 }
	for d := -4; d < 9; d++ {
		m := machine(t, handlers(0xEA, 0xEA, 0xEA, 0x00, 0xFF, 0xEA, 0x60), m6502.Options{Interrupts: true}) // nop; nop; nop; brk; (a byte); nop; rts
		m.SetAlarm(uint64(begins+d), m.NMI)
		var seen []found
		m.Watch(0x9100, func() {
			seen = append(seen, found{uint32(m.ReadWord(m.SP() + 1)), uint32(m.Read(m.SP())) & 0x10, m.Register("x")})
		})
		m.StartProfile()
		require.NoError(t, m.CallAddr(0x8000, 1000))
		want, cycles := found{0x8005, 0x10, 0}, 4*2+7+(2+6)+6 // taken by the NMI
		switch {
		case d < -3: // seen in the nop before the last
			want, cycles = found{0x8002, 0, 0}, cycles+7+(2+6)
		case d < -1: // in the last one
			want, cycles = found{0x8003, 0, 0}, cycles+7+(2+6)
		case d == 8: // too late for inx, the first instruction of brk's handler
			want, cycles = found{0x8005, 0, 1}, cycles+7+(2+6)
		case d > 3:
			want, cycles = found{0x9001, 0, 1}, cycles+7+(2+6)
		}
		require.Equal(t, []found{want}, seen, "%d cycles after the brk began", d)
		require.EqualValues(t, cycles, m.Cycles())
		require.EqualValues(t, cycles, m.StopProfile().Cycles)
		require.EqualValues(t, 1, m.Register("y"))
	}
}

// An NMI in the first four cycles of an IRQ takes its place too, with B clear. The IRQ, whose
// line is held, follows.
func TestNMIDuringIRQ(t *testing.T) {
	const begins = 2 * 2 // the IRQ
	for d := range uint64(7) {
		m := machine(t, handlers(0x58, 0xEA, 0xEA, 0xEA, 0x60), m6502.Options{Interrupts: true}) // cli; nop; nop; nop; rts
		m.Watch(0x8001, func() { m.SetIRQ(true) })
		m.SetAlarm(begins+d, m.NMI)
		var kinds []emu.InterruptKind
		m.OnInterrupt(func(i *emu.Interrupt) {
			kinds = append(kinds, i.Kind)
			require.Zero(t, m.Read(m.SP())&0x10, "B")
			if i.Kind == emu.IRQ {
				m.SetIRQ(false)
			}
		})
		require.NoError(t, m.CallAddr(0x8000, 1000))
		want := []emu.InterruptKind{emu.NMI, emu.IRQ}
		if d > 3 {
			want = []emu.InterruptKind{emu.IRQ, emu.NMI}
		}
		require.Equal(t, want, kinds, "%d", d)
		require.Equal(t, []uint32{1, 1}, []uint32{m.Register("x"), m.Register("y")})
		require.EqualValues(t, 2+3*2+2*(7+2+6)+6, m.Cycles())
	}
}

// An alarm inside of a brk finds the cycle count behind it, and may set it.
func TestAlarmDuringBRK(t *testing.T) {
	m := machine(t, handlers(0x00, 0xFF, 0x60), m6502.Options{Interrupts: true}) // brk; (a byte); rts
	var at uint64
	m.SetAlarm(2, func() { at = m.Cycles(); m.ResetCycles(); m.NMI() })
	m.StartProfile()
	require.NoError(t, m.CallAddr(0x8000, 1000))
	require.EqualValues(t, 7, at)
	require.EqualValues(t, (2+6)+6, m.Cycles())
	require.EqualValues(t, 7+(2+6)+6, m.StopProfile().Cycles)

	m.Reset()
	m.SetAlarm(2, m.Stop)
	require.ErrorIs(t, m.CallAddr(0x8000, 1000), emu.ErrStopped)
	require.EqualValues(t, 0x9000, m.PC())
	require.NoError(t, m.Continue(1000))
	require.EqualValues(t, 7+(2+6)+6, m.Cycles())
}

// A callback of OnInterrupt may stop the run, and the request that it makes is the next one.
// A saved state has the line as it was, Reset releases it.
func TestCallbackAndStateOfALine(t *testing.T) {
	m := machine(t, handlers(0x58, 0xEA, 0xEA, 0x60), m6502.Options{Interrupts: true}) // cli; nop; nop; rts
	m.OnInterrupt(func(*emu.Interrupt) { m.Stop() })
	m.SetIRQ(true)
	require.ErrorIs(t, m.CallAddr(0x8000, 1000), emu.ErrStopped)
	require.EqualValues(t, 0x9000, m.PC())
	require.EqualValues(t, 2+2+7, m.Cycles())
	s := m.State()
	for range 2 {
		m.SetState(s)
		m.OnInterrupt(func(*emu.Interrupt) { m.SetIRQ(false) })
		require.NoError(t, m.Continue(1000))
		require.EqualValues(t, 2, m.Register("x"), "the line was held")
	}
	m.OnInterrupt(func(*emu.Interrupt) { m.OnInterrupt(nil); m.IRQ() })
	m.Reset()
	m.IRQ()
	require.NoError(t, m.CallAddr(0x8000, 1000))
	require.EqualValues(t, 2, m.Register("x"))
	m.SetIRQ(true)
	m.Reset()
	require.NoError(t, m.CallAddr(0x8000, 1000))
	require.EqualValues(t, 0, m.Register("x"))
}
