package m68k

import (
	"math/bits"

	"github.com/searchex/searchex/emu"
)

// timing says which of go-chip-m68k's cycles are not the 68000's.
type timing uint8

const (
	timesNothing timing = iota
	timesMULU
	timesMULS
	timesDIVU
	timesDIVS
	// timesBit is bchg, bclr or bset of a constant bit in a register.
	timesBit
	// timesOwn is an instruction that only a machine with options has.
	timesOwn
)

// The chip's cycles of these, which are the most that they can take, or more.
const (
	chipMUL  = 70
	chipDIVU = 140
	chipDIVS = 158
)

// charge adds to the chip's cycles what the next instruction takes more than the
// chip will count, or less. It reports false, and a fault, for a division by zero.
func (c *cpu) charge() bool {
	r := found{c.reg.D, c.reg.A, c.reg.PC}
	t := timing(c.at(r.pc) &^ watched)
	if t == timesNothing {
		return true
	}
	op := c.mem.word(r.pc)
	if t == timesOwn {
		c.chargeOwn(r, op)
		return true
	}
	if t == timesBit {
		// To reach a bit of the upper half takes one more turn of the ALU.
		if c.mem.word(r.pc+2)&16 == 0 {
			c.chip.AddCycles(minus(2))
		}
		return true
	}
	source, at := c.mem.source(r, op)
	if at%2 != 0 { // which halts the chip
		return true
	}
	if source == 0 && (t == timesDIVU || t == timesDIVS) {
		if c.own != nil && c.own.Exceptions { // 38 and the operand, of which the chip counts 34
			c.chip.AddCycles(4 + wordCycles(op))
			return true
		}
		c.mem.Read16(at) // which may refuse it first
		c.control.Refuse(emu.Division, r.pc)
		return false
	}
	dividend := r.d[op>>9&7]
	var cycles, counted uint64
	switch t {
	case timesMULU:
		cycles, counted = mulu(source), chipMUL
	case timesMULS:
		cycles, counted = muls(source), chipMUL
	case timesDIVU:
		cycles, counted = divu(dividend, source), chipDIVU
	case timesDIVS:
		cycles, counted = divs(dividend, source), chipDIVS
	}
	c.chip.AddCycles(cycles + minus(counted))
	return true
}

// minus is what added takes n away.
func minus(n uint64) uint64 { return -n }

// mulu is the cycles of mulu: two for each 1 in the source operand (M68000 User's
// Manual, table 8-4).
func mulu(source uint16) uint64 { return 38 + 2*uint64(bits.OnesCount16(source)) }

// muls is the cycles of muls: two for each bit of the source operand that differs
// from the one below it, with a 0 below the lowest (same table).
func muls(source uint16) uint64 { return mulu(source ^ source<<1) }

// divu is the cycles of divu. The manual gives only the most and a spread of 10%;
// the exact ones follow from the microcode (J. Cwik, "Compute exact number of CPU
// cycles taken by DIVU and DIVS on a 68000 processor", 2005).
//
// An overflow is seen at once. Else 15 bits of the quotient are made one after the
// other, and the 16th takes no longer whatever it is: two clocks more for a bit
// before which the shift did not carry, since it must be tried whether the divisor
// can be taken away, and two more if it can't.
func divu(dividend uint32, divisor uint16) uint64 {
	d := uint32(divisor) << 16
	if dividend >= d {
		return 10
	}
	cycles := uint64(76)
	for range 15 {
		carry := dividend>>31 == 1
		dividend <<= 1
		switch {
		case carry:
			dividend -= d
		case dividend >= d:
			dividend -= d
			cycles += 2
		default:
			cycles += 4
		}
	}
	return cycles
}

// divs is the cycles of divs, from the same source. It divides the absolute
// values, which takes two clocks more for each 0 among the upper 15 bits of that
// quotient; signs cost something before and after. A quotient that has 17 bits is
// seen at once, one with a sign too many is not.
func divs(dividend uint32, divisor uint16) uint64 {
	negative, divisorNegative := int32(dividend) < 0, int16(divisor) < 0
	cycles := uint64(0)
	if negative {
		dividend = -dividend
		cycles = 2
	}
	if divisorNegative {
		divisor = -divisor
	}
	if dividend>>16 >= uint32(divisor) {
		return cycles + 16
	}
	switch {
	case divisorNegative:
		cycles += 122
	case negative:
		cycles += 124
	default:
		cycles += 120
	}
	quotient := uint16(dividend / uint32(divisor))
	return cycles + 2*uint64(15-bits.OnesCount16(quotient&0xFFFE))
}
