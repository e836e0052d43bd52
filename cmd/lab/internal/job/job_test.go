package job

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// squares is a runner of jobs whose result is the square of the number. Job 3 panics,
// job 5 has an error, job 6 a result that is too large.
type squares struct{}

func (squares) Run(_ context.Context, n int) ([]byte, error) {
	switch n {
	case 3:
		var none []int
		return nil, fmt.Errorf("unreachable %d", none[n])
	case 5:
		return nil, errors.New("no\nfive")
	case 6:
		return bytes.Repeat([]byte("6"), MaxResult+1), nil
	}
	return fmt.Appendf(nil, "%d", n*n), nil
}

func open() (Runner, error) { return squares{}, nil }

// A job that panics is reported in its place, and the run goes on.
func TestFailuresAreReportedInOrderAndTheRunGoesOn(t *testing.T) {
	var got []string
	r := &Run{
		Open: open, Need: []int{1, 2, 3, 4, 5, 6, 9},
		Emit:   func(n int, b []byte) error { got = append(got, fmt.Sprintf("%d: %s", n, b)); return nil },
		Failed: func(f Failure) { got = append(got, f.String()) },
	}
	for _, workers := range []int{1, 3} {
		got = nil
		require.NoError(t, Local{workers}.Do(t.Context(), r))
		require.Len(t, got, 7)
		assert.Regexp(t, `^job 3 failed: panic: runtime error: index out of range \[3\] with length 0 at job_test\.go:[0-9]+$`, got[2])
		got[2] = "3"
		assert.Equal(t, []string{
			"1: 1", "2: 4", "3", "4: 16", "job 5 failed: no five", "job 6 failed: its result has 524289 bytes: want at most 524288", "9: 81",
		}, got)
	}
}

// A file that holds results in order gets none after one that is missing.
func TestAFailureEndsARunWithoutGaps(t *testing.T) {
	for _, workers := range []int{1, 3} {
		var got []int
		err := Local{workers}.Do(t.Context(), &Run{
			Open: open, Need: []int{1, 2, 5, 7, 8}, Gapless: true,
			Emit: func(n int, _ []byte) error { got = append(got, n); return nil },
		})
		assert.EqualError(t, err, "job 5 failed: no five")
		assert.Equal(t, []int{1, 2}, got)
	}
}

// closing is a runner that counts the open runners.
type closing struct{ open *atomic.Int32 }

func (c closing) Run(context.Context, int) ([]byte, error) { return nil, nil }
func (c closing) Close() error                             { c.open.Add(-1); return nil }

// A program that a runner has started ends with the run.
func TestRunnersAreClosed(t *testing.T) {
	var n atomic.Int32
	require.NoError(t, Local{3}.Do(t.Context(), &Run{
		Open: func() (Runner, error) { n.Add(1); return closing{&n}, nil }, Need: []int{1, 2, 3, 4, 5, 6, 7},
		Emit: func(int, []byte) error { return nil },
	}))
	assert.Zero(t, n.Load())
}

// No result is emitted after a gap, so a run that continues writes the bytes of one that was not
// stopped.
func TestNothingIsEmittedAfterAJobThatWasStopped(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	var got []int
	err := Local{2}.Do(ctx, &Run{
		Open: func() (Runner, error) { return stopping{cancel}, nil }, Need: []int{0, 1, 2, 3, 4, 5, 6, 7},
		Emit: func(n int, _ []byte) error { got = append(got, n); return nil },
	})
	assert.ErrorIs(t, err, context.Canceled)
	for i, n := range got {
		assert.Equal(t, i, n)
	}
	assert.Less(t, len(got), 4)
}

// stopping is a runner whose job 3 is stopped, and later ones are not.
type stopping struct{ cancel func() }

func (s stopping) Run(ctx context.Context, n int) ([]byte, error) {
	if n == 3 {
		s.cancel()
		return nil, ctx.Err()
	}
	return nil, nil
}

// Plans with other parameters or programs have other names, and a longer run has the name of a
// shorter one.
func TestAPlansIdentityIsAllOnWhichResultsDepend(t *testing.T) {
	p, err := NewPlan("soak", map[string]int{"seed": 1})
	require.NoError(t, err)
	q := p
	assert.Equal(t, p.ID(), q.ID())
	q.Params = json.RawMessage(`{"seed":2}`)
	assert.NotEqual(t, p.ID(), q.ID())
	q = p
	q.Program.ROMs = "0"
	assert.NotEqual(t, p.ID(), q.ID())
	assert.Equal(t, `ROMs "0" there, "`+p.Program.ROMs+`" here`, q.Program.Difference(p.Program))
	assert.Empty(t, p.Program.Difference(p.Program))
	_, err = NewPlan("soak", strings.Repeat("x", MaxParams))
	assert.ErrorContains(t, err, "want at most")
}

func TestUnknownKindsAndParametersAreRefused(t *testing.T) {
	kinds := Kinds{"square": func(raw json.RawMessage) (Open, error) {
		_, err := Params[struct{ N int }](raw)
		return open, err
	}}
	_, err := kinds.Open(&Plan{Kind: "shell"})
	assert.EqualError(t, err, `jobs of kind "shell" are unknown here`)
	_, err = kinds.Open(&Plan{Kind: "square", Params: json.RawMessage(`{"N":1,"command":"rm"}`)})
	assert.EqualError(t, err, `plan square: parameters: json: unknown field "command"`)
	_, err = kinds.Open(&Plan{Kind: "square", Params: json.RawMessage(`{"N":1}`)})
	assert.NoError(t, err)
}
