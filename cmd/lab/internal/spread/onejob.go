package spread

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/searchex/searchex/cmd/lab/internal/job"
)

// joining is the time after which a worker that sees no other one takes itself for the only one.
const joining = 5 * time.Second

// refusalDelay is how long a job that is to be done again waits on average after a worker has
// left it to others. Each wait is random, up to twice that: at equal intervals two such jobs and
// two workers can keep step, and each job comes back to the worker that must not do it, for ever.
const refusalDelay = time.Second / 4

// fetchWait is how long a worker waits for a job of one run.
const fetchWait = time.Second

// longJob is the time from which a job counts as long.
const longJob = 5 * time.Second

// one waits for a job, computes it and stores its result. A job of a run whose jobs are
// short is fetched before there is a core for it, so that no core waits for the server. A
// long one isn't: another worker may have an idle core.
func (w *Worker) one(ctx context.Context) {
	r := w.next()
	if r == nil {
		sleep(ctx, time.Second/50)
		return
	}
	first := r.long.Load()
	if first && !w.enter(ctx) {
		return
	}
	msg := w.fetch(ctx, r)
	if msg == nil {
		if first {
			<-w.cores
		}
		return
	}
	stop := working(msg, r.consumer.CachedInfo().Config.AckWait)
	defer stop()
	if !first && !w.enter(ctx) {
		_ = msg.Nak()
		return
	}
	store := w.do(ctx, r, msg)
	<-w.cores
	if store != nil {
		store()
	}
}

// enter waits for a core. It returns false if ctx ends first.
func (w *Worker) enter(ctx context.Context) bool {
	select {
	case w.cores <- struct{}{}:
	case <-ctx.Done():
		return false
	}
	if ctx.Err() != nil {
		<-w.cores
		return false
	}
	return true
}

// fetch waits for a job of a run. It returns nil if none came.
func (w *Worker) fetch(ctx context.Context, r *open) (msg jetstream.Msg) {
	batch, err := r.consumer.Fetch(1, jetstream.FetchMaxWait(fetchWait))
	if err != nil {
		sleep(ctx, time.Second/2)
		return nil
	}
	for msg = range batch.Messages() {
		if ctx.Err() != nil {
			_ = msg.Nak()
			return nil
		}
	}
	if batch.Error() != nil && msg == nil {
		sleep(ctx, time.Second/10) // the run is over, or the server away
	}
	return msg
}

// do computes the job of a message, and returns what stores its result. It goes on for a
// moment after ctx has ended; then the job is left to others.
func (w *Worker) do(ctx context.Context, r *open, msg jetstream.Msg) (store func()) {
	var m message
	meta, err := msg.Metadata()
	switch {
	case err != nil || len(msg.Data()) > maxJob || json.Unmarshal(msg.Data(), &m) != nil || m.Job < 0:
		w.Log("%s: a message that is not a job is dropped", r.id)
		_ = msg.Term()
		return nil
	case m.Again && m.Not == w.Name && !w.isAlone(ctx): // another one should do it
		_ = msg.NakWithDelay(rand.N(2 * refusalDelay))
		return nil
	}
	what := fmt.Sprintf("%s/%d", r.id, m.Job)
	w.mu.Lock()
	w.doing[what] = msg
	w.mu.Unlock()
	var result []byte
	failed := ""
	if !m.Again && meta.NumDelivered > mostDeliveries { // what is done again has been refused by some
		failed = fmt.Sprintf("%d workers have begun it, and none has finished it", mostDeliveries)
	} else if result, err = w.compute(w.work, r, m.Job); w.work.Err() != nil {
		return nil // leave gives it back
	} else if err != nil {
		failed = err.Error()
	}
	return func() {
		w.store(r, &m, result, failed)
		if w.work.Err() != nil {
			return
		}
		ackCtx, cancel := context.WithTimeout(w.work, request)
		defer cancel()
		_ = msg.DoubleAck(ackCtx) // if it is lost the job is done again, and compared
		w.mu.Lock()
		defer w.mu.Unlock()
		delete(w.doing, what)
		w.done++
	}
}

// working tells the server that a job is in hand, until the returned function is called.
func working(msg jetstream.Msg, wait time.Duration) (stop func()) {
	end := make(chan struct{})
	go func() {
		t := time.NewTicker(max(wait/4, 10*time.Millisecond))
		defer t.Stop()
		for {
			select {
			case <-end:
				return
			case <-t.C:
				_ = msg.InProgress()
			}
		}
	}()
	return sync.OnceFunc(func() { close(end) })
}

// compute runs a job with an idle runner, or a new one.
func (w *Worker) compute(ctx context.Context, r *open, number int) ([]byte, error) {
	var runner job.Runner
	select {
	case runner = <-r.idle:
	default:
		var err error
		if runner, err = r.open(); err != nil {
			return nil, err
		}
	}
	begun := time.Now()
	result, err := job.Safely(ctx, runner, number)
	r.long.Store(time.Since(begun) > longJob)
	if err != nil { // after a panic a runner may be broken
		job.Close(runner)
		return nil, err
	}
	r.idle <- runner
	select {
	case <-r.over:
		r.closeIdle()
	default:
	}
	return result, nil
}

// store stores a result under the worker's name. It goes on trying
// while the server is away, until the run is over or the worker ends.
func (w *Worker) store(r *open, m *message, result []byte, failed string) {
	value := pack(m.Job, w.Name, result, failed)
	said := false
	for pause := 100 * time.Millisecond; ; pause = min(2*pause, 2*time.Second) {
		err := w.put(r, m, value)
		switch {
		case err == nil:
			return
		case errors.Is(err, jetstream.ErrStreamNotFound), errors.Is(err, nats.ErrConnectionClosed):
			return // the run is over
		case !said && w.js.Conn().IsConnected():
			said = true
			w.Log("%s/%d: the server does not take the result (%s): trying again", r.id, m.Job, printable(err.Error()))
		}
		sleep(w.work, pause)
		if w.work.Err() != nil {
			return
		}
	}
}

func (w *Worker) put(r *open, m *message, value []byte) error {
	ctx, cancel := context.WithTimeout(w.work, request)
	defer cancel()
	kind := first
	if m.Again {
		kind = second
	}
	_, err := w.js.Publish(ctx, resultSubject(r.id, kind, m.Job, w.Name), value)
	if errors.Is(err, jetstream.ErrNoStreamResponse) {
		if _, gone := w.js.Stream(ctx, resultsName(r.id)); gone != nil {
			return gone
		}
	}
	return err
}
