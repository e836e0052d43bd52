package equal_test

import (
	"context"
	"errors"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/goengine"
	"github.com/searchex/searchex/hostbridge"
	"github.com/searchex/searchex/hostbridge/equal"
)

// fake is the Go engine under the name of a machine, made to go wrong.
type fake struct {
	hostbridge.Engine
	lie, lieUnwatched int16 // added to the score
	slip              int16 // added to the values that callbacks see below the root
	fail              error
	unwatch           func() // called before each search that is not watched
	watched           bool
}

func (f *fake) Name() string { return "fake" }

func (f *fake) Attach(c hostbridge.Callbacks) {
	if f.watched = c != nil; f.watched {
		c = slipping{c, f.slip}
	}
	f.Engine.Attach(c)
}

func (f *fake) Search(ctx context.Context, g *goengine.Game, p *goengine.Profile, l goengine.Limits) (hostbridge.Result, error) {
	if f.unwatch != nil && !f.watched {
		f.unwatch()
	}
	r, err := f.Engine.Search(ctx, g, p, l)
	if r.Score += f.lie; !f.watched {
		r.Score += f.lieUnwatched
	}
	return r, errors.Join(err, f.fail)
}

type slipping struct {
	hostbridge.Callbacks
	by int16
}

// Event implements Callbacks.
func (s slipping) Event(n hostbridge.Node, ev *goengine.Event) {
	seen := *ev
	if ev.Kind == goengine.EventScored && n.Ply() > 0 {
		seen.Value += s.by
	}
	s.Callbacks.Event(n, &seen)
}

func newEngine(t *testing.T, name string) hostbridge.Engine {
	t.Helper()
	e, err := hostbridge.New(name)
	require.NoError(t, err)
	return e
}

// pair is the Go engine and a fake.
func pair(t *testing.T, f fake) []hostbridge.Engine {
	t.Helper()
	f.Engine = newEngine(t, "go")
	return []hostbridge.Engine{newEngine(t, "go"), &f}
}

func task(t *testing.T, sx int) *hostbridge.Task {
	t.Helper()
	p, err := goengine.ParseFEN(goengine.StartFEN)
	require.NoError(t, err)
	prof, ok := goengine.ProfileByName("sx81")
	require.True(t, ok)
	return &hostbridge.Task{
		FEN: goengine.StartFEN, Game: goengine.NewGame(p), ProfileName: "sx81", Profile: prof,
		Limits: goengine.Limits{SX: sx, SXSet: true},
	}
}

// Each difference is found, and named as the one that there is.
func TestCompareNamesTheDifference(t *testing.T) {
	for _, x := range []struct {
		fake fake
		want string
	}{
		{fake{}, ""},
		{fake{lie: 1}, "fake: score"},
		{fake{slip: 1}, "fake: events"},
		{fake{lieUnwatched: 1}, "fake: a search differs watched and unwatched: score "},
	} {
		c, err := equal.Compare(t.Context(), pair(t, x.fake), task(t, 26))
		require.NoError(t, err)
		require.Len(t, c.Engines, 2)
		require.Equal(t, 26, c.SX)
		if x.want == "" {
			require.True(t, c.Equal)
			require.Empty(t, c.Differences)
			require.Empty(t, c.Differing)
			continue
		}
		require.False(t, c.Equal)
		require.Len(t, c.Differences, 1)
		require.Contains(t, c.Differences[0], x.want)
		require.Equal(t, "fake", c.Differing)
	}
}

