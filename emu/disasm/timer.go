package disasm

import (
	"fmt"

	"github.com/searchex/searchex/emu"
	"github.com/searchex/searchex/emu/m6502"
	"github.com/searchex/searchex/emu/m68k"
	"github.com/searchex/searchex/emu/z80"
)

// Cycles are the fewest and the most clock cycles that an instruction takes. Both are 0
// if it is not known.
type Cycles struct{ Least, Most uint64 }

// String returns the cycles, as 7 or 7-12, or "" if they are not known.
func (c Cycles) String() string {
	switch {
	case c.Most == 0:
		return ""
	case c.Least == c.Most:
		return fmt.Sprint(c.Least)
	}
	return fmt.Sprintf("%d-%d", c.Least, c.Most)
}

// Timer finds out how many cycles instructions take by trying them on a machine: with
// registers and memory of several values, and with flags set and clear. So it finds
// branches that are taken and that are not, blocks that end and repeat, indexes that
// cross a page, shifts by 0 and by 63, multipliers with no and with all bits set. Of a
// division it finds only some cases.
type Timer struct {
	m      emu.Machine
	ram    emu.Range
	trials *trials
	known  map[instance]Cycles
}

// instance is an instruction with what its cycles depend on besides registers and
// memory: of a branch of the 6502 its place in the page, of an operand of the 68000 that
// is relative to PC the address.
type instance struct {
	bytes string
	at    uint32
}

// trials are the values that a CPU's instructions are tried with.
type trials struct {
	// numbers are registers that get each of the values, pointers those that get an
	// address in the middle of RAM.
	numbers, pointers []string
	values            []uint32
	// flags is the register of the flags.
	flags    string
	settings []uint32
}

var (
	trialsZ80 = trials{
		numbers: []string{"a", "bc", "de", "hl", "ix", "iy"}, values: []uint32{0, 1, 0x0100, 0xFFFF},
		flags: "f", settings: []uint32{0, 0xFF},
	}
	trials6502 = trials{
		numbers: []string{"a", "x", "y"}, values: []uint32{0, 0xFF},
		flags: "p", settings: []uint32{0, 0xFF},
	}
	trials68000 = trials{
		numbers:  []string{"d0", "d1", "d2", "d3", "d4", "d5", "d6", "d7"},
		pointers: []string{"a0", "a1", "a2", "a3", "a4", "a5", "a6"},
		values:   []uint32{0, 2, 0x5555_5555, 0xFFFF_FFFE, 0xFFFF_FFFF},
		flags:    "ccr", settings: []uint32{0, 1, 2, 4, 8},
	}
)

// fills are the bytes that memory is filled with.
var fills = [...]byte{0, 0x55, 0xFF}

// NewTimer returns a timer of the instructions of a program on a machine, given the
// machine's name.
func NewTimer(cpu string, p *emu.Program) (*Timer, error) {
	t := &Timer{known: map[instance]Cycles{}}
	var err error
	switch cpu {
	case "z80":
		var m z80.Machine
		m, err = z80.New(p)
		t.m = m.Machine
		t.ram, t.trials = emu.Range{Start: z80.RAMStart, Size: z80.RAMSize}, &trialsZ80
	case "6502":
		var m m6502.Machine
		m, err = m6502.New(p)
		t.m = m.Machine
		t.ram, t.trials = emu.Range{Start: m6502.RAMStart, Size: m6502.RAMSize}, &trials6502
	case "68000":
		var m m68k.Machine
		m, err = m68k.New(p)
		t.m = m.Machine
		t.ram, t.trials = emu.Range{Start: m68k.RAMStart, Size: m68k.RAMSize}, &trials68000
	default:
		return nil, fmt.Errorf("disasm: no machine %q", cpu)
	}
	if err != nil {
		return nil, err
	}
	t.m.SetGuards(false)
	return t, nil
}

// bareRAM is the memory of a bare machine.
var bareRAM = emu.Range{Size: 1 << 16}

// NewBareTimer returns a timer of the instructions of any program: on a machine that has nothing but RAM, and all the
// instructions that its package knows. An address beyond the RAM stands for one within it.
func NewBareTimer(cpu string) (*Timer, error) {
	t := &Timer{known: map[instance]Cycles{}, ram: bareRAM}
	o := emu.Options{RAM: []emu.Range{bareRAM}, CodeInRAM: true}
	p := &emu.Program{Name: "bare", ROM: make([]byte, 2), Origin: bareRAM.Size / 2}
	var err error
	switch cpu {
	case "z80":
		var m z80.Machine
		m, err = z80.NewWithOptions(p, z80.Options{Options: o, Undocumented: true})
		t.m, t.trials = m.Machine, &trialsZ80
	case "6502":
		var m m6502.Machine
		m, err = m6502.NewWithOptions(p, m6502.Options{Options: o, Decimal: true, JumpAtPageEnd: true})
		t.m, t.trials = m.Machine, &trials6502
	case "68000":
		var m m68k.Machine
		m, err = m68k.NewWithOptions(p, m68k.Options{Options: o, TAS: true})
		t.m, t.trials = m.Machine, &trials68000
	default:
		return nil, fmt.Errorf("disasm: no machine %q", cpu)
	}
	if err != nil {
		return nil, err
	}
	t.m.SetGuards(false)
	return t, nil
}

// Cycles returns what an instruction at an address of the program's code takes, given
// its bytes, which may have been patched.
func (t *Timer) Cycles(addr uint32, bytes []byte) Cycles {
	key := instance{bytes: string(bytes)}
	switch {
	case t.m.Name() == "6502":
		key.at = addr & 0xFF
	case t.m.Name() == "68000" && len(bytes) > 1 && bytes[1]&0x3E == 0x3A:
		key.at = addr
	}
	c, ok := t.known[key]
	if !ok {
		c = t.measure(addr, bytes)
		t.known[key] = c
	}
	return c
}

// measure finds out what an instruction takes.
func (t *Timer) measure(addr uint32, bytes []byte) (c Cycles) {
	if t.ram == bareRAM {
		addr = min(addr%bareRAM.Size, bareRAM.Size-2*uint32(len(bytes)))
	}
	filled := make([]byte, t.ram.Size)
	for _, fill := range fills {
		for i := range filled {
			filled[i] = fill
		}
		t.m.WriteBytes(t.ram.Start, filled)
		for i, b := range bytes {
			if at := addr + uint32(i); t.m.Read(at) != b {
				t.m.Write(at, b)
			}
		}
		for _, value := range t.trials.values {
			for _, setting := range t.trials.settings {
				took, err := t.try(addr, value, setting)
				if err != nil {
					continue
				}
				if c.Most == 0 {
					c.Least = took
				}
				c.Least, c.Most = min(c.Least, took), max(c.Most, took)
			}
		}
	}
	return c
}

// try executes an instruction once.
func (t *Timer) try(addr, value, setting uint32) (took uint64, err error) {
	t.m.Enter(addr)
	for _, r := range t.trials.numbers {
		t.m.SetRegister(r, value)
	}
	for _, r := range t.trials.pointers {
		t.m.SetRegister(r, t.ram.Start+t.ram.Size/2)
	}
	t.m.SetRegister(t.trials.flags, setting)
	before := t.m.Cycles()
	err = t.m.Step()
	return t.m.Cycles() - before, err
}
