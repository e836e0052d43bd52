package emutest

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/emu"
)

// Steps runs random code with random requests of interrupts, on each core and step by step.
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

// Run wants all ways to lead to the same registers, memory, cycles and errors, for some
// numbers.
func (s Steps) Run(t *testing.T, runs uint64) {
	t.Helper()
	const budget = 1500
	most, code := uint64(0), make([]byte, 1024)
	var machines [3]emu.Machine // predecoded, the package's core, step by step
	for i := range machines {
		var err error
		machines[i], err = s.New(code)
		require.NoError(t, err)
	}
	machines[1].SetCore(emu.Package)
	for seed := range runs {
		var errs [3]error
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
			if i < 2 {
				errs[i] = m.Continue(0)
				continue
			}
			for errs[i] == nil && !m.Returned() {
				errs[i] = m.Step()
			}
		}
		b := machines[2]
		for i, a := range machines[:2] {
			way := fmt.Sprintf("seed %d, %s", seed, [2]string{"predecoded", "package"}[i])
			require.Equal(t, errs[2], errs[i], way)
			require.Equal(t, b.Registers(), a.Registers(), way)
			require.Equal(t, []uint64{b.Cycles(), uint64(b.PC())}, []uint64{a.Cycles(), uint64(a.PC())}, way)
			require.Equal(t, b.State(), a.State(), way)
		}
		most += b.Cycles()
	}
	require.Greater(t, most/runs, uint64(100), "cycles of a run, on the average")
}
