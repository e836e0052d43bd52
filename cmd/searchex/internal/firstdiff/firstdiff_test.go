package firstdiff

import (
	"context"
	"errors"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/goengine"
	"github.com/searchex/searchex/hostbridge"
)

// broken is the Go engine with one event changed, or with a fault after it.
type broken struct {
	hostbridge.Engine
	w     goengine.Watcher
	at    int
	count int
	fail  bool
	lie   int16
}

func (b *broken) Watch(w goengine.Watcher) { b.w, b.count = w, 0 }

func (b *broken) Search(g *goengine.Game, p *goengine.Profile, l goengine.Limits) (hostbridge.Result, error) {
	b.Engine.Watch(b)
	r, err := b.Engine.Search(g, p, l)
	r.Score += b.lie
	if b.fail {
		err = errors.New("a guard tripped")
	}
	return r, err
}

func (b *broken) silent() bool { b.count++; return b.fail && b.count > b.at }

func (b *broken) Generated(ply, n int) {
	if !b.silent() {
		b.w.Generated(ply, n)
	}
}

func (b *broken) Scored(ply int, m goengine.Move, value int16) {
	if !b.silent() {
		if b.count-1 == b.at {
			value++
		}
		b.w.Scored(ply, m, value)
	}
}

func (b *broken) Priced(ply int, m goengine.Move, c goengine.Category, price uint8) {
	if !b.silent() {
		b.w.Priced(ply, m, c, price)
	}
}

func (b *broken) BetaTest(ply int, m goengine.Move, value, alpha, beta int16) {
	if !b.silent() {
		b.w.BetaTest(ply, m, value, alpha, beta)
	}
}

func (b *broken) AlphaTest(ply int, m goengine.Move, value, alpha int16) {
	if !b.silent() {
		b.w.AlphaTest(ply, m, value, alpha)
	}
}

func (b *broken) Best(ply int, m goengine.Move) {
	if !b.silent() {
		b.w.Best(ply, m)
	}
}

func (b *broken) Iteration(sx uint8, score int16, best goengine.Move) {
	if !b.silent() {
		b.w.Iteration(sx, score, best)
	}
}

// find compares the Go engine with a broken one. It also returns the events of
// the Go engine.
func find(t *testing.T, b *broken) (*Difference, uint64, []Event) {
	t.Helper()
	pos, err := goengine.ParseFEN(goengine.StartFEN)
	require.NoError(t, err)
	prof, ok := goengine.ProfileByName("sx81")
	require.True(t, ok)
	s := Search{pos, &prof, goengine.Limits{SX: 58}}
	right, err := hostbridge.New("go")
	require.NoError(t, err)
	b.Engine, err = hostbridge.New("go")
	require.NoError(t, err)
	var events []Event
	right.Watch(recorder(func(e Event) { events = append(events, e) }))
	_, err = right.Search(goengine.NewGame(pos), &prof, s.Limits)
	require.NoError(t, err)
	looks := 0
	d, n, err := Find(t.Context(), [2]hostbridge.Engine{right, b}, s, func(i int, side *Side) { looks += 1 << (8 * i) })
	require.NoError(t, err)
	if d != nil && d.Sides[0].Event.Kind != Ended && d.Sides[1].Event.Kind != Ended {
		assert.Equal(t, 0x101, looks, "each side is looked at once")
	}
	return d, n, events
}

func TestEqualSearchesHaveNoDifference(t *testing.T) {
	d, n, events := find(t, &broken{at: -1})
	assert.Nil(t, d)
	assert.Greater(t, len(events), 3*blockSize, "blocks are filled")
	assert.EqualValues(t, len(events), n)
}

func TestTheChangedEventIsFound(t *testing.T) {
	_, _, events := find(t, &broken{at: -1})
	for _, from := range []int{0, blockSize - 1, blockSize, len(events) - 200} {
		at := from
		for events[at].Kind != Scored {
			at++
		}
		d, _, _ := find(t, &broken{at: at})
		require.NotNil(t, d)
		assert.EqualValues(t, at, d.Index)
		assert.Equal(t, events[at], d.Sides[0].Event)
		assert.Equal(t, events[at].Values[0]+1, d.Sides[1].Event.Values[0])
		require.Len(t, d.Sides[0].Line, int(events[at].Ply))
		assert.Equal(t, d.Sides[0].Line, d.Sides[1].Line)
		pos, err := goengine.ParseFEN(goengine.StartFEN)
		require.NoError(t, err)
		for _, m := range append(d.Sides[0].Line, events[at].Move) {
			assert.True(t, pos.Play(m), "the line and the move are legal")
		}
	}
}

func TestASearchThatEndsEarlyDiffersThere(t *testing.T) {
	d, _, events := find(t, &broken{at: 1500, fail: true})
	require.NotNil(t, d)
	assert.EqualValues(t, 1500, d.Index)
	assert.Equal(t, events[1500], d.Sides[0].Event)
	assert.Equal(t, Ended, d.Sides[1].Event.Kind)
	assert.EqualError(t, d.Sides[1].Err, "a guard tripped")
}

func TestResultsCountToo(t *testing.T) {
	d, n, events := find(t, &broken{at: -1, lie: 1})
	require.NotNil(t, d)
	assert.EqualValues(t, len(events), n)
	assert.Equal(t, Ended, d.Sides[0].Event.Kind)
	assert.Equal(t, d.Sides[0].Result.Score+1, d.Sides[1].Result.Score)
}

func TestEndOfContextEndsTheSearches(t *testing.T) {
	pos, err := goengine.ParseFEN(goengine.StartFEN)
	require.NoError(t, err)
	prof, _ := goengine.ProfileByName("sx81")
	var engines [2]hostbridge.Engine
	for i := range engines {
		engines[i], err = hostbridge.New("go")
		require.NoError(t, err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, _, err = Find(ctx, engines, Search{pos, &prof, goengine.Limits{}}, func(int, *Side) {})
	assert.ErrorIs(t, err, context.Canceled)
}
