package z80_test

import (
	"errors"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/emu"
	"github.com/searchex/searchex/emu/z80"
)

// code is a piece of a test program at an address.
type code struct {
	at    int
	bytes []byte
}

// program builds a program in which main calls sub and returns.
func program(sub ...byte) *emu.Program {
	return assemble(code{0x00, []byte{0xCD, 0x10, 0x00, 0xC9}}, code{0x10, sub})
}

func assemble(pieces ...code) *emu.Program {
	rom := make([]byte, 0x100)
	for i := range rom {
		rom[i] = 0xC9
	}
	for _, p := range pieces {
		copy(rom[p.at:], p.bytes)
	}
	return &emu.Program{
		Name: "trial", ROM: rom,
		Symbols: map[string]uint32{
			"main": 0, "sub": 0x10, "third": 0x40, "hook_sub": 0x13, "Lsub": 0x14,
			"stack_bottom": 0x7F00, "stack_top": 0x7F10, "board": 0x4000,
		},
		Lines: []emu.Line{{Addr: 0, File: "main.s", Line: 3}, {Addr: 3, File: "main.s", Line: 4}, {Addr: 0x10, File: "sub.s", Line: 7}},
	}
}

func newMachine(t *testing.T, p *emu.Program) *z80.Machine {
	m, err := z80.New(p)
	require.NoError(t, err)
	return m
}

func TestGuards(t *testing.T) {
	const where = ", instruction at $0010 sub (sub.s:7), called from main+$3, cycle "
	tests := []struct {
		wrong   string
		sub     []byte
		kind    emu.FaultKind
		addr    uint32
		message string
	}{
		{"a write to ROM goes unnoticed", []byte{0x22, 0x80, 0x00}, // ld ($80),hl
			emu.WriteROM, 0x80, "z80 trial: write to ROM at $0080" + where + "33"},
		{"a read outside the map goes unnoticed", []byte{0x3A, 0x00, 0xC0}, // ld a,($c000)
			emu.Unmapped, 0xC000, "z80 trial: access outside the map at $c000" + where + "30"},
		{"a write outside the map goes unnoticed", []byte{0x32, 0x00, 0x80}, // ld ($8000),a
			emu.Unmapped, 0x8000, "z80 trial: access outside the map at $8000" + where + "30"},
		{"a read of RAM that nobody wrote goes unnoticed", []byte{0x3A, 0x00, 0x40}, // ld a,($4000)
			emu.Unwritten, 0x4000, "z80 trial: read of RAM that nobody wrote at $4000" + where + "30"},
		{"a stack that grows below its bottom goes unnoticed", []byte{0xC5, 0x18, 0xFD}, // push bc; jr -3
			emu.Stack, 0x7EFE, "z80 trial: stack out of bounds, sp $7efe, instruction at $0010 sub (sub.s:7)"},
		{"a stack pointer above the top goes unnoticed", []byte{0x31, 0x12, 0x7F}, // ld sp,$7f12
			emu.Stack, 0x7F12, "z80 trial: stack out of bounds, sp $7f12, instruction at $0010 sub (sub.s:7), cycle 27"},
		{"an undocumented ED opcode is executed", []byte{0xED, 0x4C},
			emu.Undefined, 0x10, "z80 trial: undefined opcode" + where + "17"},
		{"a DD prefix that changes nothing is executed", []byte{0xDD, 0x78},
			emu.Undefined, 0x10, "z80 trial: undefined opcode" + where + "17"},
		{"an undocumented CB opcode is executed", []byte{0xCB, 0x30},
			emu.Undefined, 0x10, "undefined opcode"},
		{"a DD CB operation with a register as second target is executed", []byte{0xDD, 0xCB, 0x00, 0x80},
			emu.Undefined, 0x10, "undefined opcode"},
		{"repeating I/O is executed", []byte{0xED, 0xB2},
			emu.Undefined, 0x10, "undefined opcode"},
		{"input is executed", []byte{0xDB, 0x00},
			emu.Undefined, 0x10, "undefined opcode"},
		{"output is executed", []byte{0xED, 0x79},
			emu.Undefined, 0x10, "undefined opcode"},
		{"halt is executed", []byte{0x76},
			emu.Undefined, 0x10, "undefined opcode"},
		{"code in RAM is executed", []byte{0xC3, 0x00, 0x40}, // jp $4000
			emu.Execute, 0x4000, "z80 trial: code outside the ROM, instruction at $4000, called from main+$3, cycle 27"},
		{"a loop without end is not ended", []byte{0x18, 0xFE}, // jr $
			emu.Runaway, 0x10, "z80 trial: runaway, no return within the budget" + where + "1001"},
	}
	for _, tt := range tests {
		t.Run(tt.wrong, func(t *testing.T) {
			m := newMachine(t, program(tt.sub...))
			err := m.Call("main", 1000)
			var fault *emu.Fault
			require.ErrorAs(t, err, &fault)
			require.Equal(t, tt.kind, fault.Kind)
			require.Equal(t, tt.addr, fault.Addr)
			require.Contains(t, err.Error(), tt.message)
			require.NotContains(t, err.Error(), "\n")

			// The same instruction by itself, and in the profiler's loop.
			m.Reset()
			m.Enter(0)
			for err = nil; err == nil && m.Cycles() < 1000; {
				err = m.Step()
			}
			if tt.kind != emu.Runaway {
				require.Equal(t, error(fault), err)
			}
			m.Reset()
			m.StartProfile()
			require.Equal(t, error(fault), m.Call("main", 1000))
		})
	}
}