// The error of an engine that fails is returned, and is no difference.
func TestCompareReturnsTheErrorOfAnEngine(t *testing.T) {
	broken := errors.New("a guard tripped")
	c, err := equal.Compare(t.Context(), pair(t, fake{fail: broken}), task(t, 8))
	var failed *equal.EngineError
	require.ErrorAs(t, err, &failed)
	require.ErrorIs(t, err, broken)
	require.Equal(t, "fake", failed.Engine)
	require.EqualError(t, err, `engine fake: profile sx81: fen "`+goengine.StartFEN+`": a guard tripped`)
	require.Equal(t, []any{"fake", false}, []any{c.Differing, c.Equal})

	d := equal.Draw(1981, 1)
	c, err = d.Compare(t.Context(), pair(t, fake{fail: broken}))
	require.NoError(t, err)
	require.False(t, c.Equal)
	require.Equal(t, []string{"a guard tripped"}, c.Differences)
}

// A comparison that the context has ended is an error.
func TestCompareEndsWithItsContext(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err := equal.Search(ctx, newEngine(t, "go"), task(t, 60))
	require.ErrorIs(t, err, context.Canceled)
	_, err = equal.Compare(ctx, pair(t, fake{}), task(t, 60))
	require.ErrorIs(t, err, context.Canceled)

	ctx, cancel = context.WithCancel(t.Context())
	_, err = equal.Compare(ctx, pair(t, fake{unwatch: cancel}), task(t, 8))
	require.ErrorIs(t, err, context.Canceled)
	d := equal.Draw(1981, 1)
	_, err = d.Compare(ctx, pair(t, fake{}))
	require.ErrorIs(t, err, context.Canceled)
}

// A tally counts each search once.
func TestTallyCountsEachSearchOnce(t *testing.T) {
	const n = 120
	engines := pair(t, fake{})
	tally := equal.NewTally()
	var nodes, events uint64
	for i := range uint64(n) {
		d := equal.Draw(7, i)
		c, err := d.Compare(t.Context(), engines)
		require.NoError(t, err)
		require.True(t, c.Equal)
		nodes += c.Engines[0].Nodes
		events += c.Engines[0].Count
		tally.Add(&d, &c)
	}
	for _, group := range [][]*equal.Coverage{tally.Sources, tally.Kinds, {tally.All}} {
		var sum equal.Coverage
		for _, x := range group {
			sum.Searches += x.Searches
			sum.Nodes += x.Nodes
			sum.Events += x.Events
			sum.Checks += x.Checks
			sum.Stopped += x.Stopped
			require.LessOrEqual(t, x.MostNodes, tally.All.MostNodes)
		}
		require.Equal(t, equal.Coverage{Searches: n, Nodes: nodes, Events: events, Checks: tally.All.Checks, Stopped: tally.All.Stopped}, sum)
	}
	require.Equal(t, n, tally.Searches)
	require.NotZero(t, tally.All.Checks)
	require.NotZero(t, tally.All.Stopped)
	require.NotZero(t, tally.All.Histories)

	d := equal.Draw(7, 1)
	tally.Add(&d, &equal.Comparison{}) // which the first engine could not finish
	require.Equal(t, []int{n + 1, n}, []int{tally.Searches, tally.All.Searches})
}

// The source shown is that of the place.
func TestSourceEndsWithTheInstruction(t *testing.T) {
	for _, k := range hostbridge.MachineKinds() {
		img, err := k.Image()
		require.NoError(t, err)
		p := hostbridge.NewProgram(img)
		hook, ok := p.Symbol("hook_priced")
		require.True(t, ok)
		line, ok := p.LineAt(hook)
		require.True(t, ok)
		lines := equal.Source(img, &hostbridge.Location{File: line.File, Line: line.Line})
		require.GreaterOrEqual(t, len(lines), 2, k.Name)
		require.Contains(t, lines[0], "hook_priced:", k.Name)
		for _, text := range lines[:len(lines)-1] {
			require.Regexp(t, `^[^ \t;:]+:`, text)
		}
		require.NotContains(t, lines[len(lines)-1], ":")
		require.Empty(t, equal.Source(img, &hostbridge.Location{}))
		require.Empty(t, equal.Source(nil, &hostbridge.Location{File: line.File, Line: line.Line}))
	}
}
