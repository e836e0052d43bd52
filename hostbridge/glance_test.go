package hostbridge

import (
	"math/rand"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/goengine"
)

// cornered are random positions in which mates and stalemates are a move away:
// the king of the side not to move mostly on an edge, with few men or none
// beside him, against queens and rooks and something that may stand in their
// way.
func cornered(t testing.TB, seed int64, count int, f func(p *goengine.Position)) {
	r := rand.New(rand.NewSource(seed))
	for n := 0; n < count; {
		mover := n % 2
		own, enemy := "KQRBNP", "kqrbnp"
		if mover == 1 {
			own, enemy = enemy, own
		}
		var board [64]byte
		set := func(c byte, square int) bool {
			if board[square] != 0 || (c|0x20) == 'p' && (square < 8 || square >= 56) {
				return false
			}
			board[square] = c
			return true
		}
		king := r.Intn(64)
		if r.Intn(4) > 0 {
			king = [4]int{0, 56, 8 * r.Intn(8), r.Intn(8)}[r.Intn(4)]
		}
		if r.Intn(2) == 0 {
			king = 63 - king
		}
		set(enemy[0], king)
		for !set(own[0], r.Intn(64)) {
		}
		for range 1 + r.Intn([]int{2, 4, 12}[r.Intn(3)]) {
			set(own[1+r.Intn(2)], r.Intn(64))
		}
		for range r.Intn(4) {
			set(own[3+r.Intn(3)], r.Intn(64))
		}
		if r.Intn(2) == 0 {
			for range r.Intn(6) {
				set(enemy[1+r.Intn(5)], r.Intn(64))
			}
		}
		if p, err := goengine.ParseFEN(boardFEN(&board) + " " + "wb"[mover:mover+1] + " - - 0 1"); err == nil {
			n++
			f(p)
		}
	}
}

// Mate at a glance on the machine says of each quiet move what Go says, with the
// map of attacks as a node has it and without.
func TestThreatensMate(t *testing.T) { onMachines(t, testThreatensMate) }

func testThreatensMate(t testing.TB, m *rig) {
	threats, others := 0, 0
	check := func(p *goengine.Position) {
		m.set(p)
		m.look(true)
		before := m.state()
		threatens := map[goengine.Move]bool{}
		for _, mv := range p.MateThreats() {
			threatens[mv] = true
		}
		m.setByte("ply", 0)
		m.setByte("hits_ply", 0xFF)
		if (threats+others)%2 == 0 && !p.InCheck() {
			m.setByte("hits_stamp", 0)
			m.setByte("hits_ply", 0)
			m.call("map_hits", nil)
		}
		_, quiet := p.Generated()
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
	}
	cornered(t, 7, slow(1500, 30000), check)
	placed(8, slow(300, 10000), check)
	rulesPositions(t, 4, 30, check)
	enough(t, threats, 500)
	enough(t, others, 500)
	t.Logf("%d moves threaten mate, %d don't", threats, others)
}

// In these positions a stalemate counted as a threatened mate.
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
		pos, err := goengine.ParseFEN(c.fen)
		require.NoError(t, err)
		p.equal(goengine.NewGame(pos), c.profile, profile(t, c.profile), goengine.Limits{Nodes: c.nodes})
	}
	n := 0
	cornered(t, 9, slow(240, 20000), func(q *goengine.Position) {
		name := goengine.ProfileNames[n%len(goengine.ProfileNames)]
		n++
		p.equal(goengine.NewGame(q), name, profile(t, name), goengine.Limits{Nodes: 600})
	})
}
