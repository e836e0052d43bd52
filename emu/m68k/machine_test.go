package m68k_test

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/emu"
	"github.com/searchex/searchex/emu/emutest"
	"github.com/searchex/searchex/emu/m68k"
)

// code is a piece of a test program at an address.
type code struct {
	at    int
	words []uint16
}

// program builds a program in which main calls sub and returns.
func program(sub ...uint16) *emu.Program {
	return assemble(code{0x100, []uint16{0x4EB9, 0x0000, 0x0110, 0x4E75}}, code{0x110, sub})
}

// bytesOf are words as they lie in memory.
func bytesOf(words ...uint16) (b []byte) {
	for _, w := range words {
		b = binary.BigEndian.AppendUint16(b, w)
	}
	return b
}

func assemble(pieces ...code) *emu.Program {
	rom := bytes.Repeat([]byte{0x4E, 0x75}, 0x100)
	copy(rom, bytesOf(0x0001, 0xFF20, 0x0000, 0x0100))
	for _, p := range pieces {
		copy(rom[p.at:], bytesOf(p.words...))
	}
	return &emu.Program{
		Name: "trial", ROM: rom,
		Symbols: map[string]uint32{
			"main": 0x100, "sub": 0x110, "third": 0x140, "hook_sub": 0x116, ".Lsub": 0x118,
			"stack_bottom": 0x1FF00, "stack_top": 0x1FF20, "board": 0x10000,
		},
		Lines: []emu.Line{{Addr: 0x100, File: "main.s", Line: 3}, {Addr: 0x106, File: "main.s", Line: 4}, {Addr: 0x110, File: "sub.s", Line: 7}},
	}
}

func newMachine(t *testing.T, p *emu.Program) m68k.Machine {
	m, err := m68k.New(p)
	require.NoError(t, err)
	return m
}

// offence is a program that a guard ends.
type offence struct {
	wrong   string
	sub     []uint16
	kind    emu.FaultKind
	addr    uint32
	message string
}

const where = ", instruction at $0110 sub (sub.s:7), called from main+$6, cycle "

// after is where for an instruction behind the first.
func after(offset uint32) string {
	name := fmt.Sprintf("sub+$%x", offset)
	if offset >= 6 {
		name = "hook_sub"
		if offset >= 8 {
			name = ".Lsub"
			offset -= 2
		}
		if offset > 6 {
			name += fmt.Sprintf("+$%x", offset-6)
		}
	}
	return name + " (sub.s:7), called from main+$6, cycle "
}

