package commands

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/cmd/internal/cli"
	"github.com/searchex/searchex/cmd/internal/protocol/uci"
	"github.com/searchex/searchex/cmd/lab/internal/job"
	"github.com/searchex/searchex/cmd/lab/internal/kinds"
	"github.com/searchex/searchex/cmd/lab/internal/ladder"
	"github.com/searchex/searchex/cmd/lab/internal/sex"
	"github.com/searchex/searchex/cmd/lab/internal/spread"
	"github.com/searchex/searchex/cmd/lab/internal/tune"
	"github.com/searchex/searchex/testdata/switches"
)

// TestMain makes the test program stockfish if it has that name.
func TestMain(m *testing.M) {
	if filepath.Base(os.Args[0]) != "stockfish" {
		os.Exit(m.Run())
	}
	if err := uci.Run(context.Background(), os.Stdin, os.Stdout); err != nil {
		panic(err)
	}
}

// spreading are the commands with --spread. Those of experiments measure less, and keep it in a
// file.
type spreading struct {
	Soak      Soak        `cmd:""`
	Match     Match       `cmd:""`
	Tune      Tune        `cmd:""`
	Positions Positions   `cmd:""`
	Mutate    Mutate      `cmd:""`
	Ladder    quickLadder `cmd:""`
	Sex       quickSEX    `cmd:""`
}

type quickLadder struct {
	Ladder
	Out    string
	Resume bool
}

func (c *quickLadder) Run(a *cli.App) error {
	p, err := ladder.Quick()
	if err != nil {
		return err
	}
	_, err = c.continued(a, p, c.Out)
	return err
}

type quickSEX struct {
	SEX
	Out    string
	Resume bool
}

func (c *quickSEX) Run(a *cli.App) error {
	c.Doc, c.Raw = true, filepath.Dir(c.Out)
	terms := sex.Terms{Quick: true}
	p, err := terms.Plan("")
	if err != nil {
		return err
	}
	_, err = c.measure(a, p, terms)
	return err
}

// text is a text that several goroutines write.
type text struct {
	mu sync.Mutex
	b  strings.Builder
}

func (s *text) Write(b []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.b.Write(b)
}

func (s *text) String() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.b.String()
}

// does is what a worker does with a job that an honest one gives to r.
type does func(ctx context.Context, r job.Runner, n int) ([]byte, error)

// doing is a runner that does its jobs in its own way.
type doing struct {
	job.Runner
	do does
}

// Run implements job.Runner.
func (d doing) Run(ctx context.Context, n int) ([]byte, error) { return d.do(ctx, d.Runner, n) }

// Close closes the runner that it stands for.
func (d doing) Close() error { job.Close(d.Runner); return nil }

// with returns the kinds of a worker that does jobs in its own way.
func with(do does) job.Kinds {
	all := job.Kinds{}
	for name, honest := range kinds.All {
		all[name] = func(raw json.RawMessage) (job.Open, error) {
			open, err := honest(raw)
			return func() (job.Runner, error) {
				r, err := open()
				return doing{r, do}, err
			}, err
		}
	}
	return all
}

// firstOnly does the first jobs, at least a number of them without a gap, and no others.
func firstOnly(least int, do does) does {
	var mu sync.Mutex
	last := 0
	return func(ctx context.Context, r job.Runner, n int) ([]byte, error) {
		mu.Lock()
		if least--; least >= 0 {
			last = max(last, n)
		}
		mine := n <= last
		mu.Unlock()
		if !mine {
			<-ctx.Done()
			return nil, ctx.Err()
		}
		return do(ctx, r, n)
	}
}

// spreadRun is a command with a server in this process.
type spreadRun struct {
	t      *testing.T
	ctx    context.Context
	end    func()
	said   text
	status chan int
	stops  []func() // of its workers
}

var joinAt = regexp.MustCompile(`lab worker (nats://\S+) --token-file (\S+)\n`)

