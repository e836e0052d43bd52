package hostbridge

import (
	"github.com/searchex/searchex/emu"
	"github.com/searchex/searchex/emu/z80"
)

var z80Registers = []string{
	"A", "F", "B", "C", "D", "E", "H", "L", "IXH", "IXL", "IYH", "IYL",
	"A'", "F'", "B'", "C'", "D'", "E'", "H'", "L'",
}

// cpuZ80 is the Z80 as the tests of headers see it.
var cpuZ80 = &cpu{
	registers: z80Registers,
	groups: map[string][]string{
		"AF": {"A", "F"}, "BC": {"B", "C"}, "DE": {"D", "E"}, "HL": {"H", "L"},
		"IX": {"IXH", "IXL"}, "IY": {"IYH", "IYL"},
		"AF'": {"A'", "F'"}, "BC'": {"B'", "C'"}, "DE'": {"D'", "E'"}, "HL'": {"H'", "L'"},
		"BCDE":  {"B", "C", "D", "E"},
		"carry": {"F"}, "Carry": {"F"}, "Z": {"F"},
		"SP": {},
	},
	read: func(m emu.Machine, into []byte) {
		r := m.(*z80.Machine).Regs().All()
		for i, w := range [...]uint16{r.AF, r.BC, r.DE, r.HL, r.IX, r.IY, r.AF2, r.BC2, r.DE2, r.HL2} {
			into[2*i], into[2*i+1] = byte(w>>8), byte(w)
		}
	},
	stack: func(m emu.Machine) uint32 { return uint32(m.(*z80.Machine).Regs().SP()) },
	scramble: func(m emu.Machine) {
		r := m.(*z80.Machine).Regs()
		all := r.All()
		for i, w := range []*uint16{&all.AF, &all.BC, &all.DE, &all.HL, &all.AF2, &all.BC2, &all.DE2, &all.HL2, &all.IX, &all.IY} {
			*w = 0x9A9B + uint16(i)*0x0202
		}
		r.SetAll(all)
	},
	call: func(m emu.Machine, addr uint32) uint32 {
		if op := m.Read(addr); op == 0xCD || op&0xC7 == 0xC4 {
			return 3
		}
		return 0
	},
}
