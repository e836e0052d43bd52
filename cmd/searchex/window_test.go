package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/cmd/internal/cli"
	"github.com/searchex/searchex/cmd/internal/report"
	"github.com/searchex/searchex/goengine"
	"github.com/searchex/searchex/hostbridge"
	"github.com/searchex/searchex/hostbridge/window"
)

// crooked is the Go engine under the name of a machine. Unlike fake it uses what callbacks
// return.
type crooked struct {
	hostbridge.Engine
	slip int16 // added to the reported value that is compared with alpha at ply 2
	lie  uint64
	fail error
}

type slippingAlpha struct {
	hostbridge.Callbacks
	by int16
}

// Event implements Callbacks.
func (s slippingAlpha) Event(n hostbridge.Node, ev *goengine.Event) {
	if ev.Kind == goengine.EventAlpha && n.Ply() == 2 {
		ev.Value += s.by
	}
	s.Callbacks.Event(n, ev)
}

func (c crooked) Name() string { return "z80" }

func (c crooked) Attach(to hostbridge.Callbacks) {
	if to != nil {
		to = slippingAlpha{to, c.slip}
	}
	c.Engine.Attach(to)
}

func (c crooked) Search(ctx context.Context, g *goengine.Game, p *goengine.Profile, l goengine.Limits) (hostbridge.Result, error) {
	r, err := c.Engine.Search(ctx, g, p, l)
	r.Nodes += c.lie
	return r, errors.Join(err, c.fail)
}

// runCrooked runs a command line with go and a crooked z80.
func runCrooked(t *testing.T, c crooked, line string) (status int, stdout, stderr string) {
	t.Helper()
	var out, complaint bytes.Buffer
	a := cli.NewApp(t.Context(), strings.NewReader(""), &out, &complaint)
	a.Engines = []string{"go", "z80"}
	a.NewEngine = func(name string) (hostbridge.Engine, error) {
		e, err := hostbridge.New("go")
		if name == "z80" {
			return crooked{e, c.slip, c.lie, c.fail}, err
		}
		return e, err
	}
	status = run(a, strings.Fields(line))
	return status, out.String(), complaint.String()
}

func TestWindowSaysWhereEnginesDiffer(t *testing.T) {
	picture := filepath.Join(t.TempDir(), "never.svg")
	for _, args := range []string{"", " --log", " --json", " --svg " + picture, " --svg -"} {
		// Events 1 to 6 create the root, both moves, both replies to A and AGA;
		// 7 evaluates that, 8 finds no cutoff, and 9 that it is the best so far.
		// A slip of 8 units is an eighth of a pawn.
		status, out, complaint := runCrooked(t, crooked{slip: 8}, "window"+args)
		assert.Equal(t, cli.ExitFailed, status, args)
		assert.Empty(t, out, args)
		assert.Equal(t, "searchex: window: model sargon1: profile uniform, SX 16, depth 3: go and z80 differ: "+
			`event 9 is "best       AGA  -3.375 < MAX" on go, "best       AGA  -3.500 < MAX" on z80`+"\n", complaint, args)

		status, out, complaint = runCrooked(t, crooked{lie: 1}, "window"+args)
		assert.Equal(t, cli.ExitFailed, status, args)
		assert.Empty(t, out, args)
		assert.Regexp(t, `go and z80 differ: the result is .* 14 nodes on go, .* 15 nodes on z80\n$`, complaint, args)
	}
	assert.NoFileExists(t, picture)

	status, out, complaint := runCrooked(t, crooked{}, "window")
	assert.Equal(t, cli.ExitFine, status)
	assert.Contains(t, out, "all engines agree: go, z80 (14 nodes)\n")
	assert.Empty(t, complaint)
}

func TestWindowNamesAnEngineThatFails(t *testing.T) {
	status, out, complaint := runCrooked(t, crooked{fail: errors.New("write to ROM at $0123")}, "window")
	assert.Equal(t, cli.ExitFailed, status)
	assert.Empty(t, out)
	assert.Equal(t, "searchex: window: engine z80: model sargon1: write to ROM at $0123\n", complaint)
}

// The events of --json have the fields of the documentation, in each model.
func TestWindowEventsAreJSON(t *testing.T) {
	fields := map[string][]string{
		"created": {"number"}, "evaluated": nil,
		"cutoff": {"value", "against"}, "no cutoff": {"value", "against"}, "best": {"value", "against"}, "not best": {"value", "against"},
	}
	for _, name := range window.BuiltinNames() {
		m, err := window.Builtin(name)
		require.NoError(t, err)
		status, out, _ := runCrooked(t, crooked{}, "window --log --json --model "+name)
		require.Equal(t, cli.ExitFine, status, name)
		for line := range strings.Lines(out) {
			var object map[string]any
			require.NoError(t, json.Unmarshal([]byte(line), &object), line)
			want := append([]string{"event", "key", "ply"}, fields[object["event"].(string)]...)
			if len(m.Runs) > 1 {
				want = append(want, "run")
			}
			var have []string
			for key := range object {
				have = append(have, key)
			}
			assert.ElementsMatch(t, want, have, line)
		}
	}
}

func TestThePictureInTheDocumentsIsFresh(t *testing.T) {
	want, err := os.ReadFile("../../docs/manual/window.svg")
	require.NoError(t, err)
	status, picture, complaint := runCrooked(t, crooked{}, "window --model 2 --svg -")
	require.Zero(t, status, complaint)
	assert.Equal(t, string(want), picture, "run go run ./cmd/searchex window --model 2 --svg docs/manual/window.svg")
}

func TestTheLocaleDecidesHowTreesAreDrawn(t *testing.T) {
	for _, c := range []struct {
		all, ctype, lang string
		want             bool
	}{
		{"", "", "en_GB.UTF-8", true}, {"", "", "C.utf8", true}, {"", "", "C", false}, {"C", "", "en_GB.UTF-8", false},
		{"", "de_DE.ISO-8859-1", "en_GB.UTF-8", false}, {"", "de_DE.UTF-8", "C", true}, {"en_GB.UTF-8", "C", "C", true},
	} {
		env := map[string]string{"LC_ALL": c.all, "LC_CTYPE": c.ctype, "LANG": c.lang}
		assert.Equal(t, c.want, report.UTF8Locale(func(name string) string { return env[name] }), c)
	}
}
