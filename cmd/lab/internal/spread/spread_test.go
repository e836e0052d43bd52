package spread

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"net"
	"path/filepath"
	"reflect"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/cmd/lab/internal/job"
)

// cubes is a runner. Job 7 panics; a liar is wrong in one job of four.
type cubes struct{ lies bool }

func (c cubes) Run(_ context.Context, n int) ([]byte, error) {
	switch {
	case n == 7:
		panic("seven")
	case n%4 == 3 && c.lies:
		return fmt.Appendf(nil, "%d", n*n*n+1), nil
	}
	return fmt.Appendf(nil, "%d", n*n*n), nil
}

func kinds(lies bool) job.Kinds { return kindsBy(cubes{lies}) }

// kindsBy are kinds of which a runner does all jobs.
func kindsBy(runner job.Runner) job.Kinds {
	return job.Kinds{"cubes": func(json.RawMessage) (job.Open, error) {
		return func() (job.Runner, error) { return runner, nil }, nil
	}}
}

// doing is a runner that is a function.
type doing func(ctx context.Context, n int) ([]byte, error)

// Run implements job.Runner.
func (f doing) Run(ctx context.Context, n int) ([]byte, error) { return f(ctx, n) }

// bench is a server, a plan and what was logged.
type bench struct {
	*Embedded
	elsewhere *Access // a server in the place of that
	t         *testing.T
	plan      job.Plan
	// emitted, if not nil, is called with each job that carry emits; healthy is the carrier's.
	emitted func(n int)
	healthy func() error
	mu      sync.Mutex
	log     []string
}

func newBench(t *testing.T) *bench {
	e, err := Start(Listening{Host: "127.0.0.1", Folder: t.TempDir()})
	require.NoError(t, err)
	t.Cleanup(func() { e.Close(false) })
	plan, err := job.NewPlan("cubes", 3)
	require.NoError(t, err)
	return &bench{Embedded: e, t: t, plan: plan}
}

// InProcess connects the owner.
func (b *bench) InProcess(name string, closed func(error)) (*nats.Conn, error) {
	if b.elsewhere != nil {
		return b.elsewhere.Dial(name, closed)
	}
	return b.Embedded.InProcess(name, closed)
}

func (b *bench) say(format string, args ...any) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.log = append(b.log, fmt.Sprintf(format, args...))
}

func (b *bench) logged() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return strings.Join(b.log, "\n")
}

// help starts a worker. The channel has what it returns.
func (b *bench) help(ctx context.Context, name string, lies bool, program job.Identity) <-chan error {
	return b.helpBy(ctx, name, program, cubes{lies})
}

// helpBy starts a worker with a runner.
func (b *bench) helpBy(ctx context.Context, name string, program job.Identity, runner job.Runner) <-chan error {
	w := &Worker{Name: name, Cores: 1, Kinds: kindsBy(runner), Program: program, Log: b.say}
	c, err := b.Dial(name, func(error) {})
	require.NoError(b.t, err)
	ended := make(chan error, 1)
	go func() { ended <- w.Serve(ctx, c); c.Close() }()
	return ended
}

// carry runs jobs 0 to n-1 but those below from, and returns what it emitted.
func (b *bench) carry(ctx context.Context, from, n, check int, known map[int]string) (got []string, err error) {
	closed := make(chan error, 1)
	conn, err := b.InProcess("coordinator", func(err error) { closed <- err })
	require.NoError(b.t, err)
	defer conn.Close()
	r := &job.Run{
		Plan: b.plan, Emit: func(n int, result []byte) error {
			if _, err := strconv.Atoi(string(result)); err != nil {
				return &job.Malformed{Err: fmt.Errorf("job %d: %q is not a cube", n, result)}
			}
			got = append(got, fmt.Sprintf("%d %s", n, result))
			if b.emitted != nil {
				b.emitted(n)
			}
			return nil
		},
		Failed: func(f job.Failure) { got = append(got, f.String()) },
		Known: func(n int) (sum [sha256.Size]byte, ok bool) {
			text, ok := known[n]
			return sha256.Sum256([]byte(text)), ok
		},
	}
	r.Open, _ = kinds(false).Open(&b.plan)
	for i := from; i < n; i++ {
		r.Need = append(r.Need, i)
	}
	err = (&Carrier{Conn: conn, Closed: closed, AckWait: time.Second, Check: check, Healthy: b.healthy, Log: b.say}).Do(ctx, r)
	return got, err
}

