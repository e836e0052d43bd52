package spread

import (
	"context"
	"crypto/sha256"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/nats-io/nats.go/jetstream"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/cmd/internal/given"
	"github.com/searchex/searchex/cmd/lab/internal/job"
)

// late stores a right result of a job that has one already.
func (b *bench) late(n int, worker string) {
	_, err := b.js().Publish(b.t.Context(), resultSubject(b.plan.ID(), first, n, worker), pack(n, worker, fmt.Appendf(nil, "%d", n*n*n), ""))
	require.NoError(b.t, err)
}

// stored waits until the server has a number of results, without probes.
func (b *bench) stored(ctx context.Context, n int) {
	stream, err := b.js().Stream(ctx, resultsName(b.plan.ID()))
	require.NoError(b.t, err)
	of := jetstream.WithSubjectFilter("lab.results." + b.plan.ID() + "." + first + ".>")
	for info, err := stream.Info(ctx, of); info == nil || len(info.State.Subjects) < n; info, err = stream.Info(ctx, of) {
		require.NoError(b.t, err)
		sleep(ctx, time.Millisecond)
	}
}

// helpLiar starts two honest workers and a liar. The honest ones wait until the liar has a job
// in which it is wrong, so that it gets one however late it comes.
func (b *bench) helpLiar(ctx context.Context) (liar <-chan error) {
	lied := make(chan struct{})
	var once sync.Once
	honest := doing(func(ctx context.Context, n int) ([]byte, error) {
		select {
		case <-lied:
		case <-ctx.Done():
		}
		return cubes{}.Run(ctx, n)
	})
	b.helpBy(ctx, "honest", b.plan.Program, honest)
	b.helpBy(ctx, "honest2", b.plan.Program, honest)
	return b.helpBy(ctx, "liar", b.plan.Program, doing(func(ctx context.Context, n int) ([]byte, error) {
		if n%4 == 3 {
			once.Do(func() { close(lied) })
		}
		return cubes{lies: true}.Run(ctx, n)
	}))
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

// A worker with a wrong result is named and barred, its results are done again, and the run
// ends with the right ones.
func TestAWorkerThatLiesIsBarred(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	b.helpLiar(ctx)
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
	assert.Contains(t, b.logged(), "a result of honest under the name of w16: ")
}

// A worker that a run has barred stays so for all later runs of the server, also after
// --forget; its results do not count, and it ends.
func TestABarredWorkerStaysBarred(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	liar := b.helpLiar(ctx)
	now, end := context.WithCancel(ctx)
	told := make(chan error, 1)
	go func() { told <- <-liar; end() }()
	_, err := b.carry(now, 8, 40_000, 100, nil)
	require.ErrorIs(t, err, context.Canceled)
	assert.ErrorContains(t, <-told, "has barred this worker")
	require.NoError(t, Forget(ctx, b.js(), b.plan.ID()))
	b.leave(map[string][]byte{resultSubject(b.plan.ID(), first, 11, "liar"): pack(11, "liar", []byte("1332"), "")})
	b.help(ctx, "liar", true, b.plan.Program)
	got, err := b.carry(ctx, 8, 20, 0, nil)
	require.NoError(t, err)
	wantCubes(t, got, 8, 20)
	assert.Contains(t, b.logged(), "another run of the server has found it wrong: worker liar is barred")
}

// What only a convicted worker has done is withdrawn from the state and done again by others,
// and nothing else; also when an earlier run has written it.
func TestResultsInTheStateAreWithdrawn(t *testing.T) {
	for _, c := range []struct {
		name    string
		earlier bool
	}{
		{"this run", false},
		{"an earlier run", true},
	} {
		t.Run(c.name, func(t *testing.T) {
			b := newBench(t)
			ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
			defer cancel()
			state := filepath.Join(t.TempDir(), "state")
			s := newStateOf(t, b, state)
			// The liar is alone at first, and nothing is compared. If it is to leave jobs to a later
			// run, the last ones wait until it ends.
			alone, end := context.WithCancel(ctx)
			liar := b.helpBy(alone, "liar", b.plan.Program, doing(func(ctx context.Context, n int) ([]byte, error) {
				if c.earlier && n > 30 {
					<-alone.Done()
				}
				return cubes{lies: true}.Run(ctx, n)
			}))
			now, stop := context.WithCancel(ctx)
			s.upTo(20, func() {
				if c.earlier {
					stop()
					return
				}
				b.stored(ctx, 32) // all that is missing, so what comes late is the last
				end()
				b.help(ctx, "honest", false, b.plan.Program)
				b.late(19, "honest")
			})
			err := s.run(now, 8, 40)
			if c.earlier {
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
			written := given.File(t, state+".workers")
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
