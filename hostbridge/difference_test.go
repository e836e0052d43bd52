package hostbridge

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/emu"
	"github.com/searchex/searchex/goengine"
)

// broken is the Go engine with one event changed, or with a fault after it.
type broken struct {
	Engine
	at   int
	fail bool
	lie  int16
}

func (b *broken) Attach(c Callbacks) {
	if c == nil {
		b.Engine.Attach(nil)
		return
	}
	count := 0
	b.Engine.Attach(eventFunc(func(e Event) {
		count++
		if b.fail && count > b.at {
			return
		}
		if !b.fail && count-1 == b.at {
			e.A++
		}
		c.(eventFunc)(e)
	}))
}

func (b *broken) Search(g *goengine.Game, p *goengine.Profile, l goengine.Limits) (Result, error) {
	r, err := b.Engine.Search(g, p, l)
	r.Score += b.lie
	if b.fail {
		err = errors.New("a guard tripped")
	}
	return r, err
}

func newGo(t testing.TB) Engine {
	t.Helper()
	e, err := New("go")
	require.NoError(t, err)
	return e
}

func startGame(t *testing.T) *goengine.Game {
	t.Helper()
	pos, err := goengine.ParseFEN(goengine.StartFEN)
	require.NoError(t, err)
	return goengine.NewGame(pos)
}

// differ compares the Go engine with a broken one. It also returns the events
// of the Go engine.
func differ(t *testing.T, b *broken) (*Difference, uint64, []Event) {
	t.Helper()
	g, prof, l := startGame(t), profile(t, "sx81"), goengine.Limits{SX: 58}
	right := newGo(t)
	b.Engine = newGo(t)
	var events []Event
	right.Attach(eventFunc(func(e Event) { events = append(events, e) }))
	_, err := right.Search(g, prof, l)
	require.NoError(t, err)
	d, n, err := FirstDifference(t.Context(), right, b, g, prof, l)
	require.NoError(t, err)
	return d, n, events
}

func TestEqualSearchesHaveNoDifference(t *testing.T) {
	d, n, events := differ(t, &broken{at: -1})
	assert.Nil(t, d)
	assert.Greater(t, len(events), 3*blockSize, "blocks are filled")
	assert.EqualValues(t, len(events), n)
}

func TestTheChangedEventIsFound(t *testing.T) {
	_, _, events := differ(t, &broken{at: -1})
	for _, from := range []int{0, blockSize - 1, blockSize, len(events) - 200} {
		at := from
		for events[at].Kind != EventScored {
			at++
		}
		d, _, _ := differ(t, &broken{at: at})
		require.NotNil(t, d)
		assert.EqualValues(t, at, d.Index)
		x, y := d.Sides[0], d.Sides[1]
		assert.Equal(t, events[at], x.Event)
		assert.Equal(t, events[at].A+1, y.Event.A)
		require.Len(t, x.Line, int(events[at].Ply))
		assert.Equal(t, x.Line, y.Line)
		pos := startGame(t).Position()
		for _, m := range x.Line {
			require.True(t, pos.Play(m), "the line is legal")
		}
		assert.Equal(t, DiagramOf(pos), x.Board)
		assert.True(t, pos.Play(events[at].Move), "the move is legal")
	}
}

func TestASearchThatEndsEarlyDiffersThere(t *testing.T) {
	d, _, events := differ(t, &broken{at: 1500, fail: true})
	require.NotNil(t, d)
	assert.EqualValues(t, 1500, d.Index)
	assert.Equal(t, events[1500], d.Sides[0].Event)
	assert.Equal(t, EventEnded, d.Sides[1].Event.Kind)
	assert.EqualError(t, d.Sides[1].Err, "a guard tripped")
}

func TestResultsCountToo(t *testing.T) {
	d, n, events := differ(t, &broken{at: -1, lie: 1})
	require.NotNil(t, d)
	assert.EqualValues(t, len(events), n)
	assert.Equal(t, EventEnded, d.Sides[0].Event.Kind)
	assert.Equal(t, d.Sides[0].Result.Score+1, d.Sides[1].Result.Score)
	assert.Contains(t, d.String(), "go: ended, score ")
}

