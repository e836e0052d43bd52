package main

import (
	"bytes"
	"context"
	"regexp"
	"runtime"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/cmd/internal/cli"
	"github.com/searchex/searchex/cmd/internal/report"
	"github.com/searchex/searchex/goengine"
	"github.com/searchex/searchex/hostbridge"
)

// soakWith runs compare --soak between go and an engine that replaces the first machine.
func soakWith(t *testing.T, ctx context.Context, machine func(fake) hostbridge.Engine, args ...string) (status int, stdout, stderr string) {
	t.Helper()
	var out, complaint bytes.Buffer
	a := cli.NewApp(ctx, strings.NewReader(""), &out, &complaint)
	a.NewEngine = func(name string) (hostbridge.Engine, error) {
		e, err := hostbridge.New("go")
		if name == "go" {
			return e, err
		}
		return machine(fake{Engine: e, name: name}), err
	}
	status = run(a, append([]string{"compare", "--engine", "go," + machines[0]}, args...))
	return status, out.String(), complaint.String()
}

// timeless returns a text without the duration of the run.
func timeless(s string) string {
	return regexp.MustCompile(`(?m), in [0-9.]+ .*$`).ReplaceAllString(s, "")
}

// The searches, the counts and the first that differs are the same on any number of cores.
func TestSoakIsTheSameOnAnyNumberOfCores(t *testing.T) {
	sloppy := func(f fake) hostbridge.Engine {
		f.slip = 1 // below the root, so not in each search
		return f
	}
	equal := func(f fake) hostbridge.Engine { return f }
	for _, c := range []struct {
		machine func(fake) hostbridge.Engine
		args    string
		status  int
	}{
		{sloppy, "--soak 300 --seed 5", cli.ExitFailed},
		{equal, "--soak 60 --seed 5", cli.ExitFine},
		{equal, "--soak 60 --seed 5 --json", cli.ExitFine},
	} {
		var outs []string
		for _, cores := range []int{1, 4} {
			before := runtime.GOMAXPROCS(cores)
			status, out, complaint := soakWith(t, t.Context(), c.machine, strings.Fields(c.args)...)
			runtime.GOMAXPROCS(before)
			require.Equal(t, c.status, status, complaint)
			outs = append(outs, timeless(out)+complaint)
		}
		require.NotEmpty(t, outs[0])
		require.Equal(t, outs[0], outs[1])
	}
}

// A run from a number makes the searches that a run from the start makes from there.
func TestSoakGoesOnWhereARunHasEnded(t *testing.T) {
	equal := func(f fake) hostbridge.Engine { return f }
	_, whole, _ := soakWith(t, t.Context(), equal, "--soak", "9", "--seed", "2", "--json")
	_, rest, _ := soakWith(t, t.Context(), equal, "--soak", "4", "--seed", "2", "--from", "6", "--json")
	lines := strings.SplitAfter(whole, "\n")
	require.Len(t, lines, 10)
	require.Equal(t, strings.Join(lines[5:], ""), rest)
}

// The diff command that a run prints finds the difference.
func TestSoakPrintsTheCommandThatShowsADifference(t *testing.T) {
	for _, name := range machines {
		f := fake{name: name, slip: 1}
		status, out, complaint := runWith(t, f, "compare", "--soak", "200", "--seed", "11")
		require.Equal(t, cli.ExitFailed, status)
		require.Regexp(t, `^searchex: compare: search [0-9]+ of seed 11 differs: `+name+`: events\n$`, complaint)
		require.Contains(t, out, " seed 11 from 1: the last one differs, ")
		_, command, ok := strings.Cut(out, "\nThis shows the difference:\nsearchex ")
		require.True(t, ok, out)
		status, out, complaint = runWith(t, f, unquoted(t, command)...)
		require.Equal(t, cli.ExitFailed, status)
		require.Regexp(t, `^searchex: diff: go and `+name+` differ: `, complaint)
		require.Contains(t, out, "≠")
	}
}

