// Package emu has what the project's emulated machines share: the Machine
// interface, and behind it everything that does not depend on the CPU (the memory
// map, watches, cycle deadlines, budget, guards, the profile); the program that a
// machine runs; and the faults that its guards report.
//
// The machines themselves are packages below this one, one per CPU.
//
// # Programs of your own
//
// The examples (go doc -http ./emu shows them) have a program for each CPU in
// twenty lines: its exact cycles, the guards, and a profile that go tool pprof,
// KCachegrind or speedscope opens, which package export writes. For other boards each
// machine has a NewWithOptions, see Options.
//
// # What a CPU supplies
//
// A machine embeds Base, and adds Registers, Register and SetRegister. Its
// constructor makes a Control from a Spec and a Program, and a Base from that
// and from the machine's CPU, which has these parts:
//
//   - Two arrays that reach up to the end of the map: memory, and what may be
//     done to each byte of it (Readable, Writable). Control fills them. The
//     CPU's accesses look there, mark a byte of RAM that they write as both,
//     and ignore a write elsewhere; with guards they call RefuseRead,
//     RefuseWrite or, for a fault of the CPU's own such as an odd address,
//     Refuse. What is not in the arrays reads as $FF.
//   - A loop, Run. Before each instruction it calls Control.Attend if the
//     cycle count has reached what Due or Attend named last, or if the
//     instruction is one to attend to: watched, not in code, or not Defined
//     (Spec.Home, to which a called routine returns, is not in code). With
//     guards, it calls Control.Check after each instruction for which
//     MustCheck holds. Attend and Check may end the run, and what they call
//     may have changed anything: the loop reads PC and registers again. For
//     speed it keeps what it needs to know about each address in a table of
//     the CPU's own, filled between NewControl and NewBase; Changed is called
//     where that is out of date.
//   - Step, the same for one instruction, which also reports whether it called
//     or returned. Only this is used while profiling or counting.
//   - The stack: SP is the lowest address in use, whatever the register
//     holds (a 6502's is the free byte below). Where it can wrap around,
//     Spec.Stack leaves room below for one push more, so that it is seen to
//     leave its bounds. ReturnAt finds the return addresses, for the chain in
//     a Fault.
//
// Addresses and the stack pointer are uint32; nothing here knows how wide they
// are, where ROM and RAM are, or how long an instruction or a return address
// is. Package emutest has the tests that every machine must pass.
package emu

import "errors"

// ErrStopped is the error of a run that a callback ended with Machine.Stop.
var ErrStopped = errors.New("emu: stopped by the host")

// DefaultBudget is the budget of a run that names none, in cycles: 83
// minutes of a 4 MHz clock, and less than a minute of the host's time.
const DefaultBudget = 20_000_000_000