// All results are emitted once and in order, and a job that panics counts as failed.
func TestAllJobsAreEmittedInOrder(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	b.help(ctx, "a", false, b.plan.Program)
	b.help(ctx, "b", false, b.plan.Program)
	got, err := b.carry(ctx, 0, 100, 10, nil)
	require.NoError(t, err)
	require.Len(t, got, 100)
	for i, line := range got {
		if i == 7 {
			assert.Regexp(t, `^job 7 failed on [ab]: panic: seven at spread_test\.go:[0-9]+$`, line)
			continue
		}
		assert.Equal(t, fmt.Sprintf("%d %d", i, i*i*i), line)
	}
	c, err := b.InProcess("test", func(error) {})
	require.NoError(t, err)
	defer c.Close()
	js, err := jetstream.New(c)
	require.NoError(t, err)
	left, err := Left(ctx, js)
	require.NoError(t, err)
	assert.Empty(t, left, "a finished run leaves nothing")
}

// wantCubes requires lines with the cubes of all numbers from a to b-1, in order.
func wantCubes(t *testing.T, got []string, a, b int) {
	t.Helper()
	var want []string
	for i := a; i < b; i++ {
		want = append(want, fmt.Sprintf("%d %d", i, i*i*i))
	}
	assert.Equal(t, want, got)
}

// A worker of another build does no job, and gets the reason.
func TestAnotherProgramIsRefused(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	other := b.plan.Program
	other.ROMs = "0123"
	refused := b.help(ctx, "old", false, other)
	go func() {
		assert.EqualError(t, <-refused, fmt.Sprintf("run %s is of another program: ROMs %q there, %q here: want the same build of lab", b.plan.ID(), b.plan.Program.ROMs, "0123"))
		b.help(ctx, "new", false, b.plan.Program)
	}()
	got, err := b.carry(ctx, 20, 24, 0, nil)
	require.NoError(t, err)
	assert.Len(t, got, 4)
}

// A job that a dead worker had is done by another, and a later coordinator goes on where one
// has ended.
func TestAJobOfADeadWorkerIsDoneByAnother(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	first, end := context.WithCancel(ctx)
	go func() {
		conn, err := b.InProcess("thief", func(error) {})
		if !assert.NoError(t, err) {
			return
		}
		js, _ := jetstream.New(conn)
		for taken := 0; taken < 5; {
			c, err := js.Consumer(ctx, streamName(b.plan.ID()), consumerName)
			if err != nil {
				sleep(ctx, 10*time.Millisecond)
				continue
			}
			batch, err := c.Fetch(5, jetstream.FetchMaxWait(time.Second))
			assert.NoError(t, err)
			for range batch.Messages() {
				taken++
			}
		}
		conn.Close()
		b.help(ctx, "heir", false, b.plan.Program)
	}()
	b.emitted = func(int) { end() }
	before, err := b.carry(first, 20, 4000, 0, nil)
	require.ErrorIs(t, err, context.Canceled)
	b.emitted = nil
	require.NotEmpty(t, before, "the five jobs came first")
	after, err := b.carry(ctx, 20+len(before), 20+len(before)+10, 0, nil)
	require.NoError(t, err)
	for i, line := range append(before, after...) {
		assert.Equal(t, fmt.Sprintf("%d %d", 20+i, (20+i)*(20+i)*(20+i)), line)
	}
}

// gate is a runner whose jobs wait until the gate is open.
type gate chan struct{}

func (g gate) Run(ctx context.Context, n int) ([]byte, error) {
	if n > 1 {
		<-g
	}
	return cubes{}.Run(ctx, n)
}

