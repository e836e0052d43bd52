package debug

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/asm"
	"github.com/searchex/searchex/emu"
	"github.com/searchex/searchex/emu/expr"
	"github.com/searchex/searchex/goengine"
	"github.com/searchex/searchex/hostbridge"
)

// start sets up a search of the initial position.
func start(t *testing.T, engine string, sx int) *Debugger {
	t.Helper()
	e, err := hostbridge.New(engine)
	require.NoError(t, err)
	d, err := New(t.Context(), e, image(t, engine), task(t, sx))
	require.NoError(t, err)
	return d
}

func task(t *testing.T, sx int) *hostbridge.Task {
	t.Helper()
	p, err := goengine.ParseFEN(goengine.StartFEN)
	require.NoError(t, err)
	profile, err := goengine.ParseProfile("sx81")
	require.NoError(t, err)
	return &hostbridge.Task{
		FEN: goengine.StartFEN, Game: goengine.NewGame(p), ProfileName: "sx81", Profile: profile,
		Limits: goengine.Limits{SX: sx, SXSet: true},
	}
}

// each makes a test of each machine.
func each(t *testing.T, sx int, test func(t *testing.T, d *Debugger)) {
	for _, k := range hostbridge.MachineKinds() {
		t.Run(k.Name, func(t *testing.T) { test(t, start(t, k.Name, sx)) })
	}
}

// breakAt sets a breakpoint at a label.
func breakAt(t *testing.T, d *Debugger, label string, s Spec) {
	t.Helper()
	addr, err := d.AddrOf(label)
	require.NoError(t, err)
	b, err := d.NewBreakpoint(len(d.breakpoints)+1, []uint32{addr}, AtFunction, s)
	require.NoError(t, err)
	d.SetBreakpoints(append(d.breakpoints, b))
}

func goOn(t *testing.T, d *Debugger, begin func()) *Stop {
	t.Helper()
	begin()
	s := d.Wait()
	require.NotNil(t, s)
	require.False(t, d.Busy())
	return s
}

func resultOf(t *testing.T, d *Debugger) hostbridge.Result {
	t.Helper()
	r, err := d.search.Result()
	require.NoError(t, err)
	return r
}

// moment is all that going back must bring back.
type moment struct {
	state  *emu.State
	pc     uint32
	frames [goengine.MaxPly + 1]Frame
}

func (d *Debugger) moment() moment {
	// At follow, the frame of the move that it is about to follow is not of the line yet.
	frames := d.frames
	clear(frames[d.Ply():])
	return moment{d.m.State(), d.m.PC(), frames}
}

// Steps back lead to the state before: registers, RAM and cycles.
func TestStepsBackAreExact(t *testing.T) {
	each(t, 34, func(t *testing.T, d *Debugger) {
		d.interval = 5000 // snapshots within what is stepped
		breakAt(t, d, "follow", Spec{HitCondition: "5"})
		require.Equal(t, AtFunction, goOn(t, d, d.Continue).Reason)
		d.SetBreakpoints(nil)
		var before []moment
		for range 2000 {
			before = append(before, d.moment())
			require.Equal(t, Stepped, goOn(t, d, func() { d.StepIn(ByInstruction) }).Reason)
		}
		end := d.moment()
		for i := len(before) - 1; i >= 0; i-- {
			if i < len(before)-300 && i%50 != 0 {
				continue // a step back is a run of a thousand cycles: a sample is enough
			}
			if i < len(before)-300 {
				d.seek(before[i+1].state.Cycles())
			}
			require.Equal(t, Stepped, goOn(t, d, func() { d.StepBack(ByInstruction) }).Reason)
			require.Equal(t, before[i], d.moment(), "%d steps back", len(before)-i)
		}
		d.seek(end.state.Cycles())
		require.Equal(t, end, d.moment())
	})
}

