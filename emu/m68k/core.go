package m68k

import (
	"encoding/binary"
	"math"
	"math/bits"
	"sync"

	"github.com/searchex/searchex/emu"
)

// core is what the predecoded core knows about each even address, and its registers
// while it runs.
type core struct {
	// entries are at half their address. A machine with options decodes an instruction when it
	// is first executed.
	entries []entry
	// unwatched has the same without the watches. A machine with options has none.
	unwatched []entry
	// registers are d0 to d7, a0 to a7 and noRegister, which is 0.
	registers [32]uint32
	// end is the cycle count at which none is left, left are those that are left between two
	// calls of execute.
	end  uint64
	left int64
	// Control.Check follows if a7 is not one of span+1 values from lowest on.
	lowest, span uint32
}

// entry is a decoded instruction.
type entry struct {
	// number is that of the case in Run; 0 is the package's.
	number uint16
	length uint8 // in bytes
	// x and y are registers, 8 to 15 for a0 to a7; xi and yi index registers, with
	// longIndex. more are the cycles that absolute longwords take more than others.
	x, y, xi, yi, more uint8
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
	// noRegister is where an address does not begin with a register.
	noRegister = 16
)

// attention is the entry where there is none.
var attention = entry{number: attends}

// exit is why execute has ended.
type exit uint8

const (
	// ends: Control.Check has ended the run.
	ends exit = iota
	// attending: Control.Attend is due before the instruction at PC.
	attending
	// leaving: the package is to execute the instruction at PC.
	leaving
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
	e := attention
	if c.code[addr/2]&refused == 0 {
		e = c.entryOf(addr)
		if c.own != nil && !c.mem.decodes(addr, 2*uint32(c.formOf(c.mem.word(addr)).words)) {
			e = entry{} // a guard may refuse it
		}
	}
	if c.own == nil {
		c.core.unwatched[addr/2] = e
	}
	if c.code[addr/2]&watched != 0 {
		e.number = attends
	}
	c.core.entries[addr/2] = e
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
		switch {
		case mode >= 1 && mode <= 6:
			*number = uint8(register) | 8
		case mode == 7:
			*number = noRegister
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
			e.more += 4
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
		if e.more > 0 && op&0xFF80 == 0x4E80 { // jmp, jsr
			e.more = 2
		}
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
func (k *core) begin(cycles, next uint64) {
	k.left = int64(min(next-min(next, cycles), 1<<62))
	k.end = cycles + uint64(k.left)
}

// cycles returns the cycle count.
func (k *core) cycles() uint64 { return k.end - uint64(k.left) }

// at returns the entry from which execute begins at an address.
func (k *core) at(pc uint32) *entry {
	if k.left <= 0 || pc%2 != 0 || int(pc/2) >= len(k.entries) {
		return &attention
	}
	return &k.entries[pc/2]
}

// Run executes instructions until the run ends.
func (c *cpu) Run() {
	if c.own != nil {
		c.runOwn()
		return
	}
	k := &c.core
	c.bounds()
	k.begin(c.control.Due())
	for e := k.at(c.reg.PC); ; {
		switch c.execute(e) {
		case ends:
			return
		case attending:
			cycles, next, ok := c.control.Attend(k.cycles())
			if !ok {
				return
			}
			k.begin(cycles, next)
			e = &k.unwatched[c.reg.PC/2]
		case leaving:
			took, ok := c.byPackage(k.cycles())
			if !ok {
				return
			}
			k.left -= took
			e = k.at(c.reg.PC)
		}
	}
}

// inBounds reports whether the run continues after the instruction at an address, which has left
// the stack deeper than before or above its top.
func (c *cpu) inBounds(pc uint32) bool {
	if c.control.MustCheck(c.SP()) && !c.control.Check(pc, c.core.cycles()) {
		return false
	}
	c.bounds()
	return true
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

// store gives the registers to the package, and keeps the cycles that are left.
func (c *cpu) store(pc, nf, zf, vf, cf, xf uint32, left int64) {
	c.core.left = left
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
func (c *cpu) loadMany(at uint32, list uint16, size uint32) bool {
	m := &c.mem
	end := c.endOfMany(at, list, size)
	if end == 0 {
		return false
	}
	at &= 0xFFFFFF
	for i := at; i < end; i += 2 {
		if binary.BigEndian.Uint16(m.access[i:])&readable16 != readable16 {
			return false
		}
	}
	for ; list != 0; list &= list - 1 {
		v := &c.core.registers[bits.TrailingZeros16(list)]
		if size == 2 {
			*v = uint32(int32(int16(binary.BigEndian.Uint16(m.data[at:]))))
		} else {
			*v = binary.BigEndian.Uint32(m.data[at:])
		}
		at += size
	}
	return true
}

// storeMany stores the registers in a list as words or longwords at an address. It reports
// false, having changed nothing, if not all of them may be written.
func (c *cpu) storeMany(at uint32, list uint16, size uint32) bool {
	m := &c.mem
	end := c.endOfMany(at, list, size)
	if end == 0 {
		return false
	}
	at &= 0xFFFFFF
	for i := at; i < end; i += 2 {
		if binary.BigEndian.Uint16(m.access[i:])&(writable16|decoded16) != writable16 {
			return false
		}
	}
	for i := at; i < end; i += 2 {
		binary.BigEndian.PutUint16(m.access[i:], open16)
	}
	for ; list != 0; list &= list - 1 {
		v := c.core.registers[bits.TrailingZeros16(list)]
		if size == 2 {
			binary.BigEndian.PutUint16(m.data[at:], uint16(v))
		} else {
			binary.BigEndian.PutUint32(m.data[at:], v)
		}
		at += size
	}
	return true
}

// endOfMany returns where words or longwords end, one for each register in a list, or 0 if they
// are odd or not all in memory.
func (c *cpu) endOfMany(at uint32, list uint16, size uint32) uint32 {
	at &= 0xFFFFFF
	end := at + size*uint32(bits.OnesCount16(list))
	if at%2 != 0 || uint64(end) > uint64(len(c.mem.access)) {
		return 0
	}
	return end
}

// loadEvery loads a number from some bytes at every other address. It reports false if not
// all of them may be read.
func (c *cpu) loadEvery(at uint32, bytes int) (v uint32, ok bool) {
	for range bytes {
		if at &= 0xFFFFFF; !c.mem.may(at, emu.Readable) {
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
		if to := (at + 2*i) & 0xFFFFFF; !c.mem.may(to, emu.Writable) || c.mem.may(to, emu.Decoded) {
			return false
		}
	}
	for i := range uint32(bytes) {
		c.mem.Write8((at+2*i)&0xFFFFFF, uint8(v>>(8*(uint32(bytes)-1-i))))
	}
	return true
}
