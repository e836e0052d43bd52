package cli

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
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
	switch {
	case name == StandardInput:
		return a.Input(), nil
	case streamed(name):
		return a.piped(name, silence, func() (io.ReadCloser, error) { return os.Open(name) }), nil
	}
	f, err := userfile.Open(name)
	if err != nil {
		return nil, UsageError{err}
	}
	return f, nil
}

// streamed reports whether an input is standard input, a pipe or a device, which can be
// read once.
func streamed(name string) bool {
	info, err := os.Stat(name)
	return name == StandardInput || err == nil && !info.IsDir() && !info.Mode().IsRegular()
}

// InputName returns the name of an input in errors and headings.
func InputName(name string) string {
	if name == StandardInput {
		return "standard input"
	}
	return name
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
		return nil, Usagef("%s: larger than %d bytes", InputName(name), limit)
	case err != nil:
		if inner := (*fs.PathError)(nil); errors.As(err, &inner) {
			err = inner.Err
		}
		return nil, Usagef("reading %s: %w", name, err)
	}
	return b, nil
}

// ReadText is ReadFile of a content that may be packed with gzip or bzip2.
func (a *App) ReadText(name string, limit int64) ([]byte, error) {
	b, err := a.ReadFile(name, limit)
	if err != nil || !Packed(b) {
		return b, err
	}
	r, err := Unpack(bytes.NewReader(b))
	if err == nil {
		b, err = io.ReadAll(io.LimitReader(r, limit+1))
	}
	switch {
	case err != nil:
		return nil, Usagef("%s: %w", name, err)
	case int64(len(b)) > limit:
		return nil, Usagef("%s: larger than %d bytes unpacked", name, limit)
	}
	return b, nil
}

// Input returns standard input, which can be read once. Ctrl-C ends a Read that waits.
func (a *App) Input() io.ReadCloser {
	return a.piped(InputName(StandardInput), forever, func() (io.ReadCloser, error) {
		if a.inputRead.Swap(true) {
			return nil, errors.New("standard input is read already: only one flag can name it")
		}
		return io.NopCloser(a.In), nil
	})
}

// forever is a silence that does not end: a person may be typing.
const forever = math.MaxInt64

// piped reads in the background what may wait: its opening and each Read. A Read of the
// result ends with the context, and with an error if the opening or a Read of the source
// has waited for a silence.
func (a *App) piped(name string, silence time.Duration, open func() (io.ReadCloser, error)) io.ReadCloser {
	r, w := io.Pipe()
	stop := context.AfterFunc(a.Ctx, func() { w.CloseWithError(Interrupted{}) })
	idle := time.AfterFunc(silence, func() {
		w.CloseWithError(fmt.Errorf("nothing came from %s for %v: want a file, or a pipe that is written to", name, silence))
	})
	go func() {
		f, err := open()
		if err == nil {
			_, err = io.Copy(w, timed{f, idle, silence})
			f.Close()
		}
		idle.Stop()
		w.CloseWithError(err)
		stop()
	}()
	return r
}

// timed runs a timer while a Read waits. Between two of them it stands: the result may be
// read slowly.
type timed struct {
	io.Reader
	idle    *time.Timer
	silence time.Duration
}

func (t timed) Read(b []byte) (int, error) {
	t.idle.Reset(t.silence)
	defer t.idle.Stop()
	return t.Reader.Read(b)
}
