package tour

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/goengine"
	"github.com/searchex/searchex/hostbridge"
)

// committed is the path of the committed tour.
var committed = filepath.Join("..", "..", "..", "..", "docs", "manual", "window.md")

func engines(t testing.TB) (all []hostbridge.Engine) {
	for _, name := range hostbridge.Names {
		e, err := hostbridge.New(name)
		require.NoError(t, err)
		all = append(all, e)
	}
	return all
}

func TestTheCommittedTourIsNotStale(t *testing.T) {
	var b bytes.Buffer
	require.NoError(t, Write(&b, engines(t)))
	want, err := os.ReadFile(committed)
	require.NoError(t, err, "run %s", Command)
	if string(want) != b.String() {
		assert.Equal(t, string(want), b.String())
		t.Fatalf("docs/manual/window.md is stale: run %s", Command)
	}
	first, _, _ := bytes.Cut(b.Bytes(), []byte("\n"))
	assert.Contains(t, string(first), "`"+Command+"`", "the first line says what writes the file")
}

// liar is an engine with a wrong result in one search, with or without a model.
type liar struct {
	hostbridge.Engine
	// search is the number, from 1, of the wrong search without a model, model that of the
	// wrong one with a model.
	search, model int
	// event is the number of the beta test that gets a beta of a pawn less, 0 for none. extra is
	// added to the nodes.
	event int
	extra uint64

	lying bool
}

func (l *liar) Attach(c hostbridge.Callbacks) {
	if c != nil {
		c = &lie{c, l}
	}
	l.Engine.Attach(c)
}

func (l *liar) Search(ctx context.Context, g *goengine.Game, p *goengine.Profile, limits goengine.Limits) (hostbridge.Result, error) {
	count := &l.search
	if limits.Depth != 0 { // models bound it
		count = &l.model
	}
	*count--
	l.lying = *count == 0
	r, err := l.Engine.Search(ctx, g, p, limits)
	if l.lying {
		r.Nodes += l.extra
	}
	l.lying = false
	return r, err
}

type lie struct {
	hostbridge.Callbacks
	liar *liar
}

// Event implements Callbacks.
func (l *lie) Event(n hostbridge.Node, ev *goengine.Event) {
	if ev.Kind == goengine.EventBeta && l.liar.lying {
		if l.liar.event--; l.liar.event == 0 {
			ev.Beta -= 64
		}
	}
	l.Callbacks.Event(n, ev)
}

func TestEnginesThatDifferMakeNoTour(t *testing.T) {
	last := hostbridge.Names[len(hostbridge.Names)-1]
	for name, c := range map[string]struct {
		liar liar
		want string
	}{
		"the first event of a model": {liar{model: 1, event: 1}, `^the tour: model sargon1, profile uniform.*: the engines differ: event 8 is "no cutoff  AGA`},
		"an event of a search":       {liar{search: 1, event: 50}, `^the tour: rn1qkbnr/.* profile uniform, SX 16: the engines differ: events [0-9a-f]+ of go, [0-9a-f]+ of ` + last + `$`},
		"the nodes of a model":       {liar{model: 2, extra: 1}, `^the tour: model sargon2, .*: the engines differ: go plays .* nodes, ` + last + ` plays .* nodes$`},
		"the nodes of a search":      {liar{search: 2, extra: 1}, `^the tour: rn1qkbnr/.* SX 24: the engines differ: go plays .* nodes, ` + last + ` plays .* nodes$`},
	} {
		t.Run(name, func(t *testing.T) {
			all := engines(t)
			c.liar.Engine = all[len(all)-1]
			all[len(all)-1] = &c.liar
			var b bytes.Buffer
			err := Write(&b, all)
			require.Error(t, err)
			assert.Regexp(t, c.want, err.Error())
			assert.NotContains(t, err.Error(), "\n")
			assert.Zero(t, b.Len(), "nothing is written")
		})
	}
}

// A sentence that is not true of the runs is an error, also where all engines agree.
func TestAClaimThatIsNotSoMakesNoTour(t *testing.T) {
	g := &guide{engines: engines(t)[:1], runs: map[string][]*view{}}
	horizon, err := g.run("horizon", "two budgets")
	require.NoError(t, err)
	other := *horizon.Run
	other.Setting = g.runs["horizon"][0].Setting
	g.runs["horizon"][0] = &view{&other} // by its name the run with one budget
	err = g.write(&bytes.Buffer{})
	require.Error(t, err)
	assert.EqualError(t, err, "the tour: the text says that one budget does not find the hunt, and the runs do not show it")

	for _, f := range []func() error{
		func() error { _, err := horizon.Value("AGAG"); return err },
		func() error { _, err := horizon.Price("X"); return err },
		func() error { _, err := horizon.Move(""); return err },
		func() error { _, err := g.run("horizon", "three budgets"); return err },
		func() error { _, err := g.run("nothing", ""); return err },
		func() error { _, err := horizon.Minimal(); return err },
	} {
		assert.Error(t, f())
	}
}

func TestATourWithoutEnginesIsAnError(t *testing.T) {
	assert.Error(t, Write(&bytes.Buffer{}, nil))
}

type full struct{}

func (full) Write([]byte) (int, error) { return 0, errors.New("disk full") }

func TestAWriterThatFailsIsReported(t *testing.T) {
	assert.ErrorContains(t, Write(full{}, engines(t)[:1]), "disk full")
}
