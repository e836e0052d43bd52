package z80_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/emu"
	"github.com/searchex/searchex/emu/z80"
)

// switched is a device that asserts INT while its port is not 0.
type switched struct{ m z80.Machine }

func (s *switched) In(uint8) uint8     { return uint8(s.m.Cycles()) }
func (s *switched) Out(_, value uint8) { s.m.SetIRQ(value != 0) }

// A device holds the INT line until the program writes 0 to its port. The Z80 accepts an
// interrupt each time that interrupts are enabled until then, and none behind it.
func TestHeldLineInterruptsUntilItIsReleased(t *testing.T) {
	for releasedBy := range uint32(4) {
		p := handlers(
			0xED, 0x56, //    00 im 1
			0xFB,       //    02 ei
			0x3E, 0x01, //    03 ld a,1
			0xD3, 0x00, //    05 out (0),a: the device asserts the line
			0x00, 0x00, 0xC9) // nop; nop; ret
		copy(p.ROM[0x38:], []byte{
			0x0C,                   // inc c
			0x79,                   // ld a,c
			0xEE, byte(releasedBy), // xor releasedBy
			0xD3, 0x00, //             out (0),a: 0 releases it
			0xFB,       //             ei
			0xED, 0x4D, //             reti
		})
		d := new(switched)
		d.m = machine(t, p, z80.Options{Interrupts: true, Ports: d})
		d.m.SetRegister("c", 0)
		err := d.m.CallAddr(0, 1000)
		if releasedBy == 0 {
			require.ErrorContains(t, err, "runaway")
			continue
		}
		require.NoError(t, err)
		require.Equal(t, releasedBy, d.m.Register("c"))
	}
}

// A port may read the cycle count, which is that at which in began, set an alarm and stop
// the run.
func TestWhatPortsMayCall(t *testing.T) {
	d := new(device)
	d.m = machine(t, handlers(0x00, 0xDB, 0x00, 0xD3, 0x00, 0x00, 0xC9), z80.Options{Interrupts: true, Ports: d}) // nop; in a,(0); out (0),a; nop; ret
	require.ErrorIs(t, d.m.CallAddr(0, 1000), emu.ErrStopped)
	require.EqualValues(t, 4, d.m.Register("a"))
	require.EqualValues(t, 4+11+11, d.m.Cycles())
	require.NoError(t, d.m.Continue(1000))
	require.EqualValues(t, 3, d.m.Register("b"), "the NMI of the alarm")
	require.EqualValues(t, 4+11+11+4+11+(7+14)+10, d.m.Cycles())
}

// device stops the machine on out, and requests an NMI then.
type device struct{ m z80.Machine }

func (d *device) In(uint8) uint8 { return uint8(d.m.Cycles()) }

func (d *device) Out(uint8, uint8) {
	d.m.Stop()
	d.m.SetAlarm(d.m.Cycles()+12, d.m.NMI)
}

// What is requested and withdrawn while interrupts are disabled is lost, by SetIRQ and by
// IRQ: as the pulse of 32 T-states of a Spectrum.
func TestWithdrawnRequestsAreLost(t *testing.T) {
	for name, c := range map[string]struct {
		request func(m z80.Machine)
		lasts   uint64
		want    uint32
	}{
		"a line, released":     {func(m z80.Machine) { m.SetIRQ(true) }, 32, 0},
		"a request, withdrawn": {func(m z80.Machine) { m.IRQ(0xFF) }, 32, 0},
		"a request, kept":      {func(m z80.Machine) { m.IRQ(0xFF) }, 1000, 2},
		"a line, held":         {func(m z80.Machine) { m.SetIRQ(true) }, 60, 2},
	} {
		// im 1; di; nop, 9 times; ei; nop; ret
		m := machine(t, handlers(0xED, 0x56, 0xF3, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFB, 0, 0xC9), z80.Options{Interrupts: true})
		m.SetRegister("b", 0)
		m.SetAlarm(13, func() {
			c.request(m)
			m.SetAlarm(13+c.lasts, func() { m.SetIRQ(false) })
		})
		require.NoError(t, m.CallAddr(0, 1000), name)
		require.Equal(t, c.want, m.Register("b"), name)
	}
}

