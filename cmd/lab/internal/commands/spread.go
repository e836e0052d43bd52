package commands

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"runtime"
	"slices"
	"syscall"
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

// connect returns the carrier of a server: one in this process, or one elsewhere. disconnect
// ends what connect began; finished says that the server's files are not needed any more.
func (f *carrierFlags) connect(a *cli.App, command string, out *string) (_ *spread.Carrier, disconnect func(finished bool), err error) {
	var ends []func(finished bool)
	all := func(finished bool) {
		for _, end := range slices.Backward(ends) {
			end(finished)
		}
	}
	defer func() {
		if err != nil {
			all(false)
		}
	}()
	closed := make(chan error, 2)
	end := func(err error) {
		select {
		case closed <- err:
		default:
		}
	}
	c := &spread.Carrier{Closed: closed, AckWait: time.Duration(f.AckWait * float64(time.Second)), Check: f.Check, Log: logTo(a, command)}
	workers := 0
	var dial func(name string) (*nats.Conn, error)
	if *f.Spread == embedded {
		e, err := f.embed(out)
		if err != nil {
			return nil, nil, err
		}
		ends = append(ends, e.Close)
		c.Log("others can help: lab worker %s --token-file %s", e.URL, e.TokenFile)
		c.Healthy = e.Healthy
		workers = runtime.GOMAXPROCS(0)
		dial = func(name string) (*nats.Conn, error) { return e.InProcess(name, end) }
	} else {
		at, err := f.access(a, *f.Spread)
		if err != nil {
			return nil, nil, cli.UsageError{Err: err}
		}
		dial = func(name string) (*nats.Conn, error) { return at.Dial(name, end) }
	}
	if c.Conn, err = dial("coordinator"); err != nil {
		return nil, nil, err
	}
	ends = append(ends, func(bool) { c.Conn.Close() })
	if n := f.workers(workers); n > 0 {
		leave, err := helpHere(a.Ctx, dial, n, c.Log)
		if err != nil {
			return nil, nil, err
		}
		ends = append(ends, func(bool) { leave() })
	}
	return c, all, nil
}

// embed starts a server in this process, whose files stand beside the state file.
func (f *carrierFlags) embed(out *string) (*spread.Embedded, error) {
	host, port, err := f.listening()
	if err != nil {
		return nil, err
	}
	l := spread.Listening{Host: host, Port: port, Cert: cli.Given(f.TLSCert), Key: cli.Given(f.TLSKey)}
	if out != nil {
		l.Folder = *out + ".spread"
	}
	// A closed pipe is an error then, after which the server's files are removed.
	signal.Notify(make(chan os.Signal, 1), syscall.SIGPIPE)
	return spread.Start(l)
}

// helpHere starts a worker in this process. leave ends it; jobs in hand are given up.
func helpHere(ctx context.Context, dial func(string) (*nats.Conn, error), cores int, say func(string, ...any)) (leave func(), err error) {
	self, err := job.Self()
	if err != nil {
		return nil, err
	}
	w := &spread.Worker{Name: spread.NewName(), Cores: cores, Kinds: Kinds, Program: self, Log: func(string, ...any) {}}
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
