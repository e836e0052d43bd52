package m68k

import (
	"math"
	"sync"

	"github.com/searchex/searchex/emu"
)

// core is what the predecoded core knows about each even address, and its registers
// while it runs.
type core struct {
	entries [mapSize / 2]entry
	// unwatched has the same without the watches.
	unwatched [mapSize / 2]entry
	// registers are d0 to d7 and a0 to a7.
	registers [16]uint32
	// end is the cycle count at which none is left.
	end uint64
	// Control.Check follows if a7 is not one of span+1 values from lowest on.
	lowest, span uint32
}

// entry is a decoded instruction.
type entry struct {
	// number is that of the case in Run; 0 is the package's.
	number uint16
	length uint8 // in bytes
	// x and y are registers, 8 to 15 for a0 to a7; xi and yi index registers, with
	// longIndex.
	x, y, xi, yi uint8
	// s is the operand's displacement, address or number, or a branch's target; t is the
	// same of move's destination, or the number or the list of registers behind the opcode.
	s, t uint32
}

const (
	// attends is the case of entries that Control.Attend must look at first. It is not far above
	// the others, so that the compiler makes a table of jumps.
	attends = 0x3FF
	// longIndex is set of an index register that is used as a longword.
	longIndex = 16
)

// index returns the value of an index register.
func index(v uint32, register uint8) uint32 {
	if register&longIndex == 0 {
		return uint32(int32(int16(v)))
	}
	return v
}

// source is where an instruction has its source.
type source uint8

const (
	fromNothing source = iota
	fromOperand
	fromRegister
	// fromCode is a number behind the opcode, fromBit the number of a bit there, fromList a
	// list of registers.
	fromCode
	fromBit
	fromList
	// fromQuick is a number of three bits in the opcode, fromByte one of eight.
	fromQuick
	fromByte
	fromBranch
	// fromDisplacement is the address of movep.
	fromDisplacement
)

// opcodeForm is a set of opcodes that share a case: those with some bits of a value.
type opcodeForm struct {
	value, mask, number uint16
	source              source
	size                uint8
	// operand reports that the low six bits name an operand, address that the register
	// in bits 9 to 11 is an address register, moves that it belongs to a second operand.
	operand, address, moves bool
}

// formsByOpcode returns for each opcode the index of its form plus 1, or 0.
var formsByOpcode = sync.OnceValue(func() *[0x10000]uint16 {
	all := new([0x10000]uint16)
	for i, f := range opcodeForms {
		free := ^f.mask
		for bits := free; ; bits = (bits - 1) & free {
			if op := f.value | bits; all[op] == 0 && formOf(op).words > 0 {
				all[op] = uint16(i + 1)
			}
			if bits == 0 {
				break
			}
		}
	}
	return all
})

// decodeCore brings the entry of an even address up to date, after decode.
func (c *cpu) decodeCore(addr uint32) {
	e := entry{number: attends}
	if c.code[addr/2]&refused == 0 {
		e = c.entryOf(addr)
	}
	c.core.entries[addr/2], c.core.unwatched[addr/2] = e, e
	if c.code[addr/2]&watched != 0 {
		c.core.entries[addr/2].number = attends
	}
}

