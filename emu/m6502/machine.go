// Package m6502 is the 6502 machine: github.com/beevik/go6502, which counts the
// cycles, with a memory map, guards, watches and a profiler.
//
// It models the Chess Champion MK V: a 6502 at a tenth of 19.6608 MHz,
// 16 KB of RAM at 0, 32 KB of ROM that end with the vectors. Programs run from
// ROM only.
//
// Refused as Unsupported, though the 6502 has them: brk and rti, since there are no
// interrupts; sed, and plp with D set, since there is no decimal mode; and a jmp
// through the last byte of a page, whose target's high byte a 6502 takes from that
// page's beginning. cli and sei change a flag that nothing reads. Opcodes that the
// data sheet does not have are refused as Undefined.
package m6502

import "github.com/searchex/searchex/emu"

// Clock is the machine's clock.
const Clock emu.Clock = 19_660_800 / 10

var spec = emu.Spec{
	Name: "6502", Clock: Clock,
	ROM:   emu.Range{Start: ROMStart, Size: ROMSize},
	RAM:   emu.Range{Start: RAMStart, Size: RAMSize},
	Slots: []emu.Range{{Start: BookStart, Size: BookSize}, {Start: ModuleStart, Size: ModuleSize}},
	// Below the stack there is room for a return address and one byte: with
	// less, a call would take the pointer around to the page's end, which is
	// where the stack is empty.
	Stack:      emu.Range{Start: stackPage + 3, Size: 0x100 - 3},
	ReturnSize: 2, StackStep: 1,
	// Behind a call at $4000, if there were one.
	Home: 0x4003,
}

// Machine is a machine with what only a 6502 has. Make one with New. By name it has
// a, x, y, p, s and pc.
type Machine struct {
	emu.Machine
	cpu *cpu
}

// Of returns the 6502 behind a machine that this package made.
func Of(m emu.Machine) Machine { return Machine{m, m.CPU().(*cpu)} }

// New makes a machine with a program in its ROM. The program's origin is $8000;
// it has 32 KB at most, its book 12,282 bytes, from $D000 to the vectors, and its module 8 KB from $6000 on. If it
// has the symbols stack_bottom and stack_top, the first and one past the last byte
// that the stack may use, the machine checks that it does; without them it may
// be anywhere from $0103 to $01FF.
func New(p *emu.Program) (Machine, error) { return new(cpu).machine(spec, p) }

func (c *cpu) machine(spec emu.Spec, p *emu.Program) (Machine, error) {
	m, err := emu.New(spec, p, c, c.mem.data[:], c.mem.access[:])
	return Machine{m, c}, err
}
