package emu_test

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/emu"
)

func (c *suite) testWatch(t *testing.T) {
	p := c.program([]instruction{c.Call(c.at(sub)), c.Call(c.at(sub)), c.Return}, []instruction{c.Count, c.Count, c.Return})
	c.each(t, p, func(t *testing.T, m emu.Machine, call func(string) error) {
		second := c.at(sub) + uint32(len(c.Count.Code))
		var seen []int
		var at []uint64
		m.Watch(second, func() {
			require.Equal(t, second, m.PC())
			require.False(t, m.Returned())
			seen = append(seen, c.count(m))
			at = append(at, m.Cycles())
		})
		m.SetRegister(c.Counter, 0)
		require.NoError(t, call("main"))
		require.Equal(t, []int{1, 3}, seen)
		first := c.Call(0).Cycles + c.Count.Cycles
		require.Equal(t, []uint64{first, 2*first + c.Count.Cycles + c.Return.Cycles}, at)
		cycles := m.Cycles()

		m.Unwatch(second)
		m.Watch(c.at(sub), func() { t.Error("called after UnwatchAll") })
		m.Watch(c.at(main), nil)
		m.UnwatchAll()
		m.Reset()
		require.NoError(t, call("main"))
		require.Equal(t, cycles, m.Cycles(), "watches cost no cycles")
		require.Len(t, seen, 2)
	})
}

func (c *suite) testWatchReplaced(t *testing.T) {
	p := c.program([]instruction{c.Call(c.at(sub)), c.Call(c.at(sub)), c.Call(c.at(sub)), c.Return})
	c.each(t, p, func(t *testing.T, m emu.Machine, call func(string) error) {
		var log []string
		m.Watch(c.at(sub), func() { t.Error("replaced before the run") })
		m.Watch(c.at(sub), func() {
			log = append(log, "first")
			m.Watch(c.at(sub), func() {
				log = append(log, "second")
				m.Unwatch(c.at(sub))
			})
		})
		require.NoError(t, call("main"))
		require.Equal(t, []string{"first", "second"}, log)
	})
}

func (c *suite) testWatchMoves(t *testing.T) {
	p := c.program([]instruction{c.Count, c.Count, c.Return}, []instruction{c.Count, c.Return})
	c.each(t, p, func(t *testing.T, m emu.Machine, call func(string) error) {
		m.SetRegister(c.Counter, 0)
		var log []string
		m.Watch(c.at(main), func() {
			log = append(log, "main")
			m.SetRegister("pc", c.at(sub))
		})
		m.Watch(c.at(sub), func() { log = append(log, "sub") })
		require.NoError(t, call("main"))
		require.Equal(t, []string{"main", "sub"}, log, "where a watch leads to, a watch is called too")
		require.Equal(t, 1, c.count(m))
		require.Equal(t, c.Count.Cycles+c.Return.Cycles, m.Cycles())

		m.Watch(c.at(sub), func() { m.SetRegister("pc", c.Spec.RAM.Start) })
		var fault *emu.Fault
		require.ErrorAs(t, call("main"), &fault)
		require.Equal(t, emu.Execute, fault.Kind)
	})

	// A watch that moves the PC and stops has not been called for the
	// instruction that it left.
	p = c.program([]instruction{c.Count, c.Return}, []instruction{c.Count, c.Jump(c.at(main))})
	c.each(t, p, func(t *testing.T, m emu.Machine, call func(string) error) {
		calls := 0
		m.Watch(c.at(main), func() {
			if calls++; calls == 1 {
				m.SetRegister("pc", c.at(sub))
				m.Stop()
			}
		})
		require.Equal(t, emu.ErrStopped, call("main"))
		require.Equal(t, c.at(sub), m.PC())
		require.NoError(t, m.Continue(0))
		require.Equal(t, 2, calls)
	})
}

