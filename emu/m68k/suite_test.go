package m68k_test

import (
	"encoding/binary"
	"testing"

	"github.com/searchex/searchex/emu"
	"github.com/searchex/searchex/emu/emutest"
	"github.com/searchex/searchex/emu/m68k"
)

func TestMachine(t *testing.T) {
	instruction := func(cycles uint64, code ...byte) emutest.Instruction {
		return emutest.Instruction{Code: code, Cycles: cycles}
	}
	with := func(op uint16, cycles uint64) func(addr uint32) emutest.Instruction {
		return func(addr uint32) emutest.Instruction {
			return instruction(cycles, binary.BigEndian.AppendUint32([]byte{byte(op >> 8), byte(op)}, addr)...)
		}
	}
	cpu := emutest.CPU{
		New:      func(p *emu.Program) (emu.Machine, error) { return m68k.New(p) },
		Spec:     m68k.Spec,
		Unmapped: 0x020000,
		Vectors: func(stackTop, pc uint32) []byte {
			return binary.BigEndian.AppendUint32(binary.BigEndian.AppendUint32(nil, stackTop), pc)
		},
		Counter:   "d0",
		Count:     instruction(8, 0x52, 0x80), // addq.l #1,d0
		Push:      instruction(8, 0x3F, 0x01), // move.w d1,-(sp)
		Drop:      instruction(8, 0x32, 0x1F), // move.w (sp)+,d1
		PushSize:  2,
		Return:    instruction(16, 0x4E, 0x75),
		Undefined: instruction(0, 0xF1, 0x23), Named: "$F123 (line F)",
		Load:  with(0x1039, 16), // move.b addr,d0
		Store: with(0x13C0, 16), // move.b d0,addr
		Jump:  with(0x4EF9, 12),
		Call:  with(0x4EB9, 20),
	}
	emutest.Run(t, cpu)
	cpu.Undefined, cpu.Named = instruction(0, 0x4E, 0x7A), "$4E7A (movec of the 68010)" // line F raises an exception
	cpu.New = func(p *emu.Program) (emu.Machine, error) {
		return m68k.NewWithOptions(p, m68k.Options{Exceptions: true})
	}
	t.Run("with options", func(t *testing.T) { emutest.Run(t, cpu) })
}