// A search that is interrupted, taken back and continued finds the same in the same cycles
// as the engine's own.
func TestSearchIsUndisturbed(t *testing.T) {
	each(t, 34, func(t *testing.T, d *Debugger) {
		e, err := hostbridge.New(d.m.Name())
		require.NoError(t, err)
		want, err := e.Search(t.Context(), d.task.Game, &d.task.Profile, d.task.Limits)
		require.NoError(t, err)
		d.interval = 30_000
		random := rand.New(rand.NewPCG(40, 1981))
		for range 20 {
			d.seek(random.Uint64N(want.Cycles))
			goOn(t, d, func() { d.StepOver(ByLine) })
			goOn(t, d, func() { d.StepBack(ByLine) })
		}
		s := goOn(t, d, d.Continue)
		require.Equal(t, Ended, s.Reason)
		require.Equal(t, want, resultOf(t, d))
		require.Contains(t, s.Text, "best move "+d.task.Position().UCI(want.Best))
		require.Equal(t, s, goOn(t, d, d.Continue), "it stays ended")
		require.Equal(t, s, goOn(t, d, func() { d.StepIn(ByInstruction) }))
		require.Equal(t, Stepped, goOn(t, d, func() { d.StepBack(ByInstruction) }).Reason)
		require.Equal(t, Ended, goOn(t, d, func() { d.StepIn(ByInstruction) }).Reason)
		require.Equal(t, Beginning, goOn(t, d, d.ReverseContinue).Reason)
		require.Zero(t, d.Cycles())
		require.Equal(t, Beginning, goOn(t, d, func() { d.StepBack(ByLine) }).Reason)
		require.Equal(t, Beginning, goOn(t, d, d.ReverseContinue).Reason)
	})
}

// Running back stops where running forwards did.
func TestReverseContinueVisitsTheSameStops(t *testing.T) {
	each(t, 34, func(t *testing.T, d *Debugger) {
		d.interval = 20_000
		breakAt(t, d, "follow", Spec{Condition: "ply == 1"})
		breakAt(t, d, "node", Spec{HitCondition: "% 3"})
		var forwards []moment
		var hit [][]int
		for {
			s := goOn(t, d, d.Continue)
			if s.Reason == Ended {
				break
			}
			forwards, hit = append(forwards, d.moment()), append(hit, s.Hit)
		}
		require.Greater(t, len(forwards), 10)
		for i := len(forwards) - 1; i >= 0; i-- {
			s := goOn(t, d, d.ReverseContinue)
			require.Equal(t, hit[i], s.Hit)
			require.Equal(t, forwards[i], d.moment())
		}
		require.Equal(t, Beginning, goOn(t, d, d.ReverseContinue).Reason)
		s := goOn(t, d, d.Continue)
		require.Equal(t, hit[0], s.Hit, "hits are not counted twice")
		require.Equal(t, forwards[0], d.moment())
	})
}

// A step over stops in the same routine, a step out in its caller.
func TestStepsOverAndOut(t *testing.T) {
	each(t, 34, func(t *testing.T, d *Debugger) {
		breakAt(t, d, "node", Spec{HitCondition: "4"})
		goOn(t, d, d.Continue)
		d.SetBreakpoints(nil)
		depth := len(d.Stack())
		require.True(t, strings.HasPrefix(d.Stack()[0].Name, "node"), d.Stack()[0].Name)
		out := d.Stack()[1].PC
		here := d.Cycles()
		over, in := 0, 0
		for range 60 {
			if len(d.Stack()) < depth {
				break
			}
			require.Len(t, d.Stack(), depth, "after %d steps", over)
			now := d.Cycles()
			goOn(t, d, func() { d.StepIn(ByInstruction) })
			if len(d.Stack()) > depth {
				in++
			}
			d.seek(now)
			goOn(t, d, func() { d.StepOver(ByInstruction) })
			over++
		}
		require.Positive(t, in, "no call was stepped over")
		d.seek(here)
		require.Equal(t, Stepped, goOn(t, d, d.StepOut).Reason)
		require.Equal(t, out, d.m.PC())
		require.Len(t, d.Stack(), depth-1)
	})
}

