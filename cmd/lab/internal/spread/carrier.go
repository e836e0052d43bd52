package spread

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/searchex/searchex/cmd/lab/internal/job"
)

// Carrier carries jobs to the workers of a server.
type Carrier struct {
	Conn *nats.Conn
	// Closed receives the reason why the connection was closed for good.
	Closed <-chan error
	// AckWait is the time after which a job of a silent worker is given to another.
	AckWait time.Duration
	// Check is how many of a hundred jobs are done twice, by two workers, to compare the
	// results.
	Check int
	// Healthy, if not nil, is asked from time to time. Its error ends the run.
	Healthy func() error
	// Log is called with lines about the run.
	Log func(format string, args ...any)
}

// received is what the coordinator knows of a job that has a result.
type received struct {
	sum    [sha256.Size]byte
	worker string
	failed string
	result []byte // nil after it was emitted
	rev    uint64
	check  bool // a second result is awaited
	// confirmed says that another worker, or this computer, has the same result.
	confirmed bool
}

// coordinator is a run.
type coordinator struct {
	*Carrier
	job.Run
	id, instance string
	js           jetstream.JetStream
	runs, plans  jetstream.KeyValue
	revision     uint64 // of the entry in runs
	results      jetstream.KeyValue
	stream       jetstream.Stream
	watcher      jetstream.KeyWatcher

	place   map[int]int // in Need, by number
	have    map[int]*received
	emitted int // jobs of Need that were emitted
	posted  int // jobs of Need that were posted
	window  int
	failed  int
	barred  map[string]bool // workers whose results do not count
	thrown  map[int]int     // results thrown away, by job

	begun, heard, renewed time.Time
	deletable             uint64 // the last revision of a result that was emitted
	sinceDeleted          int
	quiet                 bool // the server is away, and that was said
}

// Do implements job.Carrier. When it returns without an error the server keeps nothing of
// the run; otherwise it keeps results that a run that continues can use.
func (s *Carrier) Do(ctx context.Context, r *job.Run) error {
	js, err := jetstream.New(s.Conn)
	if err != nil {
		return err
	}
	c := &coordinator{
		Carrier: s, Run: *r, id: r.Plan.ID(), instance: fmt.Sprintf("%s-%x", NewName(), rand.Uint64()), js: js,
		place: map[int]int{}, have: map[int]*received{}, window: leastWindow, begun: time.Now(), heard: time.Now(),
		barred: map[string]bool{}, thrown: map[int]int{},
	}
	for i, n := range r.Need {
		c.place[n] = i
	}
	if err := c.setUp(ctx); err != nil {
		return c.explain(err)
	}
	defer c.watcher.Stop()
	c.warnOfLeft(ctx)
	err = c.loop(ctx)
	if errors.Is(err, job.ErrDone) {
		err = nil
	}
	if err == nil {
		if ferr := Forget(ctx, js, c.id); ferr != nil {
			s.Log("%s is finished; removing it from the server failed: %v: lab jobs --forget %s removes it", c.id, ferr, c.id)
		}
		return nil
	}
	out, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	_ = c.runs.Purge(out, c.id) // so that workers don't wait for it
	return err
}

// leastWindow is the least number of jobs posted ahead of the last one emitted.
const leastWindow = 64

// setUp creates what the run needs on the server, or adopts what an earlier run has left.
func (c *coordinator) setUp(ctx context.Context) (err error) {
	if n := c.Conn.MaxPayload(); n < maxPayload {
		return fmt.Errorf("%s: the server takes messages of at most %d bytes: want max_payload: %d", c.Conn.ConnectedUrl(), n, maxPayload)
	}
	ctx, cancel := context.WithTimeout(ctx, 4*request)
	defer cancel()
	bucket := func(name string, storage jetstream.StorageType, ttl time.Duration) (kv jetstream.KeyValue, err error) {
		return c.js.CreateOrUpdateKeyValue(ctx, jetstream.KeyValueConfig{Bucket: name, Storage: storage, TTL: ttl, MaxValueSize: maxPayload - 4096})
	}
	if c.runs, err = bucket(runsBucket, jetstream.MemoryStorage, entryTTL); err != nil {
		return err
	}
	if _, err = bucket(workersBucket, jetstream.MemoryStorage, entryTTL); err != nil {
		return err
	}
	if c.plans, err = bucket(plansBucket, jetstream.FileStorage, 0); err != nil {
		return err
	}
	if err := c.loadBarred(ctx); err != nil {
		return err
	}
	plan, err := json.Marshal(&c.Plan)
	if err != nil {
		return err
	}
	if c.results, err = bucket(resultsBucket(c.id), jetstream.FileStorage, 0); err != nil {
		return err
	}
	if c.stream, err = c.js.CreateOrUpdateStream(ctx, jetstream.StreamConfig{
		Name: streamName(c.id), Subjects: []string{subjectName(c.id)}, Retention: jetstream.WorkQueuePolicy,
		Storage: jetstream.MemoryStorage, MaxMsgSize: maxJob + 512, // what the server loses is posted again
	}); err != nil {
		return err
	}
	if _, err = c.stream.CreateOrUpdateConsumer(ctx, jetstream.ConsumerConfig{
		Durable: consumerName, AckPolicy: jetstream.AckExplicitPolicy, AckWait: c.AckWait, MaxDeliver: -1, MaxAckPending: 100_000,
	}); err != nil {
		return err
	}
	if err := c.stream.Purge(ctx); err != nil { // the journal says what is to do
		return err
	}
	c.posted = c.emitted
	if _, err := c.plans.Put(ctx, c.id, plan); err != nil {
		return err
	}
	if err := c.watch(); err != nil {
		return err
	}
	c.revision = 0
	if err := c.renew(ctx); err != nil {
		return err
	}
	return c.Conn.Publish(begunSubject, nil)
}

