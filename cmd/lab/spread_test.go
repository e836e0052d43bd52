package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/cmd/internal/given"
	"github.com/searchex/searchex/cmd/internal/match/player"
	"github.com/searchex/searchex/cmd/lab/internal/commands"
	"github.com/searchex/searchex/cmd/lab/internal/job"
	"github.com/searchex/searchex/cmd/lab/internal/kinds"
	"github.com/searchex/searchex/testdata/switches"
)

// liar runs lab so that all results of its jobs are wrong. It exists in the test only.
func liar() {
	commands.Kinds = job.Kinds{}
	for name, honest := range kinds.All {
		commands.Kinds[name] = func(raw json.RawMessage) (job.Open, error) {
			open, err := honest(raw)
			return func() (job.Runner, error) {
				r, err := open()
				return lying{r}, err
			}, err
		}
	}
	main()
}

type lying struct{ job.Runner }

// Run implements job.Runner. It changes the nodes of a search or game, or the score of a tuning
// game.
func (l lying) Run(ctx context.Context, n int) ([]byte, error) {
	b, err := l.Runner.Run(ctx, n)
	for _, change := range [][2]string{
		{`"nodes":[`, `"nodes":[1`}, {`"nodes":`, `"nodes":1`}, {"[1,0,0]", "[0,0,1]"}, {"[0,1,0]", "[1,0,0]"}, {"[0,0,1]", "[1,0,0]"},
	} {
		if bytes.Contains(b, []byte(change[0])) {
			return bytes.Replace(b, []byte(change[0]), []byte(change[1]), 1), err
		}
	}
	return b, err
}

// site is a coordinator and its workers, processes of lab in one folder.
type site struct {
	t       *testing.T
	folder  string
	args    []string // of the coordinator
	coord   *exec.Cmd
	err     *os.File
	workers []*exec.Cmd
}

// start starts a process whose standard error goes to a file.
func (s *site) start(name string, args ...string) (*exec.Cmd, *os.File) {
	f, err := os.CreateTemp(s.folder, "stderr-*")
	require.NoError(s.t, err)
	c := exec.Command(name, args...)
	c.Dir, c.Stderr, c.Stdout = s.folder, f, f
	require.NoError(s.t, c.Start())
	s.t.Cleanup(func() { c.Process.Kill(); c.Wait() })
	return c, f
}

// address matches the line in which the coordinator says how to start a worker.
var address = regexp.MustCompile(`lab worker (nats://\S+) --token-file (\S+)\n`)

// begin starts the coordinator, and waits until its server listens.
func (s *site) begin() {
	s.coord, s.err = s.start("lab", s.args...)
	require.Eventually(s.t, func() bool { return address.MatchString(s.said()) }, 20*time.Second, 20*time.Millisecond, "no address: %s", s.said())
}

func (s *site) said() string {
	b, _ := os.ReadFile(s.err.Name())
	return string(b)
}

// join starts the program name as worker i.
func (s *site) join(i int, name string) {
	m := address.FindStringSubmatch(s.said())
	require.NotNil(s.t, m)
	c, _ := s.start(name, "worker", m[1], "--token-file", m[2], "--cores", "1")
	for len(s.workers) <= i {
		s.workers = append(s.workers, nil)
	}
	s.workers[i] = c
}

// kill kills a process without warning.
func kill(c *exec.Cmd) {
	c.Process.Kill()
	c.Wait()
}

// disturb kills and restarts workers and, now and then, the coordinator. It also suspends a worker for
// longer than the coordinator waits for its jobs. It returns when the coordinator has ended.
func (s *site) disturb(random *rand.Rand, workers, coordinators int) error {
	ended := make(chan error, 1)
	wait := func(c *exec.Cmd) { ended <- c.Wait() }
	go wait(s.coord)
	kills := 0
	for ; kills < workers; kills++ {
		select {
		case err := <-ended:
			s.t.Logf("ended after %d of %d kills", kills, workers)
			return err
		case <-time.After(time.Duration(400+random.IntN(900)) * time.Millisecond):
		}
		i := random.IntN(len(s.workers))
		kill(s.workers[i])
		s.join(i, "lab")
		switch {
		case coordinators > 0 && kills%3 == 1:
			coordinators--
			s.coord.Process.Kill()
			<-ended
			s.begin()
			go wait(s.coord)
		case kills == 5:
			frozen := s.workers[0].Process
			require.NoError(s.t, freeze(frozen, 3*time.Second))
		}
	}
	s.t.Logf("all of %d workers were killed", kills)
	return <-ended
}

// local runs a command line on this computer, without workers, and returns its state file.
func local(t *testing.T, args string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "local.jsonl")
	status, _, complaint := runLab(t, args+" --out "+path)
	require.Zero(t, status, complaint)
	b := given.File(t, path)
	return string(b)
}

// slow skips a test that takes minutes.
func slow(t *testing.T) {
	switches.Need(t, "spread")
}

