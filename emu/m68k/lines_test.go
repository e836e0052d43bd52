package m68k_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/emu"
	"github.com/searchex/searchex/emu/m68k"
)

// A device holds the line of level 3 until the program writes 0 to its port, $10000. The 68000
// accepts an interrupt each time that the mask is lower until then, and none behind it.
func TestHeldLineInterruptsUntilItIsReleased(t *testing.T) {
	for releasedBy := range uint16(4) {
		p := handlers(
			0x46FC, 0x2000, //                 400 move #$2000,sr
			0x33FC, 0x0001, 0x0001, 0x0000, // 404 move.w #1,$10000: the device asserts the line
			0x4E71, 0x4E71, 0x4E75) //         40c nop; nop; rts
		handler := words(
			0x5246,             // 11b0 addq.w #1,d6
			0x3A06,             // 11b2 move.w d6,d5
			0x0A45, releasedBy, // 11b4 eori.w #releasedBy,d5
			0x33C5, 0x0001, 0x0000, // 11b8 move.w d5,$10000: 0 releases it
			0x4E73) //              // 11be rte
		copy(p.ROM[handlersAt+16*27:], handler)
		m := machine(t, p, m68k.Options{Exceptions: true})
		m.WriteWord(0x10000, 0)
		for _, behind := range []uint32{0x40C, 0x11BE} {
			m.Watch(behind, func() { m.SetIRQ(3, m.ReadWord(0x10000) != 0) })
		}
		err := m.CallAddr(0x400, 2000)
		if releasedBy == 0 {
			require.ErrorContains(t, err, "runaway")
			continue
		}
		require.NoError(t, err)
		require.EqualValues(t, releasedBy, m.Register("d6"))
	}
}

// words returns instructions as bytes.
func words(code ...uint16) (b []byte) {
	for _, w := range code {
		b = append(b, byte(w>>8), byte(w))
	}
	return b
}

// What is requested and withdrawn while it is masked is lost, by SetIRQ and by Interrupt, and
// leaves the other levels alone.
func TestWithdrawnRequestsAreLost(t *testing.T) {
	for name, c := range map[string]struct {
		request  func(m m68k.Machine)
		released uint8
		want     uint32
	}{
		"a line, released":       {func(m m68k.Machine) { m.SetIRQ(3, true) }, 3, 0},
		"a line, held":           {func(m m68k.Machine) { m.SetIRQ(3, true) }, 2, 27},
		"a request, withdrawn":   {func(m m68k.Machine) { m.Interrupt(3, 0) }, 3, 0},
		"a request, kept":        {func(m m68k.Machine) { m.Interrupt(3, 0) }, 4, 27},
		"the higher of two":      {func(m m68k.Machine) { m.SetIRQ(3, true); m.SetIRQ(5, true) }, 5, 27},
		"a line above a request": {func(m m68k.Machine) { m.Interrupt(3, 0); m.SetIRQ(5, true) }, 5, 27},
		"the lower of two":       {func(m m68k.Machine) { m.SetIRQ(3, true); m.SetIRQ(5, true) }, 3, 29},
	} {
		m := machine(t, handlers(0x4E71, 0x4E71, 0x46FC, 0x2000, 0x4E71, 0x4E71, 0x4E75), m68k.Options{Exceptions: true}) // nop; nop; move #$2000,sr; nop; nop; rts
		m.SetRegister("sr", 0x2700)
		m.Watch(0x400, func() { c.request(m) })
		m.Watch(0x402, func() { m.SetIRQ(c.released, false) })
		m.OnInterrupt(func(i *emu.Interrupt) { m.SetIRQ(i.Level, false) })
		require.NoError(t, m.CallAddr(0x400, 1000), name)
		require.Equal(t, c.want, m.Register("d7"), name)
	}
}

// The line counts as it is just before an instruction ends: a pulse of an alarm is seen if it
// lasts there, whatever it is when the alarm is called.
func TestPulsesOfAnAlarm(t *testing.T) {
	for _, c := range []struct {
		on, off uint64 // cycles
		back    uint32 // where the interrupt returns to, 0 for none
	}{
		{21, 100, 0x408}, // nops begin at 16, 20, 24 and so on
		{24, 100, 0x40A},
		{21, 24, 0x408},
		{21, 23, 0},
	} {
		m := machine(t, handlers(0x46FC, 0x2000, 0x4E71, 0x4E71, 0x4E71, 0x4E71, 0x4E71, 0x4E75), m68k.Options{Exceptions: true}) // move #$2000,sr; nop, 5 times; rts
		m.SetAlarm(c.on, func() {
			m.SetIRQ(2, true)
			m.SetAlarm(c.off, func() { m.SetIRQ(2, false) })
		})
		back := uint32(0)
		m.OnInterrupt(func(i *emu.Interrupt) {
			require.Equal(t, emu.Interrupt{Kind: emu.IRQ, Level: 2, Vector: 26}, *i)
			back = m.PC()
			m.SetIRQ(2, false)
		})
		require.NoError(t, m.CallAddr(0x400, 1000))
		require.Equal(t, c.back, back, "from %d to %d", c.on, c.off)
	}
}

