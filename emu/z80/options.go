package z80

import (
	koron "github.com/koron-go/z80"

	"github.com/searchex/searchex/emu"
)

// Options change the machine, for programs of other machines. emu.Options says what
// they have in common, and what they cost.
//
// What koron-go/z80 does not have stays refused: in f,(c) and out (c),0, other aliases
// behind ed, and operations on (ix+d) that copy their result to a register. There is no memptr, so bits 3 and 5 of F may differ
// from a Z80's after bit b,(hl).
type Options struct {
	emu.Options
	// Ports are what in and out reach, as for NewWithPorts; nil for none.
	Ports Ports
	// Interrupts permits halt, IRQ and NMI. A halt that nothing ends is a runaway.
	Interrupts bool
	// Undocumented permits sll, and the prefixes dd and fd before ld r,r and the
	// arithmetic on registers, where they have no effect.
	Undocumented bool
}

// NewWithOptions is New with options. Images are where the program says, and the map of
// an MSX is not chosen if there is one in the options. RAM that reaches up to $FFFF has
// room for a stack to $FFFD.
func NewWithOptions(p *emu.Program, o Options) (Machine, error) {
	spec, err := specOf(p).With(o.Options, p, 0x10000)
	if err != nil {
		return Machine{}, err
	}
	spec.Stack = spec.RAM
	if spec.Stack.End() > 0xFFFE {
		spec.Stack.Size = 0xFFFE - spec.Stack.Start
	}
	c := &cpu{timing: o.timing(), own: &own{interrupts: o.Interrupts, devices: o.Devices != nil}}
	m, err := c.machine(spec, p)
	if err == nil && o.Ports != nil {
		m.cpu.z80.IO = o.Ports
	}
	return m, err
}

// timing returns the T-states of the instructions that the options permit.
func (o *Options) timing() *timing {
	t := *documented
	if o.Ports != nil {
		t = *withPorts
	}
	if o.Interrupts {
		t.base[opHALT] = 4
	}
	if !o.Undocumented {
		return &t
	}
	for op := 0x30; op < 0x38; op++ { // sll
		t.cb[op] = 8
	}
	t.cb[0x36], t.ixcb[0x36] = 15, 23
	for op := 0x40; op < 0xC0; op++ {
		if op != opHALT && t.ix[op] == 0 {
			t.ix[op] = 8
		}
	}
	return &t
}

// own is what a machine with options has besides.
type own struct {
	interrupts, devices bool
	lines
	// opcode is that of the instruction that step executed last.
	opcode [2]uint8
}

// lines are the requested interrupts, and what of the last instruction decides when
// they are accepted and what they change, see interrupts.go.
type lines struct {
	// irq, with bus, and nmi are requests that are kept until they are accepted;
	// asserted is the INT line.
	irq, nmi, asserted bool
	bus                uint8
	// enabling is set after ei, behind which one instruction more is executed;
	// halted after halt, looked after ld a,i and ld a,r.
	enabling, halted, looked bool
}

// saved is all that Save returns of a machine with options.
type saved struct {
	registers koron.States
	lines     lines
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

// written reports whether the program may read the bytes from an address to another.
func (m *memory) written(addr, end uint16) bool {
	for ; addr != end; addr++ {
		if m.access[addr]&emu.Readable == 0 {
			return false
		}
	}
	return true
}
