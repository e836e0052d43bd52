package hostbridge

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/goengine"
)

// A pawn promoted on the line is missing from what attacking moves attack, or
// the enemy's list is looked through only as far as his officers.
func TestRoutinesTargets(t *testing.T) { onMachines(t, testRoutinesTargets) }

func testRoutinesTargets(t testing.TB, m *rig) {
	for _, c := range []struct{ fen, moves, targets string }{
		// The enemy has promoted, the side to move has not.
		{"7k/P7/8/8/8/8/K7/4r3 w - - 0 1", "a7a8q", "a8"},
		{"7k/P7/8/8/8/8/K6P/4r3 w - - 0 1", "a7a8r", "a8"},
		{"7k/8/8/8/8/8/p5K1/3Q4 b - - 0 1", "a2a1r", "a1"},
		{"7k/8/8/8/8/8/p5K1/r2Q4 w - - 0 1", "d1a1", "a1"},
		// The side to move has promoted, the enemy has not.
		{"7k/P7/8/8/8/8/8/4r2K w - - 0 1", "h1g2 h8g7 a7a8q e1e2", "e2"},
		// Both have.
		{"8/P6k/8/8/8/8/p6K/8 w - - 0 1", "a7a8q a2a1q", "a1"},
		{"8/P6k/8/8/8/8/p6K/8 w - - 0 1", "a7a8q a2a1n", ""},
		{"8/P6k/8/8/8/8/p6K/R7 w - - 0 1", "a7a8q h7g6 a8b7", "a1 b7"},
	} {
		p, err := goengine.ParseFEN(c.fen)
		require.NoError(t, err)
		m.set(p)
		for _, uci := range strings.Fields(c.moves) {
			for _, g := range generated(p) {
				if p.UCI(g.Move) == uci {
					m.call("make_move", in{"move": m.rawMove(g)})
				}
			}
			mv, err := p.ParseMove(uci)
			require.NoError(t, err, "%s %s", c.fen, uci)
			require.True(t, p.Play(mv))
		}
		// What stands in the list, by the side that has just moved.
		m.call("look", in{"maybe": 1}) // which finds the ways to the king
		m.call("list_targets", nil)
		var got []string
		for i := range uint32(m.byte("n_targets")) {
			got = append(got, goengine.SquareName(goengine.Square(m.m.Read(m.addr("targets")+i))))
		}
		require.ElementsMatch(t, strings.Fields(c.targets), got, "%s %s", c.fen, c.moves)
	}
}
