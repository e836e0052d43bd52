package emu

import (
	"fmt"
	"math"
)

// Base has the methods of Machine that do not depend on the CPU. A machine
// embeds it, and adds Register, SetRegister and Registers.
type Base struct {
	c *Control
}

// NewBase is the base of a machine in its start state, with guards.
func NewBase(c *Control, cpu CPU) Base {
	b := Base{c}
	c.cpu = cpu
	c.guards, c.activeGuards = true, true
	cpu.SetGuards(true)
	b.Reset()
	return b
}

// Name is the CPU.
func (b *Base) Name() string { return b.c.spec.Name }

// Clock is the machine's clock.
func (b *Base) Clock() Clock { return b.c.spec.Clock }

// Program is what the ROM holds.
func (b *Base) Program() *Program { return b.c.program }

// Reset sets RAM, registers and cycle count to their start values.
func (b *Base) Reset() {
	b.c.mem.clear()
	b.c.cpu.Reset()
	b.c.lowestSP = b.c.stackTop
	b.c.resumed = -1
	b.ResetCycles()
}

// Call runs the routine at a label until it returns.
func (b *Base) Call(label string, budget uint64) error {
	addr, ok := b.c.program.Symbols[label]
	if !ok {
		return fmt.Errorf("%s %s: call %s: no such label", b.Name(), b.c.program.Name, label)
	}
	return b.CallAddr(addr, budget)
}

// CallAddr runs the routine at addr until it returns.
func (b *Base) CallAddr(addr uint32, budget uint64) error {
	if b.c.running {
		return fmt.Errorf("%s %s: call $%04x: a call is running", b.Name(), b.c.program.Name, addr)
	}
	b.Enter(addr)
	return b.Continue(budget)
}

// Enter prepares a call of the routine at addr.
func (b *Base) Enter(addr uint32) {
	c := b.c
	if c.running {
		panic(b.Name() + ": Enter while a call is running")
	}
	b.mapped(addr)
	c.cpu.Enter(addr)
	c.lowestSP = min(c.lowestSP, c.cpu.SP())
	c.resumed = -1
	if c.profiler != nil {
		c.profiler.Begin()
	}
}

// Continue goes on with a call that was stopped or entered.
func (b *Base) Continue(budget uint64) error {
	if budget == 0 {
		budget = DefaultBudget
	}
	return b.c.run(budget, func() {
		switch {
		case b.c.activeProfiler != nil || b.c.activeAccesses != nil:
			for b.c.step() {
			}
		case b.c.spec.packaged || b.c.core == Package || b.c.spec.Far != 0:
			b.c.cpu.RunPackage()
		default:
			b.c.cpu.Run()
		}
	})
}

// Step executes one instruction, or nothing if the routine has returned.
func (b *Base) Step() error {
	return b.c.run(math.MaxUint64, func() { b.c.step() })
}

// Returned reports whether the routine last called has returned.
func (b *Base) Returned() bool { return b.c.cpu.PC() == b.c.spec.Home }

// Cycles is the number of clock cycles since Reset or ResetCycles.
func (b *Base) Cycles() uint64 { return b.c.cycles }

// ResetCycles sets the cycle count to 0.
func (b *Base) ResetCycles() {
	b.c.limit -= min(b.c.limit, b.c.cycles)
	b.c.cycles = 0
	b.c.plan()
}

// PC is the address of the instruction to be executed next.
func (b *Base) PC() uint32 { return b.c.cpu.PC() }

// mapped panics if there is nothing at addr.
func (b *Base) mapped(addr uint32) {
	if !b.c.mem.mapped(addr) {
		b.outside(addr)
	}
}

func (b *Base) outside(addr uint32) {
	panic(fmt.Sprintf("%s %s: address $%04x is outside the map", b.Name(), b.c.program.Name, addr))
}

// Map lists the addresses at which there is memory.
func (b *Base) Map() []Range { return b.c.mem.areas() }

// Read reads a byte.
func (b *Base) Read(addr uint32) byte {
	b.mapped(addr)
	return b.c.mem.data[b.c.mem.at(addr)]
}

