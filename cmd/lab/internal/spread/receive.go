package spread

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"slices"
	"sync"

	"github.com/nats-io/nats.go/jetstream"

	"github.com/searchex/searchex/cmd/lab/internal/job"
)

// pullAtOnce is how many results are on their way to the coordinator at a time.
const pullAtOnce = 64

// watch begins to receive all results that the server has, and then new ones. After an
// error what was watched before is watched still.
func (c *coordinator) watch(ctx context.Context) error {
	consumer, err := c.results.OrderedConsumer(ctx, jetstream.OrderedConsumerConfig{})
	if err != nil {
		return err
	}
	came, ended := make(chan jetstream.Msg), make(chan struct{})
	w, err := consumer.Consume(func(m jetstream.Msg) {
		select {
		case came <- m:
		case <-ended:
		}
	}, jetstream.PullMaxMessages(pullAtOnce))
	if err != nil {
		return err
	}
	c.stopWatching()
	c.came, c.stopWatching = came, sync.OnceFunc(func() { close(ended); w.Stop() })
	return nil
}

// receive takes a result from the server.
func (c *coordinator) receive(ctx context.Context, msg jetstream.Msg) error {
	kind, number, worker := splitSubject(msg.Subject())
	if kind == probe {
		return nil
	}
	meta, err := msg.Metadata()
	if err != nil {
		return err
	}
	p, err := unpack(msg.Data())
	switch {
	case err != nil:
	case number != p.Job:
		err = fmt.Errorf("a result of job %d under the subject %s", p.Job, printable(msg.Subject()))
	case worker != p.Worker:
		err = fmt.Errorf("a result of %s under the name of %s", p.Worker, worker)
	}
	if err != nil && p.Worker == "" {
		worker = "" // a worker can make the server write something, but no result, under another's name
	}
	p.Worker = worker
	_, ours := c.place[number]
	switch {
	case err != nil || ours && c.Ledger.barred[worker]:
		return c.throwAway(ctx, number, msg.Subject(), worker, err)
	case !ours:
		return c.old(ctx, &p)
	}
	have := c.have[number]
	switch {
	case have == nil:
		have = &received{sum: p.sum, by: []string{worker}, failed: p.Failed, result: p.result, seq: meta.Sequence.Stream, subject: msg.Subject()}
		have.check = p.Failed == "" && kind == first && c.checked(number)
		c.have[number] = have
		if have.check {
			_, _ = c.publish(message{Job: number, Again: true, Not: worker}) // or with the next posting
		}
	case have.failed != "" || p.Failed != "":
		if p.Failed != "" && have.failed == "" {
			c.Log("%s", job.Failure{Number: number, Worker: worker, What: p.Failed + "; another worker has done it"})
		}
		have.check = have.check && kind != second
	case have.sum != p.sum:
		if err := c.dispute(ctx, number, have, &p); err != nil {
			return err
		}
	default:
		have.check = have.check && kind != second
		if err := c.confirm(number, have, worker); err != nil {
			return err
		}
	}
	return c.emit(ctx)
}

// confirm notes that another worker has the same result of a job.
func (c *coordinator) confirm(number int, have *received, worker string) error {
	if slices.Contains(have.by, worker) {
		return nil
	}
	have.by = append(have.by, worker)
	if c.place[number] >= c.emitted {
		return nil // the ledger has it when it is emitted
	}
	return c.Ledger.add(entry{Piece: c.piece(number), By: have.by})
}

// note writes into the ledger whose results are going to be emitted.
func (c *coordinator) note() error {
	var all []entry
	for _, number := range c.Need[c.emitted:] {
		have := c.have[number]
		if have == nil || have.check {
			break
		}
		if have.failed == "" && !have.noted {
			have.noted = true
			all = append(all, entry{Piece: c.piece(number), By: slices.Clone(have.by)})
		}
	}
	return c.Ledger.add(all...)
}

// checked reports whether a job is done twice. It depends on plan and number alone.
func (c *coordinator) checked(number int) bool {
	sum := sha256.Sum256(fmt.Appendf(nil, "%s %d", c.id, number))
	return (int(sum[0])<<8|int(sum[1]))%100 < c.Check
}

// emit emits the results whose turn it is.
func (c *coordinator) emit(ctx context.Context) error {
	if err := c.note(); err != nil {
		return err
	}
	for c.emitted < len(c.Need) {
		number := c.Need[c.emitted]
		have := c.have[number]
		if have == nil || have.check {
			break
		}
		if have.failed != "" {
			c.failed++
			if err := c.Fail(job.Failure{Number: number, Worker: have.by[0], What: have.failed}); err != nil {
				return err
			}
		} else if err := c.Emit(number, have.result); errors.As(err, new(*job.Malformed)) {
			if err := c.throwAway(ctx, number, have.subject, have.by[0], err); err != nil {
				return err
			}
			continue
		} else if err != nil {
			return err
		}
		have.result = nil
		c.deletable = max(c.deletable, have.seq)
		c.emitted++
		c.posted = max(c.posted, c.emitted)
		c.sinceDeleted++
	}
	c.delete(ctx)
	return nil
}

// delete removes results that were emitted, many at a time, so that the server's files
// stay small.
func (c *coordinator) delete(ctx context.Context) {
	if c.sinceDeleted < 256 {
		return
	}
	c.sinceDeleted = 0
	upTo := c.deletable + 1
	for _, number := range c.Need[c.emitted:min(c.posted, len(c.Need))] {
		if h := c.have[number]; h != nil {
			upTo = min(upTo, h.seq)
		}
	}
	ctx, cancel := context.WithTimeout(ctx, request)
	defer cancel()
	if upTo > 1 {
		_ = c.results.Purge(ctx, jetstream.WithPurgeSequence(upTo))
	}
}
