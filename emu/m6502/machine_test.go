package m6502_test

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/emu"
	"github.com/searchex/searchex/emu/emutest"
	"github.com/searchex/searchex/emu/m6502"
)

// code is a piece of a test program at an address.
type code struct {
	at    int
	bytes []byte
}

// program builds a program in which main calls sub and returns.
func program(sub ...byte) *emu.Program {
	return assemble(code{0x8000, []byte{0x20, 0x10, 0x80, 0x60}}, code{0x8010, sub})
}

func assemble(pieces ...code) *emu.Program {
	rom := make([]byte, 0x100)
	for i := range rom {
		rom[i] = 0x60
	}
	for _, p := range pieces {
		copy(rom[p.at-m6502.ROMStart:], p.bytes)
	}
	return &emu.Program{
		Name: "trial", ROM: rom, Origin: m6502.ROMStart,
		Symbols: map[string]uint32{
			"main": 0x8000, "sub": 0x8010, "third": 0x8040, "hook_sub": 0x8013, "Lsub": 0x8014,
			"stack_bottom": 0x01E0, "stack_top": 0x0200, "board": 0x0300,
		},
		Lines: []emu.Line{{Addr: 0x8000, File: "main.s", Line: 3}, {Addr: 0x8003, File: "main.s", Line: 4}, {Addr: 0x8010, File: "sub.s", Line: 7}},
	}
}

func newMachine(t *testing.T, p *emu.Program) m6502.Machine {
	m, err := m6502.New(p)
	require.NoError(t, err)
	return m
}