func TestGuardsThatAreOffStop(t *testing.T) {
	for _, sub := range [][]byte{
		{0x22, 0x80, 0x00, 0xC9}, // ld ($80),hl
		{0x22, 0x00, 0x80, 0xC9}, // ld ($8000),hl
		{0x3A, 0x00, 0x40, 0xC9}, // ld a,($4000)
		{0x3A, 0x00, 0xC0, 0xC9}, // ld a,($c000)
	} {
		m := newMachine(t, program(sub...))
		m.SetGuards(false)
		m.Regs().SetHL(0x1234)
		require.NoError(t, m.Call("main", 0))
		require.Equal(t, byte(0xC9), m.Read(0x80), "ROM was changed")
	}
}

func TestGuardsComeTooLateOrTooEarlyWhenSwitchedOn(t *testing.T) {
	m := newMachine(t, assemble(
		code{0x00, []byte{0x32, 0x00, 0x40, 0xC9}}, // main: ld ($4000),a
		code{0x10, []byte{0x3A, 0x00, 0x40, 0xC9}}, // sub: ld a,($4000)
		code{0x40, []byte{0x3A, 0x01, 0x40, 0xC9}}, // third: ld a,($4001)
	))
	m.SetGuards(false)
	require.NoError(t, m.Call("main", 0))
	m.SetGuards(true)
	require.NoError(t, m.Call("sub", 0), "what was written without guards is written")
	require.Error(t, m.Call("third", 0))
	m.Write(0x4001, 7)
	require.NoError(t, m.Call("third", 0), "what the host wrote is written")
	require.Equal(t, byte(7), m.Regs().A())
	m.Reset()
	require.Error(t, m.Call("sub", 0), "reset forgets what was written")
}

func TestReturnWithAnotherStackGoesUnnoticed(t *testing.T) {
	// sub: pop hl; pop de; push de; push de; jp (hl) leaves one word more,
	// and main's ret takes that one.
	m := newMachine(t, program(0xE1, 0xD1, 0xD5, 0xD5, 0xE9))
	require.ErrorContains(t, m.Call("main", 0), "stack out of bounds, sp $7f0e")
}

func TestUsage(t *testing.T) {
	m := newMachine(t, program(0xC5, 0x32, 0x00, 0x40, 0xC1, 0xC9)) // push bc; ld ($4000),a; pop bc
	require.Equal(t, emu.Usage{}, m.Usage())
	require.NoError(t, m.Call("main", 0))
	require.Equal(t, emu.Usage{Written: 7, Stack: 6}, m.Usage(), "two return addresses, bc and a byte")
	m.Write(0x5000, 1)
	m.Write(0x4000, 1)
	require.Equal(t, 8, m.Usage().Written)
	m.Reset()
	require.Equal(t, emu.Usage{}, m.Usage())
}

