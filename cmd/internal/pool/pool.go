// Package pool runs independent jobs on several cores and returns their results in
// order.
package pool

import (
	"context"
	"sync"

	"golang.org/x/sync/errgroup"
)

// Each runs jobs 0 to n-1, at most workers of them at a time. A job gets tools that
// setUp made and that no other job uses at the same time; setUp is called at most once a
// worker. emit is called with the results in the order of their numbers, as soon as
// that is possible, from one goroutine at a time.
//
// The first error of a job, in the order of numbers, ends everything and is
// returned. When the context ends, no more jobs are started; Each waits for those
// under way and emits all results without an error, with gaps where jobs are
// missing.
func Each[W, T any](ctx context.Context, workers, n int, setUp func() (W, error), job func(w W, i int) (T, error), emit func(i int, result T) error) error {
	workers = max(1, min(workers, n))
	group, open := errgroup.WithContext(ctx)
	group.SetLimit(workers)
	r := &results[T]{ready: map[int]outcome[T]{}, emit: emit}
	tools := make(chan W, workers)
	// A context that ends wakes those who wait for it before it ends open.
	ended := func() bool { return ctx.Err() != nil || open.Err() != nil }
	started := 0
	for ; started < n && !ended(); started++ {
		i := started
		group.Go(func() (err error) {
			if ended() {
				return nil
			}
			var w W
			select {
			case w = <-tools:
			default:
				if w, err = setUp(); err != nil {
					return err
				}
			}
			value, err := job(w, i)
			tools <- w
			return r.add(ctx, i, outcome[T]{value, err})
		})
	}
	err := group.Wait()
	if err == nil && ctx.Err() != nil {
		if err = r.flush(started); err == nil {
			err = ctx.Err()
		}
	}
	return err
}

type outcome[T any] struct {
	value T
	err   error
}

// results holds the results that wait for those of jobs with lower numbers.
type results[T any] struct {
	mu    sync.Mutex
	next  int // the job whose result is emitted next
	ready map[int]outcome[T]
	emit  func(int, T) error
	err   error
}

// add keeps a result and emits those whose turn it is. After the end of the
// context an error of a job only means that it was stopped.
func (r *results[T]) add(ctx context.Context, i int, o outcome[T]) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if o.err != nil && ctx.Err() != nil {
		return r.err
	}
	r.ready[i] = o
	for r.err == nil {
		o, ok := r.ready[r.next]
		if !ok {
			break
		}
		delete(r.ready, r.next)
		if r.err = o.err; r.err == nil {
			r.err = r.emit(r.next, o.value)
		}
		r.next++
	}
	return r.err
}

// flush emits what is left of the jobs below end, in order.
func (r *results[T]) flush(end int) error {
	for i := r.next; i < end && r.err == nil; i++ {
		if o, ok := r.ready[i]; ok && o.err == nil {
			r.err = r.emit(i, o.value)
		}
	}
	return r.err
}
