package tune

import (
	"bytes"
	"context"
	"encoding/xml"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/cmd/internal/chess/openings"
	"github.com/searchex/searchex/cmd/internal/match"
	"github.com/searchex/searchex/cmd/internal/match/player"
	"github.com/searchex/searchex/cmd/lab/internal/job"
	"github.com/searchex/searchex/goengine"
)

var quickKeys = []Key{
	{Names: []string{"price.losing", "price.losing-capture"}, Low: 8, High: 40, Step: 4, Start: 18},
	{Names: []string{"switch.scout"}, Low: 0, High: 1, Step: 0.5, Start: 1},
}

// quick returns a tuning of some milliseconds an iteration.
func quick(t *testing.T, opponents ...Opponent) *Config {
	t.Helper()
	all, err := openings.BuiltIn()
	require.NoError(t, err)
	c := &Config{
		Player: spec(t, "go:tuned,nodes=60"), Pool: opponents, Openings: all[:7], Pairs: 1, Iterations: 6,
		Rules: match.Rules{MaxPlies: 60}, Warn: func(line string) { t.Error(line) }, OnIteration: func(Iteration) error { return nil },
	}
	if len(opponents) > 0 {
		c.PoolPairs = 1
	}
	return c
}

func spec(t *testing.T, text string) player.Spec {
	t.Helper()
	some, err := player.ParseSpec(text, player.Defaults{})
	require.NoError(t, err)
	return some[0]
}

func opponent(t *testing.T, text string) Opponent {
	s := spec(t, text)
	return Opponent{Name: s.Label, Make: s.Maker(true, nil)}
}

func begin() *SPSA { return NewSPSA(quickKeys, 5, 0.2) }

// tuneTo runs a tuning with a state file, from where the file stands.
func tuneTo(t *testing.T, c *Config, path string, iterations int) *SPSA {
	t.Helper()
	s := begin()
	state, err := OpenState(path, Header{Seed: 5}, func(i Iteration) error { return c.Replay(s, i) })
	require.NoError(t, err)
	defer state.Close()
	c.Iterations = iterations
	c.OnIteration = state.Add
	require.NoError(t, Run(t.Context(), c, s))
	return s
}

// A tuning that is killed after any iteration, also in the midst of a line, and continued leaves the
// same file as one that runs through, with any number of games at a time.
func TestResumedIsUninterrupted(t *testing.T) {
	c := quick(t, opponent(t, "go:uniform,nodes=60"), opponent(t, "go:sx81,nodes=60"))
	path := filepath.Join(t.TempDir(), "whole.jsonl")
	c.Carry = job.Local{Workers: 1}.Do
	whole := tuneTo(t, c, path, 6)
	want, err := os.ReadFile(path)
	require.NoError(t, err)
	lines := bytes.SplitAfter(want, []byte("\n"))
	require.Len(t, lines, 8) // the header, six iterations, and nothing

	c.Carry = job.Local{Workers: 3}.Do
	for n := range 8 {
		begun := bytes.Join(lines[:n], nil)
		if n < 7 {
			begun = append(begun, lines[n][:len(lines[n])/2]...)
		}
		path := filepath.Join(t.TempDir(), "begun.jsonl")
		require.NoError(t, os.WriteFile(path, begun, 0o600))
		resumed := tuneTo(t, c, path, 6)
		got, err := os.ReadFile(path)
		require.NoError(t, err)
		assert.Equal(t, string(want), string(got), "%d lines", n)
		assert.Equal(t, whole.At(), resumed.At(), "%d lines", n)
	}
}

