package m68k

import (
	"reflect"
	"unsafe"

	chip "github.com/user-none/go-chip-m68k"

	"github.com/searchex/searchex/emu"
)

// cpu is the 68000's part of a machine.
type cpu struct {
	chip    *chip.CPU
	reg     *chip.Registers // in chip
	control *emu.Control
	mem     memory
	// code has the instruction at twice the index. Odd addresses have no
	// instruction.
	code []instruction
	core core
	// accesses counts, nil if nothing is counted.
	accesses *emu.Accesses
	// own is nil on a machine without options.
	own *own
}

var _ emu.CPU = (*cpu)(nil)

// instruction is what the loop has to know of the instruction at an address: 0,
// a timing that depends on operands, or why to call Attend before it.
type instruction uint8

const (
	watched instruction = 0x40
	// refused is not to be executed: no code, or not an instruction for
	// programs.
	refused instruction = 0x80
)

// Init fills the tables of code.
func (c *cpu) Init(control *emu.Control) {
	c.control, c.mem.control = control, control
	c.connect(&c.mem)
	size := uint32(mapSize)
	if c.own != nil {
		size = control.CodeSpan().End() + 1
	}
	c.code, c.core.entries = make([]instruction, size/2), make([]entry, size/2)
	if c.own != nil { // decodes what it executes
		for i := range c.code {
			c.code[i] = refused
		}
		return
	}
	c.core.unwatched = make([]entry, size/2)
	for addr := uint32(0); addr < size; addr += 2 {
		c.decode(addr)
	}
}

// connect makes the chip anew, since it keeps its bus.
func (c *cpu) connect(b chip.Bus) {
	c.chip = chip.New(b)
	c.reg = registersOf(c.chip)
}

// registersOf is where a chip has its registers. It gives away copies only, and one
// for each instruction would take a third of the machine's speed.
func registersOf(m *chip.CPU) *chip.Registers {
	field, ok := reflect.TypeFor[chip.CPU]().FieldByName("reg")
	if !ok || field.Type != reflect.TypeFor[chip.Registers]() {
		panic("m68k: go-chip-m68k has its registers elsewhere")
	}
	return (*chip.Registers)(unsafe.Add(unsafe.Pointer(m), field.Offset))
}

// decode brings the instruction at an even address up to date.
func (c *cpu) decode(addr uint32) {
	c.code[addr/2] = c.decoded(addr)
	c.decodeCore(addr)
}

// decoded returns what the loop has to know of the instruction at an even address.
func (c *cpu) decoded(addr uint32) instruction {
	i := refused
	if code := c.control.Code(addr); len(code) >= 2 {
		if f := c.formOf(c.mem.word(addr)); f.words > 0 && len(code) >= 2*int(f.words) {
			i = instruction(f.timing)
		}
	}
	if c.control.Watched(addr) {
		i |= watched
	}
	return i
}

// longest is the length of the longest instruction.
const longest = 10

// Changed decodes again the instructions that addr may be a part of.
func (c *cpu) Changed(addr uint32) {
	addr &^= 1
	for back := uint32(0); back < longest && back <= addr; back += 2 {
		if at := addr - back; c.own == nil {
			c.decode(at)
		} else if int(at/2) < len(c.code) { // is decoded when it is executed next
			c.code[at/2], c.core.entries[at/2] = refused, entry{}
		}
	}
}

// at returns the instruction at an address, which may be odd or outside the map.
func (c *cpu) at(pc uint32) instruction {
	if pc%2 != 0 || int(pc/2) >= len(c.code) {
		return refused
	}
	return c.code[pc/2]
}

// Refused says why the machine does not execute the code at addr, if so.
func (c *cpu) Refused(addr uint32) (kind emu.FaultKind, why string) {
	if c.own != nil {
		c.redecode(addr)
	}
	if c.at(addr)&refused == 0 {
		return 0, ""
	}
	if why = c.unsupported(addr); why == "" {
		return emu.Undefined, c.undocumented(addr)
	}
	return emu.Unsupported, why
}

// supervisor is SR with no flag set: supervisor mode, no interrupts.
const supervisor = 0x2700

// Reset sets A7 and PC from their vectors and all other registers to 0.
func (c *cpu) Reset() {
	r := chip.Registers{SR: supervisor, PC: c.mem.long(4)}
	r.A[7] = c.mem.long(0)
	if c.own != nil {
		c.own.lines = lines{}
	}
	c.set(r)
}

