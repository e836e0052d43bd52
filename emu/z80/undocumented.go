package z80

import (
	"fmt"

	"github.com/searchex/searchex/emu"
)

// undocumented returns the bytes of the instruction that some code begins with, and in
// parentheses its name as Sean Young's "The Undocumented Z80 Documented" has it.
func undocumented(code []byte) string {
	var b [4]byte
	copy(b[:], code)
	name := ""
	switch prefix := b[0]; {
	case prefix == 0xCB:
		name = "sll " + places[b[1]&7]
	case prefix == opED:
		name = undocumentedED(b[1])
	case b[1] == 0xCB:
		name = copying(b)
	default:
		name = "a prefix without effect"
	}
	return emu.NameBytes(code[:min(length(b), len(code))], name)
}

// places are the operands of one byte by an opcode's three bits.
var places = [8]string{"b", "c", "d", "e", "h", "l", "(hl)", "a"}

// undocumentedED returns the name of an opcode behind ED.
func undocumentedED(op byte) string {
	if op>>6 == 1 {
		switch op & 7 {
		case 0:
			return "in f,(c)"
		case 1:
			return "out (c),0"
		case 4:
			return "neg"
		case 5:
			return "retn"
		case 6:
			return [4]string{"im 0", "im 0", "im 1", "im 2"}[op>>3&3]
		}
	}
	return "nop"
}

// copying returns the name of an operation on a byte at an index register, which copies its
// result to a register too.
func copying(b [4]byte) string {
	at := fmt.Sprintf("(%s%+d)", [2]string{"ix", "iy"}[b[0]>>5&1], int8(b[2]))
	op := b[3]
	switch bit := op >> 3 & 7; op >> 6 {
	case 0:
		at = [8]string{"rlc", "rrc", "rl", "rr", "sla", "sra", "sll", "srl"}[bit] + " " + at
	case 1:
		return fmt.Sprintf("bit %d,%s", bit, at)
	case 2:
		at = fmt.Sprintf("res %d,%s", bit, at)
	case 3:
		at = fmt.Sprintf("set %d,%s", bit, at)
	}
	if op&7 != 6 {
		at += "," + places[op&7]
	}
	return at
}
