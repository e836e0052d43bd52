package z80_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/emu"
	"github.com/searchex/searchex/emu/z80"
)

// wires are ports that answer with what was sent to them last.
type wires struct {
	values [256]uint8
	said   [][2]uint8
}

func (w *wires) In(port uint8) uint8 { return w.values[port] }

func (w *wires) Out(port, value uint8) {
	w.values[port] = value
	w.said = append(w.said, [2]uint8{port, value})
}

// An in or out reaches its port, takes the T-states that Zilog's manual has, and leaves the
// manual's flags.
func TestPorts(t *testing.T) {
	p := program(
		0xDB, 0x10, // in a,($10)
		0x3C,       // inc a
		0xD3, 0x11, // out ($11),a
		0x0E, 0x11, // ld c,$11
		0xED, 0x40, // in b,(c)
		0x0E, 0x12, // ld c,$12
		0xED, 0x41, // out (c),b
		0xC9, // ret
	)
	for _, core := range []emu.Core{emu.Predecoded, emu.Package} {
		for _, guards := range []bool{true, false} {
			w := &wires{}
			w.values[0x10] = 0x7F
			m, err := z80.NewWithPorts(p, w)
			require.NoError(t, err)
			m.SetCore(core)
			m.SetGuards(guards)
			m.SetRegister("f", 0x01)
			before := m.Cycles()
			require.NoError(t, m.Call("sub", 0))
			require.Equal(t, [][2]uint8{{0x11, 0x80}, {0x12, 0x80}}, w.said)
			require.EqualValues(t, 11+4+11+7+12+7+12+10, m.Cycles()-before)
			require.EqualValues(t, 0x80, m.Register("b"))
			require.EqualValues(t, 0x81, m.Register("f"), "S and C: in b,(c) leaves C") // $80 has an odd parity
		}
	}
}

// wide are ports that see the whole address.
type wide struct {
	wires
	addresses []uint16
}

func (w *wide) InWide(addr uint16) uint8 {
	w.addresses = append(w.addresses, addr)
	return w.In(uint8(addr))
}

func (w *wide) OutWide(addr uint16, value uint8) {
	w.addresses = append(w.addresses, addr)
	w.Out(uint8(addr), value)
}

// A block instruction moves its bytes, takes Zilog's T-states, counts with B, puts the address on the bus
// that Zilog's manual says, and leaves the flags of "The Undocumented Z80 Documented".
func TestBlockInstructionsOnPorts(t *testing.T) {
	for name, c := range map[string]struct {
		op        byte
		bc, hl    uint32
		value     byte // in port or memory
		states    uint64
		f         uint32 // worked out by hand
		addresses []uint16
	}{
		// $80+$11 = $91: no carry. N. Parity of 1^1 is even.
		"ini": {0xA2, 0x0210, 0x4000, 0x80, 16, 0x06, []uint16{0x0210}},
		// 2+$ff carries: H and C. B is 0: Z. Parity of 1 is odd.
		"ind": {0xAA, 0x0100, 0x4000, 0x02, 16, 0x51, []uint16{0x0100}},
		// $7f+$02 = $81. B is $0f: bit 3. Parity of 1^$0f = $0e is odd.
		"outi": {0xA3, 0x1001, 0x4001, 0x7F, 16, 0x08, []uint16{0x0F01}},
		// $7f+$00. B is $0f: bit 3. Parity of 7^$0f = 8 is odd.
		"outd": {0xAB, 0x1001, 0x4001, 0x7F, 16, 0x08, []uint16{0x0F01}},
		// At the end $ff+$21 carries: H, C, and N; Z. Parity of 0 is even.
		"inir": {0xB2, 0x0320, 0x4000, 0xFF, 21 + 21 + 16, 0x57, []uint16{0x0320, 0x0220, 0x0120}},
		// At the end 1+$1f = $20. Z. Parity of 0 is even.
		"indr": {0xBA, 0x0220, 0x4001, 0x01, 21 + 16, 0x44, []uint16{0x0220, 0x0120}},
		// At the end $ff+0: N, Z. Parity of 7 is odd. B counts down before.
		"otir": {0xB3, 0x0120, 0x40FF, 0xFF, 16, 0x42, []uint16{0x0020}},
		"otdr": {0xBB, 0x0120, 0x4001, 0xFF, 16, 0x42, []uint16{0x0020}},
	} {
		for _, core := range []emu.Core{emu.Predecoded, emu.Package} {
			w := &wide{}
			w.values[uint8(c.bc)] = c.value
			m, err := z80.NewWithPorts(program(0xED, c.op, 0xC9), w)
			require.NoError(t, err)
			m.SetCore(core)
			m.Write(c.hl, c.value)
			m.SetRegister("bc", c.bc)
			m.SetRegister("hl", c.hl)
			m.SetRegister("f", 0xFF)
			require.NoError(t, m.Call("sub", 0))
			require.Equal(t, c.addresses, w.addresses, name)
			require.Equal(t, c.states+10, m.Cycles(), name)
			require.Equal(t, c.f, m.Register("f"), "%s: f %02x", name, m.Register("f"))
			n := uint32(len(c.addresses))
			require.Equal(t, c.bc-n<<8, m.Register("bc"), name)
			step := n
			if c.op&0x08 != 0 {
				step = -n
			}
			require.Equal(t, c.hl+step, m.Register("hl"), name)
			require.Equal(t, c.value, m.Read(c.hl), name)
			if c.op&1 != 0 {
				require.Equal(t, [][2]uint8{{uint8(c.bc), c.value}}, w.said, name)
			}
		}
	}
}

// Ports that are wide see A or B as the high byte of the address.
func TestWidePorts(t *testing.T) {
	w := &wide{}
	m, err := z80.NewWithPorts(program(
		0x3E, 0x12, // ld a,$12
		0xD3, 0x34, // out ($34),a
		0xDB, 0x34, // in a,($34)
		0x01, 0x78, 0x56, // ld bc,$5678
		0xED, 0x49, // out (c),c
		0xED, 0x50, // in d,(c)
		0xC9, // ret
	), w)
	require.NoError(t, err)
	require.NoError(t, m.Call("sub", 0))
	require.Equal(t, []uint16{0x1234, 0x1234, 0x5678, 0x5678}, w.addresses)
	require.EqualValues(t, 0x12, m.Register("a"))
	require.EqualValues(t, 0x78, m.Register("d"))
}

// The undocumented in (c) is refused.
func TestUndocumentedInIsRefused(t *testing.T) {
	m, err := z80.NewWithPorts(program(0xED, 0x70, 0xC9), &wires{})
	require.NoError(t, err)
	require.Error(t, m.Call("sub", 0))
}