func TestGuards(t *testing.T) {
	const where = ", instruction at $8010 sub (sub.s:7), called from main+$3, cycle "
	tests := []struct {
		wrong   string
		sub     []byte
		kind    emu.FaultKind
		addr    uint32
		message string
	}{
		{"a write to ROM goes unnoticed", []byte{0x8E, 0x80, 0x80}, // stx $8080
			emu.WriteROM, 0x8080, "6502 trial: write to ROM at $8080" + where + "10"},
		{"a table in ROM is incremented", []byte{0xEE, 0xFF, 0x80}, // inc $80ff
			emu.WriteROM, 0x80FF, "6502 trial: write to ROM at $80ff" + where + "12"},
		{"a write behind the image goes unnoticed", []byte{0x8D, 0xFA, 0xFF}, // sta $fffa
			emu.WriteROM, 0xFFFA, "6502 trial: write to ROM at $fffa" + where + "10"},
		{"a read outside the map goes unnoticed", []byte{0xAD, 0xFF, 0x7F}, // lda $7fff
			emu.Unmapped, 0x7FFF, "6502 trial: access outside the map at $7fff" + where + "10"},
		{"a write outside the map goes unnoticed", []byte{0x8D, 0x00, 0x40}, // sta $4000
			emu.Unmapped, 0x4000, "6502 trial: access outside the map at $4000" + where + "10"},
		{"a read of RAM that nobody wrote goes unnoticed", []byte{0xAD, 0x00, 0x03}, // lda board
			emu.Unwritten, 0x0300, "6502 trial: read of RAM that nobody wrote at $0300" + where + "10"},
		{"a counter that nobody set is incremented", []byte{0xE6, 0x10}, // inc $10
			emu.Unwritten, 0x0010, "6502 trial: read of RAM that nobody wrote at $0010" + where + "11"},
		{"half a pointer goes unnoticed", []byte{0x86, 0x20, 0xB1, 0x20}, // stx $20; lda ($20),y
			emu.Unwritten, 0x0021, "6502 trial: read of RAM that nobody wrote at $0021, instruction at $8012 sub+$2 (sub.s:7), called from main+$3, cycle 14"},
		{"the other half of a pointer goes unnoticed", []byte{0x86, 0x21, 0xA1, 0x20}, // stx $21; lda ($20,x)
			emu.Unwritten, 0x0020, "6502 trial: read of RAM that nobody wrote at $0020, instruction at $8012 sub+$2 (sub.s:7), called from main+$3, cycle 15"},
		{"half a vector goes unnoticed", []byte{0x8E, 0x00, 0x03, 0x6C, 0x00, 0x03}, // stx board; jmp (board)
			emu.Unwritten, 0x0301, "6502 trial: read of RAM that nobody wrote at $0301, instruction at $8013 hook_sub (sub.s:7), called from main+$3, cycle 15"},
		{"a stack that grows below its bottom goes unnoticed", []byte{0x48, 0x4C, 0x10, 0x80}, // pha; jmp sub
			emu.Stack, 0x01DF, "6502 trial: stack out of bounds, sp $01df, instruction at $8010 sub (sub.s:7)"},
		{"a call without end goes unnoticed", []byte{0x20, 0x10, 0x80}, // jsr sub
			emu.Stack, 0x01DE, "6502 trial: stack out of bounds, sp $01de, instruction at $8010 sub (sub.s:7), called from sub+$3 < sub+$3"},
		{"what was pushed is taken for a return address", []byte{0xA9, 0x80, 0x48, 0xA9, 0x12, 0x48, 0x00}, // lda #$80; pha; lda #$12; pha; brk
			emu.Unsupported, 0x8016, "6502 trial: instruction that this machine refuses, brk: no interrupts, instruction at $8016 Lsub+$2 (sub.s:7), called from main+$3, cycle 16"},
		{"a stack pointer below the bottom goes unnoticed", []byte{0xA2, 0xDE, 0x9A}, // ldx #$de; txs
			emu.Stack, 0x01DF, "6502 trial: stack out of bounds, sp $01df, instruction at $8012 sub+$2 (sub.s:7)"},
		// The pointer goes around to the beginning of the page.
		{"a stack that is empty is pulled from", []byte{0xA2, 0xFF, 0x9A, 0x68}, // ldx #$ff; txs; pla
			emu.Unwritten, 0x0100, "6502 trial: read of RAM that nobody wrote at $0100, instruction at $8013 hook_sub (sub.s:7)"},
		{"a stack above its top goes unnoticed", []byte{0x8D, 0x00, 0x01, 0xA2, 0xFF, 0x9A, 0x68}, // sta $0100; ldx #$ff; txs; pla
			emu.Stack, 0x0101, "6502 trial: stack out of bounds, sp $0101, instruction at $8016 Lsub+$2 (sub.s:7), called from main+$3, cycle 18"},
		{"an undocumented opcode is executed", []byte{0xA7, 0x10},
			emu.Undefined, 0x8010, "6502 trial: undefined opcode $A7 $10 (lax $10)" + where + "6"},
		{"an opcode of the 65C02 is executed", []byte{0x80, 0x10}, // bra there
			emu.Undefined, 0x8010, "6502 trial: undefined opcode $80 $10 (nop #$10)" + where + "6"},
		{"a break is executed", []byte{0x00},
			emu.Unsupported, 0x8010, "6502 trial: instruction that this machine refuses, brk: no interrupts" + where + "6"},
		{"a return from an interrupt is executed", []byte{0x40},
			emu.Unsupported, 0x8010, "6502 trial: instruction that this machine refuses, rti: no interrupts" + where + "6"},
		{"decimal mode is switched on", []byte{0xF8}, // sed
			emu.Unsupported, 0x8010, "6502 trial: instruction that this machine refuses, sed: no decimal mode" + where + "6"},
		{"decimal mode is pulled from the stack", []byte{0xA9, 0x08, 0x48, 0x28}, // lda #8; pha; plp
			emu.Unsupported, 0x8013, "6502 trial: instruction that this machine refuses, plp with D set: no decimal mode, instruction at $8013 hook_sub (sub.s:7), called from main+$3, cycle 11"},
		{"a jump through the end of a page is executed", []byte{0x6C, 0xFF, 0x03}, // jmp ($03ff)
			emu.Unsupported, 0x8010, "6502 trial: instruction that this machine refuses, jmp through the last byte of a page: its high byte is at that page's beginning" + where + "6"},
		{"code in RAM is executed", []byte{0x4C, 0x00, 0x03}, // jmp board
			emu.Execute, 0x0300, "6502 trial: code outside the ROM, instruction at $0300, called from main+$3, cycle 9"},
		{"an instruction cut off by the image's end is executed", []byte{0x4C, 0xFE, 0x80}, // jmp $80fe
			emu.Undefined, 0x80FE, "6502 trial: undefined opcode $AD $60 (lda, which the end of the code cuts off), instruction at $80fe third+$be (sub.s:7), called from main+$3, cycle 9"},
		{"a loop without end is not ended", []byte{0x4C, 0x10, 0x80}, // jmp sub
			emu.Runaway, 0x8010, "6502 trial: runaway, no return within the budget" + where + "1002"},
	}
	for _, tt := range tests {
		t.Run(tt.wrong, func(t *testing.T) {
			p := program(tt.sub...)
			p.ROM[0xFE] = 0xAD // lda $..60
			m := newMachine(t, p)
			emutest.Offends(t, m.Machine, tt.kind, tt.addr, tt.message)
		})
	}
}

