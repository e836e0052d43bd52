package m68k_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/emu"
	"github.com/searchex/searchex/emu/emutest"
)

func TestProfileTotalsAreTheCycles(t *testing.T) {
	emutest.ProfileAddsUp(t, newMachine(t, sorter).Machine, 1000)
}

// Each way to call a routine is one to the profiler, and to the chain in a fault.
func TestEveryCallIsFollowed(t *testing.T) {
	for name, call := range map[string][]uint16{
		"bsr.s sub":      {0x610E},
		"bsr.w sub":      {0x6100, 0x000E},
		"jsr (a0)":       {0x4E90},
		"jsr 2(a1)":      {0x4EA9, 0x0002},
		"jsr 2(a1,d0.w)": {0x4EB1, 0x0002},
		"jsr sub.w":      {0x4EB8, 0x0110},
		"jsr sub.l":      {0x4EB9, 0x0000, 0x0110},
		"jsr sub(pc)":    {0x4EBA, 0x000E},
		"jsr 6(pc,d1.l)": {0x4EBB, 0x1806},
	} {
		main := append(append([]uint16{}, call...), 0x4E75)
		run := func(sub ...uint16) (*emu.Profile, error) {
			m := newMachine(t, assemble(code{0x100, main}, code{0x110, sub}))
			for register, v := range map[string]uint32{"a0": 0x110, "a1": 0x10E, "d0": 0, "d1": 8} {
				m.SetRegister(register, v)
			}
			m.StartProfile()
			err := m.Call("main", 0)
			return m.StopProfile(), err
		}
		_, err := run(0x4AFC)
		require.ErrorContains(t, err, fmt.Sprintf("called from main+$%x, cycle", 2*len(call)), name)
		for back, sub := range map[string][]uint16{"rts": {0x4E75}, "rtr": {0x4267, 0x4E77}} { // clr.w -(sp); rtr
			p, err := run(sub...)
			require.NoError(t, err, name)
			own := map[string]uint64{"rts": 16, "rtr": 14 + 20}[back]
			require.Equal(t, emu.RoutineCycles{Label: "sub", Calls: 1, Self: own, Total: own, Called: own}, p.Routine("sub"), "%s, %s", name, back)
			require.Equal(t, p.Cycles, p.Routine("main").Total)
			require.EqualValues(t, 1, p.Routine("main").Calls, "%s, %s", name, back)
		}
	}
}

// A table leads into an unrolled loop: each time is a call. A jump that says
// itself where to is for code that two routines share.
func TestProfileCountsComputedJumpsIntoARoutinesMidst(t *testing.T) {
	for name, tt := range map[string]struct {
		some  []uint16
		calls uint64
	}{
		"jmp (a0)":             {[]uint16{0x4ED0}, 1},
		"jmp 2(a1)":            {[]uint16{0x4EE9, 0x0002}, 1},
		"jmp 2(a1,d0.w)":       {[]uint16{0x4EF1, 0x0002}, 1},
		"jmp 6(pc,d1.l)":       {[]uint16{0x4EFB, 0x1806}, 1},
		"move.l a0,-(sp); rts": {[]uint16{0x2F08, 0x4E75}, 1},
		"jmp $142.w":           {[]uint16{0x4EF8, 0x0142}, 0},
		"jmp $142.l":           {[]uint16{0x4EF9, 0x0000, 0x0142}, 0},
		"jmp $142(pc)":         {[]uint16{0x4EFA, 0x0030}, 0},
		"bra.s":                {[]uint16{0x6030}, 0},
	} {
		m := newMachine(t, assemble(
			code{0x100, []uint16{0x4EB8, 0x0110, 0x4E75}}, // main: jsr sub.w; rts
			code{0x110, tt.some},
			code{0x140, []uint16{0x4E71, 0x4E71, 0x4E75}}, // third: nop; nop; rts
		))
		for register, v := range map[string]uint32{"a0": 0x142, "a1": 0x140, "d0": 0, "d1": 0x2A} {
			m.SetRegister(register, v)
		}
		m.StartProfile()
		require.NoError(t, m.Call("main", 0), name)
		want := emu.RoutineCycles{Label: "third", Calls: tt.calls, Self: 4 + 16, Total: 4 + 16}
		if tt.calls > 0 {
			want.Called = want.Total
		}
		require.Equal(t, want, m.StopProfile().Routine("third"), name)
	}
}

// A longword is not taken for a return address if it cannot be one: odd, or behind something else than a call.
func TestChainOfReturnAddresses(t *testing.T) {
	for pushed, chain := range map[uint16]string{
		0x0106: "called from main+$6 < main+$6",
		0x0107: "called from main+$6",
		0x0108: "called from main+$6",
		0x0102: "called from main+$6",
	} {
		m := newMachine(t, program(0x4878, pushed, 0x4AFC)) // pea; illegal
		require.ErrorContains(t, m.Call("main", 0), chain+", cycle")
	}
}