// unquoted returns the words of a command line that diffCommand has written.
func unquoted(t *testing.T, line string) (words []string) {
	t.Helper()
	for _, m := range regexp.MustCompile(`'([^']*)'|(\S+)`).FindAllStringSubmatch(line, -1) {
		words = append(words, m[1]+m[2])
	}
	return words
}

// The diff command has the limit and the history of a random search: for the first search of each
// kind, the command alone makes the same search.
func TestTheCommandRepeatsTheSearch(t *testing.T) {
	status, out, complaint := runWith(t, fake{}, "compare", "--soak", "150", "--seed", "4", "--json")
	require.Equal(t, cli.ExitFine, status, complaint)
	seen := map[string]bool{}
	for line := range strings.Lines(out) {
		number := func(key string) string {
			m := regexp.MustCompile(`"` + key + `":"?([^",]*)`).FindStringSubmatch(line)
			require.NotNil(t, m, key)
			return m[1]
		}
		command := regexp.MustCompile(`"diff":"searchex ([^"]*)"`).FindStringSubmatch(line)[1]
		kind := ""
		for _, flag := range []string{"--moves", "--sx", "--plies", "--draw", "--mate", "--only"} {
			if strings.Contains(command, flag) {
				kind += flag
			}
		}
		if seen[kind] {
			continue
		}
		seen[kind] = true
		status, out, complaint := runWith(t, fake{}, unquoted(t, command)...)
		require.Equal(t, cli.ExitFine, status, "%s: %s", command, complaint)
		events, err := strconv.ParseUint(number("event_count"), 10, 64)
		require.NoError(t, err)
		require.Equal(t, "1 search, "+report.Count(events)+" events: no difference between "+report.Sentence(hostbridge.Names)+"\n", out, command)
	}
	all := ""
	for kind := range seen {
		all += kind
	}
	for _, flag := range []string{"--moves", "--sx", "--plies", "--draw", "--mate", "--only"} {
		require.Contains(t, all, flag)
	}
}

// altered is an engine whose score is one more where wrong holds.
type altered struct {
	fake
	wrong    func(a *altered) bool
	watched  bool // with callbacks
	searches int
}

func (a *altered) Attach(c hostbridge.Callbacks) {
	a.watched = c != nil
	a.fake.Attach(c)
}

func (a *altered) Search(ctx context.Context, g *goengine.Game, p *goengine.Profile, l goengine.Limits) (hostbridge.Result, error) {
	r, err := a.fake.Search(ctx, g, p, l)
	if a.searches++; a.wrong(a) {
		r.Score++
	}
	return r, err
}

// alteredBy returns a function that makes such an engine.
func alteredBy(wrong func(a *altered) bool) func(fake) hostbridge.Engine {
	return func(f fake) hostbridge.Engine { return &altered{fake: f, wrong: wrong} }
}

// An engine that is wrong only without callbacks is found.
func TestSoakLooksAwayToo(t *testing.T) {
	status, out, complaint := soakWith(t, t.Context(), alteredBy(func(a *altered) bool { return !a.watched }), "--soak", "5", "--seed", "1")
	assert.Equal(t, cli.ExitFailed, status)
	assert.Contains(t, complaint, "search 1 of seed 1 differs: "+machines[0]+": a search differs watched and unwatched: score ")
	assert.Contains(t, out, "\nThis shows the difference:\nsearchex diff --engine go,"+machines[0]+" --fen ")
}

// A difference that depends on earlier searches is reported as one.
func TestSoakSaysWhenADifferenceTakesWhatWasBefore(t *testing.T) {
	status, out, _ := soakWith(t, t.Context(), alteredBy(func(a *altered) bool { return a.searches > 10 }), "--soak", "50", "--seed", "1")
	assert.Equal(t, cli.ExitFailed, status)
	assert.Contains(t, out, "\nEngines that have searched nothing before search it alike: ")
	assert.NotContains(t, out, "This shows the difference")
}

// endless sends events without end.
type endless struct{ fake }

type repeating struct{ hostbridge.Callbacks }

