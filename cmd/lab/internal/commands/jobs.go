package commands

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"github.com/searchex/searchex/cmd/internal/cli"
	"github.com/searchex/searchex/cmd/internal/report"
	"github.com/searchex/searchex/cmd/lab/internal/spread"
)

// Jobs shows what is under way at a server.
type Jobs struct {
	Server string `arg:"" help:"The server: nats://HOST:PORT or tls://HOST:PORT."`
	accessFlags
	Forget *string `placeholder:"RUN" help:"Remove what the server keeps of a run that has ended. Its state file is not touched."`
	JSON   bool    `name:"json" help:"Print one JSON object."`
}

// state is what --json prints.
type state struct {
	Runs    []spread.RunInfo    `json:"runs"`
	Workers []spread.WorkerInfo `json:"workers"`
	Left    []string            `json:"left"`
}

// Run prints runs and workers.
func (c *Jobs) Run(a *cli.App) error {
	at, err := c.access(a, c.Server)
	if err != nil {
		return cli.UsageError{Err: err}
	}
	conn, err := at.Dial("jobs", func(error) {})
	if err != nil {
		return err
	}
	defer conn.Close()
	js, err := jetstream.New(conn)
	if err != nil {
		return err
	}
	var s state
	if s.Runs, err = spread.Runs(a.Ctx, js); err == nil {
		s.Workers, err = spread.Workers(a.Ctx, js)
	}
	if err == nil {
		s.Left, err = spread.Left(a.Ctx, js)
	}
	switch {
	case err != nil:
		return fmt.Errorf("%s: %w: want a NATS server with JetStream", c.Server, err)
	case c.Forget != nil:
		return c.forget(a, js, &s)
	case c.JSON:
		return report.JSON(a.Out, s)
	}
	return c.write(a, &s)
}

// forget removes a run.
func (c *Jobs) forget(a *cli.App, js jetstream.JetStream, s *state) error {
	if !slices.Contains(s.Left, *c.Forget) {
		return cli.Usagef("--forget %s: want a run without a coordinator, one of: %s", *c.Forget, strings.Join(append(s.Left, "(none)")[:max(len(s.Left), 1)], ", "))
	}
	return spread.Forget(a.Ctx, js, *c.Forget)
}

func (c *Jobs) write(a *cli.App, s *state) error {
	runs := report.NewTable("<run", "jobs", "done", "failed", "a second", "<left", "<program")
	for _, r := range s.Runs {
		left := "-"
		if r.Rate > 0 {
			left = report.Duration(time.Duration(float64(r.Jobs-r.Done-r.Failed) / r.Rate * float64(time.Second)))
		}
		runs.Add(r.ID, r.Jobs, r.Done, r.Failed, fmt.Sprintf("%.2f", r.Rate), left, r.Program.Program)
	}
	workers := report.NewTable("<worker", "cores", "done", "a second", "<program", "<now")
	for _, w := range s.Workers {
		workers.Add(w.Name, w.Cores, w.Done, fmt.Sprintf("%.2f", w.Rate), w.Program.Program, strings.Join(w.Doing, " "))
	}
	var b strings.Builder
	if err := report.WriteAll(a.Out.On(&b), runs, workers); err != nil {
		return err
	}
	fmt.Fprintf(&b, "%s, %s\n", report.Plural(len(s.Runs), "run"), report.Plural(len(s.Workers), "worker"))
	for _, r := range s.Runs {
		if r.Trouble != "" {
			fmt.Fprintf(&b, "%s: %s\n", r.ID, r.Trouble)
		}
	}
	for _, id := range s.Left {
		fmt.Fprintf(&b, "left by an older coordinator: %s (--forget %s removes it)\n", id, id)
	}
	_, err := a.Out.Write([]byte(b.String()))
	return err
}

func (*Jobs) Help() string {
	return cli.Detail("Prints the runs of a server, with the jobs done, the rate and the time left, its workers with what each is doing, and what older runs have left there.",
		"go run ./cmd/lab jobs nats://127.0.0.1:4222 --token-file soak.jsonl.spread/token", spreadManual)
}
