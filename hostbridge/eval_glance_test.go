package hostbridge

import (
	"math/rand"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/goengine"
	"github.com/searchex/searchex/hostbridge/random"
	"github.com/searchex/searchex/internal/probe"
)

// cornered are random positions in which mates and stalemates are a move away.
func cornered(seed int64, count int, f func(p *goengine.Position)) {
	r := rand.New(rand.NewSource(seed))
	for n := range count {
		f(random.Cornered(r, n%2))
	}
}

// Mate at a glance on the machine says of each quiet move what Go says, with the
// map of attacks as a node has it and without.
func TestRoutinesThreatensMate(t *testing.T) { onMachines(t, testThreatensMate) }

func testThreatensMate(t testing.TB, m *rig) {
	threats, others := 0, 0
	// The mark behind as many moves as may wait.
	mark := m.addr("tactical_moves") - m.layout.quiet.size
	check := func(p *goengine.Position) {
		m.set(p)
		m.putRaw(mark, probe.Move{Move: 0xFF})
		m.look(true)
		before := m.state()
		threatens := map[goengine.Move]bool{}
		for _, mv := range p.Probe().MateThreats() {
			threatens[mv] = true
		}
		m.setByte("ply", 0)
		m.setByte("hits_ply", 0xFF)
		if (threats+others)%2 == 0 && !p.InCheck() {
			m.setByte("hits_stamp", 0)
			m.setByte("hits_ply", 0)
			m.call("map_hits", nil)
		}
		_, quiet := p.Probe().Generated()
		for _, mv := range quiet {
			m.setByte("flights_count", 0xFF) // unknown
			end := m.layout.quiet.end()
			c := m.call("threatens_mate", in{
				"code": uint32(before.Board[mv.Move.From()]), "from": uint32(mv.Move.From()), "to": uint32(mv.Move.To()),
			})
			threat := c.yes()
			require.Equal(t, threatens[mv.Move], threat, "%s %s", p.FEN(), p.UCI(mv.Move))
			require.Equal(t, end, m.layout.quiet.end())
			if threat {
				threats++
			} else {
				others++
			}
		}
		sameState(t, before, m.state(), p.FEN())
		require.Equal(t, probe.Move{Move: 0xFF}, m.rawMoveAt(mark), p.FEN())
	}
	// A pawn that has moved two squares is no longer taken en passant: where it
	// were, the other side's pawn would come between queen and king.
	const passed = "5bkr/3p2pp/8/4pP2/8/8/8/3Q3K w - e6 0 1"
	for _, fen := range []string{
		passed, turned(passed),
		// Nor is a queen of the second rank, by a pawn beside her: on a1 and b1
		// nobody is taken en passant either.
		"kr6/1p6/8/8/8/4Q3/1p6/7K w - - 0 1", "Q5bk/7p/8/8/8/8/2p5/7K w - - 0 1",
	} {
		p := position(t, fen)
		require.NotEmpty(t, p.Probe().MateThreats(), fen)
		check(p)
	}
	cornered(7, slow(1500, 30000), check)
	placed(8, slow(300, 10000), check)
	rulesPositions(t, 4, 30, check)
	enough(t, threats, 500)
	enough(t, others, 500)
	t.Logf("%d moves threaten mate, %d don't", threats, others)
}

// In these positions a stalemate is no threatened mate.
func TestEqualMateThreats(t *testing.T) {
	t.Parallel()
	p := newLineup(t, true)
	for _, c := range []struct {
		profile, fen string
		nodes        uint64
	}{
		{"cyrus86", "4B2k/5K2/6P1/8/8/8/7P/R7 w - - 0 1", 300},
		{"sex88", "q7/8/8/2b2k2/8/3K4/8/8 b - - 0 1", 2500},
		{"sex88", "8/1p6/2bK3k/p6P/P7/2P5/8/4q1q1 b - - 1 58", 6000},
	} {
		pos := position(t, c.fen)
		p.equal(goengine.NewGame(pos), c.profile, profile(t, c.profile), goengine.Limits{Nodes: c.nodes})
	}
	n := 0
	cornered(9, slowest(120, 2400, 20000), func(q *goengine.Position) {
		name := goengine.ProfileNames[n%len(goengine.ProfileNames)]
		n++
		p.equal(goengine.NewGame(q), name, profile(t, name), goengine.Limits{Nodes: 600})
	})
}
