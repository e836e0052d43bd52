// Package job is the interface between long work and what carries it to the cores: a
// plan of numbered jobs, each a pure function of the plan and its number, and carriers
// that run them and return the results in the order of their numbers. [Local] is the
// carrier for the cores of this computer; package spread has the one for many computers.
// A command doesn't know which of them it has.
package job

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"runtime/debug"
	"strings"

	"github.com/searchex/searchex/cmd/internal/report"
)

// MaxResult is the greatest size of a result in bytes, MaxParams that of a plan's
// parameters.
const (
	MaxResult = 512 << 10
	MaxParams = 512 << 10
)

// Plan says what the jobs of a run are. Everything on which a result depends is in it;
// how many jobs there are is not, so that a longer run continues a shorter one.
type Plan struct {
	// Kind is the name of one of the Kinds, such as soak.
	Kind string `json:"kind"`
	// Params are the parameters of the kind: one JSON object.
	Params json.RawMessage `json:"params"`
	// Program identifies the program that runs the jobs.
	Program Identity `json:"program"`
}

// NewPlan returns the plan of a kind with parameters for this program.
func NewPlan(kind string, params any) (Plan, error) {
	b, err := json.Marshal(params)
	if err != nil {
		return Plan{}, err
	}
	if len(b) > MaxParams {
		return Plan{}, fmt.Errorf("%s: its parameters have %d bytes: want at most %d", kind, len(b), MaxParams)
	}
	id, err := Self()
	return Plan{Kind: kind, Params: b, Program: id}, err
}

// ID identifies the plan: its kind, and a hash of all of it.
func (p *Plan) ID() string {
	b, err := json.Marshal(p)
	if err != nil {
		panic(err) // Params came from Marshal, or were valid in a message
	}
	sum := sha256.Sum256(b)
	return p.Kind + "-" + hex.EncodeToString(sum[:8])
}

// Runner runs jobs of a plan, one at a time. One that is an io.Closer is closed when it is
// not needed any more.
type Runner interface {
	// Run returns the result of a job. It depends on the plan and the number alone, to
	// the byte. An error is a job that can't be done, or the end of ctx.
	Run(ctx context.Context, number int) ([]byte, error)
}

// Open returns a new Runner. It is called once a worker.
type Open func() (Runner, error)

// Close closes a runner that is an io.Closer.
func Close(r Runner) {
	if c, ok := r.(io.Closer); ok {
		_ = c.Close()
	}
}

// Kinds has for each kind the function that reads the parameters of a plan. They come
// from another computer: the function returns an error for what isn't valid.
type Kinds map[string]func(params json.RawMessage) (Open, error)

// Open returns the Open of a plan.
func (k Kinds) Open(p *Plan) (Open, error) {
	read := k[p.Kind]
	if read == nil {
		return nil, fmt.Errorf("jobs of kind %q are unknown here", p.Kind)
	}
	open, err := read(p.Params)
	if err != nil {
		return nil, fmt.Errorf("plan %s: %w", p.Kind, err)
	}
	return open, nil
}

// Params reads the parameters of a plan. Unknown fields are errors.
func Params[T any](raw json.RawMessage) (p T, err error) {
	d := json.NewDecoder(strings.NewReader(string(raw)))
	d.DisallowUnknownFields()
	if err = d.Decode(&p); err != nil {
		return p, fmt.Errorf("parameters: %w", err)
	}
	return p, nil
}

// Failure is a job that could not be done. The other jobs of the run go on.
type Failure struct {
	Number int
	// Worker is where it failed, empty for this process.
	Worker string
	// What is the error, or the panic with the place where it happened, in one line.
	What string
}

// String describes the failure in one line.
func (f Failure) String() string {
	where := ""
	if f.Worker != "" {
		where = " on " + f.Worker
	}
	return fmt.Sprintf("job %d failed%s: %s", f.Number, where, f.What)
}

// Run is what a carrier is given.
type Run struct {
	Plan Plan
	Open Open
	// Need has the numbers of the jobs to do, in increasing order.
	Need []int
	// Known returns the hash of a result that an earlier run has kept, so that a late
	// second result can be compared with it. It may be nil.
	Known func(number int) (hash [sha256.Size]byte, ok bool)
	// Emit is called with the results in the order of Need, without gaps except for jobs
	// that failed. An error ends the run, except Malformed where the result came from
	// another process.
	Emit func(number int, result []byte) error
	// Piece returns the name of the job's part of the state. It stays the same when another
	// command line continues the state. Nil means the number.
	Piece func(number int) string
	// Withdraw removes pieces from the state, and returns the numbers of the jobs that are
	// missing then. Order puts the pieces of a complete state in the order of a run without
	// withdrawals. Nil means that nothing can be withdrawn.
	Withdraw func(pieces []string) (need []int, err error)
	Order    func() error
	// Failed is called, in the same order, with a job that could not be done.
	Failed func(Failure)
	// Gapless says that results after a job that failed are of no use: it ends the run.
	Gapless bool
}

// Fail reports a job that could not be done. An error ends the run.
func (r *Run) Fail(f Failure) error {
	if r.Gapless {
		return errors.New(f.String())
	}
	r.Failed(f)
	return nil
}

// failed is the error of a job that could not be done.
type failed struct{ what string }

func (f *failed) Error() string { return f.what }

// Safely runs a job. The error is ctx's, or else describes in one line why the job could
// not be done. A panic is such an error.
func Safely(ctx context.Context, r Runner, number int) (result []byte, err error) {
	defer func() {
		if p := recover(); p != nil {
			result, err = nil, &failed{fmt.Sprintf("panic: %s%s", oneLine(fmt.Sprint(p)), where())}
		}
	}()
	result, err = r.Run(ctx, number)
	switch {
	case err == nil && len(result) > MaxResult:
		return nil, &failed{fmt.Sprintf("its result has %d bytes: want at most %d", len(result), MaxResult)}
	case err != nil && ctx.Err() != nil:
		return nil, ctx.Err()
	case err != nil:
		return nil, &failed{oneLine(err.Error())}
	}
	return result, nil
}

// IsFailure reports whether an error means that a job could not be done.
func IsFailure(err error) bool {
	var f *failed
	return errors.As(err, &f)
}

// where returns the place of a panic, of which recover tells nothing.
func where() string {
	lines := strings.Split(string(debug.Stack()), "\n")
	for i, line := range lines {
		if !strings.HasPrefix(line, "panic(") {
			continue
		}
		for _, at := range lines[min(i+2, len(lines)):] {
			if file, ok := strings.CutPrefix(at, "\t"); ok && !strings.Contains(file, "/runtime/") {
				file, _, _ = strings.Cut(file, " +")
				return " at " + file[strings.LastIndexByte(file, '/')+1:]
			}
		}
	}
	return ""
}

// maxWhat bounds the description of a failure in bytes.
const maxWhat = 500

// oneLine returns a text in one line of reasonable length.
func oneLine(s string) string { return report.OneLine(strings.Join(strings.Fields(s), " "), maxWhat) }

// Malformed is the error of an Emit whose result cannot be that of the job: it is
// incomplete, or has another form. Emit has kept nothing of it.
type Malformed struct{ Err error }

func (m *Malformed) Error() string { return m.Err.Error() }
func (m *Malformed) Unwrap() error { return m.Err }

// ErrDone is what Emit returns to end a run early that has what it needs. Do then returns
// nil.
var ErrDone = errors.New("done")