// watch begins to receive all results that the server has, and then new ones. After an
// error what was watched before is watched still.
func (c *coordinator) watch() error {
	w, err := c.results.WatchAll(context.Background(), jetstream.IgnoreDeletes())
	if err != nil {
		return err
	}
	if c.watcher != nil {
		_ = c.watcher.Stop()
	}
	c.watcher = w
	return nil
}

// explain returns an error that says what to do.
func (c *coordinator) explain(err error) error {
	var api *jetstream.APIError
	switch {
	case errors.Is(err, jetstream.ErrJetStreamNotEnabled), errors.Is(err, nats.ErrNoResponders):
		return fmt.Errorf("%s: the server has no JetStream: want one started with -js", c.Conn.ConnectedUrl())
	case errors.As(err, &api):
		return fmt.Errorf("%s: the server refuses: %s", c.Conn.ConnectedUrl(), printable(api.Description))
	}
	return err
}

// warnOfLeft names runs that older coordinators have left on the server.
func (c *coordinator) warnOfLeft(ctx context.Context) {
	left, err := Left(ctx, c.js)
	if err != nil {
		return
	}
	for _, id := range left {
		if id != c.id {
			c.Log("run %s was left on the server by an older coordinator: continue it with --resume, or remove it with lab jobs --forget %s",
				printable(id), printable(id))
		}
	}
}

// errTaken is the error of a coordinator whose run another one has taken over.
var errTaken = errors.New("another coordinator has taken over this run: want one at a time")

// renew renews the entry of the run.
func (c *coordinator) renew(ctx context.Context) error {
	info := RunInfo{
		ID: c.id, Instance: c.instance, Program: c.Plan.Program, Jobs: len(c.Need), Done: c.emitted - c.failed, Failed: c.failed,
		Rate: float64(c.emitted) / time.Since(c.begun).Seconds(), Barred: slices.Sorted(maps.Keys(c.barred)),
	}
	b, err := json.Marshal(info)
	if err != nil {
		return err
	}
	if c.revision > 0 {
		if rev, err := c.runs.Update(ctx, c.id, b, c.revision); err == nil {
			c.revision = rev
			return nil
		}
		// It may have expired, or the server may have lost it.
		e, err := c.runs.Get(ctx, c.id)
		var other RunInfo
		if err == nil && json.Unmarshal(e.Value(), &other) == nil && other.Instance != c.instance {
			return errTaken
		}
	}
	c.revision, err = c.runs.Put(ctx, c.id, b)
	return err
}

// loop posts jobs and emits results until all are emitted.
func (c *coordinator) loop(ctx context.Context) error {
	tick := time.NewTicker(200 * time.Millisecond)
	defer tick.Stop()
	for {
		if c.emitted == len(c.Need) {
			return nil
		}
		if err := c.post(ctx); err != nil {
			return err
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case err := <-c.Closed:
			return fmt.Errorf("the connection is closed: %w", err)
		case e := <-c.watcher.Updates():
			if e == nil {
				continue // all that the server had
			}
			c.heard = time.Now()
			if err := c.receive(ctx, e); err != nil {
				return err
			}
		case <-tick.C:
			if err := c.tick(ctx); err != nil {
				return err
			}
		}
	}
}

