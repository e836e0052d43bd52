package disasm_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/emu"
	"github.com/searchex/searchex/emu/m6502"
	"github.com/searchex/searchex/emu/m68k"
	"github.com/searchex/searchex/emu/z80"
)

// An instruction's data are all counted, and its operands are not counted as data.
func TestAccessesAreThoseOfTheInstruction(t *testing.T) {
	for _, tt := range []struct {
		cpu, bytes    string
		registers     map[string]uint32
		ram           map[uint32]byte
		reads, writes []uint32
	}{
		{"z80", "DD 36 FE 10", map[string]uint32{"ix": 0x4102}, nil, nil, []uint32{0x4100}},
		{"z80", "FD CB 05 C6", map[string]uint32{"iy": 0x4100}, nil, []uint32{0x4105}, []uint32{0x4105}},
		{"z80", "2A 34 41", nil, nil, []uint32{0x4134, 0x4135}, nil},
		{"z80", "ED A0", map[string]uint32{"hl": 0x4100, "de": 0x4200, "bc": 1}, nil, []uint32{0x4100}, []uint32{0x4200}},
		{"z80", "7E", map[string]uint32{"hl": 0x11}, nil, []uint32{0x11}, nil}, // the byte behind it
		{"6502", "B1 10", map[string]uint32{"y": 2}, map[uint32]byte{0x10: 0x00, 0x11: 0x12}, []uint32{0x10, 0x11, 0x1202}, nil},
		{"6502", "6C 00 12", nil, map[uint32]byte{0x1200: 0x40, 0x1201: 0x80}, []uint32{0x1200, 0x1201}, nil},
		{"6502", "E6 10", nil, nil, []uint32{0x10}, []uint32{0x10}},
		{"6502", "AD 11 80", nil, nil, []uint32{0x8011}, nil}, // its own second byte
		{"68000", "21 68 00 02 00 08", map[string]uint32{"a0": 0x10100}, nil, []uint32{0x10102, 0x10103, 0x10104, 0x10105}, []uint32{0x10108, 0x10109, 0x1010A, 0x1010B}},
		{"68000", "10 10", map[string]uint32{"a0": 0x10100}, nil, []uint32{0x10100}, nil},
		{"68000", "30 3A 00 02", nil, nil, []uint32{0x14, 0x15}, nil}, // move.w 2(pc),d0
	} {
		b := parse(t, tt.bytes)
		start := origins[tt.cpu]
		p := &emu.Program{Name: "test", Origin: start, ROM: append(make([]byte, 0x10), append(b, make([]byte, 0x10)...)...)}
		m := made(t, tt.cpu, p)
		m.SetGuards(false)
		m.StartCounting()
		m.Enter(start + 0x10)
		for name, v := range tt.registers {
			m.SetRegister(name, v)
		}
		for addr, v := range tt.ram {
			m.Write(addr, v)
		}
		require.NoError(t, m.Step())
		a := m.StopCounting()
		list := func(counts []uint64) (all []uint32) {
			for addr, n := range counts {
				for range n {
					all = append(all, uint32(addr))
				}
			}
			return all
		}
		require.Equal(t, tt.reads, list(a.Reads), "%s %s", tt.cpu, tt.bytes)
		require.Equal(t, tt.writes, list(a.Writes), "%s %s", tt.cpu, tt.bytes)
		require.Equal(t, []uint32{start + 0x10}, list(a.Executed))
	}
}

// made returns a machine with a program.
func made(t *testing.T, cpu string, p *emu.Program) emu.Machine {
	m, err := map[string]func() (emu.Machine, error){
		"z80":   func() (emu.Machine, error) { m, err := z80.New(p); return m.Machine, err },
		"6502":  func() (emu.Machine, error) { m, err := m6502.New(p); return m.Machine, err },
		"68000": func() (emu.Machine, error) { m, err := m68k.New(p); return m.Machine, err },
	}[cpu]()
	require.NoError(t, err)
	return m
}
