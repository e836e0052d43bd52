package spread

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"github.com/nats-io/nats.go/jetstream"

	"github.com/searchex/searchex/cmd/lab/internal/job"
)

// mostThrown is the number of results of a job that are thrown away before the job counts
// as failed.
const mostThrown = 20

// barredKey is where the plans' bucket has the names of the workers that runs of the server
// have barred. No run has this name.
const barredKey = "barred"

// shareBarred exchanges the names of barred workers with the other runs of the server.
func (c *coordinator) shareBarred(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, request)
	defer cancel()
	var there []string
	e, err := c.plans.Get(ctx, barredKey)
	if err == nil && json.Unmarshal(e.Value(), &there) == nil {
		for _, name := range there {
			if CheckName(name) != nil || c.Ledger.barred[name] {
				continue
			}
			if err := c.bar(ctx, "another run of the server has found it wrong", name); err != nil {
				return err
			}
		}
	}
	if err != nil && !errors.Is(err, jetstream.ErrKeyNotFound) {
		return nil // the server is away: the next time
	}
	all := c.Ledger.names()
	if slices.ContainsFunc(all, func(name string) bool { return !slices.Contains(there, name) }) {
		if b, err := json.Marshal(all); err == nil {
			_, _ = c.plans.Put(ctx, barredKey, b)
		}
	}
	return nil
}

// errWithdraw ends a run whose state has results of barred workers. The run begins again
// without them.
var errWithdraw = errors.New("results in the state are to be withdrawn")

// bar bars workers for a reason: no result of them counts from now on, and what only they
// have done is done again. The error is errWithdraw if some of that went into the state.
func (c *coordinator) bar(ctx context.Context, reason string, workers ...string) error {
	for _, worker := range workers {
		if c.Ledger.barred[worker] {
			continue
		}
		if err := c.Ledger.bar(worker, reason); err != nil {
			return err
		}
		c.Log("%s: worker %s is barred, and what only it has done is done again", reason, worker)
	}
	if err := c.shareBarred(ctx); err != nil {
		return err
	}
	// The workers read of it in the entry of the run, and end.
	if c.renew(ctx) == nil {
		_ = c.Conn.Publish(begunSubject, nil)
	}
	missing := map[string]bool{}
	for _, number := range c.Need[c.emitted:] {
		missing[c.piece(number)] = true
		if have := c.have[number]; have != nil && c.Ledger.wrong(have.by) {
			c.again(ctx, number, have.subject)
		}
	}
	if slices.ContainsFunc(c.Ledger.doubtful(), func(piece string) bool { return !missing[piece] }) {
		return errWithdraw
	}
	return nil
}

// again removes a result from the server, and posts its job again if it is missing now.
func (c *coordinator) again(ctx context.Context, number int, subject string) {
	within, cancel := context.WithTimeout(ctx, request)
	defer cancel()
	_ = c.results.Purge(within, jetstream.WithPurgeSubject(subject))
	place, ours := c.place[number]
	if !ours || place < c.emitted {
		return
	}
	if have := c.have[number]; have != nil && have.subject == subject {
		delete(c.have, number)
	}
	m, have := message{Job: number}, c.have[number]
	if have != nil {
		m.Again, m.Not = true, have.by[0]
	}
	if place < c.posted && (have == nil || have.check) {
		_, _ = c.publish(m) // or when the queue is found empty
	}
}

// throwAway removes a result that cannot count: one that is not complete, or comes from a
// worker that is barred; why is nil then. The worker is barred, if it is known.
func (c *coordinator) throwAway(ctx context.Context, number int, subject, worker string, why error) error {
	switch {
	case why != nil && worker == "":
		c.Log("%s is thrown away: %s", printable(subject), printable(why.Error()))
	case why != nil:
		if err := c.bar(ctx, printable(why.Error()), worker); err != nil {
			return err
		}
		c.thrown[number]++
	}
	if place, ours := c.place[number]; ours && place >= c.emitted && c.thrown[number] >= mostThrown {
		c.have[number] = &received{by: []string{worker}, failed: fmt.Sprintf("%d results of it were thrown away", mostThrown)}
		return c.emit(ctx)
	}
	c.again(ctx, number, subject)
	return nil
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
// here. Those that are wrong are barred.
func (c *coordinator) dispute(ctx context.Context, number int, a *received, b *parcel) error {
	text := fmt.Sprintf("job %d: %s and %s have different results (%.4x and %.4x)", number, a.by[0], b.Worker, a.sum, b.sum)
	sum, err := c.here(ctx, number)
	right, wrong := a.by[0], []string{b.Worker}
	switch {
	case err != nil:
		return fmt.Errorf("%s; this computer gets none: %w", text, err)
	case sum == a.sum:
		a.check = false
		if err := c.confirm(number, a, here); err != nil {
			return err
		}
	case sum == b.sum && !slices.Contains(a.by, here):
		right, wrong = b.Worker, a.by
		if c.place[number] >= c.emitted {
			*a = received{sum: b.sum, by: []string{b.Worker, here}, result: b.result, seq: a.seq}
		}
	default:
		return errors.New(text + "; this computer gets a third one")
	}
	return c.bar(ctx, text+"; this computer gets that of "+right, wrong...)
}

// old compares a late result with what the state has. If this computer gets that of the
// state, the worker is barred; if it gets the late one, those who have done it for the
// state.
func (c *coordinator) old(ctx context.Context, p *parcel) error {
	if c.Known == nil || p.Failed != "" || c.Ledger.barred[p.Worker] {
		return nil
	}
	known, ok := c.Known(p.Job)
	if !ok || known == p.sum {
		return nil
	}
	text := fmt.Sprintf("job %d: %s has another result (%.4x) than the state (%.4x)", p.Job, p.Worker, p.sum, known)
	sum, err := c.here(ctx, p.Job)
	by := c.Ledger.by[c.piece(p.Job)]
	switch {
	case err == nil && sum == known:
		return c.bar(ctx, text+"; this computer gets that of the state", p.Worker)
	case err == nil && sum == p.sum && len(by) > 0 && !slices.Contains(by, here):
		return c.bar(ctx, text+"; this computer gets that of "+p.Worker, by...)
	}
	return fmt.Errorf("%s: one of them is wrong, and this computer does not get that of the state: begin again with another state file", text)
}
