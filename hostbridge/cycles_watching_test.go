package hostbridge

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/goengine"
)

// BenchmarkWatching is what it costs the host to watch all events of a search
// of 100,000 nodes on a machine: nothing watched, callbacks that do nothing, the
// event hash.
func BenchmarkWatching(b *testing.B) {
	p, err := goengine.ParseFEN("r1bqk2r/2p1bppp/p1np1n2/1p2p3/4P3/1B3N2/PPPP1PPP/RNBQR1K1 w kq - 0 1")
	require.NoError(b, err)
	prof := profile(b, "sx81")
	for _, k := range MachineKinds() {
		benchmarkWatching(b, k, goengine.NewGame(p), prof)
	}
}

func benchmarkWatching(b *testing.B, k *EngineKind, g *goengine.Game, prof *goengine.Profile) {
	for _, w := range []struct {
		name      string
		callbacks Callbacks
	}{{"nobody", nil}, {"idle", goengine.CallbackFunc(func(goengine.Node, *goengine.Event) {})}, {"hash", &goengine.EventHash{}}} {
		b.Run(k.Name+"/"+w.name, func(b *testing.B) {
			e, err := New(k.Name)
			require.NoError(b, err)
			e.Attach(w.callbacks)
			for b.Loop() {
				_, err := e.Search(context.Background(), g, prof, goengine.Limits{Nodes: 100_000})
				require.NoError(b, err)
			}
		})
	}
}