// A server that is away for a while is waited for by workers and coordinator, who say so once.
func TestAServerThatComesBackIsWaitedFor(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	away, err := Start(Listening{Host: "127.0.0.1", Folder: folder})
	require.NoError(t, err)
	coordinator, worker := &bench{Embedded: away, t: t}, &bench{Embedded: away, t: t}
	plan, err := job.NewPlan("cubes", 4)
	require.NoError(t, err)
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	defer cancel()
	g := make(gate)
	open := func() (job.Runner, error) { return g, nil }
	there, err := away.Dial("worker", func(error) {})
	require.NoError(t, err)
	defer there.Close()
	w := &Worker{Name: "a", Cores: 3, Program: plan.Program, Log: worker.say, Kinds: job.Kinds{"cubes": func(json.RawMessage) (job.Open, error) { return open, nil }}}
	go w.Serve(ctx, there)
	conn, err := away.Dial("coordinator", func(error) {})
	require.NoError(t, err)
	defer conn.Close()
	first, done := make(chan bool, 3), make(chan error, 1)
	var got []string
	r := &job.Run{Plan: plan, Need: []int{1, 2, 3}, Emit: func(n int, result []byte) error {
		got = append(got, string(result))
		first <- true
		return nil
	}}
	go func() {
		done <- (&Carrier{Conn: conn, Closed: make(chan error), AckWait: time.Second, Log: coordinator.say}).Do(ctx, r)
	}()
	select {
	case <-first:
	case err := <-done:
		t.Fatalf("the run has ended: %v", err)
	}
	away.Close(false)
	said := func(b *bench, what string) func() bool {
		return func() bool { return strings.Contains(b.logged(), what) }
	}
	for _, b := range []*bench{coordinator, worker} {
		require.Eventually(t, said(b, "the server does not answer"), time.Minute, 50*time.Millisecond)
	}
	close(g) // a result comes while the server is away
	back, err := Start(Listening{Host: "127.0.0.1", Folder: folder})
	require.NoError(t, err)
	t.Cleanup(func() { back.Close(false) })
	require.Equal(t, away.URL, back.URL)
	require.Equal(t, away.Token, back.Token)
	require.NoError(t, <-done, coordinator.logged())
	assert.Equal(t, []string{"1", "8", "27"}, got)
	require.Eventually(t, said(worker, "the server is back"), time.Minute, 50*time.Millisecond)
	assert.Regexp(t, `^the server does not answer \(.*\): waiting for it; what was finished is kept\n`+
		`the server is back: posting again what it has lost$`, coordinator.logged())
	assert.Regexp(t, `^working for cubes-\S+\nthe server does not answer \(.*\): waiting for it\nthe server is back$`, worker.logged())
}

// A worker ends soon after its context, even if a job does not ask its own, and another
// worker does the job.
func TestAWorkerEndsInTheMiddleOfAJob(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	g, stuck := make(gate), make(chan int, 1)
	defer close(g)
	first, end := context.WithCancel(ctx)
	w := &Worker{Name: "first", Cores: 1, Program: b.plan.Program, Log: b.say, Kinds: job.Kinds{"cubes": func(json.RawMessage) (job.Open, error) {
		return func() (job.Runner, error) { return announcing{g, stuck}, nil }, nil
	}}}
	conn, err := b.Dial("first", func(error) {})
	require.NoError(t, err)
	ended := make(chan error, 1)
	go func() { ended <- w.Serve(first, conn) }()
	go func() {
		<-stuck
		end()
		assert.NoError(t, <-ended)
		conn.Close() // as the end of the process does
		b.help(ctx, "second", false, b.plan.Program)
	}()
	got, err := b.carry(ctx, 20, 22, 0, nil)
	require.NoError(t, err)
	wantCubes(t, got, 20, 22)
	assert.Zero(t, w.Done())
}

// announcing is a runner that sends the number of each job that it begins, and then waits for a gate.
type announcing struct {
	gate
	begun chan<- int
}

func (r announcing) Run(ctx context.Context, n int) ([]byte, error) {
	r.begun <- n
	return r.gate.Run(ctx, n)
}

// deaf is a stream of a server that doesn't answer.
type deaf struct{ jetstream.Stream }

func (deaf) OrderedConsumer(context.Context, jetstream.OrderedConsumerConfig) (jetstream.Consumer, error) {
	return nil, context.DeadlineExceeded
}

