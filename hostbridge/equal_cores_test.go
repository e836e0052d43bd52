package hostbridge

import (
	"bytes"
	"context"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/emu"
	"github.com/searchex/searchex/goengine"
)

// twins are a machine with the predecoded core and one with the package's.
type twins struct {
	*testing.T
	m   [2]*machineEngine
	ram [2][]byte
	r   *rand.Rand

	ramStart uint32
	max      int // cycles between two comparisons, at most
}

func newTwins(t *testing.T, k *EngineKind, longest int) *twins {
	w := &twins{T: t, r: rand.New(rand.NewPCG(1, 2)), max: longest}
	for i, core := range []emu.Core{emu.Predecoded, emu.Package} {
		e, err := NewWith(k.Name, Options{Core: core})
		require.NoError(t, err)
		w.m[i] = e.(*machineEngine)
		constants := w.m[i].m.Program().Constants
		w.ramStart = constants["ram_start"]
		w.ram[i] = make([]byte, constants["ram_limit"]-w.ramStart)
	}
	return w
}

// lockstep calls a routine on both and compares registers, RAM and cycles every few
// instructions.
func (w *twins) lockstep(routine func(s *symbols) uint32) {
	w.Helper()
	a, b := w.m[0].m, w.m[1].m
	for _, e := range w.m {
		e.m.Enter(routine(&e.sym))
	}
	for steps := 0; !a.Returned(); steps++ {
		budget := 1 + w.r.Uint64N(uint64(w.max))
		for _, m := range []emu.Machine{a, b} {
			m.SetAlarm(m.Cycles()+budget, m.Stop)
			if err := m.Continue(0); err != nil {
				require.ErrorIs(w, err, emu.ErrStopped)
			}
		}
		for i, m := range []emu.Machine{a, b} {
			m.ReadBytes(w.ramStart, w.ram[i])
		}
		if a.Registers() != b.Registers() || a.PC() != b.PC() || a.Cycles() != b.Cycles() || !bytes.Equal(w.ram[0], w.ram[1]) || a.Usage() != b.Usage() {
			w.Fatalf("comparison %d: predecoded at $%04x, cycle %d: %s\npackage at $%04x, cycle %d: %s", steps, a.PC(), a.Cycles(), a.Registers(), b.PC(), b.Cycles(), b.Registers())
		}
	}
	require.True(w, b.Returned())
}

// The two cores of a machine do the same in a search, in perft and in a look-up of the book.
func TestCoresInLockstep(t *testing.T) {
	t.Parallel()
	for _, k := range MachineKinds() {
		t.Run(k.Name, func(t *testing.T) {
			t.Parallel()
			w := newTwins(t, k, 500)
			games := epd(t, "bench12.epd")
			each := func(do func(e *machineEngine) error) {
				for _, e := range w.m {
					require.NoError(t, do(e))
				}
			}
			for i, name := range goengine.ProfileNames {
				each(func(e *machineEngine) error { return e.setUp(games[i]) })
				each(func(e *machineEngine) error {
					return e.setLimits(profile(t, name), goengine.Limits{Nodes: uint64(slow(300, 5000))})
				})
				w.lockstep(func(s *symbols) uint32 { return s.Search })
			}
			for _, g := range games[:whole(3, 12)] {
				each(func(e *machineEngine) error { return e.setUp(g) })
				each(func(e *machineEngine) error { e.m.Write(e.sym.PerftDepth, 1); return nil })
				w.lockstep(func(s *symbols) uint32 { return s.Perft })
			}
			each(func(e *machineEngine) error { return e.setUp(startGame(t)) })
			w.lockstep(func(s *symbols) uint32 { return s.BookMove })
		})
	}
}

// Whole searches have the same events on both cores.
func TestCoresSearchTheSameTree(t *testing.T) {
	t.Parallel()
	for _, k := range MachineKinds() {
		t.Run(k.Name, func(t *testing.T) {
			t.Parallel()
			w := newTwins(t, k, 1)
			for i, g := range epd(t, "bench12.epd") {
				prof := profile(t, goengine.ProfileNames[i%len(goengine.ProfileNames)])
				var results [2]Result
				var events [2]goengine.EventHash
				for j, e := range w.m {
					var err error
					results[j], err = SearchTwice(context.Background(), e, &events[j], g, prof, goengine.Limits{Nodes: uint64(slow(500, 20000))})
					require.NoError(t, err)
				}
				require.Equal(t, results[1], results[0])
				require.Equal(t, events[1], events[0])
			}
		})
	}
}
