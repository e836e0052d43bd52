package emu_test

import (
	"encoding/binary"
	"testing"

	"github.com/searchex/searchex/emu"
	"github.com/searchex/searchex/emu/m6502"
	"github.com/searchex/searchex/emu/m68k"
	"github.com/searchex/searchex/emu/z80"
)

// All machines keep what emu.Machine promises.
func TestMachine(t *testing.T) {
	z80, z80Options := suitesZ80()
	m6502, m6502Options := suites6502()
	m68k, m68kOptions := suites68000()
	for name, s := range map[string]suite{
		"toy": suiteToy(), "z80": z80, "z80 with options": z80Options, "6502": m6502, "6502 with options": m6502Options,
		"68000": m68k, "68000 with options": m68kOptions,
	} {
		t.Run(name, s.run)
	}
}

// suitesZ80 returns the suites of the Z80 as the engine has it, and with options.
func suitesZ80() (plain, options suite) {
	with := func(op byte, cycles uint64) func(addr uint32) instruction {
		return func(addr uint32) instruction {
			return instruction{Code: []byte{op, byte(addr), byte(addr >> 8)}, Cycles: cycles}
		}
	}
	plain = suite{
		New: func(p *emu.Program) (emu.Machine, error) { m, err := z80.New(p); return m.Machine, err },
		Spec: emu.Spec{
			Name: "z80", Clock: 4_000_000, ReturnSize: 2, Home: 0xFFFF,
			ROM: emu.Range{Start: 0, Size: 0x4000}, RAM: emu.Range{Start: 0x4000, Size: 0x4000}, Stack: emu.Range{Start: 0x4000, Size: 0x4000},
			Slots: []emu.Range{{Start: 0x8000, Size: 0x4000}, {Start: 0xC000, Size: 0x2000}},
		},
		Unmapped:  0xC000,
		Counter:   "a",
		Count:     instruction{Code: []byte{0x3C}, Cycles: 4},  // inc a
		Push:      instruction{Code: []byte{0xC5}, Cycles: 11}, // push bc
		Drop:      instruction{Code: []byte{0xC1}, Cycles: 10}, // pop bc
		PushSize:  2,
		Return:    instruction{Code: []byte{0xC9}, Cycles: 10},
		Undefined: instruction{Code: []byte{0xED, 0x4C}}, Named: "$ED $4C (neg)",
		Load:  with(0x3A, 13), // ld a,(addr)
		Store: with(0x32, 13),
		Jump:  with(0xC3, 10),
		Call:  with(0xCD, 17),
	}
	options = plain
	options.New = func(p *emu.Program) (emu.Machine, error) {
		m, err := z80.NewWithOptions(p, z80.Options{Interrupts: true})
		return m.Machine, err
	}
	return plain, options
}

// suites6502 returns the suites of the 6502 as the engine has it, and with options.
func suites6502() (plain, options suite) {
	with := func(op byte, cycles uint64) func(addr uint32) instruction {
		return func(addr uint32) instruction {
			return instruction{Code: []byte{op, byte(addr), byte(addr >> 8)}, Cycles: cycles}
		}
	}
	plain = suite{
		New: func(p *emu.Program) (emu.Machine, error) { m, err := m6502.New(p); return m.Machine, err },
		Spec: emu.Spec{
			Name: "6502", Clock: 1_966_080, ReturnSize: 2, Home: 0x4003,
			ROM: emu.Range{Start: 0x8000, Size: 0x8000}, RAM: emu.Range{Start: 0, Size: 0x4000},
			Stack: emu.Range{Start: 0x103, Size: 0xFD}, // below it a return address and a byte
			Slots: []emu.Range{{Start: 0xD000, Size: 0x2FFA}, {Start: 0x6000, Size: 0x2000}},
		},
		Unmapped:  0x4000,
		Counter:   "x",
		Count:     instruction{Code: []byte{0xE8}, Cycles: 2}, // inx
		Push:      instruction{Code: []byte{0x48}, Cycles: 3}, // pha
		Drop:      instruction{Code: []byte{0x68}, Cycles: 4}, // pla
		PushSize:  1,
		Return:    instruction{Code: []byte{0x60}, Cycles: 6},
		Undefined: instruction{Code: []byte{0x02}}, Named: "$02 (jam)",
		Load:  with(0xAE, 4), // ldx addr
		Store: with(0x8E, 4), // stx addr
		Jump:  with(0x4C, 3),
		Call:  with(0x20, 6),
	}
	options = plain
	options.New = func(p *emu.Program) (emu.Machine, error) {
		m, err := m6502.NewWithOptions(p, m6502.Options{Interrupts: true, Decimal: true})
		return m.Machine, err
	}
	return plain, options
}

// suites68000 returns the suites of the 68000 as the engine has it, and with options.
func suites68000() (plain, options suite) {
	made := func(cycles uint64, code ...byte) instruction {
		return instruction{Code: code, Cycles: cycles}
	}
	with := func(op uint16, cycles uint64) func(addr uint32) instruction {
		return func(addr uint32) instruction {
			return made(cycles, binary.BigEndian.AppendUint32([]byte{byte(op >> 8), byte(op)}, addr)...)
		}
	}
	plain = suite{
		New: func(p *emu.Program) (emu.Machine, error) { m, err := m68k.New(p); return m.Machine, err },
		Spec: emu.Spec{
			Name: "68000", Clock: 8_000_000, ReturnSize: 4, Home: 0xFFFFFC, BigEndian: true,
			ROM: emu.Range{Start: 0, Size: 0x10000}, RAM: emu.Range{Start: 0x10000, Size: 0x10000}, Stack: emu.Range{Start: 0x10000, Size: 0x10000},
			Slots: []emu.Range{{Start: 0xD000, Size: 0x3000}},
		},
		Unmapped: 0x020000,
		Vectors: func(stackTop, pc uint32) []byte {
			return binary.BigEndian.AppendUint32(binary.BigEndian.AppendUint32(nil, stackTop), pc)
		},
		Counter:   "d0",
		Count:     made(8, 0x52, 0x80), // addq.l #1,d0
		Push:      made(8, 0x3F, 0x01), // move.w d1,-(sp)
		Drop:      made(8, 0x32, 0x1F), // move.w (sp)+,d1
		PushSize:  2,
		Return:    made(16, 0x4E, 0x75),
		Undefined: made(0, 0xF1, 0x23), Named: "$F123 (line F)",
		Load:  with(0x1039, 16), // move.b addr,d0
		Store: with(0x13C0, 16), // move.b d0,addr
		Jump:  with(0x4EF9, 12),
		Call:  with(0x4EB9, 20),
	}
	options = plain
	options.Undefined, options.Named = made(0, 0x4E, 0x7A), "$4E7A (movec of the 68010)" // line F raises an exception
	options.New = func(p *emu.Program) (emu.Machine, error) {
		m, err := m68k.NewWithOptions(p, m68k.Options{Exceptions: true})
		return m.Machine, err
	}
	return plain, options
}
