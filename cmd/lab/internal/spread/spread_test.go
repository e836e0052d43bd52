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
	"os"
	"path/filepath"
	"reflect"
	"slices"
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

func kinds(lies bool) job.Kinds {
	return job.Kinds{"cubes": func(json.RawMessage) (job.Open, error) {
		return func() (job.Runner, error) { return cubes{lies}, nil }, nil
	}}
}

// bench is a server, a plan and what was logged.
type bench struct {
	*Embedded
	elsewhere *Access // a server in the place of that
	t         *testing.T
	plan      job.Plan
	mu        sync.Mutex
	log       []string
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

// heard calls f once a text has been said.
func (b *bench) heard(text string, f func()) {
	go func() {
		for !strings.Contains(b.logged(), text) {
			time.Sleep(5 * time.Millisecond)
		}
		f()
	}()
}

func (b *bench) logged() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return strings.Join(b.log, "\n")
}

// help starts a worker. The channel has what it returns.
func (b *bench) help(ctx context.Context, name string, lies bool, program job.Identity) <-chan error {
	w := &Worker{Name: name, Cores: 1, Kinds: kinds(lies), Program: program, Log: b.say}
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
	err = (&Carrier{Conn: conn, Closed: closed, AckWait: time.Second, Check: check, Log: b.say}).Do(ctx, r)
	return got, err
}

// Results are missing, doubled or in another order, or a job that panics ends the run.
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

// late stores a right result of a job that has one already.
func (b *bench) late(n int, worker string) {
	_, err := b.js().Publish(b.t.Context(), resultSubject(b.plan.ID(), first, n, worker), pack(n, worker, fmt.Appendf(nil, "%d", n*n*n), ""))
	require.NoError(b.t, err)
}

// stateOf is a state file with a ledger: a line a job.
type stateOf struct {
	*bench
	path string
	at   map[int]func()
}

func newStateOf(t *testing.T, b *bench, path string) *stateOf {
	return &stateOf{bench: b, path: path, at: map[int]func(){}}
}

// upTo calls f when job n is written.
func (s *stateOf) upTo(n int, f func()) { s.at[n] = f }

func (s *stateOf) lines() []string {
	b, _ := os.ReadFile(s.path)
	return strings.Split(strings.TrimSuffix(string(b), "\n"), "\n")
}

func (s *stateOf) write(lines []string) {
	require.NoError(s.t, os.WriteFile(s.path, []byte(strings.Join(lines, "\n")+"\n"), 0o600))
}

