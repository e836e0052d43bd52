package m68k

import (
	"sync"

	chip "github.com/user-none/go-chip-m68k"

	"github.com/searchex/searchex/emu"
)

// Options change the machine, for programs of other machines. emu.Options says what
// they have in common, and what they cost. A map of one's own has the vectors at 0, in
// ROM or RAM; the machine takes six bytes for each address up to its end, and nine more
// up to the end of code. btst dn,#n is permitted with any options: its cycles are
// corrected. A multiplication or a division whose operand a device gives takes the cycles
// of $FFFF.
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
func NewWithOptions(p *emu.Program, o Options) (Machine, error) {
	spec, err := spec.With(o.Options, p, 1<<24)
	if err != nil {
		return Machine{}, err
	}
	spec.Stack = spec.RAM
	spec.Home &^= 1
	end := uint32(mapSize)
	if o.RAM != nil {
		end = o.End()
	}
	c := &cpu{own: &own{Options: o, forms: formsWith(o.Exceptions, o.TAS)}}
	return c.machine(spec, p, end)
}

// own is what a machine with options has besides.
type own struct {
	Options
	lines
	// forms are those of all opcodes.
	forms *[0x10000]form
}

// lines are the requested interrupts, see interrupts.go.
type lines struct {
	// level and vector are a request that is kept until it is accepted, with level 0 for
	// none.
	level, vector uint8
	// asserted has bit n for the line of level n. edge is set when that of level 7 was
	// asserted, until it is accepted.
	asserted uint8
	edge     bool
	// stopped is set after stop.
	stopped bool
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
	if c.own == nil {
		return formOf(op)
	}
	return c.own.forms[op]
}

// allForms are the forms of all opcodes by the options.
var allForms sync.Map

// formsWith returns the forms of all opcodes on a machine with options.
func formsWith(exceptions, tas bool) *[0x10000]form {
	key := [2]bool{exceptions, tas}
	if all, ok := allForms.Load(key); ok {
		return all.(*[0x10000]form)
	}
	all := *forms()
	for op := range all {
		if all[op].words == 0 {
			all[op] = ownForm(uint16(op), exceptions, tas).timed(timesOwn)
		}
	}
	allForms.Store(key, &all)
	return &all
}

// ownForm is the form of an opcode that only a machine with options has.
func ownForm(op uint16, exceptions, tas bool) form {
	switch {
	case isBTSTOfN(op):
		return plain(2)
	case op&0xFFC0 == 0x4AC0 && op != opILLEGAL && tas:
		return onEA(op, 1, dataAlterable, 0)
	case !exceptions:
		return form{}
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
	return form{}
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

// redecode decodes the instruction at an address, if it is not decoded yet or refused.
func (c *cpu) redecode(addr uint32) {
	if addr%2 == 0 && int(addr/2) < len(c.code) && c.code[addr/2]&refused != 0 {
		c.decode(addr)
	}
}

// chargeOwn adds to the chip's cycles what an instruction takes more than it will count
// that only a machine with options has.
func (c *cpu) chargeOwn(r found, op uint16) {
	switch {
	case isBTSTOfN(op):
		c.chip.AddCycles(2)
	case isCHK(op): // 40 and the operand if it traps; the chip counts 34
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
