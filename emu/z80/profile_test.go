package z80_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/emu"
	"github.com/searchex/searchex/emu/emutest"
)

// family has a call, a tail jump, a recursion and a loop over two labels.
var family = func() *emu.Program {
	p := assemble(
		code{0x00, []byte{ // main: ld b,3; call tail; call recursive; call first; ret
			0x06, 0x03, 0xCD, 0x10, 0x00, 0xCD, 0x30, 0x00, 0xCD, 0x50, 0x00, 0xC9}},
		code{0x10, []byte{0x00, 0xC3, 0x20, 0x00}},       // tail: nop; jp leaf
		code{0x20, []byte{0x00, 0xC9}},                   // leaf: nop; ret
		code{0x30, []byte{0x05, 0xC4, 0x30, 0x00, 0xC9}}, // recursive: dec b; call nz,recursive; ret
		code{0x50, []byte{0x06, 0x02, 0xC3, 0x60, 0x00}}, // first: ld b,2; Lback: jp second
		code{0x60, []byte{0x05, 0xC2, 0x52, 0x00, 0xC9}}, // second: dec b; jp nz,Lback; ret
	)
	p.Symbols = map[string]uint32{
		"main": 0, "tail": 0x10, "leaf": 0x20, "recursive": 0x30, "first": 0x50, "second": 0x60,
		"hook_leaf": 0x21, "Lback": 0x52, "board": 0x4000,
	}
	p.Lines = []emu.Line{
		{Addr: 0x00, File: "a.s", Line: 1}, {Addr: 0x10, File: "a.s", Line: 2}, {Addr: 0x11, File: "a.s", Line: 3},
		{Addr: 0x20, File: "a.s", Line: 4}, {Addr: 0x30, File: "a.s", Line: 5}, {Addr: 0x50, File: "b.s", Line: 1},
	}
	return p
}()

func TestProfileOfRoutines(t *testing.T) {
	m := newMachine(t, family)
	m.StartProfile()
	require.NoError(t, m.Call("main", 0))
	p := m.StopProfile()

	// first and second: 7 + 2*(10+4+10) + 10, of it 7 + 2*10 in first.
	require.Equal(t, []emu.RoutineCycles{
		{Label: "recursive", Calls: 3, Self: 3*4 + 2*17 + 10 + 3*10, Total: 86, Called: 86},
		{Label: "main", Calls: 1, Self: 7 + 3*17 + 10, Total: 68 + 28 + 86 + 65, Called: 68 + 28 + 86 + 65},
		{Label: "second", Calls: 2, Self: 2*(4+10) + 10, Total: 38, Called: 38},
		{Label: "first", Calls: 1, Self: 27, Total: 65, Called: 65},
		{Label: "leaf", Calls: 1, Self: 14, Total: 14, Called: 14},
		{Label: "tail", Calls: 1, Self: 14, Total: 14 + 14, Called: 14 + 14},
	}, p.Routines)
	require.EqualValues(t, m.Cycles(), p.Cycles)
	require.Equal(t, p.Routines[4], p.Routine("leaf"))
	require.Equal(t, emu.RoutineCycles{Label: "none"}, p.Routine("none"))

	require.Equal(t, emu.AddrCycles{Addr: 0, Count: 1, Cycles: 7}, p.ByAddr[0])
	require.Equal(t, emu.LineCycles{Line: emu.Line{Addr: 0x30, File: "a.s", Line: 5}, Count: 9, Cycles: 86}, p.ByLine[0])
	require.Contains(t, p.Samples(), emu.Sample{Stack: []uint32{0x20, 0x11, 0x02}, Count: 1, Cycles: 4})
	require.Contains(t, p.Samples(), emu.Sample{Stack: []uint32{0x34, 0x05}, Count: 3, Cycles: 30})

	// Each call takes what its callee does, the callees of that included. Of the
	// recursion, the first call takes all.
	require.Equal(t, []emu.CallCycles{
		{Callee: "main", Count: 1, Cycles: 247, Instructions: 26},
		{Site: 0x02, Caller: "main", Callee: "tail", Count: 1, Cycles: 28, Instructions: 4},
		{Site: 0x05, Caller: "main", Callee: "recursive", Count: 1, Cycles: 86, Instructions: 9},
		{Site: 0x08, Caller: "main", Callee: "first", Count: 1, Cycles: 65, Instructions: 8},
		{Site: 0x11, Caller: "tail", Callee: "leaf", Count: 1, Cycles: 14, Instructions: 2},
		{Site: 0x31, Caller: "recursive", Callee: "recursive", Count: 2},
		{Site: 0x52, Caller: "first", Callee: "second", Count: 2, Cycles: 38, Instructions: 5},
	}, p.Calls)

	require.Nil(t, m.StopProfile())
}

// A table leads into an unrolled loop: each time is a call. A jump that says
// itself where to is for code that two routines share.
func TestProfileCountsComputedJumpsIntoARoutinesMidst(t *testing.T) {
	for name, some := range map[string][]byte{
		"jp (hl)":      {0xE9},
		"jp (ix)":      {0xDD, 0xE9},
		"jp (iy)":      {0xFD, 0xE9},
		"push hl; ret": {0xE5, 0xC9},
		"jp":           {0xC3, 0x22, 0x00},
		"jr":           {0x18, 0x10},
	} {
		p := assemble(
			code{0x00, []byte{0xCD, 0x10, 0x00, 0xCD, 0x10, 0x00, 0xC9}}, // main: call some; call some; ret
			code{0x10, some},
			code{0x20, []byte{0x00, 0x00, 0x00, 0xC9}}, // unrolled: nop; nop; nop; ret
		)
		p.Symbols = map[string]uint32{"main": 0, "some": 0x10, "unrolled": 0x20}
		m := newMachine(t, p)
		for _, r := range []string{"hl", "ix", "iy"} {
			m.SetRegister(r, 0x22)
		}
		m.StartProfile()
		require.NoError(t, m.Call("main", 0))
		want := emu.RoutineCycles{Label: "unrolled", Self: 2 * (4 + 10), Total: 2 * (4 + 10)}
		if name[0:2] != "jr" && name != "jp" {
			want.Calls, want.Called = 2, want.Total
		}
		require.Equal(t, want, m.StopProfile().Routine("unrolled"), name)
	}
}

func TestProfileTotalsAreTheCycles(t *testing.T) {
	for _, program := range []*emu.Program{sorter, family} {
		m := newMachine(t, program)
		m.Write(0x40FF, 0)
		emutest.ProfileAddsUp(t, m.Machine, 100)
	}
}