// Level 7 is accepted with any mask, once when its line is asserted. While it is held it is an
// interrupt again only where the mask is lower (M68000 User's Manual, 6.3.2).
func TestLevel7IsAnEdge(t *testing.T) {
	for _, c := range []struct {
		sr   uint32
		act  func(m m68k.Machine)
		want uint32 // of accepted ones
	}{
		{0x2700, func(m m68k.Machine) { m.SetIRQ(7, true) }, 1},
		{0x2700, func(m m68k.Machine) { m.SetIRQ(7, true); m.SetIRQ(7, true) }, 1},
		{0x2700, func(m m68k.Machine) { m.SetIRQ(7, true); m.SetIRQ(7, false) }, 0},
		{0x2700, func(m m68k.Machine) { m.SetIRQ(7, true); m.SetIRQ(7, false); m.SetIRQ(7, true) }, 1},
		{0x2700, func(m m68k.Machine) { m.SetIRQ(6, true) }, 0},
		{0x2700, func(m m68k.Machine) { m.SetIRQ(6, true); m.SetIRQ(7, true) }, 1},
		{0x2600, func(m m68k.Machine) { m.SetIRQ(7, true) }, 3},
		{0x2500, func(m m68k.Machine) { m.SetIRQ(6, true) }, 3},
	} {
		m := machine(t, handlers(0x4E71, 0x4E71, 0x4E75), m68k.Options{Exceptions: true}) // nop; nop; rts
		m.SetRegister("sr", c.sr)
		c.act(m)
		accepted := uint32(0)
		m.OnInterrupt(func(i *emu.Interrupt) {
			accepted++
			require.Equal(t, i.Level == 7, i.Kind == emu.NMI)
			if accepted == 3 {
				m.SetIRQ(i.Level, false)
			}
		})
		require.NoError(t, m.CallAddr(0x400, 1000))
		require.Equal(t, c.want, accepted, "%04x", c.sr)
		if c.want == 1 { // it is accepted again when it was released and asserted again
			m.SetIRQ(7, true)
			require.NoError(t, m.CallAddr(0x400, 1000))
			require.EqualValues(t, 1, accepted)
			m.SetIRQ(7, false)
			m.SetIRQ(7, true)
			require.NoError(t, m.CallAddr(0x400, 1000))
			require.EqualValues(t, 2, accepted)
		}
	}
}

// An interrupt behind a stop that the host has left returns to where it came, not behind the
// stop.
func TestStopThatTheHostLeaves(t *testing.T) {
	m := machine(t, handlers(0x4E72, 0x2000, 0x4E71, 0x4E71, 0x4E71, 0x4E71, 0x4E75), m68k.Options{Exceptions: true}) // stop #$2000; nop, 4 times; rts
	m.SetAlarm(20, m.Stop)
	require.ErrorIs(t, m.CallAddr(0x400, 1000), emu.ErrStopped)
	s := m.State()
	m.Interrupt(3, 0)
	require.NoError(t, m.Step())
	require.EqualValues(t, 0x404, m.ReadWord(m.SP()+4), "behind the stop, if the host leaves it alone")

	m.SetState(s)
	m.SetRegister("pc", 0x404)
	m.SetAlarm(m.Cycles()+7, func() { m.Interrupt(3, 0) })
	m.OnInterrupt(func(*emu.Interrupt) { m.Stop() })
	require.ErrorIs(t, m.Continue(1000), emu.ErrStopped)
	require.EqualValues(t, 0x408, m.ReadWord(m.SP()+4))
}

// The callback supplies the vector that a device has at the acknowledge, and may stop the run. A
// saved state has the lines as they were, Reset releases them.
func TestCallbackAndStateOfALine(t *testing.T) {
	m := machine(t, handlers(0x46FC, 0x2000, 0x4E71, 0x4E75), m68k.Options{Exceptions: true}) // move #$2000,sr; nop; rts
	m.OnInterrupt(func(i *emu.Interrupt) {
		require.EqualValues(t, 24+4, i.Vector)
		i.Vector = 40
		m.Stop()
	})
	m.SetIRQ(4, true)
	require.ErrorIs(t, m.CallAddr(0x400, 1000), emu.ErrStopped)
	require.EqualValues(t, handlersAt+16*40, m.PC())
	require.EqualValues(t, 16+44, m.Cycles())
	s := m.State()
	for range 2 {
		m.SetState(s)
		m.OnInterrupt(func(i *emu.Interrupt) { m.SetIRQ(i.Level, false) })
		require.NoError(t, m.Continue(1000))
		require.EqualValues(t, 40+28, m.Register("d7"), "the line was held")
	}
	m.SetIRQ(4, true)
	m.Reset()
	require.NoError(t, m.CallAddr(0x400, 1000))
	require.EqualValues(t, 0, m.Register("d7"))
	require.Panics(t, func() { m.SetIRQ(0, true) })
	require.Panics(t, func() { m.SetIRQ(8, true) })
	require.Panics(t, func() { machine(t, handlers(), m68k.Options{}).SetIRQ(3, true) })
}
