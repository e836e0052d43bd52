package expr

import (
	"slices"
	"strings"
)

// CPU describes what expressions can name of a processor.
type CPU struct {
	Registers []Register
	// FlagsIn is the register that holds the flags. Flags has their letters, from
	// bit 7 down; a blank is a bit without a name.
	FlagsIn, Flags string
}

// Register is a register, by its name in the CPU's assembly.
type Register struct {
	Name string
	Bits int
	Main bool // one of those that most programs work with
}

// Digits is the number of hexadecimal digits of the register.
func (r Register) Digits() int { return (r.Bits + 3) / 4 }

var cpus = map[string]*CPU{
	"z80": {
		Registers: slices.Concat(mains(16, "af bc de hl ix iy sp"), registers(16, "pc"), registers(8, "a f b c d e h l"),
			registers(16, "af' bc' de' hl'"), registers(8, "i r"), registers(1, "iff1 iff2"), registers(2, "im")),
		FlagsIn: "f", Flags: "sz h pnc",
	},
	"6502": {
		Registers: slices.Concat(mains(8, "a x y p s"), registers(16, "pc")),
		FlagsIn:   "p", Flags: "nv  dizc",
	},
	"68000": {
		Registers: slices.Concat(mains(32, "d0 d1 d2 d3 d4 d5 d6 d7 a0 a1 a2 a3 a4 a5 a6 a7"), registers(32, "sp pc"), registers(16, "sr"), mains(8, "ccr")),
		FlagsIn:   "ccr", Flags: "   xnzvc",
	},
}

func registers(bits int, names string) (all []Register) {
	for _, name := range strings.Fields(names) {
		all = append(all, Register{name, bits, false})
	}
	return all
}

// mains returns registers that most programs work with.
func mains(bits int, names string) []Register {
	all := registers(bits, names)
	for i := range all {
		all[i].Main = true
	}
	return all
}

// CPUOf returns the description of a CPU by its name, that of a CPU without registers for
// a name that is unknown.
func CPUOf(name string) *CPU {
	if c := cpus[name]; c != nil {
		return c
	}
	return &CPU{}
}

// bits returns the number of bits of a register, 0 if there is no such register.
func (c *CPU) bits(name string) int {
	for _, r := range c.Registers {
		if r.Name == name {
			return r.Bits
		}
	}
	return 0
}

// place returns the place of a register or a flag.
func (c *CPU) place(name string) (at Place, ok bool) {
	if flag, ok := strings.CutPrefix(name, "flag."); ok && len(flag) == 1 && flag != " " {
		i := strings.Index(c.Flags, flag)
		return Place{Register: c.FlagsIn, Bit: 7 - i}, i >= 0
	}
	return Place{Register: name, Bit: -1}, c.bits(name) > 0
}

// names lists the registers and the flags.
func (c *CPU) names() (all []string) {
	for _, r := range c.Registers {
		all = append(all, r.Name)
	}
	for _, f := range strings.ReplaceAll(c.Flags, " ", "") {
		all = append(all, "flag."+string(f))
	}
	return all
}