// Machine is one CPU with its memory map and a program in its ROM.
//
// A run is a Call, a CallAddr or a Continue. It ends with a nil error when
// the routine has returned, with ErrStopped after Stop, and with a *Fault
// when a guard tripped. Callbacks given to Watch and SetAlarm are made on
// the goroutine of the run, between two instructions, with the registers,
// the memory and Cycles as they stand there; they may change registers and
// memory and may call every method but the ones that run the machine.
// Changes made there to guards and profiling hold from the next run on.
//
// Addresses outside the machine's map are mistakes of the host and panic.
type Machine interface {
	// Name is the CPU: "z80", "6502" or "68000".
	Name() string
	// Clock is the clock of the machine that this one models.
	Clock() Clock
	// Program is what the ROM holds.
	Program() *Program

	// Reset forgets what was written to RAM and sets the registers and
	// the cycle count to their start values. ROM patches, watches, the
	// alarm, guards and a profile under way stay.
	Reset()
	// Call runs the routine at a label until it returns, on an empty
	// stack and with the other registers as they are. A run that has used
	// up its budget of cycles before an instruction, and has not returned,
	// is a runaway; budget 0 means DefaultBudget.
	Call(label string, budget uint64) error
	// CallAddr is Call by address.
	CallAddr(addr uint32, budget uint64) error
	// Enter prepares a call of the routine at addr without running it,
	// for Step and Continue.
	Enter(addr uint32)
	// Continue resumes a call that was stopped or entered. A watch that
	// stopped the run is not called again for the same instruction.
	Continue(budget uint64) error
	// Step executes one instruction, with its callbacks and guards.
	Step() error
	// Returned reports whether the routine last called has returned.
	Returned() bool

	// State returns a copy of what the program can change, SetState brings the
	// machine back to it. A run from the same state does the same.
	State() *State
	SetState(s *State)
	// SP is the lowest address of the stack in use.
	SP() uint32
	// Returns lists the return addresses on the stack, innermost first.
	Returns() []Return

	// Cycles is the number of clock cycles since Reset or ResetCycles.
	Cycles() uint64
	// ResetCycles sets the cycle count to 0. A pending alarm keeps the
	// count it was set to.
	ResetCycles()
	// PC is the address of the instruction to be executed next.
	PC() uint32

	// Registers is one line with the registers that programs work with,
	// for people: each as name=hexadecimal.
	Registers() string
	// Register reads a register by its name in the CPU's assembly, in
	// lower case. A name that the CPU does not know is a mistake of the
	// host and panics.
	Register(name string) uint32
	// SetRegister sets a register. Bits of the value that the register
	// does not have are dropped.
	SetRegister(name string, value uint32)

	// Map lists the addresses at which there is memory, by address.
	Map() []Range
	// Read reads a byte without any guard.
	Read(addr uint32) byte
	// Write writes a byte, which counts as written by the program. In
	// ROM it patches this machine's copy.
	Write(addr uint32, b byte)
	// ReadWord reads 16 bits in the CPU's byte order.
	ReadWord(addr uint32) uint16
	// WriteWord writes 16 bits in the CPU's byte order.
	WriteWord(addr uint32, w uint16)
	// ReadBytes fills dst with the bytes from addr on.
	ReadBytes(addr uint32, dst []byte)
	// WriteBytes writes src from addr on.
	WriteBytes(addr uint32, src []byte)

	// SetGuards switches the checks of memory accesses and of the stack.
	// They are on at first. Undefined opcodes, code outside the ROM and
	// runaways are always caught, since that costs nothing.
	SetGuards(on bool)
	// SetCore chooses what executes instructions, from the next run on:
	// Predecoded at first.
	SetCore(core Core)
	// Left is the number of instructions that the predecoded core has left
	// to the package since the machine was made: those that a guard may
	// refuse, and rare ones.
	Left() uint64
	// Watch calls fn before each execution of the instruction at addr.
	// An address has one watch at most; a second replaces the first.
	Watch(addr uint32, fn func())
	// Unwatch removes the watch at addr.
	Unwatch(addr uint32)
	// UnwatchAll removes all watches.
	UnwatchAll()
	// Stop, called from a callback, ends the run before the next
	// instruction.
	Stop()
	// SetAlarm calls fn once, before the first instruction that begins
	// when Cycles has reached the given count; nil clears the alarm. An
	// alarm that no run has reached yet stays pending.
	SetAlarm(cycles uint64, fn func())

	// Usage is the memory in use since Reset.
	Usage() Usage

	// StartProfile begins to attribute cycles to instructions and
	// routines, from the next run on. It costs host time, no cycles.
	StartProfile()
	// StopProfile ends that and returns the figures, nil if there was no
	// profile under way.
	StopProfile() *Profile

	// StartCounting begins to count reads, writes and executed instructions by
	// address, from the next run on, and returns the counts, which go on. It costs
	// host time, no cycles.
	StartCounting() *Accesses
	// StopCounting ends that and returns the counts, nil if nothing was counted.
	StopCounting() *Accesses
}

// Core is what executes the instructions of a machine. Cores differ in nothing but
// speed. Step, profiling and counting always use Package.
type Core uint8

const (
	// Predecoded is the core of this project. It decodes each address of code
	// once.
	Predecoded Core = iota
	// Package is the core of another project's package. It executes also what
	// the predecoded core leaves to it.
	Package
)

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