// The line counts as it is in the last T-state of an instruction: a pulse of an alarm is seen
// if it lasts there, whatever it is when the instruction ends.
func TestPulsesOfAnAlarm(t *testing.T) {
	for _, c := range []struct {
		on, off uint64 // T-states
		back    uint32 // where the interrupt returns to, 0 for none
	}{
		{17, 100, 5}, // nops begin at 12, 16, 20 and so on
		{19, 100, 5},
		{20, 100, 6},
		{17, 20, 5},
		{17, 19, 0}, // is over when the nop at 16 looks
		{20, 22, 0},
	} {
		m := machine(t, handlers(0xED, 0x56, 0xFB, 0, 0, 0, 0, 0, 0, 0xC9), z80.Options{Interrupts: true}) // im 1; ei; nop, 6 times; ret
		m.SetAlarm(c.on, func() {
			m.SetIRQ(true)
			m.SetAlarm(c.off, func() { m.SetIRQ(false) })
		})
		back := uint32(0)
		m.OnInterrupt(func(i *emu.Interrupt) {
			require.Equal(t, emu.Interrupt{Kind: emu.IRQ, Vector: 0xFF}, *i)
			back = m.PC()
			m.SetIRQ(false)
		})
		require.NoError(t, m.CallAddr(0, 1000))
		require.Equal(t, c.back, back, "from %d to %d", c.on, c.off)
	}
}

// In mode 2 the vector's address has all bits of the byte on the bus, which is $FF if no
// device supplies one. Its high byte may be on the next page: of $02FF it is at $0300.
func TestOddVectors(t *testing.T) {
	for name, c := range map[string]struct {
		request func(m z80.Machine)
		low     int
	}{
		"a line":             {func(m z80.Machine) { m.SetIRQ(true) }, 0x2FF},
		"a byte":             {func(m z80.Machine) { m.IRQ(0xFF) }, 0x2FF},
		"an odd byte":        {func(m z80.Machine) { m.IRQ(0x81) }, 0x281},
		"an even byte":       {func(m z80.Machine) { m.IRQ(0x80) }, 0x280},
		"a byte by callback": {func(m z80.Machine) { m.SetIRQ(true); m.OnInterrupt(func(i *emu.Interrupt) { i.Vector = 0x33 }) }, 0x233},
	} {
		p := handlers(0xED, 0x5E, 0xFB, 0x00, 0x00) // im 2; ei; nop; nop
		for i := 0x200; i < 0x380; i++ {
			p.ROM[i] = 0xEE
		}
		p.ROM[c.low], p.ROM[c.low+1] = 0x10, 0x01
		m := machine(t, p, z80.Options{Interrupts: true})
		m.Regs().SetAll(z80.All{I: 2, SP: 0x7000})
		c.request(m)
		for range 4 {
			require.NoError(t, m.Step())
		}
		require.EqualValues(t, 0x0110, m.PC(), name)
		require.EqualValues(t, 8+4+4+19, m.Cycles(), name)
	}
}

