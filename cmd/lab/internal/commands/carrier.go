package commands

import (
	"cmp"
	"errors"
	"fmt"
	"net"
	"os"
	"runtime"
	"strconv"

	"github.com/searchex/searchex/cmd/internal/cli"
	"github.com/searchex/searchex/cmd/internal/report"
	"github.com/searchex/searchex/cmd/lab/internal/job"
	"github.com/searchex/searchex/cmd/lab/internal/kinds"
	"github.com/searchex/searchex/cmd/lab/internal/spread"
)

// Kinds are the kinds of jobs that commands run and workers know. A test replaces some.
var Kinds = kinds.All

const spreadManual = "docs/manual/spread.md"

// carrierFlags say where the jobs of a command run.
type carrierFlags struct {
	Workers *int    `placeholder:"N" help:"Jobs at a time in this process. Default one for each processor; with --spread nats://… none."`
	Spread  *string `placeholder:"WHERE" help:"Let other computers help: embedded, by a NATS server in this process, or nats://HOST:PORT, by one that runs there with JetStream."`
	Listen  *string `placeholder:"HOST:PORT" help:"With --spread embedded: where the server listens. Default a free port of 127.0.0.1; other addresses want --tls-cert and --tls-key."`
	TLSCert *string `name:"tls-cert" placeholder:"FILE" help:"With --listen: the server's certificate."`
	TLSKey  *string `name:"tls-key" placeholder:"FILE" help:"With --listen: the key of the certificate."`
	accessFlags
	Check   int     `default:"2" placeholder:"N" help:"With --spread: do N of a hundred jobs twice, by two workers, and compare. Default 2."`
	AckWait float64 `default:"10" placeholder:"SECONDS" help:"With --spread: after how long a job of a silent worker is given to another. Default 10."`
}

// accessFlags say how to reach a server.
type accessFlags struct {
	TokenFile *string `placeholder:"FILE" help:"The token of the server, or the key of a worker."`
	TLSCA     *string `name:"tls-ca" placeholder:"FILE" help:"Certificates that vouch for the server. Default those of the system."`
}

// access reads the flags.
func (f *accessFlags) access(a *cli.App, url string) (spread.Access, error) {
	at := spread.Access{URL: url}
	if err := spread.CheckURL(url); err != nil {
		return at, err
	}
	if f.TLSCA != nil {
		if _, err := os.ReadFile(*f.TLSCA); err != nil {
			return at, fmt.Errorf("--tls-ca: %w", err)
		}
		at.CA = *f.TLSCA
	}
	if f.TokenFile == nil {
		return at, nil
	}
	var err error
	if at.Token, err = spread.ReadToken(a.Ctx, *f.TokenFile); err != nil {
		return at, fmt.Errorf("--token-file: %w", err)
	}
	return at, nil
}

// maxWorkers bounds the jobs at a time in one process, maxAckWait the seconds of --ack-wait.
const (
	maxWorkers = 1000
	maxAckWait = 3600
)

const embedded = "embedded"

// check returns an error for a value out of range and for flags that contradict each
// other.
func (f *carrierFlags) check() error {
	least := 1
	if f.Spread != nil {
		least = 0
	}
	given := func(flag *string) bool { return flag != nil }
	isEmbedded := given(f.Spread) && *f.Spread == embedded
	switch {
	case f.Workers != nil && (*f.Workers < least || *f.Workers > maxWorkers):
		return fmt.Errorf("--workers %d: want %d to %d", *f.Workers, least, maxWorkers)
	case f.Check < 0 || f.Check > 100:
		return fmt.Errorf("--check %d: want 0 to 100", f.Check)
	case !(f.AckWait >= 0.5 && f.AckWait <= maxAckWait):
		return fmt.Errorf("--ack-wait %g: want 0.5 to %d seconds", f.AckWait, maxAckWait)
	case !isEmbedded && (given(f.Listen) || given(f.TLSCert) || given(f.TLSKey)):
		return errors.New("--listen, --tls-cert and --tls-key are for the server of --spread embedded")
	case given(f.TLSCert) != given(f.TLSKey):
		return errors.New("--tls-cert and --tls-key: want both or none")
	case isEmbedded && (given(f.TokenFile) || given(f.TLSCA)):
		return errors.New("--token-file and --tls-ca are for a server elsewhere: --spread embedded writes its own token")
	case !given(f.Spread) && (given(f.TokenFile) || given(f.TLSCA)):
		return errors.New("--token-file and --tls-ca: want --spread nats://HOST:PORT too")
	case given(f.Spread) && !isEmbedded:
		if spread.CheckURL(*f.Spread) != nil {
			return fmt.Errorf("--spread %s: want embedded, nats://HOST:PORT or tls://HOST:PORT", *f.Spread)
		}
	}
	_, _, err := f.listening()
	return err
}

// listening returns where a server in this process listens.
func (f *carrierFlags) listening() (host string, port int, err error) {
	if f.Listen == nil {
		return "127.0.0.1", 0, nil
	}
	host, text, err := net.SplitHostPort(*f.Listen)
	if err == nil {
		port, err = strconv.Atoi(text)
	}
	if err != nil || port < 0 || port > 65535 || host == "" {
		return "", 0, fmt.Errorf("--listen %s: want HOST:PORT, such as 192.168.1.5:4222", *f.Listen)
	}
	if ip := net.ParseIP(host); (ip == nil || !ip.IsLoopback()) && f.TLSCert == nil {
		return "", 0, fmt.Errorf("--listen %s: others can read what goes there: want --tls-cert and --tls-key too", *f.Listen)
	}
	return host, port, nil
}

