package emu

import (
	"errors"
	"fmt"
	"math"
)

// ErrStopped is the error of a run that a callback ended with Machine.Stop.
var ErrStopped = errors.New("emu: stopped by the host")

// DefaultBudget is the budget of a run that names none, in cycles: 83 minutes of a 4 MHz
// clock, and less than a minute of the host's time.
const DefaultBudget = 20_000_000_000

// Machine is one CPU with its memory map and a program in its ROM. It is a handle: copies
// are the same machine. The packages of the CPUs make machines.
//
// A run is a Call, a CallAddr or a Continue. It ends with a nil error when the routine has
// returned, with ErrStopped after Stop, and with a *Fault when a guard tripped. Callbacks
// given to Watch and SetAlarm are made on the goroutine of the run, between two
// instructions, with the registers, the memory and Cycles as they stand there; they may
// change registers and memory and may call every method but the ones that run the machine.
// Changes made there to guards and profiling hold from the next run on.
//
// Addresses outside the machine's map are mistakes of the host and panic.
type Machine struct{ c *Control }

// Core is what executes the instructions of a machine. Cores differ in nothing but speed.
// Step, profiling and counting always use Package.
type Core uint8

const (
	// Predecoded is the core of this project. It decodes each address of code
	// once.
	Predecoded Core = iota
	// Package is the core of another project's package. It executes also what
	// the predecoded core leaves to it.
	Package
)

// New returns a machine with a program in its ROM, in its start state and with guards, or an
// error if the program does not fit. data is the CPU's memory by address; access has for
// each byte what may be done to it. Both reach up to the end of the map.
func New(spec Spec, p *Program, cpu CPU, data, access []byte) (Machine, error) {
	c, err := newControl(spec, p, data, access)
	if err != nil {
		return Machine{}, err
	}
	c.cpu = cpu
	cpu.Init(c)
	c.guards, c.activeGuards = true, true
	cpu.SetMemory(true, nil)
	m := Machine{c}
	m.Reset()
	return m, nil
}

// CPU returns what the machine was made with.
func (m Machine) CPU() CPU { return m.c.cpu }

// Name is the CPU: "z80", "6502" or "68000".
func (m Machine) Name() string { return m.c.spec.Name }

// Clock is the clock of the machine that this one models.
func (m Machine) Clock() Clock { return m.c.spec.Clock }

// Program is what the ROM holds.
func (m Machine) Program() *Program { return m.c.program }

// Reset forgets what was written to RAM and sets the registers and the cycle count to their
// start values. ROM patches, watches, the alarm, guards and a profile under way stay.
func (m Machine) Reset() {
	m.c.forget(m.c.mem.rams...)
	m.c.mem.clear()
	m.c.cpu.Reset()
	m.c.lowestSP = m.c.stackTop
	m.c.resumed = -1
	m.ResetCycles()
}

// Call runs the routine at a label until it returns, on an empty stack and with the other
// registers as they are. A run that has used up its budget of cycles before an instruction,
// and has not returned, is a runaway; budget 0 means DefaultBudget.
func (m Machine) Call(label string, budget uint64) error {
	addr, ok := m.c.program.Symbols[label]
	if !ok {
		return fmt.Errorf("%s %s: call %s: no such label", m.Name(), m.c.program.Name, label)
	}
	return m.CallAddr(addr, budget)
}

// CallAddr is Call by address.
func (m Machine) CallAddr(addr uint32, budget uint64) error {
	if m.c.running {
		return fmt.Errorf("%s %s: call $%04x: a call is running", m.Name(), m.c.program.Name, addr)
	}
	m.Enter(addr)
	return m.Continue(budget)
}

// Enter prepares a call of the routine at addr without running it, for Step and Continue.
func (m Machine) Enter(addr uint32) {
	c := m.c
	if c.running {
		panic(m.Name() + ": Enter while a call is running")
	}
	m.mapped(addr)
	c.cpu.Enter(addr)
	c.lowestSP = min(c.lowestSP, c.cpu.SP())
	c.resumed = -1
	if c.profiler != nil {
		c.profiler.begin()
	}
}