// entryOf returns the entry of the instruction at an address.
func (c *cpu) entryOf(addr uint32) (e entry) {
	op := c.mem.word(addr)
	i := formsByOpcode()[op]
	if i == 0 {
		return e
	}
	f := &opcodeForms[i-1]
	e = entry{number: f.number, length: 2 * formOf(op).words, x: uint8(op & 7), y: uint8(op >> 9 & 7)}
	ext := addr + 2
	word := func() uint32 {
		ext += 2
		return uint32(c.mem.word(ext - 2))
	}
	signed := func(w uint32) uint32 { return uint32(int32(int16(w))) }
	if f.address {
		e.y |= 8
	}
	switch f.source {
	case fromCode:
		if e.t = word(); f.size == 4 {
			e.t = e.t<<16 | word()
		} else if f.size == 1 {
			e.t &= 0xFF
		}
	case fromBit:
		e.t = word() & 0xFF
	case fromList:
		e.t = word()
		if op&0x0438 == 0x0020 { // to -(an): in reverse
			list := e.t
			e.t = 0
			for bit := range 16 {
				e.t |= list >> bit & 1 << (15 - bit)
			}
		}
	case fromQuick:
		if e.t = uint32(op >> 9 & 7); e.t == 0 {
			e.t = 8
		}
	case fromByte:
		e.t = uint32(int32(int8(op)))
	case fromDisplacement:
		e.x |= 8
		e.s = signed(word())
	case fromBranch:
		base := ext
		switch d := uint32(int32(int8(op))); {
		case op>>12 == 5, d == 0: // dbcc, or a displacement of a word
			e.s = base + signed(word())
		default:
			e.s = base + d
		}
		if e.s%2 != 0 {
			return entry{} // the package refuses it
		}
	}
	operand := func(mode, register uint16, number, index *uint8, to *uint32) {
		indexed := func(base uint32) {
			w := word()
			*index = uint8(w >> 12)
			if w&0x800 != 0 {
				*index |= longIndex
			}
			*to = base + uint32(int32(int8(w)))
		}
		if mode >= 1 && mode <= 6 {
			*number = uint8(register) | 8
		}
		switch {
		case mode == 5:
			*to = signed(word())
		case mode == 6:
			indexed(0)
		case mode != 7:
		case register == 0:
			*to = signed(word())
		case register == 1:
			*to = word()<<16 | word()
		case register == 2:
			base := ext
			*to = base + signed(word())
		case register == 3:
			indexed(ext)
		case f.size == 4:
			*to = word()<<16 | word()
		case f.size == 1:
			*to = word() & 0xFF
		default:
			*to = word()
		}
	}
	mode := op >> 3 & 7
	if f.operand {
		operand(mode, op&7, &e.x, &e.xi, &e.s)
	}
	moves := mode == 3 || mode == 4 // the register of the operand
	if f.moves {
		to := op >> 6 & 7
		operand(to, op>>9&7, &e.y, &e.yi, &e.t)
		// The destination's address needs the register as the source leaves it.
		if f.operand && moves && to >= 2 && to <= 6 && (e.y == e.x || to == 6 && e.yi&15 == e.x) {
			return entry{}
		}
		if f.size == 1 && (to == 3 || to == 4) && e.y == 15 {
			return entry{} // a7 moves by two
		}
	}
	if f.operand && f.size == 1 && moves && e.x == 15 {
		return entry{}
	}
	return e
}

// begin begins to count down the cycles to the next call of Control.Attend.
func (k *core) begin(cycles, next uint64) (left int64) {
	left = int64(min(next-min(next, cycles), 1<<62))
	k.end = cycles + uint64(left)
	return left
}

// cycles returns the cycle count with some cycles left.
func (k *core) cycles(left int64) uint64 { return k.end - uint64(left) }

// Run executes instructions until the run ends.
func (c *cpu) Run() {
	if c.own != nil {
		c.loopOwn()
	} else {
		c.execute()
	}
}

// bounds sets the values of a7 with which Control.Check need not be called.
func (c *cpu) bounds() {
	c.core.lowest, c.core.span = 0, math.MaxUint32
	if c.mem.guards {
		c.core.lowest = c.control.LowestSP()
		c.core.span = c.control.StackTop() - c.core.lowest
	}
}

// byPackage executes an instruction by the package. It returns the cycles that it took,
// and whether the run continues.
func (c *cpu) byPackage(cycles uint64) (took int64, ok bool) {
	c.control.Left()
	m := c.chip
	before := m.Cycles()
	was := found{c.reg.D, c.reg.A, c.reg.PC}
	if !c.charge() {
		c.control.Check(was.pc, cycles)
		return 0, false
	}
	m.Step()
	took = int64(m.Cycles() - before)
	halted := m.Halted()
	if halted {
		c.refuseOdd(&was)
	}
	if (c.mem.guards || halted) && c.control.MustCheck(c.SP()) && !c.control.Check(was.pc, cycles+uint64(took)) {
		return 0, false
	}
	c.bounds()
	return took, true
}

