// Package emutest tests what emu.Machine promises and what does not depend on the
// CPU: watches, alarm, budget, guards, memory, resets and the profile. A CPU
// supplies the code of a few instructions.
package emutest

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/emu"
)

// Instruction is one instruction, and the cycles that it takes.
type Instruction struct {
	Code   []byte
	Cycles uint64
}

// CPU is a machine and its instructions that the tests are made of.
type CPU struct {
	New  func(*emu.Program) (emu.Machine, error)
	Spec emu.Spec
	// Unmapped is an address, and the next one, where nothing is.
	Unmapped uint32
	// Vectors is what the ROM begins with, of a CPU that finds there the top of
	// its stack and its first instruction; nil for any other.
	Vectors func(stackTop, pc uint32) []byte

	// Count adds 1 to a register, which Counter names.
	Count   Instruction
	Counter string
	// Push pushes PushSize bytes, Drop takes as many.
	Push, Drop Instruction
	PushSize   uint32
	Return     Instruction
	// Undefined is an opcode that the machine refuses, and Named what a fault calls it.
	Undefined Instruction
	Named     string
	// Load reads a byte at an address, Store writes one.
	Load, Store func(addr uint32) Instruction
	Jump, Call  func(addr uint32) Instruction
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
func (c *CPU) at(routine uint32) uint32 { return c.Spec.ROM.Start + firstAt + routine*routineSize }

// spare returns the address of a byte of the ROM that is not code, scratch that of
// a byte of RAM that has not been written.
func (c *CPU) spare() uint32   { return c.Spec.ROM.Start + 0x10 }
func (c *CPU) scratch() uint32 { return c.Spec.RAM.Start + 0x40 }

// stack is its first byte and one past its last: it holds two return addresses
// and three pushes.
func (c *CPU) stack() (bottom, top uint32) {
	top = c.Spec.Stack.End() - 0x10
	return top - 2*c.Spec.ReturnSize - 3*c.PushSize, top
}

// program assembles the three routines; one that has no instructions returns.
func (c *CPU) program(code ...[]Instruction) *emu.Program {
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
			code = append(code, []Instruction{c.Return})
		}
		at := c.at(i) - p.Origin
		for _, in := range code[i] {
			at += uint32(copy(p.ROM[at:c.at(i+1)-p.Origin], in.Code))
		}
	}
	return p
}

// inSub is a program whose main calls sub and returns.
func (c *CPU) inSub(code ...Instruction) *emu.Program {
	return c.program([]Instruction{c.Call(c.at(sub)), c.Return}, code)
}

func (c *CPU) machine(t *testing.T, p *emu.Program) emu.Machine {
	m, err := c.New(p)
	require.NoError(t, err)
	return m
}

func (c *CPU) count(m emu.Machine) int { return int(m.Register(c.Counter)) }

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
func (c *CPU) each(t *testing.T, p *emu.Program, test func(t *testing.T, m emu.Machine, call func(label string) error)) {
	for _, w := range ways {
		t.Run(w.name, func(t *testing.T) {
			m := c.machine(t, p)
			w.prepare(m)
			test(t, m, func(label string) error { return w.call(m, label) })
		})
	}
}

