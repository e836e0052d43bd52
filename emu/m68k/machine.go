// Package m68k is the 68000 machine: github.com/user-none/go-chip-m68k with its
// wrong cycle counts corrected, a memory map, guards, watches and a profiler.
//
// It models the generation of the Cyrus 68K: 8 MHz, 64 KB of ROM at 0 that
// begins with the vectors, 64 KB of RAM above. Programs run from ROM only, in
// supervisor mode, and take no exceptions: what would raise one is a fault.
//
// Refused as Unsupported, though the 68000 has them: illegal, trap, trapv, chk and rte,
// since there are no exceptions; stop, since there are no interrupts; reset, since there
// are no other chips; move, ori, andi and eori to sr and move usp, since there is no
// user mode; tas, whose bus cycle many machines don't have; and btst dn,#n, which
// go-chip-m68k times wrong. A division by zero and a word at an odd address are faults
// of their own. Other opcodes, lines A and F included, are refused as Undefined.
package m68k

import (
	"sync"

	"github.com/searchex/searchex/emu"
)

// Clock is the machine's clock.
const Clock emu.Clock = 8_000_000

var ram = emu.Range{Start: RAMStart, Size: RAMSize}

var spec = emu.Spec{
	Name: "68000", Clock: Clock,
	ROM:        emu.Range{Start: ROMStart, Size: ROMSize},
	RAM:        ram,
	Slots:      []emu.Range{{Start: BookStart, Size: BookSize}},
	Stack:      ram,
	ReturnSize: 4, StackStep: 2,
	Home:      0xFFFFFC,
	BigEndian: true,
}

// md is the specification for a program whose stack is in the RAM of a Mega Drive.
var md = func() emu.Spec {
	s := spec
	s.RAM = emu.Range{Start: MDRAMStart, Size: RAMSize}
	s.Far, s.Slots, s.Stack = MDRAMStart-RAMStart, nil, s.RAM
	return s
}()

// Machine is a machine with what only a 68000 has. Make one with New. By name it has
// d0 to d7, a0 to a7, sp, pc, sr and ccr. Without Options.Exceptions, of sr only the
// flags can be set.
type Machine struct {
	emu.Machine
	cpu *cpu
}

// Of returns the 68000 behind a machine that this package made.
func Of(m emu.Machine) Machine { return Machine{m, m.CPU().(*cpu)} }

// New makes a machine with a program in its ROM. The program's origin is 0; it
// has 64 KB at most, and its book 12 KB, from $D000 on. A program whose stack_top is
// beyond MDRAMStart gets the map of a Mega Drive. If it has the symbols
// stack_bottom and stack_top, the first and one past the last byte that the stack
// may use, the machine checks that it does; without them it may be anywhere in
// RAM.
func New(p *emu.Program) (Machine, error) { return new(cpu).machine(specOf(p), p, mapSize) }

// specOf returns the specification of the machine that a program is for.
func specOf(p *emu.Program) emu.Spec {
	if top, ok := p.Symbol("stack_top"); ok && top > MDRAMStart {
		return md
	}
	return spec
}

// machine makes a machine of a map with some bytes.
func (c *cpu) machine(spec emu.Spec, p *emu.Program, size uint32) (Machine, error) {
	muteLog()
	c.mem.data, c.mem.access = make([]byte, size), make([]byte, size)
	if c.mem.direct, c.mem.far = uint32(len(c.mem.data)), spec.Far; spec.Far != 0 {
		c.mem.direct = RAMStart
	}
	m, err := emu.New(spec, p, c, c.mem.data, c.mem.access)
	return Machine{m, c}, err
}

var muteLog = sync.OnceFunc(muteChip)
