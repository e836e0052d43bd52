package emu

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func trial() *Program {
	return &Program{
		Name: "trial", ROM: make([]byte, 0x100), Origin: 0x1000,
		Symbols: map[string]uint32{
			"make_move": 0x1010, "hook_made": 0x1010, "Lloop": 0x1018, ".Lend": 0x101C,
			"aaa_move": 0x1010, "search": 0x1040, "board": 0x4000,
		},
		Constants: map[string]uint32{"MATE": 0x1050},
		Lines:     []Line{{0x1010, "moves.s", 7}, {0x1014, "moves.s", 9}, {0x1040, "search.s", 3}},
	}
}

func TestLabelAt(t *testing.T) {
	p := trial()
	for _, tt := range []struct {
		addr    uint32
		label   string
		offset  uint32
		routine string
		within  uint32
	}{
		{0x0FFF, "", 0, "", 0},
		{0x100F, "", 0, "", 0},
		{0x1010, "aaa_move", 0, "aaa_move", 0},
		{0x1017, "aaa_move", 7, "aaa_move", 7},
		{0x101A, "Lloop", 2, "aaa_move", 10},
		{0x1060, "search", 0x20, "search", 0x20},
		{0x10FF, "search", 0xBF, "search", 0xBF},
		{0x1100, "", 0, "", 0},
		{0x4000, "", 0, "", 0},
	} {
		label, offset := p.LabelAt(tt.addr)
		require.Equal(t, tt.label, label, "%#x", tt.addr)
		require.Equal(t, tt.offset, offset, "%#x", tt.addr)
		label, offset = p.RoutineAt(tt.addr)
		require.Equal(t, tt.routine, label, "%#x", tt.addr)
		require.Equal(t, tt.within, offset, "%#x", tt.addr)
	}
}

func TestRoutinesThatAreListedAreTheOnlyOnes(t *testing.T) {
	p := trial()
	p.Routines = []string{"make_move"}
	label, offset := p.RoutineAt(0x1060)
	require.Equal(t, "make_move", label)
	require.EqualValues(t, 0x50, offset)
	label, _ = p.LabelAt(0x1060)
	require.Equal(t, "search", label)
}

// Code that no line is known for has none, though a line stands before it.
func TestCodeWithoutLine(t *testing.T) {
	p := trial()
	p.Lines = []Line{{Addr: 0x1010, File: "moves.s", Line: 7}, {Addr: 0x1014}, {Addr: 0x1020, File: "moves.s", Line: 9}}
	for addr, want := range map[uint32]string{0x1013: "moves.s:7", 0x1014: "", 0x101F: "", 0x1020: "moves.s:9"} {
		line, ok := p.LineAt(addr)
		require.Equal(t, want != "", ok, "%x", addr)
		if ok {
			require.Equal(t, want, line.String())
		}
	}
	require.NotContains(t, p.Where(0x1016), ":")
}

func TestSymbolAndLine(t *testing.T) {
	p := trial()
	v, ok := p.Symbol("board")
	require.True(t, ok)
	require.EqualValues(t, 0x4000, v)
	v, ok = p.Symbol("MATE")
	require.True(t, ok)
	require.EqualValues(t, 0x1050, v)
	_, ok = p.Symbol("none")
	require.False(t, ok)

	_, ok = p.LineAt(0x100F)
	require.False(t, ok)
	line, ok := p.LineAt(0x1013)
	require.True(t, ok)
	require.Equal(t, "moves.s:7", line.String())
	line, _ = p.LineAt(0x1014)
	require.Equal(t, "moves.s:9", line.String())
	_, ok = p.LineAt(0x4000)
	require.False(t, ok)

	require.Equal(t, "aaa_move+$6 (moves.s:9)", p.Where(0x1016))
	require.Equal(t, "", p.Where(0x4000))
}