func TestEndOfContextEndsBothSearches(t *testing.T) {
	for _, m := range newLineup(t, false).machines {
		ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
		_, _, err := FirstDifference(ctx, newGo(t), m, startGame(t), profile(t, "sx81"), goengine.Limits{})
		cancel()
		assert.ErrorIs(t, err, context.DeadlineExceeded)
	}
}

// A price changed on one side alone is found, with the place where it shows.
func TestFirstDifferenceOnTheMachine(t *testing.T) {
	p := newLineup(t, false)
	g := epd(t, "bench12.epd")[0]
	prof, changed := profile(t, "sx81"), profile(t, "sx81")
	changed.Price[goengine.LosingCapture]++
	l := goengine.Limits{SX: 18}
	for _, m := range p.machines {
		d, n, err := FirstDifference(t.Context(), p.ref, m, g, prof, l)
		require.NoError(t, err)
		require.Nil(t, d)
		require.NotZero(t, n)
		d, _, err = FirstDifference(t.Context(), p.ref, withProfile{m, changed}, g, prof, l)
		require.NoError(t, err)
		require.NotNil(t, d)
		x, y := d.Sides[0], d.Sides[1]
		require.Equal(t, EventPriced, x.Event.Kind)
		require.Equal(t, x.Event.B+1, y.Event.B)
		require.Equal(t, x.Board, y.Board)
		require.Contains(t, d.String(), "hook_priced (try.s:")
		require.NotEmpty(t, y.Place.Registers)
	}
}

// A ROM that loops without an event ends, where it loops.
func TestAMachineThatHangsIsStopped(t *testing.T) {
	onMachines(t, func(t testing.TB, m *rig) {
		addr := m.addr("hook_priced")
		m.m.WriteBytes(addr, m.cpu.loop(addr))
		g := epd(t, "bench12.epd")[0]
		d, _, err := FirstDifference(t.Context(), newGo(t), silentAt{m, EventPriced}, g, profile(t, "sx81"), goengine.Limits{SX: 26})
		require.NoError(t, err)
		require.NotNil(t, d)
		y := d.Sides[1]
		require.Equal(t, EventEnded, y.Event.Kind)
		require.ErrorContains(t, y.Err, "no event for 40000000 cycles")
		require.Equal(t, addr, y.Place.PC)
	})
}

// silentAt leaves events of a kind out.
type silentAt struct {
	Engine
	kind EventKind
}

func (e silentAt) Machine() emu.Machine { return e.Engine.(OnMachine).Machine() }

func (e silentAt) Attach(c Callbacks) {
	if c == nil {
		e.Engine.Attach(nil)
		return
	}
	e.Engine.Attach(eventFunc(func(ev Event) {
		if ev.Kind != e.kind {
			c.(eventFunc)(ev)
		}
	}))
}

// The board that a difference shows is the one in the machine's memory.
func TestDiagramInMemory(t *testing.T) {
	onMachines(t, func(t testing.TB, m *rig) {
		for _, g := range epd(t, "bench12.epd") {
			m.set(g.Position())
			d, ok := diagramIn(m.m)
			require.True(t, ok)
			assert.Equal(t, DiagramOf(g.Position()), d)
		}
		m.m.Enter(m.addr("set_position"))
		p := placeOf(m.m)
		assert.Equal(t, "set_position", p.Label)
		assert.Regexp(t, `^[a-z]+\.s$`, p.File)
		assert.NotZero(t, p.Line)
	})
}

// withProfile searches with a profile of its own.
type withProfile struct {
	Engine
	prof *goengine.Profile
}

func (e withProfile) Search(g *goengine.Game, _ *goengine.Profile, l goengine.Limits) (Result, error) {
	return e.Engine.Search(g, e.prof, l)
}

func (e withProfile) Machine() emu.Machine { return e.Engine.(OnMachine).Machine() }
