package m68k

import (
	"sync"

	"github.com/searchex/searchex/emu"
)

// form is what the first word of an instruction decides.
type form struct {
	// words is the length of the instruction, 0 if programs may not use it.
	words uint8
	// size is the number of bytes of the operand in memory that bits 0-5 name:
	// 2 or 4. It is 0 if they name no such operand, if it is not accessed, as by
	// lea, or if it is a byte, which may be at any address.
	size uint8
	// skip is the number of words of an immediate operand or a register list
	// between opcode and address.
	skip uint8
	// also is another operand that it accesses.
	also   also
	timing timing
	flow   emu.Flow
}

// also is an operand in memory besides the one in bits 0-5.
type also uint8

const (
	nothing also = 0
	// postincremented is (Ay)+ and then (Ax)+, by the registers in bits 0-2
	// and 9-11, predecremented -(Ay) and -(Ax); the numbers are those of the
	// modes.
	postincremented also = 3
	predecremented  also = 4
	// destination is that of move, in bits 6-11.
	destination also = 5
	// pushes and pulls are the stack.
	pushes also = 6
	pulls  also = 7
	// unlinks is the stack behind the register in bits 0-2.
	unlinks also = 8
)

// formOf is the form of the instruction with an opcode.
func formOf(op uint16) form { return forms()[op] }

var forms = sync.OnceValue(func() *[0x10000]form {
	all := new([0x10000]form)
	for op := range all {
		all[op] = decode(uint16(op))
	}
	return all
})

// The sets of addressing modes, as the manual has them: bits 0-6 are modes 0-6,
// bits 7-11 are mode 7's registers 0-4.
const (
	modeDn = 1 << iota
	modeAn
	modeIndirect
	modeIncrement
	modeDecrement
	modeDisplacement
	modeIndex
	modeAbsoluteWord
	modeAbsoluteLong
	modePCDisplacement
	modePCIndex
	modeImmediate

	all              = modeImmediate<<1 - 1
	data             = all &^ modeAn
	alterable        = all &^ (modePCDisplacement | modePCIndex | modeImmediate)
	dataAlterable    = alterable &^ modeAn
	memoryAlterable  = dataAlterable &^ modeDn
	control          = data &^ (modeDn | modeIncrement | modeDecrement | modeImmediate)
	controlAlterable = control & alterable
)

// address finds how many extension words an operand of some bytes has that bits
// 0-5 of an opcode name, and whether it is one of a set.
func address(op uint16, size uint8, of uint16) (words uint8, ok bool) {
	mode, reg := op>>3&7, op&7
	if mode == 7 {
		mode += reg
	}
	if mode > 11 || of>>mode&1 == 0 || size == 1 && mode == 1 {
		return 0, false
	}
	switch 1 << mode {
	case modeDisplacement, modeIndex, modeAbsoluteWord, modePCDisplacement, modePCIndex:
		return 1, true
	case modeAbsoluteLong:
		return 2, true
	case modeImmediate:
		return wordsOf(size), true
	}
	return 0, true
}

// wordsOf is the words that an immediate operand takes.
func wordsOf(size uint8) uint8 { return (size + 1) / 2 }

// onEA is an instruction with an operand of a set behind some words of
// immediate operand.
func onEA(op uint16, size uint8, of uint16, skip uint8) form {
	more, ok := address(op, size, of)
	if !ok {
		return form{}
	}
	f := form{words: 1 + skip + more, skip: skip}
	if size > 1 && op>>3&7 > 1 {
		f.size = size
	}
	return f
}

// timed is a form with a timing of its own.
func (f form) timed(t timing) form {
	if f.words > 0 {
		f.timing = t
	}
	return f
}

// notAccessed is a form of an instruction that addresses its operand and does not
// access it, but something else.
func (f form) notAccessed(also also, flow emu.Flow) form {
	f.size = 0
	if f.words > 0 {
		f.also, f.flow = also, flow
	}
	return f
}

// plain is an instruction of some words without an operand that an address
// names.
func plain(words uint8) form { return form{words: words} }

// pair is an instruction of one word on two operands of some bytes in memory.
func pair(size uint8, also also) form {
	f := plain(1)
	if size > 1 {
		f.size, f.also = size, also
	}
	return f
}

// sizes are the bytes by bits 6-7 of most opcodes; 3 means another instruction.
var sizes = [4]uint8{1, 2, 4, 0}

// decode returns the form of an opcode. Programs may not use
//   - what the manual does not have;
//   - what raises an exception or returns from one: illegal, trap, trapv, chk,
//     rte, and lines A and F;
//   - stop and reset, and what writes SR or USP: there are no interrupts, no
//     other chips and no user mode;
//   - tas, whose bus cycle many machines don't have, and btst Dn,#n, which
//     go-chip-m68k times wrong.
func decode(op uint16) form {
	size := sizes[op>>6&3]
	mode := op >> 3 & 7
	switch op >> 12 {
	case 0x0:
		return decodeImmediate(op)
	case 0x1:
		return decodeMove(op, 1)
	case 0x2:
		return decodeMove(op, 4)
	case 0x3:
		return decodeMove(op, 2)
	case 0x4:
		return decodeMiscellaneous(op)
	case 0x5:
		switch {
		case size > 0: // addq, subq
			return onEA(op, size, alterable, 0)
		case mode == 1: // dbcc
			return plain(2)
		}
		return onEA(op, 1, dataAlterable, 0) // scc
	case 0x6:
		f := plain(1)
		if op&0xFF == 0 {
			f.words = 2
		}
		if op&0xF00 == 0x100 { // bsr
			f.also, f.flow = pushes, emu.Calls
		}
		return f
	case 0x7:
		if op&0x100 == 0 { // moveq
			return plain(1)
		}
	case 0x8: // or, sbcd
		return decodeBinary(op, data, timesDIVU, timesDIVS)
	case 0x9, 0xD: // sub, add
		return decodeBinary(op, all, timesNothing, timesNothing)
	case 0xB:
		switch {
		case op&0x100 == 0 || size == 0: // cmp, cmpa
			return decodeBinary(op, all, timesNothing, timesNothing)
		case mode == 1: // cmpm
			return pair(size, postincremented)
		}
		return onEA(op, size, dataAlterable, 0) // eor
	case 0xC: // and, abcd
		switch op & 0x1F8 {
		case 0x140, 0x148, 0x188: // exg
			return plain(1)
		}
		return decodeBinary(op, data, timesMULU, timesMULS)
	case 0xE:
		switch {
		case size > 0: // a shift of a register
			return plain(1)
		case op&0x800 == 0:
			return onEA(op, 2, memoryAlterable, 0)
		}
	}
	return form{}
}

