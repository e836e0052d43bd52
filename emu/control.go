package emu

import (
	"fmt"
	"math"
	"slices"
)

// Flow is what an instruction did to the flow of control, as the profiler needs
// it.
type Flow uint8

// The flows. A conditional call or return that was not taken is GoesOn.
const (
	GoesOn Flow = iota
	Calls
	Returns
	// Jumps is a jump to an address in a register or in memory.
	Jumps
	// Interrupts is an interrupt instead of the instruction, which calls a routine.
	Interrupts
)

// Executed is an instruction that a CPU has executed.
type Executed struct {
	// PC is the instruction's address, SP the stack pointer after it.
	PC, SP uint32
	// Cycles is the count after it.
	Cycles uint64
	Flow   Flow
}

// CPU is the part of a machine that depends on the CPU. The package comment explains
// how it works together with Control.
type CPU interface {
	// Init is called once, with the memory as the program begins.
	Init(c *Control)
	// Reset sets all registers to their start values, the stack empty.
	Reset()
	// Enter sets the PC to addr, and makes a stack that holds Spec.Home as
	// the only return address.
	Enter(addr uint32)
	// PC is the address of the instruction to be executed next.
	PC() uint32
	// SP is the lowest address of the stack in use, and that of the
	// stack's top, one past its last byte, when it is empty.
	SP() uint32
	// Save returns a copy of all registers, Load brings them back.
	Save() any
	Load(registers any)
	// Registers, Register and SetRegister are Machine's.
	Registers() string
	Register(name string) uint32
	SetRegister(name string, value uint32)

	// Run executes instructions until Control.Attend or, with guards,
	// Control.Check ends the run. It is the predecoded core.
	Run()
	// RunPackage does the same with the core of another package, instruction
	// by instruction.
	RunPackage()
	// Step does what RunPackage does for one instruction; it leaves Check to
	// its caller, and reports false if Attend has ended the run.
	Step() (e Executed, ok bool)
	// SetMemory chooses, between two runs, how the CPU sees the memory. With guards,
	// forbidden accesses are refused, and Run checks after each instruction. Step
	// counts accesses, with nil none.
	SetMemory(guards bool, counts *Accesses)

	// Changed is called when the byte at addr has changed, or whether addr is
	// watched.
	Changed(addr uint32)
	// Refused returns 0 if the code at addr is an instruction that programs may use. Of a
	// documented instruction that the machine refuses it returns Unsupported, and the
	// instruction, a colon and the reason. Of any other code it returns Undefined, and
	// the bytes and, in parentheses, what they are called or what is wrong with them.
	Refused(addr uint32) (kind FaultKind, why string)
	// ReturnAt returns the return address on the stack at sp. ok is false if
	// what is there does not point behind a call in code.
	ReturnAt(sp uint32) (addr uint32, ok bool)
}

// Control is the state of a machine without its registers and memory. A CPU's
// loops ask it what to do between instructions, and its memory accesses report
// faults to it.
type Control struct {
	spec    Spec
	program *Program
	cpu     CPU
	mem     memory

	cycles uint64
	// next is the cycle count at which a loop must call Attend: the lesser of
	// alarm and limit.
	next    uint64
	alarm   uint64
	onAlarm func()
	// limit is the count at which the run's budget is used up.
	limit uint64

	// watchAt has for each address the index of its watch in watches, whose
	// first element is no watch.
	watchAt []uint32
	watches []watch
	// resumed is the address at which a watch stopped the last run, so that
	// the next one does not call it again; otherwise -1.
	resumed int64

	// The stack may use stackBottom up to stackTop, exclusive. lowestSP
	// is the deepest seen.
	stackBottom, stackTop, lowestSP uint32

	core Core
	// left counts the instructions that the predecoded core has left to the
	// package.
	left uint64
	// guards and profiler apply to the next run, activeGuards and activeProfiler
	// to the current one.
	guards, activeGuards     bool
	profiler, activeProfiler *profiler
	paused                   bool // the profiler is not to see the next run
	// accesses and activeAccesses are the counts, nil if nothing is counted.
	accesses, activeAccesses *Accesses
	running, stopping        bool
	// onInterrupt is called for each interrupt, with accepted.
	onInterrupt func(*Interrupt)
	accepted    Interrupt
	// charged are the cycles of the present instruction that cycles has already.
	charged uint64
	// err is how the run ended.
	err error
}