// Enter sets PC, and A7 to the return address home.
func (c *cpu) Enter(addr uint32) {
	r := *c.reg
	r.PC = addr
	r.A[7] = c.control.StackTop() - 4
	if c.own != nil {
		c.own.stopped = false
	}
	c.mem.Write32(r.A[7], c.control.Home())
	c.set(r)
}

// set sets all registers. The chip counts from 0 then, and goes on if it had
// halted.
func (c *cpu) set(r chip.Registers) {
	settle(&r)
	c.chip.SetState(r)
}

// PC is the address of the instruction to be executed next.
func (c *cpu) PC() uint32 { return c.reg.PC }

// SP is the stack pointer.
func (c *cpu) SP() uint32 { return c.reg.A[7] }

// Save returns all registers. The chip's own copies of A7 and of the opcode, which
// depend on the core, are not among them.
func (c *cpu) Save() any {
	r := *c.reg
	settle(&r)
	r.IR = 0
	if c.own != nil {
		return saved{r, c.own.lines}
	}
	return r
}

// Load sets all registers to saved ones.
func (c *cpu) Load(registers any) {
	if c.own != nil {
		s := registers.(saved)
		c.own.lines = s.lines
		c.set(s.registers)
		return
	}
	c.set(registers.(chip.Registers))
}

// SetMemory chooses how the 68000 sees the memory.
func (c *cpu) SetMemory(guards bool, counts *emu.Accesses) {
	c.mem.guards = guards
	if counts == c.accesses {
		return
	}
	was, bus := *c.reg, chip.Bus(&c.mem)
	if c.accesses = counts; counts != nil {
		counts.Fetch(0, 8) // the vectors, which a new chip reads
		bus = &counted{bus, counts}
	}
	c.connect(bus)
	c.set(was)
}

// RunPackage executes instructions until the run ends.
func (c *cpu) RunPackage() {
	if c.own != nil {
		c.loopOwn()
		return
	}
	m, reg, guards := c.chip, c.reg, c.mem.guards
	var was found
	cycles, next := c.control.Due()
	before := cycles - m.Cycles()
	for {
		if i := c.at(reg.PC); i != 0 || cycles >= next {
			var ok bool
			if i >= watched || cycles >= next {
				if cycles, next, ok = c.control.Attend(cycles); !ok {
					return
				}
				before = cycles - m.Cycles()
			}
			if !c.charge() {
				c.control.Check(reg.PC, cycles)
				return
			}
		}
		was.d, was.a, was.pc = reg.D, reg.A, reg.PC
		m.Step()
		cycles = before + m.Cycles()
		halted := m.Halted()
		if halted {
			c.refuseOdd(&was)
		}
		if (guards || halted) && c.control.MustCheck(reg.A[7]) && !c.control.Check(was.pc, cycles) {
			return
		}
	}
}

// Step executes one instruction with all that Run does but the check.
func (c *cpu) Step() (emu.Executed, bool) {
	if c.own != nil {
		return c.stepOwn()
	}
	return c.step()
}

func (c *cpu) step() (emu.Executed, bool) {
	cycles, next := c.control.Due()
	if c.at(c.reg.PC) >= watched || cycles >= next {
		var ok bool
		if cycles, _, ok = c.control.Attend(cycles); !ok {
			return emu.Executed{}, false
		}
	}
	before := cycles - c.chip.Cycles()
	was := found{c.reg.D, c.reg.A, c.reg.PC}
	if !c.charge() {
		return emu.Executed{PC: was.pc, SP: c.SP(), Cycles: cycles}, true
	}
	form := c.formOf(c.mem.word(was.pc))
	if c.accesses != nil {
		c.accesses.Fetch(was.pc, 2*uint32(form.words))
	}
	c.chip.Step()
	cycles = before + c.chip.Cycles()
	if c.chip.Halted() {
		c.refuseOdd(&was)
	}
	return emu.Executed{PC: was.pc, SP: c.SP(), Cycles: cycles, Flow: form.flow}, true
}

// ReturnAt looks for a longword on the stack that points behind a call.
func (c *cpu) ReturnAt(sp uint32) (addr uint32, ok bool) {
	addr = c.mem.long(sp)
	if addr%2 != 0 {
		return addr, false
	}
	for words := uint32(1); words <= 3; words++ {
		call := addr - 2*words
		if code := c.control.Code(call); len(code) < 2 {
			continue
		}
		if f := formOf(c.mem.word(call)); f.flow == emu.Calls && uint32(f.words) == words {
			return addr, true
		}
	}
	return addr, false
}
