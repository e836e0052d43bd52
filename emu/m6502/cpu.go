package m6502

import (
	beevik "github.com/beevik/go6502/cpu"

	"github.com/searchex/searchex/emu"
)

// cpu is the 6502's part of a machine.
type cpu struct {
	m6502   *beevik.CPU
	control *emu.Control
	mem     memory
	code    [0x10000]instruction
	core    core
	// accesses counts, nil if nothing is counted.
	accesses *emu.Accesses
	// own is nil on a machine without options.
	own *own
}

var _ emu.CPU = (*cpu)(nil)

// instruction is what the loop has to know of the instruction at an address:
// 0, or why to call Attend before it.
type instruction uint8

const (
	watched instruction = 1 << iota
	// pulls is plp, which Defined looks at each time.
	pulls
	// refused is not to be executed: no code, or not an instruction for
	// programs.
	refused
)

// The opcodes that the machine knows something of.
const (
	opBRK         = 0x00
	opJSR         = 0x20
	opPLP         = 0x28
	opRTI         = 0x40
	opRTS         = 0x60
	opJMPIndirect = 0x6C
	opSED         = 0xF8
)

// instructionSet is made here because go6502 makes it when it is first asked,
// and two machines may be made at the same time.
var instructionSet = beevik.GetInstructionSet(beevik.NMOS)

// Init fills the tables of code.
func (c *cpu) Init(control *emu.Control) {
	c.control, c.mem.control = control, control
	c.m6502 = beevik.NewCPU(beevik.NMOS, &c.mem)
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
	code := c.control.Code(uint32(addr))
	i := decode(code)
	if c.own != nil {
		i = c.own.permits(code, i)
	}
	if c.control.Watched(uint32(addr)) {
		i |= watched
	}
	return i
}

// decode returns the instruction at the beginning of some code. Refused are:
//   - undocumented instructions, and those that the end of the code cuts off;
//   - brk and rti, since there are no interrupts;
//   - sed, since go6502 does not set the 6502's flags in decimal mode;
//   - a jmp through the last byte of a page, whose target's high byte a 6502
//     takes from that page's beginning.
func decode(code []byte) instruction {
	if len(code) == 0 {
		return refused
	}
	in := instructionSet.Lookup(code[0])
	switch {
	case in.Name == "???" || len(code) < int(in.Length):
		return refused
	case in.Opcode == opBRK || in.Opcode == opRTI || in.Opcode == opSED:
		return refused
	case in.Opcode == opJMPIndirect && code[1] == 0xFF:
		return refused
	case in.Opcode == opPLP:
		return pulls
	}
	return 0
}

// Changed decodes again the instructions that addr may be a part of: with options when they
// are executed next.
func (c *cpu) Changed(addr uint32) {
	if c.own != nil {
		for i := range uint16(9) {
			c.code[uint16(addr)-i] = refused
			c.core.entries[uint16(addr)-i] |= attends // the operand stays, for a sequence that ends before addr
		}
		return
	}
	for i := range uint16(3) {
		c.decode(uint16(addr) - i)
	}
	for i := range uint16(9) { // three instructions are executed by one case
		c.decodeCore(uint16(addr) - i)
	}
}

// Refused says why the machine does not execute the code at addr, if so. A plp must
// not switch on decimal mode.
func (c *cpu) Refused(addr uint32) (kind emu.FaultKind, why string) {
	if c.own != nil {
		c.redecode(uint16(addr))
	}
	i := c.code[addr]
	decimal := i&pulls != 0 && c.mem.data[stackPage+uint16(c.m6502.Reg.SP+1)]&beevik.DecimalBit != 0
	if i&refused == 0 && !decimal {
		return 0, ""
	}
	code := c.control.Code(addr)
	if c.own != nil && c.own.Interrupts && code[0] == opRTI {
		return emu.Unsupported, "rti with D set: no decimal mode"
	}
	if why = unsupported(code); why == "" {
		return emu.Undefined, undocumented(code)
	}
	return emu.Unsupported, why
}

// resetVector is where the address lies at which the CPU begins.
const resetVector = 0xFFFC

