package z80_test

import (
	"testing"

	"github.com/searchex/searchex/emu"
	"github.com/searchex/searchex/emu/emutest"
	"github.com/searchex/searchex/emu/z80"
)

func TestMachine(t *testing.T) {
	with := func(op byte, cycles uint64) func(addr uint32) emutest.Instruction {
		return func(addr uint32) emutest.Instruction {
			return emutest.Instruction{Code: []byte{op, byte(addr), byte(addr >> 8)}, Cycles: cycles}
		}
	}
	cpu := emutest.CPU{
		New:       func(p *emu.Program) (emu.Machine, error) { return z80.New(p) },
		Spec:      z80.Spec,
		Unmapped:  0xC000,
		Counter:   "a",
		Count:     emutest.Instruction{Code: []byte{0x3C}, Cycles: 4},  // inc a
		Push:      emutest.Instruction{Code: []byte{0xC5}, Cycles: 11}, // push bc
		Drop:      emutest.Instruction{Code: []byte{0xC1}, Cycles: 10}, // pop bc
		PushSize:  2,
		Return:    emutest.Instruction{Code: []byte{0xC9}, Cycles: 10},
		Undefined: emutest.Instruction{Code: []byte{0xED, 0x4C}}, Named: "$ED $4C (neg)",
		Load:  with(0x3A, 13), // ld a,(addr)
		Store: with(0x32, 13),
		Jump:  with(0xC3, 10),
		Call:  with(0xCD, 17),
	}
	emutest.Run(t, cpu)
	cpu.New = func(p *emu.Program) (emu.Machine, error) {
		return z80.NewWithOptions(p, z80.Options{Interrupts: true})
	}
	t.Run("with options", func(t *testing.T) { emutest.Run(t, cpu) })
}
