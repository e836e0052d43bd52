package mutant

// decode6502 decodes a 6502 instruction. For a branch that is never taken, the
// target becomes the next instruction. There are no mutants Always, because no
// instruction of two bytes jumps unconditionally.
func decode6502(code []byte, _ uint32) instruction {
	op := code[0]
	switch {
	case op&0x1F == 0x10: // a branch
		return instruction{size: 2, instead: map[Kind][]byte{Inverted: {op ^ 0x20, code[1]}, Never: {op, 0}}}
	case op == 0x20 || op == 0x4C || op == 0x6C: // jsr, jmp
		return instruction{size: 3}
	}
	size := 1
	switch op & 0x1F {
	case 0x00, 0x02: // brk, rti, rts; and #n for ldx, ldy, cpx, cpy
		if op >= 0xA0 {
			size = 2
		}
	case 0x01, 0x04, 0x05, 0x06, 0x09, 0x11, 0x14, 0x15, 0x16:
		size = 2
	case 0x0C, 0x0D, 0x0E, 0x19, 0x1C, 0x1D, 0x1E:
		size = 3
	}
	if size == 1 {
		return instruction{size: 1}
	}
	return instruction{size: size, operand: 1, operandSize: size - 1}
}
