package emutest

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/emu"
)

// Steps runs random code with random requests of interrupts, as a whole and step by step.
type Steps struct {
	// New returns a machine with options that has RAM everywhere and some code in it at
	// Start. Load writes handlers and vectors, and all other RAM that code may read.
	New   func(code []byte) (emu.Machine, error)
	Load  func(m emu.Machine)
	Start uint32
	// Fill fills a slice with code.
	Fill func(r *rand.Rand, code []byte)
	// Request changes a line or requests an interrupt, by a random number.
	Request func(m emu.Machine, n uint32)
}

// Run wants both ways to lead to the same registers, memory, cycles and errors, for some
// numbers.
func (s Steps) Run(t *testing.T, runs uint64) {
	t.Helper()
	const budget = 1500
	most, code := uint64(0), make([]byte, 1024)
	var machines [2]emu.Machine
	for i := range machines {
		var err error
		machines[i], err = s.New(code)
		require.NoError(t, err)
	}
	for seed := range runs {
		var errs [2]error
		for i, m := range machines {
			r := rand.New(rand.NewPCG(seed, 1))
			s.Fill(r, code)
			m.Reset()
			m.UnwatchAll()
			m.WriteBytes(s.Start, code)
			s.Load(m)
			m.SetGuards(seed%2 == 0)
			var alarm func()
			alarm = func() {
				if m.Cycles() >= budget {
					m.Stop()
				}
				s.Request(m, r.Uint32())
				m.SetAlarm(m.Cycles()+uint64(r.IntN(60)), alarm)
			}
			m.SetAlarm(uint64(r.IntN(20)), alarm)
			watch := s.Start + r.Uint32()%256&^1
			m.Watch(watch, func() { s.Request(m, r.Uint32()) })
			m.Enter(s.Start)
			if i == 0 {
				errs[i] = m.Continue(0)
				continue
			}
			for errs[i] == nil && !m.Returned() {
				errs[i] = m.Step()
			}
		}
		a, b := machines[0], machines[1]
		require.Equal(t, errs[1], errs[0], "seed %d", seed)
		require.Equal(t, b.Registers(), a.Registers(), "seed %d", seed)
		require.Equal(t, []uint64{b.Cycles(), uint64(b.PC())}, []uint64{a.Cycles(), uint64(a.PC())}, "seed %d", seed)
		require.Equal(t, b.State(), a.State(), "seed %d", seed)
		most += a.Cycles()
	}
	require.Greater(t, most/runs, uint64(100), "cycles of a run, on the average")
}