// Every game of an iteration counts: two between the trials and two of each against the pool, whose
// opponents take turns; both trials meet the same one at the same opening.
func TestTasks(t *testing.T) {
	c := quick(t, Opponent{Name: "a"}, Opponent{Name: "b"})
	c.Pairs, c.PoolPairs = 2, 1
	tasks := c.tasks(2) // openings 6, 7 and 8 of 7
	require.Len(t, tasks, 8)
	at := func(i int) openings.Opening { return c.Openings[i%7] }
	for i, want := range []task{
		{at(6), 0, self, true}, {at(6), 0, self, false}, {at(7), 0, self, true}, {at(7), 0, self, false},
		{at(8), 0, 0, true}, {at(8), 0, 0, false}, {at(8), 1, 0, true}, {at(8), 1, 0, false},
	} {
		assert.Equal(t, want.opening.Moves, tasks[i].opening.Moves, "%d", i)
		assert.Equal(t, [2]int{want.trial, want.opponent}, [2]int{tasks[i].trial, tasks[i].opponent}, "%d", i)
		assert.Equal(t, want.white, tasks[i].white, "%d", i)
	}
	assert.Equal(t, 1, c.tasks(3)[4].opponent)
}

// A game between the trials counts for both, one against the pool for one: 3 won and 1 lost are 2 points
// ahead, 1½ of 2 against ½ of 2 one more.
func TestPoints(t *testing.T) {
	i := Iteration{Self: Score{3, 2, 1}, PlusPool: Score{1, 1, 0}, MinusPool: Score{0, 1, 1}}
	assert.Equal(t, 3.0, i.Points())
}

// Tuning learns: a first iteration far beyond the nodes there are sees only some of the moves, and loses.
func TestTuningLeavesWhatLoses(t *testing.T) {
	c := quick(t)
	c.Player, c.Rules = spec(t, "go:tuned,start=60,nodes=200"), match.Rules{MaxPlies: 120}
	c.Pairs, c.Iterations = 2, 6
	s := NewSPSA([]Key{{Names: []string{"start"}, Low: 0, High: 255, Step: 50, Start: 60}}, 1, 0.1)
	require.NoError(t, Run(t.Context(), c, s))
	assert.Less(t, s.Values()[0], 40)
}

// failing is an opponent that fails at its first moves.
type failing struct {
	player.Player
	left *int
}

func (f failing) Move(turn player.Turn) (player.Reply, error) {
	if *f.left > 0 {
		*f.left--
		return player.Reply{}, errors.New("has gone")
	}
	return f.Player.Move(turn)
}

// A game that an opponent loses by fault is played again, and the tuning is the same as without; an
// opponent that fails three times in a row ends it with what was finished.
func TestAnOpponentThatVanishes(t *testing.T) {
	healthy := opponent(t, "go:uniform,nodes=60")
	c := quick(t, healthy)
	c.Carry = job.Local{Workers: 1}.Do
	want := begin()
	require.NoError(t, Run(t.Context(), c, want))

	fails := 2
	c = quick(t, Opponent{Name: "guest", Make: func() player.Player { return failing{healthy.Make(), &fails} }})
	c.Carry = job.Local{Workers: 1}.Do
	var warnings []string
	c.Warn = func(line string) { warnings = append(warnings, line) }
	got := begin()
	require.NoError(t, Run(t.Context(), c, got))
	assert.Equal(t, want.At(), got.At())
	require.Len(t, warnings, 2)
	assert.Contains(t, warnings[0], "a game is played again, failure: ")
	assert.Contains(t, warnings[0], "has gone")

	c.OnIteration = func(i Iteration) error {
		if i.Number == 2 {
			fails = 3
		}
		return nil
	}
	got = begin()
	err := Run(t.Context(), c, got)
	require.Error(t, err)
	assert.Contains(t, err.Error(), "iteration 3: job 2 failed: guest failed 3 times in a row: failure: ")
	assert.Equal(t, 2, got.Done())
}

// Ctrl-C ends a tuning between two moves, and what was finished stands.
func TestInterrupted(t *testing.T) {
	c := quick(t)
	ctx, cancel := context.WithCancel(t.Context())
	c.Iterations = 1000
	c.OnIteration = func(i Iteration) error {
		if i.Number == 3 {
			cancel()
		}
		return nil
	}
	s := begin()
	assert.ErrorIs(t, Run(ctx, c, s), context.Canceled)
	assert.Equal(t, 3, s.Done())
}

