package hostbridge

import (
	"context"
	"fmt"

	"github.com/searchex/searchex/goengine"
)

// Task is one search for any engine to make: a game that ends at the position
// to search, a profile and limits.
type Task struct {
	// FEN is the position at which the known moves of Game begin, ID the name
	// of the position, or empty.
	FEN, ID string
	Game    *goengine.Game
	// ProfileName is what goengine.ParseProfile reads Profile from.
	ProfileName string
	Profile     goengine.Profile
	Limits      goengine.Limits
}

// Name returns the ID of the position, or its FEN if it has none.
func (t *Task) Name() string {
	if t.ID != "" {
		return t.ID
	}
	return t.FEN
}

// Position returns the position to search.
func (t *Task) Position() *goengine.Position { return t.Game.Position() }

// Moves returns the moves that lead from FEN to the position, in UCI notation.
func (t *Task) Moves() []string {
	base, moves := t.Game.Line()
	return base.UCILine(moves)
}

// RootMoves returns the moves to which the root is restricted, in UCI notation.
func (t *Task) RootMoves() (names []string) {
	for _, m := range t.Limits.Moves {
		names = append(names, t.Position().UCI(m))
	}
	return names
}

// Search makes the search on an engine. If the context ends first, it stops the
// search and the error is the context's.
func (t *Task) Search(ctx context.Context, e Engine) (Result, error) {
	r, err := e.Search(ctx, t.Game, &t.Profile, t.Limits)
	switch {
	case err != nil:
		return Result{}, fmt.Errorf("engine %s: profile %s: fen %q: %w", e.Name(), t.ProfileName, t.FEN, err)
	case r.Stopped && ctx.Err() != nil:
		return Result{}, ctx.Err()
	}
	return r, nil
}
