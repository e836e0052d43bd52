package pool

import (
	"context"
	"errors"
	"math"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
)

func noTools() (int, error) { return 0, nil }

func TestResultsComeInOrder(t *testing.T) {
	var got []int
	err := Each(t.Context(), 4, 20, noTools, func(_, i int) (int, error) {
		time.Sleep(time.Duration(i%3) * time.Millisecond)
		return i * i, nil
	}, func(i, v int) error {
		assert.Equal(t, i*i, v)
		got = append(got, i)
		return nil
	})
	assert.NoError(t, err)
	assert.Len(t, got, 20)
	assert.IsIncreasing(t, got)
}

func TestFirstErrorInOrderWins(t *testing.T) {
	var got []int
	err := Each(t.Context(), 3, 10, noTools, func(_, i int) (int, error) {
		if i == 1 {
			time.Sleep(5 * time.Millisecond)
			return 0, errors.New("one")
		}
		if i == 2 {
			return 0, errors.New("two")
		}
		return i, nil
	}, func(i, _ int) error { got = append(got, i); return nil })
	assert.EqualError(t, err, "one")
	assert.Equal(t, []int{0}, got)
}

func TestSetUpErrorIsReturned(t *testing.T) {
	err := Each(t.Context(), 2, 5, func() (int, error) { return 0, errors.New("no tools") },
		func(_, i int) (int, error) { return i, nil }, func(int, int) error { return nil })
	assert.EqualError(t, err, "no tools")
}

func TestEndOfContextHandsOutWhatIsFinished(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	var got []int
	err := Each(ctx, 2, 10, noTools, func(_, i int) (int, error) {
		if i == 0 {
			<-ctx.Done()
			return 0, errors.New("stopped")
		}
		if i == 3 {
			cancel()
		}
		return i, nil
	}, func(i, _ int) error { got = append(got, i); return nil })
	assert.ErrorIs(t, err, context.Canceled)
	assert.Equal(t, []int{1, 2, 3}, got)
}

// Each returns without a loop over the jobs that were never started.
func TestAnEndEarlyInALotOfJobsIsTheEnd(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	handed := 0
	err := Each(ctx, 2, math.MaxInt, func() (int, error) { return 0, nil },
		func(_, i int) (int, error) {
			if i == 100 {
				cancel()
			}
			return i, nil
		},
		func(int, int) error { handed++; return nil })
	assert.ErrorIs(t, err, context.Canceled)
	assert.GreaterOrEqual(t, handed, 100)
}
