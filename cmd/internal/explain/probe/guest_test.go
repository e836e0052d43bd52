package probe

import (
	"context"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/cmd/internal/given"
	"github.com/searchex/searchex/goengine"
	"github.com/searchex/searchex/hostbridge"
	_ "github.com/searchex/searchex/hostbridge/guest"
)

// In a guest's tree the moves of a node have the numbers from 1 on, a verdict is what value and bounds say, and a new best
// move has the value of the best reply. The answer is the root's best move, with its score.
func TestGuestsTreesAreWhatAlphaBetaSays(t *testing.T) {
	for _, name := range []string{"guest:../../../../asm/guests/mini6502/mini6502.toml", "guest:../../../../asm/guests/miniz80/miniz80.toml"} {
		values, cutoffs := 0, 0
		var check func(n *Node)
		check = func(n *Node) {
			numbers := map[int]bool{}
			for _, x := range n.Moves {
				if x.Number > 0 {
					numbers[x.Number] = true
				}
				switch x.Fate {
				case Cutoff:
					cutoffs++
					require.GreaterOrEqual(t, x.Value, x.Beta)
				case Best:
					require.Greater(t, x.Value, x.Alpha)
					require.Less(t, x.Value, x.Beta)
				case NotBetter:
					require.LessOrEqual(t, x.Value, x.Alpha)
				}
				if x.Child == nil {
					continue
				}
				check(x.Child)
				best := -goengine.Infinity
				for _, reply := range x.Child.Moves {
					if reply.Tested() {
						best = max(best, reply.Value)
					}
				}
				if x.Fate == Best && x.Child.Ply < 3 && best > -goengine.Infinity {
					values++
					require.Equal(t, -best, x.Value)
				}
			}
			for i := range len(numbers) {
				require.True(t, numbers[i+1])
			}
		}
		for _, fen := range []string{"6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1", "7k/8/8/4p3/3N4/8/8/K7 w - - 0 1"} {
			p := given.Position(t, fen)
			s, err := RecordGuest(context.Background(), given.Engine(t, name), p, profile(t, "uniform"), goengine.Limits{Depth: 3}, Scope{Plies: 3})
			require.NoError(t, err)
			check(s.Root)
			require.Equal(t, len(p.LegalMoves()), len(s.Root.Moves))
			best := s.Root.Find(s.Result.Best)
			require.Equal(t, Best, best.Fate)
			require.Equal(t, s.Result.Score, best.Value)
			require.True(t, s.Guest && s.Finished)
		}
		assert.Greater(t, values, 10, name)
		assert.Greater(t, cutoffs, 30, name)
	}
}

// Of a search that a limit ends, after the root has a move, the moves under way are known.
func TestAGuestsSearchThatIsStopped(t *testing.T) {
	p := given.Position(t, "6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1")
	e := given.Engine(t, "guest:../../../../asm/guests/mini6502/mini6502.toml")
	s, err := RecordGuest(context.Background(), e, p, profile(t, "uniform"), goengine.Limits{Depth: 3, Nodes: 150}, Scope{Plies: 2})
	require.NoError(t, err)
	require.False(t, s.Finished)
	require.Equal(t, UnderWay, s.Root.Moves[len(s.Root.Moves)-1].Fate)
	require.True(t, hostbridge.IsForeign(s.Engine))
}