// Conditions see the values that the search has.
func TestConditions(t *testing.T) {
	each(t, 66, func(t *testing.T, d *Debugger) {
		breakAt(t, d, "node", Spec{Condition: `line == "e4 e5 Nf3"`})
		s := goOn(t, d, d.Continue)
		require.Equal(t, AtFunction, s.Reason, s.Text)
		require.Equal(t, []string{"e4", "e5", "Nf3"}, d.SAN(d.Line()))
		plies := d.Plies()
		require.Len(t, plies, 4)
		require.Equal(t, []string{"e4", "e5"}, plies[1].Line)
		require.Empty(t, plies[3].Line)
		for i, want := range map[string]int64{
			"ply": 3, "ply + 1 * 2 == 5 && !(1 > 2)": 1, "cycles == 0 || ply": 1, "PLY": 3, "Byte(&ply)": 3, "signed(ply[0]) - 4": -1,
			"byte(&ply) - ply": 0, "ply[0]": 3, `line >= "1. e4 e5"`: 1, `line >= "e4 d5"`: 0, `line != "e4"`: 1, "MAX_PLY": goengine.MaxPly,
		} {
			got, err := d.Evaluate(i)
			require.NoError(t, err, i)
			require.Equal(t, want, got, i)
		}
		own, _ := d.search.Budget()
		alpha, beta := d.search.Window()
		for name, want := range map[string]int64{"sx": int64(own), "alpha": int64(alpha), "beta": int64(beta), "pc": int64(d.m.PC()), "node": int64(d.Nodes())} {
			got, err := d.Evaluate(name)
			require.NoError(t, err)
			require.Equal(t, want, got, name)
		}
		word, err := d.Evaluate("word(&key)")
		require.NoError(t, err)
		require.Equal(t, int64(d.m.ReadWord(d.program.Symbols["key"])), word)
	})
}

// A condition that cannot be read is refused, with the column.
func TestConditionsThatDoNotParse(t *testing.T) {
	d := start(t, "z80", 10)
	for text, want := range map[string]string{
		"plyy > 2":            `column 1: plyy is not a register, a label or a number of the search: the nearest is ply`,
		"&nolabel":            `column 2: nolabel is not`,
		`line == "e4`:         `column 9: the quote is not closed`,
		`line == e4`:          `column 9: want moves in quotes`,
		`line`:                `column 5: line: want`,
		`line == "e4 Ke8"`:    `column 9: move 2, "Ke8"`,
		"ply[1":               `column 6: want ], found the end`,
		"byte(-1)":            `column 1: address -$1 is outside the memory`,
		"2 + byte($ffffffff)": `column 5: $FFFFFFFF is outside the memory`,
		"board[-99999]":       `outside the memory of the z80`,
		".Lnowhere":           `column 1: .Lnowhere is not`,
	} {
		_, err := d.Evaluate(text)
		var bad *expr.SyntaxError
		require.True(t, errors.As(err, &bad), text)
		assert.Contains(t, err.Error(), want)
	}
	for _, text := range []string{"x", "%", "% 0", "-1", ">= ", "3 times"} {
		_, err := d.NewBreakpoint(1, nil, AtBreakpoint, Spec{HitCondition: text})
		assert.ErrorContains(t, err, "want a number such as 3", text)
	}
	_, err := d.AddrOf("folow")
	require.EqualError(t, err, "folow: no such label in the ROM: the nearest is follow")
	_, err = d.AddrOf("board")
	require.ErrorContains(t, err, "board: is not code")
}

// Where an expression has no value it is an error, not 0; a breakpoint whose condition has
// none stops the machine and says so.
func TestExpressionsWithoutValue(t *testing.T) {
	each(t, 34, func(t *testing.T, d *Debugger) {
		for text, want := range map[string]string{
			"1 / (cycles * 0)": "division by zero", "byte(-1 - cycles)": "outside the memory", "board[node + 99999999]": "outside the memory",
		} {
			_, err := d.Evaluate(text)
			var bad *expr.ValueError
			require.ErrorAs(t, err, &bad, text)
			require.ErrorContains(t, err, want)
		}
		n, err := d.Evaluate("ply == 99 && 1 / ply")
		require.NoError(t, err, "what does not count is not worked out")
		require.Zero(t, n)
		breakAt(t, d, "follow", Spec{Condition: "10 / ply == 3"})
		s := goOn(t, d, d.Continue)
		require.Equal(t, AtFunction, s.Reason)
		require.Contains(t, s.Text, `condition "10 / ply == 3": division by zero`)
	})
}