// Write writes a byte to RAM, or patches the ROM.
func (b *Base) Write(addr uint32, v byte) {
	b.mapped(addr)
	m := &b.c.mem
	i := m.at(addr)
	m.data[i] = v
	if m.access[i]&Writable != 0 {
		m.access[i] = Readable | Writable
	} else {
		b.c.cpu.Changed(addr)
	}
}

// ReadWord reads 16 bits in the CPU's byte order.
func (b *Base) ReadWord(addr uint32) uint16 {
	first, second := uint16(b.Read(addr)), uint16(b.Read(addr+1))
	if b.c.spec.BigEndian {
		return first<<8 | second
	}
	return second<<8 | first
}

// WriteWord writes 16 bits in the CPU's byte order.
func (b *Base) WriteWord(addr uint32, w uint16) {
	first, second := byte(w), byte(w>>8)
	if b.c.spec.BigEndian {
		first, second = second, first
	}
	b.Write(addr, first)
	b.Write(addr+1, second)
}

// ReadBytes fills dst with the bytes from addr on.
func (b *Base) ReadBytes(addr uint32, dst []byte) {
	if at, ok := b.c.mem.hole(addr, uint32(len(dst))); ok {
		b.outside(at)
	}
	if len(dst) > 0 {
		copy(dst, b.c.mem.data[b.c.mem.at(addr):])
	}
}

// WriteBytes writes src from addr on.
func (b *Base) WriteBytes(addr uint32, src []byte) {
	m := &b.c.mem
	ram, ok := m.ramAt(addr)
	if end := uint64(addr) + uint64(len(src)); ok && end <= uint64(ram.End()) {
		from := m.at(addr)
		copy(m.data[from:], src)
		for i := range uint32(len(src)) {
			m.access[from+i] = Readable | Writable
		}
		return
	}
	for i, v := range src {
		b.Write(addr+uint32(i), v)
	}
}

// SetGuards switches the checks of memory and stack, from the next run on.
func (b *Base) SetGuards(on bool) { b.c.guards = on }

// SetCore chooses the core of the runs that follow.
func (b *Base) SetCore(core Core) { b.c.core = core }

// Left is the number of instructions that the predecoded core has left to the package.
func (b *Base) Left() uint64 { return b.c.left }

// Watch calls fn before each execution of the instruction at addr.
func (b *Base) Watch(addr uint32, fn func()) {
	b.mapped(addr)
	b.c.setWatch(addr, fn)
	b.c.cpu.Changed(addr)
}

// Unwatch removes the watch at addr.
func (b *Base) Unwatch(addr uint32) { b.Watch(addr, nil) }

// UnwatchAll removes all watches.
func (b *Base) UnwatchAll() {
	for _, w := range b.c.watches {
		if w.fn != nil {
			b.Unwatch(w.addr)
		}
	}
}

// Stop ends the run from a callback; a run begins without it.
func (b *Base) Stop() { b.c.stopping = true }

// SetAlarm calls fn once, as soon as the cycle count has reached cycles.
func (b *Base) SetAlarm(cycles uint64, fn func()) { b.c.setAlarm(cycles, fn) }

// Usage is the memory in use since Reset.
func (b *Base) Usage() Usage {
	return Usage{Written: b.c.mem.written(), Stack: int(b.c.stackTop - b.c.lowestSP)}
}

// StartProfile begins to attribute cycles, from the next run on.
func (b *Base) StartProfile() {
	r := newProfiler(b.c.program, b.c.codeSpan())
	if addr, ok := b.c.program.Symbols[b.c.program.Level]; ok && b.c.mem.mapped(addr) {
		r.levelAt = &b.c.mem.data[b.c.mem.at(addr)]
	}
	b.c.profiler = r
}

// StopProfile ends that and returns the figures.
func (b *Base) StopProfile() *Profile {
	if b.c.profiler == nil {
		return nil
	}
	p := b.c.profiler.Profile()
	p.Machine, p.Clock = b.Name(), b.Clock()
	b.c.profiler = nil
	return p
}
