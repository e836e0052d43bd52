package hostbridge

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/goengine"
)

// crowding counts the lists that find no room.
type crowding struct {
	e               *goengine.Engine
	sorted, waiting int
}

// Event implements Callbacks.
func (c *crowding) Event(n Node, ev *goengine.Event) {
	if ev.Kind != goengine.EventGenerated {
		return
	}
	sorted, waiting := probe.Records(c.e)
	if sorted+ev.Count > 384 {
		c.sorted++
	}
	if waiting+ev.Count > 255 {
		c.waiting++
	}
}

// cheap is a profile whose moves cost next to nothing, but for the plain quiet
// ones.
func cheap(quiet uint8, switches goengine.Switch, switches2 goengine.Switches2) *goengine.Profile {
	prof := goengine.Profile{Start: 255, Switches: switches, Switches2: switches2}
	for c := range prof.Price {
		prof.Price[c] = 1
	}
	prof.Price[goengine.Evasion] = 0
	prof.Price[goengine.Losing], prof.Price[goengine.Forward], prof.Price[goengine.Backward] = quiet, quiet, quiet
	return &prof
}

// Where the lists of a line's nodes find no room the engines end the line
// elsewhere, or one of them writes over what it needs.
func TestListsThatFindNoRoom(t *testing.T) {
	t.Parallel()
	p := newLineup(t, true)
	half := goengine.HalfFrontier | goengine.Killers
	staged := goengine.Staged | goengine.Scout | goengine.Cache
	sorted, waiting := 0, 0
	for name, prof := range map[string]*goengine.Profile{
		"all moves follow":              cheap(1, 0, goengine.MateTest),
		"in stages":                     cheap(1, half, goengine.MateTest|staged),
		"half-frontiers all along":      cheap(255, goengine.HalfFrontier, goengine.MateTest),
		"and killers":                   cheap(255, half, goengine.MateTest),
		"half-frontiers, two budgets":   cheap(240, goengine.HalfFrontier|goengine.TwoBudgets, staged),
		"full nodes and half-frontiers": cheap(60, half|goengine.MateThreats, staged|goengine.SwapSort),
	} {
		for _, fen := range []string{
			"qqqqkqqq/q6q/8/8/8/8/Q6Q/QQQQKQQQ w - - 0 1",
			"3qk3/2q1q3/1q3q2/q5q1/1Q5Q/2Q3Q1/3Q1Q2/3KQ3 w - - 0 1",
			"R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1", // 218 moves
			"r6r/3q4/1q4q1/4q3/2q4q/q4q2/PP1q4/KbnN1kb1 b - - 0 1",
			"bnbnknbn/1n3b2/8/8/8/8/1N3B2/BNBNKNBN w - - 0 1", // knights and bishops attack nothing more valuable
			"r1bqk2r/2p1bppp/p1np1n2/1p2p3/4P3/1B3N2/PPPP1PPP/RNBQR1K1 w kq - 0 1",
		} {
			position, err := goengine.ParseFEN(fen)
			require.NoError(t, err)
			l := goengine.Limits{Nodes: uint64(slow(3000, 100000))}
			c := crowding{e: goengine.NewEngine()}
			c.e.Callbacks = &c
			c.e.Search(position, prof, l)
			t.Logf("%s, %s: no room for %d lists, nor for %d to wait", name, fen, c.sorted, c.waiting)
			sorted += c.sorted
			waiting += c.waiting
			p.equal(goengine.NewGame(position), name, prof, l)
		}
	}
	enough(t, sorted, 1000)
	enough(t, waiting, 300)
}

// Half-frontiers one below the other leave nearly as many moves waiting as may:
// up to 247 of 255 here.
func TestManyMovesWait(t *testing.T) { onMachines(t, testManyMovesWait) }

func testManyMovesWait(t testing.TB, m *rig) {
	p, err := goengine.ParseFEN("q2qk2q/8/1n1n1n2/8/8/1N1N1N2/8/Q2QK2Q w - - 0 1")
	require.NoError(t, err)
	prof := cheap(255, goengine.HalfFrontier|goengine.Killers, goengine.MateTest)
	sameAsReference(t, m, "many moves wait", goengine.NewGame(p), prof, goengine.Limits{Nodes: 1500})
}
