package z80

import "math/bits"

// core is what the predecoded core knows about each address: the instruction there,
// decoded into a word. Its low ten bits are the number of the case in Run, the upper half
// the operand.
type core struct {
	entries [0x10000]uint32
	// unwatched has the same without the watches.
	unwatched [0x10000]uint32
	// end is the cycle count at the end of the stretch, next the one at which
	// Control.Attend is due.
	end, next uint64
	// lowest and top are bounds of SP: beyond them the package executes the
	// instruction, and Control.Check follows.
	lowest, top uint16
	// left are the cycles that are left, between two calls of execute.
	left int64
}

// attends is the case of entries that Control.Attend must look at first. Case 0 is the
// package's.
const attends = 0x3FF

// form is the case of an opcode and the operand that its entry has.
type form struct {
	number, length uint16
	operand
}

// operand is a kind of operand of an entry.
type operand uint8

const (
	none operand = iota
	// inCode are the two bytes behind the opcode.
	inCode
	// target is the address to which a relative jump goes.
	target
	// mask is that of the bit that bits 3 to 5 of the opcode name.
	mask
	// displacementAndMask is a displacement, before the opcode, and a mask.
	displacementAndMask
)

// decodeCore brings the entry of addr up to date, after decode.
func (c *cpu) decodeCore(addr uint16) {
	e, bytes := c.entry(addr)
	end := addr + bytes
	if n := uint16(e & 0x3FF); e != attends && sequences[n] != nil {
		n, end = c.sequenceAt(end, n)
		e = e&^0x3FF | uint32(n)
	}
	if c.own != nil {
		c.mem.marks(addr, end)
		for at := addr + bytes; at != end; at += bytes { // the case reads the entries of all
			c.redecode(at)
			_, bytes = c.entry(at)
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

// sequenceAt returns the case of the longest sequence that begins with an instruction's case
// and goes on at addr, with no watch there, or that case, and where its instructions end.
func (c *cpu) sequenceAt(addr, first uint16) (number, end uint16) {
	var behind, ends [2]uint16
	at := addr
	for i := range behind {
		e, bytes := c.entry(at)
		if e == 0 || bytes == 0 || c.instruction(at)&watched != 0 {
			break
		}
		behind[i] = uint16(e & 0x3FF)
		at += bytes
		ends[i] = at
	}
	for _, s := range sequences[first] {
		switch s.behind {
		case behind:
			return s.number, at
		case [2]uint16{behind[0]}:
			return s.number, ends[0]
		}
	}
	return first, addr
}

// instruction returns what the loop has to know of the instruction at addr. A machine with
// options has not decoded what it has not executed.
func (c *cpu) instruction(addr uint16) instruction {
	if c.own == nil {
		return c.code[addr]
	}
	return c.decoded(addr)
}

// entry returns the entry of the instruction at addr alone, and its length, or 0 if it has no
// case on a machine without options.
func (c *cpu) entry(addr uint16) (e uint32, bytes uint16) {
	if c.instruction(addr)&refused != 0 {
		return attends, 0
	}
	code := c.control.Code(uint32(addr))
	if len(code) >= 4 { // otherwise the end of the code may cut it off
		e, bytes = entryOf(addr, [4]byte(code))
	}
	if c.own == nil {
		return e, bytes
	}
	if bytes == 0 {
		var b [4]byte
		copy(b[:], code)
		bytes = uint16(length(b))
	}
	if !c.mem.written(addr, addr+bytes) {
		e = 0 // a guard may refuse it
	}
	return e, bytes
}

// entryOf returns the entry of the instruction with up to four bytes at addr, and its length.
func entryOf(addr uint16, b [4]byte) (e uint32, length uint16) {
	forms, at := &baseForms, 0
	switch b[0] {
	case 0xCB:
		forms, at = &cbForms, 1
	case 0xED:
		forms, at = &edForms, 1
	case 0xDD, 0xFD:
		prefixed, bits := &ddForms, &ddcbForms
		if b[0] == 0xFD {
			prefixed, bits = &fdForms, &fdcbForms
		}
		forms, at = prefixed, 1
		if b[1] == 0xCB {
			forms, at = bits, 3
		}
	}
	f := forms[b[at]]
	e = uint32(f.number)
	bit := uint32(1) << (b[at] >> 3 & 7)
	switch f.operand {
	case inCode:
		if at == 3 {
			at = 1 // ddcb: the displacement comes before the opcode
		}
		e |= uint32(b[at+1]) << 16
		if at < 2 {
			e |= uint32(b[at+2]) << 24
		}
	case target:
		e |= uint32(addr+2+uint16(int8(b[1]))) << 16
	case mask:
		e |= bit << 16
	case displacementAndMask:
		e |= uint32(b[2])<<16 | bit<<24
	}
	return e, f.length
}

// stretch is the greatest number of cycles that are counted down at a time, so that the
// number of fetches of opcodes fits beside them.
const stretch = 1 << 22

// begin begins to count down the cycles to the next call of Control.Attend, or to the end
// of a stretch. The result has the cycles from bit 24 on; below, it counts the fetches of
// opcodes, for R.
func (k *core) begin(cycles, next uint64) (left int64) {
	n := min(next-min(next, cycles), stretch)
	k.end, k.next = cycles+n, next
	return int64(n) << 24
}

// cycles returns the cycle count.
func (k *core) cycles(left int64) uint64 { return k.end - uint64(left>>24) }

// bounds sets the least and the greatest value of SP with which Control.Check need not be
// called.
func (c *cpu) bounds() {
	c.core.lowest, c.core.top = 0, 0xFFFF
	if c.mem.guards {
		c.core.lowest, c.core.top = uint16(c.control.LowestSP()), uint16(c.control.StackTop())
	}
}

// byPackage executes an instruction by the package. It returns the cycle count, and
// whether the run continues.
func (c *cpu) byPackage(cycles uint64) (uint64, bool) {
	c.control.Left()
	z := &c.z80
	pc := z.PC
	i := c.code[pc]
	cycles += c.one(i)
	if c.mem.guards && c.control.MustCheck(uint32(z.SP)) && !c.control.Check(uint32(pc), cycles) {
		return 0, false
	}
	c.bounds()
	return cycles, true
}

// Run executes instructions until the run ends.
func (c *cpu) Run() {
	if c.own != nil {
		c.runOwn()
		return
	}
	k := &c.core
	c.bounds()
	k.left = k.begin(c.control.Due())
	entries := &k.entries
	for {
		attend := k.left < 1<<24
		if !attend {
			attend = c.execute(entries[c.z80.PC])
		}
		entries = &k.entries
		c.refresh()
		cycles := k.cycles(k.left)
		switch ok := true; {
		case !attend:
			if cycles, ok = c.byPackage(cycles); !ok {
				return
			}
		case k.left >= 1<<24 || cycles >= k.next:
			if cycles, k.next, ok = c.control.Attend(cycles); !ok {
				return
			}
			entries = &k.unwatched
		}
		k.left = k.begin(cycles, k.next)
	}
}

// refresh adds the fetches of opcodes to R.
func (c *cpu) refresh() {
	r := &c.z80.IR.Lo
	*r = *r&0x80 | (*r+uint8(c.core.left))&0x7F
}

// The bits of F that regs.go does not name.
const (
	flagN   = 0x02
	flagH   = 0x10
	flagsXY = 0x28 // those that Zilog does not document
)

// The flags of a result: without and with the flags xy, with its parity too, after inc and
// after dec; and those of the carries out of each bit of a sum, and of a difference.
var (
	sz, szxy, szp, incremented, decremented [256]uint8
	carries, borrows                        [512]uint8
)

func init() {
	for i := range 256 {
		f := uint8(i) & flagS
		if i == 0 {
			f |= flagZ
		}
		sz[i] = f
		f |= uint8(i) & flagsXY
		szxy[i], szp[i], incremented[i], decremented[i] = f, f, f, f|flagN
		if bits.OnesCount8(uint8(i))%2 == 0 {
			szp[i] |= flagP
		}
		if i&0x0F == 0 {
			incremented[i] |= flagH
		}
		if i&0x0F == 0x0F {
			decremented[i] |= flagH
		}
	}
	incremented[0x80] |= flagP
	decremented[0x7F] |= flagP
	for c := range 512 {
		carries[c] = uint8(c)&flagH | uint8(c>>6^c>>5)&flagP | uint8(c>>8)&flagC
		borrows[c] = carries[c] | flagN
	}
}