// A logpoint reports its message at each hit, also while the user steps, and never stops;
// going back reports nothing.
func TestLogpoints(t *testing.T) {
	each(t, 34, func(t *testing.T, d *Debugger) {
		breakAt(t, d, "follow", Spec{Condition: "ply == 1"})
		var want []string
		for goOn(t, d, d.Continue).Reason != Ended {
			want = append(want, fmt.Sprintf("sx %d of %s", mustValue(t, d, "sx"), d.LineText()))
		}
		require.Greater(t, len(want), 2)
		var got []string
		d.OnLog = func(addr uint32, text string) {
			require.Equal(t, d.m.PC(), addr)
			got = append(got, text)
		}
		d.Restart()
		d.SetBreakpoints(nil)
		breakAt(t, d, "follow", Spec{Condition: "ply == 1", Log: "sx {sx} of {line}"})
		require.Equal(t, Ended, goOn(t, d, d.Continue).Reason)
		require.Equal(t, want, got)
		got = nil
		require.Equal(t, Beginning, goOn(t, d, d.ReverseContinue).Reason)
		require.Empty(t, got)
		stop, err := d.NewBreakpoint(9, d.breakpoints[0].Addrs, AtFunction, Spec{Condition: "ply == 1"})
		require.NoError(t, err)
		d.SetBreakpoints(append(d.breakpoints, stop))
		goOn(t, d, d.Continue)
		require.Equal(t, want[:1], got, "once where it stops too")
		d.seek(d.Cycles() - 1) // to the instruction before, or this one
		goOn(t, d, func() { d.StepBack(ByInstruction) })
		got = nil
		for len(got) == 0 {
			goOn(t, d, func() { d.StepIn(ByInstruction) })
		}
		require.Equal(t, want[:1], got)
		goOn(t, d, func() { d.StepOver(ByLine) })
		require.Equal(t, want[:1], got)
	})
}

func mustValue(t *testing.T, d *Debugger, text string) int64 {
	t.Helper()
	n, err := d.Evaluate(text)
	require.NoError(t, err)
	return n
}

// A breakpoint stands at the line that is named.
func TestBreakpointsByLine(t *testing.T) {
	each(t, 34, func(t *testing.T, d *Debugger) {
		addr, err := d.AddrOf("follow")
		require.NoError(t, err)
		at := d.lineAt(addr)
		addrs, line := d.AddrsOf(at.File, at.Line)
		require.Equal(t, []uint32{addr}, addrs)
		require.Equal(t, at.Line, line)
		_, line = d.AddrsOf(at.File, 1)
		require.Greater(t, line, 1, "line 1 is a comment")
		addrs, _ = d.AddrsOf("nofile.s", 1)
		require.Empty(t, addrs)
		b, err := d.NewBreakpoint(7, []uint32{addr}, AtBreakpoint, Spec{})
		require.NoError(t, err)
		d.SetBreakpoints([]*Breakpoint{b})
		s := goOn(t, d, d.Continue)
		require.Equal(t, AtBreakpoint, s.Reason)
		require.Equal(t, []int{7}, s.Hit)
		require.Equal(t, addr, d.m.PC())
		require.Equal(t, at.Line, d.Stack()[0].Line)
	})
}

// A data breakpoint stops behind the instruction that changes the variable.
func TestDataBreakpoints(t *testing.T) {
	each(t, 34, func(t *testing.T, d *Debugger) {
		ply := d.program.Symbols["ply"]
		b, err := d.NewData(1, ply, 1, "ply", Changes, Spec{Condition: "ply == 2"})
		require.NoError(t, err)
		d.SetData([]*Data{b})
		var at []uint64
		for range 3 {
			s := goOn(t, d, d.Continue)
			require.Equal(t, AtDataBreakpoint, s.Reason, s.Text)
			require.Regexp(t, `^ply was \$0[13] \([13]\), is \$02 \(2\)$`, s.Text)
			require.Equal(t, byte(2), d.m.Read(ply))
			at = append(at, d.Cycles())
			goOn(t, d, func() { d.StepBack(ByInstruction) })
			require.NotEqual(t, byte(2), d.m.Read(ply), "the instruction before has written it")
			d.seek(at[len(at)-1])
		}
		for i := 1; i >= 0; i-- {
			require.Equal(t, AtDataBreakpoint, goOn(t, d, d.ReverseContinue).Reason)
			require.Equal(t, at[i], d.Cycles())
		}
		_, err = d.NewData(1, 0xFFFFFFF0, 4, "x", Changes, Spec{})
		require.ErrorContains(t, err, "outside the machine's memory")
	})
}