// offences are those that end a run with guards only.
var offences = []offence{
	{"a write to ROM goes unnoticed", []uint16{0x31C0, 0x0080}, // move.w d0,$80
		emu.WriteROM, 0x80, "68000 trial: write to ROM at $0080" + where + "32"},
	{"a table in ROM is incremented", []uint16{0x5238, 0x0081}, // addq.b #1,$81
		emu.WriteROM, 0x81, "68000 trial: write to ROM at $0081" + where + "36"},
	{"a read outside the map goes unnoticed", []uint16{0x3039, 0x0002, 0x0000}, // move.w $20000,d0
		emu.Unmapped, 0x20000, "68000 trial: access outside the map at $20000" + where + "36"},
	{"a write outside the map goes unnoticed", []uint16{0x23C0, 0x0002, 0x0000}, // move.l d0,$20000
		emu.Unmapped, 0x20000, "68000 trial: access outside the map at $20000" + where + "40"},
	{"a read at the end of the address space goes unnoticed", []uint16{0x1038, 0xFFFF}, // move.b $ffff.w,d0
		emu.Unmapped, 0xFFFFFF, "68000 trial: access outside the map at $ffffff" + where + "32"},
	{"a read of RAM that nobody wrote goes unnoticed", []uint16{0x2039, 0x0001, 0x0000}, // move.l board,d0
		emu.Unwritten, 0x10000, "68000 trial: read of RAM that nobody wrote at $10000" + where + "40"},
	{"a bit that nobody wrote goes unnoticed", []uint16{0x0839, 0x0000, 0x0001, 0x0000}, // btst #0,board
		emu.Unwritten, 0x10000, "68000 trial: read of RAM that nobody wrote at $10000" + where + "40"},
	{"half a word goes unnoticed", []uint16{0x13C0, 0x0001, 0x0000, 0x3039, 0x0001, 0x0000}, // move.b d0,board; move.w board,d0
		emu.Unwritten, 0x10001, "nobody wrote at $10001, instruction at $0116 " + after(6) + "52"},
	{"half a longword goes unnoticed", []uint16{0x33C0, 0x0001, 0x0000, 0x2039, 0x0001, 0x0000}, // move.w d0,board; move.l board,d0
		emu.Unwritten, 0x10002, "nobody wrote at $10002, instruction at $0116 " + after(6) + "56"},
	{"a longword across the end of RAM goes unnoticed", []uint16{0x33C0, 0x0001, 0xFFFE, 0x2039, 0x0001, 0xFFFE}, // move.w d0,$1fffe; move.l $1fffe,d0
		emu.Unmapped, 0x20000, "outside the map at $20000, instruction at $0116 " + after(6) + "56"},
	{"a longword is written across the end of RAM", []uint16{0x23C0, 0x0001, 0xFFFE}, // move.l d0,$1fffe
		emu.Unmapped, 0x20000, "68000 trial: access outside the map at $20000" + where + "40"},
	{"a longword is written across the end of ROM", []uint16{0x23C0, 0x0000, 0xFFFE}, // move.l d0,$fffe
		emu.WriteROM, 0xFFFE, "68000 trial: write to ROM at $fffe" + where + "40"},
	{"a register that nobody saved is restored", []uint16{0x4CB9, 0x0003, 0x0001, 0x0000}, // movem.w board,d0/d1
		emu.Unwritten, 0x10000, "68000 trial: read of RAM that nobody wrote at $10000" + where + "48"},
	{"a division by what nobody wrote", []uint16{0x80F9, 0x0001, 0x0000}, // divu board,d0
		emu.Unwritten, 0x10000, "68000 trial: read of RAM that nobody wrote at $10000" + where + "20"},
	{"a stack that grows below its bottom goes unnoticed", []uint16{0x3F00, 0x60FC}, // move.w d0,-(sp); bra sub
		emu.Stack, 0x1FEFE, "68000 trial: stack out of bounds, sp $1fefe, instruction at $0110 sub (sub.s:7)"},
	{"a call without end goes unnoticed", []uint16{0x61FE}, // bsr sub
		emu.Stack, 0x1FEFC, "68000 trial: stack out of bounds, sp $1fefc, instruction at $0110 sub (sub.s:7), called from sub+$2 < sub+$2"},
	{"a frame below the bottom goes unnoticed", []uint16{0x4E56, 0xFFEA}, // link a6,#-22
		emu.Stack, 0x1FEFE, "68000 trial: stack out of bounds, sp $1fefe, instruction at $0110 sub (sub.s:7)"},
	{"saved registers below the bottom go unnoticed", []uint16{0x48E7, 0xFF80}, // movem.l d0-d7/a0,-(sp)
		emu.Stack, 0x1FEF4, "68000 trial: stack out of bounds, sp $1fef4, instruction at $0110 sub (sub.s:7)"},
	{"a stack above its top goes unnoticed", []uint16{0x4FEF, 0x000A}, // lea 10(sp),sp
		emu.Stack, 0x1FF22, "68000 trial: stack out of bounds, sp $1ff22, instruction at $0110 sub (sub.s:7), cycle 28"},
	{"what was pushed is taken for a return address", []uint16{0x4878, 0x0112, 0xF123}, // pea $112; line F
		emu.Undefined, 0x114, "68000 trial: undefined opcode $F123 (line F), instruction at $0114 sub+$4 (sub.s:7), called from main+$6, cycle 36"},
}

