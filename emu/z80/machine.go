// Package z80 is the Z80 machine: github.com/koron-go/z80 with T-states, a
// memory map, guards, watches and a profiler.
//
// It stands for the development system of 1981: 4 MHz, 16 KB of ROM at 0,
// 16 KB of RAM above. Programs run from ROM only, which is what lets the
// machine know the timing of each address beforehand.
package z80

import (
	"fmt"
	"math"

	koron "github.com/koron-go/z80"

	"github.com/searchex/searchex/emu"
)

// Clock is the machine's clock.
const Clock emu.Clock = 4_000_000

// returnAddr is where a called routine returns to. It is outside the map, so
// that no program has business there.
const returnAddr = 0xFFFF

// Machine is a Z80 with its memory. Make one with New.
type Machine struct {
	program *emu.Program
	timing  *timing
	cpu     koron.CPU
	mem     memory
	code    [0x10000]instruction

	cycles uint64
	// next is the cycle count at which a run has to look up from its
	// loop: the lesser of alarm and limit.
	next    uint64
	alarm   uint64
	onAlarm func()
	// limit is the count at which the run's budget is used up.
	limit uint64

	watches map[uint16]func()
	// resumed is the address at which the last run was stopped by its
	// watch, which is not to be called again; -1 if there is none.
	resumed int

	// The stack may use stackBottom up to stackTop, exclusive. lowestSP
	// is the deepest seen.
	stackBottom, stackTop, lowestSP uint16

	guards            bool
	running, stopping bool
	// err is how the run ended.
	err      error
	profiler *emu.Profiler
}

var _ emu.Machine = (*Machine)(nil)

// New makes a machine with a program in its ROM. The program's origin is 0,
// that of its book $8000; both have 16 KB at most. If it has the symbols stack_bottom
// and stack_top, the first and one past the last byte that the stack may use,
// the machine checks that it does; without them it may be anywhere in RAM.
func New(p *emu.Program) (*Machine, error) {
	return newMachine(p, documented)
}

func newMachine(p *emu.Program, t *timing) (*Machine, error) {
	switch {
	case p.Origin != ROMStart:
		return nil, fmt.Errorf("z80 %s: origin $%04x, the ROM is at $%04x", p.Name, p.Origin, ROMStart)
	case len(p.ROM) == 0 || len(p.ROM) > ROMSize:
		return nil, fmt.Errorf("z80 %s: image of %d bytes, the ROM has %d", p.Name, len(p.ROM), ROMSize)
	case len(p.Book) > BookSize:
		return nil, fmt.Errorf("z80 %s: book of %d bytes, its ROM has %d", p.Name, len(p.Book), BookSize)
	case p.BookCode < 0 || p.BookCode > len(p.Book):
		return nil, fmt.Errorf("z80 %s: %d bytes of code in a book of %d", p.Name, p.BookCode, len(p.Book))
	case p.BookCode > 0 && p.BookOrigin != BookStart:
		return nil, fmt.Errorf("z80 %s: book at $%04x, its ROM is at $%04x", p.Name, p.BookOrigin, BookStart)
	}
	m := &Machine{program: p, timing: t, watches: map[uint16]func(){}}
	bottom, hasBottom := p.Symbol("stack_bottom")
	top, hasTop := p.Symbol("stack_top")
	if !hasBottom {
		bottom = RAMStart
	}
	if !hasTop {
		top = RAMStart + RAMSize
	}
	if bottom < RAMStart || bottom+2 > top || top > RAMStart+RAMSize {
		return nil, fmt.Errorf("z80 %s: stack from $%04x to $%04x is not in RAM", p.Name, bottom, top)
	}
	m.stackBottom, m.stackTop = uint16(bottom), uint16(top)

	m.mem.load(p)
	for a := range m.code {
		m.decode(uint16(a))
	}
	m.SetGuards(true)
	m.Reset()
	return m, nil
}

// decode brings code[addr] up to date.
func (m *Machine) decode(addr uint16) {
	i := refused
	if m.program.InCode(uint32(addr)) {
		end := len(m.program.ROM)
		if addr >= BookStart {
			end = BookStart + m.program.BookCode
		}
		var b [4]byte
		copy(b[:], m.mem.data[addr:end])
		i = m.timing.decode(b)
	}
	if addr == returnAddr {
		i = home
	}
	if m.watches[addr] != nil {
		i |= watched
	}
	m.code[addr] = i
}

// Name is "z80".
func (m *Machine) Name() string { return "z80" }

// Clock is 4 MHz.
func (m *Machine) Clock() emu.Clock { return Clock }