// In each addressing mode the byte that an instruction reads is refused if it was not
// wrote it, and no other; the byte that it writes counts as written.
func TestEveryAddressingModeIsGuarded(t *testing.T) {
	m := newMachine(t, &emu.Program{Name: "modes", ROM: make([]byte, m6502.ROMSize), Origin: m6502.ROMStart})
	stored := map[string]func(m6502.Regs) byte{"sta": m6502.Regs.A, "stx": m6502.Regs.X, "sty": m6502.Regs.Y}
	modes := map[string]bool{"zp": true, "zp,x": true, "zp,y": true, "abs": true, "abs,x": true, "abs,y": true, "(zp,x)": true, "(zp),y": true}
	instructions := 0
	for _, e := range entries(t, dataSheet) {
		if !modes[e.mode] || e.name == "jmp" || e.name == "jsr" {
			continue
		}
		instructions++
		for _, trial := range e.trials() {
			trial.prepare(m, e)
			before := m.Usage().Written
			err := m.Step()
			if register := stored[e.name]; register != nil {
				require.NoError(t, err, "%v: %+v", e, trial)
				require.Equal(t, before+1, m.Usage().Written, "%v: %+v", e, trial)
				require.Equal(t, register(m.Regs()), m.Read(uint32(trial.at)), "%v: %+v", e, trial)
				continue
			}
			var fault *emu.Fault
			require.ErrorAs(t, err, &fault, "%v: %+v", e, trial)
			require.Equal(t, emu.Unwritten, fault.Kind)
			require.Equal(t, uint32(trial.at), fault.Addr, "%v: %+v", e, trial)

			trial.prepare(m, e)
			m.Write(uint32(trial.at), 1)
			require.NoError(t, m.Step(), "%v: %+v", e, trial)
		}
	}
	require.Equal(t, 151-8-25-4-11-3, instructions, "all but branches, implied, accumulator, immediate, jumps")
}

// The stack's lowest place leaves room for a call: one deeper is seen, and
// not taken for an empty stack.
func TestStackWrapsAround(t *testing.T) {
	for top := uint32(0x1FE); top <= 0x200; top++ {
		p := program(0x20, 0x10, 0x80) // jsr sub
		p.Symbols["stack_bottom"], p.Symbols["stack_top"] = m6502.Spec.Stack.Start, top
		m := newMachine(t, p)
		require.ErrorContains(t, m.Call("main", 10_000), "6502 trial: stack out of bounds, sp $010", "top $%x", top)
		require.Equal(t, uint64((top-2-m6502.Spec.Stack.Start)/2+1)*6, m.Cycles(), "the first call that has no room")
	}
}

// The MK V has 16 KB of RAM at 0 and 32 KB of ROM at $8000, and a 6502 at a
// tenth of 19.6608 MHz.
func TestMapIsNotTheMKVs(t *testing.T) {
	require.EqualValues(t, 1_966_080, m6502.Clock)
	m := newMachine(t, program(0x8E, 0xFF, 0x3F, 0x8E, 0x00, 0x40, 0xAD, 0x00, 0x40, 0x60)) // stx $3fff; stx $4000; lda $4000
	m.SetGuards(false)
	require.NoError(t, m.Call("main", 0))
	require.Equal(t, byte(0xFF), m.Regs().A(), "nothing is at $4000")
	for addr, there := range map[uint32]bool{0: true, 0x3FFF: true, 0x4000: false, 0x7FFF: false, 0x8000: true, 0xFFFF: true, 0x10000: false} {
		if there {
			m.Read(addr)
		} else {
			require.Panics(t, func() { m.Read(addr) }, "$%04x", addr)
		}
	}
	require.Equal(t, m6502.RAMSize-0x3FFF+4, m.Usage().Written, "$3fff and the stack")
}

func TestReturnWithAnotherStackGoesUnnoticed(t *testing.T) {
	// sub drops its return address and returns home over a byte of its own.
	home := m6502.Spec.Home - 1
	m := newMachine(t, program(0x68, 0x68, 0x48, 0xA9, byte(home>>8), 0x48, 0xA9, byte(home), 0x48, 0x60))
	require.ErrorContains(t, m.Call("main", 0), "6502 trial: stack out of bounds, sp $01fd, instruction at $4003, cycle")
}

func TestBookAndPatches(t *testing.T) {
	p := program(0xAD, 0x02, 0xD0, 0x60) // lda $d002
	p.More = []emu.Image{{Name: "book", Data: []byte{1, 2, 3}, Origin: m6502.BookStart}}
	m := newMachine(t, p)
	require.NoError(t, m.Call("main", 0))
	require.Equal(t, byte(3), m.Regs().A(), "the book is at $d000")

	// A patch of an operand is looked at too.
	m.WriteBytes(0x8010, []byte{0x6C, 0x00, 0x03}) // jmp (board)
	m.WriteWord(0x0300, 0x80F0)
	m.WriteWord(0x03FE, 0x80F0)
	m.Reset()
	m.WriteWord(0x0300, 0x80F0)
	require.NoError(t, m.Call("sub", 0))
	require.EqualValues(t, 5+6, m.Cycles())
	m.Write(0x8011, 0xFF)
	require.ErrorContains(t, m.Call("sub", 0), "instruction that this machine refuses, jmp through")
	m.Write(0x8011, 0x00)
	require.NoError(t, m.Call("sub", 0))
}

