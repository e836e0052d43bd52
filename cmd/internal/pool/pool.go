// Package pool runs independent jobs on all cores and hands out their results
// in order.
package pool

import (
	"context"
	"sync"
)

// Each runs jobs 0 to n-1 on a number of workers. Every worker makes its own
// tools with setUp first. emit is called with the results in order of their
// numbers, as soon as they can be, from one goroutine at a time.
//
// The first error of a job, in the order of numbers, ends everything and is
// returned. When the context ends, no more jobs are started; those under way
// are waited for, and all results without an error are handed out, with gaps
// where jobs are missing.
func Each[W, T any](ctx context.Context, workers, n int, setUp func() (W, error), job func(w W, i int) (T, error), emit func(i int, result T) error) error {
	p := &run[T]{n: n, results: map[int]outcome[T]{}, emit: emit}
	var wg sync.WaitGroup
	for range max(1, min(workers, n)) {
		wg.Add(1)
		go func() {
			defer wg.Done()
			w, err := setUp()
			for err == nil && ctx.Err() == nil {
				i, ok := p.take()
				if !ok {
					return
				}
				result, err := job(w, i)
				p.deliver(ctx, i, outcome[T]{result, err})
			}
			if err != nil {
				p.fail(err)
			}
		}()
	}
	wg.Wait()
	if p.err == nil && ctx.Err() != nil {
		p.flush()
		if p.err == nil {
			p.err = ctx.Err()
		}
	}
	return p.err
}

type outcome[T any] struct {
	value T
	err   error
}

// run is the state that the workers share.
type run[T any] struct {
	mu            sync.Mutex
	n             int
	taken, handed int
	results       map[int]outcome[T]
	emit          func(int, T) error
	err           error
}

func (r *run[T]) take() (int, bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.err != nil || r.taken == r.n {
		return 0, false
	}
	r.taken++
	return r.taken - 1, true
}

func (r *run[T]) fail(err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.err == nil {
		r.err = err
	}
}

// deliver keeps a result and hands out those whose turn it is. After the end
// of the context a job's error only means that it was stopped.
func (r *run[T]) deliver(ctx context.Context, i int, o outcome[T]) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if o.err != nil && ctx.Err() != nil {
		return
	}
	r.results[i] = o
	for r.err == nil {
		o, ok := r.results[r.handed]
		if !ok {
			return
		}
		delete(r.results, r.handed)
		if r.err = o.err; r.err == nil {
			r.err = r.emit(r.handed, o.value)
		}
		r.handed++
	}
}

// flush hands out what is left, in order.
func (r *run[T]) flush() {
	for i := r.handed; i < r.taken && r.err == nil; i++ {
		if o, ok := r.results[i]; ok && o.err == nil {
			r.err = r.emit(i, o.value)
		}
	}
}
