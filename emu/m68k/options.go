package m68k

import (
	"slices"

	chip "github.com/user-none/go-chip-m68k"

	"github.com/searchex/searchex/emu"
)

// Options change the machine, for programs of other machines. emu.Options says what
// they have in common, and what they cost. A map of one's own has the vectors at 0, in
// ROM or RAM; the machine takes some six bytes for each address up to its end. btst
// dn,#n is permitted with any options: its cycles are corrected.
type Options struct {
	emu.Options
	// Exceptions permits illegal, lines A and F, trap, trapv, chk, a division by
	// zero, and rte; user mode and what is privileged there, stop and reset among
	// it; and Interrupt.
	//
	// go-chip-m68k has no trace exception, and none of address and bus errors: a
	// word at an odd address stays a fault, and the trace bit does nothing. An
	// opcode that the 68000 does not have, outside of lines A and F, stays refused.
	// An exception whose vector is 0 is a fault, with the kind emu.Execute.
	Exceptions bool
	// TAS permits tas, in memory with the cycles that go-chip-m68k gives it, 10 and
	// those of the operand.
	TAS bool
}

// NewWithOptions is New with options. Images are where the program says.
func NewWithOptions(p *emu.Program, o Options) (*Machine, error) {
	spec, err := spec.With(o.Options, p, 1<<24)
	if err != nil {
		return nil, err
	}
	spec.Stack = spec.RAM
	spec.Home &^= 1
	end := uint32(mapSize)
	if o.RAM != nil {
		end = 0
		for _, r := range slices.Concat(o.ROM, o.RAM) {
			end = max(end, r.End())
		}
	}
	m := new(Machine)
	m.cpu.own = &own{Options: o}
	m.cpu.mem.wide = &wide{data: make([]byte, end), access: make([]byte, end)}
	return m.init(spec, p)
}

// own is what a machine with options has besides.
type own struct {
	Options
	lines
	// decoded is what the loop has to know of the instruction to be executed.
	decoded instruction
}

// lines are the requested interrupt, with level 0 for none; stopped is set after stop.
type lines struct {
	level, vector uint8
	stopped       bool
}

// saved is all that Save returns of a machine with options.
type saved struct {
	registers chip.Registers
	lines     lines
}

// Opcodes that are permitted only with options.
const (
	opRESET   = 0x4E70
	opSTOP    = 0x4E72
	opRTE     = 0x4E73
	opTRAPV   = 0x4E76
	opILLEGAL = 0x4AFC
)

func isCHK(op uint16) bool     { return op&0xF1C0 == 0x4180 }
func isBTSTOfN(op uint16) bool { return op&0xF1FF == 0x013C } // btst dn,#n

// formOf is the form of an opcode on this machine.
func (c *cpu) formOf(op uint16) form {
	f := formOf(op)
	if f.words > 0 || c.own == nil {
		return f
	}
	switch {
	case isBTSTOfN(op):
		return plain(2)
	case op&0xFFC0 == 0x4AC0 && op != opILLEGAL && c.own.TAS:
		return onEA(op, 1, dataAlterable, 0)
	case !c.own.Exceptions:
		return f
	case isCHK(op), op&0xFFC0 == 0x46C0: // move to sr
		return onEA(op, 2, data, 0)
	case op == opSTOP, op == 0x007C, op == 0x027C, op == 0x0A7C: // ori, andi, eori to sr
		return plain(2)
	case op == opRTE:
		return plain(1).notAccessed(pulls, emu.Returns)
	case op == opILLEGAL, op == opRESET, op == opTRAPV, op&0xFFF0 == 0x4E40, op&0xFFF0 == 0x4E60, // trap, move usp
		op>>12 == 0xA, op>>12 == 0xF:
		return plain(1)
	}
	return f
}

// supervising is the bit of SR for supervisor mode.
const supervising = 0x2000

// settle copies A7 to the stack pointer of the mode, which is where the chip takes it
// from.
func settle(r *chip.Registers) {
	if r.SR&supervising != 0 {
		r.SSP = r.A[7]
	} else {
		r.USP = r.A[7]
	}
}

