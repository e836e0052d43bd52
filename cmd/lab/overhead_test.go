//go:build unix

package main

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"syscall"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/cmd/lab/internal/job"
	"github.com/searchex/searchex/cmd/lab/internal/kinds"
	"github.com/searchex/searchex/cmd/lab/internal/spread"
	"github.com/searchex/searchex/hostbridge"
	"github.com/searchex/searchex/testdata/switches"
)

// sleeper is a runner whose jobs take a time and no processor.
type sleeper time.Duration

// Run implements job.Runner.
func (s sleeper) Run(ctx context.Context, _ int) ([]byte, error) {
	select {
	case <-time.After(time.Duration(s)):
	case <-ctx.Done():
	}
	return make([]byte, 3000), ctx.Err()
}

func openSleeper(raw json.RawMessage) (job.Open, error) {
	s, err := job.Params[sleeper](raw)
	return func() (job.Runner, error) { return s, nil }, err
}

// BenchmarkOverhead runs the same jobs by the local pool and through a server in this
// process, two at a time, in turns, and reports the medians of the ratios of their times
// and of their processor times. Jobs of sleep take a second each, those of soak about one.
func BenchmarkOverhead(b *testing.B) {
	all := job.Kinds{"sleep": openSleeper, kinds.SoakKind: kinds.All[kinds.SoakKind]}
	soak := kinds.Soak{Engines: hostbridge.Names, Seed: 1981, From: 1, Batch: 100}
	for _, c := range []struct {
		kind   string
		params any
		check  int
	}{{"sleep", time.Second, 0}, {kinds.SoakKind, soak, 0}, {kinds.SoakKind, soak, 2}} {
		b.Run(fmt.Sprintf("%s/check=%d", c.kind, c.check), func(b *testing.B) {
			plan, err := job.NewPlan(c.kind, c.params)
			require.NoError(b, err)
			open, err := all.Open(&plan)
			require.NoError(b, err)
			jobs, pairs := switches.Number("jobs", 40), switches.Number("pairs", 3)
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

// BenchmarkServer runs jobs that take no time and whose results have 3,000 bytes, with a
// synced line of a journal for each. It reports jobs a second, and the messages and
// bytes of a job.
func BenchmarkServer(b *testing.B) {
	all := job.Kinds{"sleep": openSleeper}
	plan, err := job.NewPlan("sleep", 0)
	require.NoError(b, err)
	open, err := all.Open(&plan)
	require.NoError(b, err)
	file, err := os.Create(filepath.Join(b.TempDir(), "journal"))
	require.NoError(b, err)
	defer file.Close()
	r := &job.Run{Plan: plan, Open: open, Failed: func(f job.Failure) { b.Error(f) }, Emit: func(_ int, result []byte) error {
		if _, err := file.Write(result); err != nil {
			return err
		}
		return file.Sync()
	}}
	jobs := switches.Number("jobs", 2000)
	for i := range jobs * b.N {
		r.Need = append(r.Need, i)
	}
	var sent nats.Statistics
	s := measure(func() { sent = through(b, all, r, 0) })
	n := float64(len(r.Need))
	b.ReportMetric(n/s.time, "jobs/s")
	b.ReportMetric(1000*s.work/n, "ms-of-processor/job")
	b.ReportMetric(float64(sent.InMsgs+sent.OutMsgs)/n, "messages/job")
	b.ReportMetric(float64(sent.InBytes+sent.OutBytes)/n, "bytes/job")
	b.ReportMetric(0, "ns/op")
}

// through runs jobs through a new server with a worker of two cores. It returns what the
// worker and the coordinator have sent and received.
func through(b *testing.B, all job.Kinds, r *job.Run, check int) nats.Statistics {
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
	ledger, err := spread.OpenLedger(filepath.Join(b.TempDir(), "state"), true)
	require.NoError(b, err)
	defer ledger.Close()
	c := &spread.Carrier{Conn: conn, Closed: make(chan error), AckWait: 10 * time.Second, Check: check, Ledger: ledger, Log: func(string, ...any) {}}
	require.NoError(b, c.Do(ctx, r))
	sent, x := conn.Stats(), there.Stats()
	sent.InMsgs, sent.OutMsgs = sent.InMsgs+x.InMsgs, sent.OutMsgs+x.OutMsgs
	sent.InBytes, sent.OutBytes = sent.InBytes+x.InBytes, sent.OutBytes+x.OutBytes
	return sent
}
