package emu_test

import (
	"errors"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/emu"
)

// instruction is one instruction, and the cycles that it takes.
type instruction struct {
	Code   []byte
	Cycles uint64
}

// suite is a machine and its instructions that the tests are made of.
type suite struct {
	New  func(*emu.Program) (emu.Machine, error)
	Spec emu.Spec
	// Unmapped is an address, and the next one, where nothing is.
	Unmapped uint32
	// Vectors is what the ROM begins with, of a CPU that finds there the top of
	// its stack and its first instruction; nil for any other.
	Vectors func(stackTop, pc uint32) []byte

	// Count adds 1 to a register, which Counter names.
	Count   instruction
	Counter string
	// Push pushes PushSize bytes, Drop takes as many.
	Push, Drop instruction
	PushSize   uint32
	Return     instruction
	// Undefined is an opcode that the machine refuses, and Named what a fault calls it.
	Undefined instruction
	Named     string
	// Load reads a byte at an address, Store writes one.
	Load, Store func(addr uint32) instruction
	Jump, Call  func(addr uint32) instruction
}

// The programs of the tests consist of three routines.
const (
	main = iota
	sub
	leaf
	routines
)

var names = [routines]string{"main", "sub", "leaf"}

const (
	romSize     = 0x200
	firstAt     = 0x40
	routineSize = 0x80
)

// at returns the address of a routine.
func (c *suite) at(routine uint32) uint32 { return c.Spec.ROM.Start + firstAt + routine*routineSize }

// spare returns the address of a byte of the ROM that is not code, scratch that of
// a byte of RAM that has not been written.
func (c *suite) spare() uint32   { return c.Spec.ROM.Start + 0x10 }
func (c *suite) scratch() uint32 { return c.Spec.RAM.Start + 0x40 }

// stack is its first byte and one past its last: it holds two return addresses
// and three pushes.
func (c *suite) stack() (bottom, top uint32) {
	top = c.Spec.Stack.End() - 0x10
	return top - 2*c.Spec.ReturnSize - 3*c.PushSize, top
}

// program assembles the three routines; one that has no instructions returns.
func (c *suite) program(code ...[]instruction) *emu.Program {
	bottom, top := c.stack()
	p := &emu.Program{
		Name: "trial", ROM: make([]byte, romSize), Origin: c.Spec.ROM.Start,
		Symbols: map[string]uint32{"stack_bottom": bottom, "stack_top": top, "scratch": c.scratch()},
	}
	if c.Vectors != nil {
		copy(p.ROM, c.Vectors(top, c.at(main)))
	}
	for i := range uint32(routines) {
		p.Symbols[names[i]] = c.at(i)
		p.Lines = append(p.Lines, emu.Line{Addr: c.at(i), File: names[i] + ".s", Line: 7})
		if i >= uint32(len(code)) {
			code = append(code, []instruction{c.Return})
		}
		at := c.at(i) - p.Origin
		for _, in := range code[i] {
			at += uint32(copy(p.ROM[at:c.at(i+1)-p.Origin], in.Code))
		}
	}
	return p
}

// inSub is a program whose main calls sub and returns.
func (c *suite) inSub(code ...instruction) *emu.Program {
	return c.program([]instruction{c.Call(c.at(sub)), c.Return}, code)
}

func (c *suite) machine(t *testing.T, p *emu.Program) emu.Machine {
	m, err := c.New(p)
	require.NoError(t, err)
	return m
}

func (c *suite) count(m emu.Machine) int { return int(m.Register(c.Counter)) }

// way is a way to run a routine.
type way struct {
	name    string
	prepare func(m emu.Machine)
	call    func(m emu.Machine, label string) error
}

const budget = 10_000

func call(m emu.Machine, label string) error { return m.Call(label, budget) }

// ways are all loops that a machine has. The first has guards, the second has
// not.
var ways = []way{
	{"guarded", func(m emu.Machine) { m.SetGuards(true) }, call},
	{"unguarded", func(m emu.Machine) { m.SetGuards(false) }, call},
	{"guarded package", func(m emu.Machine) { m.SetCore(emu.Package); m.SetGuards(true) }, call},
	{"unguarded package", func(m emu.Machine) { m.SetCore(emu.Package); m.SetGuards(false) }, call},
	{"profiled", func(m emu.Machine) { m.SetGuards(true); m.StartProfile() }, call},
	{"counted", func(m emu.Machine) { m.SetGuards(true); m.StartCounting() }, call},
	{"stepped", func(m emu.Machine) { m.SetGuards(true) }, func(m emu.Machine, label string) error {
		m.Enter(m.Program().Symbols[label])
		for !m.Returned() {
			if err := m.Step(); err != nil {
				return err
			}
			if m.Cycles() > budget {
				return errors.New("no return")
			}
		}
		return m.Step() // the checks at the return
	}},
}

// each makes a test of each way to run.
func (c *suite) each(t *testing.T, p *emu.Program, test func(t *testing.T, m emu.Machine, call func(label string) error)) {
	for _, w := range ways {
		t.Run(w.name, func(t *testing.T) {
			m := c.machine(t, p)
			w.prepare(m)
			test(t, m, func(label string) error { return w.call(m, label) })
		})
	}
}

// run runs all tests.
func (c *suite) run(t *testing.T) {
	for _, test := range []struct {
		wrong string
		run   func(*testing.T)
	}{
		{"a routine is not run, or not counted", c.testCall},
		{"registers have no names", c.testRegisters},
		{"memory is not what was written", c.testMemory},
		{"an address outside the map is accepted", c.testOutside},
		{"a fault goes unnoticed or is told wrong", c.testFaults},
		{"a return with another stack goes unnoticed", c.testUnbalanced},
		{"guards that are off stop a run", c.testUnguarded},
		{"guards switched in a callback hold at once", c.testGuardsInCallback},
		{"writes without guards are forgotten", c.testGuardsLate},
		{"memory in use is counted wrong", c.testUsage},
		{"a watch is called too often, too late or not at all", c.testWatch},
		{"a watch that is replaced goes on", c.testWatchReplaced},
		{"a watch can't move the PC", c.testWatchMoves},
		{"a run can't be stopped or continued", c.testStop},
		{"a callback runs the machine", c.testNested},
		{"an alarm comes too early, too late or twice", c.testAlarm},
		{"an alarm set in a callback is lost", c.testAlarmInCallback},
		{"an alarm that stops swallows a watch", c.testAlarmStops},
		{"a budget is too long or too short", c.testBudget},
		{"resetting the cycles in a run moves its end", c.testResetCycles},
		{"reset forgets too much or too little", c.testReset},
		{"a state that is brought back is another one", c.testState},
		{"a patch of the ROM is not executed", c.testPatch},
		{"the profile is wrong", c.testProfile},
		{"the profile of a recursion is wrong", c.testProfileOfRecursion},
		{"the profile of a mutual recursion is wrong", c.testProfileOfMutualRecursion},
		{"a routine behind a call is called from elsewhere", c.testProfileBehindACall},
		{"what is a call is none, or the other way round", c.testProfileOfEntries},
		{"the profile does not tell levels apart", c.testProfileByLevel},
		{"a profile begins or ends within a run", c.testProfileInCallback},
		{"accesses are counted wrong", c.testCounting},
		{"a program that does not fit is accepted", c.testNew},
	} {
		t.Run(test.wrong, test.run)
	}
}
