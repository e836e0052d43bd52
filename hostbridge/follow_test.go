package hostbridge

import (
	"context"
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/goengine"
)

// followed are positions in which the lines of the search end in every way: by
// exchange, mate, stalemate, repetition, a bare board.
var followed = []string{
	goengine.StartFEN,
	"r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5Q2/PPPP1PPP/RNB1K1NR w KQkq - 0 1",
	"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
	"7k/8/5K2/6Q1/8/8/8/8 w - - 0 1",
	"8/8/8/8/8/1k6/1p6/1K6 b - - 97 90",
	"8/8/4k3/8/8/3BK3/8/6n1 w - - 0 1",
}

// told is all calls of a follower, as text.
func told(t *testing.T, e Engine, fen string, prof string, l goengine.Limits) (lines []string, last Progress, _ Result) {
	t.Helper()
	p := position(t, fen)
	note := func(what string, p Progress) {
		lines = append(lines, fmt.Sprint(what, p.SX, p.Score, p.PV, p.Nodes, p.Deepest))
	}
	e.Follow(&Follower{
		Iteration: func(p Progress) { note("iteration", p); last = p },
		Best:      func(p Progress) { note("best", p) },
	})
	r, err := e.Search(context.Background(), goengine.NewGame(p), profile(t, prof), l)
	require.NoError(t, err)
	return lines, last, r
}

func TestAllEnginesTellTheSameProgress(t *testing.T) {
	t.Parallel()
	p := newLineup(t, false)
	for _, fen := range followed {
		for _, prof := range goengine.ProfileNames {
			l := goengine.Limits{Nodes: 3000}
			fromGo, last, r := told(t, p.ref, fen, prof, l)
			for _, m := range p.machines {
				fromMachine, _, _ := told(t, m, fen, prof, l)
				require.Equal(t, fromGo, fromMachine, "%s: %s %s", m.Name(), prof, fen)
			}
			if !r.Stopped {
				assert.Equal(t, r.PV, last.PV, "the Go engine's own line, %s %s", prof, fen)
				assert.Equal(t, r.Nodes, last.Nodes)
			}
			assert.GreaterOrEqual(t, last.Deepest, len(last.PV), "%s %s", prof, fen)
		}
	}
}

func TestTheFollowedLineIsTheSearchsOwnAtEveryBudget(t *testing.T) {
	e, err := New("go")
	require.NoError(t, err)
	for _, fen := range followed {
		for _, prof := range goengine.ProfileNames {
			for sx := 2; sx < 40; sx += 3 {
				_, last, r := told(t, e, fen, prof, goengine.Limits{SX: sx, Nodes: 20000})
				if r.Stopped {
					break
				}
				require.Equal(t, r.PV, last.PV, "%s sx %d %s", prof, sx, fen)
				require.Equal(t, r.Score, last.Score)
				require.Equal(t, r.SX, last.SX)
			}
		}
	}
}

func TestFollowingChangesNothing(t *testing.T) {
	for _, name := range Names {
		e, err := New(name)
		require.NoError(t, err)
		p := position(t, followed[2])
		prof := *profile(t, "tuned")
		search := func(w Callbacks, f *Follower) Result {
			e.Attach(w)
			e.Follow(f)
			r, err := e.Search(context.Background(), goengine.NewGame(p), &prof, goengine.Limits{Nodes: 2000})
			require.NoError(t, err)
			return r
		}
		plain := search(nil, nil)
		var alone, beside goengine.EventHash
		assert.Equal(t, plain, search(&alone, nil), name)
		ticks := 0
		f := &Follower{Tick: func(Progress) { ticks++ }, Every: 100}
		assert.Equal(t, plain, search(&beside, f), name)
		assert.Equal(t, alone, beside, "%s: a watcher beside a follower hears all", name)
		assert.Equal(t, plain, search(nil, f), name)
		assert.Positive(t, ticks, name)
		assert.Equal(t, plain, search(nil, nil), "%s: a follower is detached", name)
	}
}

func TestTicksComeEveryFewCyclesAndStopAtOnce(t *testing.T) {
	for _, name := range Names {
		e, err := New(name)
		require.NoError(t, err)
		p := position(t, goengine.StartFEN)
		prof := *profile(t, "tuned")
		// After a tick the rest of a list is counted, or an instruction ended.
		every, after, late := uint64(50), uint64(218), uint64(0)
		if cpu := cpuTests[name]; cpu != nil {
			every, after, late = 200_000, 500_000, cpu.longest
		}
		spent := func(p Progress) uint64 {
			if name == "go" {
				return p.Nodes
			}
			return p.Cycles
		}
		ctx, stop := context.WithCancel(t.Context())
		defer stop()
		var ticks []uint64
		e.Follow(&Follower{Every: every, Tick: func(p Progress) {
			ticks = append(ticks, spent(p))
			if len(ticks) == 20 {
				stop()
			}
		}})
		r, err := e.Search(ctx, goengine.NewGame(p), &prof, goengine.Limits{})
		require.NoError(t, err)
		assert.True(t, r.Stopped, name)
		require.Len(t, ticks, 20, name)
		for i, at := range ticks {
			assert.InDelta(t, uint64(i+1)*every, at, float64(late), "%s tick %d", name, i)
		}
		end := spent(Progress{Nodes: r.Nodes, Cycles: r.Cycles})
		assert.Less(t, end, 20*every+after, "%s: the end after the stop", name)
	}
}

func TestAStopFromAFollowersCallEndsEachSearchAlike(t *testing.T) {
	t.Parallel()
	lineup := newLineup(t, false)
	p := position(t, followed[2])
	prof := *profile(t, "tuned")
	for _, e := range append([]Engine{lineup.ref}, lineup.machines...) {
		for _, kind := range []string{"best", "iteration"} {
			var first Result
			for try := range 4 {
				ctx, stop := context.WithCancel(t.Context())
				calls := 0
				third := func(Progress) {
					if calls++; calls == 3 {
						stop()
					}
				}
				f := &Follower{Best: third}
				if kind == "iteration" {
					f = &Follower{Iteration: third}
				}
				e.Follow(f)
				const limit = 100_000 // ends a search that the stop does not end
				r, err := e.Search(ctx, goengine.NewGame(p), &prof, goengine.Limits{Nodes: limit})
				stop()
				require.NoError(t, err)
				require.True(t, r.Stopped, "%s %s", e.Name(), kind)
				require.Less(t, r.Nodes, uint64(limit), "%s %s", e.Name(), kind)
				if try == 0 {
					first = r
				}
				require.Equal(t, first, r, "%s, stopped by its third %s, search %d", e.Name(), kind, try)
			}
		}
	}
}

func TestACycleLimitStopsWithTicksAndWithout(t *testing.T) {
	onMachines(t, testACycleLimitStopsWithTicksAndWithout)
}

func testACycleLimitStopsWithTicksAndWithout(t testing.TB, e *rig) {
	p := position(t, goengine.StartFEN)
	prof := *profile(t, "tuned")
	e.SetCycleLimit(10_000_000)
	plain, err := e.Search(context.Background(), goengine.NewGame(p), &prof, goengine.Limits{})
	require.NoError(t, err)
	e.Follow(&Follower{Every: 33_333, Tick: func(Progress) {}})
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	ticked, err := e.Search(ctx, goengine.NewGame(p), &prof, goengine.Limits{})
	require.NoError(t, err)
	assert.Equal(t, plain, ticked)
	assert.InDelta(t, 10_000_000, plain.Cycles, 500_000)
	assert.GreaterOrEqual(t, plain.Cycles, uint64(10_000_000))
}