// Where workers and the coordinator die, fall silent and come back, no job is lost or done twice, and
// the journal equals that of a local run.
func TestSpreadWorkSurvives(t *testing.T) {
	slow(t)
	for _, c := range []struct {
		name, args            string
		workers, coordinators int
	}{
		{"soak", "soak 2000 --seed 39 --engine go,z80 --batch 3", 14, 2},
		{"match", "match go:sx81 z80:uniform --nodes 500 --games 60 --draw-after 80", 6, 2},
		{"positions", "positions --games 14 --seed 39", 3, 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			if _, err := player.ParseSpec(kinds.Labeller, player.Defaults{}); err != nil && c.name == "positions" {
				t.Skip("stockfish is not installed")
			}
			seed := rand.Uint64()
			t.Logf("seed %d", seed)
			s := &site{t: t, folder: t.TempDir(), args: strings.Fields(c.args + " --out state.jsonl --resume --spread embedded --workers 0 --ack-wait 1 --check 10")}
			s.begin()
			for i := range 4 {
				s.join(i, "lab")
			}
			require.NoError(t, s.disturb(rand.New(rand.NewPCG(seed, 0)), c.workers, c.coordinators), "%s", s.said())
			have := given.File(t, filepath.Join(s.folder, "state.jsonl"))
			assert.True(t, local(t, c.args) == string(have), "the journal differs from that of a local run")
			assert.NoDirExists(t, filepath.Join(s.folder, "state.jsonl.spread"))
		})
	}
}

// A worker with wrong results is named and ends, and the state file equals that of an honest run.
func TestALyingWorkerIsBarred(t *testing.T) {
	slow(t)
	const line = "soak 200 --seed 39 --engine go,z80 --batch 5"
	s := &site{t: t, folder: t.TempDir(), args: strings.Fields(line + " --out state.jsonl --spread embedded --workers 0 --check 100")}
	s.begin()
	s.join(0, "lab")
	s.join(1, "liar")
	require.NoError(t, s.coord.Wait(), s.said())
	assert.Regexp(t, fmt.Sprintf(`(?m)^lab: soak: job [0-9]+: \S+ and \S+ have different results \(.*\); `+
		`this computer gets that of \S+-%d: worker \S+-%d is barred, `, s.workers[0].Process.Pid, s.workers[1].Process.Pid), s.said())
	have := given.File(t, filepath.Join(s.folder, "state.jsonl"))
	assert.True(t, local(t, line) == string(have), "the state differs from that of a local run")
}

// An earlier run compared no results. When one of its workers is found to be wrong, the jobs that this
// worker did then are withdrawn from the state file and done again.
func TestALyingWorkersResultsAreWithdrawn(t *testing.T) {
	slow(t)
	for _, c := range []struct {
		line  string
		lines int // of the first run
	}{
		{"soak 200 --seed 39 --engine go,z80 --batch 5", 50},
		{"match go:sx81 go:uniform --nodes 1000 --games 24 --draw-after 60", 5},
		{"tune go:tuned --key pass=1..48 --key price.losing+price.losing-capture=10..40 --against go:uniform --cycles 100000 --iterations 4 --pairs 1 --pool-pairs 1 --draw-after 20", 1},
	} {
		kind, _, _ := strings.Cut(c.line, " ")
		t.Run(kind, func(t *testing.T) {
			line := c.line + " --out state.jsonl --spread embedded --workers 0"
			s := &site{t: t, folder: t.TempDir(), args: strings.Fields(line + " --check 0")}
			state := func() []byte { b, _ := os.ReadFile(filepath.Join(s.folder, "state.jsonl")); return b }
			s.begin()
			s.join(0, "liar")
			require.Eventually(t, func() bool { return bytes.Count(state(), []byte("\n")) > c.lines }, time.Minute, time.Millisecond)
			kill(s.coord)
			want := local(t, c.line)
			require.NotContains(t, want, string(bytes.SplitAfter(state(), []byte("\n"))[1]), "the first run has something wrong")
			s.args = strings.Fields(line + " --resume --check 100")
			s.begin()
			s.join(1, "lab")
			s.join(2, "lab")
			require.NoError(t, s.coord.Wait(), s.said())
			t.Logf("%s", s.said())
			assert.Regexp(t, fmt.Sprintf(`worker \S+-%d is barred`, s.workers[0].Process.Pid), s.said())
			assert.Equal(t, 1, strings.Count(s.said(), "withdrawn from the state: "))
			assert.True(t, want == string(state()), "the state differs from that of a local run")
			ledger := given.File(t, filepath.Join(s.folder, "state.jsonl.workers"))
			assert.Regexp(t, fmt.Sprintf(`(?m)^{"barred":"\S+-%d","why":"job `, s.workers[0].Process.Pid), string(ledger))
			assert.Regexp(t, `(?m)^{"withdrawn":\["`, string(ledger))
		})
	}
}

