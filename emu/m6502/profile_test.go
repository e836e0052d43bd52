package m6502_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/emu"
	"github.com/searchex/searchex/emu/emutest"
)

// family has a call, a tail jump, a recursion and a loop over two labels.
var family = func() *emu.Program {
	p := assemble(
		code{0x8000, []byte{ // main: ldx #3; jsr tail; jsr recursive; jsr first; rts
			0xA2, 0x03, 0x20, 0x10, 0x80, 0x20, 0x30, 0x80, 0x20, 0x50, 0x80, 0x60}},
		code{0x8010, []byte{0xEA, 0x4C, 0x20, 0x80}},                         // tail: nop; jmp leaf
		code{0x8020, []byte{0xEA, 0x60}},                                     // leaf: nop; rts
		code{0x8030, []byte{0xCA, 0xF0, 0x03, 0x20, 0x30, 0x80, 0x60}},       // recursive: dex; beq over; jsr recursive; over: rts
		code{0x8050, []byte{0xA2, 0x02, 0x4C, 0x60, 0x80}},                   // first: ldx #2; Lback: jmp second
		code{0x8060, []byte{0xCA, 0xF0, 0x03, 0x4C, 0x52, 0x80, 0x68, 0x48}}, // second: dex; beq over; jmp Lback; over: pla; pha
		code{0x8068, []byte{0x08, 0x28, 0x60}},                               // php; plp; rts
	)
	p.Symbols = map[string]uint32{
		"main": 0x8000, "tail": 0x8010, "leaf": 0x8020, "recursive": 0x8030, "first": 0x8050, "second": 0x8060,
		"hook_leaf": 0x8021, "Lback": 0x8052, "board": 0x0300,
	}
	p.Lines = []emu.Line{
		{Addr: 0x8000, File: "a.s", Line: 1}, {Addr: 0x8010, File: "a.s", Line: 2}, {Addr: 0x8011, File: "a.s", Line: 3},
		{Addr: 0x8020, File: "a.s", Line: 4}, {Addr: 0x8030, File: "a.s", Line: 5}, {Addr: 0x8050, File: "b.s", Line: 1},
	}
	return p
}()

func TestProfileOfRoutines(t *testing.T) {
	m := newMachine(t, family)
	m.StartProfile()
	require.NoError(t, m.Call("main", 0))
	p := m.StopProfile()

	// dex, beq not taken, jsr twice; dex, beq taken; three returns.
	recursive := uint64(2*(2+2+6) + (2 + 3) + 3*6)
	// The jump back; dex, beq taken; the stack's four instructions; the return.
	second := uint64((2 + 2 + 3) + (2 + 3) + 4 + 3 + 3 + 4 + 6)
	first := uint64(2 + 2*3)
	require.Equal(t, []emu.RoutineCycles{
		{Label: "recursive", Calls: 3, Self: recursive, Total: recursive, Called: recursive},
		{Label: "second", Calls: 2, Self: second, Total: second, Called: second},
		{Label: "main", Calls: 1, Self: 2 + 3*6 + 6, Total: 26 + 13 + recursive + first + second, Called: 26 + 13 + recursive + first + second},
		{Label: "first", Calls: 1, Self: first, Total: first + second, Called: first + second},
		{Label: "leaf", Calls: 1, Self: 8, Total: 8, Called: 8},
		{Label: "tail", Calls: 1, Self: 5, Total: 5 + 8, Called: 5 + 8},
	}, p.Routines)
	require.EqualValues(t, m.Cycles(), p.Cycles)
	require.Equal(t, p.Routines[4], p.Routine("leaf"))

	require.Equal(t, emu.AddrCycles{Addr: 0x8000, Count: 1, Cycles: 2}, p.ByAddr[0])
	require.Equal(t, emu.LineCycles{Line: emu.Line{Addr: 0x8030, File: "a.s", Line: 5}, Count: 11, Cycles: recursive}, p.ByLine[0])
	require.Contains(t, p.Samples(), emu.Sample{Stack: []uint32{0x8020, 0x8011, 0x8002}, Count: 1, Cycles: 2})
	require.Contains(t, p.Samples(), emu.Sample{Stack: []uint32{0x8036, 0x8005}, Count: 3, Cycles: 18})
}

// A table leads into an unrolled loop: each time is a call. A jump that says
// itself where to is for code that two routines share.
func TestProfileCountsComputedJumpsIntoARoutinesMidst(t *testing.T) {
	for name, tt := range map[string]struct {
		some  []byte
		calls uint64
	}{
		"jmp ($8040)":       {[]byte{0x6C, 0x40, 0x80}, 2},
		"push address, rts": {[]byte{0xA9, 0x80, 0x48, 0xA9, 0x21, 0x48, 0x60}, 2}, // lda #$80; pha; lda #$21; pha; rts
		"jmp $8022":         {[]byte{0x4C, 0x22, 0x80}, 0},
		"bne":               {[]byte{0xA9, 0x01, 0xD0, 0x0E}, 0}, // lda #1; bne $8022
	} {
		p := assemble(
			code{0x8000, []byte{0x20, 0x10, 0x80, 0x20, 0x10, 0x80, 0x60}}, // main: jsr some; jsr some; rts
			code{0x8010, tt.some},
			code{0x8020, []byte{0xEA, 0xEA, 0xEA, 0x60}}, // unrolled: nop; nop; nop; rts
			code{0x8040, []byte{0x22, 0x80}},
		)
		p.Symbols = map[string]uint32{"main": 0x8000, "some": 0x8010, "unrolled": 0x8020}
		m := newMachine(t, p)
		m.StartProfile()
		require.NoError(t, m.Call("main", 0), name)
		want := emu.RoutineCycles{Label: "unrolled", Calls: tt.calls, Self: 2 * (2 + 6), Total: 2 * (2 + 6)}
		if tt.calls > 0 {
			want.Called = want.Total
		}
		require.Equal(t, want, m.StopProfile().Routine("unrolled"), name)
	}
}

func TestProfileTotalsAreTheCycles(t *testing.T) {
	for _, program := range []*emu.Program{sorter, family} {
		m := newMachine(t, program)
		emutest.ProfileAddsUp(t, m.Machine, 50)
	}
}