// exceptions are those that end any run: what would raise an exception on a 68000,
// and what ends a run on every machine.
var exceptions = []offence{
	{"an illegal instruction is executed", []uint16{0x4AFC},
		emu.Unsupported, 0x110, "68000 trial: instruction that this machine refuses, illegal: no exceptions" + where + "20"},
	{"an instruction of line A is executed", []uint16{0xA123},
		emu.Undefined, 0x110, "undefined opcode $A123 (line A)" + where + "20"},
	{"an instruction of line F is executed", []uint16{0xF123},
		emu.Undefined, 0x110, "undefined opcode $F123 (line F)" + where + "20"},
	{"an instruction of the 68020 is executed", []uint16{0x49C0}, // d0
		emu.Undefined, 0x110, "undefined opcode $49C0 (extb.l of the 68020)" + where + "20"},
	{"move from CCR, of the 68010, is executed", []uint16{0x42C0},
		emu.Undefined, 0x110, "undefined opcode $42C0 (move from ccr of the 68010)" + where + "20"},
	{"a byte of an address register is moved", []uint16{0x1008}, // move.b a0,d0
		emu.Undefined, 0x110, "undefined opcode $1008" + where + "20"},
	{"a trap is executed", []uint16{0x4E40},
		emu.Unsupported, 0x110, "instruction that this machine refuses, trap: no exceptions" + where + "20"},
	{"trapv is executed", []uint16{0x4E76},
		emu.Unsupported, 0x110, "instruction that this machine refuses, trapv: no exceptions" + where + "20"},
	{"chk is executed", []uint16{0x4181}, // chk d1,d0
		emu.Unsupported, 0x110, "instruction that this machine refuses, chk: no exceptions" + where + "20"},
	{"stop is executed", []uint16{0x4E72, 0x2700},
		emu.Unsupported, 0x110, "instruction that this machine refuses, stop: no interrupts" + where + "20"},
	{"reset is executed", []uint16{0x4E70},
		emu.Unsupported, 0x110, "instruction that this machine refuses, reset: no other chips" + where + "20"},
	{"rte is executed", []uint16{0x4E73},
		emu.Unsupported, 0x110, "instruction that this machine refuses, rte: no exceptions" + where + "20"},
	{"user mode is entered", []uint16{0x46FC, 0x0000}, // move #0,sr
		emu.Unsupported, 0x110, "instruction that this machine refuses, move to sr: no user mode" + where + "20"},
	{"tracing is switched on", []uint16{0x007C, 0x8000}, // ori #$8000,sr
		emu.Unsupported, 0x110, "instruction that this machine refuses, ori, andi or eori to sr: no user mode" + where + "20"},
	{"tas is executed", []uint16{0x4AC0},
		emu.Unsupported, 0x110, "instruction that this machine refuses, tas: its bus cycle, which many machines don't have" + where + "20"},
	{"btst of a constant by a register is executed", []uint16{0x013C, 0x0001}, // btst d0,#1
		emu.Unsupported, 0x110, "instruction that this machine refuses, btst dn,#n: go-chip-m68k times it wrong" + where + "20"},

	{"a division by zero goes unnoticed", []uint16{0x7200, 0x80C1}, // moveq #0,d1; divu d1,d0
		emu.Division, 0x112, "68000 trial: division by zero, instruction at $0112 " + after(2) + "24"},
	{"a signed division by zero goes unnoticed", []uint16{0x81FC, 0x0000}, // divs #0,d0
		emu.Division, 0x110, "68000 trial: division by zero" + where + "20"},
	{"a division by a zero in memory goes unnoticed", []uint16{0x4279, 0x0001, 0x0000, 0x80F9, 0x0001, 0x0000}, // clr.w board; divu board,d0
		emu.Division, 0x116, "68000 trial: division by zero, instruction at $0116 " + after(6) + "40"},

	{"a word at an odd address is read", []uint16{0x3039, 0x0001, 0x0001}, // move.w $10001,d0
		emu.Unaligned, 0x10001, "68000 trial: word at an odd address at $10001" + where + "36"},
	{"a longword at an odd address is read", []uint16{0x2038, 0x0103}, // move.l $103,d0
		emu.Unaligned, 0x103, "68000 trial: word at an odd address at $0103" + where + "36"},
	{"a word at an odd address is written", []uint16{0x33C0, 0x0001, 0x0001}, // move.w d0,$10001
		emu.Unaligned, 0x10001, "word at an odd address at $10001" + where + "36"},
	{"a word at an odd address is written behind a constant", []uint16{0x33FC, 0x1234, 0x0001, 0x0001}, // move.w #$1234,$10001
		emu.Unaligned, 0x10001, "word at an odd address at $10001" + where + "40"},
	{"a longword at an odd address is cleared behind a constant", []uint16{0x06B9, 0x0000, 0x0001, 0x0001, 0x0003}, // addi.l #1,$10003
		emu.Unaligned, 0x10003, "word at an odd address at $10003" + where + "56"},
	// The instruction changes what it finds its operand by.
	{"a register that loads itself from an odd address", []uint16{0x41F8, 0x0103, 0x2050}, // lea $103,a0; movea.l (a0),a0
		emu.Unaligned, 0x103, "word at an odd address at $0103, instruction at $0114 " + after(4) + "40"},
	{"an index that loads itself from an odd address", []uint16{0x41F8, 0x0102, 0x7003, 0x3030, 0x0002}, // lea $102,a0; moveq #3,d0; move.w 2(a0,d0.w),d0
		emu.Unaligned, 0x107, "word at an odd address at $0107, instruction at $0116 " + after(6) + "46"},
	{"a pointer that goes up from an odd address", []uint16{0x41F8, 0x0103, 0x3018}, // lea $103,a0; move.w (a0)+,d0
		emu.Unaligned, 0x103, "word at an odd address at $0103, instruction at $0114 " + after(4) + "36"},
	{"a pointer that goes down to an odd address", []uint16{0x41F8, 0x0103, 0x2020}, // lea $103,a0; move.l -(a0),d0
		emu.Unaligned, 0x0FF, "word at an odd address at $00ff, instruction at $0114 " + after(4) + "42"},
	{"a word relative to the PC at an odd address", []uint16{0x303A, 0x0003}, // move.w 3(pc),d0
		emu.Unaligned, 0x115, "word at an odd address at $0115" + where + "32"},
	{"an index relative to the PC at an odd address", []uint16{0x7005, 0x303B, 0x0000}, // moveq #5,d0; move.w 0(pc,d0.w),d0
		emu.Unaligned, 0x119, "word at an odd address at $0119, instruction at $0112 " + after(2) + "38"},
	{"the second of two pointers is odd", []uint16{0x41F8, 0x0104, 0x43F8, 0x0107, 0xB348}, // lea $104,a0; lea $107,a1; cmpm.w (a0)+,(a1)+
		emu.Unaligned, 0x107, "word at an odd address at $0107, instruction at $0118 " + after(8) + "48"},
	{"the second of two steps down is odd", []uint16{0x41F8, 0x0104, 0x43F8, 0x0107, 0xD388}, // lea $104,a0; lea $107,a1; addx.l -(a0),-(a1)
		emu.Unaligned, 0x103, "word at an odd address at $0103, instruction at $0118 " + after(8) + "66"},
	{"registers are saved at an odd address", []uint16{0x41F9, 0x0001, 0x0101, 0x48E0, 0xC000}, // lea $10101,a0; movem.l d0-d1,-(a0)
		emu.Unaligned, 0x100FD, "word at an odd address at $100fd, instruction at $0116 " + after(6) + "56"},
	{"a division by a word at an odd address", []uint16{0x4279, 0x0001, 0x0000, 0x80F9, 0x0001, 0x0001}, // clr.w board; divu $10001,d0
		emu.Unaligned, 0x10001, "word at an odd address at $10001, instruction at $0116 " + after(6) + "40"},
	{"a product with a word at an odd address", []uint16{0xC0F9, 0x0001, 0x0001}, // mulu $10001,d0
		emu.Unaligned, 0x10001, "word at an odd address at $10001" + where + "102"},
	{"a jump to an odd address", []uint16{0x4EF8, 0x0113}, // jmp $113
		emu.Unaligned, 0x113, "word at an odd address at $0113" + where + "30"},
	{"a branch to an odd address", []uint16{0x6001},
		emu.Unaligned, 0x113, "word at an odd address at $0113" + where + "30"},
	{"a return to an odd address", []uint16{0x4878, 0x0113, 0x4E75}, // pea $113; rts
		emu.Unaligned, 0x113, "word at an odd address at $0113, instruction at $0114 " + after(4) + "52"},
	{"a return from an odd address", []uint16{0x554F, 0x534F, 0x4E75}, // subq.w #2,sp; subq.w #1,sp; rts
		emu.Unaligned, 0x1FF15, "word at an odd address at $1ff15, instruction at $0114 sub+$4 (sub.s:7)"},
	{"a call with an odd stack", []uint16{0x534F, 0x4EB8, 0x0110}, // subq.w #1,sp; jsr sub
		emu.Unaligned, 0x1FF13, "word at an odd address at $1ff13, instruction at $0112 sub+$2 (sub.s:7)"},
	{"a frame is left at an odd address", []uint16{0x4DF9, 0x0001, 0xFF13, 0x4E5E}, // lea $1ff13,a6; unlk a6
		emu.Unaligned, 0x1FF13, "word at an odd address at $1ff13, instruction at $0116 hook_sub (sub.s:7)"},

	{"code in RAM is executed", []uint16{0x4EF9, 0x0001, 0x0000}, // jmp board
		emu.Execute, 0x10000, "68000 trial: code outside the ROM, instruction at $10000, called from main+$6, cycle 32"},
	{"an instruction cut off by the image's end is executed", []uint16{0x4EF8, 0x01FC}, // jmp $1fc
		emu.Undefined, 0x1FC, "68000 trial: undefined opcode $4EF9 (an instruction that the end of the code cuts off), instruction at $01fc third+$bc (sub.s:7), called from main+$6, cycle 30"},
	{"a loop without end is not ended", []uint16{0x60FE}, // bra sub
		emu.Runaway, 0x110, "68000 trial: runaway, no return within the budget" + where + "1000"},
}