// A worker with a key does jobs under the key's name. It ends when the key is revoked; the other
// workers go on.
func TestAWorkerWithAKey(t *testing.T) {
	slow(t)
	const line = "soak 300 --seed 39 --engine go,z80 --batch 5"
	s := &site{t: t, folder: t.TempDir(), args: strings.Fields(line + " --out state.jsonl --spread embedded --workers 0 --check 10")}
	s.begin()
	m := address.FindStringSubmatch(s.said())
	owner := func(args ...string) string {
		c := exec.Command("lab", append([]string{"worker", m[1], "--token-file", m[2]}, args...)...)
		c.Dir = s.folder
		out, err := c.CombinedOutput()
		require.NoError(t, err, "%s", out)
		return string(out)
	}
	assert.Equal(t, "alice.key is the key of alice: lab worker "+m[1]+" --token-file alice.key\n", owner("--join", "alice"))
	alice, said := s.start("lab", "worker", m[1], "--token-file", "alice.key", "--cores", "1")
	by := func(name string) func() bool {
		return func() bool {
			b, _ := os.ReadFile(filepath.Join(s.folder, "state.jsonl.workers"))
			return strings.Contains(string(b), `"by":["`+name)
		}
	}
	require.Eventually(t, by("alice"), time.Minute, time.Millisecond)
	require.NoError(t, alice.Process.Signal(syscall.SIGSTOP)) // or it may do all jobs before the key is revoked
	assert.Regexp(t, `(?m)^alice +yes +U[A-Z0-9]+$`, owner("--keys"))
	owner("--revoke", "alice")
	assert.Equal(t, "no keys: --join NAME makes one\n", owner("--keys"))
	require.NoError(t, alice.Process.Signal(syscall.SIGCONT))
	assert.Error(t, alice.Wait())
	b := given.File(t, said.Name())
	assert.Contains(t, string(b), "the server refuses the token")
	s.join(0, "lab")
	require.NoError(t, s.coord.Wait(), s.said())
	have := given.File(t, filepath.Join(s.folder, "state.jsonl"))
	assert.True(t, local(t, line) == string(have), "the state differs from that of a local run")
}

// One signal ends a worker within two seconds, also during a search of minutes on an emulated
// machine and during a job that ignores its context.
func TestOneSignalEndsAWorker(t *testing.T) {
	slow(t)
	for _, c := range []struct {
		program, line string
		signal        os.Signal
	}{
		{"lab", "match z80:sx81 z80:uniform --nodes 100000000 --games 2", os.Interrupt},
		{"lab", "match 68000:sx81 z80:uniform --nodes 100000000 --games 2", syscall.SIGTERM},
		{"endless", "soak 200 --seed 39 --engine go,z80", syscall.SIGTERM},
	} {
		s := &site{t: t, folder: t.TempDir(), args: strings.Fields(c.line + " --out state.jsonl --spread embedded --workers 0")}
		s.begin()
		s.join(0, c.program)
		m := address.FindStringSubmatch(s.said())
		require.Eventually(t, func() bool {
			_, out, _ := runLab(t, "jobs "+m[1]+" --token-file "+filepath.Join(s.folder, m[2])+" --json")
			return strings.Contains(out, `"doing":["`)
		}, time.Minute, 100*time.Millisecond)
		begun := time.Now()
		require.NoError(t, s.workers[0].Process.Signal(c.signal))
		require.NoError(t, s.workers[0].Wait())
		assert.Less(t, time.Since(begun), 2*time.Second, c.line)
		kill(s.coord)
	}
}

// endless runs lab with jobs of soak that never end. It exists in the test only.
func endless() {
	commands.Kinds = job.Kinds{kinds.SoakKind: func(json.RawMessage) (job.Open, error) {
		return func() (job.Runner, error) { return forever{}, nil }, nil
	}}
	main()
}

type forever struct{}

// Run implements job.Runner.
func (forever) Run(context.Context, int) ([]byte, error) { select {} }

// A full disk ends the coordinator, but no finished job is lost.
func TestAFullDiskStopsTheRunAndLosesNothing(t *testing.T) {
	slow(t)
	folder := t.TempDir()
	if out, err := exec.Command("mount", "-t", "tmpfs", "-o", "size=300k", "tmpfs", folder).CombinedOutput(); err != nil {
		t.Skipf("a small disk can't be mounted here: %s", out)
	}
	t.Cleanup(func() { _ = exec.Command("umount", "-l", folder).Run() })
	const line = "soak 1500 --seed 39 --engine go,z80 --batch 5"
	args := strings.Fields(line + " --out " + filepath.Join(folder, "state.jsonl") + " --resume --spread embedded")
	s := &site{t: t, folder: t.TempDir(), args: args}
	c, f := s.start("lab", args...)
	s.err = f
	ended := make(chan error, 1)
	go func() { ended <- c.Wait() }()
	select {
	case err := <-ended:
		assert.Error(t, err, s.said())
	case <-time.After(60 * time.Second):
		t.Fatalf("the run goes on: %s", s.said())
	}
	assert.Contains(t, s.said(), "no space left on device")
	require.NoError(t, exec.Command("mount", "-o", "remount,size=64m", folder).Run())
	again := exec.Command("lab", args...)
	out, err := again.CombinedOutput()
	require.NoError(t, err, "%s", out)
	have := given.File(t, filepath.Join(folder, "state.jsonl"))
	assert.True(t, local(t, line) == string(have), "the journal differs from that of a local run")
}
