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
func NewWithOptions(p *emu.Program, o Options) (Machine, error) {
	spec, err := spec.With(o.Options, p, 0x10000)
	if err != nil {
		return Machine{}, err
	}
	if o.RAM != nil && !slices.ContainsFunc(o.RAM, func(r emu.Range) bool { return r.Has(stackPage) && r.Has(stackPage+0xFF) }) {
		return Machine{}, fmt.Errorf("6502 %s: no RAM at $0100 to $01ff, where the stack is", p.Name)
	}
	return (&cpu{own: &own{Options: o}}).machine(spec, p)
}

// own is what a machine with options has besides.
type own struct {
	Options
	lines
	// opcode is that of the instruction that step executed last.
	opcode uint8
}

// lines are the requested interrupts, see interrupts.go.
type lines struct {
	// irq and nmi are requests that are kept until they are accepted; asserted is the
	// IRQ line.
	irq, nmi, asserted bool
	// masked is the flag I as it was when the last instruction looked for an
	// interrupt: cli, sei and plp look before they change it.
	masked bool
	// entered is set when the CPU has entered a handler: it looks for interrupts again
	// behind the handler's first instruction.
	entered bool
}

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

// redecode decodes the instruction at an address, if it is not decoded yet or refused.
func (c *cpu) redecode(addr uint16) {
	if c.code[addr]&refused != 0 {
		c.decode(addr)
		c.decodeCore(addr)
	}
}

// marks marks the bytes from an address to another as decoded.
func (m *memory) marks(addr, end uint16) {
	for ; addr != end; addr++ {
		if m.access[addr]&emu.Writable != 0 {
			m.access[addr] |= emu.Decoded
		}
	}
}
