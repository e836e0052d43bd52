package m6502

import beevik "github.com/beevik/go6502/cpu"

// core is what the predecoded core knows about each address: the instruction there,
// decoded into a word. Its low byte is the opcode, the upper half the operand, or the
// target of a branch; then the second byte has the cycles if it is taken.
type core struct {
	entries [0x10000]uint32
	// unwatched has the same without the watches.
	unwatched [0x10000]uint32
}

// attends is the opcode, undefined on a 6502, of entries that Control.Attend must look
// at first.
const attends = 0x02

// decodeCore brings the entry of addr up to date, after decode.
func (c *cpu) decodeCore(addr uint16) {
	e := uint32(attends)
	if code := c.control.Code(uint32(addr)); c.code[addr]&refused == 0 {
		op := code[0]
		e = uint32(op)
		switch {
		case op&0x1F == 0x10: // a branch
			behind := addr + 2
			target := behind + uint16(int8(code[1]))
			taken := uint32(3)
			if (behind^target)&0xFF00 != 0 {
				taken++
			}
			e |= taken<<8 | uint32(target)<<16
		case lengths[op] == 2:
			e |= uint32(code[1]) << 16
		case lengths[op] == 3:
			e |= uint32(code[1])<<16 | uint32(code[2])<<24
		}
	}
	c.core.entries[addr], c.core.unwatched[addr] = e, e
	if c.code[addr]&watched != 0 {
		c.core.entries[addr] = attends
	}
}

// stackBounds returns the least and the greatest value of S with which Control.Check
// need not be called.
func (c *cpu) stackBounds() (lowest, top uint8) {
	if !c.guards {
		return 0, 0xFF
	}
	return uint8(c.control.LowestSP() - stackPage - 1), c.emptyStack()
}

// byPackage executes an instruction by the package. It returns the cycle count, and
// whether the run continues.
func (c *cpu) byPackage(cycles uint64) (uint64, bool) {
	c.control.Left()
	m := c.m6502
	pc := m.Reg.PC
	m.Cycles = cycles
	m.Step()
	return m.Cycles, !c.guards || !c.control.MustCheck(c.SP()) || c.control.Check(uint32(pc), m.Cycles)
}

// unpack returns the flags as the core keeps them (see instructions.txt).
func unpack(r *beevik.Registers) (nz, cf, ov uint32) {
	if !r.Zero {
		nz = 1
	}
	if r.Sign {
		nz |= 0x100
	}
	if r.Carry {
		cf = 1
	}
	if r.Overflow {
		ov = 0x80
	}
	return nz, cf, ov
}

// pack sets the flags of the package.
func pack(r *beevik.Registers, nz, cf, ov uint32) {
	r.Zero = uint8(nz) == 0
	r.Sign = nz&0x180 != 0
	r.Carry = cf != 0
	r.Overflow = ov&0x80 != 0
}

// flags returns P as php pushes it. D and I are those of the package.
func flags(nz, cf, ov uint32, r *beevik.Registers) uint8 {
	all := *r
	pack(&all, nz, cf, ov)
	return all.SavePS(true)
}