// begin starts a command, and waits until its server listens.
func begin(t *testing.T, args ...string) *spreadRun {
	s := &spreadRun{t: t, status: make(chan int, 1)}
	s.ctx, s.end = context.WithCancel(t.Context())
	go func() { s.status <- command(s.ctx, &s.said, args...) }()
	s.until(func() bool { return joinAt.MatchString(s.said.String()) })
	return s
}

// command runs a command.
func command(ctx context.Context, said io.Writer, args ...string) int {
	line := func(_ *cli.App, args []string) ([]string, error) { return args, nil }
	return (&cli.Program{Name: "lab", Commands: &spreading{}, Begin: line}).Run(cli.NewApp(ctx, strings.NewReader(""), io.Discard, said), args)
}

// until waits until something is so, which it must be before the command ends.
func (s *spreadRun) until(so func() bool) {
	s.t.Helper()
	for !so() {
		select {
		case status := <-s.status:
			s.status <- status
			if so() {
				return
			}
			require.Fail(s.t, "the command has ended", "%d: %s", status, s.said.String())
		case <-time.After(5 * time.Millisecond):
		}
	}
}

// dial connects to the server with all rights.
func (s *spreadRun) dial(name string) *nats.Conn {
	m := joinAt.FindStringSubmatch(s.said.String())
	require.NotNil(s.t, m)
	token, err := spread.ReadToken(s.ctx, m[2])
	require.NoError(s.t, err)
	conn, err := (&spread.Access{URL: m[1], Token: token}).Dial(name, func(error) {})
	require.NoError(s.t, err)
	s.t.Cleanup(conn.Close)
	return conn
}

// help starts a worker.
func (s *spreadRun) help(name string, all job.Kinds) {
	conn := s.dial(name)
	self, err := job.Self()
	require.NoError(s.t, err)
	w := &spread.Worker{Name: name, Cores: 1, Kinds: all, Program: self, Log: func(string, ...any) {}}
	ctx, cancel := context.WithCancel(s.ctx)
	ended := make(chan struct{})
	go func() { _ = w.Serve(ctx, conn); close(ended) }()
	s.stops = append(s.stops, sync.OnceFunc(func() { cancel(); conn.Close(); <-ended }))
	s.t.Cleanup(s.stops[len(s.stops)-1])
}

// over waits for the end of the command, and ends its workers, which would come to the next
// server at this address. It returns the command's status.
func (s *spreadRun) over() int {
	status := <-s.status
	for _, stop := range s.stops {
		stop()
	}
	return status
}

// workers waits until the server knows a number of workers.
func (s *spreadRun) workers(n int) {
	js, err := jetstream.New(s.dial("list"))
	require.NoError(s.t, err)
	s.until(func() bool {
		all, err := spread.Workers(s.ctx, js)
		return err == nil && len(all) >= n
	})
}

// late stores the result of a job that the state has already, under the name of late.
func (s *spreadRun) late(r job.Runner, n int) error {
	b, err := r.Run(s.ctx, n)
	if err != nil {
		return err
	}
	js, err := jetstream.New(s.dial("late"))
	if err != nil {
		return err
	}
	all, err := spread.Runs(s.ctx, js)
	if err != nil {
		return err
	}
	head := fmt.Sprintf("{\"job\":%d,\"worker\":\"late\",\"sha256\":\"%x\"}\n", n, sha256.Sum256(b))
	_, err = js.Publish(s.ctx, fmt.Sprintf("lab.results.%s.first.%d.late", all[0].ID, n), append([]byte(head), b...))
	return err
}

// replaced returns a change of the first of some texts in a result that it has.
func replaced(pairs ...string) func(b []byte) []byte {
	return func(b []byte) []byte {
		for i := 0; i < len(pairs); i += 2 {
			if bytes.Contains(b, []byte(pairs[i])) {
				return bytes.Replace(b, []byte(pairs[i]), []byte(pairs[i+1]), 1)
			}
		}
		panic("no lie about " + string(b))
	}
}