// withEnd is a program whose image ends within an instruction.
func withEnd(sub []uint16) *emu.Program {
	p := program(sub...)
	copy(p.ROM[0x1FC:], bytesOf(0x4EF9, 0x0000)) // jmp $0000....
	return p
}

func TestGuards(t *testing.T) {
	for _, tt := range slices.Concat(offences, exceptions) {
		t.Run(tt.wrong, func(t *testing.T) {
			emutest.Offends(t, newMachine(t, withEnd(tt.sub)).Machine, tt.kind, tt.addr, tt.message)
		})
	}
}

// What the CPU can't go on from ends a run without guards, too, and the next run is as good as any.
func TestExceptionsWithoutGuards(t *testing.T) {
	for _, tt := range exceptions {
		t.Run(tt.wrong, func(t *testing.T) {
			m := newMachine(t, withEnd(tt.sub))
			m.SetGuards(false)
			for range 2 {
				m.ResetCycles()
				var fault *emu.Fault
				err := m.Call("main", 1000)
				require.ErrorAs(t, err, &fault)
				require.Equal(t, tt.kind, fault.Kind)
				require.Equal(t, tt.addr, fault.Addr)
				require.Contains(t, err.Error(), tt.message)
			}
			m.ResetCycles()
			require.NoError(t, m.Call("third", 0))
			require.EqualValues(t, 16, m.Cycles())
		})
	}
}