// run runs what is missing of the jobs from a to n-1.
func (s *stateOf) run(ctx context.Context, a, n int) error {
	ledger, err := OpenLedger(s.path, true)
	require.NoError(s.t, err)
	defer ledger.Close()
	conn, err := s.InProcess("coordinator", func(error) {})
	require.NoError(s.t, err)
	defer conn.Close()
	missing := func() (need []int) {
		for i := a; i < n; i++ {
			if !slices.ContainsFunc(s.lines(), func(line string) bool { return strings.HasPrefix(line, fmt.Sprint(i, " ")) }) {
				need = append(need, i)
			}
		}
		return need
	}
	number := func(line string) int { var i int; fmt.Sscan(line, &i); return i }
	r := &job.Run{
		Plan: s.plan, Need: missing(), Failed: func(f job.Failure) { s.t.Error(f) },
		Known: func(n int) (sum [sha256.Size]byte, ok bool) {
			for _, line := range s.lines() {
				if text, ok := strings.CutPrefix(line, fmt.Sprint(n, " ")); ok {
					return sha256.Sum256([]byte(text)), true
				}
			}
			return sum, false
		},
		Emit: func(n int, result []byte) error {
			s.write(append(s.lines(), fmt.Sprintf("%d %s", n, result)))
			if f := s.at[n]; f != nil {
				delete(s.at, n)
				f()
			}
			return nil
		},
		Withdraw: func(pieces []string) ([]int, error) {
			s.write(slices.DeleteFunc(s.lines(), func(line string) bool { return slices.Contains(pieces, fmt.Sprint(number(line))) }))
			return missing(), nil
		},
	}
	r.Open, _ = kinds(false).Open(&s.plan)
	if err := (&Carrier{Conn: conn, AckWait: time.Second, Ledger: ledger, Log: s.say}).Do(ctx, r); err != nil {
		return err
	}
	lines := s.lines()
	slices.SortFunc(lines, func(a, b string) int { return number(a) - number(b) })
	s.write(slices.DeleteFunc(lines, func(line string) bool { return line == "" }))
	return nil
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

// A worker with a wrong result is named and barred, its results are done again, and the run
// ends with the right ones.
func TestAWorkerThatLiesIsBarred(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	b.help(ctx, "honest", false, b.plan.Program)
	b.help(ctx, "honest2", false, b.plan.Program)
	b.help(ctx, "liar", true, b.plan.Program)
	got, err := b.carry(ctx, 8, 70, 100, nil)
	require.NoError(t, err)
	wantCubes(t, got, 8, 70)
	assert.Regexp(t, `job \d+: .*liar.* have different results .*; this computer gets that of honest2?: worker liar is barred, `+
		`and what only it has done is done again`, b.logged())
}

// js returns a connection with all rights.
func (b *bench) js() jetstream.JetStream {
	conn, err := b.InProcess("test", func(error) {})
	require.NoError(b.t, err)
	b.t.Cleanup(conn.Close)
	js, err := jetstream.New(conn)
	require.NoError(b.t, err)
	return js
}

// leave leaves results on the server, by subject.
func (b *bench) leave(results map[string][]byte) {
	js := b.js()
	_, err := js.CreateOrUpdateStream(b.t.Context(), jetstream.StreamConfig{Name: resultsName(b.plan.ID()), Subjects: []string{"lab.results." + b.plan.ID() + ".*.*.*"}})
	require.NoError(b.t, err)
	for subject, value := range results {
		_, err := js.Publish(b.t.Context(), subject, value)
		require.NoError(b.t, err, subject)
	}
}

// A result that is not one of the job is thrown away, whether it came as an answer or was
// found on the server, and the job is done again. The worker that wrote it is barred.
func TestAResultOfAnotherFormIsThrownAway(t *testing.T) {
	b := newBench(t)
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	id := b.plan.ID()
	bad := map[string][]byte{
		resultSubject(id, first, 12, "w12"):     pack(12, "w12", nil, ""),                     // empty
		resultSubject(id, first, 13, "w13"):     []byte("garbage"),                            // no head
		resultSubject(id, first, 14, "w14"):     pack(15, "w14", []byte("3375"), ""),          // of another job
		resultSubject(id, first, 15, "w15"):     append(pack(15, "x", []byte("3375"), ""), 1), // another hash
		resultSubject(id, first, 16, "w16"):     pack(16, "honest", []byte("4097"), ""),       // in another's name
		"lab.results." + id + ".first.x.wx":     pack(17, "wx", []byte("4913"), ""),
		"lab.results." + id + ".first.999.w999": []byte("{}\n"),
	}
	b.leave(bad)
	b.leave(map[string][]byte{resultSubject(id, first, 20, "w12"): pack(20, "w12", []byte("8000"), "")}) // right, from one that is barred
	b.help(ctx, "honest", false, b.plan.Program)
	got, err := b.carry(ctx, 8, 40, 0, nil)
	require.NoError(t, err)
	wantCubes(t, got, 8, 40)
	for subject := range bad {
		switch worker := subject[strings.LastIndexByte(subject, '.')+1:]; worker {
		case "w13", "w999": // nobody knows who wrote what names no worker
			assert.Contains(t, b.logged(), subject+" is thrown away: ")
			assert.NotContains(t, b.logged(), "worker "+worker)
		default:
			assert.Contains(t, b.logged(), ": worker "+worker+" is barred")
		}
	}
	assert.NotContains(t, b.logged(), "worker honest")
}

// A worker that a run has barred stays so for all later runs of the server, also after
// --forget; its results do not count, and it ends.
func TestABarredWorkerStaysBarred(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	b.help(ctx, "honest", false, b.plan.Program)
	b.help(ctx, "honest2", false, b.plan.Program)
	liar := b.help(ctx, "liar", true, b.plan.Program)
	now, end := context.WithCancel(ctx)
	b.heard("worker liar is barred", end)
	_, err := b.carry(now, 8, 4000, 100, nil)
	require.Error(t, err)
	assert.ErrorContains(t, <-liar, "has barred this worker")
	require.NoError(t, Forget(ctx, b.js(), b.plan.ID()))
	b.leave(map[string][]byte{resultSubject(b.plan.ID(), first, 11, "liar"): pack(11, "liar", []byte("1332"), "")})
	again := b.help(ctx, "liar", true, b.plan.Program)
	got, err := b.carry(ctx, 8, 20, 0, nil)
	require.NoError(t, err)
	wantCubes(t, got, 8, 20)
	assert.ErrorContains(t, <-again, "has barred this worker")
}

// What only a convicted worker has done is withdrawn from the state and done again by others,
// and nothing else; also when an earlier run has written it.
func TestResultsInTheStateAreWithdrawn(t *testing.T) {
	for _, c := range []struct {
		name  string
		check map[int]string // results that come late
	}{
		{"this run", nil},
		{"an earlier run", map[int]string{}},
	} {
		t.Run(c.name, func(t *testing.T) {
			b := newBench(t)
			ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
			defer cancel()
			state := filepath.Join(t.TempDir(), "state")
			s := newStateOf(t, b, state)
			// The liar is alone at first, and nothing is compared.
			alone, end := context.WithCancel(ctx)
			liar := b.help(alone, "liar", true, b.plan.Program)
			now, stop := context.WithCancel(ctx)
			s.upTo(20, func() {
				if c.check != nil {
					stop()
					return
				}
				end()
				b.help(ctx, "honest", false, b.plan.Program)
				b.late(19, "honest")
			})
			err := s.run(now, 8, 40)
			if c.check != nil {
				require.ErrorIs(t, err, context.Canceled)
				end()
				s = newStateOf(t, b, state) // as another process has it
				b.help(ctx, "honest", false, b.plan.Program)
				b.late(19, "honest")
				err = s.run(ctx, 8, 40)
			}
			require.NoError(t, err, b.logged())
			<-liar
			wantCubes(t, s.lines(), 8, 40)
			assert.Regexp(t, `job 19: .* have different results .*honest.*: worker liar is barred|`+
				`job 19: honest has another result .* this computer gets that of honest: worker liar is barred`, b.logged())
			assert.Contains(t, b.logged(), "withdrawn from the state: ")
			written, err := os.ReadFile(state + ".workers")
			require.NoError(t, err)
			assert.Contains(t, string(written), `{"barred":"liar","why":"job 19: `)
			assert.Regexp(t, `(?m)^\{"withdrawn":\["8","9","10",.*"19",.*\]\}$`, string(written))
		})
	}
}

// A result that comes late is compared with the state. If it is wrong its worker is barred;
// if the state is wrong, and nobody knows by whom, the run ends.
func TestALateResultIsComparedWithTheState(t *testing.T) {
	t.Parallel()
	for _, known := range []string{"8", "7"} {
		b := newBench(t)
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		defer cancel()
		b.leave(map[string][]byte{resultSubject(b.plan.ID(), first, 1, "late"): pack(1, "late", []byte("1"), "")})
		b.leave(map[string][]byte{resultSubject(b.plan.ID(), first, 2, "late"): pack(2, "late", []byte("9"), "")})
		b.help(ctx, "honest", false, b.plan.Program)
		got, err := b.carry(ctx, 3, 5, 0, map[int]string{1: "1", 2: known})
		if known == "7" {
			assert.ErrorContains(t, err, "job 2: late has another result (")
			assert.ErrorContains(t, err, ") than the state (")
			continue
		}
		require.NoError(t, err)
		wantCubes(t, got, 3, 5)
		assert.Regexp(t, `(?m)^job 2: late has another result .* than the state .*; this computer gets that of the state: worker late is barred`, b.logged())
	}
}

// A name that can't be part of a subject is refused in one line.
func TestANameThatCannotBeWrittenIsRefused(t *testing.T) {
	for _, name := range []string{"", "two words", "a.b", "a*", ">", "a\nb", "ä", here, strings.Repeat("a", 65)} {
		err := (&Worker{Name: name, Cores: 1}).Serve(t.Context(), nil)
		require.ErrorContains(t, err, "want 1 to 64 letters, digits, - or _", name)
		assert.NotContains(t, err.Error(), "\n")
	}
	assert.NoError(t, CheckName(NewName()))
}

// A worker of another build works, or is not told why it may not.
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

// A job that a dead worker had is lost, or nobody takes up what an ended coordinator left.
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
		sleep(ctx, 1500*time.Millisecond)
		end()
	}()
	before, err := b.carry(first, 20, 4000, 0, nil)
	require.ErrorIs(t, err, context.Canceled)
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

