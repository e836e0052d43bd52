package m6502

import beevik "github.com/beevik/go6502/cpu"

// core is what the predecoded core knows about each address: the instruction there,
// decoded into a word. Its low byte is the opcode, the upper half the operand, or the
// target of a branch; then the second byte has the cycles if it is taken.
type core struct {
	entries [0x10000]uint32
	// unwatched has the same without the watches.
	unwatched [0x10000]uint32
	// end is the cycle count at which none is left.
	end uint64
	// lowest and top are bounds of S: beyond them the package executes the
	// instruction, and Control.Check follows.
	lowest, top uint8
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

// begin begins to count down the cycles to the next call of Control.Attend.
func (k *core) begin(cycles, next uint64) (left int64) {
	left = int64(min(next-min(next, cycles), 1<<62))
	k.end = cycles + uint64(left)
	return left
}

// cycles returns the cycle count with some cycles left.
func (k *core) cycles(left int64) uint64 { return k.end - uint64(left) }

// bounds sets the least and the greatest value of S with which Control.Check need not be
// called.
func (c *cpu) bounds() {
	c.core.lowest, c.core.top = 0, 0xFF
	if c.guards {
		c.core.lowest, c.core.top = uint8(c.control.LowestSP()-stackPage-1), c.emptyStack()
	}
}

// byPackage executes an instruction by the package. It returns the cycles that it took,
// and whether the run continues.
func (c *cpu) byPackage(cycles uint64) (took int64, ok bool) {
	c.control.Left()
	m := c.m6502
	pc := m.Reg.PC
	m.Cycles = cycles
	m.Step()
	if c.guards && c.control.MustCheck(c.SP()) && !c.control.Check(uint32(pc), m.Cycles) {
		return 0, false
	}
	c.bounds()
	return int64(m.Cycles - cycles), true
}

// registers returns the registers of the package and its flags as the core keeps them
// (see instructions.txt).
func (c *cpu) registers() (a, x, y, s uint8, pc uint16, nz, cf, ov uint32) {
	r := &c.m6502.Reg
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
	return r.A, r.X, r.Y, r.SP, r.PC, nz, cf, ov
}

// set sets the registers of the package.
func (c *cpu) set(a, x, y, s uint8, pc uint16, nz, cf, ov uint32) {
	r := &c.m6502.Reg
	r.A, r.X, r.Y, r.SP, r.PC = a, x, y, s, pc
	pack(r, nz, cf, ov)
}

// pack sets the flags in a set of registers.
func pack(r *beevik.Registers, nz, cf, ov uint32) {
	r.Zero = uint8(nz) == 0
	r.Sign = nz&0x180 != 0
	r.Carry = cf != 0
	r.Overflow = ov&0x80 != 0
}

// flags returns P as php pushes it. D and I are those of the package.
func (c *cpu) flags(nz, cf, ov uint32) uint8 {
	r := c.m6502.Reg
	pack(&r, nz, cf, ov)
	return r.SavePS(true)
}