func (c *suite) testStop(t *testing.T) {
	p := c.program([]instruction{c.Count, c.Count, c.Count, c.Return})
	c.each(t, p, func(t *testing.T, m emu.Machine, call func(string) error) {
		second := c.at(main) + uint32(len(c.Count.Code))
		stops := 0
		m.Watch(second, func() { stops++; m.Stop() })
		m.Stop() // outside a run: nothing
		m.SetRegister(c.Counter, 0)
		require.Equal(t, emu.ErrStopped, call("main"))
		require.Equal(t, 1, c.count(m), "stopped before the instruction")
		require.Equal(t, second, m.PC())
		require.NoError(t, m.Continue(0))
		require.Equal(t, 1, stops, "a watch is not called again for the instruction that it stopped at")
		require.Equal(t, 3, c.count(m))
		require.Equal(t, 3*c.Count.Cycles+c.Return.Cycles, m.Cycles())
		require.Equal(t, emu.ErrStopped, call("main"), "but it is in the next call")
		m.Enter(second)
		require.Equal(t, emu.ErrStopped, m.Continue(0), "and where a call begins")
		require.NoError(t, m.Step())
		require.Equal(t, second+uint32(len(c.Count.Code)), m.PC(), "a step is a run too")
	})
}

func (c *suite) testNested(t *testing.T) {
	c.each(t, c.inSub(c.Count, c.Return), func(t *testing.T, m emu.Machine, call func(string) error) {
		calls := 0
		m.Watch(c.at(sub), func() {
			calls++
			require.ErrorContains(t, m.Call("main", 0), "a call is running")
			require.EqualError(t, m.CallAddr(c.at(sub), 0), fmt.Sprintf("%s trial: call $%04x: a call is running", c.Spec.Name, c.at(sub)))
			require.EqualError(t, m.Continue(0), c.Spec.Name+" trial: a call is running")
			require.Error(t, m.Step())
			require.Panics(t, func() { m.Enter(c.at(sub)) })
		})
		require.NoError(t, call("main"))
		require.Equal(t, 1, calls)

		// A callback that panics ends the run, and the next one is as good.
		m.Watch(c.at(sub), func() { panic("trial") })
		require.PanicsWithValue(t, "trial", func() { _ = call("main") })
		m.UnwatchAll()
		require.NoError(t, call("main"))
	})
}

func (c *suite) testAlarm(t *testing.T) {
	one := c.Count.Cycles
	p := c.program([]instruction{c.Count, c.Count, c.Count, c.Return})
	c.each(t, p, func(t *testing.T, m emu.Machine, call func(string) error) {
		whole := 3*one + c.Return.Cycles
		for alarm := range whole + 1 {
			m.Reset()
			var fired []uint64
			m.SetAlarm(alarm, func() { fired = append(fired, m.Cycles()) })
			require.NoError(t, call("main"))
			require.Equal(t, whole, m.Cycles(), "an alarm costs no cycles")
			due := (alarm + one - 1) / one * one
			if due > 3*one { // the routine has returned
				require.Empty(t, fired, "alarm at %d", alarm)
				due = whole
			} else {
				require.Equal(t, []uint64{due}, fired, "alarm at %d", alarm)
			}
			require.NoError(t, call("main"))
			require.Equal(t, []uint64{due}, fired, "alarm at %d: once, in the next run if the first did not reach it", alarm)
		}
		m.SetAlarm(0, func() { t.Error("cleared") })
		m.SetAlarm(0, nil)
		require.NoError(t, call("main"))
		m.SetAlarm(0, func() { t.Error("replaced") })
		late := 0
		m.SetAlarm(0, func() { late++; m.Stop() })
		require.Equal(t, emu.ErrStopped, call("main"))
		require.NoError(t, m.Continue(0), "an alarm goes off once")
		require.Equal(t, 1, late)
	})
}

func (c *suite) testAlarmInCallback(t *testing.T) {
	one := c.Count.Cycles
	p := c.program([]instruction{c.Count, c.Count, c.Count, c.Return})
	c.each(t, p, func(t *testing.T, m emu.Machine, call func(string) error) {
		var log []string
		note := func(s string) { log = append(log, fmt.Sprintf("%s at %d", s, m.Cycles())) }
		second := c.at(main) + uint32(len(c.Count.Code))
		m.Watch(second, func() {
			note("watch")
			m.SetAlarm(m.Cycles(), func() {
				note("alarm now")
				m.SetAlarm(m.Cycles()+1, func() { note("alarm next") })
			})
		})
		require.NoError(t, call("main"))
		require.Equal(t, []string{
			fmt.Sprintf("watch at %d", one), fmt.Sprintf("alarm now at %d", one), fmt.Sprintf("alarm next at %d", 2*one),
		}, log)
	})
}