// load takes the registers from the package. The flags are as instructions.txt describes
// them.
func (c *cpu) load() (pc, nf, zf, vf, cf, xf uint32) {
	copy(c.core.registers[:8], c.reg.D[:])
	copy(c.core.registers[8:], c.reg.A[:])
	nf, zf, vf, cf, xf = unpack(c.reg.SR)
	return c.reg.PC, nf, zf, vf, cf, xf
}

// store gives the registers to the package.
func (c *cpu) store(pc, nf, zf, vf, cf, xf uint32) {
	copy(c.reg.D[:], c.core.registers[:8])
	copy(c.reg.A[:], c.core.registers[8:])
	c.reg.PC = pc
	sr := c.reg.SR&^flags | uint16(cf) | uint16(vf>>31)<<1 | uint16(nf>>31)<<3 | uint16(xf)<<4
	if zf == 0 {
		sr |= flagZ
	}
	c.reg.SR = sr
}

// unpack returns the flags in SR as the core keeps them.
func unpack(sr uint16) (nf, zf, vf, cf, xf uint32) {
	n := uint32(sr)
	return n << 28 & (1 << 31), ^n & flagZ, n << 30 & (1 << 31), n & flagC, n >> 4 & 1
}

// loadMany loads the registers in a list from words or longwords at an address. It reports
// false, having changed nothing, if not all of them may be read.
func (c *cpu) loadMany(at uint32, list uint16, bytes uint32) bool {
	values := [16]uint32{}
	for i := range values {
		if list>>i&1 == 0 {
			continue
		}
		at &= 0xFFFFFF
		if at%2 != 0 || at > mapSize-bytes {
			return false
		}
		for b := range bytes {
			if c.mem.access[at+b]&emu.Readable == 0 {
				return false
			}
		}
		if bytes == 2 {
			values[i] = uint32(int32(int16(c.mem.word(at))))
		} else {
			values[i] = c.mem.long(at)
		}
		at += bytes
	}
	for i, v := range values {
		if list>>i&1 != 0 {
			c.core.registers[i] = v
		}
	}
	return true
}

// loadEvery loads a number from some bytes at every other address. It reports false if not
// all of them may be read.
func (c *cpu) loadEvery(at uint32, bytes int) (v uint32, ok bool) {
	for range bytes {
		if at &= 0xFFFFFF; at >= mapSize || c.mem.access[at]&emu.Readable == 0 {
			return 0, false
		}
		v = v<<8 | uint32(c.mem.data[at])
		at += 2
	}
	return v, true
}

// storeEvery stores some bytes of a number at every other address. It reports false, having
// changed nothing, if not all of them may be written.
func (c *cpu) storeEvery(at, v uint32, bytes int) bool {
	for i := range uint32(bytes) {
		if to := (at + 2*i) & 0xFFFFFF; to-RAMStart >= RAMSize {
			return false
		}
	}
	for i := range uint32(bytes) {
		c.mem.Write8((at+2*i)&0xFFFFFF, uint8(v>>(8*(uint32(bytes)-1-i))))
	}
	return true
}

// storeMany stores the registers in a list as words or longwords at an address. It reports
// false, having changed nothing, if not all of them may be written.
func (c *cpu) storeMany(at uint32, list uint16, bytes uint32) bool {
	for step := range 2 {
		to := at
		for i, v := range c.core.registers {
			if list>>i&1 == 0 {
				continue
			}
			to &= 0xFFFFFF
			switch {
			case step == 0:
				if to%2 != 0 || to-RAMStart > RAMSize-bytes {
					return false
				}
			case bytes == 2:
				c.mem.Write16(to, uint16(v))
			default:
				c.mem.Write32(to, v)
			}
			to += bytes
		}
	}
	return true
}