// Program is what the ROM holds.
func (m *Machine) Program() *emu.Program { return m.program }

// Reset sets RAM, registers and cycle count to their start values.
func (m *Machine) Reset() {
	m.mem.clear()
	m.cpu.States = koron.States{}
	m.cpu.SP = m.stackTop
	m.lowestSP = m.stackTop
	m.cycles = 0
	m.resumed = -1
	m.plan()
}

// Cycles is the number of T-states since Reset or ResetCycles.
func (m *Machine) Cycles() uint64 { return m.cycles }

// ResetCycles sets the cycle count to 0.
func (m *Machine) ResetCycles() {
	m.limit -= min(m.limit, m.cycles)
	m.cycles = 0
	m.plan()
}

// PC is the address of the instruction to be executed next.
func (m *Machine) PC() uint32 { return uint32(m.cpu.PC) }

// SetGuards switches the checks of memory and stack.
func (m *Machine) SetGuards(on bool) {
	m.guards = on
	if on {
		m.cpu.Memory = (*guarded)(&m.mem)
	} else {
		m.cpu.Memory = (*unguarded)(&m.mem)
	}
}

// Watch calls fn before each execution of the instruction at addr. A block
// instruction is executed once for each byte.
func (m *Machine) Watch(addr uint32, fn func()) {
	a := m.mapped(addr)
	if fn == nil {
		delete(m.watches, a)
	} else {
		m.watches[a] = fn
	}
	m.decode(a)
}

// Unwatch removes the watch at addr.
func (m *Machine) Unwatch(addr uint32) { m.Watch(addr, nil) }

// UnwatchAll removes all watches.
func (m *Machine) UnwatchAll() {
	for a := range m.watches {
		m.Unwatch(uint32(a))
	}
}

// Stop ends the run from a callback.
func (m *Machine) Stop() { m.stopping = m.running }

// SetAlarm calls fn once, as soon as the cycle count has reached cycles.
func (m *Machine) SetAlarm(cycles uint64, fn func()) {
	m.alarm, m.onAlarm = cycles, fn
	m.plan()
}

// plan works out when a run has to look up next.
func (m *Machine) plan() {
	m.next = m.limit
	if m.onAlarm != nil {
		m.next = min(m.next, m.alarm)
	}
}

// Usage is the memory in use since Reset.
func (m *Machine) Usage() emu.Usage {
	return emu.Usage{Written: m.mem.written(), Stack: int(m.stackTop - m.lowestSP)}
}

// StartProfile begins to attribute cycles to instructions and routines.
func (m *Machine) StartProfile() { m.profiler = emu.NewProfiler(m.program) }

// StopProfile ends that and returns the figures.
func (m *Machine) StopProfile() *emu.Profile {
	if m.profiler == nil {
		return nil
	}
	p := m.profiler.Profile()
	m.profiler = nil
	return p
}

// mapped panics if there is nothing at addr.
func (m *Machine) mapped(addr uint32) uint16 {
	if addr > math.MaxUint16 || m.mem.access[addr] == 0 {
		panic(fmt.Sprintf("z80 %s: address $%04x is outside the map", m.program.Name, addr))
	}
	return uint16(addr)
}

// Read reads a byte.
func (m *Machine) Read(addr uint32) byte { return m.mem.data[m.mapped(addr)] }

// Write writes a byte to RAM, or patches the ROM.
func (m *Machine) Write(addr uint32, b byte) {
	a := m.mapped(addr)
	m.mem.data[a] = b
	if isRAM(a) {
		m.mem.access[a] = readable | writable
		return
	}
	// The timing of an instruction depends on four bytes at most.
	for i := range uint16(4) {
		if a >= i {
			m.decode(a - i)
		}
	}
}

// ReadWord reads 16 bits, low byte first.
func (m *Machine) ReadWord(addr uint32) uint16 {
	return uint16(m.Read(addr)) | uint16(m.Read(addr+1))<<8
}

// WriteWord writes 16 bits, low byte first.
func (m *Machine) WriteWord(addr uint32, w uint16) {
	m.Write(addr, byte(w))
	m.Write(addr+1, byte(w>>8))
}

// ReadBytes fills dst with the bytes from addr on.
func (m *Machine) ReadBytes(addr uint32, dst []byte) {
	if len(dst) > 0 {
		m.mapped(addr)
		m.mapped(addr + uint32(len(dst)) - 1)
		copy(dst, m.mem.data[addr:])
	}
}

// WriteBytes writes src from addr on.
func (m *Machine) WriteBytes(addr uint32, src []byte) {
	for i, b := range src {
		m.Write(addr+uint32(i), b)
	}
}
