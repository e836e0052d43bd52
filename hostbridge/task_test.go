package hostbridge

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/goengine"
)

// A search that begins after the end of its context ends at once, however short it would be.
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