// A fault leaves the machine where it can go on.
func TestContinueAfterAnOddAddress(t *testing.T) {
	m := newMachine(t, program(0x3038, 0x0103, 0x7007, 0x4E75)) // move.w $103,d0; moveq #7,d0; rts
	for _, guards := range []bool{true, false} {
		m.SetGuards(guards)
		require.ErrorContains(t, m.Call("main", 0), "odd address")
		require.NoError(t, m.Continue(0))
		require.EqualValues(t, 7, m.Register("d0"))
	}
}

// In each addressing mode the operand that an instruction reads is refused if
// it was not written, and what it writes counts as written: by each size.
func TestEveryAddressingModeIsGuarded(t *testing.T) {
	places := map[string]uint32{"(a)": 0x12000, "(a)+": 0x12000, "-(a)": 0x12000, "d(a)": 0x12010, "d(a,x)": 0x12014, "l": 0x13000}
	for name, place := range places {
		m1 := named(name)[0]
		for i, size := range []uint32{1, 2, 4} {
			at := place
			if name == "-(a)" {
				at -= size
			}
			ops := []uint16{0x1000, 0x3000, 0x2000}
			load := append([]uint16{ops[i] | m1.bits}, m1.extension...)
			m := newMachine(t, program(append(load, 0x4E75)...))
			m.SetRegister("a2", 0x12000)
			m.SetRegister("d1", 4)
			for written := range size {
				err := m.Call("sub", 0)
				m.SetRegister("a2", 0x12000)
				var fault *emu.Fault
				require.ErrorAs(t, err, &fault, "%s, %d", name, size)
				require.Equal(t, emu.Unwritten, fault.Kind)
				require.Equal(t, at+written, fault.Addr, "%s, %d", name, size)
				m.Write(at+written, byte(0x10+written))
			}
			require.NoError(t, m.Call("sub", 0), "%s, %d", name, size)
			require.Equal(t, []uint32{0x10, 0x1011, 0, 0x1011_1213}[size-1], m.Register("d0"), "%s, %d", name, size)

			to := ops[i] | m1.bits&7<<9 | m1.bits>>3<<6
			store := append([]uint16{to}, m1.extension...)
			m = newMachine(t, program(append(store, 0x4E75)...))
			m.SetRegister("a2", 0x12000)
			m.SetRegister("d1", 4)
			m.SetRegister("d0", 0xA1A2_A3A4)
			require.NoError(t, m.Call("sub", 0))
			require.EqualValues(t, 4+size, m.Usage().Written, "%s, %d", name, size)
			got := make([]byte, size)
			m.ReadBytes(at, got)
			require.Equal(t, []byte{0xA1, 0xA2, 0xA3, 0xA4}[4-size:], got, "%s, %d", name, size)
		}
	}
}

