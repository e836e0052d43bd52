package emutest

import (
	"errors"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/emu"
)

// What follows is for programs of a CPU's own, whose first routine is main.

// Offends wants main to end with a fault, within 1000 cycles, and its message to
// contain some text; then the same of its single instructions, and of the profiler's loop.
func Offends(t *testing.T, m emu.Machine, kind emu.FaultKind, addr uint32, message string) {
	t.Helper()
	const budget = 1000
	err := m.Call("main", budget)
	var fault *emu.Fault
	require.ErrorAs(t, err, &fault)
	require.Equal(t, kind, fault.Kind)
	require.Equal(t, addr, fault.Addr)
	require.Contains(t, err.Error(), message)
	require.NotContains(t, err.Error(), "\n")

	m.Reset()
	m.Enter(m.Program().Symbols["main"])
	for err = nil; err == nil && m.Cycles() < budget; {
		err = m.Step()
	}
	if kind != emu.Runaway {
		require.Equal(t, error(fault), err)
	}
	m.Reset()
	m.StartProfile()
	require.Equal(t, error(fault), m.Call("main", budget))
	m.Reset()
	m.StartCounting()
	require.Equal(t, error(fault), m.Call("main", budget))
	m.StopCounting()
}

// SameEveryWay wants main to end in the same state after the same cycles in each
// way to run it. Prepare is what it needs after a reset.
func SameEveryWay(t *testing.T, m emu.Machine, prepare func(), state func() any) {
	t.Helper()
	prepare()
	require.NoError(t, m.Call("main", 0))
	want, cycles := state(), m.Cycles()
	for name, run := range map[string]func(){
		"steps": func() {
			m.Enter(m.Program().Symbols["main"])
			for !m.Returned() {
				require.NoError(t, m.Step())
			}
		},
		"unguarded": func() { m.SetGuards(false); require.NoError(t, m.Call("main", 0)) },
		"profiled":  func() { m.StartProfile(); require.NoError(t, m.Call("main", 0)); m.StopProfile() },
		"counted":   func() { m.StartCounting(); require.NoError(t, m.Call("main", 0)); m.StopCounting() },
		"pieces": func() {
			m.SetGuards(true)
			m.Enter(m.Program().Symbols["main"])
			for m.Continue(100) != nil {
			}
			require.True(t, m.Returned())
		},
	} {
		m.Reset()
		prepare()
		run()
		require.Equal(t, want, state(), name)
		require.Equal(t, cycles, m.Cycles(), name)
	}
}

// ProfileAddsUp wants the shares of a profile of main, called four times and cut
// off after some cycles of the last, to be the whole.
func ProfileAddsUp(t *testing.T, m emu.Machine, cutOff uint64) {
	t.Helper()
	m.StartProfile()
	for range 3 {
		require.NoError(t, m.Call("main", 0))
	}
	require.Error(t, m.Call("main", cutOff), "cut off")
	p := m.StopProfile()
	require.Equal(t, m.Cycles(), p.Cycles)
	AddsUp(t, p)
	require.Equal(t, p.Cycles, p.Routine("main").Total)
	require.EqualValues(t, 4, p.Routine("main").Calls)
}

// AddsUp wants the shares of a profile to be the whole.
func AddsUp(t *testing.T, p *emu.Profile) {
	t.Helper()
	var self, addr, line, samples, instructions uint64
	for _, r := range p.Routines {
		self += r.Self
		require.GreaterOrEqual(t, r.Total, r.Self, r.Label)
		require.LessOrEqual(t, r.Total, p.Cycles, r.Label)
		called := uint64(0)
		for _, c := range p.Calls {
			if c.Callee == r.Label {
				called += c.Cycles
			}
		}
		require.Equal(t, r.Total, called, r.Label)
	}
	for _, a := range p.ByAddr {
		addr += a.Cycles
		instructions += a.Count
	}
	for _, l := range p.ByLine {
		line += l.Cycles
	}
	if len(p.ByLine) > 0 { // the program has a line table
		require.Equal(t, p.Cycles, line)
	}
	for _, s := range p.Samples() {
		samples += s.Cycles
	}
	require.Equal(t, []uint64{p.Cycles, p.Cycles, p.Cycles, p.Instructions}, []uint64{self, addr, samples, instructions})
}

