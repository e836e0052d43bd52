package m6502

import beevik "github.com/beevik/go6502/cpu"

// core is what the predecoded core knows about each address: the instruction there,
// decoded into a word. Its low nine bits are the number of a case, the opcode or from 0x100 on
// that of a sequence of instructions; the upper half is the operand, or the target of a
// branch; then bits 12 to 15 have the cycles if it is taken.
type core struct {
	entries [0x10000]uint32
	// unwatched has the same without the watches.
	unwatched [0x10000]uint32
	// end is the cycle count at which none is left.
	end uint64
	// lowest and top are bounds of S: beyond them the package executes the
	// instruction, and Control.Check follows.
	lowest, top uint8
	// left are the cycles that are left, between two calls of execute.
	left int64
	registers
}

// registers are the registers and flags as the core keeps them (see instructions.txt). modes
// has the other bits of P as php pushes it.
type registers struct {
	a, x, y, s, modes uint8
	pc                uint16
	nz, cf, ov        uint32
}

// attends is the case of entries that Control.Attend must look at first.
const attends = 0x1FF

// decodeCore brings the entry of addr up to date, after decode.
func (c *cpu) decodeCore(addr uint16) {
	e, n, end := c.entry(addr), uint16(0), addr
	if e != attends {
		n, end = c.sequenceAt(addr, uint8(e))
		e = e&^0x1FF | uint32(n)
	}
	if c.own != nil {
		c.mem.marks(addr, end)
		for at := addr + uint16(lengths[c.mem.data[addr]]); n >= 0x100 && at != end; at += uint16(lengths[c.mem.data[at]]) {
			c.redecode(at) // the case reads the entries of all
		}
	}
	c.core.entries[addr], c.core.unwatched[addr] = e, e
	if c.code[addr]&watched != 0 {
		c.core.entries[addr] = attends
	}
}

// sequence is a sequence of two or three instructions that one case executes: the cases of
// those behind the first, the last of them perhaps 0, and that of all.
type sequence struct {
	behind [2]uint16
	number uint16
}

// sequenceAt returns the case of the longest sequence at addr, which has no watch inside, or
// that of the opcode, and where its instructions end.
func (c *cpu) sequenceAt(addr uint16, opcode uint8) (number, end uint16) {
	end = addr + uint16(instructionSet.Lookup(c.mem.data[addr]).Length)
	if sequences[opcode] == nil {
		return uint16(opcode), end
	}
	var behind, ends [2]uint16
	at := end
	for i := range behind {
		e := c.entry(at)
		if e == attends || c.instruction(at)&watched != 0 {
			break
		}
		behind[i] = uint16(uint8(e))
		at += uint16(lengths[uint8(e)])
		ends[i] = at
	}
	for _, s := range sequences[opcode] {
		switch s.behind {
		case behind:
			return s.number, at
		case [2]uint16{behind[0]}:
			return s.number, ends[0]
		}
	}
	return uint16(opcode), end
}

// instruction returns what the loop has to know of the instruction at addr. A machine with
// options has not decoded what it has not executed.
func (c *cpu) instruction(addr uint16) instruction {
	if c.own == nil {
		return c.code[addr]
	}
	return c.decoded(addr)
}

// entry returns the entry of the instruction at addr alone.
func (c *cpu) entry(addr uint16) (e uint32) {
	e = attends
	if c.instruction(addr)&refused == 0 {
		code := c.control.Code(uint32(addr))
		op := code[0]
		if c.own != nil && c.own.Interrupts && steps[op] {
			return 0 // the package's, for stepOwn
		}
		e = uint32(op)
		switch {
		case op&0x1F == 0x10: // a branch
			behind := addr + 2
			target := behind + uint16(int8(code[1]))
			taken := uint32(3)
			if (behind^target)&0xFF00 != 0 {
				taken++
			}
			e |= taken<<12 | uint32(target)<<16
		case lengths[op] == 2:
			e |= uint32(code[1]) << 16
		case lengths[op] == 3:
			e |= uint32(code[1])<<16 | uint32(code[2])<<24
		}
	}
	return e
}

// begin begins to count down the cycles to the next call of Control.Attend.
func (k *core) begin(cycles, next uint64) {
	k.left = int64(min(next-min(next, cycles), 1<<62))
	k.end = cycles + uint64(k.left)
}

// cycles returns the cycle count.
func (k *core) cycles() uint64 { return k.end - uint64(k.left) }

// bounds sets the least and the greatest value of S with which Control.Check need not be
// called.
func (c *cpu) bounds() {
	c.core.lowest, c.core.top = 0, 0xFF
	if c.mem.guards {
		c.core.lowest, c.core.top = uint8(c.control.LowestSP()-stackPage-1), c.emptyStack()
	}
}

// byPackage executes an instruction by the package. It returns the cycle count, and whether
// the run continues.
func (c *cpu) byPackage(cycles uint64) (now uint64, ok bool) {
	c.control.Left()
	m := c.m6502
	pc := m.Reg.PC
	m.Cycles = cycles
	m.Step()
	if c.mem.guards && c.control.MustCheck(c.SP()) && !c.control.Check(uint32(pc), m.Cycles) {
		return 0, false
	}
	c.bounds()
	return m.Cycles, true
}

// Run executes instructions until the run ends.
func (c *cpu) Run() {
	if c.own != nil {
		c.runOwn()
		return
	}
	k := &c.core
	cycles, next := c.control.Due()
	entries := &k.entries
	c.bounds()
	for {
		attend := cycles >= next
		k.begin(cycles, next)
		if !attend {
			c.load()
			attend = c.execute(entries[k.pc])
			c.store()
		}
		cycles, entries = k.cycles(), &k.entries
		var ok bool
		if attend {
			cycles, next, ok = c.control.Attend(cycles)
			entries = &k.unwatched
		} else {
			cycles, ok = c.byPackage(cycles)
		}
		if !ok {
			return
		}
	}
}

// load gets the registers of the package.
func (c *cpu) load() {
	r, k := &c.m6502.Reg, &c.core
	k.registers = registers{a: r.A, x: r.X, y: r.Y, s: r.SP, pc: r.PC}
	p := r.SavePS(true)
	k.cf, k.ov = uint32(p&beevik.CarryBit), uint32(p)<<1
	k.nz = uint32(p&beevik.ZeroBit^beevik.ZeroBit) | uint32(p&beevik.SignBit)<<1
	k.modes = p &^ (beevik.CarryBit | beevik.ZeroBit | beevik.OverflowBit | beevik.SignBit)
}

// store sets the registers of the package.
func (c *cpu) store() {
	r, k := &c.m6502.Reg, &c.core
	r.A, r.X, r.Y, r.SP, r.PC = k.a, k.x, k.y, k.s, k.pc
	r.InterruptDisable = k.modes&beevik.InterruptDisableBit != 0
	r.Carry = k.cf != 0
	r.Zero = uint8(k.nz) == 0
	r.Overflow = k.ov&0x80 != 0
	r.Sign = k.nz&0x180 != 0
}
