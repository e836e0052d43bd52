package m68k

import (
	"fmt"

	chip "github.com/user-none/go-chip-m68k"
)

// Regs is a view of a machine's registers: what it sets, the next instruction
// sees.
type Regs struct {
	cpu *cpu
}

// Regs returns the machine's registers.
func (m Machine) Regs() Regs { return Regs{m.cpu} }

// D returns a data register, 0 to 7.
func (r Regs) D(n int) uint32 { return r.cpu.reg.D[n] }

// A returns an address register, 0 to 7; 7 is the stack pointer.
func (r Regs) A(n int) uint32 { return r.cpu.reg.A[n] }

// PC returns the program counter.
func (r Regs) PC() uint32 { return r.cpu.PC() }

// The flags, which are the low byte of SR.
const (
	flagC = 1 << iota
	flagV
	flagZ
	flagN
	flagX
	flags = 1<<iota - 1
)

// SR returns the status register: supervisor mode, interrupts disabled, the
// flags.
func (r Regs) SR() uint16 { return r.cpu.reg.SR }

// CCR returns the flags: X, N, Z, V, C from bit 4 down.
func (r Regs) CCR() uint8 { return uint8(r.SR() & flags) }

// SetD sets a data register.
func (r Regs) SetD(n int, v uint32) { r.change(func(all *chip.Registers) { all.D[n] = v }) }

// SetA sets an address register. A Call sets A7 again.
func (r Regs) SetA(n int, v uint32) { r.change(func(all *chip.Registers) { all.A[n] = v }) }

// SetPC sets the program counter. A Call sets it again.
func (r Regs) SetPC(v uint32) { r.change(func(all *chip.Registers) { all.PC = v }) }

// SetCCR sets the flags.
func (r Regs) SetCCR(v uint8) {
	r.change(func(all *chip.Registers) { all.SR = all.SR&^flags | uint16(v)&flags })
}

func (r Regs) change(to func(*chip.Registers)) {
	all := *r.cpu.reg
	to(&all)
	r.cpu.set(all)
}

// Carry reports whether the carry flag is set.
func (r Regs) Carry() bool { return r.SR()&flagC != 0 }

// Overflow reports whether the overflow flag is set.
func (r Regs) Overflow() bool { return r.SR()&flagV != 0 }

// Zero reports whether the zero flag is set.
func (r Regs) Zero() bool { return r.SR()&flagZ != 0 }

// Negative reports whether the negative flag is set.
func (r Regs) Negative() bool { return r.SR()&flagN != 0 }

// Extend reports whether the extend flag is set.
func (r Regs) Extend() bool { return r.SR()&flagX != 0 }

// number splits a name such as d3 or a7.
func number(name string) (kind byte, n int, ok bool) {
	if name == "sp" {
		return 'a', 7, true
	}
	if len(name) != 2 || name[0] != 'd' && name[0] != 'a' || name[1] < '0' || name[1] > '7' {
		return 0, 0, false
	}
	return name[0], int(name[1] - '0'), true
}

// Register reads a register by name.
func (c *cpu) Register(name string) uint32 {
	r := Regs{c}
	switch kind, n, ok := number(name); {
	case ok && kind == 'd':
		return r.D(n)
	case ok:
		return r.A(n)
	case name == "pc":
		return r.PC()
	case name == "sr":
		return uint32(r.SR())
	case name == "ccr":
		return uint32(r.CCR())
	}
	panic(fmt.Sprintf("68000: no register %q", name))
}

// SetRegister sets a register by name.
func (c *cpu) SetRegister(name string, value uint32) {
	r := Regs{c}
	switch kind, n, ok := number(name); {
	case ok && kind == 'd':
		r.SetD(n, value)
	case ok:
		r.SetA(n, value)
	case name == "pc":
		r.SetPC(value)
	case name == "sr" && c.own != nil && c.own.Exceptions:
		r.change(func(all *chip.Registers) { setSR(all, uint16(value)) })
	case name == "sr" || name == "ccr":
		r.SetCCR(uint8(value))
	default:
		panic(fmt.Sprintf("68000: no register %q", name))
	}
}

// Registers is one line with the registers.
func (c *cpu) Registers() string {
	all := c.reg
	line := ""
	for n, d := range all.D {
		line += fmt.Sprintf("d%d=%08x ", n, d)
	}
	for n, a := range all.A {
		line += fmt.Sprintf("a%d=%08x ", n, a)
	}
	return line + fmt.Sprintf("ccr=%02x", all.SR&flags)
}