// tick renews the entry, and mends what the server has lost.
func (c *coordinator) tick(ctx context.Context) error {
	now := time.Now()
	if now.Sub(c.renewed) < renewal {
		return nil
	}
	c.renewed = now
	if c.Healthy != nil {
		if err := c.Healthy(); err != nil {
			return err
		}
	}
	if !c.Conn.IsConnected() {
		c.away(nats.ErrDisconnected)
		return nil
	}
	within, cancel := context.WithTimeout(ctx, request)
	defer cancel()
	err := c.renew(within)
	if errors.Is(err, errTaken) {
		return err
	}
	if workers, werr := Workers(within, c.js); werr == nil {
		cores := 0
		for _, w := range workers {
			cores += min(max(w.Cores, 0), 10_000)
		}
		c.window = max(leastWindow, 4*cores)
	}
	info, ierr := c.stream.Info(within)
	switch {
	case errors.Is(err, jetstream.ErrNoStreamResponse), errors.Is(ierr, jetstream.ErrStreamNotFound), errors.Is(err, jetstream.ErrBucketNotFound):
		if err := c.setUp(ctx); err != nil {
			c.away(err)
			return nil
		}
		c.quiet = false
		c.Log("the server is back: posting again what it has lost")
	case err != nil:
		c.away(err)
	case ierr != nil:
		c.away(ierr)
	case c.quiet:
		c.quiet = false
		c.Log("the server is back")
		return c.watchAgain()
	case info.State.Msgs == 0 && now.Sub(c.heard) > 2*c.AckWait: // nobody has what is missing
		c.heard = now
		c.posted = c.emitted
		return c.watchAgain()
	}
	return nil
}

func (c *coordinator) watchAgain() error {
	if err := c.watch(); err != nil {
		c.away(err)
	}
	return nil
}

// away says once that the server doesn't answer. The end of the run is not such a case.
func (c *coordinator) away(err error) {
	if !c.quiet && !errors.Is(err, context.Canceled) {
		c.quiet = true
		c.Log("the server does not answer (%v): waiting for it; what was finished is kept", err)
	}
}

// receive takes a result from the server.
func (c *coordinator) receive(ctx context.Context, e jetstream.KeyValueEntry) error {
	p, err := unpack(e.Value())
	kind, rest, _ := strings.Cut(e.Key(), ".")
	text, _, _ := strings.Cut(rest, ".")
	number, nerr := strconv.Atoi(text)
	if nerr != nil {
		number = -1 // no job
	}
	if err == nil && number != p.Job {
		err = fmt.Errorf("a result of job %d under the key %s", p.Job, printable(e.Key()))
	}
	_, ours := c.place[number]
	switch {
	case err != nil || ours && c.barred[p.Worker]:
		return c.throwAway(ctx, number, e.Key(), p.Worker, err)
	case !ours:
		return c.old(ctx, &p)
	}
	have := c.have[number]
	switch {
	case have == nil:
		have = &received{sum: p.sum, worker: p.Worker, failed: p.Failed, result: p.result, rev: e.Revision()}
		have.check = p.Failed == "" && kind == "first" && c.checked(number)
		c.have[number] = have
		if have.check {
			_, _ = c.publish(message{Job: number, Again: true, Not: p.Worker}) // or with the next posting
		}
	case have.failed != "" || p.Failed != "":
		if p.Failed != "" && have.failed == "" {
			c.Log("%s", job.Failure{Number: number, Worker: p.Worker, What: p.Failed + "; another worker has done it"})
		}
		have.check = have.check && kind != "again"
	case have.sum != p.sum:
		if err := c.dispute(ctx, number, have, &p); err != nil {
			return err
		}
	default:
		have.confirmed = have.confirmed || p.Worker != have.worker
		have.check = have.check && kind != "again"
	}
	return c.emit(ctx)
}

// checked reports whether a job is done twice. It depends on plan and number alone.
func (c *coordinator) checked(number int) bool {
	sum := sha256.Sum256(fmt.Appendf(nil, "%s %d", c.id, number))
	return (int(sum[0])<<8|int(sum[1]))%100 < c.Check
}

// emit emits the results whose turn it is.
func (c *coordinator) emit(ctx context.Context) error {
	for c.emitted < len(c.Need) {
		number := c.Need[c.emitted]
		have := c.have[number]
		if have == nil || have.check {
			break
		}
		if have.failed != "" {
			c.failed++
			if err := c.Fail(job.Failure{Number: number, Worker: have.worker, What: have.failed}); err != nil {
				return err
			}
		} else if err := c.Emit(number, have.result); errors.As(err, new(*job.Malformed)) {
			if err := c.throwAway(ctx, number, firstKey(number), have.worker, err); err != nil {
				return err
			}
			continue
		} else if err != nil {
			return err
		}
		have.result = nil
		c.deletable = max(c.deletable, have.rev)
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
			upTo = min(upTo, h.rev)
		}
	}
	ctx, cancel := context.WithTimeout(ctx, request)
	defer cancel()
	if s, err := c.js.Stream(ctx, "KV_"+resultsBucket(c.id)); err == nil && upTo > 1 {
		_ = s.Purge(ctx, jetstream.WithPurgeSequence(upTo))
	}
}