func TestCall(t *testing.T) {
	m := newMachine(t, program(0x3C, 0xC9)) // inc a
	m.Regs().SetA(41)
	require.NoError(t, m.Call("main", 0))
	require.Equal(t, byte(42), m.Regs().A())
	require.True(t, m.Returned())
	require.EqualValues(t, 17+4+10+10, m.Cycles())
	require.NoError(t, m.Step(), "nothing is left to do")
	require.EqualValues(t, 41, m.Cycles())

	m.ResetCycles()
	require.NoError(t, m.CallAddr(0x10, 14), "a budget is enough that is just used up")
	require.EqualValues(t, 14, m.Cycles())
	require.Error(t, m.CallAddr(0x10, 4))
	require.EqualError(t, m.Call("nowhere", 0), "z80 trial: call nowhere: no such label")

	m.Watch(0x10, func() { require.ErrorContains(t, m.Call("main", 0), "a call is running") })
	require.NoError(t, m.Call("main", 0))
}

func TestMemory(t *testing.T) {
	p := program(0x3A, 0x02, 0x80, 0xC9) // ld a,($8002)
	p.Book = []byte{1, 2, 3}
	m := newMachine(t, p)
	require.NoError(t, m.Call("main", 0))
	require.Equal(t, byte(3), m.Regs().A(), "the book is at $8000")

	m.WriteWord(0x4000, 0x1234)
	require.Equal(t, byte(0x34), m.Read(0x4000))
	require.Equal(t, uint16(0x1234), m.ReadWord(0x4000))
	m.WriteBytes(0x4002, []byte{5, 6})
	got := make([]byte, 4)
	m.ReadBytes(0x4000, got)
	require.Equal(t, []byte{0x34, 0x12, 5, 6}, got)

	// A patch of the ROM changes what is executed and how long it takes,
	// and outlives Reset.
	m.WriteBytes(0x10, []byte{0xED, 0x44, 0xC9}) // neg
	m.Reset()
	m.Regs().SetA(1)
	require.NoError(t, m.Call("sub", 0))
	require.Equal(t, byte(0xFF), m.Regs().A())
	require.EqualValues(t, 18, m.Cycles())

	require.Panics(t, func() { m.Read(0xC000) })
	require.Panics(t, func() { m.Write(0x10000, 0) })
	require.Panics(t, func() { m.ReadBytes(0x7FFF, make([]byte, 0x5000)) })
}

func TestNewRefusesProgramsThatDoNotFit(t *testing.T) {
	for message, p := range map[string]*emu.Program{
		"z80 x: image of 16385 bytes, the ROM has 16384": {Name: "x", ROM: make([]byte, 0x4001)},
		"z80 x: image of 0 bytes, the ROM has 16384":     {Name: "x"},
		"z80 x: origin $0100, the ROM is at $0000":       {Name: "x", ROM: []byte{0}, Origin: 0x100},
		"z80 x: book of 16385 bytes, its ROM has 16384":  {Name: "x", ROM: []byte{0}, Book: make([]byte, 0x4001)},
		"z80 x: stack from $4000 to $9000 is not in RAM": {Name: "x", ROM: []byte{0}, Symbols: map[string]uint32{"stack_top": 0x9000}},
		"z80 x: stack from $7000 to $7001 is not in RAM": {Name: "x", ROM: []byte{0}, Symbols: map[string]uint32{"stack_bottom": 0x7000, "stack_top": 0x7001}},
	} {
		_, err := z80.New(p)
		require.EqualError(t, err, message)
	}
}

