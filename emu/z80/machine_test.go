package z80_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/emu"
	"github.com/searchex/searchex/emu/emutest"
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

func newMachine(t *testing.T, p *emu.Program) z80.Machine {
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
			emu.Undefined, 0x10, "z80 trial: undefined opcode $ED $4C (neg)" + where + "17"},
		{"a DD prefix that changes nothing is executed", []byte{0xDD, 0x78},
			emu.Undefined, 0x10, "z80 trial: undefined opcode $DD $78 (a prefix without effect)" + where + "17"},
		{"an undocumented CB opcode is executed", []byte{0xCB, 0x30},
			emu.Undefined, 0x10, "undefined opcode $CB $30 (sll b), instruction"},
		{"a DD CB operation with a register as second target is executed", []byte{0xDD, 0xCB, 0x00, 0x80},
			emu.Undefined, 0x10, "undefined opcode $DD $CB $00 $80 (res 0,(ix+0),b), instruction"},
		{"repeating I/O is executed", []byte{0xED, 0xB2},
			emu.Unsupported, 0x10, "instruction that this machine refuses, inir: no ports"},
		{"input is executed", []byte{0xDB, 0x00},
			emu.Unsupported, 0x10, "instruction that this machine refuses, in a,(n): no ports"},
		{"output is executed", []byte{0xED, 0x79},
			emu.Unsupported, 0x10, "instruction that this machine refuses, out (c),a: no ports"},
		{"halt is executed", []byte{0x76},
			emu.Unsupported, 0x10, "instruction that this machine refuses, halt: no interrupts"},
		{"code in RAM is executed", []byte{0xC3, 0x00, 0x40}, // jp $4000
			emu.Execute, 0x4000, "z80 trial: code outside the ROM, instruction at $4000, called from main+$3, cycle 27"},
		{"a loop without end is not ended", []byte{0x18, 0xFE}, // jr $
			emu.Runaway, 0x10, "z80 trial: runaway, no return within the budget" + where + "1001"},
	}
	for _, tt := range tests {
		t.Run(tt.wrong, func(t *testing.T) {
			m := newMachine(t, program(tt.sub...))
			emutest.Offends(t, m.Machine, tt.kind, tt.addr, tt.message)
		})
	}
}

func TestReturnWithAnotherStackGoesUnnoticed(t *testing.T) {
	// sub: pop hl; pop de; push de; push de; jp (hl) leaves one word more,
	// and main's ret takes that one.
	m := newMachine(t, program(0xE1, 0xD1, 0xD5, 0xD5, 0xE9))
	require.ErrorContains(t, m.Call("main", 0), "stack out of bounds, sp $7f0e")
}

// What lies above a stack pointer that is not in RAM is no stack.
func TestChainOfAStackInTheROM(t *testing.T) {
	m := newMachine(t, assemble(
		code{0x00, []byte{0xCD, 0x10, 0x00}}, // call sub
		code{0x10, []byte{0x31, 0x80, 0x00}}, // ld sp,$80
		code{0x80, []byte{0x03, 0x00}},       // looks like a return address
	))
	require.EqualError(t, m.Call("main", 0), "z80 trial: stack out of bounds, sp $0080, instruction at $0010 sub (sub.s:7), cycle 27")
}

func TestBookAndPatches(t *testing.T) {
	p := program(0x3A, 0x02, 0x80, 0xC9) // ld a,($8002)
	p.More = []emu.Image{{Name: "book", Data: []byte{1, 2, 3}, Origin: z80.BookStart}}
	m := newMachine(t, p)
	require.NoError(t, m.Call("main", 0))
	require.Equal(t, byte(3), m.Regs().A(), "the book is at $8000")

	// A patch of any of its bytes changes how long an instruction takes.
	m.WriteBytes(0x10, []byte{0xED, 0x44, 0xC9}) // neg
	m.Reset()
	m.Regs().SetA(1)
	require.NoError(t, m.Call("sub", 0))
	require.Equal(t, byte(0xFF), m.Regs().A())
	require.EqualValues(t, 18, m.Cycles())
	m.WriteBytes(0x10, []byte{0xDD, 0xCB, 0x00, 0x46, 0xC9}) // bit 0,(ix+0)
	m.SetGuards(false)
	m.ResetCycles()
	require.NoError(t, m.Call("sub", 0))
	require.EqualValues(t, 20+10, m.Cycles())
	m.Write(0x13, 0xC6) // set 0,(ix+0)
	m.ResetCycles()
	require.NoError(t, m.Call("sub", 0))
	require.EqualValues(t, 23+10, m.Cycles())
}

// The same loop as an engine that polls a stop byte.
var polling = program(0x3C, 0x21, 0x00, 0x40, 0xCB, 0x46, 0x28, 0xF8, 0xC9) // inc a; ld hl,board; bit 0,(hl); jr z,-8

func TestAlarm(t *testing.T) {
	run := func(alarm uint64, prepare func(m z80.Machine)) (fired, ended uint64, pc uint32) {
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
		fired, ended, pc := run(alarm, func(m z80.Machine) {})
		require.GreaterOrEqual(t, fired, alarm)
		require.Less(t, fired-alarm, uint64(12), "the alarm comes between the next two instructions")
		for _, prepare := range []func(m z80.Machine){
			func(m z80.Machine) { m.SetGuards(false) },
			func(m z80.Machine) { m.StartProfile() },
			func(m z80.Machine) { m.Watch(0x14, func() {}) },
		} {
			f, e, p := run(alarm, prepare)
			require.Equal(t, []any{fired, ended, pc}, []any{f, e, p}, "alarm at %d", alarm)
		}
	}
}

func TestStepAndRunDisagree(t *testing.T) {
	m := newMachine(t, sorter)
	emutest.SameEveryWay(t, m.Machine, func() { m.Write(0x40FF, 0) }, func() any { return m.Regs().All() })
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

// Code in the book's ROM runs, and so do reads of its data.
func TestCodeInTheBook(t *testing.T) {
	p := program(0xCD, 0x00, 0x80, 0xC9) // call $8000
	p.More = []emu.Image{{Name: "book", Data: []byte{0x3E, 0x07, 0xC9, 0x3C, 0xC9}, Origin: z80.BookStart, Code: 3}}
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
		require.ErrorContains(t, m.Call("main", 0), "undefined opcode $DD $DD $C9 (a prefix without effect), instruction at $8000 in_book (b.s:9), called from sub+$3 < main+$3,")
	}
	require.Equal(t, "", p.Where(0x8003), "no code, no name")
}
