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
	// doing has the jobs in hand, done counts those of the past.
	doing map[string]bool
	done  int
	begun time.Time
	turn  int
	// alone says whether another worker was there when that was last asked.
	alone bool
	asked time.Time

	// cores has a place for each job that is computed.
	cores chan struct{}
}

// open is a run that the worker takes part in.
type open struct {
	id       string
	consumer jetstream.Consumer
	results  jetstream.KeyValue
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

// Serve works until ctx ends; then it finishes the jobs in hand. It returns an error if
// the server has a run of another program.
func (w *Worker) Serve(ctx context.Context, c *nats.Conn) (err error) {
	if w.js, err = jetstream.New(c); err != nil {
		return err
	}
	w.runs, w.doing, w.begun = map[string]*open{}, map[string]bool{}, time.Now()
	begun := make(chan *nats.Msg, 1)
	if _, err := c.ChanSubscribe(begunSubject, begun); err != nil {
		return err
	}
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	var slots sync.WaitGroup
	w.cores = make(chan struct{}, w.Cores)
	for range 2 * w.Cores { // while one stores its result and fetches a job another one computes
		slots.Go(func() {
			for ctx.Err() == nil {
				w.one(ctx)
			}
		})
	}
	w.look(ctx, cancel, begun)
	slots.Wait()
	w.mu.Lock()
	for id := range w.runs {
		w.drop(id)
	}
	w.mu.Unlock()
	w.leave()
	if cause := context.Cause(ctx); cause != nil && !errors.Is(cause, context.Canceled) {
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
	infos, err := Runs(ctx, w.js)
	if err != nil {
		return nil // the server is away
	}
	seen := map[string]bool{}
	for _, info := range infos {
		if d := info.Program.Difference(w.Program); d != "" {
			return fmt.Errorf("run %s is of another program: %s: want the same build of lab", printable(info.ID), printable(d))
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
			w.Log("working for %s", info.ID)
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
	if err := json.Unmarshal(entry.Value(), &plan); err != nil {
		return nil, refusal{fmt.Errorf("its plan can't be read: %w", err)}
	}
	if plan.ID() != id {
		return nil, refusal{fmt.Errorf("its plan is that of %s", plan.ID())}
	}
	if d := plan.Program.Difference(w.Program); d != "" {
		return nil, refusal{fmt.Errorf("is of another program: %s: want the same build of lab", printable(d))}
	}
	r := &open{id: id, idle: make(chan job.Runner, 2*w.Cores), over: make(chan struct{})}
	if r.open, err = w.Kinds.Open(&plan); err != nil {
		return nil, refusal{err}
	}
	if r.consumer, err = w.js.Consumer(ctx, streamName(id), consumerName); err != nil {
		return nil, err
	}
	r.results, err = w.js.KeyValue(ctx, resultsBucket(id))
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
	info := WorkerInfo{Name: w.Name, Program: w.Program, Cores: w.Cores, Done: w.done, Rate: float64(w.done) / time.Since(w.begun).Seconds()}
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
	all, err := Workers(ctx, w.js)
	w.mu.Lock()
	defer w.mu.Unlock()
	w.alone = err == nil && len(all) == 1
	return w.alone
}

// leave removes the worker's entry.
func (w *Worker) leave() {
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	if bucket, err := w.js.KeyValue(ctx, workersBucket); err == nil {
		_ = bucket.Purge(ctx, w.Name)
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

// joining is the time after which a worker that sees no other one takes itself for the only one.
const joining = 5 * time.Second

// refusalDelay is how long a job that is to be done again waits after a worker has left it to
// others.
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

// do computes the job of a message. Jobs in hand are finished even after ctx has ended.
func (w *Worker) do(ctx context.Context, r *open, msg jetstream.Msg) (store func()) {
	var m message
	meta, err := msg.Metadata()
	switch {
	case err != nil || len(msg.Data()) > maxJob || json.Unmarshal(msg.Data(), &m) != nil || m.Job < 0:
		w.Log("%s: a message that is not a job is dropped", r.id)
		_ = msg.Term()
		return nil
	case m.Again && m.Not == w.Name && !w.isAlone(ctx): // another one should do it
		_ = msg.NakWithDelay(refusalDelay)
		return nil
	}
	what := fmt.Sprintf("%s/%d", r.id, m.Job)
	w.mu.Lock()
	w.doing[what] = true
	w.mu.Unlock()
	var result []byte
	failed := ""
	if !m.Again && meta.NumDelivered > mostDeliveries { // what is done again has been refused by some
		failed = fmt.Sprintf("%d workers have begun it, and none has finished it", mostDeliveries)
	} else if result, err = w.compute(context.WithoutCancel(ctx), r, m.Job); err != nil {
		failed = err.Error()
	}
	return func() {
		w.store(r, &m, result, failed)
		ackCtx, cancel := context.WithTimeout(context.Background(), request)
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

// store stores a result: as the first one of its job, or beside that. It goes on trying
// while the server is away, until the run is over.
func (w *Worker) store(r *open, m *message, result []byte, failed string) {
	value := pack(m.Job, w.Name, result, failed)
	for pause := 100 * time.Millisecond; ; pause = min(2*pause, 2*time.Second) {
		err := w.put(r, m, value)
		switch {
		case err == nil:
			return
		case errors.Is(err, jetstream.ErrBucketNotFound), errors.Is(err, nats.ErrConnectionClosed):
			return // the run is over
		}
		time.Sleep(pause)
	}
}

func (w *Worker) put(r *open, m *message, value []byte) error {
	ctx, cancel := context.WithTimeout(context.Background(), request)
	defer cancel()
	if !m.Again {
		_, err := r.results.Create(ctx, firstKey(m.Job), value)
		switch {
		case err == nil:
			return nil
		case errors.Is(err, jetstream.ErrKeyExists):
			// It may be our own, of which the answer was lost; then nothing is different.
		default:
			if _, gone := w.js.KeyValue(ctx, resultsBucket(r.id)); gone != nil {
				return gone
			}
			return err
		}
	}
	_, err := r.results.Put(ctx, againKey(m.Job, w.Name), value)
	return err
}
