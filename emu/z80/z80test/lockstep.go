// Package z80test checks the Z80 machine against a second emulator,
// github.com/user-none/go-chip-z80, which counts its own cycles.
package z80test

import (
	"bytes"
	"fmt"

	chip "github.com/user-none/go-chip-z80"

	"github.com/searchex/searchex/emu"
	"github.com/searchex/searchex/emu/z80"
)

// fullEvery is after how many instructions Lockstep compares all of RAM.
// Between that it compares the bytes that the oracle writes.
const fullEvery = 4096

// Lockstep calls the routine at a label on a new machine and on the oracle
// beside it, and compares all registers, the bytes written and the cycles
// after each instruction, and all RAM at the end. setup, if not nil, fills
// RAM; budget is in cycles, 0 for the default. The error is the first
// difference, or the fault of our machine, whose guards are on.
func Lockstep(p *emu.Program, label string, setup func(write func(addr uint16, b byte)), budget uint64) error {
	m, err := z80.New(p)
	if err != nil {
		return err
	}
	addr, ok := p.Symbols[label]
	if !ok {
		return fmt.Errorf("lockstep %s: no label %s", p.Name, label)
	}
	if setup != nil {
		setup(func(addr uint16, b byte) { m.Write(uint32(addr), b) })
	}
	m.Enter(addr)
	return Run(m, budget)
}

// Run is Lockstep from a machine's present state up to the return of the
// routine that it is in.
func Run(m z80.Machine, budget uint64) error {
	if budget == 0 {
		budget = emu.DefaultBudget
	}
	o := NewOracle(m)
	start := m.Cycles()
	for n := 1; !m.Returned(); n++ {
		if m.Cycles()-start >= budget {
			return fmt.Errorf("lockstep %s: no return within %d cycles", m.Program().Name, budget)
		}
		pc := m.PC()
		if err := m.Step(); err != nil {
			return err
		}
		o.Step()
		err := o.Compare(m)
		if err == nil && n%fullEvery == 0 {
			err = o.CompareRAM(m)
		}
		if err != nil {
			return fmt.Errorf("lockstep %s: instruction %d at $%04x %s: %w",
				m.Program().Name, n, pc, m.Program().Where(pc), err)
		}
	}
	return o.CompareRAM(m)
}

// Oracle is the second emulator, on the same memory map.
type Oracle struct {
	cpu *chip.CPU
	bus bus
	// ahead is what our cycle count was more when the oracle began.
	ahead uint64
	// executed is the instruction last executed.
	executed [4]byte
}

// NewOracle is an oracle in the state that the machine is in.
func NewOracle(m z80.Machine) *Oracle {
	o := new(Oracle)
	o.cpu = chip.New(&o.bus)
	for a := range o.bus.mem {
		o.bus.mem[a] = 0xFF
	}
	m.ReadBytes(z80.ROMStart, o.bus.mem[z80.ROMStart:][:z80.ROMSize])
	for _, i := range m.Program().More {
		m.ReadBytes(i.Origin, o.bus.mem[i.Origin:][:len(i.Data)])
	}
	o.Follow(m)
	return o
}

// Follow takes over the machine's RAM, registers and cycle count.
func (o *Oracle) Follow(m z80.Machine) {
	m.ReadBytes(z80.RAMStart, o.bus.ram())
	o.SetRegs(m.Regs().All())
	o.ahead = m.Cycles() - o.cpu.Cycles()
}

// SetRegs sets the registers.
func (o *Oracle) SetRegs(r z80.All) {
	o.cpu.SetState(chip.Registers{
		AF: r.AF, BC: r.BC, DE: r.DE, HL: r.HL,
		AF_: r.AF2, BC_: r.BC2, DE_: r.DE2, HL_: r.HL2,
		IX: r.IX, IY: r.IY, SP: r.SP, PC: r.PC,
		I: r.I, R: r.R, IFF1: r.IFF1, IFF2: r.IFF2, IM: r.IM,
	})
}

// Regs returns the registers.
func (o *Oracle) Regs() z80.All {
	r := o.cpu.Registers()
	return z80.All{
		AF: r.AF, BC: r.BC, DE: r.DE, HL: r.HL,
		AF2: r.AF_, BC2: r.BC_, DE2: r.DE_, HL2: r.HL_,
		IX: r.IX, IY: r.IY, SP: r.SP, PC: r.PC,
		I: r.I, R: r.R, IFF1: r.IFF1, IFF2: r.IFF2, IM: r.IM,
	}
}