// withdrawals are the kinds of runs: a command, and how a worker lies in a result of it without
// its being malformed.
var withdrawals = map[string]struct {
	line string
	lie  func(b []byte) []byte
	// first is how many jobs of the first run make a part of its state, 0 for 3.
	first int
	slow  bool
	// before, if not nil, returns what the state has before the first run of what it is to have.
	before func(want string) string
}{
	kinds.SoakKind:   {line: "soak 24 --seed 39 --engine go,z80 --batch 2", lie: replaced(`"nodes":`, `"nodes":1`)},
	kinds.MatchKind:  {line: "match go:sx81 go:uniform --nodes 50 --games 12 --draw-after 20", lie: replaced(`"nodes":[`, `"nodes":[1`)},
	tune.Kind:        {first: 8, slow: true, line: "tune go:tuned --key pass=1..48 --against go:uniform --cycles 9000 --iterations 3 --pairs 1 --pool-pairs 1 --draw-after 20", lie: replaced("[1,0,0]", "[0,0,1]", "[0,1,0]", "[1,0,0]", "[0,0,1]", "[1,0,0]")},
	kinds.LadderKind: {line: "ladder --games 4", lie: replaced(`"n":[`, `"n":[1`), slow: true},
	kinds.PositionsKind: {line: "positions --games 4", slow: true, lie: func(b []byte) []byte {
		b[len(b)-2] ^= 1 // of the score of the last position
		return b
	}},
	kinds.MutateKind: {line: "mutate z80 --match movegen.s:4 --only perft --batch 1 --sample 8", lie: replaced(`,"killed":"perft"`, "", `}`, `,"killed":"perft"}`), slow: true},
	kinds.SexKind: {line: "sex", lie: replaced(`"nodes":`, `"nodes":1`), slow: true, before: func(want string) string {
		var some []string
		for line := range strings.Lines(want) {
			if !strings.HasPrefix(line, `{"key":"cost of `) {
				some = append(some, line)
			}
		}
		return strings.Join(some, "")
	}},
}

// What only a worker that lies has done is withdrawn from the state of every kind of run, when a
// later run convicts it, since it compares results or since an honest one comes late, and done
// again: the state is that of a run on one computer.
func TestEveryKindWithdrawsWhatALiarHasDone(t *testing.T) {
	assert.Len(t, withdrawals, len(kinds.All), "kinds")
	self, err := os.Executable()
	require.NoError(t, err)
	bin := t.TempDir()
	require.NoError(t, os.Symlink(self, filepath.Join(bin, "stockfish")))
	t.Setenv("PATH", bin+string(filepath.ListSeparator)+os.Getenv("PATH"))
	for kind := range kinds.All {
		t.Run(kind, func(t *testing.T) {
			c := withdrawals[kind]
			if c.slow {
				switches.Need(t, "slow")
			}
			t.Parallel()
			x := &conviction{T: t, kind: kind, dir: t.TempDir(), lie: c.lie}
			x.least.Store(math.MaxInt64)
			args := strings.Fields(c.line + " --out " + x.state(x.dir))
			var said text
			require.Equal(t, cli.ExitFine, command(t.Context(), &said, args...), "%s", &said)
			x.want = read(x.state(x.dir))
			require.NotEmpty(t, x.want)
			require.NoError(t, os.Remove(x.state(x.dir)))
			if c.before != nil {
				require.NoError(t, os.WriteFile(x.state(x.dir), []byte(c.before(x.want)), 0o600))
			}
			x.args = append(args, "--spread", "embedded", "--workers", "0")
			x.begin(max(c.first, 3))
			x.end("compared", x.compared)
			if kind != tune.Kind { // each of whose iterations is a run
				x.end("late", x.late)
			}
		})
	}
}

// conviction is a worker that lies in a kind of run.
type conviction struct {
	*testing.T
	kind, dir string
	args      []string // of the command, but for --check and --resume
	want      string   // the state of one computer
	lie       func(b []byte) []byte
	least     atomic.Int64 // of the jobs that the liar has done
}