// ld a,i and ld a,r read IFF2 so late that an IRQ behind them has cleared it: P/V is 0, though
// interrupts were enabled (Zilog UM0080). An NMI leaves IFF2 alone.
func TestFlagOfLDAIBeforeAnInterrupt(t *testing.T) {
	for name, c := range map[string]struct {
		code    []byte
		request func(m z80.Machine)
		want    uint32
	}{
		"ld a,i":                {[]byte{0xED, 0x57}, nil, 4},
		"ld a,r":                {[]byte{0xED, 0x5F}, nil, 4},
		"ld a,i, IRQ":           {[]byte{0xED, 0x57}, func(m z80.Machine) { m.SetIRQ(true) }, 0},
		"ld a,r, IRQ":           {[]byte{0xED, 0x5F}, func(m z80.Machine) { m.SetIRQ(true) }, 0},
		"ld a,i, NMI":           {[]byte{0xED, 0x57}, z80.Machine.NMI, 4},
		"ld a,i, nop, IRQ":      {[]byte{0xED, 0x57, 0x00}, func(m z80.Machine) { m.SetIRQ(true) }, 4},
		"neg of $80, IRQ":       {[]byte{0xED, 0x44}, func(m z80.Machine) { m.SetIRQ(true) }, 4},
		"in the data, ld a,$57": {[]byte{0x3E, 0x57}, func(m z80.Machine) { m.SetIRQ(true) }, 4},
	} {
		m := machine(t, handlers(c.code...), z80.Options{Interrupts: true})
		m.Regs().SetAll(z80.All{AF: 0x8004, IFF1: true, IFF2: true, IM: 1, SP: 0x7000})
		for range len(c.code) - 1 {
			require.NoError(t, m.Step(), name)
		}
		if c.request != nil {
			c.request(m)
			require.NoError(t, m.Step(), name)
		}
		require.Equal(t, c.want, m.Register("f")&4, name)
	}
}

// reti copies IFF2 to IFF1 as retn does, so either ends an NMI; on a machine without options
// too.
func TestReturnsRestoreIFF1(t *testing.T) {
	for _, end := range []byte{0x4D, 0x45} { // reti, retn
		for _, iff2 := range []bool{true, false} {
			p := handlers(0x00)
			copy(p.ROM[0x66:], []byte{0xED, end})
			m := machine(t, p, z80.Options{Interrupts: true})
			m.Regs().SetAll(z80.All{IFF1: iff2, IFF2: iff2, SP: 0x7000})
			m.NMI()
			require.NoError(t, m.Step())
			require.False(t, m.Regs().All().IFF1)
			require.NoError(t, m.Step())
			require.Equal(t, []bool{iff2, iff2}, []bool{m.Regs().All().IFF1, m.Regs().All().IFF2})
		}
	}
	for _, core := range []emu.Core{emu.Predecoded, emu.Package} {
		m := newMachine(t, program(0xED, 0x4D)) // in sub: reti
		m.SetCore(core)
		a := m.Regs().All()
		a.IFF2 = true
		m.Regs().SetAll(a)
		require.NoError(t, m.Call("sub", 0))
		require.True(t, m.Regs().All().IFF1)
	}
}

// The callback is told of NMIs too and may stop the run; a saved state has the line as it was,
// Reset releases it.
func TestCallbackAndStateOfALine(t *testing.T) {
	m := machine(t, handlers(0xED, 0x56, 0xFB, 0x00, 0x00, 0xC9), z80.Options{Interrupts: true}) // im 1; ei; nop; nop; ret
	m.OnInterrupt(func(*emu.Interrupt) { m.Stop() })
	m.SetIRQ(true)
	require.ErrorIs(t, m.CallAddr(0, 1000), emu.ErrStopped)
	require.EqualValues(t, 0x38, m.PC())
	require.EqualValues(t, 8+4+4+13, m.Cycles())
	s := m.State()
	for range 2 {
		m.SetState(s)
		require.NoError(t, m.Continue(1000), "reti leaves interrupts disabled, so the line is not seen again")
		m.SetRegister("pc", 2)
		require.NoError(t, m.Step()) // ei
		require.NoError(t, m.Step())
		require.ErrorIs(t, m.Step(), emu.ErrStopped, "the line is held")
	}
	m.Reset()
	var kinds []emu.Interrupt
	m.OnInterrupt(func(i *emu.Interrupt) { kinds = append(kinds, *i) })
	m.NMI()
	require.NoError(t, m.CallAddr(0, 1000))
	require.Equal(t, []emu.Interrupt{{Kind: emu.NMI}}, kinds, "no line after Reset")
	require.Panics(t, func() { machine(t, handlers(), z80.Options{}).SetIRQ(true) })
}
