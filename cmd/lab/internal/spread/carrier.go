package spread

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"strconv"
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
	// Ledger has who has done what. Nil means a new one without a file.
	Ledger *Ledger
	// Log is called with lines about the run.
	Log func(format string, args ...any)
}

// received is what the coordinator knows of a job that has a result.
type received struct {
	sum [sha256.Size]byte
	// by are the workers with this result, or with none if failed is set. The first one
	// came first.
	by      []string
	failed  string
	result  []byte // nil after it was emitted
	seq     uint64 // of its message
	subject string
	check   bool // a second result is awaited
	noted   bool // in the ledger
}

// coordinator is a run.
type coordinator struct {
	*Carrier
	job.Run
	id, instance string
	js           jetstream.JetStream
	runs, plans  jetstream.KeyValue
	plan         []byte // as plans has it
	revision     uint64 // of the entry in runs
	results      jetstream.Stream
	stream       jetstream.Stream     // of the jobs
	came         <-chan jetstream.Msg // results
	stopWatching func()

	place   map[int]int // in Need, by number
	have    map[int]*received
	emitted int // jobs of Need that were emitted
	posted  int // jobs of Need that were posted
	window  int
	failed  int
	thrown  map[int]int // results thrown away, by job

	heard, renewed time.Time
	deletable      uint64 // the last revision of a result that was emitted
	sinceDeleted   int
	quiet          bool // the server is away or full, and that was said
	full           bool
	trouble        string // what was said
	meter          meter
}

// Do runs jobs, as job.Local does. When it returns without an error the server keeps nothing of
// the run; otherwise it keeps results that a run that continues can use. A run whose state
// turns out to have results of barred workers begins again without them.
func (s *Carrier) Do(ctx context.Context, r *job.Run) error {
	if s.Ledger == nil {
		s.Ledger = NewLedger()
	}
	run := *r // what is missing changes
	err := s.Ledger.Settle(&run, s.Log)
	for err == nil {
		if err = s.once(ctx, &run); !errors.Is(err, errWithdraw) {
			return err
		}
		if err = s.Ledger.Settle(&run, s.Log); err != nil {
			s.drop(ctx, run.Plan.ID()) // nobody continues it as it is
		}
	}
	return err
}

// once is Do, up to a conviction after which results are withdrawn.
func (s *Carrier) once(ctx context.Context, r *job.Run) error {
	js, err := jetstream.New(s.Conn)
	if err != nil {
		return err
	}
	c := &coordinator{
		Carrier: s, Run: *r, id: r.Plan.ID(), instance: fmt.Sprintf("%s-%x", NewName(), rand.Uint64()), js: js,
		place: map[int]int{}, have: map[int]*received{}, window: leastWindow, heard: time.Now(),
		thrown: map[int]int{}, stopWatching: func() {},
	}
	for i, n := range r.Need {
		c.place[n] = i
	}
	if err := c.setUp(ctx); err != nil {
		return c.explain(err)
	}
	defer func() { c.stopWatching() }()
	c.warnOfLeft(ctx)
	err = c.loop(ctx)
	if errors.Is(err, job.ErrDone) {
		err = nil
	}
	if err == nil {
		s.drop(ctx, c.id)
		return nil
	}
	out, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	_ = c.runs.Purge(out, c.id) // so that workers don't wait for it
	return err
}

// drop removes a run that is finished from the server.
func (s *Carrier) drop(ctx context.Context, id string) {
	js, err := jetstream.New(s.Conn)
	if err == nil {
		err = Forget(ctx, js, id)
	}
	if err != nil {
		s.Log("%s is finished; removing it from the server failed: %v: lab jobs --forget %s removes it", id, err, id)
	}
}