// WriteROM patches the ROM.
func (o *Oracle) WriteROM(addr uint16, b []byte) { copy(o.bus.mem[addr:z80.ROMSize], b) }

// Step executes one instruction.
func (o *Oracle) Step() {
	o.bus.written = o.bus.written[:0]
	pc := o.cpu.Registers().PC
	for i := range o.executed {
		o.executed[i] = o.bus.mem[pc+uint16(i)]
	}
	o.cpu.Step()
}

// Compare returns an error that names how registers, cycles or the bytes that the
// oracle's last instruction wrote differ, except for what looseFlags and forgive
// allow.
func (o *Oracle) Compare(m z80.Machine) error {
	if ours, theirs := m.Cycles(), o.cpu.Cycles()+o.ahead; ours != theirs {
		return fmt.Errorf("cycles %d, oracle %d", ours, theirs)
	}
	ours := m.Regs().All()
	if ours != o.Regs() {
		o.forgive(ours)
	}
	if theirs := o.Regs(); ours != theirs {
		return fmt.Errorf("registers\n\t%v, oracle\n\t%v", ours, theirs)
	}
	for _, a := range o.bus.written {
		if ours, theirs := m.Read(uint32(a)), o.bus.mem[a]; ours != theirs {
			return fmt.Errorf("byte at $%04x is $%02x, oracle $%02x", a, ours, theirs)
		}
	}
	return nil
}

// CompareRAM says where RAM differs.
func (o *Oracle) CompareRAM(m z80.Machine) error {
	var ours [z80.RAMSize]byte
	m.ReadBytes(z80.RAMStart, ours[:])
	theirs := o.bus.ram()
	if bytes.Equal(ours[:], theirs) {
		return nil
	}
	for i, b := range theirs {
		if ours[i] != b {
			return fmt.Errorf("byte at $%04x is $%02x, oracle $%02x", z80.RAMStart+i, ours[i], b)
		}
	}
	return nil
}

// undocumented are the bits of F that have no meaning.
const undocumented = 0x28

// forgive lets the oracle take over from our machine what the two emulators
// do differently in an instruction of which neither the manual nor a sane
// program makes use: bits 3 and 5 of F after scf and ccf, after bit on
// memory and after a block that repeats (on a Z80 they depend on the previous
// instruction or on an internal register), and IFF1 after reti, which only
// interrupts look at.
func (o *Oracle) forgive(ours z80.All) {
	r := o.cpu.Registers()
	if b := o.executed; b[0] == 0xED && b[1] == 0x4D {
		r.IFF1 = ours.IFF1
	} else if looseFlags(b) {
		r.AF = r.AF&^undocumented | ours.AF&undocumented
	}
	o.cpu.SetState(r)
}

// looseFlags reports whether an instruction leaves bits 3 and 5 of F to
// chance.
func looseFlags(b [4]byte) bool {
	bitOfMemory := func(op byte) bool { return op&0xC7 == 0x46 }
	switch b[0] {
	case 0x37, 0x3F:
		return true
	case 0xCB:
		return bitOfMemory(b[1])
	case 0xDD, 0xFD:
		return b[1] == 0xCB && bitOfMemory(b[3])
	case 0xED:
		return b[1]&0xF6 == 0xB0
	}
	return false
}

// bus is the machine's map as the oracle sees it.
type bus struct {
	mem     [0x10000]byte
	written []uint16
}

func (b *bus) ram() []byte { return b.mem[z80.RAMStart : z80.RAMStart+z80.RAMSize] }

// Fetch reads the byte of an opcode.
func (b *bus) Fetch(addr uint16) uint8 { return b.mem[addr] }

// Read reads a byte.
func (b *bus) Read(addr uint16) uint8 { return b.mem[addr] }

// Write writes to RAM and to nothing else.
func (b *bus) Write(addr uint16, v uint8) {
	if addr >= z80.RAMStart && addr < z80.RAMStart+z80.RAMSize {
		b.mem[addr] = v
		b.written = append(b.written, addr)
	}
}

// In reads as a port with nothing connected; the machine has none.
func (b *bus) In(uint16) uint8 { return 0xFF }

// Out does nothing.
func (b *bus) Out(uint16, uint8) {}
