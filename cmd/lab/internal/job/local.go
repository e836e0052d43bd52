package job

import (
	"context"
	"errors"
	"sync"

	"github.com/searchex/searchex/cmd/internal/pool"
)

// Local is the carrier for the cores of this computer.
type Local struct {
	// Workers is the number of jobs at a time, at least 1.
	Workers int
}

// outcome is a result, or why there is none.
type outcome struct {
	result []byte
	err    error
}

// Do runs jobs. It returns when all of them are done or have failed, or with the first error of Emit or the end of ctx.
func (l Local) Do(ctx context.Context, r *Run) error {
	next := 0
	var mu sync.Mutex
	var opened []Runner
	defer func() {
		for _, w := range opened {
			Close(w)
		}
	}()
	err := pool.Each(ctx, l.Workers, len(r.Need), func() (Runner, error) {
		w, err := r.Open()
		mu.Lock()
		defer mu.Unlock()
		opened = append(opened, w)
		return w, err
	}, func(w Runner, i int) (outcome, error) {
		result, err := Safely(ctx, w, r.Need[i])
		if err != nil && !IsFailure(err) {
			return outcome{}, err
		}
		return outcome{result, err}, nil
	}, func(i int, o outcome) error {
		if i != next {
			return nil // jobs before it were stopped: it is done again
		}
		next++
		var f *failed
		if errors.As(o.err, &f) {
			return r.Fail(Failure{Number: r.Need[i], What: f.what})
		}
		return r.Emit(r.Need[i], o.result)
	})
	if errors.Is(err, ErrDone) {
		return nil
	}
	return err
}