func (c *suite) testAlarmStops(t *testing.T) {
	p := c.program([]instruction{c.Count, c.Count, c.Return})
	c.each(t, p, func(t *testing.T, m emu.Machine, call func(string) error) {
		var log []string
		second := c.at(main) + uint32(len(c.Count.Code))
		m.Watch(second, func() { log = append(log, "watch") })
		m.SetAlarm(c.Count.Cycles, func() { log = append(log, "alarm"); m.Stop() })
		require.Equal(t, emu.ErrStopped, call("main"))
		require.Equal(t, second, m.PC())
		require.Equal(t, []string{"alarm"}, log)
		require.NoError(t, m.Continue(0))
		require.Equal(t, []string{"alarm", "watch"}, log)
	})
}

func (c *suite) testBudget(t *testing.T) {
	one := c.Count.Cycles
	p := c.program([]instruction{c.Count, c.Count, c.Count, c.Return})
	for _, w := range ways[:5] { // a step has no budget
		m := c.machine(t, p)
		w.prepare(m)
		for budget := uint64(1); budget <= 3*one+1; budget++ {
			m.Reset()
			require.NoError(t, m.Call("leaf", 0)) // a budget begins with its run
			before := m.Cycles()
			err := m.Call("main", budget)
			if budget > 3*one { // enough for the return to begin
				require.NoError(t, err, "%s: budget %d", w.name, budget)
				continue
			}
			var fault *emu.Fault
			require.ErrorAs(t, err, &fault, "%s: budget %d", w.name, budget)
			done := (budget + one - 1) / one
			require.Equal(t, emu.Runaway, fault.Kind)
			require.Equal(t, before+done*one, fault.Cycles, "%s: budget %d", w.name, budget)
			require.Equal(t, c.at(main)+uint32(done)*uint32(len(c.Count.Code)), fault.PC)
			require.Contains(t, err.Error(), "trial: runaway, no return within the budget, instruction at")
			require.NoError(t, m.Continue(0), "a runaway can be continued")
			require.Equal(t, before+3*one+c.Return.Cycles, m.Cycles())
		}
		require.NoError(t, m.Call("main", math.MaxUint64))
	}
}

func (c *suite) testResetCycles(t *testing.T) {
	loop := c.Count.Cycles + c.Jump(0).Cycles
	for _, w := range ways[:5] {
		for name, reset := range map[string]func(m emu.Machine){"ResetCycles": emu.Machine.ResetCycles, "Reset": func(m emu.Machine) {
			m.Reset()
			m.SetRegister("pc", c.at(main))
		}} {
			m := c.machine(t, c.program([]instruction{c.Count, c.Jump(c.at(main))}))
			w.prepare(m)
			m.SetAlarm(90*loop, func() { reset(m) })
			var fault *emu.Fault
			require.ErrorAs(t, m.Call("main", 100*loop), &fault, name)
			require.Equal(t, emu.Runaway, fault.Kind)
			require.Equal(t, 10*loop, m.Cycles(), name)
		}
	}
}

