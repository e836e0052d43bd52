package mutant

// decodeZ80 decodes a Z80 instruction. A branch that is never taken keeps its
// size: the target of a jump becomes the next instruction.
func decodeZ80(code []byte, addr uint32) instruction {
	op := code[0]
	next := func(size uint32) []byte { return bytesOf(int(addr+size), 2) }
	switch {
	case op == 0x10: // djnz: it must still count
		return instruction{size: 2, counts: true, instead: map[Kind][]byte{Never: {0x10, 0}, Always: {0x18, code[1]}}}
	case op == 0x18: // jr
		return instruction{size: 2}
	case op&0xE7 == 0x20: // jr cc
		return instruction{size: 2, instead: map[Kind][]byte{
			Inverted: {op ^ 8, code[1]}, Never: {op, 0}, Always: {0x18, code[1]},
		}}
	case op&0xC7 == 0xC2: // jp cc
		return instruction{size: 3, instead: map[Kind][]byte{
			Inverted: {op ^ 8}, Never: append([]byte{op}, next(3)...), Always: {0xC3},
		}}
	case op&0xC7 == 0xC4: // call cc
		return instruction{size: 3, instead: map[Kind][]byte{
			Inverted: {op ^ 8}, Never: {0, 0, 0}, Always: {0xCD},
		}}
	case op&0xC7 == 0xC0: // ret cc
		return instruction{size: 1, instead: map[Kind][]byte{
			Inverted: {op ^ 8}, Never: {0}, Always: {0xC9},
		}}
	case op == 0xC3 || op == 0xCD: // jp, call
		return instruction{size: 3}
	case op == 0xCB:
		return instruction{size: 2}
	case op == 0xED:
		if code[1]&0xC7 == 0x43 { // ld (nn),rr and ld rr,(nn)
			return instruction{size: 4, operand: 2, operandSize: 2}
		}
		return instruction{size: 2}
	case op == 0xDD || op == 0xFD:
		return decodeIndexed(code, addr)
	case op&0xC7 == 0x06 || op&0xC7 == 0xC6 || op == 0xD3 || op == 0xDB:
		return instruction{size: 2, operand: 1, operandSize: 1}
	case op&0xCF == 0x01 || op&0xE7 == 0x22: // ld rr,nn; ld (nn),hl and the like
		return instruction{size: 3, operand: 1, operandSize: 2}
	}
	return instruction{size: 1}
}

// decodeIndexed decodes an instruction with IX or IY. Its constant operand is the
// number that it loads, or else the displacement.
func decodeIndexed(code []byte, addr uint32) instruction {
	op := code[1]
	switch {
	case op == 0xCB:
		return instruction{size: 4, operand: 2, operandSize: 1}
	case op == 0x36: // ld (ix+d),n
		return instruction{size: 4, operand: 3, operandSize: 1}
	case op == 0x34 || op == 0x35 || op&0xC7 == 0x46 && op != 0x76 || op&0xF8 == 0x70 && op != 0x76 || op&0xC7 == 0x86:
		return instruction{size: 3, operand: 2, operandSize: 1}
	}
	in := decodeZ80(code[1:], addr+1)
	in.size++
	in.operand++
	return in
}
