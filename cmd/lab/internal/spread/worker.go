package spread

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/searchex/searchex/cmd/lab/internal/job"
)

// Worker runs jobs of all runs of a server.
type Worker struct {
	Name  string
	Cores int
	Kinds job.Kinds
	// Program is this program.
	Program job.Identity
	// Log is called with lines about what the worker does.
	Log func(format string, args ...any)

	js   jetstream.JetStream
	mu   sync.Mutex
	runs map[string]*open
	// doing has the messages of the jobs in hand, done counts those of the past.
	doing map[string]jetstream.Msg
	done  int
	begun time.Time
	meter meter
	turn  int
	// quiet says that the server is away, and that this was said; named has the runs that
	// were named.
	quiet bool
	named map[string]bool
	// alone says whether another worker was there when that was last asked.
	alone bool
	asked time.Time

	// cores has a place for each job that is computed.
	cores chan struct{}
	// work ends when the jobs in hand are given up.
	work context.Context
}

// Times of the end of a worker: for jobs in hand, and for what it tells the server then.
const (
	grace    = 800 * time.Millisecond
	farewell = 300 * time.Millisecond
)

// open is a run that the worker takes part in.
type open struct {
	id       string
	consumer jetstream.Consumer
	open     job.Open
	idle     chan job.Runner
	over     chan struct{} // closed when the run is
	// long says whether the last job took longer than longJob.
	long atomic.Bool
}

// NewName returns a name for a worker on this computer.
func NewName() string {
	host, err := os.Hostname()
	if err != nil {
		host = "worker"
	}
	host = strings.Map(func(r rune) rune {
		if r == '-' || r >= '0' && r <= '9' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' {
			return r
		}
		return '-'
	}, host)
	return fmt.Sprintf("%.40s-%d", host, os.Getpid())
}

// Serve works until ctx ends. Jobs in hand have a moment to end then; those that take longer
// are given back to the server, so that it returns within two seconds whatever a job does. It
// returns an error if the server has a run of another program, and the cause of the end of ctx,
// which whoever has connected ends when the connection is closed.
func (w *Worker) Serve(ctx context.Context, c *nats.Conn) (err error) {
	if err := CheckName(w.Name); err != nil {
		return err
	}
	if w.js, err = jetstream.New(c); err != nil {
		return err
	}
	w.runs, w.doing, w.named, w.begun = map[string]*open{}, map[string]jetstream.Msg{}, map[string]bool{}, time.Now()
	begun := make(chan *nats.Msg, 1)
	switch _, err := c.ChanSubscribe(begunSubject, begun); {
	case errors.Is(err, nats.ErrConnectionClosed):
		<-ctx.Done() // by whoever has connected, who knows why
		return causeOf(ctx)
	case err != nil:
		return err
	}
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	work, giveUp := context.WithCancel(context.WithoutCancel(ctx))
	defer giveUp()
	w.work = work
	context.AfterFunc(ctx, func() { time.AfterFunc(grace, giveUp) })
	var slots sync.WaitGroup
	w.cores = make(chan struct{}, w.Cores)
	for range 2 * w.Cores { // while one stores its result and fetches a job another one computes
		slots.Go(func() {
			for ctx.Err() == nil {
				w.one(ctx)
			}
		})
	}
	slots.Go(func() { w.look(ctx, cancel, begun) })
	ended := make(chan struct{})
	go func() { slots.Wait(); close(ended) }()
	select {
	case <-ended:
	case <-work.Done():
		select {
		case <-ended:
		case <-time.After(farewell): // a job that does not ask its context goes on until the program ends
		}
	}
	w.leave()
	return causeOf(ctx)
}

// causeOf returns why a context has ended, nil if it was just canceled.
func causeOf(ctx context.Context) error {
	if cause := context.Cause(ctx); !errors.Is(cause, context.Canceled) {
		return cause
	}
	return nil
}

// Done returns the number of jobs done.
func (w *Worker) Done() int {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.done
}

// look looks for runs, and tells about the worker, when a run begins and every few
// seconds, until ctx ends. A run of another program ends ctx.
func (w *Worker) look(ctx context.Context, cancel func(error), begun <-chan *nats.Msg) {
	for ctx.Err() == nil {
		if err := w.refresh(ctx); err != nil {
			cancel(err)
			return
		}
		w.tell(ctx)
		select {
		case <-begun:
		case <-time.After(renewal):
		case <-ctx.Done():
		}
	}
}

// sleep waits, or until ctx ends.
func sleep(ctx context.Context, d time.Duration) {
	select {
	case <-ctx.Done():
	case <-time.After(d):
	}
}

