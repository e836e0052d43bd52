package equal

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strings"

	"github.com/searchex/searchex/hostbridge"
)

// Comparison is one task searched by several engines.
type Comparison struct {
	FEN     string `json:"fen"`
	ID      string `json:"id,omitempty"`
	Profile string `json:"profile"`
	SX      int    `json:"sx"`
	Equal   bool   `json:"equal"`
	// Differences has a line for each engine that differs from the first, with
	// the fields in which it does, and for each whose search differs when it is
	// not watched.
	Differences []string `json:"differences,omitempty"`
	Engines     []Found  `json:"engines"`
	// Guests is what guests found, whose trees are their own.
	Guests []Found `json:"guests,omitempty"`

	// Differing is the name of the first engine that differs, or of the one
	// that failed.
	Differing string `json:"-"`
}

// EngineError is a search that an engine could not finish.
type EngineError struct {
	Engine string
	Err    error // what went wrong, without the engine and the task
	full   error
}

// Error names the engine and the task.
func (e *EngineError) Error() string { return e.full.Error() }

// Unwrap returns what went wrong.
func (e *EngineError) Unwrap() error { return e.Err }

// Compare makes a task's search with each engine in turn, with its events
// watched and then unwatched: a search must not change when it is watched. An
// engine that fails ends the comparison with an *EngineError, the context with
// its own error. Guests search, too, and are not compared.
func Compare(ctx context.Context, engines []hostbridge.Engine, t *hostbridge.Task) (Comparison, error) {
	c := Comparison{FEN: t.FEN, ID: t.ID, Profile: t.ProfileName, Engines: []Found{}}
	for _, e := range engines {
		if err := c.add(ctx, e, t); err != nil {
			c.Differing = e.Name()
			return c, cmp.Or(ctx.Err(), err)
		}
		if len(c.Differences) > 0 && c.Differing == "" {
			c.Differing = e.Name()
		}
	}
	c.SX, c.Equal = slices.Concat(c.Engines, c.Guests)[0].SX, len(c.Differences) == 0
	return c, ctx.Err() // after its end not all was compared
}

// add makes the search with one engine more.
func (c *Comparison) add(ctx context.Context, e hostbridge.Engine, t *hostbridge.Task) error {
	if hostbridge.IsForeign(e.Name()) {
		f, err := Search(ctx, e, t)
		if err != nil {
			return &EngineError{Engine: e.Name(), Err: err, full: err}
		}
		c.Guests = append(c.Guests, f)
		return nil
	}
	most := uint64(0)
	if len(c.Engines) > 0 {
		most = 2*c.Engines[0].Count + 10_000 // ends an engine that obeys no limit
	}
	f, err := search(ctx, e, t, most)
	if err != nil {
		return &EngineError{Engine: e.Name(), Err: errors.Unwrap(err), full: err}
	}
	c.Engines = append(c.Engines, f)
	if fields := f.differences(&c.Engines[0]); len(fields) > 0 {
		c.Differences = append(c.Differences, e.Name()+": "+strings.Join(fields, ", "))
	}
	err = hostbridge.CheckUnwatched(ctx, e, &f.Result, t.Game, &t.Profile, t.Limits)
	var watching *hostbridge.WatchingError
	switch {
	case errors.As(err, &watching):
		c.Differences = append(c.Differences, watching.Error())
	case err != nil:
		return &EngineError{Engine: e.Name(), Err: err, full: err}
	}
	return nil
}