// Data breakpoints stop behind each read, each write or each change of a byte, and at
// nothing else.
func TestAccessesStopTheMachine(t *testing.T) {
	each(t, 34, func(t *testing.T, d *Debugger) {
		ply := d.program.Symbols["ply"]
		l, err := d.Code()
		require.NoError(t, err)
		const most = 9
		stops := func(access Access, s Spec) (at []uint64) {
			d.Restart()
			b, err := d.NewData(1, ply, 1, "ply", access, s)
			require.NoError(t, err)
			d.SetData([]*Data{b})
			for len(at) < most && goOn(t, d, d.Continue).Reason != Ended {
				at = append(at, d.Cycles())
			}
			return at
		}
		changes, writes, reads := stops(Changes, Spec{}), stops(Writes, Spec{}), stops(Reads, Spec{})
		both := stops(ReadsWrites, Spec{})
		require.Greater(t, len(changes), 5)
		require.Len(t, reads, most)
		require.Equal(t, changes[:6], stops(Writes, Spec{Condition: "changed"})[:6])
		require.Equal(t, writes[2:3], stops(Writes, Spec{HitCondition: "== 3"}))
		require.Equal(t, reads[2:3], stops(Reads, Spec{HitCondition: "== 3"}))
		d.SetData(nil)
		// The first accesses of the search, from the sums of each instruction.
		d.Restart()
		var wantReads, wantBoth []uint64
		counts := d.m.StartCounting()
		for len(wantBoth) < most {
			counts.Reads[ply], counts.Writes[ply] = 0, 0
			d.step()
			if counts.Reads[ply] > 0 && len(wantReads) < most {
				wantReads = append(wantReads, d.Cycles())
			}
			if counts.Reads[ply]+counts.Writes[ply] > 0 {
				wantBoth = append(wantBoth, d.Cycles())
			}
		}
		d.m.StopCounting()
		require.Equal(t, wantBoth, both)
		require.Equal(t, wantReads, reads[:len(wantReads)])
		if d.m.Name() != "68000" { // where macros hide the name
			for _, cycles := range both[:6] {
				d.seek(cycles)
				goOn(t, d, func() { d.StepBack(ByInstruction) })
				require.Contains(t, l.Untimed(l.Index(d.m.PC())).Source, "ply")
			}
		}
		_, err = d.NewData(1, ply, 1, "ply", "execute", Spec{})
		require.ErrorContains(t, err, "want read, write, readWrite")
		_, err = d.NewData(1, ply, 1, "ply", Reads, Spec{HitCondition: "x"})
		require.ErrorContains(t, err, "hit count")
	})
}

// A machine whose ROM is broken is stopped where its events differ first.
func TestUntilDivergence(t *testing.T) {
	each(t, 34, func(t *testing.T, d *Debugger) {
		name := d.m.Name()
		// The values of squares in the opening are others.
		table := d.program.Symbols["opening_table"]
		broken := func() hostbridge.Engine {
			e := mustNew(t, name)
			m := e.(hostbridge.Emulated).Machine()
			for i := range uint32(64) {
				m.Write(table+i, m.Read(table+i)^4)
			}
			return e
		}
		reference, err := hostbridge.New("go")
		require.NoError(t, err)
		task := task(t, 50)
		p, err := goengine.ParseFEN("r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5Q2/PPPP1PPP/RNB1K1NR w KQkq - 2 3")
		require.NoError(t, err)
		task.Game = goengine.NewGame(p)
		c, err := FindDivergence(context.Background(), reference, broken(), d.img, task)
		require.NoError(t, err)
		require.NotNil(t, c)
		b, err := New(t.Context(), broken(), d.img, task)
		require.NoError(t, err)
		b.Until(c)
		s := goOn(t, b, b.Continue)
		require.Equal(t, Diverged, s.Reason)
		require.Regexp(t, `^event [\d,]+ differs .*: go .*; `+name+` `, s.Text)
		require.Equal(t, c.Cycles, b.Cycles())

		none, err := FindDivergence(context.Background(), reference, mustNew(t, name), d.img, task)
		require.NoError(t, err)
		require.Nil(t, none)
	})
}

func mustNew(t *testing.T, name string) hostbridge.Engine {
	e, err := hostbridge.New(name)
	require.NoError(t, err)
	return e
}

func image(t *testing.T, engine string) *asm.Image {
	t.Helper()
	img, err := asm.Load(engine)
	require.NoError(t, err)
	return img
}