// Reset sets PC from its vector and all other registers to 0 but S; interrupts
// are disabled.
func (c *cpu) Reset() {
	c.m6502.Reg = beevik.Registers{
		InterruptDisable: true, SP: c.emptyStack(),
		PC: uint16(c.mem.data[resetVector]) | uint16(c.mem.data[resetVector+1])<<8,
	}
	if c.own != nil {
		c.own.lines = lines{masked: true}
	}
}

// emptyStack is S when the stack is empty.
func (c *cpu) emptyStack() uint8 { return uint8(c.control.StackTop() - 1) }

// Enter sets PC, and S to the return address, which is 1 less than home.
func (c *cpu) Enter(addr uint32) {
	back := uint16(c.control.Home() - 1)
	c.m6502.Reg.PC = uint16(addr)
	if c.own != nil {
		c.own.entered = false
	}
	s := c.emptyStack()
	c.mem.StoreByte(stackPage+uint16(s), byte(back>>8))
	c.mem.StoreByte(stackPage+uint16(s-1), byte(back))
	c.m6502.Reg.SP = s - 2
}

// PC is the address of the instruction to be executed next.
func (c *cpu) PC() uint32 { return uint32(c.m6502.Reg.PC) }

// SP is the address above the free byte that S names.
func (c *cpu) SP() uint32 { return stackPage + uint32(c.m6502.Reg.SP) + 1 }

// Save returns all registers.
func (c *cpu) Save() any {
	if c.own != nil {
		return saved{c.m6502.Reg, c.own.lines}
	}
	return c.m6502.Reg
}

// Load sets all registers to saved ones.
func (c *cpu) Load(registers any) {
	if c.own != nil {
		s := registers.(saved)
		c.m6502.Reg, c.own.lines = s.registers, s.lines
		return
	}
	c.m6502.Reg = registers.(beevik.Registers)
}

// SetMemory chooses how the 6502 sees the memory.
func (c *cpu) SetMemory(guards bool, counts *emu.Accesses) {
	c.mem.guards, c.accesses, c.m6502.Mem = guards, counts, &c.mem
	if counts != nil {
		c.m6502.Mem = &counted{c.m6502.Mem, counts}
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
func (c *cpu) loop() {
	m, guards := c.m6502, c.mem.guards
	var next uint64
	m.Cycles, next = c.control.Due()
	for {
		if c.code[m.Reg.PC] != 0 || m.Cycles >= next {
			var ok bool
			if m.Cycles, next, ok = c.control.Attend(m.Cycles); !ok {
				return
			}
		}
		pc := m.Reg.PC
		m.Step()
		if guards && c.control.MustCheck(c.SP()) && !c.control.Check(uint32(pc), m.Cycles) {
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
	m := c.m6502
	var next uint64
	m.Cycles, next = c.control.Due()
	if c.code[m.Reg.PC] != 0 || m.Cycles >= next {
		var ok bool
		if m.Cycles, _, ok = c.control.Attend(m.Cycles); !ok {
			return emu.Executed{}, false
		}
	}
	pc := m.Reg.PC
	op := c.mem.data[pc] // which the instruction may change
	if c.own != nil {
		c.own.opcode = op
	}
	if c.accesses != nil {
		c.accesses.Fetch(uint32(pc), 1) // operands are read by LoadBytes
	}
	m.Step()
	e := emu.Executed{PC: uint32(pc), SP: c.SP(), Cycles: m.Cycles}
	switch op {
	case opJSR:
		e.Flow = emu.Calls
	case opRTS:
		e.Flow = emu.Returns
	case opJMPIndirect:
		e.Flow = emu.Jumps
	}
	return e, true
}

// ReturnAt looks for a word on the stack that points to the last byte of a
// call.
func (c *cpu) ReturnAt(sp uint32) (addr uint32, ok bool) {
	addr = uint32(c.mem.data[sp]) | uint32(c.mem.data[sp+1])<<8 + 1
	code := c.control.Code(addr - 3)
	return addr, len(code) > 0 && code[0] == opJSR
}
