package equal

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/emu"
	"github.com/searchex/searchex/goengine"
	"github.com/searchex/searchex/hostbridge"
	"github.com/searchex/searchex/hostbridge/random"
)

// broken is the Go engine with one event changed, or with a fault after it.
type broken struct {
	hostbridge.Engine
	at   int
	fail bool
	lie  int16
}

func (b *broken) Attach(c hostbridge.Callbacks) {
	if c == nil {
		b.Engine.Attach(nil)
		return
	}
	count := 0
	b.Engine.Attach(goengine.CallbackFunc(func(n hostbridge.Node, e *goengine.Event) {
		count++
		if b.fail && count > b.at {
			return
		}
		seen := *e
		if !b.fail && count-1 == b.at {
			seen.Value++
		}
		c.Event(n, &seen)
	}))
}

func (b *broken) Search(ctx context.Context, g *goengine.Game, p *goengine.Profile, l goengine.Limits) (hostbridge.Result, error) {
	r, err := b.Engine.Search(ctx, g, p, l)
	r.Score += b.lie
	if b.fail {
		err = errors.New("a guard tripped")
	}
	return r, err
}

func newGo(t testing.TB) hostbridge.Engine {
	t.Helper()
	e, err := hostbridge.New("go")
	require.NoError(t, err)
	return e
}

// guarded returns all machines, with guards.
func guarded(t testing.TB) (machines []hostbridge.Engine) {
	t.Helper()
	for _, k := range hostbridge.MachineKinds() {
		m, err := hostbridge.NewWith(k.Name, hostbridge.Options{})
		require.NoError(t, err)
		machines = append(machines, m)
	}
	return machines
}

// start is a search of the initial position.
func start(t *testing.T, l goengine.Limits) *hostbridge.Task {
	t.Helper()
	pos, err := goengine.ParseFEN(goengine.StartFEN)
	require.NoError(t, err)
	return sx81(pos, l)
}

// bench is a search of the first benchmark position.
func bench(t *testing.T, sx int) *hostbridge.Task {
	t.Helper()
	positions, err := random.Known("bench12.epd")
	require.NoError(t, err)
	return sx81(positions[0], goengine.Limits{SX: sx})
}

func sx81(pos *goengine.Position, l goengine.Limits) *hostbridge.Task {
	prof, _ := goengine.ProfileByName("sx81")
	return &hostbridge.Task{FEN: pos.FEN(), Game: goengine.NewGame(pos), ProfileName: "sx81", Profile: prof, Limits: l}
}

// differ compares the Go engine with a broken one. It also returns the events
// of the Go engine.
func differ(t *testing.T, b *broken) (*Difference, uint64, []goengine.Event) {
	t.Helper()
	task := start(t, goengine.Limits{SX: 58})
	right := newGo(t)
	b.Engine = newGo(t)
	var events []goengine.Event
	right.Attach(goengine.CallbackFunc(func(_ hostbridge.Node, e *goengine.Event) { events = append(events, *e) }))
	_, err := right.Search(context.Background(), task.Game, &task.Profile, task.Limits)
	require.NoError(t, err)
	d, n, err := FirstDifference(t.Context(), right, b, task)
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
		for events[at].Kind != goengine.EventScored {
			at++
		}
		d, _, _ := differ(t, &broken{at: at})
		require.NotNil(t, d)
		assert.EqualValues(t, at, d.Index)
		x, y := d.Sides[0], d.Sides[1]
		assert.Equal(t, events[at], x.Event)
		assert.Equal(t, events[at].Value+1, y.Event.Value)
		require.Len(t, x.Line, int(events[at].Ply))
		assert.Equal(t, x.Line, y.Line)
		pos := *start(t, goengine.Limits{}).Position()
		for _, m := range x.Line {
			require.True(t, pos.Play(m), "the line is legal")
		}
		assert.Equal(t, hostbridge.DiagramOf(&pos), x.Board)
		assert.True(t, pos.Play(events[at].Move), "the move is legal")
	}
}

func TestASearchThatEndsEarlyDiffersThere(t *testing.T) {
	d, _, events := differ(t, &broken{at: 1500, fail: true})
	require.NotNil(t, d)
	assert.EqualValues(t, 1500, d.Index)
	assert.Equal(t, events[1500], d.Sides[0].Event)
	assert.Equal(t, goengine.EventEnded, d.Sides[1].Event.Kind)
	assert.EqualError(t, d.Sides[1].Err, "a guard tripped")
}

