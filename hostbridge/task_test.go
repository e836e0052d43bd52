package hostbridge

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/goengine"
)

// The limits of a context that has ended stop a search from its start.
func TestStopWithStopsFromTheStart(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	l, release := StopWith(ctx, goengine.Limits{SX: 8})
	require.False(t, l.Stop.Load())
	require.Equal(t, 8, l.SX)
	release()
	cancel()
	l, release = StopWith(ctx, goengine.Limits{})
	require.True(t, l.Stop.Load())
	release()
}