// Continue resumes a call that was stopped or entered. A watch that stopped the run is not
// called again for the same instruction.
func (m Machine) Continue(budget uint64) error {
	if budget == 0 {
		budget = DefaultBudget
	}
	return m.c.run(budget, func() {
		switch {
		case m.c.activeProfiler != nil || m.c.activeAccesses != nil:
			for m.c.step() {
			}
		case m.c.core == Package || m.c.spec.Far != 0:
			m.c.cpu.RunPackage()
		default:
			m.c.cpu.Run()
		}
	})
}

// Step executes one instruction, with its callbacks and guards, or nothing if the routine
// has returned.
func (m Machine) Step() error {
	return m.c.run(math.MaxUint64, func() { m.c.step() })
}

// Returned reports whether the routine last called has returned.
func (m Machine) Returned() bool { return m.c.cpu.PC() == m.c.spec.Home }

// Cycles is the number of clock cycles since Reset or ResetCycles.
func (m Machine) Cycles() uint64 { return m.c.cycles }

// ResetCycles sets the cycle count to 0. A pending alarm keeps the count it was set to.
func (m Machine) ResetCycles() {
	m.c.limit -= min(m.c.limit, m.c.cycles)
	m.c.cycles = 0
	m.c.plan()
}

// PC is the address of the instruction to be executed next.
func (m Machine) PC() uint32 { return m.c.cpu.PC() }

// Registers is one line with the registers that programs work with, for people: each as
// name=hexadecimal.
func (m Machine) Registers() string { return m.c.cpu.Registers() }

// Register reads a register by its name in the CPU's assembly, in lower case. A name that
// the CPU does not know is a mistake of the host and panics.
func (m Machine) Register(name string) uint32 { return m.c.cpu.Register(name) }

// SetRegister sets a register. Bits of the value that the register does not have are
// dropped.
func (m Machine) SetRegister(name string, value uint32) { m.c.cpu.SetRegister(name, value) }

// mapped panics if there is nothing at addr.
func (m Machine) mapped(addr uint32) {
	if !m.c.mem.mapped(addr) {
		m.outside(addr)
	}
}

func (m Machine) outside(addr uint32) {
	panic(fmt.Sprintf("%s %s: address $%04x is outside the map", m.Name(), m.c.program.Name, addr))
}

// Map lists the addresses at which there is memory, by address.
func (m Machine) Map() []Range { return m.c.mem.areas() }

// InMap reports whether there is memory at each of n addresses from addr on.
func (m Machine) InMap(addr uint32, n int) bool {
	_, hole := m.c.mem.hole(addr, uint32(n))
	return !hole
}

// BigEndian reports whether the high byte of a word comes first in memory.
func (m Machine) BigEndian() bool { return m.c.spec.BigEndian }

// Read reads a byte without any guard.
func (m Machine) Read(addr uint32) byte {
	m.mapped(addr)
	return m.c.mem.data[m.c.mem.at(addr)]
}

// Write writes a byte, which counts as written by the program. In ROM it patches this
// machine's copy.
func (m Machine) Write(addr uint32, v byte) {
	m.mapped(addr)
	mem := &m.c.mem
	i := mem.at(addr)
	mem.data[i] = v
	code := mem.access[i]&Writable == 0 || mem.access[i]&Decoded != 0
	if mem.access[i]&Writable != 0 {
		mem.access[i] = Readable | Writable
	}
	if code {
		m.c.cpu.Changed(addr)
	}
}

// ReadWord reads 16 bits in the CPU's byte order.
func (m Machine) ReadWord(addr uint32) uint16 {
	first, second := uint16(m.Read(addr)), uint16(m.Read(addr+1))
	if m.c.spec.BigEndian {
		return first<<8 | second
	}
	return second<<8 | first
}

// WriteWord writes 16 bits in the CPU's byte order.
func (m Machine) WriteWord(addr uint32, w uint16) {
	first, second := byte(w), byte(w>>8)
	if m.c.spec.BigEndian {
		first, second = second, first
	}
	m.Write(addr, first)
	m.Write(addr+1, second)
}

