package m6502_test

import (
	"testing"

	"github.com/searchex/searchex/emu"
	"github.com/searchex/searchex/emu/emutest"
	"github.com/searchex/searchex/emu/m6502"
)

func TestMachine(t *testing.T) {
	with := func(op byte, cycles uint64) func(addr uint32) emutest.Instruction {
		return func(addr uint32) emutest.Instruction {
			return emutest.Instruction{Code: []byte{op, byte(addr), byte(addr >> 8)}, Cycles: cycles}
		}
	}
	cpu := emutest.CPU{
		New:       func(p *emu.Program) (emu.Machine, error) { return m6502.New(p) },
		Spec:      m6502.Spec,
		Unmapped:  0x4000,
		Counter:   "x",
		Count:     emutest.Instruction{Code: []byte{0xE8}, Cycles: 2}, // inx
		Push:      emutest.Instruction{Code: []byte{0x48}, Cycles: 3}, // pha
		Drop:      emutest.Instruction{Code: []byte{0x68}, Cycles: 4}, // pla
		PushSize:  1,
		Return:    emutest.Instruction{Code: []byte{0x60}, Cycles: 6},
		Undefined: emutest.Instruction{Code: []byte{0x02}}, Named: "$02 (jam)",
		Load:  with(0xAE, 4), // ldx addr
		Store: with(0x8E, 4), // stx addr
		Jump:  with(0x4C, 3),
		Call:  with(0x20, 6),
	}
	emutest.Run(t, cpu)
	cpu.New = func(p *emu.Program) (emu.Machine, error) {
		return m6502.NewWithOptions(p, m6502.Options{Interrupts: true, Decimal: true})
	}
	t.Run("with options", func(t *testing.T) { emutest.Run(t, cpu) })
}