func TestWatch(t *testing.T) {
	for _, guards := range []bool{false, true} {
		m := newMachine(t, program(0x06, 0x05, 0x80, 0x10, 0xFD, 0xC9)) // ld b,5; add a,b; djnz -3
		m.SetGuards(guards)
		var seen []byte
		var at []uint64
		m.Watch(0x13, func() { // at djnz
			seen = append(seen, m.Regs().A())
			at = append(at, m.Cycles())
			require.EqualValues(t, 0x13, m.PC())
		})
		require.NoError(t, m.Call("main", 0))
		require.Equal(t, []byte{5, 9, 12, 14, 15}, seen)
		require.Equal(t, []uint64{28, 45, 62, 79, 96}, at)
		cycles := m.Cycles()

		// A callback may change registers, and where the program goes on.
		m.Reset()
		m.Watch(0x13, func() { m.Regs().SetPC(0x15) })
		require.NoError(t, m.Call("main", 0))
		require.Equal(t, byte(5), m.Regs().A())
		require.EqualValues(t, 17+7+4+10+10, m.Cycles())

		m.Unwatch(0x13)
		m.Watch(0x12, func() { t.Error("called after UnwatchAll") })
		m.UnwatchAll()
		m.Reset()
		require.NoError(t, m.Call("main", 0))
		require.Equal(t, cycles, m.Cycles(), "watches cost no cycles")
	}
}

func TestStopAndContinue(t *testing.T) {
	for _, guards := range []bool{false, true} {
		m := newMachine(t, program(0x3C, 0x3C, 0x3C, 0xC9)) // inc a three times
		m.SetGuards(guards)
		stops := 0
		m.Watch(0x11, func() { stops++; m.Stop() })
		m.Stop() // outside a run: nothing
		require.Equal(t, emu.ErrStopped, m.Call("main", 0))
		require.Equal(t, byte(1), m.Regs().A(), "stopped before the instruction")
		require.EqualValues(t, 0x11, m.PC())
		require.NoError(t, m.Continue(0))
		require.Equal(t, 1, stops, "a watch is not called again for the instruction it stopped at")
		require.Equal(t, byte(3), m.Regs().A())
		require.Equal(t, emu.ErrStopped, m.Call("main", 0), "but it is in the next call")
	}
}

// The same loop as an engine that polls a stop byte.
var polling = program(0x3C, 0x21, 0x00, 0x40, 0xCB, 0x46, 0x28, 0xF8, 0xC9) // inc a; ld hl,board; bit 0,(hl); jr z,-8

func TestAlarm(t *testing.T) {
	run := func(alarm uint64, prepare func(m *z80.Machine)) (fired, ended uint64, pc uint32) {
		m := newMachine(t, polling)
		m.Write(0x4000, 0)
		prepare(m)
		m.SetAlarm(alarm, func() {
			fired, pc = m.Cycles(), m.PC()
			m.Write(0x4000, 1)
		})
		require.NoError(t, m.Call("main", 10_000))
		return fired, m.Cycles(), pc
	}
	turn := uint64(4 + 10 + 12 + 12)
	for alarm := uint64(17); alarm < 17+5*turn; alarm++ {
		fired, ended, pc := run(alarm, func(m *z80.Machine) {})
		require.GreaterOrEqual(t, fired, alarm)
		require.Less(t, fired-alarm, uint64(12), "the alarm comes between the next two instructions")
		for _, prepare := range []func(m *z80.Machine){
			func(m *z80.Machine) { m.SetGuards(false) },
			func(m *z80.Machine) { m.StartProfile() },
			func(m *z80.Machine) { m.Watch(0x14, func() {}) },
		} {
			f, e, p := run(alarm, prepare)
			require.Equal(t, []any{fired, ended, pc}, []any{f, e, p}, "alarm at %d", alarm)
		}
	}

	m := newMachine(t, polling)
	m.Write(0x4000, 1)
	late := 0
	m.SetAlarm(1000, func() { late++ })
	require.NoError(t, m.Call("main", 0))
	require.Zero(t, late, "not reached")
	m.SetAlarm(0, nil)
	m.SetAlarm(m.Cycles(), func() { late++; m.Stop() })
	require.Equal(t, emu.ErrStopped, m.Call("main", 0))
	require.NoError(t, m.Continue(0), "an alarm goes off once")
	require.Equal(t, 1, late)
}