// carry runs jobs, and names those that failed on standard error. out is the state file,
// nil for none. A run without Open gets that of its kind. The error after ctrl-C is an Interrupted without numbers.
func (f *carrierFlags) carry(a *cli.App, command string, out *string, r *job.Run) (err error) {
	if r.Open == nil {
		if r.Open, err = Kinds.Open(&r.Plan); err != nil {
			return err
		}
	}
	failed := 0
	r.Failed = func(x job.Failure) {
		if failed++; failed <= maxFailures {
			fmt.Fprintf(a.Err, "%s: %s\n", a.Program, x)
		}
	}
	ledger, err := f.ledger(out)
	if err != nil {
		return err
	}
	defer ledger.Close()
	if err := ledger.Settle(r, logTo(a, command)); err != nil {
		return err
	}
	all := len(r.Need)
	switch {
	case all == 0:
	case f.Spread == nil:
		err = job.Local{Workers: f.workers(runtime.GOMAXPROCS(0))}.Do(a.Ctx, r)
	default:
		c, disconnect, cerr := f.connect(a, command, out)
		if cerr != nil {
			return cerr
		}
		c.Ledger = ledger
		err = c.Do(a.Ctx, r)
		disconnect(err == nil)
	}
	if err == nil && failed == 0 && ledger.Withdrew() && r.Order != nil {
		err = r.Order()
	}
	switch {
	case err != nil && a.Ctx.Err() != nil && errors.Is(err, a.Ctx.Err()):
		return cli.Interrupted{}
	case err == nil && failed > 0:
		return kept(fmt.Errorf("%s of %d failed; the first are named above", report.Plural(failed, "job"), all), out)
	}
	return err
}

// carryShown is carry with a progress bar: count returns the steps made, and their number in all. The error after ctrl-C has
// both.
func (f *carrierFlags) carryShown(a *cli.App, command string, out *string, r *job.Run, count func() (done, all int)) error {
	_, all := count()
	bar, emit := cli.NewProgress(a.Err, all), r.Emit
	r.Emit = func(n int, result []byte) error {
		bar.Clear()
		err := emit(n, result)
		done, _ := count()
		bar.Show(done)
		return err
	}
	err := f.carry(a, command, out, r)
	bar.Clear()
	if errors.As(err, &cli.Interrupted{}) {
		done, all := count()
		return cli.Interrupted{Done: done, Of: all}
	}
	return err
}

// linesState is the state of a soak or a campaign, which counts the lines of a kinds.Lines.
type linesState interface {
	Need() []int
	Withdraw(pieces []string) (need []int, err error)
	Add(number int, result []byte) (kept []byte, err error)
}

// carryLines is carryShown for the jobs of a kind whose results are lines of l, and whose command has
// the name of the kind. It prints the lines that were missing, with asJSON, and ends with a search that
// differs.
func (f *carrierFlags) carryLines(a *cli.App, kind string, params any, out *string, asJSON bool, l *kinds.Lines, s linesState) error {
	noteCut(a, kind, out, "line", l.Cut)
	plan, err := job.NewPlan(kind, params)
	if err != nil {
		return err
	}
	err = f.carryShown(a, kind, out, &job.Run{Plan: plan, Need: s.Need(), Known: l.Known, Piece: l.Piece, Withdraw: s.Withdraw, Order: l.Order, Emit: func(n int, result []byte) error {
		added, err := s.Add(n, result)
		if asJSON {
			_, werr := a.Out.Write(added)
			err = cmp.Or(err, werr)
		}
		if errors.As(err, new(*kinds.DiffersError)) {
			return job.ErrDone
		}
		return err
	}}, func() (int, int) { return l.Done(), l.N })
	if errors.As(err, &cli.Interrupted{}) {
		return kept(err, out)
	}
	return err
}

// ledger opens the ledger of a state file. A run on this computer alone needs one only if
// there is one.
func (f *carrierFlags) ledger(out *string) (*spread.Ledger, error) {
	if out == nil {
		return spread.NewLedger(), nil
	}
	l, err := spread.OpenLedger(*out, f.Spread != nil)
	if l == nil && err == nil {
		l = spread.NewLedger()
	}
	return l, err
}

// maxFailures is the number of failed jobs that are named.
const maxFailures = 10

// workers returns the value of --workers, or a default.
func (f *carrierFlags) workers(byDefault int) int {
	if f.Workers != nil {
		return *f.Workers
	}
	return byDefault
}

// keptError says how a run goes on.
type keptError struct {
	error
	out string
}

func (k keptError) Error() string {
	return fmt.Sprintf("%v; %s holds what was finished: --resume goes on", k.error, k.out)
}
func (k keptError) Unwrap() error { return k.error }

// kept adds to an error that the state file, if there is one, holds what was finished.
func kept(err error, out *string) error {
	if out == nil {
		return err
	}
	return keptError{err, *out}
}

// noteCut says that what was half written was dropped.
func noteCut(a *cli.App, command string, out *string, what string, cut int) {
	if cut > 0 {
		fmt.Fprintf(a.Err, "%s: %s: %s: dropped a half-written %s (%s)\n", a.Program, command, *out, what, report.Plural(cut, "byte"))
	}
}
