package debug

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/emu/expr"
	"github.com/searchex/searchex/hostbridge"
)

// walkFrom executes instructions one by one, and returns the moments before each and at
// the end.
func walkFrom(t *testing.T, d *Debugger, n int) (all []moment) {
	t.Helper()
	for range n {
		all = append(all, d.moment())
		goOn(t, d, func() { d.StepIn(ByInstruction) })
	}
	return append(all, d.moment())
}

// alternate is a register of each machine that the search does not read at once.
var alternate = map[string]string{"z80": "hl'", "6502": "y", "68000": "d7"}

// place is PlaceOf of what can be written.
func place(t *testing.T, d *Debugger, text string) expr.Place {
	t.Helper()
	at, err := d.PlaceOf(text, d.m.PC())
	require.NoError(t, err)
	return at
}

// Going back behind a change finds the search as it was; coming back finds the change made
// again, in registers, RAM and ROM; and what follows is the same to the bit.
func TestChangesAreMadeAgainWhereTheyWereMade(t *testing.T) {
	each(t, 34, func(t *testing.T, d *Debugger) {
		d.interval = 3000 // snapshots in between
		breakAt(t, d, "follow", Spec{HitCondition: "4"})
		goOn(t, d, d.Continue)
		d.SetBreakpoints(nil)
		before := walkFrom(t, d, 700)
		_, changed := d.Changed()
		require.False(t, changed)

		rom := d.img.Symbols["perft"] // which no search calls
		was := d.m.Read(rom)
		require.NoError(t, d.Set(place(t, d, alternate[d.m.Name()]), 0x5A))
		require.NoError(t, d.Set(place(t, d, "board[2]"), 0x77))
		require.NoError(t, d.WriteMemory(rom, []byte{was ^ 0xFF}))
		at, changed := d.Changed()
		require.True(t, changed)
		require.Equal(t, d.Cycles(), at)
		v, err := d.Evaluate(alternate[d.m.Name()])
		require.NoError(t, err)
		require.Equal(t, int64(0x5A), v)
		after := walkFrom(t, d, 700)
		require.NotEqual(t, before[len(before)-1], after[0])

		for _, i := range []int{699, 350, 1, 0} { // back behind the change
			d.seek(before[i].state.Cycles())
			require.Equal(t, before[i], d.moment())
			require.Equal(t, was, d.m.Read(rom))
			_, changed = d.Changed()
			require.False(t, changed)
			d.seek(after[i].state.Cycles()) // and forth
			require.Equal(t, after[i], d.moment())
			require.Equal(t, was^0xFF, d.m.Read(rom))
		}
		goOn(t, d, func() { d.StepBack(ByInstruction) })
		require.Equal(t, before[699], d.moment(), "a step back from the change")
		require.Equal(t, after, append([]moment{after[0]}, walkFrom(t, d, 701)[2:]...))

		// A change at an earlier moment forgets those after it.
		d.seek(before[100].state.Cycles())
		require.NoError(t, d.Set(place(t, d, "board[2]"), 0x33))
		d.seek(after[0].state.Cycles())
		require.Equal(t, was, d.m.Read(rom))
		require.Len(t, d.edits, 1)
		d.seek(before[200].state.Cycles())
		require.NoError(t, d.Set(place(t, d, alternate[d.m.Name()]), 0x21)) // which changes soon
		other := start(t, d.m.Name(), 34)
		other.seek(before[100].state.Cycles())
		require.NoError(t, other.Set(place(t, other, "board[2]"), 0x33))
		other.seek(before[200].state.Cycles())
		require.NoError(t, other.Set(place(t, other, alternate[d.m.Name()]), 0x21))
		last := walkFrom(t, other, 600)
		d.seek(last[600].state.Cycles())
		require.Equal(t, last[600], d.moment())
		goOn(t, d, func() { d.StepBack(ByInstruction) })
		require.Equal(t, last[599], d.moment())

		// One at the beginning of the search is there when the machine is back.
		d.seek(0)
		was = d.m.Read(d.img.Symbols["board"] + 2)
		require.NoError(t, d.Set(place(t, d, "board[2]"), int64(was^0xFF)))
		goOn(t, d, func() { d.StepIn(ByInstruction) })
		d.seek(0)
		require.Equal(t, int64(was^0xFF), mustValue(t, d, "board[2]"))

		// Restart is the engine's search again.
		breakAt(t, d, "follow", Spec{HitCondition: "== 4"})
		d.Restart()
		require.Equal(t, AtFunction, goOn(t, d, d.Continue).Reason)
		require.Equal(t, before[0], d.moment())
		d.SetBreakpoints(nil)
		e, err := hostbridge.New(d.m.Name())
		require.NoError(t, err)
		want, err := e.Search(t.Context(), d.task.Game, &d.task.Profile, d.task.Limits)
		require.NoError(t, err)
		require.Equal(t, Ended, goOn(t, d, d.Continue).Reason)
		require.Equal(t, want, resultOf(t, d))
		require.ErrorIs(t, d.WriteMemory(rom, []byte{1}), ErrEnded)
	})
}