// state returns the state file in a folder.
func (x *conviction) state(dir string) string { return filepath.Join(dir, x.kind+".jsonl") }

// read returns the content of a file, "" if there is none.
func read(path string) string {
	b, _ := os.ReadFile(path)
	return string(b)
}

// liar does a job and lies.
func (x *conviction) liar(ctx context.Context, r job.Runner, n int) ([]byte, error) {
	for old := x.least.Load(); int64(n) < old && !x.least.CompareAndSwap(old, int64(n)); old = x.least.Load() {
	}
	b, err := r.Run(ctx, n)
	if err == nil {
		b = x.lie(b)
	}
	return b, err
}

// begin is a run in which nothing is compared, and the liar does the first jobs.
func (x *conviction) begin(first int) {
	s := begin(x.T, append(x.args, "--check", "0")...)
	state := x.state(x.dir)
	old := read(state)
	s.help("liar", with(firstOnly(first, x.liar)))
	s.until(func() bool { return strings.Count(read(state+".workers"), "\n") > first && read(state) != old })
	s.end()
	require.Equal(x, cli.ExitInterrupted, s.over(), "%s", &s.said)
	require.True(x, wrong(x.want, read(state)), "the state of the first run has nothing wrong")
}

// compared lets the liar help again, until it has a job that will be compared. It ends the job
// when the others are there, after joined: a worker that is alone compares with itself.
func (x *conviction) compared(s *spreadRun) (joined func()) {
	var begun atomic.Bool
	others := make(chan struct{})
	s.help("liar", with(func(ctx context.Context, r job.Runner, n int) ([]byte, error) {
		begun.Store(true)
		select {
		case <-others:
		case <-ctx.Done():
		}
		return x.liar(ctx, r, n)
	}))
	s.until(begun.Load)
	return func() {
		s.workers(3)
		close(others)
	}
}

// late lets an honest worker help, whose result of the liar's first job comes late.
func (x *conviction) late(s *spreadRun) (joined func()) {
	var came atomic.Bool
	var once sync.Once
	s.help("late", with(func(ctx context.Context, r job.Runner, n int) ([]byte, error) {
		once.Do(func() { assert.NoError(x, s.late(r, int(x.least.Load()))) })
		came.Store(true)
		return r.Run(ctx, n)
	}))
	s.until(came.Load)
	return func() {}
}

// end is a run that continues the first one to its end with two honest workers more, after
// which it calls what help returns.
func (x *conviction) end(name string, help func(s *spreadRun) (joined func())) {
	dir := filepath.Join(x.TempDir(), "again")
	require.NoError(x, os.CopyFS(dir, os.DirFS(x.dir)))
	line := strings.ReplaceAll(strings.Join(x.args, " "), x.dir, dir)
	s := begin(x.T, strings.Fields(line+" --check 100 --resume")...)
	joined := help(s)
	s.help("honest", kinds.All)
	s.help("honest2", kinds.All)
	joined()
	require.Equal(x, cli.ExitFine, s.over(), "%s", &s.said)
	assert.Contains(x, s.said.String(), "worker liar is barred, and what only it has done is done again\n", name)
	assert.NotRegexp(x, "worker (honest|late)", s.said.String())
	assert.Contains(x, s.said.String(), "withdrawn from the state: ", name)
	assert.True(x, x.want == read(x.state(dir)), "%s: the state differs from that of one computer", name)
	assert.Regexp(x, `(?m)^{"barred":"liar","why":"job `, read(x.state(dir)+".workers"), name)
	assert.NoDirExists(x, x.state(dir)+".spread")
}

// wrong reports whether a state has something that the right one has not.
func wrong(right, state string) bool {
	if strings.HasPrefix(right, state) {
		return false
	}
	for line := range strings.Lines(state) {
		if !strings.Contains(right, line) {
			return true
		}
	}
	return false
}
