package debug

import (
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/asm"
	"github.com/searchex/searchex/emu"
	"github.com/searchex/searchex/goengine"
	"github.com/searchex/searchex/hostbridge"
	_ "github.com/searchex/searchex/hostbridge/guest"
)

const guestName = "guest:../../../asm/guests/mini6502/mini6502.toml"

// guestWith returns a guest's search whose program has source lines of two instructions each, in a folder of sources.
func guestWith(t *testing.T, sources fstest.MapFS) *Debugger {
	t.Helper()
	e, err := hostbridge.New(guestName)
	require.NoError(t, err)
	k, err := hostbridge.KindOf(guestName)
	require.NoError(t, err)
	img, err := k.Image()
	require.NoError(t, err)
	img = img.WithSources(sources)
	p := e.(hostbridge.Emulated).Machine().Program()
	for i, offset := range []uint32{0, 6, 0x11} { // think, to the call of search
		at := p.Symbols["think"] + offset
		p.Lines = append(p.Lines, emu.Line{Addr: at, File: "mini.c", Line: 10 + i})
		img.Lines = append(img.Lines, asm.Line{Addr: at, File: "mini.c", Line: 10 + i})
	}
	d, err := New(t.Context(), e, img, &hostbridge.Task{Game: goengine.NewGame(position(t)), Limits: goengine.Limits{Depth: 1}})
	require.NoError(t, err)
	return d
}

func position(t *testing.T) *goengine.Position {
	t.Helper()
	p, err := goengine.ParseFEN("8/5k2/8/3p4/3P4/8/2K5/8 w - - 0 1")
	require.NoError(t, err)
	return p
}

// A guest with source lines is stepped by statement, forwards and back, and its lines have breakpoints.
func TestAGuestIsSteppedByItsLines(t *testing.T) {
	d := guestWith(t, fstest.MapFS{"mini.c": {Data: []byte("/* a program */\n")}})
	at := func() (string, int, uint32) {
		c := d.Stack()[0]
		return c.File, c.Line, c.PC - d.entry
	}
	begin := func(file string, line int, offset uint32) {
		t.Helper()
		f, l, o := at()
		require.Equal(t, []any{file, line, offset}, []any{f, l, o})
	}
	begin("mini.c", 10, 0)
	goOn(t, d, func() { d.StepOver(ByLine) })
	begin("mini.c", 11, 6)
	goOn(t, d, func() { d.StepBack(ByLine) })
	begin("mini.c", 10, 0)
	addrs, line := d.AddrsOf("mini.c", 12)
	require.Equal(t, 12, line)
	b, err := d.NewBreakpoint(1, addrs, AtBreakpoint, Spec{})
	require.NoError(t, err)
	d.SetBreakpoints([]*Breakpoint{b})
	require.Equal(t, []int{1}, goOn(t, d, d.Continue).Hit)
	begin("mini.c", 12, 0x11)
}

// A source file that can't be read is not shown: a step is an instruction.
func TestAGuestWithoutItsSources(t *testing.T) {
	d := guestWith(t, fstest.MapFS{})
	require.Empty(t, d.Stack()[0].File)
	goOn(t, d, func() { d.StepOver(ByLine) })
	require.Equal(t, uint32(2), d.m.PC()-d.entry)
	goOn(t, d, func() { d.StepIn(ByLine) })
	goOn(t, d, func() { d.StepBack(ByLine) })
	require.Equal(t, uint32(2), d.m.PC()-d.entry)
}

// A move is counted once, also if the machine comes to it again from a snapshot that stands there.
func TestAGuestsMovesAreCountedOnce(t *testing.T) {
	d := guestWith(t, fstest.MapFS{})
	breakAt(t, d, "scored", Spec{})
	for d.Nodes() < 2 {
		require.Equal(t, AtFunction, goOn(t, d, d.Continue).Reason)
	}
	at := d.Cycles()
	d.snapshots = append(d.snapshots, snapshot{d.m.State(), d.notes, d.done})
	goOn(t, d, func() { d.StepIn(ByInstruction) })
	d.seek(at)
	goOn(t, d, func() { d.StepIn(ByInstruction) })
	require.Equal(t, uint64(2), d.Nodes())
}