// decodeImmediate decodes the opcodes that begin with 0: immediate operations,
// bit operations, movep.
func decodeImmediate(op uint16) form {
	size := sizes[op>>6&3]
	static := op>>8 == 8
	switch {
	case op&0x138 == 0x108: // movep
		return plain(2)
	case op&0x100 != 0 || static:
		skip, of := uint8(0), uint16(dataAlterable)
		if static {
			skip = 1
		}
		if op&0xC0 == 0 { // btst
			of = data &^ modeImmediate
		}
		f := onEA(op, 1, of, skip)
		if static && op&0x38 == 0 && op&0xC0 != 0 {
			f.timing = timesBit
		}
		return f
	case op>>9&7 == 7 || size == 0:
		return form{}
	case op == 0x003C || op == 0x023C || op == 0x0A3C: // to CCR
		return plain(2)
	}
	return onEA(op, size, dataAlterable, wordsOf(size))
}

// decodeMove decodes move and movea.
func decodeMove(op uint16, size uint8) form {
	f := onEA(op, size, all, 0)
	to := op>>3&0x38 | op>>9&7 // as bits 0-5 have it
	more, ok := address(to, size, alterable)
	if f.words == 0 || !ok {
		return form{}
	}
	f.words += more
	if to>>3 > 1 && size > 1 {
		f.also = destination
	}
	return f
}

// decodeBinary decodes the operations on a register and an operand, and others of
// the same pattern. of is the set of allowed source operands.
func decodeBinary(op, of uint16, word, long timing) form {
	size := sizes[op>>6&3]
	mode := op >> 3 & 7
	isBCD := op>>12 == 0x8 || op>>12 == 0xC
	switch {
	case size == 0 && of == all: // adda, suba, cmpa
		return onEA(op, 2+uint8(op>>7&2), all, 0)
	case size == 0: // mulu, divu; muls, divs
		t := word
		if op&0x100 != 0 {
			t = long
		}
		return onEA(op, 2, data, 0).timed(t)
	case op&0x100 == 0:
		return onEA(op, size, of, 0)
	case mode > 1:
		return onEA(op, size, memoryAlterable, 0)
	case isBCD && size > 1:
		return form{}
	case mode == 1: // -(Ay),-(Ax)
		return pair(size, predecremented)
	}
	return plain(1)
}

// decodeMiscellaneous decodes the opcodes that begin with 4.
func decodeMiscellaneous(op uint16) form {
	size := sizes[op>>6&3]
	mode := op >> 3 & 7
	switch {
	case op&0x1C0 == 0x1C0: // lea
		return onEA(op, 4, control, 0).notAccessed(nothing, emu.GoesOn)
	case op&0x100 != 0: // chk
		return form{}
	}
	switch op >> 8 & 0xF {
	case 0x0, 0x2, 0x4, 0x6: // negx, clr, neg, not
		switch {
		case size > 0:
			return onEA(op, size, dataAlterable, 0)
		case op&0xF00 == 0x000: // move from SR
			return onEA(op, 2, dataAlterable, 0)
		case op&0xF00 == 0x400: // move to CCR
			return onEA(op, 2, data, 0)
		}
	case 0x8:
		switch {
		case op&0x80 != 0 && mode == 0: // ext
			return plain(1)
		case op&0x80 != 0: // movem to memory
			return onEA(op, 2+uint8(op>>5&2), controlAlterable|modeDecrement, 1)
		case op&0x40 == 0: // nbcd
			return onEA(op, 1, dataAlterable, 0)
		case mode == 0: // swap
			return plain(1)
		}
		return onEA(op, 4, control, 0).notAccessed(pushes, emu.GoesOn) // pea
	case 0xA: // tst
		if size > 0 {
			return onEA(op, size, dataAlterable, 0)
		}
	case 0xC: // movem from memory
		if op&0x80 != 0 {
			return onEA(op, 2+uint8(op>>5&2), control|modeIncrement, 1)
		}
	case 0xE:
		switch {
		case op&0xC0 == 0x80: // jsr
			return onEA(op, 4, control, 0).notAccessed(pushes, emu.Calls)
		case op&0xC0 == 0xC0: // jmp
			flow := emu.Jumps
			switch op & 0x3F {
			case 0x38, 0x39, 0x3A: // the target is in the instruction
				flow = emu.GoesOn
			}
			return onEA(op, 4, control, 0).notAccessed(nothing, flow)
		case op&0xF8 == 0x50: // link
			return plain(2).notAccessed(pushes, emu.GoesOn)
		case op&0xF8 == 0x58: // unlk
			return plain(1).notAccessed(unlinks, emu.GoesOn)
		case op == 0x4E71: // nop
			return plain(1)
		case op == 0x4E75 || op == 0x4E77: // rts, rtr
			return plain(1).notAccessed(pulls, emu.Returns)
		}
	}
	return form{}
}