// piece returns the name of a job in the ledger.
func (c *coordinator) piece(number int) string {
	if c.Piece == nil {
		return strconv.Itoa(number)
	}
	return c.Piece(number)
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
	// As a bucket, but without roll-ups, with which a worker could remove the entries of others.
	if _, err = c.js.CreateOrUpdateStream(ctx, jetstream.StreamConfig{
		Name: "KV_" + workersBucket, Subjects: []string{"$KV." + workersBucket + ".>"}, Storage: jetstream.MemoryStorage, MaxAge: entryTTL,
		MaxMsgsPerSubject: 1, MaxMsgSize: maxPayload - 4096, Discard: jetstream.DiscardNew, DenyDelete: true, AllowDirect: true,
	}); err != nil {
		return err
	}
	if c.plans, err = bucket(plansBucket, jetstream.FileStorage, 0); err != nil {
		return err
	}
	if c.plan, err = json.Marshal(&c.Plan); err != nil {
		return err
	}
	if c.results, err = c.js.CreateOrUpdateStream(ctx, jetstream.StreamConfig{
		Name: resultsName(c.id), Subjects: []string{"lab.results." + c.id + ".*.*.*"}, MaxMsgsPerSubject: 1, MaxMsgSize: maxPayload - 4096,
	}); err != nil {
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
	if _, err := c.plans.Put(ctx, c.id, c.plan); err != nil {
		return err
	}
	if err := c.watch(ctx); err != nil {
		return err
	}
	c.revision = 0
	if err := c.shareBarred(ctx); err != nil {
		return err
	}
	if err := c.renew(ctx); err != nil {
		return err
	}
	return c.Conn.Publish(begunSubject, nil)
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
		Rate: c.meter.rate(time.Now(), c.emitted), Trouble: c.trouble, Barred: c.Ledger.names(),
	}
	if c.quiet {
		info.Rate = 0
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
		if err == nil && json.Unmarshal(e.Value(), &other) == nil && other.ID == c.id && other.Instance != c.instance {
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
			return c.drain(ctx)
		}
		if err := c.post(ctx); err != nil {
			return err
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case err := <-c.Closed:
			return fmt.Errorf("the connection is closed: %w", err)
		case m := <-c.came:
			c.heard = time.Now()
			if c.quiet && !c.full { // it is back
				c.renewed = time.Time{}
				if err := c.tick(ctx); err != nil {
					return err
				}
			}
			if err := c.receive(ctx, m); err != nil {
				return err
			}
		case <-tick.C:
			if err := c.tick(ctx); err != nil {
				return err
			}
		}
	}
}

// drain receives what the server has when the last job is emitted, so that results that came
// late are compared too. It leaves out what a server does not send within the time of a probe.
func (c *coordinator) drain(ctx context.Context) error {
	within, cancel := context.WithTimeout(ctx, storing)
	defer cancel()
	last, err := c.probe(within, smallProbe)
	for err == nil {
		select {
		case <-within.Done():
			return nil
		case m := <-c.came:
			if err := c.receive(ctx, m); err != nil {
				return err
			}
			var meta *jetstream.MsgMetadata
			if meta, err = m.Metadata(); err == nil && meta.Sequence.Stream >= last.Sequence {
				return nil
			}
		}
	}
	return nil
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
	if e, gerr := c.plans.Get(within, c.id); gerr == nil && !bytes.Equal(e.Value(), c.plan) || errors.Is(gerr, jetstream.ErrKeyNotFound) {
		_, _ = c.plans.Put(within, c.id, c.plan) // or the next time
	}
	if err := c.shareBarred(within); err != nil {
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
	serr := c.stores(ctx, smallProbe)
	switch {
	case errors.Is(err, jetstream.ErrNoStreamResponse), errors.Is(ierr, jetstream.ErrStreamNotFound), errors.Is(err, jetstream.ErrBucketNotFound):
		if err := c.setUp(ctx); err != nil {
			c.away(err)
			return nil
		}
		c.back("posting again what it has lost")
	case err != nil:
		c.away(err)
	case ierr != nil:
		c.away(ierr)
	case isFull(serr) || c.full:
		c.away(serr)
		if c.mend(ctx) == nil {
			c.back("posting again what it has lost")
		}
	case serr != nil:
		c.away(serr)
	case c.quiet:
		c.back("")
		return c.watchAgain(within)
	case info.State.Msgs == 0 && now.Sub(c.heard) > 2*c.AckWait: // nobody has what is missing
		c.heard = now
		c.posted = c.emitted
		return c.watchAgain(within)
	}
	return nil
}

func (c *coordinator) watchAgain(ctx context.Context) error {
	if err := c.watch(ctx); err != nil {
		c.away(err)
	}
	return nil
}

// away says once that the server does not answer or store. The end of the run is not such a
// case.
func (c *coordinator) away(err error) {
	if err != nil && !c.quiet && !errors.Is(err, context.Canceled) {
		c.quiet, c.full, c.trouble = true, isFull(err), trouble(err)
		c.Log("%s; what was finished is kept", c.trouble)
	}
}

// back says that the server is back, and what the coordinator does.
func (c *coordinator) back(doing string) {
	c.quiet, c.full, c.trouble = false, false, ""
	if doing != "" {
		doing = ": " + doing
	}
	c.Log("the server is back%s", doing)
}
