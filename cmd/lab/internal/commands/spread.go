package commands

import (
	"context"
	"fmt"
	"runtime"
	"time"

	"github.com/nats-io/nats.go"

	"github.com/searchex/searchex/cmd/internal/cli"
	"github.com/searchex/searchex/cmd/lab/internal/job"
	"github.com/searchex/searchex/cmd/lab/internal/spread"
)

// logTo returns a function that prints lines of a command on standard error.
func logTo(a *cli.App, command string) func(format string, args ...any) {
	return func(format string, args ...any) {
		fmt.Fprintf(a.Err, "%s: %s: %s\n", a.Program, command, fmt.Sprintf(format, args...))
	}
}

// spread runs jobs by a server: one in this process, or one elsewhere.
func (f *carrierFlags) spread(a *cli.App, command string, out *string, r *job.Run) error {
	say := logTo(a, command)
	closed := make(chan error, 2)
	end := func(err error) {
		select {
		case closed <- err:
		default:
		}
	}
	workers := 0
	var dial func(name string) (*nats.Conn, error)
	var healthy func() error
	finished := false
	if *f.Spread == embedded {
		host, port, err := f.listening()
		if err != nil {
			return err
		}
		l := spread.Listening{Host: host, Port: port, Cert: cli.Given(f.TLSCert), Key: cli.Given(f.TLSKey)}
		if out != nil {
			l.Folder = *out + ".spread"
		}
		e, err := spread.Start(l)
		if err != nil {
			return err
		}
		defer func() { e.Close(finished) }()
		say("others can help: lab worker %s --token-file %s", e.URL, e.TokenFile)
		healthy = e.Healthy
		workers = runtime.GOMAXPROCS(0)
		dial = func(name string) (*nats.Conn, error) { return e.InProcess(name, end) }
	} else {
		at, err := f.access(a, *f.Spread)
		if err != nil {
			return cli.UsageError{Err: err}
		}
		dial = func(name string) (*nats.Conn, error) { return at.Dial(name, end) }
	}
	conn, err := dial("coordinator")
	if err != nil {
		return err
	}
	defer conn.Close()
	ctx, cancel := context.WithCancel(a.Ctx)
	defer cancel()
	if n := f.workers(workers); n > 0 {
		leave, err := helpHere(ctx, dial, n, r, say)
		if err != nil {
			return err
		}
		defer leave()
	}
	c := spread.Carrier{Conn: conn, Closed: closed, AckWait: time.Duration(f.AckWait * float64(time.Second)), Check: f.Check, Healthy: healthy, Log: say}
	err = c.Do(ctx, r)
	finished = err == nil
	return err
}

// helpHere starts a worker in this process. leave ends it; jobs in hand are given up.
func helpHere(ctx context.Context, dial func(string) (*nats.Conn, error), cores int, r *job.Run, say func(string, ...any)) (leave func(), err error) {
	w := &spread.Worker{Name: spread.NewName(), Cores: cores, Kinds: Kinds, Program: r.Plan.Program, Log: func(string, ...any) {}}
	conn, err := dial(w.Name)
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithCancel(ctx)
	go func() {
		if err := w.Serve(ctx, conn); err != nil {
			say("the workers here have ended: %v", err)
		}
	}()
	return func() {
		cancel()
		conn.Close()
	}, nil
}