// Event implements Callbacks.
func (r repeating) Event(n hostbridge.Node, ev *goengine.Event) {
	r.Callbacks.Event(n, ev)
	for ev.Kind == goengine.EventGenerated {
		r.Callbacks.Event(n, ev)
	}
}

func (e endless) Attach(c hostbridge.Callbacks) {
	if c != nil {
		c = repeating{c}
	}
	e.Engine.Attach(c)
}

// An engine whose search does not end is stopped.
func TestSoakEndsASearchWithoutEnd(t *testing.T) {
	status, out, complaint := soakWith(t, t.Context(), func(f fake) hostbridge.Engine { return endless{f} }, "--soak", "5", "--seed", "1")
	assert.Equal(t, cli.ExitFailed, status)
	assert.Regexp(t, `search 1 of seed 1 differs: go: callback Generated .*: more than 1[0-9],[0-9]{3} events\n$`, complaint)
	assert.Contains(t, out, "searchex diff --engine go,"+machines[0]+" --fen ")
}

// interrupting is an engine during whose search ctrl-C is pressed.
type interrupting struct {
	fake
	left   *atomic.Int32
	cancel func()
}

func (i interrupting) Search(ctx context.Context, g *goengine.Game, p *goengine.Profile, l goengine.Limits) (hostbridge.Result, error) {
	if i.left.Add(-1) == 0 {
		i.cancel()
	}
	return i.fake.Search(ctx, g, p, l)
}

// Ctrl-C prints what has been done so far and the flags that continue. With one worker that is
// known: each search is made twice, so the 100th is part of search 50.
func TestSoakInterruptedSaysHowFarItCame(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	ctx, cancel := context.WithCancel(t.Context())
	var left atomic.Int32
	left.Store(100)
	status, out, complaint := soakWith(t, ctx, func(f fake) hostbridge.Engine { return interrupting{f, &left, cancel} }, "--soak", "5000", "--seed", "9", "--from", "3")
	assert.Equal(t, cli.ExitInterrupted, status)
	assert.Regexp(t, `\n49 searches of go and `+machines[0]+`, each watched and unwatched, seed 9 from 3: all equal, [0-9,]+ nodes, .*\nTo go on: --soak 4951 --seed 9 --from 52\n$`, out)
	assert.Equal(t, "searchex: compare: interrupted: 49 of 5000 finished\n", complaint)
	assert.Regexp(t, `(?m)^all +49 `, out)
}

// stuck waits in its first search for ctrl-C, which comes in a later one.
type stuck struct {
	fake
	ctx      context.Context
	searches *atomic.Int32
	cancel   func()
}

func (s stuck) Search(ctx context.Context, g *goengine.Game, p *goengine.Profile, l goengine.Limits) (hostbridge.Result, error) {
	switch s.searches.Add(1) {
	case 1:
		<-s.ctx.Done()
	case 20:
		s.cancel()
	}
	return s.fake.Search(ctx, g, p, l)
}

// Searches after one that ctrl-C has stopped do not count, and a run that continues makes them.
func TestSoakCountsUpToTheFirstThatIsMissing(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(2))
	ctx, cancel := context.WithCancel(t.Context())
	var searches atomic.Int32
	status, out, complaint := soakWith(t, ctx, func(f fake) hostbridge.Engine { return stuck{f, ctx, &searches, cancel} }, "--soak", "100", "--seed", "9")
	assert.Equal(t, cli.ExitInterrupted, status)
	m := regexp.MustCompile(`^([01]) search(?:es)? of [^\n]*\nTo go on: --soak [0-9]+ --seed 9 --from ([12])\n$`)
	require.GreaterOrEqual(t, searches.Load(), int32(20))
	if !strings.HasPrefix(out, "0 ") { // the second worker took the first search
		_, out, _ = strings.Cut(out, "\n\nprofile")
		_, out, _ = strings.Cut(out, "\n\n")
	}
	require.Regexp(t, m, out)
	assert.Regexp(t, `interrupted: [01] of 100 finished\n$`, complaint)
}