// Run runs all tests.
func Run(t *testing.T, c CPU) {
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

func (c *CPU) testCall(t *testing.T) {
	c.each(t, c.inSub(c.Count, c.Count, c.Return), func(t *testing.T, m emu.Machine, call func(string) error) {
		require.Equal(t, c.Spec.Name, m.Name())
		require.Equal(t, c.Spec.Clock, m.Clock())
		require.Equal(t, uint64(0), m.Cycles())
		m.SetRegister(c.Counter, 40)
		require.NoError(t, call("main"))
		require.Equal(t, 42, c.count(m))
		require.True(t, m.Returned())
		whole := c.Call(0).Cycles + 2*c.Count.Cycles + 2*c.Return.Cycles
		require.Equal(t, whole, m.Cycles())
		require.NoError(t, m.Step(), "nothing is left to do")
		require.Equal(t, whole, m.Cycles())

		m.ResetCycles()
		require.NoError(t, m.CallAddr(c.at(sub), 0))
		require.Equal(t, 44, c.count(m))
		require.Equal(t, 2*c.Count.Cycles+c.Return.Cycles, m.Cycles())
		require.EqualError(t, m.Call("nowhere", 0), c.Spec.Name+" trial: call nowhere: no such label")
		require.Error(t, m.Call("STACK", 0), "a constant is no label")
	})
}

func (c *CPU) testRegisters(t *testing.T) {
	m := c.machine(t, c.inSub())
	m.SetRegister(c.Counter, 7)
	m.SetRegister("pc", c.at(leaf))
	require.Equal(t, uint32(7), m.Register(c.Counter))
	require.Equal(t, c.at(leaf), m.Register("pc"))
	require.Equal(t, c.at(leaf), m.PC())
	require.NotEmpty(t, m.Registers())
	require.NotContains(t, m.Registers(), "\n")
	require.Panics(t, func() { m.Register("none") })
	require.Panics(t, func() { m.SetRegister("none", 0) })
}

func (c *CPU) testMemory(t *testing.T) {
	m := c.machine(t, c.inSub())
	a := c.scratch()
	m.WriteWord(a, 0x1234)
	require.Equal(t, uint16(0x1234), m.ReadWord(a))
	first := byte(0x34)
	if c.Spec.BigEndian {
		first = 0x12
	}
	require.Equal(t, first, m.Read(a))
	m.WriteBytes(a+2, []byte{5, 6})
	got := make([]byte, 4)
	m.ReadBytes(a, got)
	require.Equal(t, []byte{first, 0x12 ^ 0x34 ^ first, 5, 6}, got)
	require.Equal(t, byte(0), m.Read(a+4), "RAM that nobody wrote reads as 0")
	m.Write(c.spare(), 9)
	require.Equal(t, byte(9), m.Read(c.spare()))
	require.Equal(t, byte(0xFF), m.Read(c.Spec.ROM.Start+romSize), "ROM beyond the image")
}

func (c *CPU) testOutside(t *testing.T) {
	m := c.machine(t, c.inSub())
	end := c.Spec.RAM.End() - 1
	for name, access := range map[string]func(){
		"read":          func() { m.Read(c.Unmapped) },
		"write":         func() { m.Write(c.Unmapped, 1) },
		"read a word":   func() { m.ReadWord(c.Unmapped) },
		"write a word":  func() { m.WriteWord(c.Unmapped, 1) },
		"read bytes":    func() { m.ReadBytes(c.Unmapped, make([]byte, 1)) },
		"write bytes":   func() { m.WriteBytes(c.Unmapped, make([]byte, 1)) },
		"watch":         func() { m.Watch(c.Unmapped, func() {}) },
		"enter":         func() { m.Enter(c.Unmapped) },
		"call":          func() { _ = m.CallAddr(c.Unmapped, 0) },
		"enter at home": func() { m.Enter(c.Spec.Home) },
		"above 32 bits": func() { m.ReadBytes(end, make([]byte, 1<<24)) },
		"far away":      func() { m.Read(0xFFFF_FFFF) },
	} {
		require.Panics(t, access, name)
	}
	require.PanicsWithValue(t, fmt.Sprintf("%s trial: address $%04x is outside the map", c.Spec.Name, c.Unmapped),
		func() { m.Read(c.Unmapped) })
	m.ReadBytes(c.Unmapped, nil)

	// The map has all that can be read, and nothing else.
	has := func(addr uint32) bool {
		return slices.ContainsFunc(m.Map(), func(r emu.Range) bool { return r.Has(addr) })
	}
	for _, addr := range []uint32{c.Spec.RAM.Start, end, c.Spec.ROM.Start, c.Spec.ROM.End() - 1} {
		require.True(t, has(addr), "$%04x", addr)
	}
	require.False(t, has(c.Unmapped))
	for _, r := range m.Map() {
		m.ReadBytes(r.Start, make([]byte, r.Size))
		require.Panics(t, func() { m.Read(r.End()) })
		require.Panics(t, func() { m.Read(r.Start - 1) })
	}

	// A range whose ends are mapped may have a hole between them.
	low, high := c.Spec.RAM, c.Spec.ROM
	if low.Start > high.Start {
		low, high = high, low
	}
	across := func() { m.ReadBytes(low.End()-1, make([]byte, high.Start-low.End()+2)) }
	if low.End() == high.Start {
		require.NotPanics(t, across)
	} else {
		require.Panics(t, across)
	}
}

func (c *CPU) testFaults(t *testing.T) {
	bottom, top := c.stack()
	drops := make([]Instruction, 2*c.Spec.ReturnSize/c.PushSize+1)
	for i := range drops {
		drops[i] = c.Drop
	}
	inSub, caller := c.at(sub), fmt.Sprintf("main+$%x", len(c.Call(0).Code))
	begun := c.Call(0).Cycles
	last := inSub + uint32((len(drops)-1)*len(c.Drop.Code))
	for _, tt := range []struct {
		wrong  string
		sub    []Instruction
		kind   emu.FaultKind
		addr   uint32
		pc     uint32
		cycles uint64
		says   string
		chain  []string
	}{
		{"a write to ROM", []Instruction{c.Store(c.spare())},
			emu.WriteROM, c.spare(), inSub, begun + c.Store(0).Cycles, fmt.Sprintf("write to ROM at $%04x", c.spare()), []string{caller}},
		{"a read outside the map", []Instruction{c.Load(c.Unmapped)},
			emu.Unmapped, c.Unmapped, inSub, begun + c.Load(0).Cycles, fmt.Sprintf("access outside the map at $%04x", c.Unmapped), []string{caller}},
		{"a write outside the map", []Instruction{c.Store(c.Unmapped)},
			emu.Unmapped, c.Unmapped, inSub, begun + c.Store(0).Cycles, fmt.Sprintf("access outside the map at $%04x", c.Unmapped), []string{caller}},
		{"a read of RAM that nobody wrote", []Instruction{c.Load(c.scratch())},
			emu.Unwritten, c.scratch(), inSub, begun + c.Load(0).Cycles, fmt.Sprintf("read of RAM that nobody wrote at $%04x", c.scratch()), []string{caller}},
		{"a stack below its bottom", []Instruction{c.Push, c.Jump(inSub)},
			emu.Stack, bottom - c.PushSize, inSub, begun + 4*c.Push.Cycles + 3*c.Jump(0).Cycles, fmt.Sprintf("stack out of bounds, sp $%04x", bottom-c.PushSize), []string{caller}},
		{"a stack above its top", drops,
			emu.Stack, top + c.PushSize, last, begun + uint64(len(drops))*c.Drop.Cycles, fmt.Sprintf("stack out of bounds, sp $%04x", top+c.PushSize), nil},
		{"an undefined opcode", []Instruction{c.Undefined},
			emu.Undefined, inSub, inSub, begun, "undefined opcode " + c.Named, []string{caller}},
		{"an undefined opcode after a push", []Instruction{c.Push, c.Undefined},
			emu.Undefined, inSub + uint32(len(c.Push.Code)), inSub + uint32(len(c.Push.Code)), begun + c.Push.Cycles, "undefined opcode " + c.Named, []string{caller}},
		{"code in RAM", []Instruction{c.Jump(c.Spec.RAM.Start)},
			emu.Execute, c.Spec.RAM.Start, c.Spec.RAM.Start, begun + c.Jump(0).Cycles, "code outside the ROM", []string{caller}},
		{"code where nothing is", []Instruction{c.Jump(c.Unmapped)},
			emu.Execute, c.Unmapped, c.Unmapped, begun + c.Jump(0).Cycles, "code outside the ROM", []string{caller}},
		{"code beyond the image", []Instruction{c.Jump(c.Spec.ROM.Start + romSize)},
			emu.Execute, c.Spec.ROM.Start + romSize, c.Spec.ROM.Start + romSize, begun + c.Jump(0).Cycles, "code outside the ROM", []string{caller}},
	} {
		t.Run(tt.wrong, func(t *testing.T) {
			p := c.inSub(tt.sub...)
			want := &emu.Fault{
				Kind: tt.kind, Machine: c.Spec.Name, Program: "trial", Addr: tt.addr, PC: tt.pc,
				Chain: tt.chain, Cycles: tt.cycles,
			}
			if tt.kind == emu.Undefined {
				want.Instruction = c.Named
			}
			says := fmt.Sprintf("%s trial: %s, instruction at $%04x", c.Spec.Name, tt.says, tt.pc)
			if p.InROM(tt.pc) {
				want.Label, want.Offset, want.File, want.Line = "sub", tt.pc-inSub, "sub.s", 7
				says += " sub"
				if want.Offset > 0 {
					says += fmt.Sprintf("+$%x", want.Offset)
				}
				says += " (sub.s:7)"
			}
			if tt.chain != nil {
				says += ", called from " + caller
			}
			says += fmt.Sprintf(", cycle %d", tt.cycles)

			memory := tt.kind == emu.WriteROM || tt.kind == emu.Unmapped || tt.kind == emu.Unwritten || tt.kind == emu.Stack
			for _, w := range ways {
				if memory && strings.HasPrefix(w.name, "unguarded") {
					continue
				}
				m := c.machine(t, p)
				m.WriteBytes(top, make([]byte, c.PushSize)) // for the drop that is too much
				w.prepare(m)
				err := w.call(m, "main")
				var fault *emu.Fault
				require.ErrorAs(t, err, &fault, w.name)
				require.Equal(t, want, fault, w.name)
				require.EqualError(t, err, says, w.name)
				require.Equal(t, byte(0), m.Read(c.spare()), "the ROM was changed")

				// The fault is that run's alone.
				require.NoError(t, m.Call("leaf", 0), w.name)
			}
		})
	}
}

func (c *CPU) testUnbalanced(t *testing.T) {
	_, top := c.stack()
	c.each(t, c.program([]Instruction{c.Push, c.Count, c.Drop, c.Return}), func(t *testing.T, m emu.Machine, call func(string) error) {
		require.NoError(t, call("main"))
		m.Watch(c.at(main)+uint32(len(c.Push.Code)), func() { m.SetRegister("pc", c.Spec.Home) })
		err := call("main")
		if m.SetGuards(false); m.Call("main", 0) != nil {
			t.Error("guards are off")
		}
		var fault *emu.Fault
		if errors.As(err, &fault) {
			require.Equal(t, emu.Stack, fault.Kind)
			require.Equal(t, top-c.Spec.ReturnSize-c.PushSize, fault.Addr)
		} else {
			require.Contains(t, t.Name(), "unguarded")
		}
	})
}

func (c *CPU) testUnguarded(t *testing.T) {
	for _, in := range []Instruction{c.Store(c.spare()), c.Store(c.Unmapped), c.Load(c.scratch()), c.Load(c.Unmapped)} {
		m := c.machine(t, c.inSub(in, c.Return))
		require.Error(t, m.Call("main", 0))
		m.SetGuards(false)
		m.SetRegister(c.Counter, 0x55)
		require.NoError(t, m.Call("main", 0))
		require.Equal(t, byte(0), m.Read(c.spare()), "the ROM was changed")
	}
}

func (c *CPU) testGuardsInCallback(t *testing.T) {
	for _, profiled := range []bool{false, true} {
		m := c.machine(t, c.program([]Instruction{c.Count, c.Load(c.scratch()), c.Return}))
		run := func() error {
			if profiled {
				m.StartProfile()
			}
			return m.Call("main", 0)
		}
		m.SetGuards(false)
		m.Watch(c.at(main), func() { m.SetGuards(true) })
		require.NoError(t, run(), "on from the next run on")
		require.ErrorContains(t, run(), "read of RAM that nobody wrote")
		m.Watch(c.at(main), func() { m.SetGuards(false) })
		require.ErrorContains(t, run(), "read of RAM that nobody wrote", "off from the next run on")
		require.NoError(t, run())
	}
}

func (c *CPU) testGuardsLate(t *testing.T) {
	a := c.scratch()
	m := c.machine(t, c.program(
		[]Instruction{c.Store(a), c.Return}, []Instruction{c.Load(a), c.Return}, []Instruction{c.Load(a + 1), c.Return}))
	m.SetGuards(false)
	require.NoError(t, m.Call("main", 0))
	m.SetGuards(true)
	require.NoError(t, m.Call("sub", 0), "what was written without guards is written")
	require.Error(t, m.Call("leaf", 0))
	m.Write(a+1, 7)
	require.NoError(t, m.Call("leaf", 0), "what the host wrote is written")
	m.Reset()
	require.Error(t, m.Call("sub", 0), "reset forgets what was written")
}

func (c *CPU) testUsage(t *testing.T) {
	for _, w := range ways {
		m := c.machine(t, c.inSub(c.Push, c.Store(c.scratch()), c.Drop, c.Return))
		w.prepare(m)
		require.Equal(t, emu.Usage{}, m.Usage())
		require.NoError(t, w.call(m, "main"))
		stack := int(2*c.Spec.ReturnSize + c.PushSize)
		require.Equal(t, stack+1, m.Usage().Written, "two return addresses, a push and a byte")
		if strings.HasPrefix(w.name, "unguarded") {
			stack = int(c.Spec.ReturnSize) // only the call's own is known
		}
		require.Equal(t, stack, m.Usage().Stack, w.name)
		m.Write(c.scratch()+1, 1)
		m.Write(c.scratch(), 1)
		m.Write(c.spare(), 1)
		require.Equal(t, int(2*c.Spec.ReturnSize+c.PushSize)+2, m.Usage().Written)
		m.Reset()
		require.Equal(t, emu.Usage{}, m.Usage())
	}

	// A profile measures the stack without guards too, to its bottom.
	bottom, top := c.stack()
	for pushes, want := range map[int]uint32{1: c.Spec.ReturnSize + c.PushSize, 5: top - bottom} {
		code := slices.Concat(
			slices.Repeat([]Instruction{c.Push}, pushes), slices.Repeat([]Instruction{c.Drop}, pushes), []Instruction{c.Return})
		m := c.machine(t, c.program(code))
		m.SetGuards(false)
		m.StartProfile()
		require.NoError(t, m.Call("main", 0))
		require.Equal(t, int(want), m.Usage().Stack)
	}
}

func (c *CPU) testWatch(t *testing.T) {
	p := c.program([]Instruction{c.Call(c.at(sub)), c.Call(c.at(sub)), c.Return}, []Instruction{c.Count, c.Count, c.Return})
	c.each(t, p, func(t *testing.T, m emu.Machine, call func(string) error) {
		second := c.at(sub) + uint32(len(c.Count.Code))
		var seen []int
		var at []uint64
		m.Watch(second, func() {
			require.Equal(t, second, m.PC())
			require.False(t, m.Returned())
			seen = append(seen, c.count(m))
			at = append(at, m.Cycles())
		})
		m.SetRegister(c.Counter, 0)
		require.NoError(t, call("main"))
		require.Equal(t, []int{1, 3}, seen)
		first := c.Call(0).Cycles + c.Count.Cycles
		require.Equal(t, []uint64{first, 2*first + c.Count.Cycles + c.Return.Cycles}, at)
		cycles := m.Cycles()

		m.Unwatch(second)
		m.Watch(c.at(sub), func() { t.Error("called after UnwatchAll") })
		m.Watch(c.at(main), nil)
		m.UnwatchAll()
		m.Reset()
		require.NoError(t, call("main"))
		require.Equal(t, cycles, m.Cycles(), "watches cost no cycles")
		require.Len(t, seen, 2)
	})
}

func (c *CPU) testWatchReplaced(t *testing.T) {
	p := c.program([]Instruction{c.Call(c.at(sub)), c.Call(c.at(sub)), c.Call(c.at(sub)), c.Return})
	c.each(t, p, func(t *testing.T, m emu.Machine, call func(string) error) {
		var log []string
		m.Watch(c.at(sub), func() { t.Error("replaced before the run") })
		m.Watch(c.at(sub), func() {
			log = append(log, "first")
			m.Watch(c.at(sub), func() {
				log = append(log, "second")
				m.Unwatch(c.at(sub))
			})
		})
		require.NoError(t, call("main"))
		require.Equal(t, []string{"first", "second"}, log)
	})
}

func (c *CPU) testWatchMoves(t *testing.T) {
	p := c.program([]Instruction{c.Count, c.Count, c.Return}, []Instruction{c.Count, c.Return})
	c.each(t, p, func(t *testing.T, m emu.Machine, call func(string) error) {
		m.SetRegister(c.Counter, 0)
		var log []string
		m.Watch(c.at(main), func() {
			log = append(log, "main")
			m.SetRegister("pc", c.at(sub))
		})
		m.Watch(c.at(sub), func() { log = append(log, "sub") })
		require.NoError(t, call("main"))
		require.Equal(t, []string{"main", "sub"}, log, "where a watch leads to, a watch is called too")
		require.Equal(t, 1, c.count(m))
		require.Equal(t, c.Count.Cycles+c.Return.Cycles, m.Cycles())

		m.Watch(c.at(sub), func() { m.SetRegister("pc", c.Spec.RAM.Start) })
		var fault *emu.Fault
		require.ErrorAs(t, call("main"), &fault)
		require.Equal(t, emu.Execute, fault.Kind)
	})

	// A watch that moves the PC and stops has not been called for the
	// instruction that it left.
	p = c.program([]Instruction{c.Count, c.Return}, []Instruction{c.Count, c.Jump(c.at(main))})
	c.each(t, p, func(t *testing.T, m emu.Machine, call func(string) error) {
		calls := 0
		m.Watch(c.at(main), func() {
			if calls++; calls == 1 {
				m.SetRegister("pc", c.at(sub))
				m.Stop()
			}
		})
		require.Equal(t, emu.ErrStopped, call("main"))
		require.Equal(t, c.at(sub), m.PC())
		require.NoError(t, m.Continue(0))
		require.Equal(t, 2, calls)
	})
}

func (c *CPU) testStop(t *testing.T) {
	p := c.program([]Instruction{c.Count, c.Count, c.Count, c.Return})
	c.each(t, p, func(t *testing.T, m emu.Machine, call func(string) error) {
		second := c.at(main) + uint32(len(c.Count.Code))
		stops := 0
		m.Watch(second, func() { stops++; m.Stop() })
		m.Stop() // outside a run: nothing
		m.SetRegister(c.Counter, 0)
		require.Equal(t, emu.ErrStopped, call("main"))
		require.Equal(t, 1, c.count(m), "stopped before the instruction")
		require.Equal(t, second, m.PC())
		require.NoError(t, m.Continue(0))
		require.Equal(t, 1, stops, "a watch is not called again for the instruction that it stopped at")
		require.Equal(t, 3, c.count(m))
		require.Equal(t, 3*c.Count.Cycles+c.Return.Cycles, m.Cycles())
		require.Equal(t, emu.ErrStopped, call("main"), "but it is in the next call")
		m.Enter(second)
		require.Equal(t, emu.ErrStopped, m.Continue(0), "and where a call begins")
		require.NoError(t, m.Step())
		require.Equal(t, second+uint32(len(c.Count.Code)), m.PC(), "a step is a run too")
	})
}

func (c *CPU) testNested(t *testing.T) {
	c.each(t, c.inSub(c.Count, c.Return), func(t *testing.T, m emu.Machine, call func(string) error) {
		calls := 0
		m.Watch(c.at(sub), func() {
			calls++
			require.ErrorContains(t, m.Call("main", 0), "a call is running")
			require.EqualError(t, m.CallAddr(c.at(sub), 0), fmt.Sprintf("%s trial: call $%04x: a call is running", c.Spec.Name, c.at(sub)))
			require.EqualError(t, m.Continue(0), c.Spec.Name+" trial: a call is running")
			require.Error(t, m.Step())
			require.Panics(t, func() { m.Enter(c.at(sub)) })
		})
		require.NoError(t, call("main"))
		require.Equal(t, 1, calls)

		// A callback that panics ends the run, and the next one is as good.
		m.Watch(c.at(sub), func() { panic("trial") })
		require.PanicsWithValue(t, "trial", func() { _ = call("main") })
		m.UnwatchAll()
		require.NoError(t, call("main"))
	})
}

func (c *CPU) testAlarm(t *testing.T) {
	one := c.Count.Cycles
	p := c.program([]Instruction{c.Count, c.Count, c.Count, c.Return})
	c.each(t, p, func(t *testing.T, m emu.Machine, call func(string) error) {
		whole := 3*one + c.Return.Cycles
		for alarm := range whole + 1 {
			m.Reset()
			var fired []uint64
			m.SetAlarm(alarm, func() { fired = append(fired, m.Cycles()) })
			require.NoError(t, call("main"))
			require.Equal(t, whole, m.Cycles(), "an alarm costs no cycles")
			due := (alarm + one - 1) / one * one
			if due > 3*one { // the routine has returned
				require.Empty(t, fired, "alarm at %d", alarm)
				due = whole
			} else {
				require.Equal(t, []uint64{due}, fired, "alarm at %d", alarm)
			}
			require.NoError(t, call("main"))
			require.Equal(t, []uint64{due}, fired, "alarm at %d: once, in the next run if the first did not reach it", alarm)
		}
		m.SetAlarm(0, func() { t.Error("cleared") })
		m.SetAlarm(0, nil)
		require.NoError(t, call("main"))
		m.SetAlarm(0, func() { t.Error("replaced") })
		late := 0
		m.SetAlarm(0, func() { late++; m.Stop() })
		require.Equal(t, emu.ErrStopped, call("main"))
		require.NoError(t, m.Continue(0), "an alarm goes off once")
		require.Equal(t, 1, late)
	})
}

func (c *CPU) testAlarmInCallback(t *testing.T) {
	one := c.Count.Cycles
	p := c.program([]Instruction{c.Count, c.Count, c.Count, c.Return})
	c.each(t, p, func(t *testing.T, m emu.Machine, call func(string) error) {
		var log []string
		note := func(s string) { log = append(log, fmt.Sprintf("%s at %d", s, m.Cycles())) }
		second := c.at(main) + uint32(len(c.Count.Code))
		m.Watch(second, func() {
			note("watch")
			m.SetAlarm(m.Cycles(), func() {
				note("alarm now")
				m.SetAlarm(m.Cycles()+1, func() { note("alarm next") })
			})
		})
		require.NoError(t, call("main"))
		require.Equal(t, []string{
			fmt.Sprintf("watch at %d", one), fmt.Sprintf("alarm now at %d", one), fmt.Sprintf("alarm next at %d", 2*one),
		}, log)
	})
}

func (c *CPU) testAlarmStops(t *testing.T) {
	p := c.program([]Instruction{c.Count, c.Count, c.Return})
	c.each(t, p, func(t *testing.T, m emu.Machine, call func(string) error) {
		var log []string
		second := c.at(main) + uint32(len(c.Count.Code))
		m.Watch(second, func() { log = append(log, "watch") })
		m.SetAlarm(c.Count.Cycles, func() { log = append(log, "alarm"); m.Stop() })
		require.Equal(t, emu.ErrStopped, call("main"))
		require.Equal(t, second, m.PC())
		require.Equal(t, []string{"alarm"}, log)
		require.NoError(t, m.Continue(0))
		require.Equal(t, []string{"alarm", "watch"}, log)
	})
}

func (c *CPU) testBudget(t *testing.T) {
	one := c.Count.Cycles
	p := c.program([]Instruction{c.Count, c.Count, c.Count, c.Return})
	for _, w := range ways[:5] { // a step has no budget
		m := c.machine(t, p)
		w.prepare(m)
		for budget := uint64(1); budget <= 3*one+1; budget++ {
			m.Reset()
			require.NoError(t, m.Call("leaf", 0)) // a budget begins with its run
			before := m.Cycles()
			err := m.Call("main", budget)
			if budget > 3*one { // enough for the return to begin
				require.NoError(t, err, "%s: budget %d", w.name, budget)
				continue
			}
			var fault *emu.Fault
			require.ErrorAs(t, err, &fault, "%s: budget %d", w.name, budget)
			done := (budget + one - 1) / one
			require.Equal(t, emu.Runaway, fault.Kind)
			require.Equal(t, before+done*one, fault.Cycles, "%s: budget %d", w.name, budget)
			require.Equal(t, c.at(main)+uint32(done)*uint32(len(c.Count.Code)), fault.PC)
			require.Contains(t, err.Error(), "trial: runaway, no return within the budget, instruction at")
			require.NoError(t, m.Continue(0), "a runaway can be continued")
			require.Equal(t, before+3*one+c.Return.Cycles, m.Cycles())
		}
		require.NoError(t, m.Call("main", math.MaxUint64))
	}
}

func (c *CPU) testResetCycles(t *testing.T) {
	loop := c.Count.Cycles + c.Jump(0).Cycles
	for _, w := range ways[:5] {
		for name, reset := range map[string]func(m emu.Machine){"ResetCycles": emu.Machine.ResetCycles, "Reset": func(m emu.Machine) {
			m.Reset()
			m.SetRegister("pc", c.at(main))
		}} {
			m := c.machine(t, c.program([]Instruction{c.Count, c.Jump(c.at(main))}))
			w.prepare(m)
			m.SetAlarm(90*loop, func() { reset(m) })
			var fault *emu.Fault
			require.ErrorAs(t, m.Call("main", 100*loop), &fault, name)
			require.Equal(t, emu.Runaway, fault.Kind)
			require.Equal(t, 10*loop, m.Cycles(), name)
		}
	}
}

func (c *CPU) testReset(t *testing.T) {
	m := c.machine(t, c.program([]Instruction{c.Count, c.Store(c.scratch()), c.Return}))
	fresh := m.Registers()
	watched, rang := 0, 0
	m.Watch(c.at(main), func() { watched++ })
	m.SetGuards(false)
	m.StartProfile()
	m.Write(c.spare(), 9)
	m.Write(c.scratch()+1, 9)
	m.SetRegister(c.Counter, 3)
	require.NoError(t, m.Call("main", 0))
	m.SetAlarm(0, func() { rang++ })

	m.Reset()
	require.Equal(t, fresh, m.Registers())
	require.Equal(t, uint64(0), m.Cycles())
	require.Equal(t, byte(0), m.Read(c.scratch()))
	require.Equal(t, byte(0), m.Read(c.scratch()+1))
	require.Equal(t, emu.Usage{}, m.Usage())
	require.Equal(t, byte(9), m.Read(c.spare()), "a patch of the ROM stays")
	require.NoError(t, m.Call("main", 0))
	require.Equal(t, 2, watched, "watches stay")
	require.Equal(t, 1, rang, "the alarm stays")
	require.Equal(t, uint64(2), m.StopProfile().Routine("main").Calls, "the profile stays")
	m.Watch(c.at(main), m.Stop)
	require.Equal(t, emu.ErrStopped, m.Call("main", 0))
	m.Reset()
	m.SetRegister("pc", c.at(main))
	require.Equal(t, emu.ErrStopped, m.Continue(0), "where the last run was stopped is forgotten")
	m.UnwatchAll()
	m.Reset()
	m.WriteBytes(c.at(main), slices.Concat(c.Load(c.scratch()).Code, c.Return.Code))
	require.NoError(t, m.Call("main", 100), "guards stay off")
}

func (c *CPU) testState(t *testing.T) {
	sub := []Instruction{c.Push, c.Count, c.Store(c.scratch()), c.Load(c.scratch()), c.Drop, c.Return}
	c.each(t, c.inSub(sub...), func(t *testing.T, m emu.Machine, call func(string) error) {
		m.Enter(c.at(main))
		for range 2 { // the call, and the push
			require.NoError(t, m.Step())
		}
		type all struct {
			registers string
			pc, sp    uint32
			cycles    uint64
			usage     emu.Usage
			scratch   byte
		}
		look := func() all {
			return all{m.Registers(), m.PC(), m.SP(), m.Cycles(), m.Usage(), m.Read(c.scratch())}
		}
		begin, state := look(), m.State()
		require.Equal(t, begin.cycles, state.Cycles())
		require.Equal(t, c.at(main)+uint32(len(c.Call(0).Code)), m.Returns()[0].Addr)
		require.Equal(t, m.SP()+c.PushSize, m.Returns()[0].SP)
		require.NoError(t, m.Continue(0))
		end := look()
		require.NotEqual(t, begin, end)
		m.Write(c.scratch()+1, 9)
		for range 2 {
			m.SetState(state)
			require.Equal(t, begin, look())
			require.NoError(t, m.Continue(0))
			require.Equal(t, end, look())
		}
	})
	m := c.machine(t, c.inSub(c.Load(c.scratch()), c.Return))
	m.Enter(c.at(main))
	state := m.State()
	m.Write(c.scratch(), 9)
	m.SetState(state)
	require.ErrorContains(t, m.Continue(0), emu.Unwritten.String(), "what was not written is not written again")
	called := false
	m.SetState(state)
	m.Watch(c.at(main), func() {
		require.Panics(t, func() { m.SetState(state) })
		called = true
		m.Stop()
	})
	require.Equal(t, emu.ErrStopped, m.Continue(0))
	require.True(t, called)
	called = false
	m.SetState(state)
	require.Equal(t, emu.ErrStopped, m.Continue(0))
	require.True(t, called, "the watch that stopped the run is called again")
}

func (c *CPU) testPatch(t *testing.T) {
	c.each(t, c.inSub(c.Count, c.Return), func(t *testing.T, m emu.Machine, call func(string) error) {
		m.WriteBytes(c.at(sub), c.Return.Code)
		m.SetRegister(c.Counter, 0)
		require.NoError(t, call("main"))
		require.Equal(t, 0, c.count(m))
		require.Equal(t, c.Call(0).Cycles+2*c.Return.Cycles, m.Cycles())

		// Patched in a run, before it is executed; undefined, and back.
		patch := func(in Instruction) { m.Watch(c.at(main), func() { m.WriteBytes(c.at(sub), in.Code) }) }
		patch(c.Undefined)
		require.ErrorContains(t, call("main"), "undefined opcode "+c.Named)
		patch(c.Return)
		require.NoError(t, call("main"))
	})
	fresh := c.machine(t, c.inSub(c.Count, c.Return))
	require.NoError(t, fresh.Call("main", 0))
	require.Equal(t, 1, c.count(fresh), "a patch is one machine's own")
}

func (c *CPU) testProfile(t *testing.T) {
	called, count, jump, ret := c.Call(0), c.Count, c.Jump(0), c.Return
	p := c.program(
		[]Instruction{c.Call(c.at(sub)), c.Call(c.at(leaf)), c.Return},
		[]Instruction{c.Count, c.Push, c.Drop, c.Jump(c.at(leaf))},
		[]Instruction{c.Count, c.Return},
	)
	m := c.machine(t, p)
	m.StartProfile()
	require.NoError(t, m.Call("main", 0))
	require.Error(t, m.Call("main", called.Cycles), "cut off within sub")
	require.NoError(t, m.Continue(0))
	got := m.StopProfile()
	require.Nil(t, m.StopProfile())

	inLeaf := count.Cycles + ret.Cycles
	ownSub := count.Cycles + c.Push.Cycles + c.Drop.Cycles + jump.Cycles
	require.Equal(t, m.Cycles(), got.Cycles)
	require.Equal(t, uint64(2*(3+4+2*2)), got.Instructions)
	require.Equal(t, emu.RoutineCycles{Label: "leaf", Calls: 4, Self: 4 * inLeaf, Total: 4 * inLeaf, Called: 4 * inLeaf}, got.Routine("leaf"))
	require.Equal(t, emu.RoutineCycles{Label: "sub", Calls: 2, Self: 2 * ownSub, Total: 2 * (ownSub + inLeaf), Called: 2 * (ownSub + inLeaf)}, got.Routine("sub"))
	require.Equal(t, emu.RoutineCycles{Label: "main", Calls: 2, Self: 2 * (2*called.Cycles + ret.Cycles), Total: got.Cycles, Called: got.Cycles}, got.Routine("main"))
	require.Len(t, got.Routines, 3)
	require.Len(t, got.ByLine, 3)

	jumpAt := c.at(sub) + uint32(len(count.Code)+len(c.Push.Code)+len(c.Drop.Code))
	require.Contains(t, got.Samples(), emu.Sample{Stack: []uint32{c.at(leaf), jumpAt, c.at(main)}, Count: 2, Cycles: 2 * count.Cycles})
	require.Contains(t, got.Samples(), emu.Sample{Stack: []uint32{c.at(leaf), c.at(main) + uint32(len(called.Code))}, Count: 2, Cycles: 2 * count.Cycles})
}

func (c *CPU) testProfileOfRecursion(t *testing.T) {
	called := c.Call(0)
	m := c.machine(t, c.inSub(c.Call(c.at(sub)), c.Return))
	inSub, back := c.at(sub), c.at(sub)+uint32(len(called.Code))
	depth := 0
	m.Watch(inSub, func() {
		if depth++; depth == 3 {
			m.SetRegister("pc", back)
		}
	})
	m.SetGuards(false) // the stack has no room for it
	m.StartProfile()
	require.NoError(t, m.Call("main", 0))
	got := m.StopProfile()
	own := 2*called.Cycles + 3*c.Return.Cycles
	// The third call, which the callback leads into the middle of sub, is not a call of sub.
	require.Equal(t, emu.RoutineCycles{Label: "sub", Calls: 2, Self: own, Total: own, Called: own}, got.Routine("sub"))
	require.Contains(t, got.Samples(), emu.Sample{Stack: []uint32{back, c.at(main)}, Count: 3, Cycles: 3 * c.Return.Cycles}, "folded")

	m.UnwatchAll()
	m.StartProfile()
	require.NoError(t, m.Call("leaf", 0))
	got = m.StopProfile()
	require.Len(t, got.Routines, 1, "the next profile begins with nothing")
	require.Equal(t, c.Return.Cycles, got.Cycles)
}

// What counts as a call is in the words of emu.RoutineCycles.
func (c *CPU) testProfileOfEntries(t *testing.T) {
	count, jump, ret := c.Count, c.Jump(0), c.Return
	size := func(in ...Instruction) (n uint32) {
		for _, i := range in {
			n += uint32(len(i.Code))
		}
		return n
	}
	inMain, inSub := c.at(main)+size(c.Call(0), ret), c.at(sub)+size(count)
	twice := 2 * (count.Cycles + jump.Cycles)
	for _, tt := range []struct {
		name      string
		main, sub []Instruction
		below     uint32 // where main ends and another routine begins, if it does
		budget    uint64 // of a program that does not return
		calls     map[string]uint64
		total     map[string]uint64
	}{
		{"a call of its own midst", []Instruction{c.Call(inMain), ret, count, ret}, nil, 0, 0,
			map[string]uint64{"main": 1}, nil},
		{"a call of another's midst", []Instruction{c.Call(inSub), ret}, []Instruction{count, count, ret}, 0, 0,
			map[string]uint64{"main": 1}, map[string]uint64{"sub": count.Cycles + ret.Cycles}},
		{"a jump to a label", []Instruction{c.Jump(c.at(sub))}, []Instruction{count, ret}, 0, 0,
			map[string]uint64{"main": 1, "sub": 1}, map[string]uint64{"sub": count.Cycles + ret.Cycles}},
		{"a jump into another's midst", []Instruction{c.Jump(inSub)}, []Instruction{count, count, ret}, 0, 0,
			map[string]uint64{"main": 1}, map[string]uint64{"sub": count.Cycles + ret.Cycles}},
		{"from above", []Instruction{count, count, ret}, nil, c.at(main) + size(count), 0,
			map[string]uint64{"main": 1, "below": 1}, map[string]uint64{"below": count.Cycles + ret.Cycles}},
		{"a jump to its own label", []Instruction{count, c.Jump(c.at(main))}, nil, 0, twice,
			map[string]uint64{"main": 1}, nil},
		{"a loop over two labels", []Instruction{count, c.Jump(c.at(main))}, nil, c.at(main) + size(count), twice,
			map[string]uint64{"main": 2, "below": 2}, map[string]uint64{"main": twice, "below": 2 * jump.Cycles}},
		{"a jump back", []Instruction{c.Jump(c.at(sub)), count, ret}, []Instruction{c.Jump(c.at(main) + size(jump))}, 0, 0,
			map[string]uint64{"main": 1, "sub": 1}, map[string]uint64{"sub": jump.Cycles}},
	} {
		p := c.program(tt.main, tt.sub)
		if tt.below != 0 {
			p.Symbols["below"] = tt.below
		}
		m := c.machine(t, p)
		m.StartProfile()
		if err := m.Call("main", tt.budget); tt.budget == 0 {
			require.NoError(t, err, tt.name)
		}
		got := m.StopProfile()
		for _, label := range []string{"main", "sub", "leaf", "below"} {
			r := got.Routine(label)
			require.Equal(t, tt.calls[label], r.Calls, "%s: %s", tt.name, label)
			if want, ok := tt.total[label]; ok {
				require.Equal(t, want, r.Total, "%s: %s", tt.name, label)
			}
			if r.Calls > 0 {
				require.Equal(t, r.Total, r.Called, "%s: %s", tt.name, label)
			} else {
				require.Zero(t, r.Called, "%s: %s", tt.name, label)
			}
		}
		addsUp(t, got)
	}
}

// What a call returns to is another routine: control comes there from the call.
func (c *CPU) testProfileBehindACall(t *testing.T) {
	p := c.inSub(c.Return)
	p.Symbols["below"] = c.at(main) + uint32(len(c.Call(0).Code))
	m := c.machine(t, p)
	m.StartProfile()
	require.NoError(t, m.Call("main", 0))
	got := m.StopProfile()
	ret := c.Return.Cycles
	require.Equal(t, []emu.CallCycles{
		{Callee: "main", Count: 1, Cycles: c.Call(0).Cycles + 2*ret, Instructions: 3},
		{Site: c.at(main), Caller: "main", Callee: "below", Count: 1, Cycles: ret, Instructions: 1},
		{Site: c.at(main), Caller: "main", Callee: "sub", Count: 1, Cycles: ret, Instructions: 1},
	}, got.Calls)
	require.Equal(t, emu.RoutineCycles{Label: "below", Calls: 1, Self: ret, Total: ret, Called: ret}, got.Routine("below"))
}

// sub and leaf call each other: main, sub, leaf, sub, leaf.
func (c *CPU) testProfileOfMutualRecursion(t *testing.T) {
	count, called, ret := c.Count.Cycles, c.Call(0).Cycles, c.Return.Cycles
	m := c.machine(t, c.program(
		[]Instruction{c.Call(c.at(sub)), c.Return},
		[]Instruction{c.Count, c.Call(c.at(leaf)), c.Return},
		[]Instruction{c.Call(c.at(sub)), c.Return}))
	depth := 0
	m.Watch(c.at(leaf), func() {
		if depth++; depth == 2 {
			// It returns at once, and was called all the same.
			m.WriteBytes(c.at(leaf), c.Return.Code)
		}
	})
	m.SetGuards(false) // the stack has no room for it
	m.StartProfile()
	require.NoError(t, m.Call("main", 0))
	got := m.StopProfile()
	ownSub, ownLeaf := 2*(count+called+ret), called+2*ret
	require.Equal(t, emu.RoutineCycles{Label: "sub", Calls: 2, Self: ownSub, Total: ownSub + ownLeaf, Called: ownSub + ownLeaf}, got.Routine("sub"))
	belowLeaf := count + called + ret
	require.Equal(t, emu.RoutineCycles{Label: "leaf", Calls: 2, Self: ownLeaf, Total: ownLeaf + belowLeaf, Called: ownLeaf + belowLeaf}, got.Routine("leaf"))
	require.Equal(t, []emu.CallCycles{
		{Callee: "main", Count: 1, Cycles: called + ownSub + ownLeaf + ret, Instructions: 11},
		{Site: c.at(main), Caller: "main", Callee: "sub", Count: 1, Cycles: ownSub + ownLeaf, Instructions: 9},
		{Site: c.at(sub) + uint32(len(c.Count.Code)), Caller: "sub", Callee: "leaf", Count: 2, Cycles: ownLeaf + belowLeaf, Instructions: 6},
		{Site: c.at(leaf), Caller: "leaf", Callee: "sub", Count: 1}, // within the first
	}, got.Calls)
	// Of the second sub, the chain is main, leaf, sub: the first waits for leaf.
	require.Contains(t, got.Samples(), emu.Sample{Stack: []uint32{c.at(sub), c.at(main)}, Count: 1, Cycles: count})
	require.Contains(t, got.Samples(), emu.Sample{Stack: []uint32{c.at(sub), c.at(leaf), c.at(main)}, Count: 1, Cycles: count})
	addsUp(t, got)
}

// A byte that the program names separates the samples.
func (c *CPU) testProfileByLevel(t *testing.T) {
	p := c.program([]Instruction{c.Store(c.scratch()), c.Call(c.at(sub)), c.Count, c.Store(c.scratch()), c.Call(c.at(sub)), c.Return}, []Instruction{c.Return})
	p.Level = "scratch"
	m := c.machine(t, p)
	m.SetRegister(c.Counter, 5)
	m.StartProfile()
	require.NoError(t, m.Call("main", 0))
	got := m.StopProfile()
	levels := map[uint32][]uint8{}
	for _, s := range got.Samples() {
		levels[s.Stack[0]] = append(levels[s.Stack[0]], s.Level)
	}
	require.Equal(t, []uint8{5}, levels[c.at(main)], "as it is behind the instruction")
	require.Equal(t, []uint8{5, 6}, levels[c.at(sub)])
	addsUp(t, got)
}

func (c *CPU) testProfileInCallback(t *testing.T) {
	m := c.machine(t, c.inSub(c.Count, c.Return))
	m.Watch(c.at(sub), m.StartProfile)
	require.NoError(t, m.Call("main", 0))
	require.Empty(t, m.StopProfile().Routines, "it begins with the next run")

	m.StartProfile()
	var got *emu.Profile
	m.Watch(c.at(sub), func() { got = m.StopProfile() })
	require.NoError(t, m.Call("main", 0))
	require.Equal(t, c.Call(0).Cycles, got.Cycles, "up to the callback")
	require.Nil(t, m.StopProfile())
}

// Accesses are counted twice or not at all, fetching an instruction counts as reading,
// or counting changes something.
func (c *CPU) testCounting(t *testing.T) {
	load, table := c.scratch(), c.spare()
	p := c.program([]Instruction{c.Load(load), c.Load(table), c.Load(table), c.Store(load + 1), c.Push, c.Drop, c.Call(c.at(sub)), c.Return}, []Instruction{c.Count, c.Return})
	for _, guards := range []bool{true, false} {
		m := c.machine(t, p)
		m.SetGuards(guards)
		prepare := func() { m.Reset(); m.Write(load, 7) }
		prepare()
		require.NoError(t, call(m, "main"))
		want, cycles := m.Registers(), m.Cycles()
		require.Nil(t, m.StopCounting())

		m.StartCounting()
		prepare()
		require.NoError(t, call(m, "main"))
		require.Equal(t, want, m.Registers())
		require.Equal(t, cycles, m.Cycles())
		a := m.StopCounting()
		require.EqualValues(t, []uint64{1, 0, 2}, []uint64{a.Reads[load], a.Reads[load+1], a.Reads[table]})
		require.EqualValues(t, []uint64{0, 1, 0}, []uint64{a.Writes[load], a.Writes[load+1], a.Writes[table]})
		sum := func(counts []uint64, r emu.Range) (n uint64) {
			for addr := r.Start; addr < r.End(); addr++ {
				n += counts[addr]
			}
			return n
		}
		bottom, top := c.stack()
		stack := emu.Range{Start: bottom, Size: top - bottom}
		onStack := uint64(c.PushSize + c.Spec.ReturnSize)
		require.Equal(t, onStack, sum(a.Writes, stack))
		require.Equal(t, onStack+uint64(c.Spec.ReturnSize), sum(a.Reads, stack)) // main's own return too
		require.EqualValues(t, 2, sum(a.Reads, c.Spec.ROM), "an instruction's own bytes are counted")
		require.Zero(t, sum(a.Writes, c.Spec.ROM))
		require.EqualValues(t, 10, sum(a.Executed, c.Spec.ROM))
		require.EqualValues(t, 1, a.Executed[c.at(main)])
		require.EqualValues(t, 1, a.Executed[c.at(sub)])

		prepare()
		require.NoError(t, call(m, "main"))
		require.Equal(t, want, m.Registers()) // without counting again
		require.EqualValues(t, 1, a.Reads[load])
	}
	m := c.machine(t, c.program([]Instruction{c.Load(load), c.Return})) // nobody wrote there
	plain := call(m, "main")
	m.Reset()
	m.StartCounting()
	require.Equal(t, plain, call(m, "main"))
}

func (c *CPU) testNew(t *testing.T) {
	rom, stack, slot := c.Spec.ROM, c.Spec.Stack, c.Spec.Slots[0]
	more := func(p *emu.Program, origin uint32, size, code int) {
		p.More = append(p.More, emu.Image{Name: "book", Data: make([]byte, size), Origin: origin, Code: code})
	}
	slots := fmt.Sprintf("$%04x", slot.Start)
	for _, s := range c.Spec.Slots[1:] {
		slots += fmt.Sprintf(" or $%04x", s.Start)
	}
	where := "RAM"
	if stack != c.Spec.RAM {
		where = fmt.Sprintf("$%04x to $%04x", stack.Start, stack.End())
	}
	symbols := func(bottom, top uint32) map[string]uint32 {
		return map[string]uint32{"stack_bottom": bottom, "stack_top": top}
	}
	for _, tt := range []struct {
		change func(p *emu.Program)
		says   string
	}{
		{func(p *emu.Program) { p.ROM = make([]byte, rom.Size+1) },
			fmt.Sprintf("image of %d bytes, the ROM has %d", rom.Size+1, rom.Size)},
		{func(p *emu.Program) { p.ROM = nil }, fmt.Sprintf("image of 0 bytes, the ROM has %d", rom.Size)},
		{func(p *emu.Program) { p.Origin += 0x100 },
			fmt.Sprintf("origin $%04x, the ROM is at $%04x", rom.Start+0x100, rom.Start)},
		{func(p *emu.Program) { more(p, slot.Start, int(slot.Size)+1, 0) },
			fmt.Sprintf("book of %d bytes, its ROM has %d", slot.Size+1, slot.Size)},
		{func(p *emu.Program) { more(p, slot.Start, 0, 1) }, "1 bytes of code in a book of 0"},
		{func(p *emu.Program) { more(p, slot.Start, 2, -1) }, "-1 bytes of code in a book of 2"},
		{func(p *emu.Program) { more(p, slot.Start+2, 2, 2) },
			fmt.Sprintf("book at $%04x: want one of the slots, %s", slot.Start+2, slots)},
		{func(p *emu.Program) { more(p, slot.Start, 2, 0); more(p, slot.Start, 2, 0) },
			fmt.Sprintf("book at $%04x, where another image is", slot.Start)},
		{func(p *emu.Program) { p.Symbols = symbols(stack.Start, stack.End()+1) },
			fmt.Sprintf("stack from $%04x to $%04x is not in %s", stack.Start, stack.End()+1, where)},
		{func(p *emu.Program) { p.Symbols = symbols(stack.Start-1, stack.End()) },
			fmt.Sprintf("stack from $%04x to $%04x is not in %s", stack.Start-1, stack.End(), where)},
		{func(p *emu.Program) { p.Symbols = symbols(stack.End()-c.Spec.ReturnSize+1, stack.End()) },
			fmt.Sprintf("stack from $%04x to $%04x is not in %s", stack.End()-c.Spec.ReturnSize+1, stack.End(), where)},
		{func(p *emu.Program) { p.Symbols = symbols(stack.End(), stack.Start) },
			fmt.Sprintf("stack from $%04x to $%04x is not in %s", stack.End(), stack.Start, where)},
	} {
		p := c.inSub(c.Return)
		tt.change(p)
		_, err := c.New(p)
		require.EqualError(t, err, c.Spec.Name+" trial: "+tt.says)
	}
	p := c.inSub(c.Return)
	p.ROM = append(p.ROM, make([]byte, int(rom.Size)-len(p.ROM))...)
	for _, s := range c.Spec.Slots {
		more(p, s.Start, int(s.Size), 0)
	}
	p.Symbols = map[string]uint32{"main": c.at(main)}
	m, err := c.New(p)
	require.NoError(t, err, "all that fits")
	require.NoError(t, m.Call("main", 0))
}