// refresh updates the runs. The error is a run that this program must not work for.
func (w *Worker) refresh(ctx context.Context) error {
	infos, err := w.ask(ctx)
	if err != nil {
		return nil // the server is away
	}
	seen := map[string]bool{}
	for _, info := range infos {
		if d := info.Program.Difference(w.Program); d != "" {
			return fmt.Errorf("run %s is of another program: %s: want the same build of lab", printable(info.ID), printable(d))
		}
		if slices.Contains(info.Barred, w.Name) {
			return fmt.Errorf("run %s has barred this worker, since a result of it was wrong: its coordinator names the job", printable(info.ID))
		}
		seen[info.ID] = true
		if w.known(info.ID) {
			continue
		}
		r, err := w.join(ctx, info.ID)
		var refused refusal
		switch {
		case errors.As(err, &refused):
			return fmt.Errorf("run %s: %w", printable(info.ID), err)
		case err == nil:
			if !w.named[info.ID] {
				w.named[info.ID] = true
				w.Log("working for %s", printable(info.ID))
			}
			w.mu.Lock()
			w.runs[info.ID] = r
			w.mu.Unlock()
		}
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	for id := range w.runs {
		if !seen[id] {
			w.drop(id)
		}
	}
	return nil
}

// ask asks the server for the runs. It says once that there is no answer, and once that
// there is one again.
func (w *Worker) ask(ctx context.Context) (infos []RunInfo, err error) {
	if err = nats.ErrDisconnected; w.js.Conn().IsConnected() {
		infos, err = Runs(ctx, w.js)
	}
	switch {
	case err != nil && !w.quiet && ctx.Err() == nil:
		w.quiet = true
		w.Log("%s", trouble(err))
	case err == nil && w.quiet:
		w.quiet = false
		w.Log("the server is back")
	}
	return infos, err
}

// drop ends the part in a run. w.mu is locked.
func (w *Worker) drop(id string) {
	r := w.runs[id]
	delete(w.runs, id)
	close(r.over)
	r.closeIdle()
}

// closeIdle closes the runners that are idle.
func (r *open) closeIdle() {
	for {
		select {
		case idle := <-r.idle:
			job.Close(idle)
		default:
			return
		}
	}
}

func (w *Worker) known(id string) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.runs[id] != nil
}

// refusal is the error of a plan that this program must not work for.
type refusal struct{ error }

// join reads the plan of a run and opens its queue.
func (w *Worker) join(ctx context.Context, id string) (*open, error) {
	ctx, cancel := context.WithTimeout(ctx, request)
	defer cancel()
	plans, err := w.js.KeyValue(ctx, plansBucket)
	if err != nil {
		return nil, err
	}
	entry, err := plans.Get(ctx, id)
	if err != nil {
		return nil, err
	}
	var plan job.Plan
	if err := json.Unmarshal(entry.Value(), &plan); err != nil || plan.Params == nil || plan.ID() != id {
		return nil, fmt.Errorf("its plan can't be read: %w", err) // its coordinator mends it
	}
	if d := plan.Program.Difference(w.Program); d != "" {
		return nil, refusal{fmt.Errorf("is of another program: %s: want the same build of lab", printable(d))}
	}
	r := &open{id: id, idle: make(chan job.Runner, 2*w.Cores), over: make(chan struct{})}
	if r.open, err = w.Kinds.Open(&plan); err != nil {
		return nil, refusal{err}
	}
	r.consumer, err = w.js.Consumer(ctx, streamName(id), consumerName)
	return r, err
}

// tell renews the worker's entry.
func (w *Worker) tell(ctx context.Context) {
	ctx, cancel := context.WithTimeout(ctx, request)
	defer cancel()
	bucket, err := w.js.KeyValue(ctx, workersBucket)
	if err != nil {
		return
	}
	w.mu.Lock()
	info := WorkerInfo{Name: w.Name, Program: w.Program, Cores: w.Cores, Done: w.done, Rate: w.meter.rate(time.Now(), w.done)}
	for what := range w.doing {
		info.Doing = append(info.Doing, what)
	}
	w.mu.Unlock()
	slices.Sort(info.Doing)
	if b, err := json.Marshal(info); err == nil {
		_, _ = bucket.Put(ctx, w.Name, b)
	}
}

// isAlone reports whether no other worker is there. It asks the server now and then.
func (w *Worker) isAlone(ctx context.Context) bool {
	w.mu.Lock()
	ask := time.Since(w.begun) > joining && time.Since(w.asked) > renewal
	if ask {
		w.asked = time.Now()
	}
	alone := w.alone
	w.mu.Unlock()
	if !ask {
		return alone
	}
	ctx, cancel := context.WithTimeout(ctx, request)
	defer cancel()
	all, err := keysOf(ctx, w.js, workersBucket)
	w.mu.Lock()
	defer w.mu.Unlock()
	w.alone = err == nil && len(all) == 1
	return w.alone
}

// leave gives jobs in hand back to the server, and removes the worker's entry.
func (w *Worker) leave() {
	w.mu.Lock()
	for _, msg := range w.doing {
		_ = msg.Nak()
	}
	for id := range w.runs {
		w.drop(id)
	}
	w.mu.Unlock()
	ctx, cancel := context.WithTimeout(context.Background(), farewell)
	defer cancel()
	if bucket, err := w.js.KeyValue(ctx, workersBucket); err == nil {
		_ = bucket.Delete(ctx, w.Name)
	}
}

// next returns the run whose turn it is, nil if there is none.
func (w *Worker) next() *open {
	w.mu.Lock()
	defer w.mu.Unlock()
	if len(w.runs) == 0 {
		return nil
	}
	ids := make([]string, 0, len(w.runs))
	for id := range w.runs {
		ids = append(ids, id)
	}
	slices.Sort(ids)
	w.turn++
	return w.runs[ids[w.turn%len(ids)]]
}