// newControl returns the state of a machine with a program in its ROM, see New.
func newControl(spec Spec, p *Program, data, access []byte) (*Control, error) {
	refuse := func(format string, args ...any) (*Control, error) {
		return nil, fmt.Errorf("%s %s: %s", spec.Name, p.Name, fmt.Sprintf(format, args...))
	}
	if err := spec.place(p); err != nil {
		return refuse("%v", err)
	}
	c := &Control{spec: spec, program: p, watchAt: make([]uint32, len(data)), watches: make([]watch, 1)}
	var ok bool
	if c.stackBottom, ok = p.Symbol("stack_bottom"); !ok {
		c.stackBottom = spec.Stack.Start
	}
	if c.stackTop, ok = p.Symbol("stack_top"); !ok {
		c.stackTop = spec.Stack.End()
	}
	if c.stackBottom < spec.Stack.Start || c.stackTop > spec.Stack.End() ||
		c.stackTop < c.stackBottom || c.stackTop-c.stackBottom < spec.ReturnSize {
		where := "RAM"
		if spec.Stack != spec.RAM || spec.ownMap() {
			where = fmt.Sprintf("$%04x to $%04x", spec.Stack.Start, spec.Stack.End())
		}
		return refuse("stack from $%04x to $%04x is not in %s", c.stackBottom, c.stackTop, where)
	}
	c.mem.load(&spec, p, data, access)
	return c, nil
}

// Home returns the address to which a called routine returns.
func (c *Control) Home() uint32 { return c.spec.Home }

// Due returns the cycle count, and the count at which a loop must call Attend.
func (c *Control) Due() (cycles, next uint64) { return c.cycles, c.next }

// StackTop returns the address one past the last byte that the stack may use.
func (c *Control) StackTop() uint32 { return c.stackTop }

// Left counts an instruction that the predecoded core leaves to the package.
func (c *Control) Left() { c.left++ }

// LowestSP returns the deepest stack pointer so far.
func (c *Control) LowestSP() uint32 { return c.lowestSP }

// Watched reports whether there is a watch at addr.
func (c *Control) Watched(addr uint32) bool { return c.watch(addr) != nil }

// watch is a callback before the instruction at addr; fn is nil if it was removed.
type watch struct {
	addr uint32
	fn   func()
}

// watch returns the callback at addr, or nil.
func (c *Control) watch(addr uint32) func() {
	if uint64(addr) >= uint64(len(c.watchAt)) {
		return nil
	}
	return c.watches[c.watchAt[addr]].fn
}

// setWatch sets the watch at addr, which is in the map. nil removes it; its index is
// kept for the next one there.
func (c *Control) setWatch(addr uint32, fn func()) {
	i := c.watchAt[addr]
	if i == 0 && fn != nil {
		i = uint32(len(c.watches))
		c.watchAt[addr], c.watches = i, append(c.watches, watch{addr: addr})
	}
	c.watches[i].fn = fn
}

// Code returns the memory from addr to the end of the code, or nil if addr is not
// in code.
func (c *Control) Code(addr uint32) []byte {
	code, ok := c.program.codeAt(addr)
	if c.spec.codeInRAM {
		if addr == c.spec.Home { // which is in a map without gaps
			return nil
		}
		if ram, in := c.mem.ramAt(addr); in {
			code, ok = ram, true
		}
	}
	if !ok {
		return nil
	}
	return c.mem.data[addr:code.End()]
}

// inCode reports whether an instruction may be at addr.
func (c *Control) inCode(addr uint32) bool {
	return c.program.InCode(addr) || c.spec.codeInRAM && c.mem.isRAM(addr)
}

// CodeSpan returns a range that has all code.
func (c *Control) CodeSpan() Range {
	if c.spec.codeInRAM {
		return Range{Size: uint32(len(c.mem.data))}
	}
	return c.program.codeSpan()
}

// ReadDevice reads a byte of the device at an Attached address.
func (c *Control) ReadDevice(addr uint32) byte {
	if d := c.device(addr); d.Read != nil {
		return d.Read(addr)
	}
	return 0xFF
}

