package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"time"

	"github.com/searchex/searchex/cmd/internal/userfile"
)

// silence is how long a pipe may give nothing. A pipe that nobody writes to would never
// end.
const silence = 30 * time.Second

// StandardInput is the name of standard input on the command line.
const StandardInput = "-"

// Open opens an input that the user has named: a file, a pipe, a device, or - for standard
// input. Ctrl-C ends a Read that waits, and so does a pipe that gives nothing for 30
// seconds.
func (a *App) Open(name string) (io.ReadCloser, error) {
	if name == StandardInput {
		return io.NopCloser(a.Input()), nil
	}
	info, err := os.Stat(name)
	if err != nil || info.Mode().IsRegular() || info.IsDir() {
		f, err := userfile.Open(name)
		if err != nil {
			return nil, UsageError{err}
		}
		return f, nil
	}
	return a.piped(name, silence, func() (io.ReadCloser, error) { return os.Open(name) }), nil
}

// ReadFile reads an input that the user has named, as Open does. It may have at most
// limit bytes.
func (a *App) ReadFile(name string, limit int64) ([]byte, error) {
	r, err := a.Open(name)
	if err != nil {
		return nil, err
	}
	defer r.Close()
	b, err := io.ReadAll(io.LimitReader(r, limit+1))
	switch {
	case a.Ctx.Err() != nil:
		return nil, Interrupted{}
	case err == nil && int64(len(b)) > limit:
		return nil, Usagef("%s: larger than %d bytes", name, limit)
	case err != nil:
		if inner := (*fs.PathError)(nil); errors.As(err, &inner) {
			err = inner.Err
		}
		return nil, Usagef("reading %s: %w", name, err)
	}
	return b, nil
}

// Input returns standard input, which can be read once. Ctrl-C ends a Read that waits.
func (a *App) Input() io.Reader {
	if a.inputRead.Swap(true) {
		return failing{errors.New("standard input is read already: only one flag can name it")}
	}
	return a.piped("standard input", 0, func() (io.ReadCloser, error) { return io.NopCloser(a.In), nil })
}

// failing is a reader that returns an error.
type failing struct{ err error }

func (f failing) Read([]byte) (int, error) { return 0, f.err }

// piped reads in the background what may wait: its opening and each Read. A Read of the
// result ends with the context, and with an error after a silence, unless that is 0.
func (a *App) piped(name string, silence time.Duration, open func() (io.ReadCloser, error)) io.ReadCloser {
	r, w := io.Pipe()
	stop := context.AfterFunc(a.Ctx, func() { w.CloseWithError(Interrupted{}) })
	var idle *time.Timer
	if silence > 0 {
		idle = time.AfterFunc(silence, func() {
			w.CloseWithError(fmt.Errorf("nothing came from %s for %v: want a file, or a pipe that is written to", name, silence))
		})
	}
	go func() {
		f, err := open()
		if err == nil {
			_, err = io.Copy(w, resetting{f, idle, silence})
			f.Close()
		}
		w.CloseWithError(err)
		stop()
		if idle != nil {
			idle.Stop()
		}
	}()
	return r
}

// resetting restarts a timer, unless it is nil, after each Read.
type resetting struct {
	io.Reader
	idle    *time.Timer
	silence time.Duration
}

func (r resetting) Read(b []byte) (int, error) {
	n, err := r.Reader.Read(b)
	if r.idle != nil {
		r.idle.Reset(r.silence)
	}
	return n, err
}