// What is written is refused where a register or the memory can't hold it.
func TestChangesThatAreRefused(t *testing.T) {
	d := start(t, "z80", 10)
	for text, n := range map[string]int64{
		"a": 256, "b": -129, "hl'": 65536, "iff1": 2, "im": 3, "flag.z": -1, "pc": 0x4000, "board": 300, "word(&board)": 1 << 16,
	} {
		require.Error(t, d.Set(place(t, d, text), n), text)
	}
	for _, text := range []string{"1", "a+1", "-a", "!a", "&board", "sx", "line", "byte($FFFF)", "byte(-1)", "nothing", ""} {
		_, err := d.PlaceOf(text, d.m.PC())
		require.Error(t, err, text)
	}
	require.Error(t, d.WriteMemory(0xDFFF, []byte{1, 2}))
	require.Empty(t, d.edits)
	for text, n := range map[string]int64{"AF'": 0xFFFF, "i": 255, "r": -1, "iff2": 1, "IM": 2, "flag.c": 1, "word(&board)": -2, "(hl)": 5} {
		require.NoError(t, d.Set(place(t, d, text), n), text)
	}
	for text, want := range map[string]int64{"af'": 0xFFFF, "i": 255, "r": 255, "iff2": 1, "im": 2, "flag.c": 1, "word(&board)": 0xFFFE, "hl": 5} {
		got, err := d.Evaluate(text)
		require.NoError(t, err)
		require.Equal(t, want, got, text)
	}
	six := start(t, "6502", 10)
	require.ErrorContains(t, six.Set(place(t, six, "flag.d"), 1), "would hold $0")
	require.NoError(t, six.Set(place(t, six, "flag.n"), 1))
}

// What is assigned stands there, several numbers one behind the other; what can't be assigned is refused.
func TestNumbersAreAssigned(t *testing.T) {
	d := start(t, "6502", 10)
	for _, text := range []string{"a=$12", " x = a+1 ", "board[3]=1,2,0x41", "flag.c=1", "pc=&hop_rook"} {
		require.NoError(t, d.Assign(text), text)
	}
	for text, want := range map[string]int64{"a": 0x12, "x": 0x13, "board[3]": 1, "board[4]": 2, "board[5]": 0x41, "flag.c": 1, "pc": int64(d.img.Symbols["hop_rook"])} {
		got, err := d.Evaluate(text)
		require.NoError(t, err)
		require.Equal(t, want, got, text)
	}
	for text, want := range map[string]string{
		"a": "want PLACE=NUMBER", "a=": "", "=1": "", "a=1,2": "2 numbers: a is no byte in memory", "word(&board)=1,2": "2 numbers",
		"a=256": "want -128 to 255", "flag.c=2": "want 0 or 1", "pc=3": "no instruction", "nothing=1": "nothing", "byte(-1)=1": "",
	} {
		require.ErrorContains(t, d.Assign(text), want, text)
	}
}
