package commands

import (
	"cmp"
	"context"
	"fmt"
	"runtime"

	"github.com/nats-io/nats.go"

	"github.com/searchex/searchex/cmd/internal/cli"
	"github.com/searchex/searchex/cmd/internal/report"
	"github.com/searchex/searchex/cmd/lab/internal/job"
	"github.com/searchex/searchex/cmd/lab/internal/spread"
)

// Worker does jobs of runs on other computers.
type Worker struct {
	Server string  `arg:"" optional:"" help:"The server: nats://HOST:PORT or tls://HOST:PORT."`
	Cores  *int    `placeholder:"N" help:"Jobs at a time. Default one for each processor."`
	Join   *string `placeholder:"NAME" help:"Make a key for the worker NAME, in the file NAME.key, and let the server admit it. Without a server: print it for the configuration of one."`
	Keys   bool    `help:"List the keys that the server admits."`
	Revoke *string `placeholder:"NAME" help:"Make the server refuse the key NAME, also that of a worker at work."`
	accessFlags
}

// Run works until ctrl-C, which ends it within two seconds.
func (c *Worker) Run(a *cli.App) error {
	if c.Join != nil || c.Keys || c.Revoke != nil {
		return c.key(a)
	}
	if c.Server == "" {
		return cli.Usagef("want the address of a server: nats://HOST:PORT or tls://HOST:PORT")
	}
	cores := runtime.GOMAXPROCS(0)
	if c.Cores != nil {
		cores = *c.Cores
	}
	if cores < 1 || cores > maxWorkers {
		return cli.Usagef("--cores %d: want 1 to %d", cores, maxWorkers)
	}
	at, err := c.access(a, c.Server)
	if err != nil {
		return cli.UsageError{Err: err}
	}
	var self job.Identity
	if err := a.Abandonable(func() (err error) { self, err = job.Self(); return err }); err != nil {
		return err
	}
	ctx, cancel := context.WithCancelCause(a.Ctx)
	defer cancel(nil)
	w := &spread.Worker{Name: cmp.Or(at.Worker(), spread.NewName()), Cores: cores, Kinds: Kinds, Program: self, Log: logTo(a, "worker")}
	leaving := false
	var conn *nats.Conn
	if err := a.Abandonable(func() (err error) {
		conn, err = at.Dial(w.Name, func(err error) {
			if !leaving && err != nil {
				cancel(err)
			}
		})
		return err
	}); err != nil {
		return err
	}
	w.Log("%s helps at %s with %s; ctrl-C ends it", w.Name, c.Server, report.Plural(cores, "core"))
	err = w.Serve(ctx, conn)
	leaving = true
	conn.Close()
	if err != nil {
		return fmt.Errorf("%s: %w", c.Server, err)
	}
	_, err = fmt.Fprintf(a.Out, "%s done\n", report.Plural(w.Done(), "job"))
	return err
}

func (*Worker) Help() string {
	return cli.Detail("Prints how many jobs it has done for runs with --spread, when ctrl-C has ended it. --join, --keys and --revoke are for the owner of the server, who has its token: a key lets a worker do jobs and nothing else. It works for all runs of the server that are of the same build of lab, and "+
		"refuses others. It takes numbers and parameters from the server, never commands or names of files.",
		"go run ./cmd/lab worker nats://127.0.0.1:4222 --token-file soak.jsonl.spread/token", spreadManual)
}
