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

// An instruction on ports that the package executes wrong is refused.
func TestBlockInstructionsOnPortsAreRefused(t *testing.T) {
	for op, name := range map[byte]string{
		0xA2: "ini", 0xB2: "inir", 0xAA: "ind", 0xBA: "indr", 0xA3: "outi", 0xB3: "otir", 0xAB: "outd", 0xBB: "otdr",
	} {
		m, err := z80.NewWithPorts(program(0xED, op, 0xC9), &wires{})
		require.NoError(t, err)
		require.ErrorContains(t, m.Call("sub", 0), "refuses, "+name+": koron-go/z80 takes the wrong port")
	}
	m, err := z80.NewWithPorts(program(0xED, 0x70, 0xC9), &wires{}) // in (c), undocumented
	require.NoError(t, err)
	require.Error(t, m.Call("sub", 0))
}
