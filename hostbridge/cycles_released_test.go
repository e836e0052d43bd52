//go:build unix

package hostbridge

import (
	"context"
	"slices"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/emu"
	"github.com/searchex/searchex/goengine"
)

// pairs is how many times a search is run in each of two ways, by turns.
const pairs = 15

// BenchmarkReleased is what a debugger costs a search when it has let go of the machine. It
// reports the speed of the search as a part of that on a machine that had none: the ratio of the
// shortest times, and the median of the ratios of the pairs. They are the processor's times, which
// other load disturbs less. Plain compares two machines that had none, which shows the noise.
func BenchmarkReleased(b *testing.B) {
	p, err := goengine.ParseFEN("r1bqk2r/2p1bppp/p1np1n2/1p2p3/4P3/1B3N2/PPPP1PPP/RNBQR1K1 w kq - 0 1")
	require.NoError(b, err)
	g, prof := goengine.NewGame(p), profile(b, "sx81")
	for _, k := range MachineKinds() {
		for _, guards := range []bool{true, false} {
			for _, released := range []bool{false, true} {
				name := map[bool]string{true: "guarded", false: "unguarded"}[guards] + "/" + map[bool]string{true: "released", false: "plain"}[released]
				b.Run(k.Name+"/"+name, func(b *testing.B) {
					compareSpeed(b, func(way int) (search func()) {
						e, err := NewWith(k.Name, Options{Unguarded: !guards})
						require.NoError(b, err)
						if released && way == 1 {
							debugAndRelease(b, e, guards, g, prof)
						}
						return func() {
							_, err := e.Search(context.Background(), g, prof, goengine.Limits{Nodes: 5_000})
							require.NoError(b, err)
						}
					})
				})
			}
		}
	}
}

// compareSpeed runs something in two ways by turns, and reports the speed of the second as a part
// of that of the first. Both are made anew for each set of pairs, in alternating order, since a
// speed depends on where memory is.
func compareSpeed(b *testing.B, prepare func(way int) (run func())) {
	shortest := [2]time.Duration{time.Hour, time.Hour}
	var ratios []float64
	for set := 0; b.Loop(); set++ {
		var run [2]func()
		for turn := range 2 {
			way := (set + turn) % 2
			run[way] = prepare(way)
		}
		for pair := range pairs {
			var took [2]time.Duration
			for turn := range 2 {
				way := (pair + turn) % 2
				begin := processorTime(b)
				run[way]()
				took[way] = processorTime(b) - begin
				shortest[way] = min(shortest[way], took[way])
			}
			ratios = append(ratios, took[0].Seconds()/took[1].Seconds())
		}
	}
	slices.Sort(ratios)
	b.ReportMetric(shortest[0].Seconds()/shortest[1].Seconds(), "of-shortest")
	b.ReportMetric(ratios[len(ratios)/2], "of-median")
}

// debugAndRelease does to an engine's machine all that a debugger does, and takes it away: watches, an
// alarm, steps, a saved state, a profile, counted accesses, other guards and the other core.
func debugAndRelease(b *testing.B, e Engine, guards bool, g *goengine.Game, prof *goengine.Profile) {
	search := func() {
		_, err := e.Search(context.Background(), g, prof, goengine.Limits{Nodes: 200})
		require.NoError(b, err)
	}
	m := e.(Emulated).Machine()
	e.Attach(&goengine.EventHash{})
	search()
	e.Attach(nil)
	m.SetGuards(!guards)
	m.SetCore(emu.Package)
	m.StartProfile()
	m.StartCounting()
	for _, at := range m.Program().Symbols {
		if m.Program().InCode(at) {
			m.Watch(at, func() {})
		}
	}
	search()
	m.StopProfile()
	m.StopCounting()
	s := m.State()
	m.Enter(m.Program().Symbols["search"])
	for range 100 {
		require.NoError(b, m.Step())
	}
	m.SetAlarm(m.Cycles()+100, m.Stop)
	require.ErrorIs(b, m.Continue(1_000_000), emu.ErrStopped)
	m.SetState(s)
	m.UnwatchAll()
	m.SetCore(emu.Predecoded)
	m.SetGuards(guards)
}

// processorTime returns the time that this process has used a processor.
func processorTime(t testing.TB) time.Duration {
	var u syscall.Rusage
	require.NoError(t, syscall.Getrusage(syscall.RUSAGE_SELF, &u))
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