// 64 KB of ROM, 64 KB of RAM, 8 MHz.
func TestMap(t *testing.T) {
	require.EqualValues(t, 8_000_000, m68k.Clock)
	m := newMachine(t, program(0x33C0, 0x0001, 0xFFFE, 0x33C0, 0x0002, 0x0000, 0x3039, 0x0002, 0x0000, 0x4E75)) // move.w d0,$1fffe; d0,$20000; $20000,d0
	m.SetGuards(false)
	require.NoError(t, m.Call("main", 0))
	require.EqualValues(t, 0xFFFF, m.Register("d0"), "nothing is at $20000")
	for addr, there := range map[uint32]bool{0: true, 0xFFFF: true, 0x10000: true, 0x1FFFF: true, 0x20000: false, 0xFFFFFF: false, 0x1000000: false} {
		if there {
			m.Read(addr)
		} else {
			require.Panics(t, func() { m.Read(addr) }, "$%04x", addr)
		}
	}
	require.Equal(t, 2+8, m.Usage().Written, "a word and two return addresses")
	require.Panics(t, func() { m.ReadWord(0x1FFFF) })
}

// A Mega Drive's RAM begins at $FF0000, and nothing is where our machine has it, nor below.
func TestMapOfAMegaDrive(t *testing.T) {
	p := program(0x33C0, 0x00FF, 0x0002, 0x3239, 0x0001, 0x0002, 0x3439, 0x00FE, 0x0002, 0x4E75) // move.w d0,$ff0002; $10002,d1; $fe0002,d2
	copy(p.ROM, bytesOf(0x00FF, 0xFF20))
	p.Symbols["stack_bottom"], p.Symbols["stack_top"], p.Symbols["board"] = 0xFFFF00, 0xFFFF20, 0xFF0000
	m := newMachine(t, p)
	require.EqualValues(t, 0xFFFF20, m.Register("a7"))
	m.SetRegister("d0", 0x1234)
	m.SetGuards(false)
	require.NoError(t, m.Call("main", 0))
	require.EqualValues(t, 0x1234, m.ReadWord(0xFF0002))
	require.EqualValues(t, 0xFFFF, m.Register("d1"), "nothing is at $10002")
	require.EqualValues(t, 0xFFFF, m.Register("d2"), "nothing is at $fe0002")
	require.Equal(t, 2+8, m.Usage().Written, "a word and two return addresses")
	for addr, there := range map[uint32]bool{
		0: true, 0xFFFF: true, 0x10000: false, 0x1FFFF: false, 0xFE0000: false, 0xFEFFFF: false, 0xFF0000: true, 0xFFFFFF: true, 0x1000000: false,
	} {
		if there {
			m.Read(addr)
			m.ReadBytes(addr, make([]byte, 1))
		} else {
			require.Panics(t, func() { m.Read(addr) }, "$%04x", addr)
			require.Panics(t, func() { m.ReadBytes(addr, make([]byte, 1)) }, "$%04x", addr)
		}
	}
	require.Panics(t, func() { m.ReadBytes(0xFFFFFE, make([]byte, 3)) })
	require.Panics(t, func() { m.ReadBytes(0xFFFE, make([]byte, 3)) }, "behind the ROM is nothing")
	m.SetGuards(true)
	var f *emu.Fault
	require.ErrorAs(t, m.Call("main", 0), &f)
	require.Equal(t, emu.Unmapped, f.Kind)
	require.EqualValues(t, 0x10002, f.Addr)
	m.WriteBytes(0xFF0010, []byte{1, 2, 3})
	state := m.State()
	m.Reset()
	require.EqualValues(t, 0, m.Read(0xFF0012))
	m.SetState(state)
	require.EqualValues(t, 3, m.Read(0xFF0012))
}

// The vectors of a reset are a longword for A7 and one for the PC, and the stack of a call is
// where the symbols say.
func TestReset(t *testing.T) {
	p := program(0x4E75)
	copy(p.ROM, bytesOf(0x0001, 0xFF1C, 0x0000, 0x0110))
	m := newMachine(t, p)
	require.EqualValues(t, 0x1FF1C, m.Register("sp"))
	require.EqualValues(t, 0x110, m.PC())
	require.EqualValues(t, 0x2700, m.Register("sr"), "supervisor mode, no interrupts")
	m.Enter(0x100)
	require.EqualValues(t, 0x1FF1C, m.Register("a7"), "a return address below the top")
	require.Equal(t, uint16(m68k.Spec.Home&0xFFFF), m.ReadWord(0x1FF1E))
	m.SetRegister("d7", 9)
	m.SetRegister("ccr", 0x1F)
	m.Reset()
	require.EqualValues(t, 0, m.Register("d7"))
	require.EqualValues(t, 0, m.Register("ccr"))
}

