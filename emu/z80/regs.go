package z80

import (
	"fmt"

	koron "github.com/koron-go/z80"
)

// The bits of F.
const (
	flagC = 0x01
	flagP = 0x04 // parity or overflow
	flagZ = 0x40
	flagS = 0x80
)

// Regs is a view of a machine's registers: what it sets, the next
// instruction sees.
type Regs struct {
	cpu *koron.CPU
}

// Regs returns the machine's registers.
func (m Machine) Regs() Regs { return Regs{&m.cpu.z80} }

// A returns the accumulator.
func (r Regs) A() uint8 { return r.cpu.AF.Hi }

// F returns the flags.
func (r Regs) F() uint8 { return r.cpu.AF.Lo }

// B returns register B.
func (r Regs) B() uint8 { return r.cpu.BC.Hi }

// C returns register C.
func (r Regs) C() uint8 { return r.cpu.BC.Lo }

// D returns register D.
func (r Regs) D() uint8 { return r.cpu.DE.Hi }

// E returns register E.
func (r Regs) E() uint8 { return r.cpu.DE.Lo }

// H returns register H.
func (r Regs) H() uint8 { return r.cpu.HL.Hi }

// L returns register L.
func (r Regs) L() uint8 { return r.cpu.HL.Lo }

// SetA sets the accumulator.
func (r Regs) SetA(v uint8) { r.cpu.AF.Hi = v }

// SetF sets the flags.
func (r Regs) SetF(v uint8) { r.cpu.AF.Lo = v }

// SetB sets register B.
func (r Regs) SetB(v uint8) { r.cpu.BC.Hi = v }

// SetC sets register C.
func (r Regs) SetC(v uint8) { r.cpu.BC.Lo = v }

// SetD sets register D.
func (r Regs) SetD(v uint8) { r.cpu.DE.Hi = v }

// SetE sets register E.
func (r Regs) SetE(v uint8) { r.cpu.DE.Lo = v }

// SetH sets register H.
func (r Regs) SetH(v uint8) { r.cpu.HL.Hi = v }

// SetL sets register L.
func (r Regs) SetL(v uint8) { r.cpu.HL.Lo = v }

// AF returns A and the flags as a pair.
func (r Regs) AF() uint16 { return r.cpu.AF.U16() }

// BC returns the pair BC.
func (r Regs) BC() uint16 { return r.cpu.BC.U16() }

// DE returns the pair DE.
func (r Regs) DE() uint16 { return r.cpu.DE.U16() }

// HL returns the pair HL.
func (r Regs) HL() uint16 { return r.cpu.HL.U16() }

// IX returns index register IX.
func (r Regs) IX() uint16 { return r.cpu.IX }

// IY returns index register IY.
func (r Regs) IY() uint16 { return r.cpu.IY }

// SP returns the stack pointer.
func (r Regs) SP() uint16 { return r.cpu.SP }

// PC returns the program counter.
func (r Regs) PC() uint16 { return r.cpu.PC }

// SetAF sets A and the flags.
func (r Regs) SetAF(v uint16) { r.cpu.AF.SetU16(v) }

// SetBC sets the pair BC.
func (r Regs) SetBC(v uint16) { r.cpu.BC.SetU16(v) }

// SetDE sets the pair DE.
func (r Regs) SetDE(v uint16) { r.cpu.DE.SetU16(v) }

// SetHL sets the pair HL.
func (r Regs) SetHL(v uint16) { r.cpu.HL.SetU16(v) }

// SetIX sets index register IX.
func (r Regs) SetIX(v uint16) { r.cpu.IX = v }

// SetIY sets index register IY.
func (r Regs) SetIY(v uint16) { r.cpu.IY = v }

// SetSP sets the stack pointer. A Call sets it again.
func (r Regs) SetSP(v uint16) { r.cpu.SP = v }

// SetPC sets the program counter. A Call sets it again.
func (r Regs) SetPC(v uint16) { r.cpu.PC = v }

// Carry reports whether the carry flag is set.
func (r Regs) Carry() bool { return r.cpu.AF.Lo&flagC != 0 }

// Zero reports whether the zero flag is set.
func (r Regs) Zero() bool { return r.cpu.AF.Lo&flagZ != 0 }

// Sign reports whether the sign flag is set.
func (r Regs) Sign() bool { return r.cpu.AF.Lo&flagS != 0 }