// A ROM as ld65 writes it is 32 KB: code, a gap, the vectors. The book fits in
// the gap.
func TestROMWithVectors(t *testing.T) {
	p := program(0xAD, 0xFA, 0xFF, 0xAE, 0xFF, 0xFF, 0xAC, 0xF9, 0xFF, 0x60) // lda $fffa; ldx $ffff; ldy $fff9
	p.ROM = append(p.ROM, slices.Repeat([]byte{0xFF}, m6502.ROMSize-len(p.ROM))...)
	copy(p.ROM[0x7FFA:], []byte{1, 2, 3, 4, 5, 6})
	for _, book := range [][]byte{nil, slices.Repeat([]byte{7}, m6502.BookSize)} {
		p.More = nil
		if book != nil {
			p.More = []emu.Image{{Name: "book", Data: book, Origin: m6502.BookStart}}
		}
		m := newMachine(t, p)
		require.NoError(t, m.Call("main", 0))
		require.Equal(t, "a=01 x=06", m.Registers()[:9])
		want := byte(0xFF)
		if book != nil {
			want = 7
		}
		require.Equal(t, want, m.Regs().Y())
		m.WriteBytes(0x8010, []byte{0x4C, 0x00, 0xC0}) // jmp $c000
		require.ErrorContains(t, m.Call("main", 0), "undefined opcode $FF $FF $FF (isc $FFFF,x), instruction at $c000")
	}
}

// sorter is a program that an assembler could have made: it fills a table
// with pseudo-random bytes and sorts it by insertion.
var sorter = func() *emu.Program {
	p := &emu.Program{
		Name: "sorter", Origin: m6502.ROMStart,
		ROM: []byte{
			0xA9, 0xF0, 0x85, 0x10, // 8000 main: lda #$f0, sta seed
			0x85, 0x12, //             8004 sta pointer
			0xA9, 0x03, 0x85, 0x13, // 8006 lda #3, sta pointer+1
			0xA0, 0x00, //             800A ldy #0
			0x20, 0x40, 0x80, //       800C fill: jsr random
			0x91, 0x12, //             800F sta (pointer),y
			0xC8,       //             8011 iny
			0xC0, 0x40, //             8012 cpy #64
			0xD0, 0xF6, //             8014 bne fill
			0xA2, 0x01, //             8016 ldx #1
			0x86, 0x11, //             8018 insert: stx next
			0xBD, 0xF0, 0x03, //       801A lda table,x
			0x48,             //       801D pha
			0xDD, 0xEF, 0x03, //       801E shift: cmp table-1,x
			0xB0, 0x0C, //             8021 bcs place
			0xBC, 0xEF, 0x03, //       8023 ldy table-1,x
			0x98,             //       8026 tya
			0x9D, 0xF0, 0x03, //       8027 sta table,x
			0x68, 0x48, //             802A pla, pha
			0xCA,       //             802C dex
			0xD0, 0xEF, //             802D bne shift
			0x9D, 0xF0, 0x03, //       802F place: sta table,x
			0x68,       //             8032 pla
			0xA6, 0x11, //             8033 ldx next
			0xE8,       //             8035 inx
			0xE0, 0x40, //             8036 cpx #64
			0xD0, 0xDE, //             8038 bne insert
			0x60, //                   803A rts
			0x40: 0xA5, 0x10, //       8040 random: lda seed
			0x0A,       //             8042 asl
			0x90, 0x02, //             8043 bcc done
			0x49, 0x1D, //             8045 eor #$1d
			0x85, 0x10, //             8047 done: sta seed
			0x60, //                   8049 rts
		},
		Symbols: map[string]uint32{"main": 0x8000, "random": 0x8040, "table": 0x03F0},
	}
	return p
}()

func TestStepAndRunDisagree(t *testing.T) {
	m := newMachine(t, sorter)
	require.NoError(t, m.Call("main", 0))
	var table [64]byte
	m.ReadBytes(0x03F0, table[:])
	require.True(t, slices.IsSorted(table[:]), "the program does not do what it is to do: % x", table)
	m.Reset()
	emutest.SameEveryWay(t, m.Machine, func() {}, func() any { return m.Registers() })
}

// go6502 allocates an instruction's operand; the machine adds nothing to it.
func TestRunsAllocate(t *testing.T) {
	m := newMachine(t, sorter)
	m.StartProfile()
	require.NoError(t, m.Call("main", 0))
	instructions := float64(m.StopProfile().Instructions)
	for _, guards := range []bool{false, true} {
		m.SetGuards(guards)
		allocs := testing.AllocsPerRun(20, func() {
			if err := m.Call("main", 0); err != nil {
				t.Fatal(err)
			}
		})
		require.LessOrEqual(t, allocs, instructions+2, "for a call, none for an instruction")
	}
}
