package hostbridge

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/goengine"
)

// A context that has ended stops the search of a task from its start, on every engine, and is its error.
func TestAnEndedContextStopsATask(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for _, name := range Names {
		e, err := New(name)
		require.NoError(t, err)
		task := &Task{FEN: goengine.StartFEN, Game: startGame(t), ProfileName: "sx81", Profile: *profile(t, "sx81")}
		_, err = task.Search(ctx, e)
		require.ErrorIs(t, err, context.Canceled, name)
	}
}