// The registers by name: those of a byte, the pairs, those of a word and those of a bit.
var (
	byteRegisters = map[string]func(*koron.CPU) *uint8{
		"a": func(c *koron.CPU) *uint8 { return &c.AF.Hi }, "f": func(c *koron.CPU) *uint8 { return &c.AF.Lo },
		"b": func(c *koron.CPU) *uint8 { return &c.BC.Hi }, "c": func(c *koron.CPU) *uint8 { return &c.BC.Lo },
		"d": func(c *koron.CPU) *uint8 { return &c.DE.Hi }, "e": func(c *koron.CPU) *uint8 { return &c.DE.Lo },
		"h": func(c *koron.CPU) *uint8 { return &c.HL.Hi }, "l": func(c *koron.CPU) *uint8 { return &c.HL.Lo },
		"i": func(c *koron.CPU) *uint8 { return &c.IR.Hi }, "r": func(c *koron.CPU) *uint8 { return &c.IR.Lo },
	}
	pairs = map[string]func(*koron.CPU) *koron.Register{
		"af": func(c *koron.CPU) *koron.Register { return &c.AF }, "af'": func(c *koron.CPU) *koron.Register { return &c.Alternate.AF },
		"bc": func(c *koron.CPU) *koron.Register { return &c.BC }, "bc'": func(c *koron.CPU) *koron.Register { return &c.Alternate.BC },
		"de": func(c *koron.CPU) *koron.Register { return &c.DE }, "de'": func(c *koron.CPU) *koron.Register { return &c.Alternate.DE },
		"hl": func(c *koron.CPU) *koron.Register { return &c.HL }, "hl'": func(c *koron.CPU) *koron.Register { return &c.Alternate.HL },
	}
	wordRegisters = map[string]func(*koron.CPU) *uint16{
		"ix": func(c *koron.CPU) *uint16 { return &c.IX }, "iy": func(c *koron.CPU) *uint16 { return &c.IY },
		"sp": func(c *koron.CPU) *uint16 { return &c.SP }, "pc": func(c *koron.CPU) *uint16 { return &c.PC },
	}
	bitRegisters = map[string]func(*koron.CPU) *bool{
		"iff1": func(c *koron.CPU) *bool { return &c.IFF1 }, "iff2": func(c *koron.CPU) *bool { return &c.IFF2 },
	}
)

// Register reads a register or a pair by name.
func (c *cpu) Register(name string) uint32 {
	z := &c.z80
	if r, ok := byteRegisters[name]; ok {
		return uint32(*r(z))
	}
	if r, ok := pairs[name]; ok {
		return uint32(r(z).U16())
	}
	if r, ok := wordRegisters[name]; ok {
		return uint32(*r(z))
	}
	if r, ok := bitRegisters[name]; ok {
		if *r(z) {
			return 1
		}
		return 0
	}
	if name == "im" {
		return uint32(z.IM)
	}
	panic(fmt.Sprintf("z80: no register %q", name))
}

// SetRegister sets a register or a pair by name.
func (c *cpu) SetRegister(name string, value uint32) {
	z := &c.z80
	if r, ok := byteRegisters[name]; ok {
		*r(z) = uint8(value)
	} else if r, ok := pairs[name]; ok {
		r(z).SetU16(uint16(value))
	} else if r, ok := wordRegisters[name]; ok {
		*r(z) = uint16(value)
	} else if r, ok := bitRegisters[name]; ok {
		*r(z) = value&1 != 0
	} else if name == "im" {
		z.IM = int(min(value&3, 2))
	} else {
		panic(fmt.Sprintf("z80: no register %q", name))
	}
}

// Registers is one line with the pairs of both sets, the index registers and
// SP.
func (c *cpu) Registers() string {
	a := Regs{&c.z80}.All()
	return fmt.Sprintf("af=%04x bc=%04x de=%04x hl=%04x af'=%04x bc'=%04x de'=%04x hl'=%04x ix=%04x iy=%04x sp=%04x",
		a.AF, a.BC, a.DE, a.HL, a.AF2, a.BC2, a.DE2, a.HL2, a.IX, a.IY, a.SP)
}

// All is every register of the CPU, for comparisons.
type All struct {
	AF, BC, DE, HL     uint16
	AF2, BC2, DE2, HL2 uint16 // the alternate set
	IX, IY, SP, PC     uint16
	I, R               uint8
	IFF1, IFF2         bool
	IM                 uint8
}

// String is one line of hexadecimal numbers.
func (a All) String() string {
	return fmt.Sprintf("af=%04x bc=%04x de=%04x hl=%04x af'=%04x bc'=%04x de'=%04x hl'=%04x "+
		"ix=%04x iy=%04x sp=%04x pc=%04x i=%02x r=%02x iff1=%t iff2=%t im=%d",
		a.AF, a.BC, a.DE, a.HL, a.AF2, a.BC2, a.DE2, a.HL2,
		a.IX, a.IY, a.SP, a.PC, a.I, a.R, a.IFF1, a.IFF2, a.IM)
}

// All returns the values of all registers.
func (r Regs) All() All {
	c, alt := r.cpu, &r.cpu.Alternate
	return All{
		AF: c.AF.U16(), BC: c.BC.U16(), DE: c.DE.U16(), HL: c.HL.U16(),
		AF2: alt.AF.U16(), BC2: alt.BC.U16(), DE2: alt.DE.U16(), HL2: alt.HL.U16(),
		IX: c.IX, IY: c.IY, SP: c.SP, PC: c.PC,
		I: c.IR.Hi, R: c.IR.Lo,
		IFF1: c.IFF1, IFF2: c.IFF2, IM: uint8(c.IM),
	}
}

// SetAll sets all registers.
func (r Regs) SetAll(v All) {
	c, alt := r.cpu, &r.cpu.Alternate
	c.AF.SetU16(v.AF)
	c.BC.SetU16(v.BC)
	c.DE.SetU16(v.DE)
	c.HL.SetU16(v.HL)
	alt.AF.SetU16(v.AF2)
	alt.BC.SetU16(v.BC2)
	alt.DE.SetU16(v.DE2)
	alt.HL.SetU16(v.HL2)
	c.IX, c.IY, c.SP, c.PC = v.IX, v.IY, v.SP, v.PC
	c.IR.Hi, c.IR.Lo = v.I, v.R
	c.IFF1, c.IFF2, c.IM = v.IFF1, v.IFF2, int(v.IM)
}
