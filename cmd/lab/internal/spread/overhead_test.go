//go:build unix

package spread_test

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strconv"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/cmd/lab/internal/job"
	"github.com/searchex/searchex/cmd/lab/internal/kinds"
	"github.com/searchex/searchex/cmd/lab/internal/spread"
)

// sleeper is a runner whose jobs take a second and no processor.
type sleeper struct{}

// Run implements job.Runner.
func (sleeper) Run(ctx context.Context, _ int) ([]byte, error) {
	select {
	case <-time.After(time.Second):
	case <-ctx.Done():
	}
	return make([]byte, 3000), ctx.Err()
}

// given returns a number from the environment.
func given(name string, byDefault int) int {
	n, err := strconv.Atoi(os.Getenv(name))
	if err != nil {
		return byDefault
	}
	return n
}

// BenchmarkOverhead runs the same jobs by the local pool and through a server in this
// process, two at a time, in turns, and reports the medians of the ratios of their times
// and of their processor times. Jobs of sleep take a second each, those of soak about one.
func BenchmarkOverhead(b *testing.B) {
	all := job.Kinds{"sleep": func(json.RawMessage) (job.Open, error) {
		return func() (job.Runner, error) { return sleeper{}, nil }, nil
	}, kinds.SoakKind: kinds.All[kinds.SoakKind]}
	soak := kinds.Soak{Engines: []string{"go", "z80", "6502", "68000"}, Seed: 1981, From: 1, Batch: 100}
	for _, c := range []struct {
		kind   string
		params any
		check  int
	}{{"sleep", 1, 0}, {kinds.SoakKind, soak, 0}, {kinds.SoakKind, soak, 2}} {
		b.Run(fmt.Sprintf("%s/check=%d", c.kind, c.check), func(b *testing.B) {
			plan, err := job.NewPlan(c.kind, c.params)
			require.NoError(b, err)
			open, err := all.Open(&plan)
			require.NoError(b, err)
			jobs, pairs := given("JOBS", 40), given("PAIRS", 3)
			var time, work []float64
			for pair := range pairs * b.N {
				r := &job.Run{Plan: plan, Open: open, Emit: func(int, []byte) error { return nil }, Failed: func(f job.Failure) { b.Error(f) }}
				for i := range jobs {
					r.Need = append(r.Need, pair*jobs+i)
				}
				var took [2]spent
				for k := range took {
					if way := (k + pair) % 2; way == 0 {
						took[way] = measure(func() { require.NoError(b, job.Local{Workers: 2}.Do(b.Context(), r)) })
					} else {
						took[way] = measure(func() { through(b, all, r, c.check) })
					}
				}
				b.Logf("%d jobs here and through the server: %.2f", jobs, took)
				time, work = append(time, took[0].time/took[1].time), append(work, took[0].work/took[1].work)
			}
			b.ReportMetric(median(time), "of-local")
			b.ReportMetric(median(work), "of-local-processor")
			b.ReportMetric(0, "ns/op")
		})
	}
}

func median(of []float64) float64 {
	slices.SortFunc(of, cmp.Compare[float64])
	return of[len(of)/2]
}

// spent are seconds, and seconds of processors.
type spent struct{ time, work float64 }

// measure measures what f takes.
func measure(f func()) spent {
	work := func() float64 {
		var u syscall.Rusage
		if syscall.Getrusage(syscall.RUSAGE_SELF, &u) != nil {
			return 0
		}
		return float64(u.Utime.Nano()+u.Stime.Nano()) / 1e9
	}
	before, begun := work(), time.Now()
	f()
	return spent{time.Since(begun).Seconds(), work() - before}
}

// through runs jobs through a new server with a worker of two cores.
func through(b *testing.B, all job.Kinds, r *job.Run, check int) {
	e, err := spread.Start(spread.Listening{Host: "127.0.0.1", Folder: b.TempDir()})
	require.NoError(b, err)
	defer e.Close(true)
	ctx, cancel := context.WithCancel(b.Context())
	defer cancel()
	w := &spread.Worker{Name: "w", Cores: 2, Kinds: all, Program: r.Plan.Program, Log: func(string, ...any) {}}
	there, err := e.InProcess("w", func(error) {})
	require.NoError(b, err)
	go w.Serve(ctx, there)
	conn, err := e.InProcess("coordinator", func(error) {})
	require.NoError(b, err)
	defer conn.Close()
	c := &spread.Carrier{Conn: conn, Closed: make(chan error), AckWait: 10 * time.Second, Check: check, Log: func(string, ...any) {}}
	require.NoError(b, c.Do(ctx, r))
}
