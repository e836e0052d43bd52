package m6502

import (
	"fmt"
	"slices"

	beevik "github.com/beevik/go6502/cpu"

	"github.com/searchex/searchex/emu"
)

// Options change the machine, for programs of other machines. emu.Options says what
// they have in common, and what they cost. The map must have RAM at $0100 to $01FF. It
// ends with the vectors, if they are used.
type Options struct {
	emu.Options
	// Interrupts permits brk and rti, IRQ and NMI.
	Interrupts bool
	// Decimal permits sed, and plp and rti with D set. After adc and sbc in decimal
	// mode go6502 has the A and C of a 6502 if both numbers are decimal. N, V and Z,
	// which the data sheet does not define there, are those of the decimal result;
	// in a 6502 they come from the binary one.
	Decimal bool
	// JumpAtPageEnd permits a jmp through the last byte of a page, which takes the
	// high byte from that page's beginning, as a 6502 does.
	JumpAtPageEnd bool
}

// NewWithOptions is New with options. Images are where the program says.
func NewWithOptions(p *emu.Program, o Options) (*Machine, error) {
	spec, err := spec.With(o.Options, p, 0x10000)
	if err != nil {
		return nil, err
	}
	if o.RAM != nil && !slices.ContainsFunc(o.RAM, func(r emu.Range) bool { return r.Has(stackPage) && r.Has(stackPage+0xFF) }) {
		return nil, fmt.Errorf("6502 %s: no RAM at $0100 to $01ff, where the stack is", p.Name)
	}
	m := new(Machine)
	m.cpu.own = &own{Options: o}
	return m.init(spec, p)
}

// own is what a machine with options has besides.
type own struct {
	Options
	lines
}

// lines are the requested interrupts. masked is the flag I as it was when the last
// instruction looked for an interrupt: cli, sei and plp look before they change it.
type lines struct{ irq, nmi, masked bool }

// saved is all that Save returns of a machine with options.
type saved struct {
	registers beevik.Registers
	lines     lines
}

// permits returns what the loop has to know of the instruction at the beginning of some
// code, which is i without options.
func (o *own) permits(code []byte, i instruction) instruction {
	if len(code) == 0 || len(code) < int(instructionSet.Lookup(code[0]).Length) {
		return i
	}
	pulling := pulls
	if o.Decimal {
		pulling = 0
	}
	switch op := code[0]; {
	case op == opBRK && o.Interrupts, op == opSED && o.Decimal, op == opJMPIndirect && o.JumpAtPageEnd:
		return 0
	case op == opRTI && o.Interrupts, op == opPLP:
		return pulling
	}
	return i
}

// IRQ requests a maskable interrupt. The request stays until the 6502 accepts it. A
// machine without Options.Interrupts panics.
func (m *Machine) IRQ() { m.lines().irq = true }

// NMI requests an interrupt that can't be masked.
func (m *Machine) NMI() { m.lines().nmi = true }

func (m *Machine) lines() *lines {
	if m.cpu.own == nil || !m.cpu.own.Interrupts {
		panic("6502: an interrupt on a machine without Options.Interrupts")
	}
	return &m.cpu.own.lines
}

const (
	nmiVector = 0xFFFA
	irqVector = 0xFFFE
)

// interrupt accepts a requested interrupt, if there is one and the 6502 may. go6502
// does the same in functions that it does not export.
func (c *cpu) interrupt() (e emu.Executed, ok bool) {
	l, m := &c.own.lines, c.m6502
	pc := m.Reg.PC
	if !l.nmi && (!l.irq || l.masked) || uint32(pc) == c.control.Home() {
		return e, false
	}
	vector := uint16(irqVector)
	if l.nmi {
		l.nmi, vector = false, nmiVector
	} else {
		l.irq = false
	}
	push := func(v uint8) {
		m.Mem.StoreByte(stackPage+uint16(m.Reg.SP), v)
		m.Reg.SP--
	}
	push(uint8(pc >> 8))
	push(uint8(pc))
	push(m.Reg.SavePS(false))
	m.Reg.InterruptDisable, l.masked = true, true
	m.Reg.PC = m.Mem.LoadAddress(vector)
	cycles, _ := c.control.Due()
	return emu.Executed{PC: uint32(pc), SP: c.SP(), Cycles: cycles + 7, Flow: emu.Interrupts}, true
}

// stepOwn is Step of a machine with options.
func (c *cpu) stepOwn() (emu.Executed, bool) {
	if e, ok := c.interrupt(); ok {
		return e, true
	}
	r := &c.m6502.Reg
	c.decode(r.PC)
	before := r.InterruptDisable
	e, ok := c.step()
	if !ok {
		return e, false
	}
	c.own.masked = r.InterruptDisable
	switch c.mem.data[e.PC] {
	case opCLI, opSEI, opPLP:
		c.own.masked = before
	case opBRK:
		e.Flow = emu.Calls
	case opRTI:
		e.Flow = emu.Returns
	}
	return e, true
}

const (
	opCLI = 0x58
	opSEI = 0x78
)

// mapped is the way in which a 6502 with options sees the memory without guards.
type mapped struct{ *unguarded }

// StoreByte writes a byte of RAM.
func (m mapped) StoreByte(addr uint16, v byte) {
	if m.access[addr]&emu.Writable != 0 {
		m.data[addr] = v
		m.access[addr] = emu.Readable | emu.Writable
	}
}