func TestResetCyclesInARunMovesItsBudget(t *testing.T) {
	m := newMachine(t, polling)
	m.Write(0x4000, 0)
	m.SetAlarm(900, m.ResetCycles)
	var fault *emu.Fault
	require.True(t, errors.As(m.Call("main", 1000), &fault))
	require.Equal(t, emu.Runaway, fault.Kind)
	require.Less(t, m.Cycles(), uint64(120))
}

func TestStepAndRunDisagree(t *testing.T) {
	m := newMachine(t, sorter)
	m.Write(0x40FF, 0)
	require.NoError(t, m.Call("main", 0))
	want, cycles := m.Regs().All(), m.Cycles()
	for name, run := range map[string]func(){
		"steps": func() {
			m.Enter(0)
			for !m.Returned() {
				require.NoError(t, m.Step())
			}
		},
		"unguarded": func() { m.SetGuards(false); require.NoError(t, m.Call("main", 0)) },
		"profiled":  func() { m.StartProfile(); require.NoError(t, m.Call("main", 0)); m.StopProfile() },
		"pieces": func() {
			m.SetGuards(true)
			m.Enter(0)
			for m.Continue(100) != nil {
			}
			require.True(t, m.Returned())
		},
	} {
		m.Reset()
		m.Write(0x40FF, 0)
		run()
		require.Equal(t, want, m.Regs().All(), name)
		require.Equal(t, cycles, m.Cycles(), name)
	}
}

func TestRunsAllocate(t *testing.T) {
	m := newMachine(t, sorter)
	for _, guards := range []bool{false, true} {
		m.SetGuards(guards)
		allocs := testing.AllocsPerRun(20, func() {
			m.Write(0x40FF, 0)
			if err := m.Call("main", 0); err != nil {
				t.Fatal(err)
			}
		})
		require.LessOrEqual(t, allocs, 2.0, "for a call, none for an instruction")
	}
}

// Code in the book's ROM does not run, or its data does.
func TestCodeInTheBook(t *testing.T) {
	p := program(0xCD, 0x00, 0x80, 0xC9) // call $8000
	p.Book = []byte{0x3E, 0x07, 0xC9, 0x3C, 0xC9}
	p.BookOrigin, p.BookCode = z80.BookStart, 3
	p.Symbols["in_book"], p.Symbols["data"] = 0x8000, 0x8003
	p.Lines = append(p.Lines, emu.Line{Addr: 0x8000, File: "b.s", Line: 9})
	for _, guards := range []bool{false, true} {
		m := newMachine(t, p)
		m.SetGuards(guards)
		m.StartProfile()
		require.NoError(t, m.Call("main", 0))
		require.Equal(t, byte(7), m.Regs().A())
		require.EqualValues(t, 17+17+7+10+10+10, m.Cycles())
		require.EqualValues(t, 17, m.StopProfile().Routine("in_book").Total)

		err := m.Call("data", 0)
		var fault *emu.Fault
		require.ErrorAs(t, err, &fault)
		require.Equal(t, emu.Execute, fault.Kind)

		m.Write(0x8000, 0xDD)
		m.Write(0x8001, 0xDD)
		require.ErrorContains(t, m.Call("main", 0), "undefined opcode, instruction at $8000 in_book (b.s:9), called from sub+$3 < main+$3,")
	}
	require.Equal(t, "", p.Where(0x8003), "no code, no name")

	for message, change := range map[string]func(p *emu.Program){
		"z80 trial: 6 bytes of code in a book of 5":     func(p *emu.Program) { p.BookCode = 6 },
		"z80 trial: book at $9000, its ROM is at $8000": func(p *emu.Program) { p.BookOrigin = 0x9000 },
	} {
		bad := program(0xC9)
		bad.Book, bad.BookOrigin, bad.BookCode = p.Book, p.BookOrigin, p.BookCode
		change(bad)
		_, err := z80.New(bad)
		require.EqualError(t, err, message)
	}
}
