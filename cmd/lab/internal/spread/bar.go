package spread

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/nats-io/nats.go/jetstream"

	"github.com/searchex/searchex/cmd/internal/report"
	"github.com/searchex/searchex/cmd/lab/internal/job"
)

// mostThrown is the number of results of a job that are thrown away before the job counts
// as failed.
const mostThrown = 20

// barredKey is where the plans' bucket has the names of the workers that a run has barred.
func barredKey(run string) string { return run + ".barred" }

// loadBarred reads the names of the workers that an earlier coordinator has barred.
func (c *coordinator) loadBarred(ctx context.Context) error {
	e, err := c.plans.Get(ctx, barredKey(c.id))
	if errors.Is(err, jetstream.ErrKeyNotFound) {
		return nil
	}
	var names []string
	if err == nil {
		err = json.Unmarshal(e.Value(), &names)
	}
	for _, name := range names {
		c.barred[name] = true
	}
	return err
}

// bar bars a worker for a reason: no result of it counts from now on, and its results that
// were not emitted are done again. It returns the numbers of the jobs that were emitted
// with results that nobody but the worker has.
func (c *coordinator) bar(ctx context.Context, worker, reason string) (emitted []int) {
	if !c.barred[worker] {
		c.barred[worker] = true
		c.Log("%s: worker %s is barred, and what only it has done is done again", reason, worker)
		if b, err := json.Marshal(slices.Sorted(maps.Keys(c.barred))); err == nil {
			within, cancel := context.WithTimeout(ctx, request)
			defer cancel()
			_, _ = c.plans.Put(within, barredKey(c.id), b) // without it the results are barred when they differ again
		}
		// The worker reads of it in the entry of the run, and ends.
		if c.renew(ctx) == nil {
			_ = c.Conn.Publish(begunSubject, nil)
		}
	}
	for number, have := range c.have {
		switch {
		case have.worker != worker || have.confirmed || have.failed != "":
		case c.place[number] < c.emitted:
			emitted = append(emitted, number)
		default:
			c.again(ctx, number, firstKey(number))
		}
	}
	slices.Sort(emitted)
	return emitted
}

// again removes a result from the server, and posts its job again if it is missing now.
func (c *coordinator) again(ctx context.Context, number int, key string) {
	within, cancel := context.WithTimeout(ctx, request)
	defer cancel()
	_ = c.results.Purge(within, key) // else the new result comes beside it
	place, ours := c.place[number]
	if !ours || place < c.emitted {
		return
	}
	if key == firstKey(number) {
		delete(c.have, number)
	}
	m, have := message{Job: number}, c.have[number]
	if have != nil {
		m.Again, m.Not = true, have.worker
	}
	if place < c.posted && (have == nil || have.check) {
		_, _ = c.publish(m) // or when the queue is found empty
	}
}

// throwAway removes a result that cannot count: one that is not complete, or comes from a
// worker that is barred; why is nil then. The worker is barred, if it is known.
func (c *coordinator) throwAway(ctx context.Context, number int, key, worker string, why error) error {
	switch {
	case why != nil && worker == "":
		c.Log("%s is thrown away: %s", printable(key), printable(why.Error()))
	case why != nil:
		if emitted := c.bar(ctx, worker, printable(why.Error())); len(emitted) > 0 {
			c.Log("%v", c.doubtful(worker, emitted))
		}
	}
	place, ours := c.place[number]
	if why != nil {
		c.thrown[number]++
	}
	if ours && place >= c.emitted && c.thrown[number] >= mostThrown {
		c.have[number] = &received{worker: worker, failed: fmt.Sprintf("%d results of it were thrown away", mostThrown)}
		return c.emit(ctx)
	}
	c.again(ctx, number, key)
	return nil
}

// doubtful returns an error that names jobs whose results were emitted and come from a
// worker that is barred.
func (c *coordinator) doubtful(worker string, emitted []int) error {
	if len(emitted) == 0 {
		return nil
	}
	named := make([]string, 0, 10)
	for _, n := range emitted[:min(len(emitted), cap(named))] {
		named = append(named, fmt.Sprint(n))
	}
	more := ""
	if len(emitted) > len(named) {
		more = ", …"
	}
	return fmt.Errorf("%s by the barred worker %s went into the state before and nobody has repeated it: %s%s: begin again with another state file",
		report.Plural(len(emitted), "result"), worker, strings.Join(named, ", "), more)
}

// here returns the hash of the result that this computer gets for a job.
func (c *coordinator) here(ctx context.Context, number int) (sum [sha256.Size]byte, err error) {
	runner, err := c.Open()
	if err != nil {
		return sum, err
	}
	defer job.Close(runner)
	result, err := job.Safely(ctx, runner, number)
	return sha256.Sum256(result), err
}

// dispute settles which of two different results of a job is right, by computing the job
// here. A worker that is wrong is barred.
func (c *coordinator) dispute(ctx context.Context, number int, a *received, b *parcel) error {
	text := fmt.Sprintf("job %d: %s and %s have different results (%.4x and %.4x)", number, a.worker, b.Worker, a.sum, b.sum)
	sum, err := c.here(ctx, number)
	right, wrong := a.worker, b.Worker
	switch {
	case err != nil:
		return fmt.Errorf("%s; this computer gets none: %w", text, err)
	case sum == a.sum:
		a.check, a.confirmed = false, true
	case sum == b.sum:
		right, wrong = b.Worker, a.worker
		if c.place[number] >= c.emitted {
			*a = received{sum: b.sum, worker: b.Worker, result: b.result, rev: a.rev, confirmed: true}
		}
	default:
		return errors.New(text + "; this computer gets a third one")
	}
	text += "; this computer gets that of " + right
	if emitted := c.bar(ctx, wrong, text); len(emitted) > 0 {
		return fmt.Errorf("%s; %w", text, c.doubtful(wrong, emitted))
	}
	return nil
}

// old compares a late result with what the state has. If this computer gets that of the
// state, the worker is barred.
func (c *coordinator) old(ctx context.Context, p *parcel) error {
	if c.Known == nil || p.Failed != "" || c.barred[p.Worker] {
		return nil
	}
	known, ok := c.Known(p.Job)
	if !ok || known == p.sum {
		return nil
	}
	text := fmt.Sprintf("job %d: %s has another result (%.4x) than the state (%.4x)", p.Job, p.Worker, p.sum, known)
	if sum, err := c.here(ctx, p.Job); err != nil || sum != known {
		return fmt.Errorf("%s: one of them is wrong, and this computer does not get that of the state: begin again with another state file", text)
	}
	if emitted := c.bar(ctx, p.Worker, text+"; this computer gets that of the state"); len(emitted) > 0 {
		return fmt.Errorf("%s; %w", text, c.doubtful(p.Worker, emitted))
	}
	return nil
}
