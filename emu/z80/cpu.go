package z80

import (
	koron "github.com/koron-go/z80"

	"github.com/searchex/searchex/emu"
)

// cpu is the Z80's part of a machine.
type cpu struct {
	z80     koron.CPU
	control *emu.Control
	timing  *timing
	mem     memory
	code    [0x10000]instruction
	core    core
	// accesses counts, nil if nothing is counted.
	accesses *emu.Accesses
	// own is nil on a machine without options.
	own *own
}

var _ emu.CPU = (*cpu)(nil)

// Init fills the tables of code.
func (c *cpu) Init(control *emu.Control) {
	c.control, c.mem.control = control, control
	c.z80.RETIHandler = restore{&c.z80}
	if c.own != nil { // decodes what it executes
		for a := range c.code {
			c.code[a], c.core.entries[a] = refused, attends
		}
		return
	}
	for a := range c.code {
		c.decode(uint16(a))
	}
	for a := range c.code {
		c.decodeCore(uint16(a))
	}
}

// decode brings code[addr] up to date.
func (c *cpu) decode(addr uint16) { c.code[addr] = c.decoded(addr) }

// decoded returns what the loop has to know of the instruction at addr.
func (c *cpu) decoded(addr uint16) instruction {
	i := refused
	if code := c.control.Code(uint32(addr)); code != nil {
		var b [4]byte
		copy(b[:], code)
		i = c.timing.decode(b)
	}
	if c.control.Watched(uint32(addr)) {
		i |= watched
	}
	return i
}

// Changed brings the instructions up to date that addr may be a part of: the
// timing of an instruction depends on four bytes at most. With options they are decoded
// when they are executed next.
func (c *cpu) Changed(addr uint32) {
	if c.own != nil {
		for i := range min(addr+1, 12) {
			c.code[addr-i] = refused
			c.core.entries[addr-i] |= attends // the operand stays, for a sequence that ends before addr
		}
		return
	}
	for i := range min(addr+1, 4) {
		c.decode(uint16(addr - i))
	}
	for i := range min(addr+1, 12) { // three instructions are executed by one case
		c.decodeCore(uint16(addr - i))
	}
}

// Refused says why the machine does not execute the code at addr, if so.
func (c *cpu) Refused(addr uint32) (kind emu.FaultKind, why string) {
	if c.own != nil {
		c.redecode(uint16(addr))
	}
	if c.code[addr]&refused == 0 {
		return 0, ""
	}
	code := c.control.Code(addr)
	if why = unsupported(code); why == "" {
		return emu.Undefined, undocumented(code)
	}
	return emu.Unsupported, why
}

// Reset sets all registers to 0 but SP.
func (c *cpu) Reset() {
	c.z80.States = koron.States{}
	if c.own != nil {
		c.own.lines = lines{}
	}
	c.z80.SP = uint16(c.control.StackTop())
}

// Enter sets PC, and SP to the return address home.
func (c *cpu) Enter(addr uint32) {
	c.z80.PC = uint16(addr)
	sp := uint16(c.control.StackTop()) - 2
	home := c.control.Home()
	c.mem.Set(sp, byte(home&0xFF))
	c.mem.Set(sp+1, byte(home>>8))
	c.z80.SP = sp
	if c.own != nil {
		c.own.halted, c.own.enabling, c.own.looked = false, false, false
	}
}

// PC is the address of the instruction to be executed next.
func (c *cpu) PC() uint32 { return uint32(c.z80.PC) }

// SP is the stack pointer.
func (c *cpu) SP() uint32 { return uint32(c.z80.SP) }

// Save returns all registers.
func (c *cpu) Save() any {
	if c.own != nil {
		return saved{c.z80.States, c.own.lines}
	}
	return c.z80.States
}

// Load sets all registers to saved ones.
func (c *cpu) Load(registers any) {
	if c.own != nil {
		s := registers.(saved)
		c.z80.States, c.own.lines = s.registers, s.lines
		return
	}
	c.z80.States = registers.(koron.States)
}

// SetMemory chooses how the Z80 sees the memory.
func (c *cpu) SetMemory(guards bool, counts *emu.Accesses) {
	c.mem.guards, c.accesses, c.z80.Memory = guards, counts, &c.mem
	if counts != nil {
		c.z80.Memory = &counted{c.z80.Memory, counts}
	}
}

// RunPackage executes instructions until the run ends.
func (c *cpu) RunPackage() {
	if c.own != nil {
		c.loopOwn()
	} else {
		c.loop()
	}
}

