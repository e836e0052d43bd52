package kinds

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/cmd/internal/given"
	"github.com/searchex/searchex/cmd/lab/internal/job"
	"github.com/searchex/searchex/hostbridge/equal"
)

// The result of a job counts only if it has all searches of the job, in order, as a worker
// writes them, with the roots that the seed draws. Of any other nothing is kept.
func TestOnlyAWholeResultCounts(t *testing.T) {
	s := Soak{Engines: []string{"go", "z80"}, Seed: 1981, From: 1, Batch: 3}
	params, err := json.Marshal(s)
	require.NoError(t, err)
	open, err := All.Open(&job.Plan{Kind: SoakKind, Params: params})
	require.NoError(t, err)
	runner, err := open()
	require.NoError(t, err)
	result, err := runner.Run(context.Background(), 1)
	require.NoError(t, err)
	lines := bytes.SplitAfter(result, []byte("\n"))[:3]
	join := func(lines ...[]byte) []byte { return bytes.Join(lines, nil) }
	edit := func(change func(*equal.Summary)) []byte {
		var x equal.Summary
		require.NoError(t, json.Unmarshal(lines[1], &x))
		change(&x)
		b, err := json.Marshal(x)
		require.NoError(t, err)
		return join(lines[0], append(b, '\n'), lines[2])
	}
	for name, bad := range map[string][]byte{
		"empty":              nil,
		"one line of three":  lines[0],
		"two lines of three": join(lines[0], lines[1]),
		"a line too many":    join(lines[0], lines[1], lines[2], lines[2]),
		"a line twice":       join(lines[0], lines[0], lines[2]),
		"another order":      join(lines[1], lines[0], lines[2]),
		"no end of a line":   result[:len(result)-1],
		"a blank more":       join(lines[0], []byte(" "), lines[1], lines[2]),
		"another field":      bytes.Replace(result, []byte(`{`), []byte(`{"x":1,`), 1),
		"not JSON":           bytes.Repeat([]byte("x\n"), 3),
		"another search":     edit(func(x *equal.Summary) { x.Number++ }),
		"another source":     edit(func(x *equal.Summary) { x.Source += "s" }),
		"another root":       edit(func(x *equal.Summary) { x.Is = append(x.Is, "late") }),
		"an unknown word":    edit(func(x *equal.Summary) { x.Is = append(x.Is, "great") }),
		"cycles of nobody":   edit(func(x *equal.Summary) { x.Cycles = append(x.Cycles, 1) }),
		"no hash":            edit(func(x *equal.Summary) { x.Hash = "" }),
		"failed, no word":    edit(func(x *equal.Summary) { x.Failed, x.Hash, x.Cycles = true, "", nil }),
	} {
		state := NewSoakState(s, 9)
		kept, err := state.Add(1, bad)
		assert.True(t, errors.As(err, new(*job.Malformed)), "%s: %v", name, err)
		assert.Empty(t, kept, name)
		assert.Zero(t, state.Done(), name)
	}
	state := NewSoakState(s, 5) // the job has a search more
	kept, err := state.Add(1, result)
	require.NoError(t, err)
	assert.Equal(t, join(lines[0], lines[1]), kept)
}

// Pieces that are withdrawn are missing, and nothing else; what is added again stands in its
// place at the end. Without a file all is missing.
func TestPiecesAreWithdrawn(t *testing.T) {
	s := Soak{Engines: []string{"go", "z80"}, Seed: 1981, From: 1, Batch: 2}
	path := filepath.Join(t.TempDir(), "state.jsonl")
	content := func() string {
		b := given.File(t, path)
		return string(b)
	}
	params, err := json.Marshal(s)
	require.NoError(t, err)
	open, err := All.Open(&job.Plan{Kind: SoakKind, Params: params})
	require.NoError(t, err)
	runner, err := open()
	require.NoError(t, err)
	add := func(state *SoakState, number int) {
		result, err := runner.Run(t.Context(), number)
		require.NoError(t, err)
		_, err = state.Add(number, result)
		require.NoError(t, err)
	}
	state, memory := NewSoakState(s, 7), NewSoakState(s, 7)
	require.NoError(t, state.Keep(path, false))
	for n := range 4 {
		add(state, n)
		add(memory, n)
	}
	whole, tally := content(), state.Tally
	need, err := state.Withdraw([]string{state.Piece(1), state.Piece(3), state.Piece(9)})
	require.NoError(t, err)
	assert.Equal(t, []int{1, 3}, need)
	assert.Equal(t, 4, state.Tally.Searches)
	_, known := state.Known(1)
	assert.False(t, known)
	_, known = state.Known(2)
	assert.True(t, known)
	lines := strings.SplitAfter(whole, "\n")
	assert.Equal(t, strings.Join([]string{lines[0], lines[1], lines[2], lines[5], lines[6]}, ""), content())
	add(state, 3)
	add(state, 1)
	assert.NotEqual(t, whole, content())
	require.NoError(t, state.Order())
	assert.Equal(t, whole, content())
	assert.Equal(t, tally, state.Tally)
	assert.Empty(t, state.Need())
	_, err = state.Withdraw([]string{"two"})
	assert.Error(t, err)
	assert.Equal(t, whole, content())
	state.Close()

	need, err = memory.Withdraw([]string{memory.Piece(1)})
	require.NoError(t, err)
	assert.Equal(t, []int{0, 1, 2, 3}, need)
}