// Bench is a program that never returns, on a machine and on the bare package.
type Bench struct {
	// Cycles is the length of one run, some tenths of a millisecond.
	Cycles uint64
	// New returns a machine that has the program at main, with all RAM that it
	// reads written. Watched is a label in it.
	New     func() (emu.Machine, error)
	Watched string
	// Options returns the same machine made with options that give it the same map.
	Options func() (emu.Machine, error)
	// Bare makes a CPU of the package, with the fastest memory that it allows, and
	// returns a function that begins the program and executes n instructions.
	Bare func() func(instructions int)
}

// Package is the package of a machine by itself.
type Package interface {
	Begin()
	Steps(n int)
}

// Alone returns what Bench.Bare does, of a machine's method Alone.
func Alone[M interface {
	Enter(addr uint32)
	Program() *emu.Program
}, P Package](make func() (M, error), alone func(m M) P) func(instructions int) {
	m, err := make()
	if err != nil {
		panic(err)
	}
	m.Enter(m.Program().Symbols["main"])
	p := alone(m)
	return func(instructions int) {
		p.Begin()
		p.Steps(instructions)
	}
}

// Run runs the program on the machine in each of its ways, on the one without options and
// guarded, and on the bare package, for as many instructions, by turns. It reports the emulated
// clock and its ratio to those of the other two, all by the shortest run, which other load has
// disturbed the least.
func (s Bench) Run(b *testing.B) {
	machine := func(b *testing.B, make func() (emu.Machine, error)) (m emu.Machine, run func()) {
		m, err := make()
		if err != nil {
			b.Fatal(err)
		}
		main := m.Program().Symbols["main"]
		return m, func() {
			m.Enter(main)
			var fault *emu.Fault
			if err := m.Continue(s.Cycles); !errors.As(err, &fault) || fault.Kind != emu.Runaway {
				b.Fatal(err)
			}
		}
	}
	counted, run := machine(b, s.New)
	counted.StartProfile()
	run()
	instructions := int(counted.StopProfile().Instructions)

	timed := func(run func()) time.Duration {
		begin := time.Now()
		run()
		return time.Since(begin)
	}
	for _, way := range []struct {
		name    string
		make    func() (emu.Machine, error)
		prepare func(m emu.Machine)
	}{
		{"unguarded", s.New, func(m emu.Machine) { m.SetGuards(false) }},
		{"guarded", s.New, func(m emu.Machine) {}},
		{"watched", s.New, func(m emu.Machine) { m.SetGuards(false); m.Watch(m.Program().Symbols[s.Watched], func() {}) }},
		{"profiled", s.New, func(m emu.Machine) { m.StartProfile() }},
		{"options", s.Options, func(m emu.Machine) { m.SetGuards(false) }},
		{"guarded options", s.Options, func(m emu.Machine) {}},
	} {
		b.Run(way.name, func(b *testing.B) {
			m, run := machine(b, way.make)
			way.prepare(m)
			bare := s.Bare()
			_, fixed := machine(b, s.New)
			shortest, shortestFixed, shortestBare := time.Hour, time.Hour, time.Hour
			b.ResetTimer()
			for range b.N {
				shortestBare = min(shortestBare, timed(func() { bare(instructions) }))
				shortestFixed = min(shortestFixed, timed(fixed))
				shortest = min(shortest, timed(run))
			}
			b.ReportMetric(float64(s.Cycles)/shortest.Seconds()/1e6, "emulated-MHz")
			b.ReportMetric(shortestFixed.Seconds()/shortest.Seconds(), "of-fixed")
			b.ReportMetric(shortestBare.Seconds()/shortest.Seconds(), "of-bare")
		})
	}
}
