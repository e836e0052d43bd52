package hostbridge

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/goengine"
)

// refusedFew makes the root's first moves as bad as being mated.
type refusedFew struct {
	goengine.EventHash
	few, moves int
}

// Event implements Callbacks.
func (x *refusedFew) Event(n Node, ev *goengine.Event) {
	x.EventHash.Event(n, ev)
	if ev.Kind == goengine.EventBeta {
		if x.moves++; x.moves <= x.few {
			ev.Value = -goengine.Mate
		}
	}
}

// After the test of a move alpha is still further below the static value than 16 bits
// hold: every other move is above it, those that worsen the tables' sum too.
func TestAlphaStaysFarBelow(t *testing.T) { onMachines(t, testAlphaStaysFarBelow) }

func testAlphaStaysFarBelow(t testing.TB, m *rig) {
	p := position(t, "5k2/8/8/8/8/8/QQQQ4/K7 w - - 0 1")
	prof := profile(t, "uniform")
	prof.Start, prof.Step = 2, 0
	for _, prof.Tempo = range []int8{-128, -64, 0, 64, 127} {
		for few := range 12 {
			sameUnder(t, m, goengine.NewGame(p), prof, func() *refusedFew { return &refusedFew{few: few} }, func(x *refusedFew) {
				require.Greater(t, x.moves, few)
			})
		}
	}
}

// Where a host has kept a node from passing, the node has its own map of hits, and lists its own
// captures in its last stage.
func TestRefusedPasses(t *testing.T) { onMachines(t, testRefusedPasses) }

func testRefusedPasses(t testing.TB, m *rig) {
	p := position(t, "r1bqk2r/2p1bppp/p1np1n2/1p2p3/4P3/1B3N2/PPPP1PPP/RNBQR1K1 w kq - 0 1")
	for _, name := range []string{"sex88", "tuned"} { // the latter has stages
		prof := profile(t, name)
		prof.Pass = 1
		sameUnder(t, m, goengine.NewGame(p), prof, func() *noPasses { return &noPasses{} }, func(x *noPasses) {
			require.Greater(t, x.refused, 100, name)
		})
	}
}

// noPasses keeps nodes from passing.
type noPasses struct {
	goengine.EventHash
	refused int
}

// Event implements Callbacks.
func (x *noPasses) Event(n Node, ev *goengine.Event) {
	x.EventHash.Event(n, ev)
	if ev.Kind == goengine.EventBeta && ev.Move == goengine.NoMove && ev.Value >= ev.Beta {
		x.refused++
		ev.Value = -goengine.Mate
	}
}

// Where the last best line has one move, the value, which could be a move, is not taken for its
// next one.
func TestValueLikeAMove(t *testing.T) { onMachines(t, testValueLikeAMove) }

func testValueLikeAMove(t testing.TB, m *rig) {
	p := position(t, "4k3/4p3/8/8/8/8/r3P3/4K3 w - - 0 1")
	prof := profile(t, "uniform")
	prof.Start, prof.Step = 2, 20
	for _, value := range []int16{0x1020, 0x2010} { // Ra3, by either byte's being the first
		sameUnder(t, m, goengine.NewGame(p), prof, func() *decreed { return &decreed{value: value} }, func(x *decreed) {
			require.Greater(t, x.iterations, 1)
		})
	}
}
