package mutant

import "github.com/searchex/searchex/emu/disasm"

// decode6502 decodes a 6502 instruction. For a branch that is never taken, the
// target becomes the next instruction. There are no mutants Always, because no
// instruction of two bytes jumps unconditionally.
func decode6502(code []byte, addr uint32) instruction {
	op, size := code[0], disasm.Decode("6502", code, addr, nil).Size
	switch {
	case op&0x1F == 0x10: // a branch
		return instruction{size: 2, instead: map[Kind][]byte{Inverted: {op ^ 0x20, code[1]}, Never: {op, 0}}}
	case op == 0x20 || op == 0x4C || op == 0x6C: // jsr, jmp
		return instruction{size: 3}
	case size == 1:
		return instruction{size: 1}
	}
	return instruction{size: size, operand: 1, operandSize: size - 1}
}
