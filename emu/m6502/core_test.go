package m6502

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/searchex/searchex/emu"
	"github.com/searchex/searchex/emu/emutest"
)

// fill fills code with instructions: mostly those with a case, with addresses mostly in RAM.
func fill(r *rand.Rand, code []byte) {
	var opcodes []byte
	for op, n := range lengths {
		if n > 0 {
			opcodes = append(opcodes, byte(op))
		}
	}
	for i := 0; i < len(code); {
		b := []byte{opcodes[r.IntN(len(opcodes))], byte(r.Uint32()), byte(r.Uint32())}
		if r.IntN(200) == 0 {
			b[0] = byte(r.Uint32())
		}
		if n := r.IntN(10); n < 8 {
			b[2] &= 0x3F
		} else if n == 8 {
			b[2] = 0x80 | b[2]&0x0F
		}
		if b[0]&0x1F == 0x10 || r.IntN(4) == 0 {
			b[1] = byte(r.IntN(32) - 12)
		}
		if b[0] == opJSR || b[0] == 0x4C {
			b[2] = 0x80 | b[2]&0x0F
		}
		i += copy(code[i:], b[:max(1, lengths[b[0]])])
	}
}

// The predecoded core differs from the package.
func TestCores(t *testing.T) {
	var executed [256]bool
	machine := func(m emu.Machine) *Machine { return m.(*Machine) }
	c := emutest.Cores{
		New: func(p *emu.Program) (emu.Machine, error) { return New(p) }, Spec: spec, Fill: fill, Align: 1,
		Registers: []string{"a", "x", "y", "p", "s"},
		Same:      func(a, b emu.Machine) bool { return machine(a).cpu.m6502.Reg == machine(b).cpu.m6502.Reg },
		Before: func(m emu.Machine) {
			executed[machine(m).cpu.mem.data[m.PC()]] = true
		},
	}
	c.Run(t, 1, emutest.Instructions(t))
	for op, length := range lengths {
		if length > 0 {
			assert.True(t, executed[op], "%02x was never executed", op)
		}
	}
}
