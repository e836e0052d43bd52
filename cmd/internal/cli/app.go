package cli

import (
	"context"
	"io"
	"sync/atomic"

	"github.com/searchex/searchex/asm"
	"github.com/searchex/searchex/cmd/internal/report"
	"github.com/searchex/searchex/emu"
	"github.com/searchex/searchex/hostbridge"
)

// App has what all commands share: input and output, the context and the engines.
type App struct {
	// Program is the program's name, with which its error lines begin.
	Program string

	Ctx context.Context
	In  io.Reader
	Out *report.Screen
	Err io.Writer
	// Engines are the names that NewEngine accepts.
	Engines   []string
	NewEngine func(name string) (hostbridge.Engine, error)
	core      emu.Core
	// images are the ROMs of --rom, by engine, which replace the embedded ones.
	images map[string]*asm.Image
	// inputRead reports that standard input is taken.
	inputRead *atomic.Bool
}

// NewApp returns an App that runs until ctx ends.
func NewApp(ctx context.Context, in io.Reader, out, err io.Writer) *App {
	a := &App{
		Ctx: ctx, In: in, Out: &report.Screen{Writer: output{out}}, Err: err,
		Engines: hostbridge.Names, inputRead: new(atomic.Bool),
	}
	a.NewEngine = func(name string) (hostbridge.Engine, error) {
		return hostbridge.NewWith(name, hostbridge.Options{Core: a.core})
	}
	return a
}

// Abandonable calls a function that can't be stopped. If the context ends first,
// Abandonable returns and the function goes on until the program exits.
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

// Ended returns the error with which a command ends: after ctrl-C Interrupted, whatever came
// of err.
func (a *App) Ended(err error) error {
	if a.Ctx.Err() != nil {
		return Interrupted{}
	}
	return err
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
