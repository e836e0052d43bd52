package mutant

// decode68000 decodes a 68000 instruction. A branch that is never taken becomes a nop of
// the same size; a dbcc, which must still count, goes to the next instruction. If an
// instruction has several constants, the first is the operand: an immediate value before
// an address or a displacement. The target of a jump or a call is not a constant.
func decode68000(code []byte, _ uint32) instruction {
	op := uint16(code[0])<<8 | uint16(code[1])
	switch op >> 12 {
	case 0x6:
		return decodeBranch(op)
	case 0x7: // moveq
		return instruction{size: 2, operand: 1, operandSize: 1}
	case 0x5:
		if op&0xF8 == 0xC8 { // dbcc
			in := instruction{size: 4, counts: true, instead: map[Kind][]byte{Never: {code[0], code[1], 0, 2}, Always: {0x60, 0x00}}}
			if op>>8&0xF > 1 {
				in.instead[Inverted] = []byte{code[0] ^ 1}
			}
			return in
		}
		if op&0xC0 != 0xC0 { // addq, subq
			return inOpcode(op, operands68000(code, op))
		}
	case 0xE:
		if op&0xC0 == 0xC0 { // of a word in memory
			break
		}
		if op&0x20 == 0 { // by a constant
			return inOpcode(op, instruction{size: 2})
		}
		return instruction{size: 2}
	}
	return operands68000(code, op)
}

// decodeBranch decodes bra, bsr and bcc.
func decodeBranch(op uint16) instruction {
	in := instruction{size: 2}
	never := []byte{0x4E, 0x71} // nop
	if op&0xFF == 0 {
		in.size = 4
		never = append(never, never...)
	}
	if op>>8&0xF > 1 {
		in.instead = map[Kind][]byte{Inverted: {byte(op>>8) ^ 1}, Never: never, Always: {0x60}}
	}
	return in
}

// inOpcode returns an instruction that has its constant in bits 9 to 11 of the opcode,
// where 0 means 8.
func inOpcode(op uint16, in instruction) instruction {
	plus := func(d uint16) []byte { return []byte{byte((op&^0xE00 | (op+d)&0xE00) >> 8)} }
	in.instead = map[Kind][]byte{Less: plus(7 << 9), More: plus(1 << 9)}
	in.operandSize = 0
	return in
}

// operands68000 decodes an instruction with operands in the standard modes.
func operands68000(code []byte, op uint16) instruction {
	in := instruction{size: 2}
	constant := func(at, size int) {
		if in.operandSize == 0 {
			in.operand, in.operandSize = at, size
		}
	}
	// immediate adds an immediate operand. A byte takes a word.
	immediate := func(size int) {
		if size == 1 {
			constant(in.size+1, 1)
			size = 2
		} else {
			constant(in.size, size)
		}
		in.size += size
	}
	address := func(mode, reg uint16, size int) {
		switch {
		case mode == 5 || mode == 7 && (reg == 0 || reg == 2):
			constant(in.size, 2)
			in.size += 2
		case mode == 6 || mode == 7 && reg == 3:
			constant(in.size+1, 1) // behind the index
			in.size += 2
		case mode == 7 && reg == 1:
			constant(in.size, 4)
			in.size += 4
		case mode == 7 && reg == 4:
			immediate(size)
		}
	}
	size := []int{1, 2, 4, 2}[op>>6&3]
	mode, reg := op>>3&7, op&7
	switch line := op >> 12; {
	case line == 0 && op&0x138 == 0x108: // movep
		constant(2, 2)
		in.size = 4
		return in
	case line == 0 && op&0x100 == 0 && op>>9&7 == 4: // a constant bit
		immediate(1)
	case line == 0 && op&0x100 == 0: // ori and the like
		immediate(size)
		if op&0x3F == 0x3C { // to CCR
			return in
		}
	case line >= 1 && line <= 3: // move
		size = []int{1, 4, 2}[line-1]
		address(mode, reg, size)
		mode, reg = op>>6&7, op>>9&7
	case op&0xFB80 == 0x4880 && mode > 0: // movem, behind its list
		in.size = 4
	case op&0xFF80 == 0x4E80: // jsr, jmp
		address(mode, reg, size)
		in.operandSize = 0
		return in
	case op&0xFFF8 == 0x4E50: // link: any check notices an odd frame
		return instruction{size: 4}
	case op&0xFF00 == 0x4E00: // one word
		return in
	case line >= 8 && op&0xC0 == 0xC0: // adda and the like; mulu, divu
		if size = 2; op&0x100 != 0 && line&7 != 0 && line != 0xC {
			size = 4
		}
	}
	address(mode, reg, size)
	return in
}