// A coordinator whose server is back and goes away again at once listens to what it did before.
func TestAServerThatIsBackForAMomentOnly(t *testing.T) {
	b := newBench(t)
	before := make(chan jetstream.Msg)
	c := &coordinator{Carrier: &Carrier{Log: b.say}, results: deaf{}, came: before, stopWatching: func() { close(before) }}
	require.NoError(t, c.watchAgain(t.Context()))
	select {
	case <-c.came:
		t.Error("what was watched before is watched still")
	default:
	}
	assert.True(t, c.quiet, "the next tick tries it again")
	assert.Contains(t, b.logged(), "the server does not answer (context deadline exceeded)")
	ended := &bench{t: t}
	c = &coordinator{Carrier: &Carrier{Log: ended.say}}
	c.away(context.Canceled)
	assert.Empty(t, ended.logged(), "ctrl-C is no fault of the server's")
}

// A run that another coordinator left is named, and can be removed.
func TestWhatAnOlderRunHasLeftIsNamedAndRemoved(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	ended := errors.New("ended")
	b.healthy = func() error { return ended } // which a run asks when all of it is on the server
	_, err := b.carry(ctx, 1, 5, 0, nil)
	require.ErrorIs(t, err, ended)
	b.healthy = nil
	left := b.plan.ID()
	b.plan.Params = json.RawMessage("5")
	b.help(ctx, "a", false, b.plan.Program)
	_, err = b.carry(ctx, 1, 3, 0, nil)
	require.NoError(t, err)
	assert.Contains(t, b.logged(), "run "+left+" was left on the server by an older coordinator: continue it with --resume, or remove it with lab jobs --forget "+left)
	conn, err := b.InProcess("test", func(error) {})
	require.NoError(t, err)
	defer conn.Close()
	js, err := jetstream.New(conn)
	require.NoError(t, err)
	require.NoError(t, Forget(ctx, js, left))
	names, err := Left(ctx, js)
	require.NoError(t, err)
	assert.Empty(t, names)
}

// An error of the connection is one line that says what to do.
func TestConnectionsThatFailSayWhatToDo(t *testing.T) {
	b := newBench(t)
	l, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	nobody := "nats://" + l.Addr().String()
	l.Close()
	for _, c := range []struct{ url, token, want string }{
		{b.URL, "wrong", "the server refuses the token: want --token-file"},
		{b.URL, "", "the server refuses the token: want --token-file"},
		{nobody, b.Token, "no server answers: want the address"},
	} {
		_, err := (&Access{URL: c.url, Token: c.token}).Dial("x", func(error) {})
		require.Error(t, err)
		assert.ErrorContains(t, err, c.want)
		assert.NotContains(t, err.Error(), "\n")
	}
	for _, url := range []string{"", "http://a", "nats://", "nats://a/b", "nats://u:p@a", "a:4222"} {
		assert.Error(t, CheckURL(url), url)
	}
	assert.NoError(t, CheckURL("tls://a:4222"))
}

// Broken results are errors.
func TestBrokenResultsAreErrors(t *testing.T) {
	good := pack(3, "a", []byte("27"), "")
	p, err := unpack(good)
	require.NoError(t, err)
	assert.Equal(t, "27", string(p.result))
	for _, bad := range [][]byte{nil, []byte("\n"), []byte("27"), []byte("{}\n27"), append(good, '1'), good[:len(good)-1], []byte("[3]\nx")} {
		_, err := unpack(bad)
		assert.Error(t, err, string(bad))
	}
}

// No message holds a time, and no time of the server's is looked at, so that the clocks of
// computers need not agree.
func TestNoTimesOfOtherComputersAreCompared(t *testing.T) {
	for _, m := range []any{message{}, head{}, RunInfo{}, WorkerInfo{}, job.Plan{}} {
		v := reflect.TypeOf(m)
		for i := range v.NumField() {
			assert.NotEqual(t, reflect.TypeOf(time.Time{}), v.Field(i).Type, v.Field(i).Name)
		}
	}
	sources, err := filepath.Glob("*.go")
	require.NoError(t, err)
	for _, path := range sources {
		if strings.HasSuffix(path, "_test.go") {
			continue
		}
		f, err := parser.ParseFile(token.NewFileSet(), path, nil, 0)
		require.NoError(t, err)
		ast.Inspect(f, func(n ast.Node) bool {
			if s, ok := n.(*ast.SelectorExpr); ok {
				assert.NotRegexp(t, "^(Timestamp|Created|TimeStamp|Expires|Before|Round|Unix.*|Format)$", s.Sel.Name, path)
			}
			return true
		})
	}
	assert.False(t, errors.Is(errTaken, job.ErrDone))
}
