package spread

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// Codes of errors of a server that has no room for its files.
const (
	noResources jetstream.ErrorCode = 10023
	noStorage   jetstream.ErrorCode = 10047
	storeFailed jetstream.ErrorCode = 10077 // from then on the stream stores nothing more
)

// notStored is the error of a message that the server has not stored, though it answers other
// questions: a server whose disk is full says nothing to the message.
type notStored struct{ error }

// isFull reports whether an error says that the server can't store.
func isFull(err error) bool {
	var api *jetstream.APIError
	return errors.As(err, new(notStored)) || errors.As(err, &api) && (api.ErrorCode == noResources || api.ErrorCode == noStorage || api.ErrorCode == storeFailed)
}

// isOff reports whether an error says that the server stores nothing until it is started again.
func isOff(err error) bool {
	return errors.Is(err, jetstream.ErrJetStreamNotEnabled) || errors.Is(err, jetstream.ErrJetStreamNotEnabledForAccount) || errors.Is(err, nats.ErrNoResponders)
}

// trouble describes an error of the server, and what to do.
func trouble(err error) string {
	text := printable(err.Error())
	switch {
	case isFull(err):
		return fmt.Sprintf("the server can't store results (%s): want room for its files", text)
	case isOff(err):
		return fmt.Sprintf("the server has stopped to store (%s): want room for its files, and it started again", text)
	}
	return fmt.Sprintf("the server does not answer (%s): waiting for it", text)
}

// probe is the kind of a message among the results that only shows that the server stores.
const probe = "probe"

// Sizes of probes in bytes: from time to time, and after the server was full.
const (
	smallProbe = 4 << 10
	largeProbe = 256 << 10
)

// storing is how long a message that is stored may take.
const storing = 2 * time.Second

// stores returns an error unless the server stores a message of a size among the results.
func (c *coordinator) stores(ctx context.Context, size int) error {
	ctx, cancel := context.WithTimeout(ctx, storing)
	defer cancel()
	_, err := c.probe(ctx, size)
	if err == nil && size > smallProbe {
		return c.results.Purge(ctx, jetstream.WithPurgeSubject(c.probeSubject()))
	}
	return err
}

func (c *coordinator) probeSubject() string { return resultSubject(c.id, probe, 0, "coordinator") }

// probe stores a probe among the results.
func (c *coordinator) probe(ctx context.Context, size int) (*jetstream.PubAck, error) {
	ack, err := c.js.Publish(ctx, c.probeSubject(), make([]byte, size))
	if errors.Is(err, context.DeadlineExceeded) {
		err = notStored{errors.New("it is silent when something is to be stored")}
	}
	return ack, err
}

// mend makes the streams again of a server that was full, since a stream that could not store
// something stores nothing more. Results that were on the way are done again if they were in
// it; those that the coordinator has received are kept.
func (c *coordinator) mend(ctx context.Context) error {
	if err := c.stores(ctx, largeProbe); !isFull(err) {
		return err
	}
	if err := c.js.DeleteStream(ctx, resultsName(c.id)); err != nil && !errors.Is(err, jetstream.ErrStreamNotFound) {
		return err
	}
	within, cancel := context.WithTimeout(ctx, storing)
	defer cancel()
	if _, err := c.plans.Put(within, c.id, c.plan); isFull(err) || errors.Is(err, context.DeadlineExceeded) {
		// Each run puts its own plan there again.
		if err := c.js.DeleteKeyValue(ctx, plansBucket); err != nil && !errors.Is(err, jetstream.ErrBucketNotFound) {
			return err
		}
	}
	if err := c.setUp(ctx); err != nil {
		return err
	}
	return c.stores(ctx, largeProbe)
}

// meter measures a rate over the last minute, so that a rate does not outlive what it counts.
type meter struct {
	at []time.Time
	n  []int
}

const meterTime = time.Minute

// rate returns how many a second were counted; n have been counted up to now.
func (m *meter) rate(now time.Time, n int) float64 {
	m.at, m.n = append(m.at, now), append(m.n, n)
	for len(m.at) > 2 && now.Sub(m.at[1]) >= meterTime {
		m.at, m.n = m.at[1:], m.n[1:]
	}
	took := now.Sub(m.at[0]).Seconds()
	if took <= 0 {
		return 0
	}
	return float64(n-m.n[0]) / took
}