func TestBookAndPatches(t *testing.T) {
	p := program(0x1039, 0x0000, 0xD002, 0x4E75) // move.b $d002,d0
	p.More = []emu.Image{{Name: "book", Data: []byte{1, 2, 3}, Origin: m68k.BookStart}}
	m := newMachine(t, p)
	require.NoError(t, m.Call("main", 0))
	require.EqualValues(t, 3, m.Register("d0"), "the book is at $d000")

	// A patch of either byte of an opcode changes how long it takes, and one of what it works on.
	m.WriteBytes(0x110, bytesOf(0xC0FC, 0x0000, 0x4E75)) // mulu #0,d0
	cycles := func() uint64 {
		m.ResetCycles()
		require.NoError(t, m.Call("sub", 0))
		return m.Cycles() - 16
	}
	require.EqualValues(t, 38+4, cycles())
	m.Write(0x113, 0x0F)
	require.EqualValues(t, 38+4*2+4, cycles())
	m.Write(0x110, 0xC1) // muls: one change, from the 0 below to the lowest 1, and one back
	require.EqualValues(t, 38+2*2+4, cycles())
	m.Write(0x110, 0xC0)
	m.Write(0x111, 0x7C) // and.w #,d0
	require.EqualValues(t, 8, cycles())
}

// main of the sorter fills a table with pseudo-random words and sorts it by insertion.
var sorter = &emu.Program{
	Name: "sorter",
	ROM: slices.Concat(make([]byte, 0x100), bytesOf(
		0x48E7, 0x3820, //         0100 main: movem.l d2-d4/a2,-(sp)
		0x343C, 0xACE1, //         0104 move.w #$ace1,d2
		0x45F9, 0x0001, 0x0040, // 0108 lea table,a2
		0x781F,         //         010E moveq #31,d4
		0x4EBA, 0x003E, //         0110 fill: jsr random(pc)
		0x34C2,         //         0114 move.w d2,(a2)+
		0x51CC, 0xFFF8, //         0116 dbra d4,fill
		0x41F9, 0x0001, 0x0042, // 011A lea table+2,a0
		0x781E,         //         0120 moveq #30,d4
		0x3018,         //         0122 next: move.w (a0)+,d0
		0x43E8, 0xFFFE, //         0124 lea -2(a0),a1
		0xB3FC, 0x0001, 0x0040, // 0128 insert: cmpa.l #table,a1
		0x670C,         //         012E beq place
		0xB061,         //         0130 cmp.w -(a1),d0
		0x6406,         //         0132 bcc below
		0x3351, 0x0002, //         0134 move.w (a1),2(a1)
		0x60EE,         //         0138 bra insert
		0x5489,         //         013A below: addq.l #2,a1
		0x3280,         //         013C place: move.w d0,(a1)
		0x51CC, 0xFFE2, //         013E dbra d4,next
		0x4CDF, 0x041C, //         0142 movem.l (sp)+,d2-d4/a2
		0x4E75,                         //         0146 rts
		0x4E71, 0x4E71, 0x4E71, 0x4E71, // 0148
		0xC4FC, 0x6255, //         0150 random: mulu #25173,d2
		0x0642, 0x3619, //         0154 addi.w #13849,d2
		0x0882, 0x0003, //         0158 bclr #3,d2
		0x2202,         //         015C move.l d2,d1
		0x82FC, 0x03E8, //         015E divu #1000,d1
		0x4841, //                 0162 swap d1
		0xB342, //                 0164 eor.w d1,d2
		0x4E75, //                 0166 rts
	)),
	Symbols: map[string]uint32{"main": 0x100, "random": 0x150, "table": 0x10040},
}

func TestStepAndRunDisagree(t *testing.T) {
	m := newMachine(t, sorter)
	require.NoError(t, m.Call("main", 0))
	var table []uint16
	for i := range uint32(32) {
		table = append(table, m.ReadWord(0x10040+2*i))
	}
	require.True(t, slices.IsSorted(table), "the program does not do what it is to do: % x", table)
	m.Reset()
	emutest.SameEveryWay(t, m.Machine, func() {}, func() any { return m.Registers() })
}

