package hostbridge

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/emu"
	"github.com/searchex/searchex/goengine"
)

// stopper stops a machine after a number of nodes.
type stopper struct {
	m     emu.Machine
	deep  int // deepest ply so far
	after int // nodes still to come
}

// Event implements Callbacks.
func (s *stopper) Event(n Node, ev *goengine.Event) {
	if ev.Kind != goengine.EventGenerated {
		return
	}
	s.deep = max(s.deep, n.Ply())
	if s.after--; s.after == 0 {
		s.m.Stop()
	}
}

// TestDeepestLinesStayOnTheStack goes down to the last ply that a line may
// have, in a search whose moves cost next to nothing, with guards on: neither
// the stack nor any list runs over.
func TestDeepestLinesStayOnTheStack(t *testing.T) { onMachines(t, testDeepestLinesStayOnTheStack) }

func testDeepestLinesStayOnTheStack(t testing.TB, e *rig) {
	m := e.m
	prof := profile(t, "cyrus86")
	prof.Start = 200
	for c := range prof.Price {
		prof.Price[c] = 1
	}
	prof.ScoreCap = 1
	prof.Pass = 0 // it would end the lines before
	last := goengine.MaxPly - 1
	const full = 12 // 384 sorted moves are lists of 30 down to ply 12
	for fen, deep := range map[string]int{
		"8/8/8/1k1p4/3P4/1K6/8/8 w - - 0 1":                                    last,
		"k7/p7/P7/8/8/8/1p6/K7 w - - 0 1":                                      last, // few moves, and a promotion on the way
		"r1bqk2r/2p1bppp/p1np1n2/1p2p3/4P3/1B3N2/PPPP1PPP/RNBQR1K1 w kq - 0 1": full,
		"6k1/3q1ppp/8/8/8/8/5PPP/3R2K1 b - - 0 1":                              full,
	} {
		p := position(t, fen)
		s := &stopper{m: m, after: slow(12000, 40000)}
		e.Attach(s)
		_, err := e.Search(context.Background(), goengine.NewGame(p), prof, goengine.Limits{})
		require.NoError(t, err, fen)
		require.GreaterOrEqual(t, s.deep, deep, fen)
		symbols := m.Program().Symbols
		require.LessOrEqual(t, m.Usage().Stack+int(e.cpu.stackPly)*(goengine.MaxPly-1-s.deep), int(symbols["stack_top"]-symbols["stack_bottom"]), fen) // memory.s
		t.Logf("%s: ply %d, stack %d bytes, RAM written %d", fen, s.deep, m.Usage().Stack, m.Usage().Written)
	}
}