func (c *suite) testReset(t *testing.T) {
	m := c.machine(t, c.program([]instruction{c.Count, c.Store(c.scratch()), c.Return}))
	fresh := m.Registers()
	watched, rang := 0, 0
	m.Watch(c.at(main), func() { watched++ })
	m.SetGuards(false)
	m.StartProfile()
	m.Write(c.spare(), 9)
	m.Write(c.scratch()+1, 9)
	m.SetRegister(c.Counter, 3)
	require.NoError(t, m.Call("main", 0))
	m.SetAlarm(0, func() { rang++ })

	m.Reset()
	require.Equal(t, fresh, m.Registers())
	require.Equal(t, uint64(0), m.Cycles())
	require.Equal(t, byte(0), m.Read(c.scratch()))
	require.Equal(t, byte(0), m.Read(c.scratch()+1))
	require.Equal(t, emu.Usage{}, m.Usage())
	require.Equal(t, byte(9), m.Read(c.spare()), "a patch of the ROM stays")
	require.NoError(t, m.Call("main", 0))
	require.Equal(t, 2, watched, "watches stay")
	require.Equal(t, 1, rang, "the alarm stays")
	require.Equal(t, uint64(2), m.StopProfile().Routine("main").Calls, "the profile stays")
	m.Watch(c.at(main), m.Stop)
	require.Equal(t, emu.ErrStopped, m.Call("main", 0))
	m.Reset()
	m.SetRegister("pc", c.at(main))
	require.Equal(t, emu.ErrStopped, m.Continue(0), "where the last run was stopped is forgotten")
	m.UnwatchAll()
	m.Reset()
	m.WriteBytes(c.at(main), slices.Concat(c.Load(c.scratch()).Code, c.Return.Code))
	require.NoError(t, m.Call("main", 100), "guards stay off")
}

func (c *suite) testState(t *testing.T) {
	sub := []instruction{c.Push, c.Count, c.Store(c.scratch()), c.Load(c.scratch()), c.Drop, c.Return}
	c.each(t, c.inSub(sub...), func(t *testing.T, m emu.Machine, call func(string) error) {
		m.Enter(c.at(main))
		for range 2 { // the call, and the push
			require.NoError(t, m.Step())
		}
		type all struct {
			registers string
			pc, sp    uint32
			cycles    uint64
			usage     emu.Usage
			scratch   byte
		}
		look := func() all {
			return all{m.Registers(), m.PC(), m.SP(), m.Cycles(), m.Usage(), m.Read(c.scratch())}
		}
		begin, state := look(), m.State()
		require.Equal(t, begin.cycles, state.Cycles())
		require.Equal(t, c.at(main)+uint32(len(c.Call(0).Code)), m.Returns()[0].Addr)
		require.Equal(t, m.SP()+c.PushSize, m.Returns()[0].SP)
		require.NoError(t, m.Continue(0))
		end := look()
		require.NotEqual(t, begin, end)
		m.Write(c.scratch()+1, 9)
		for range 2 {
			m.SetState(state)
			require.Equal(t, begin, look())
			require.NoError(t, m.Continue(0))
			require.Equal(t, end, look())
		}
	})
	m := c.machine(t, c.inSub(c.Load(c.scratch()), c.Return))
	m.Enter(c.at(main))
	state := m.State()
	m.Write(c.scratch(), 9)
	m.SetState(state)
	require.ErrorContains(t, m.Continue(0), emu.Unwritten.String(), "what was not written is not written again")
	called := false
	m.SetState(state)
	m.Watch(c.at(main), func() {
		require.Panics(t, func() { m.SetState(state) })
		called = true
		m.Stop()
	})
	require.Equal(t, emu.ErrStopped, m.Continue(0))
	require.True(t, called)
	called = false
	m.SetState(state)
	require.Equal(t, emu.ErrStopped, m.Continue(0))
	require.True(t, called, "the watch that stopped the run is called again")
}

func (c *suite) testPatch(t *testing.T) {
	c.each(t, c.inSub(c.Count, c.Return), func(t *testing.T, m emu.Machine, call func(string) error) {
		m.WriteBytes(c.at(sub), c.Return.Code)
		m.SetRegister(c.Counter, 0)
		require.NoError(t, call("main"))
		require.Equal(t, 0, c.count(m))
		require.Equal(t, c.Call(0).Cycles+2*c.Return.Cycles, m.Cycles())

		// Patched in a run, before it is executed; undefined, and back.
		patch := func(in instruction) { m.Watch(c.at(main), func() { m.WriteBytes(c.at(sub), in.Code) }) }
		patch(c.Undefined)
		require.ErrorContains(t, call("main"), "undefined opcode "+c.Named)
		patch(c.Return)
		require.NoError(t, call("main"))
	})
	fresh := c.machine(t, c.inSub(c.Count, c.Return))
	require.NoError(t, fresh.Call("main", 0))
	require.Equal(t, 1, c.count(fresh), "a patch is one machine's own")
}