func TestRunsAllocate(t *testing.T) {
	m := newMachine(t, sorter)
	for _, guards := range []bool{false, true} {
		m.SetGuards(guards)
		allocs := testing.AllocsPerRun(20, func() {
			if err := m.Call("main", 0); err != nil {
				t.Fatal(err)
			}
		})
		require.LessOrEqual(t, allocs, 2.0, "for a call, none for an instruction")
	}
}

// What the chip logs is suppressed beside the fault, everything else is shown.
func TestLogIsMuted(t *testing.T) {
	var said bytes.Buffer
	log := m68k.Muted(&said)
	for _, line := range []string{"[m68k] address error: odd PC=000113\n", "another\n", "[m68k] exception 5 at PC=000113\n"} {
		n, err := log.Write([]byte(line))
		require.NoError(t, err)
		require.Equal(t, len(line), n)
	}
	require.Equal(t, "another\n", said.String())
}

func TestRegistersByName(t *testing.T) {
	m := newMachine(t, program())
	for n := range uint32(8) {
		m.SetRegister(fmt.Sprintf("d%d", n), 0xD000_0000+n)
		m.SetRegister(fmt.Sprintf("a%d", n), 0xA000_0000+n)
	}
	for n := range uint32(8) {
		require.Equal(t, 0xD000_0000+n, m.Register(fmt.Sprintf("d%d", n)))
		require.Equal(t, 0xA000_0000+n, m.Register(fmt.Sprintf("a%d", n)))
		require.Equal(t, 0xA000_0000+n, m.Regs().A(int(n)))
		require.Equal(t, 0xD000_0000+n, m.Regs().D(int(n)))
	}
	require.EqualValues(t, uint32(0xA000_0007), m.Register("sp"))
	m.SetRegister("sp", 0x1FF00)
	require.EqualValues(t, 0x1FF00, m.Register("a7"))
	m.SetRegister("pc", 0x1234)
	require.EqualValues(t, 0x1234, m.Regs().PC())
	for ccr, flags := range map[uint32][5]bool{ // carry, overflow, zero, negative, extend
		0x01: {true}, 0x02: {false, true}, 0x04: {false, false, true}, 0x08: {false, false, false, true}, 0x10: {false, false, false, false, true},
	} {
		m.SetRegister("ccr", ccr)
		r := m.Regs()
		require.Equal(t, flags, [5]bool{r.Carry(), r.Overflow(), r.Zero(), r.Negative(), r.Extend()}, "%#x", ccr)
		require.Equal(t, ccr, m.Register("ccr"))
		require.Equal(t, 0x2700|ccr, m.Register("sr"))
	}
	m.SetRegister("sr", 0xFFFF)
	require.EqualValues(t, 0x271F, m.Register("sr"), "there is no other mode")
	require.Contains(t, m.Registers(), "d0=d0000000 d1=d0000001 ")
	require.Contains(t, m.Registers(), "a6=a0000006 a7=0001ff00 ccr=1f")
	for _, name := range []string{"d8", "b0", "d", "D0", "usp", "d00"} {
		require.Panics(t, func() { m.Register(name) }, name)
		require.Panics(t, func() { m.SetRegister(name, 0) }, name)
	}
}

// A longword takes two accesses, of which one may be outside the map or in ROM.
func TestLongwordAcrossABorder(t *testing.T) {
	// move.l d0,$1fffe; move.l d1,$fffe; move.l $1fffe,d2; move.l $20000,d3
	m := newMachine(t, program(0x23C0, 0x0001, 0xFFFE, 0x23C1, 0x0000, 0xFFFE, 0x2439, 0x0001, 0xFFFE, 0x2639, 0x0002, 0x0000, 0x4E75))
	m.SetGuards(false)
	m.SetRegister("d0", 0x1234_5678)
	m.SetRegister("d1", 0x9ABC_DEF0)
	require.NoError(t, m.Call("main", 0))
	require.EqualValues(t, 0x1234, m.ReadWord(0x1FFFE))
	require.EqualValues(t, 0xFFFF, m.ReadWord(0xFFFE), "ROM")
	require.EqualValues(t, 0xDEF0, m.ReadWord(0x10000))
	require.EqualValues(t, 0x1234_FFFF, m.Register("d2"))
	require.EqualValues(t, uint32(0xFFFF_FFFF), m.Register("d3"))
	require.Equal(t, 2+2+8, m.Usage().Written)
}