// A server that is away for a while ends workers or coordinator, or they say nothing, or
// something again and again.
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
		return func() (job.Runner, error) { return told{g, stuck}, nil }, nil
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

// told is a runner that tells of each job, and waits for a gate.
type told struct {
	gate
	begun chan<- int
}

func (r told) Run(ctx context.Context, n int) ([]byte, error) {
	r.begun <- n
	return r.gate.Run(ctx, n)
}

// deaf is a stream of a server that doesn't answer.
type deaf struct{ jetstream.Stream }

func (deaf) OrderedConsumer(context.Context, jetstream.OrderedConsumerConfig) (jetstream.Consumer, error) {
	return nil, context.DeadlineExceeded
}

// A server that is back and goes away again at once leaves the coordinator with nothing to
// listen to, and it panics.
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

// A run that another coordinator left is not named, or cannot be removed.
func TestWhatAnOlderRunHasLeftIsNamedAndRemoved(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	now, stop := context.WithTimeout(ctx, time.Second)
	_, err := b.carry(now, 1, 5, 0, nil)
	stop()
	require.ErrorIs(t, err, context.DeadlineExceeded)
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

// An error of the connection is not one line that says what to do.
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

// Broken results are believed, or panic.
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

// A message holds a time, or a time of the server's is looked at, with which the clock of
// this computer would have to agree.
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
