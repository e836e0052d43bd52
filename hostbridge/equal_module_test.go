package hostbridge

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/goengine"
)

// Without its module a machine refuses a search with the network, and makes the others.
func TestWithoutTheModuleNetIsRefused(t *testing.T) {
	for _, k := range MachineKinds() {
		img, err := k.Image()
		require.NoError(t, err)
		if img.Module == nil {
			continue // the 68000 has the network in its ROM
		}
		without := *img
		without.Module = nil
		e, err := NewWith(k.Name, Options{Image: &without})
		require.NoError(t, err)
		p := position(t, goengine.StartFEN)
		g := goengine.NewGame(p)
		_, err = e.Search(context.Background(), g, profile(t, "net"), goengine.Limits{SX: 10})
		require.ErrorIs(t, err, ErrNoModule)
		require.EqualError(t, err, "engine "+k.Name+": the profile needs the module with the network, which this machine does not have: want another profile, or a ROM with a module (make asm)")
		r, err := e.Search(context.Background(), g, profile(t, "tuned"), goengine.Limits{SX: 10})
		require.NoError(t, err)
		require.NotZero(t, r.Nodes)
	}
}