// ReadBytes fills dst with the bytes from addr on.
func (m Machine) ReadBytes(addr uint32, dst []byte) {
	if at, ok := m.c.mem.hole(addr, uint32(len(dst))); ok {
		m.outside(at)
	}
	if len(dst) > 0 {
		copy(dst, m.c.mem.data[m.c.mem.at(addr):])
	}
}

// WriteBytes writes src from addr on.
func (m Machine) WriteBytes(addr uint32, src []byte) {
	mem := &m.c.mem
	ram, ok := mem.ramAt(addr)
	if end := uint64(addr) + uint64(len(src)); ok && end <= uint64(ram.End()) {
		from := mem.at(addr)
		m.c.forget(Range{addr, uint32(len(src))})
		copy(mem.data[from:], src)
		for i := range uint32(len(src)) {
			mem.access[from+i] = Readable | Writable
		}
		return
	}
	for i, v := range src {
		m.Write(addr+uint32(i), v)
	}
}

// SetGuards switches the checks of memory accesses and of the stack, from the next run on.
// They are on at first. Undefined opcodes, code outside the ROM and runaways are always
// caught, since that costs nothing.
func (m Machine) SetGuards(on bool) { m.c.guards = on }

// SetCore chooses what executes instructions, from the next run on: Predecoded at first.
func (m Machine) SetCore(core Core) { m.c.core = core }

// Left is the number of instructions that the predecoded core has left to the package since
// the machine was made: those that a guard may refuse, and rare ones.
func (m Machine) Left() uint64 { return m.c.left }

// Watch calls fn before each execution of the instruction at addr. An address has one watch
// at most; a second replaces the first.
func (m Machine) Watch(addr uint32, fn func()) {
	m.mapped(addr)
	m.c.setWatch(addr, fn)
	m.c.cpu.Changed(addr)
}

// Unwatch removes the watch at addr.
func (m Machine) Unwatch(addr uint32) { m.Watch(addr, nil) }

// UnwatchAll removes all watches.
func (m Machine) UnwatchAll() {
	for _, w := range m.c.watches {
		if w.fn != nil {
			m.Unwatch(w.addr)
		}
	}
}

// Stop, called from a callback, ends the run before the next instruction.
func (m Machine) Stop() { m.c.stopping = true }

// SetAlarm calls fn once, before the first instruction that begins when Cycles has reached
// the given count; nil clears the alarm. An alarm that no run has reached yet stays pending.
func (m Machine) SetAlarm(cycles uint64, fn func()) { m.c.setAlarm(cycles, fn) }

// Usage is how much RAM a program has used.
type Usage struct {
	// Written is the number of different bytes of RAM that the program
	// or the host wrote, the stack's included.
	Written int
	// Stack is the deepest use of the stack in bytes, the return address
	// of the called routine included. Only runs with guards on or with a
	// profile measure it.
	Stack int
}

// Usage is the memory in use since Reset.
func (m Machine) Usage() Usage {
	return Usage{Written: m.c.mem.written(), Stack: int(m.c.stackTop - m.c.lowestSP)}
}

// StartProfile begins to attribute cycles to instructions and routines, from the next run
// on. It costs host time, no cycles.
func (m Machine) StartProfile() {
	r := newProfiler(m.c.program, m.c.CodeSpan())
	if addr, ok := m.c.program.Symbols[m.c.program.Level]; ok && m.c.mem.mapped(addr) {
		r.levelAt = &m.c.mem.data[m.c.mem.at(addr)]
	}
	m.c.profiler, m.c.paused = r, false
}

// SetProfiling pauses the profile under way, or goes on with it, from the next run on.
func (m Machine) SetProfiling(on bool) { m.c.paused = !on }

// StopProfile ends that and returns the figures, nil if there was no profile under way.
func (m Machine) StopProfile() *Profile {
	if m.c.profiler == nil {
		return nil
	}
	p := m.c.profiler.profile()
	p.Machine, p.Clock = m.Name(), m.Clock()
	m.c.profiler = nil
	return p
}
