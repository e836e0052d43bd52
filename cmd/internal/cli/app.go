package cli

import (
	"context"
	"io"
	"sync/atomic"

	"github.com/searchex/searchex/asm"
	"github.com/searchex/searchex/cmd/internal/report"
	"github.com/searchex/searchex/cmd/internal/userfile"
	"github.com/searchex/searchex/hostbridge"
)

// App is what all commands work with.
type App struct {
	// program is the program's name, with which its complaints begin.
	Program string

	Ctx context.Context
	In  io.Reader
	Out *report.Screen
	Err io.Writer
	// stop ends all searches; it follows ctx.
	Stop *atomic.Bool
	// engines are the names that newEngine knows.
	Engines   []string
	NewEngine func(name string) (hostbridge.Engine, error)
	// images are the ROMs by engine that stand for the embedded ones.
	images map[string]*asm.Image
}

func NewApp(ctx context.Context, in io.Reader, out, err io.Writer) *App {
	a := &App{
		Ctx: ctx, In: in, Out: &report.Screen{Writer: output{out}}, Err: err, Stop: new(atomic.Bool),
		Engines: hostbridge.Names, NewEngine: hostbridge.New,
	}
	context.AfterFunc(ctx, func() { a.Stop.Store(true) })
	return a
}

// Abandonable calls a function that can't be stopped. When the context ends
// it is left to itself: the program is about to end.
func (a *App) Abandonable(f func() error) error {
	done := make(chan error, 1)
	go func() { done <- f() }()
	select {
	case err := <-done:
		return err
	case <-a.Ctx.Done():
		return a.Ctx.Err()
	}
}

// ReadFile reads a file that the user has named, of at most limit bytes.
func (a *App) ReadFile(name string, limit int64) ([]byte, error) {
	b, err := userfile.Read(a.Ctx, name, limit)
	switch {
	case err == nil:
		return b, nil
	case a.Ctx.Err() != nil:
		return nil, Interrupted{}
	}
	return nil, UsageError{err}
}

// Input is standard input, read so that ctrl-C ends a reading that waits.
func (a *App) Input() io.Reader {
	r, w := io.Pipe()
	stop := context.AfterFunc(a.Ctx, func() { w.CloseWithError(Interrupted{}) })
	go func() {
		_, err := io.Copy(w, a.In)
		w.CloseWithError(err)
		stop()
	}()
	return r
}

// Finish prints a table if it has rows, and returns the first error.
func (a *App) Finish(t *report.Table, err error) error {
	if !t.Empty() {
		if werr := t.Write(a.Out); err == nil {
			err = werr
		}
	}
	return err
}