// loop runs a machine without options.
//
// One load gets everything about an instruction, and most instructions add only a
// constant to the cycles.
func (c *cpu) loop() {
	z, guards := &c.z80, c.mem.guards
	cycles, next := c.control.Due()
	for {
		pc := z.PC
		i := c.code[pc]
		if i <= plain && cycles < next {
			cycles += uint64(i)
			z.Step()
		} else {
			if i >= watched || cycles >= next {
				var ok bool
				if cycles, next, ok = c.control.Attend(cycles); !ok {
					return
				}
				pc = z.PC
				i = c.code[pc]
			}
			cycles += c.one(i)
		}
		if guards && c.control.MustCheck(uint32(z.SP)) && !c.control.Check(uint32(pc), cycles) {
			return
		}
	}
}

// Step executes one instruction with all that RunPackage does but the check.
func (c *cpu) Step() (emu.Executed, bool) {
	if c.own != nil {
		return c.stepOwn()
	}
	return c.step()
}

func (c *cpu) step() (emu.Executed, bool) {
	z := &c.z80
	cycles, next := c.control.Due()
	if c.code[z.PC] >= watched || cycles >= next {
		var ok bool
		if cycles, _, ok = c.control.Attend(cycles); !ok {
			return emu.Executed{}, false
		}
	}
	pc, sp := z.PC, z.SP
	op, second := c.mem.data[pc], c.mem.data[pc+1] // which the instruction may change
	if c.own != nil {
		c.own.opcode = [2]uint8{op, second}
	}
	i := c.code[pc]
	if c.accesses != nil {
		c.accesses.Fetch(uint32(pc), uint32(length([4]byte{c.mem.data[pc], c.mem.data[pc+1], c.mem.data[pc+2], c.mem.data[pc+3]})))
	}
	cycles += c.one(i)
	return emu.Executed{PC: uint32(pc), SP: uint32(z.SP), Cycles: cycles, Flow: flow(op, second, z.SP-sp)}, true
}

// one executes the instruction at PC, which is i, and returns its T-states.
func (c *cpu) one(i instruction) uint64 {
	z := &c.z80
	pc, states := z.PC, i.states(z.AF.Lo, z.BC.Hi)
	if i&ports != 0 {
		c.stepPorts()
	} else {
		z.Step()
	}
	return states + i.after(z, pc)
}

// states is the T-states of an instruction about to be executed, but for the
// repeat of a block.
func (i instruction) states(f, b uint8) uint64 {
	states := uint64(i & 0xFF)
	if i&kind == djnz {
		if b != 1 {
			states += i.more()
		}
	} else if mask := uint8(i >> 8); mask != 0 && f&mask == uint8(i>>16) {
		states += i.more()
	}
	return states
}

// after is what an instruction executed at pc adds to that.
func (i instruction) after(z *koron.CPU, pc uint16) uint64 {
	switch i & kind {
	case block:
		if z.PC == pc {
			return i.more()
		}
	case indexBit:
		r := z.IR.Lo
		z.IR.Lo = r&0x80 | (r-1)&0x7F
	}
	return 0
}

// more returns the further T-states of a condition that holds or a block that
// repeats.
func (i instruction) more() uint64 { return uint64(i >> 24 & 7) }

// flow returns whether an opcode of one or two bytes, which has moved the stack
// pointer, called, returned, or jumped to an address in a register.
func flow(op, second byte, moved uint16) emu.Flow {
	const called, returned = ^uint16(1), 2
	switch {
	case op == 0xCD || op&0xC7 == 0xC4 || op&0xC7 == 0xC7: // call, call cc, rst
		if moved == called {
			return emu.Calls
		}
	case op == 0xC9 || op&0xC7 == 0xC0 || op == 0xED && (second == 0x45 || second == 0x4D): // ret, ret cc, retn, reti
		if moved == returned {
			return emu.Returns
		}
	case op == 0xE9 || op&0xDF == 0xDD && second == 0xE9: // jp (hl), jp (ix), jp (iy)
		return emu.Jumps
	}
	return emu.GoesOn
}

// ReturnAt looks for a word on the stack that points behind a call or an rst.
func (c *cpu) ReturnAt(sp uint32) (addr uint32, ok bool) {
	r := uint32(c.mem.data[sp]) | uint32(c.mem.data[sp+1])<<8
	opcode := func(back uint32) byte {
		if code := c.control.Code(r - back); code != nil {
			return code[0]
		}
		return 0
	}
	op := opcode(3)
	return r, op&0xC7 == 0xC4 || op == 0xCD || opcode(1)&0xC7 == 0xC7
}
