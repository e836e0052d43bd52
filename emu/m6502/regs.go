package m6502

import (
	"fmt"

	beevik "github.com/beevik/go6502/cpu"
)

// Regs is a view of a machine's registers: what it sets, the next instruction
// sees.
type Regs struct {
	reg *beevik.Registers
	// decimal reports whether there is a decimal mode.
	decimal bool
}

// Regs returns the machine's registers.
func (m Machine) Regs() Regs { return m.cpu.regs() }

func (c *cpu) regs() Regs { return Regs{&c.m6502.Reg, c.own != nil && c.own.Decimal} }

// A returns the accumulator.
func (r Regs) A() uint8 { return r.reg.A }

// X returns index register X.
func (r Regs) X() uint8 { return r.reg.X }

// Y returns index register Y.
func (r Regs) Y() uint8 { return r.reg.Y }

// P returns the flags: N, V, 1, 0, D, I, Z, C from bit 7 down.
func (r Regs) P() uint8 { return r.reg.SavePS(false) }

// S returns the stack pointer: the free byte below the stack is at $0100+S.
func (r Regs) S() uint8 { return r.reg.SP }

// PC returns the program counter.
func (r Regs) PC() uint16 { return r.reg.PC }

// SetA sets the accumulator.
func (r Regs) SetA(v uint8) { r.reg.A = v }

// SetX sets index register X.
func (r Regs) SetX(v uint8) { r.reg.X = v }

// SetY sets index register Y.
func (r Regs) SetY(v uint8) { r.reg.Y = v }

// SetP sets the flags, D only on a machine with decimal mode.
func (r Regs) SetP(v uint8) {
	if !r.decimal {
		v &^= beevik.DecimalBit
	}
	r.reg.RestorePS(v)
}

// SetS sets the stack pointer. A Call sets it again.
func (r Regs) SetS(v uint8) { r.reg.SP = v }

// SetPC sets the program counter. A Call sets it again.
func (r Regs) SetPC(v uint16) { r.reg.PC = v }

// Carry reports whether the carry flag is set.
func (r Regs) Carry() bool { return r.reg.Carry }

// Zero reports whether the zero flag is set.
func (r Regs) Zero() bool { return r.reg.Zero }

// Negative reports whether the negative flag is set.
func (r Regs) Negative() bool { return r.reg.Sign }

// Overflow reports whether the overflow flag is set.
func (r Regs) Overflow() bool { return r.reg.Overflow }

// byteRegisters are the registers by name, but for the program counter.
var byteRegisters = map[string]struct {
	get func(Regs) uint8
	set func(Regs, uint8)
}{
	"a": {Regs.A, Regs.SetA}, "x": {Regs.X, Regs.SetX}, "y": {Regs.Y, Regs.SetY},
	"p": {Regs.P, Regs.SetP}, "s": {Regs.S, Regs.SetS},
}

// Register reads a register by name.
func (c *cpu) Register(name string) uint32 {
	if r, ok := byteRegisters[name]; ok {
		return uint32(r.get(c.regs()))
	}
	if name == "pc" {
		return c.PC()
	}
	panic(fmt.Sprintf("6502: no register %q", name))
}

// SetRegister sets a register by name.
func (c *cpu) SetRegister(name string, value uint32) {
	if r, ok := byteRegisters[name]; ok {
		r.set(c.regs(), uint8(value))
	} else if name == "pc" {
		c.regs().SetPC(uint16(value))
	} else {
		panic(fmt.Sprintf("6502: no register %q", name))
	}
}

// Registers is one line with the registers.
func (c *cpu) Registers() string {
	r := c.regs()
	return fmt.Sprintf("a=%02x x=%02x y=%02x p=%02x s=%02x", r.A(), r.X(), r.Y(), r.P(), r.S())
}
