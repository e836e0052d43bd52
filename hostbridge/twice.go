package hostbridge

import (
	"context"
	"fmt"
	"slices"

	"github.com/searchex/searchex/goengine"
)

// WatchingError is the error of an engine whose search without callbacks finds
// something else, or takes other cycles, than the same search with callbacks that
// change nothing.
type WatchingError struct {
	Engine             string
	Watched, Unwatched Result
}

// Error is one line that names the first thing that differs.
func (e *WatchingError) Error() string {
	w, u := &e.Watched, &e.Unwatched
	what := fmt.Sprintf("%d cycles and %d", w.Cycles, u.Cycles)
	switch {
	case w.Best != u.Best:
		what = fmt.Sprintf("move %v and %v", w.Best, u.Best)
	case w.Score != u.Score:
		what = fmt.Sprintf("score %d and %d", w.Score, u.Score)
	case w.Nodes != u.Nodes:
		what = fmt.Sprintf("%d nodes and %d", w.Nodes, u.Nodes)
	case !slices.Equal(w.PV, u.PV):
		what = fmt.Sprintf("line %v and %v", w.PV, u.PV)
	case w.SX != u.SX:
		what = fmt.Sprintf("SX %d and %d", w.SX, u.SX)
	case w.Complete != u.Complete:
		what = fmt.Sprintf("complete %t and %t", w.Complete, u.Complete)
	case w.Stopped != u.Stopped:
		what = fmt.Sprintf("stopped %t and %t", w.Stopped, u.Stopped)
	}
	return fmt.Sprintf("%s: a search differs watched and unwatched: %s", e.Engine, what)
}

// SearchTwice searches with callbacks, which must change nothing, and then without
// any, as CheckUnwatched does. Nothing stays attached.
func SearchTwice(ctx context.Context, e Engine, c Callbacks, g *goengine.Game, prof *goengine.Profile, l goengine.Limits) (Result, error) {
	e.Attach(c)
	defer e.Attach(nil)
	watched, err := e.Search(ctx, g, prof, l)
	if err == nil {
		err = CheckUnwatched(ctx, e, &watched, g, prof, l)
	}
	return watched, err
}

// CheckUnwatched repeats a search without callbacks. The error is a *WatchingError if
// it finds anything else, or takes other cycles, than the watched search did.
// Nothing stays attached.
//
// A search that the context ended is not repeated: when it ends depends on the
// host's time.
func CheckUnwatched(ctx context.Context, e Engine, watched *Result, g *goengine.Game, prof *goengine.Profile, l goengine.Limits) error {
	if ctx.Err() != nil {
		return nil
	}
	e.Attach(nil)
	r, err := e.Search(ctx, g, prof, l)
	if err != nil || ctx.Err() != nil {
		return err
	}
	if !watched.Agrees(&r) || watched.Cycles != r.Cycles {
		return &WatchingError{Engine: e.Name(), Watched: *watched, Unwatched: r}
	}
	return nil
}
