// Package z80 is the Z80 machine: github.com/koron-go/z80 with T-states, a
// memory map, guards, watches and a profiler.
//
// It models the development system of 1981: 4 MHz, 16 KB of ROM at 0,
// 16 KB of RAM above. Programs run from ROM only, which is what lets the
// machine know the timing of each address beforehand.
//
// Refused as Unsupported, though Zilog documents them: halt, since there are no
// interrupts; in, out and their block forms, since there are no ports, unless
// NewWithPorts adds some. Undocumented
// instructions are refused as Undefined, except those on the halves of ix and iy.
// di, ei and im change registers that nothing reads; reti and retn are ret, and restore
// the interrupt flip-flop IFF1.
//
// Bits 3 and 5 of F, which Zilog does not document, are those of koron-go/z80. They
// may differ from a real Z80's after bit b,(hl), scf, ccf and the block instructions,
// so no program should look at them.
package z80

import "github.com/searchex/searchex/emu"

// Clock is the machine's clock.
const Clock emu.Clock = 4_000_000

var ram = emu.Range{Start: RAMStart, Size: RAMSize}

var spec = emu.Spec{
	Name: "z80", Clock: Clock,
	ROM:        emu.Range{Start: ROMStart, Size: ROMSize},
	RAM:        ram,
	Slots:      []emu.Range{{Start: BookStart, Size: BookSize}, {Start: ModuleStart, Size: ModuleSize}},
	Stack:      ram,
	ReturnSize: 2, StackStep: 2,
	Home: 0xFFFF,
}

// msx is the specification for a program that begins at MSXStart.
var msx = func() emu.Spec {
	s := spec
	s.ROM = emu.Range{Start: MSXStart, Size: MSXSize}
	s.RAM = emu.Range{Start: MSXRAMStart, Size: MSXRAMSize}
	s.Slots, s.Stack = nil, s.RAM
	return s
}()

// Machine is a machine with what only a Z80 has. Make one with New. By name it has
// registers and pairs, those of the alternate set as af', the interrupt flip-flops as iff1
// and iff2, and the interrupt mode as im, of which 3 is 2.
type Machine struct {
	emu.Machine
	cpu *cpu
}

// Of returns the Z80 behind a machine that this package made.
func Of(m emu.Machine) Machine { return Machine{m, m.CPU().(*cpu)} }

// New makes a machine with a program in its ROM. The program's origin is 0,
// that of its book $8000, both of 16 KB at most; its module of at most 8 KB is at $C000. A program whose origin is $4000 gets
// the map of an MSX: 32 KB of ROM there, and RAM from $C000 on. If it has the symbols stack_bottom
// and stack_top, the first and one past the last byte that the stack may use,
// the machine checks that it does; without them it may be anywhere in RAM.
func New(p *emu.Program) (Machine, error) { return newMachine(p, documented) }

// NewWithPorts is New with ports, which permits in, out and their block forms. In and Out
// are called on the goroutine of the run, during an instruction, and must not call the
// machine. Those of Options.Ports may call its methods IRQ, SetIRQ and
// NMI, which the Z80 sees when the instruction ends, Cycles, the count at which it began,
// SetAlarm and Stop. The state of the ports is no part of the machine's.
func NewWithPorts(p *emu.Program, ports Ports) (Machine, error) {
	m, err := newMachine(p, withPorts)
	if err == nil {
		m.cpu.z80.IO = ports
	}
	return m, err
}

func newMachine(p *emu.Program, t *timing) (Machine, error) {
	return (&cpu{timing: t}).machine(specOf(p), p)
}

// specOf returns the specification of the machine that a program is for.
func specOf(p *emu.Program) emu.Spec {
	if p.Origin == MSXStart {
		return msx
	}
	return spec
}

func (c *cpu) machine(spec emu.Spec, p *emu.Program) (Machine, error) {
	m, err := emu.New(spec, p, c, c.mem.data[:], c.mem.access[:])
	return Machine{m, c}, err
}
