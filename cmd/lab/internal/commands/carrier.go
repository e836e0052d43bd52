package commands

import (
	"errors"
	"fmt"
	"runtime"

	"github.com/searchex/searchex/cmd/internal/cli"
	"github.com/searchex/searchex/cmd/internal/report"
	"github.com/searchex/searchex/cmd/lab/internal/job"
	"github.com/searchex/searchex/cmd/lab/internal/kinds"
)

// Kinds are the kinds of jobs that commands run and workers know. A test replaces some.
var Kinds = kinds.All

const spreadManual = "docs/manual/spread.md"

// carrierFlags say where the jobs of a command run.
type carrierFlags struct {
	Workers *int `placeholder:"N" help:"Jobs at a time here. Default one for each processor."`
}

// maxWorkers bounds the jobs at a time in one process.
const maxWorkers = 1000

// check returns an error for a value out of range.
func (f *carrierFlags) check() error {
	if f.Workers != nil && (*f.Workers < 1 || *f.Workers > maxWorkers) {
		return fmt.Errorf("--workers %d: want 1 to %d", *f.Workers, maxWorkers)
	}
	return nil
}

// carry runs jobs, and names those that failed on standard error. out is the state file,
// nil for none. The error after ctrl-C is an Interrupted without numbers.
func (f *carrierFlags) carry(a *cli.App, out *string, r *job.Run) (err error) {
	if r.Open, err = Kinds.Open(&r.Plan); err != nil {
		return err
	}
	failed := 0
	r.Failed = func(x job.Failure) {
		if failed++; failed <= maxFailures {
			fmt.Fprintf(a.Err, "%s: %s\n", a.Program, x)
		}
	}
	if len(r.Need) > 0 {
		err = f.carrier(a, out).Do(a.Ctx, r)
	}
	switch {
	case err != nil && a.Ctx.Err() != nil && errors.Is(err, a.Ctx.Err()):
		return cli.Interrupted{}
	case err == nil && failed > 0:
		return kept(fmt.Errorf("%s of %d failed; the first are named above", report.Plural(failed, "job"), len(r.Need)), out)
	}
	return err
}

// maxFailures is the number of failed jobs that are named.
const maxFailures = 10

// carrier returns the carrier of the flags.
func (f *carrierFlags) carrier(*cli.App, *string) job.Carrier {
	workers := runtime.GOMAXPROCS(0)
	if f.Workers != nil {
		workers = *f.Workers
	}
	return job.Local{Workers: workers}
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

// noteCut says that a half-written line was dropped.
func noteCut(a *cli.App, command string, out *string, cut int) {
	if cut > 0 {
		fmt.Fprintf(a.Err, "%s: %s: %s: dropped a half-written line (%s)\n", a.Program, command, *out, report.Plural(cut, "byte"))
	}
}
