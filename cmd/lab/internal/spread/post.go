package spread

import (
	"context"
	"encoding/json"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// postAtOnce is how many jobs are posted before the answers are awaited.
const postAtOnce = 256

// post posts jobs up to the window. If the server does not take all of them, they are
// posted again later.
func (c *coordinator) post(ctx context.Context) error {
	var answers []jetstream.PubAckFuture
	from := c.posted
	for c.posted < len(c.Need) && c.posted-c.emitted < c.window && len(answers) < postAtOnce && !c.quiet {
		number := c.Need[c.posted]
		m := message{Job: number}
		have := c.have[number]
		if have != nil {
			m.Again, m.Not = have.check, have.by[0]
		}
		c.posted++
		if have != nil && !m.Again {
			continue
		}
		answer, err := c.publish(m)
		if err != nil {
			c.away(err)
			break
		}
		answers = append(answers, answer)
	}
	if err := await(ctx, answers); err != nil && ctx.Err() == nil {
		c.away(err)
	}
	if c.quiet {
		c.posted = from
	}
	return ctx.Err()
}

// publish posts a job, and returns where the server's answer will be.
func (c *coordinator) publish(m message) (jetstream.PubAckFuture, error) {
	b, err := json.Marshal(m)
	if err != nil {
		return nil, err
	}
	return c.js.PublishAsync(subjectName(c.id), b)
}

// await waits for the server's answers to what was published.
func await(ctx context.Context, answers []jetstream.PubAckFuture) error {
	ctx, cancel := context.WithTimeout(ctx, request)
	defer cancel()
	for _, a := range answers {
		select {
		case <-a.Ok():
		case err := <-a.Err():
			return err
		case <-ctx.Done():
			return nats.ErrTimeout
		}
	}
	return nil
}