// WriteDevice writes a byte of the device at an Attached address.
func (c *Control) WriteDevice(addr uint32, v byte) {
	if d := c.device(addr); d.Write != nil {
		d.Write(addr, v)
	}
}

func (c *Control) device(addr uint32) *Device {
	i := slices.IndexFunc(c.spec.devices, func(d Device) bool { return d.Has(addr) })
	return &c.spec.devices[i]
}

// Changed calls the CPU's Changed, when a program has written a byte that was Decoded.
func (c *Control) Changed(addr uint32) { c.cpu.Changed(addr) }

// forget calls the CPU's Changed for each byte of some RAM that is Decoded and about to change.
func (c *Control) forget(rams ...Range) {
	if !c.spec.options { // has no code in RAM
		return
	}
	for _, r := range rams {
		_, access := c.mem.bytes(r)
		for i, a := range access {
			if a&Decoded != 0 {
				c.cpu.Changed(r.Start + uint32(i))
			}
		}
	}
}

// unwritten reports whether addr is in RAM that nobody wrote.
func (c *Control) unwritten(addr uint32) bool {
	return c.mem.isRAM(addr) && c.mem.access[c.mem.at(addr)]&Readable == 0
}

// Attend does what is due between two instructions, at a cycle count: the return of
// the routine, the alarm, the budget, watches, and refusing code that must not be
// executed. It reports whether the run continues, with the instruction at the
// CPU's PC, and returns the same as Due.
func (c *Control) Attend(cycles uint64) (now, next uint64, ok bool) {
	c.cycles = cycles
	ok = c.attend()
	return c.cycles, c.next, ok
}

func (c *Control) attend() bool {
	for {
		pc := c.cpu.PC()
		if pc == c.spec.Home {
			if sp := c.cpu.SP(); c.activeGuards && sp != c.stackTop {
				c.fail(Stack, sp, pc)
			}
			return false
		}
		if c.onAlarm != nil && c.cycles >= c.alarm {
			fn := c.onAlarm
			c.setAlarm(0, nil)
			if c.callback(fn); c.err != nil {
				return false
			}
			continue
		}
		if c.cycles >= c.limit {
			c.fail(Runaway, pc, pc)
			return false
		}
		if fn := c.watch(pc); fn != nil && c.resumed != int64(pc) {
			c.callback(fn)
			if c.cpu.PC() == pc {
				c.resumed = int64(pc)
			}
			if c.err != nil {
				return false
			}
			continue
		}
		c.resumed = -1
		switch {
		case !c.inCode(pc):
			c.fail(Execute, pc, pc)
		case c.activeGuards && c.unwritten(pc):
			c.fail(Unwritten, pc, pc)
		default:
			kind, why := c.cpu.Refused(pc)
			if kind == 0 {
				return true
			}
			c.fail(kind, pc, pc)
			c.err.(*Fault).Instruction = why
		}
		return false
	}
}

func (c *Control) callback(fn func()) {
	fn()
	if c.stopping {
		c.err = ErrStopped
	}
}

// setAlarm sets or clears the alarm.
func (c *Control) setAlarm(cycles uint64, fn func()) {
	c.alarm, c.onAlarm = cycles, fn
	c.plan()
}

// plan sets the cycle count at which a loop must call Attend.
func (c *Control) plan() {
	c.next = c.limit
	if c.onAlarm != nil {
		c.next = min(c.next, c.alarm)
	}
}

// MustCheck reports whether Check must be called after an instruction that has
// left the stack pointer at sp: an access was refused, or the stack is deeper
// than before or above its top.
func (c *Control) MustCheck(sp uint32) bool {
	return c.mem.fault != 0 || sp < c.lowestSP || sp > c.stackTop
}

// Check ends the run if the instruction at pc, just executed, made an access that
// the guards refused, or left the stack out of its bounds. It reports whether the
// run continues; cycles is the count after the instruction.
func (c *Control) Check(pc uint32, cycles uint64) bool {
	c.cycles = cycles
	sp := c.cpu.SP()
	switch {
	case c.mem.fault != 0:
		c.fail(c.mem.fault, c.mem.faultAddr, pc)
		return false
	case sp < c.stackBottom || sp > c.stackTop:
		c.fail(Stack, sp, pc)
		return false
	}
	c.lowestSP = min(c.lowestSP, sp)
	return true
}

