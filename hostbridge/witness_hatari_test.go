package hostbridge

import (
	"context"
	"errors"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/emu/m68k"
	"github.com/searchex/searchex/emu/m68k/m68ktest"
	"github.com/searchex/searchex/goengine"
)

// onHatari runs what was entered on the machine and on hatari, to the same end
// but for the waits of an ST's bus, and skips the test without hatari.
func onHatari(m *rig, budget uint64) (m68ktest.Cycles, error) {
	c, err := m68ktest.Run(m68k.Of(m.m), budget)
	if errors.Is(err, m68ktest.ErrNoHatari) {
		m.t.Skip(err)
	}
	return c, err
}

// enterSearch sets up a search and enters it.
func enterSearch(m *rig, g *goengine.Game, prof string, l goengine.Limits) {
	m.t.Helper()
	require.NoError(m.t, m.setUp(g))
	require.NoError(m.t, m.setLimits(profile(m.t, prof), l))
	m.m.Enter(m.sym.Search)
}

// The 68000's engine finds on hatari's Atari ST what Go finds: all of RAM is there
// as on the machine, so the move, the score and the count of nodes that lie in it are, too.
// The cycles are the machine's and some waits for the bus, 4 to 6 in a hundred.
func TestHatariFindsWhatGoFinds(t *testing.T) {
	m := newRig(t, "68000", Options{})
	reference, err := New("go")
	require.NoError(t, err)
	type found struct {
		best  goengine.Move
		score int16
		nodes uint64
	}
	games := epd(t, "bench12.epd")
	limits := goengine.Limits{Nodes: uint64(slow(300, 10_000))}
	for i, name := range goengine.ProfileNames {
		g := games[2*i%len(games)]
		enterSearch(m, g, name, limits)
		c, err := onHatari(m, 0)
		require.NoError(t, err, "%s %s", name, g.Position().FEN())
		want, err := reference.Search(context.Background(), g, profile(t, name), limits)
		require.NoError(t, err)
		got := found{m.layout.move(m.sym.BestMove), m.layout.score(m.sym.ResultScore), m.layout.nodes()}
		require.Equal(t, found{want.Best, want.Score, want.Nodes}, got, "%s %s", name, g.Position().FEN())
		waits := float64(c.Hatari)/float64(c.Machine) - 1
		require.InDelta(t, 0.05, waits, 0.01, "%s %s", name, g.Position().FEN())
		t.Logf("%-8s  %s  %6d nodes, %11d cycles, on hatari %11d, %.2f%% more", name, g.Position().UCI(got.best), got.nodes, c.Machine, c.Hatari, 100*waits)
	}
}

// A machine that goes wrong once in a search is noticed, whatever it does with the board: by its
// memory or by its way.
func TestHatariNoticesOneWrongStepOfASearch(t *testing.T) {
	for _, tt := range []struct {
		wrong, label string
		spoil        func(m *rig)
		says         string
	}{
		{"a score", "hook_beta_test", func(m *rig) { m.cpu.setRegister(m, "d0.w", 0x4000) }, "hatari leaves"},
		{"a byte that nothing reads", "hook_beta_test", func(m *rig) { m.m.Write(m.addr("stack_bottom"), 1) }, "hatari leaves"},
	} {
		t.Run(tt.wrong, func(t *testing.T) {
			m := newRig(t, "68000", Options{})
			enterSearch(m, epd(t, "bench12.epd")[2], "sx81", goengine.Limits{Nodes: 200})
			at := m.addr(tt.label)
			m.runner.Watch(at, func() {
				m.runner.Watch(at, nil)
				tt.spoil(m)
			})
			_, err := onHatari(m, 0)
			require.ErrorContains(t, err, tt.says)
		})
	}
}