// setSR sets SR in some registers, with the stack pointer of the mode.
func setSR(r *chip.Registers, sr uint16) {
	settle(r)
	if r.SR = sr & 0xA71F; sr&supervising != 0 {
		r.A[7] = r.SSP
	} else {
		r.A[7] = r.USP
	}
}

// Interrupt requests an interrupt of a level, 1 to 7. The request stays until the 68000
// accepts it, or one of a higher level takes its place. vector is the number of the
// vector, 0 for the level's own: 24 and the level. A machine without Options.Exceptions
// panics.
func (m *Machine) Interrupt(level, vector uint8) {
	if m.cpu.own == nil || !m.cpu.own.Exceptions || level < 1 || level > 7 {
		panic("68000: an interrupt on a machine without Options.Exceptions, or of a level that is not 1 to 7")
	}
	if vector == 0 {
		vector = 24 + level
	}
	if l := &m.cpu.own.lines; level > l.level {
		l.level, l.vector = level, vector
	}
}

// interrupt accepts a requested interrupt, if there is one and the 68000 may.
// go-chip-m68k can do that too, but together with the next instruction, and it returns
// to a stop instead of behind it.
func (c *cpu) interrupt() (e emu.Executed, ok bool) {
	l, r := &c.own.lines, *c.reg
	if l.level == 0 || l.level < 7 && uint16(l.level) <= r.SR>>8&7 || r.PC == c.control.Home() {
		return e, false
	}
	back, sr, bus := r.PC, r.SR, c.bus()
	if l.stopped {
		back += 4
	}
	setSR(&r, sr&0x58FF|supervising|uint16(l.level)<<8)
	r.A[7] -= 4
	bus.Write32(r.A[7]&0xFFFFFF, back)
	r.A[7] -= 2
	bus.Write16(r.A[7]&0xFFFFFF, sr)
	r.PC = bus.Read32(4 * uint32(l.vector))
	*l = lines{}
	c.set(r)
	cycles, _ := c.control.Due()
	return emu.Executed{PC: e.PC, SP: c.SP(), Cycles: cycles + 44, Flow: emu.Interrupts}, true
}

// stepOwn is Step of a machine with options.
func (c *cpu) stepOwn() (emu.Executed, bool) {
	pc := c.reg.PC
	if e, ok := c.interrupt(); ok {
		e.PC = pc
		return e, true
	}
	c.decodeAt(pc)
	e, ok := c.step()
	c.own.stopped = ok && c.mem.word(e.PC) == opSTOP && c.reg.PC == e.PC
	return e, ok
}

// decodeAt decodes the instruction at an address for a machine with options.
func (c *cpu) decodeAt(addr uint32) {
	c.own.decoded = refused
	if addr%2 == 0 {
		c.own.decoded = c.decoded(addr)
	}
}

// look returns the instruction to be executed.
func (c *cpu) look(pc uint32) instruction {
	if c.own == nil {
		return c.at(pc)
	}
	return c.own.decoded
}

// chargeOwn adds to the chip's cycles what an instruction takes more than it will count
// that only a machine with options has.
func (c *cpu) chargeOwn() {
	r := found{c.reg.D, c.reg.A, c.reg.PC}
	switch op := c.mem.word(r.pc); {
	case isBTSTOfN(op):
		c.chip.AddCycles(2)
	case isCHK(op) && c.own.Exceptions: // 40 and the operand if it traps; the chip counts 34
		bound, at := c.mem.source(r, op)
		if v := int16(r.d[op>>9&7]); at%2 == 0 && (v < 0 || v > int16(bound)) {
			c.chip.AddCycles(6 + wordCycles(op))
		}
	}
}

// wordCycles returns the cycles that it takes to get the word operand that bits 0-5 of
// op name (M68000 User's Manual, table 8-1).
func wordCycles(op uint16) uint64 {
	mode := op >> 3 & 7
	if mode == 7 {
		mode += op & 7
	}
	return [12]uint64{0, 0, 4, 4, 6, 8, 10, 8, 12, 8, 10, 4}[mode]
}