// RefuseRead records that an instruction read a byte that is not Readable. Of the
// faults of one instruction the first counts.
func (c *Control) RefuseRead(addr uint32) {
	kind := Unmapped
	if c.mem.isRAM(addr) {
		kind = Unwritten
	}
	c.Refuse(kind, addr)
}

// RefuseWrite records that an instruction wrote a byte that is not Writable.
func (c *Control) RefuseWrite(addr uint32) {
	kind := Unmapped
	if c.mem.mapped(addr) {
		kind = WriteROM
	}
	c.Refuse(kind, addr)
}

// Refuse records another fault of an access. Without guards it is for those after
// which the CPU cannot continue; Run must call Check then too.
func (c *Control) Refuse(kind FaultKind, addr uint32) {
	if c.mem.fault == 0 {
		c.mem.fault, c.mem.faultAddr = kind, addr
	}
}

// run begins a run, calls a loop and ends the run.
func (c *Control) run(budget uint64, loop func()) error {
	if c.running {
		return fmt.Errorf("%s %s: a call is running", c.spec.Name, c.program.Name)
	}
	if c.activeGuards != c.guards || c.activeAccesses != c.accesses {
		c.activeGuards, c.activeAccesses = c.guards, c.accesses
		c.cpu.SetMemory(c.guards, c.accesses)
	}
	if c.activeProfiler = c.profiler; c.paused {
		c.activeProfiler = nil
	}
	c.running, c.stopping, c.err = true, false, nil
	c.mem.fault = 0
	c.limit = c.cycles + min(budget, math.MaxUint64-c.cycles)
	c.plan()
	defer func() { c.running = false }()
	loop()
	return c.err
}

// StepFrom executes one instruction from a cycle count on, with all that Step does for it.
// It returns the same as Attend.
func (c *Control) StepFrom(cycles uint64) (now, next uint64, ok bool) {
	c.cycles = cycles
	ok = c.step()
	return c.cycles, c.next, ok
}

// step executes one instruction with everything that the CPU's loops do, and
// reports it to the profiler. It reports whether the run continues.
func (c *Control) step() bool {
	e, ok := c.cpu.Step()
	if !ok {
		return false
	}
	if c.activeAccesses != nil && e.Flow != Interrupts {
		c.activeAccesses.Executed[e.PC]++
	}
	if p := c.activeProfiler; p != nil {
		p.exec(e.PC, e.Cycles-c.cycles+c.charged)
		switch e.Flow {
		case Calls:
			p.call(e.PC, e.SP)
		case Interrupts:
			p.interrupted(e.PC, e.SP)
		case Returns:
			p.returned(e.SP)
		case Jumps:
			p.jumped()
		}
	}
	c.cycles, c.charged = e.Cycles, 0
	switch {
	case !c.MustCheck(e.SP):
	case c.activeGuards || c.mem.fault != 0:
		if !c.Check(e.PC, e.Cycles) {
			return false
		}
	case c.activeProfiler != nil || c.activeAccesses != nil: // not only a Step, or a machine with options
		c.lowestSP = max(min(c.lowestSP, e.SP), c.stackBottom)
	}
	if c.stopping { // by what the instruction or interrupt has called
		c.err = ErrStopped
	}
	return c.err == nil
}

func (c *Control) fail(kind FaultKind, addr, pc uint32) {
	f := &Fault{
		Kind: kind, Machine: c.spec.Name, Program: c.program.Name,
		Addr: addr, PC: pc, Cycles: c.cycles,
	}
	f.name(c.program, c.returns())
	c.err = f
}

// maxReturns bounds the chain of return addresses in a fault.
const maxReturns = 64

// returns returns the return addresses on the stack, innermost first. Data that a
// routine pushed may look like one.
func (c *Control) returns() []Return {
	var found []Return
	for sp := c.cpu.SP(); c.mem.isRAM(sp) && sp+c.spec.ReturnSize <= c.stackTop && len(found) < maxReturns; {
		if r, ok := c.cpu.ReturnAt(sp); ok {
			found = append(found, Return{sp, r})
			sp += c.spec.ReturnSize
		} else {
			sp += c.spec.StackStep
		}
	}
	return found
}