func TestResultsCountToo(t *testing.T) {
	d, n, events := differ(t, &broken{at: -1, lie: 1})
	require.NotNil(t, d)
	assert.EqualValues(t, len(events), n)
	assert.Equal(t, goengine.EventEnded, d.Sides[0].Event.Kind)
	assert.Equal(t, d.Sides[0].Result.Score+1, d.Sides[1].Result.Score)
	assert.Contains(t, d.String(), "go: ended, score ")
}

func TestEndOfContextEndsBothSearches(t *testing.T) {
	for _, m := range guarded(t) {
		ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
		_, _, err := FirstDifference(ctx, newGo(t), m, start(t, goengine.Limits{}))
		cancel()
		assert.ErrorIs(t, err, context.DeadlineExceeded)
	}
}

// A price changed on one side alone is found, with the place where it shows.
func TestFirstDifferenceOnTheMachine(t *testing.T) {
	ref, task := newGo(t), bench(t, 18)
	changed := task.Profile
	changed.Price[goengine.LosingCapture]++
	for _, m := range guarded(t) {
		d, n, err := FirstDifference(t.Context(), ref, m, task)
		require.NoError(t, err)
		require.Nil(t, d)
		require.NotZero(t, n)
		d, _, err = FirstDifference(t.Context(), ref, withProfile{m, &changed}, task)
		require.NoError(t, err)
		require.NotNil(t, d)
		x, y := d.Sides[0], d.Sides[1]
		require.Equal(t, goengine.EventPriced, x.Event.Kind)
		require.Equal(t, x.Event.Price+1, y.Event.Price)
		require.Equal(t, x.Board, y.Board)
		require.Contains(t, d.String(), "hook_priced (try.s:")
		require.NotEmpty(t, y.Place.Registers)
	}
}

// A ROM that loops without an event ends, and the error names where it loops.
func TestAMachineThatHangsIsStopped(t *testing.T) {
	defer func(is uint64) { quietCycles = is }(quietCycles)
	quietCycles /= 10
	loop := map[string]func(addr uint32) []byte{
		"z80":   func(uint32) []byte { return []byte{0x18, 0xFE} },
		"6502":  func(addr uint32) []byte { return []byte{0x4C, byte(addr), byte(addr >> 8)} },
		"68000": func(uint32) []byte { return []byte{0x60, 0xFE} },
	}
	for _, e := range guarded(t) {
		m := e.(hostbridge.Emulated).Machine()
		addr, ok := m.Program().Symbol("hook_priced")
		require.True(t, ok)
		m.WriteBytes(addr, loop[e.Name()](addr))
		d, _, err := FirstDifference(t.Context(), newGo(t), silentAt{e, goengine.EventPriced}, bench(t, 26))
		require.NoError(t, err)
		require.NotNil(t, d)
		y := d.Sides[1]
		require.Equal(t, goengine.EventEnded, y.Event.Kind)
		require.ErrorContains(t, y.Err, "no event for 4000000 cycles")
		require.Equal(t, addr, y.Place.PC)
	}
}

// silentAt leaves events of a kind out.
type silentAt struct {
	hostbridge.Engine
	kind goengine.EventKind
}

func (e silentAt) Machine() emu.Machine { return e.Engine.(hostbridge.Emulated).Machine() }

func (e silentAt) Attach(c hostbridge.Callbacks) {
	if c == nil {
		e.Engine.Attach(nil)
		return
	}
	e.Engine.Attach(goengine.CallbackFunc(func(n hostbridge.Node, ev *goengine.Event) {
		if ev.Kind != e.kind {
			c.Event(n, ev)
		}
	}))
}

// withProfile searches with a profile of its own.
type withProfile struct {
	hostbridge.Engine
	prof *goengine.Profile
}

func (e withProfile) Search(ctx context.Context, g *goengine.Game, _ *goengine.Profile, l goengine.Limits) (hostbridge.Result, error) {
	return e.Engine.Search(ctx, g, e.prof, l)
}

func (e withProfile) Machine() emu.Machine { return e.Engine.(hostbridge.Emulated).Machine() }