// What is no state, or one of another tuning, or damaged, is refused and left as it is.
func TestBadState(t *testing.T) {
	c := quick(t)
	good := filepath.Join(t.TempDir(), "good.jsonl")
	tuneTo(t, c, good, 3)
	b, err := os.ReadFile(good)
	require.NoError(t, err)
	text := string(b)
	lines := strings.SplitAfter(text, "\n")
	for name, x := range map[string]struct{ content, want string }{
		"a match":             {`{"searchex_match":2,"players":[]}` + "\n", "is not the state of a tuning"},
		"half of something":   {`{"fen":`, "is not the state of a tuning"},
		"words":               {"hello\n", "is not the state of a tuning"},
		"other seed":          {strings.Replace(text, `"seed":5`, `"seed":6`, 1), "is the state of another tuning: seed: 6 there, 5 here"},
		"a line is missing":   {lines[0] + lines[2], "line 2: iteration 2 where 1 is next"},
		"no JSON":             {lines[0] + "{\n" + lines[2], "line 2: unexpected end of JSON input"},
		"other values":        {strings.Replace(text, `"plus":[`, `"plus":[9`, 1), "line 2: iteration 1 tried other values"},
		"too few games":       {strings.Replace(text, `"self":[`, `"self":[1`, 1), "line 2: iteration 1 has not 2 games"},
		"another destination": {strings.Replace(text, `"at":[`, `"at":[1`, 1), "line 2: iteration 1 does not lead to where it says"},
	} {
		path := filepath.Join(t.TempDir(), "bad.jsonl")
		require.NoError(t, os.WriteFile(path, []byte(x.content), 0o600))
		s := begin()
		_, err := OpenState(path, Header{Seed: 5}, func(i Iteration) error { return c.Replay(s, i) })
		if assert.Error(t, err, name) {
			assert.Contains(t, err.Error(), x.want, name)
		}
		after, err := os.ReadFile(path)
		require.NoError(t, err)
		assert.Equal(t, x.content, string(after), name)
	}
	_, err = CreateState(good, Header{})
	assert.ErrorContains(t, err, "continue it with --resume")
	_, err = OpenState(t.TempDir(), Header{}, nil)
	assert.ErrorContains(t, err, "is not the state of a tuning")
}

// Two tunings don't write the same file, and one that came to nothing leaves none.
func TestStateIsOneTunings(t *testing.T) {
	path := filepath.Join(t.TempDir(), "state.jsonl")
	s, err := CreateState(path, Header{})
	require.NoError(t, err)
	if _, err := OpenState(path, Header{}, nil); assert.Error(t, err) {
		assert.Contains(t, err.Error(), "another tuning is writing to it")
	}
	require.NoError(t, s.Close())
	assert.NoFileExists(t, path)
}

// The values of keys are set by all their names.
func TestProfile(t *testing.T) {
	p, err := Profile(spec(t, "go:tuned").Profile, quickKeys, []int{25, 0})
	require.NoError(t, err)
	assert.Equal(t, [2]uint8{25, 25}, [2]uint8{p.Price[goengine.Losing], p.Price[goengine.LosingCapture]})
	assert.Zero(t, p.Switches&goengine.Scout)
}

// The picture is well-formed, and names each key.
func TestSVG(t *testing.T) {
	b, err := SVG(quickKeys, []Iteration{{Number: 1, At: []float64{20, 0.5}}, {Number: 2, At: []float64{25, 0}}})
	require.NoError(t, err)
	d := xml.NewDecoder(bytes.NewReader(b))
	for err == nil {
		_, err = d.Token()
	}
	assert.Equal(t, io.EOF, err)
	assert.Contains(t, string(b), "price.losing, price.losing-capture")
	assert.Contains(t, string(b), "switch.scout")
	_, err = SVG(quickKeys, []Iteration{{Number: 1, At: []float64{20}}})
	assert.Error(t, err)
	_, err = SVG(quickKeys, nil)
	assert.NoError(t, err)
}
