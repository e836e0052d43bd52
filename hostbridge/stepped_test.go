package hostbridge

import (
	"context"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/goengine"
)

// A search that is stepped finds the engine's own move, and takes the engine's cycles.
func TestSteppedSearchIsTheEngines(t *testing.T) {
	for _, k := range MachineKinds() {
		t.Run(k.Name, func(t *testing.T) {
			e, err := New(k.Name)
			require.NoError(t, err)
			p := position(t, goengine.StartFEN)
			prof := *profile(t, "sx81")
			limits := goengine.Limits{SX: 18, SXSet: true}
			want, err := e.Search(context.Background(), goengine.NewGame(p), &prof, limits)
			require.NoError(t, err)

			s, err := NewSteppedSearch(t.Context(), e, goengine.NewGame(p), &prof, limits)
			require.NoError(t, err)
			require.Zero(t, s.Machine().Cycles())
			require.NoError(t, s.Machine().Continue(0))
			require.True(t, s.Machine().Returned())
			require.True(t, s.Over())
			found, err := s.Result()
			require.NoError(t, err)
			require.Equal(t, want, found)
		})
	}
	e, err := New("go")
	require.NoError(t, err)
	prof := *profile(t, "sx81")
	_, err = NewSteppedSearch(t.Context(), e, nil, &prof, goengine.Limits{})
	require.ErrorContains(t, err, "engine go: has no machine")
}

// The move that follow searches deeper is the one that the callbacks' path says, and the window and
// the budgets there are its node's.
func TestSteppedFollowsThePath(t *testing.T) {
	for _, k := range MachineKinds() {
		t.Run(k.Name, func(t *testing.T) {
			e, err := New(k.Name)
			require.NoError(t, err)
			p := position(t, "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3")
			prof := *profile(t, "sex88")
			limits := goengine.Limits{SX: 20, SXSet: true}

			type node struct {
				move        goengine.Move
				alpha, beta int16
				own, other  uint8
			}
			m := e.(Emulated).Machine()
			s := &steppedSearch{node: machineNode{e: e.(*machineEngine)}, follow: e.(*machineEngine).hooks["follow"]}
			var at [goengine.MaxPly + 1]node
			events, deepest := 0, 0
			watch := goengine.CallbackFunc(func(n Node, ev *goengine.Event) {
				if events++; events == 1 {
					// follow has a watch of the bridge's own already.
					m.Watch(s.Marks()[0], func() {
						alpha, beta := s.Window()
						own, other := s.Budget()
						at[s.Ply(0)] = node{s.Followed(), alpha, beta, own, other}
					})
				}
				path := n.Path(nil)
				deepest = max(deepest, len(path))
				require.Len(t, path, s.Ply(0))
				for ply, mv := range path {
					require.Equal(t, mv, at[ply].move, "event %d, ply %d", events, ply)
					require.Less(t, at[ply].alpha, at[ply].beta)
				}
				if ply := s.Ply(0); ply > 0 && ev.Kind == goengine.EventGenerated {
					alpha, beta := n.Window()
					own, other := n.Budget()
					up := at[ply-1]
					assert.LessOrEqual(t, -up.beta, alpha)
					assert.LessOrEqual(t, beta, -up.alpha)
					assert.True(t, own <= up.other && other <= up.own, "the budgets only shrink")
				}
			})
			e.Attach(watch)
			_, err = e.Search(context.Background(), goengine.NewGame(p), &prof, limits)
			require.NoError(t, err)
			require.Greater(t, events, 1000)
			require.Greater(t, deepest, 3)
		})
	}
}

// A killer move is one that the Go engine would name: a quiet move of the side that moves at its
// ply.
func TestSteppedKillers(t *testing.T) {
	for _, k := range MachineKinds() {
		e, err := New(k.Name)
		require.NoError(t, err)
		p := position(t, goengine.StartFEN)
		prof := *profile(t, "cyrus86")
		s, err := NewSteppedSearch(t.Context(), e, goengine.NewGame(p), &prof, goengine.Limits{SX: 30, SXSet: true})
		require.NoError(t, err)
		require.NoError(t, s.Machine().Continue(0))
		found := 0
		for ply := range 3 {
			killers, ok := s.Killers(ply)
			require.True(t, ok)
			for _, m := range killers {
				if m != goengine.NoMove {
					found++
					require.Zero(t, (m.From()|m.To())&0x88, "%s: %v", k.Name, m)
				}
			}
		}
		assert.Positive(t, found, k.Name)
		_, ok := s.Killers(goengine.MaxPly)
		require.False(t, ok)
	}
}
