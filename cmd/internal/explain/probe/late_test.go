package probe

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/cmd/internal/given"
	"github.com/searchex/searchex/goengine"
	"github.com/searchex/searchex/hostbridge"
	"github.com/searchex/searchex/testdata"
)

// A pawn on e5 attacks a knight on d4. White can play Kb2, Kb1, Ne6 or Ne2, which are tried in
// this order by their static values; at two plies a reply ends each line. After a king's move
// Black takes the knight, and Kb1 has a lower value than Kb2. Ne6 saves the knight, and the
// static value of Ne2 is below the value of Ne6. After Kb2 Black has 5 moves: exd4, e4 and three
// of the king. After Ne6 he has 3, since the knight covers g7.
const attackedKnight = "7k/8/8/4p3/3N4/8/8/K7 w - - 0 1"

var knightMoves = []string{"a1b2", "a1b1", "d4e6", "d4e2"}

// knightLimits returns limits with which only these moves and a reply are searched.
func knightLimits(t *testing.T, p *goengine.Position, sx int) goengine.Limits {
	l := goengine.Limits{SX: sx, Depth: 2}
	for _, m := range knightMoves {
		l.Moves = append(l.Moves, moveOf(t, p, m))
	}
	return l
}

// Forward moves cost 21, backward moves 24, and from the second move of a list on 5 more for the
// first search.
const lateProfile = "sx81,pass=0,start=255,late.from=2,late=5"

func TestLateMovesByHand(t *testing.T) {
	const (
		kb2       = "21, 39 left: new best, 1 search, 5 nodes"
		kb1       = "24 late 29 only, 31 left: refuted, 1 search, 1 node"
		ne2       = "24 late 29 only, 31 left: refuted, 1 search, 1 node"
		ne2AtOnce = "24, 36 left: refuted, 1 search, 1 node"
	)
	for _, c := range []struct {
		name, change string
		sx           int
		want         []string
	}{
		{"Kb1 and Ne2 are no better; Ne6 is, and searched for its price", "", 60,
			[]string{kb2, kb1, "21 late 26, 39 left: new best, 2 searches, 6 nodes", ne2}},
		{"a scout goes between", ",switch.scout=on", 60,
			[]string{kb2, kb1, "21 late 26, 39 left: new best, 3 searches, 9 nodes", ne2}},
		{"a scout alone", ",switch.scout=on,late=0", 60,
			[]string{kb2, "24, 36 left: refuted, 1 search, 1 node", "21, 39 left: new best, 2 searches, 6 nodes", ne2AtOnce}},
		{"the first is late, too", ",late.from=0", 60,
			[]string{"21 late 26, 39 left: new best, 2 searches, 10 nodes", kb1, "21 late 26, 39 left: new best, 2 searches, 6 nodes", ne2}},
		{"the fourth is", ",late.from=4", 60,
			[]string{kb2, "24, 36 left: refuted, 1 search, 1 node", "21, 39 left: new best, 1 search, 3 nodes", ne2}},
		{"none is", ",late.from=5", 60,
			[]string{kb2, "24, 36 left: refuted, 1 search, 1 node", "21, 39 left: new best, 1 search, 3 nodes", ne2AtOnce}},
		{"29 is too dear: Kb1 stands better than a lost knight, Ne2 no better than Ne6", "", 28, []string{
			"21, 7 left: new best, 1 search, 5 nodes", "24, 4 left: refuted, 1 search, 1 node",
			"21 late 26, 7 left: new best, 2 searches, 6 nodes", "24 late 29 only, -1 left: not better, too dear when late, 0 searches, 0 nodes"}},
		{"26 is, too", "", 25, []string{
			"21, 4 left: new best, 1 search, 5 nodes", "24, 1 left: refuted, 1 search, 1 node",
			"21, 4 left: new best, 1 search, 3 nodes", "24 late 29 only, -4 left: not better, too dear when late, 0 searches, 0 nodes"}},
		{"24 is", "", 23, []string{
			"21, 2 left: new best, 1 search, 5 nodes", "24, -1 left: not better, SX spent, 0 searches, 0 nodes",
			"21, 2 left: new best, 1 search, 3 nodes", "24, -1 left: not better, SX spent, 0 searches, 0 nodes"}},
	} {
		p := given.Position(t, attackedKnight)
		for _, e := range hostbridge.Names {
			s, err := Record(context.Background(), given.Engine(t, e), p, profile(t, lateProfile+c.change), knightLimits(t, p, c.sx), Scope{Plies: 2})
			require.NoError(t, err)
			// Searches are distinguished outside the scope, too.
			top, err := Record(context.Background(), given.Engine(t, e), p, profile(t, lateProfile+c.change), knightLimits(t, p, c.sx), Scope{Plies: 1})
			require.NoError(t, err)
			for i, uci := range knightMoves {
				x := s.Root.Find(moveOf(t, p, uci))
				assert.Equal(t, i+1, x.Number)
				assert.Equal(t, c.want[i], describe(x), "%s, %s: %s", e, c.name, uci)
				assert.Equal(t, c.want[i], describe(top.Root.Find(x.Move)), "%s, %s: %s", e, c.name, uci)
			}
		}
	}
}

// With a lone knight every move draws, and no event reports the search that finds that. The first
// move is the best so far, so it was searched for 21. The second is no better.
func TestALateDraw(t *testing.T) {
	p := given.Position(t, "7k/8/8/8/3N4/8/8/K7 w - - 0 1")
	limits := goengine.Limits{SX: 60, Moves: []goengine.Move{moveOf(t, p, "a1b2"), moveOf(t, p, "a1b1")}}
	for _, e := range hostbridge.Names {
		s, err := Record(context.Background(), given.Engine(t, e), p, profile(t, lateProfile+",late.from=0"), limits, Scope{Plies: 2})
		require.NoError(t, err)
		assert.Equal(t, "21 late 26, 39 left: new best, draw, 0 searches, 0 nodes", describe(s.Root.Find(limits.Moves[0])))
		assert.Equal(t, "24 late 29 only, 31 left: not better, draw, 0 searches, 0 nodes", describe(s.Root.Find(limits.Moves[1])))
	}
}

// A move costs 24, and 29 as a late move. Its static value is 10, and alpha is more or less than
// that.
func TestWhatALateMoveIsLeftFor(t *testing.T) {
	for _, c := range []struct {
		sx    uint8
		alpha int16
		want  Move
	}{
		{29, 9, Move{Late: 29, OnlyLate: true, Own: 0}},
		{29, 10, Move{Late: 29, OnlyLate: true, Own: 0}},
		{28, 9, Move{Own: 4}},
		{28, 10, Move{Late: 29, OnlyLate: true, Own: -1, End: TooDear}},
		{28, 11, Move{Late: 29, OnlyLate: true, Own: -1, End: TooDear}},
		{24, 10, Move{Late: 29, OnlyLate: true, Own: -5, End: TooDear}},
		{23, 10, Move{Own: -1}},
	} {
		x, n := Move{Category: goengine.Backward, Price: 24, Static: 10}, &Node{Own: c.sx, place: 2}
		want := c.want
		want.Category, want.Price, want.Static = x.Category, x.Price, x.Static
		r := &recorder{profile: profile(t, lateProfile)}
		r.late(n, &x, c.alpha)
		assert.Equal(t, want, x, "SX %d, alpha %d", c.sx, c.alpha)
	}
}

// describe returns a line about what a search did with a move.
func describe(x *Move) string {
	s := fmt.Sprint(x.Price)
	if x.Late > 0 {
		s += fmt.Sprint(" late ", x.Late)
	}
	if x.OnlyLate {
		s += " only"
	}
	s += fmt.Sprintf(", %d left: %s", x.Own, x.Fate)
	if x.End != GoesOn {
		s += ", " + string(x.End)
	}
	many := func(n int, one, more string) string {
		if n == 1 {
			return ", 1 " + one
		}
		return fmt.Sprintf(", %d %s", n, more)
	}
	return s + many(x.Searches, "search", "searches") + many(int(x.Nodes), "node", "nodes")
}

// The node shown after a move is from its last search: Ne6's has the full window, below the
// value of Kb2, and the SX left after its own price.
func TestTheLastSearchOfAMoveIsShown(t *testing.T) {
	p := given.Position(t, attackedKnight)
	for _, change := range []string{"", ",switch.scout=on", ",switch.scout=on,late=0"} {
		s, err := Record(context.Background(), given.Engine(t, "go"), p, profile(t, lateProfile+change), knightLimits(t, p, 60), Scope{Plies: 2})
		require.NoError(t, err)
		first, saved := s.Root.Find(moveOf(t, p, "a1b2")), s.Root.Find(moveOf(t, p, "d4e6"))
		n := saved.Child
		assert.Equal(t, []int16{-goengine.Infinity, -first.Value}, []int16{n.Alpha, n.Beta}, change)
		assert.EqualValues(t, 39, n.Own)
		require.Len(t, n.Moves, 3)
		for i, reply := range n.Moves {
			assert.Equal(t, i+1, reply.Number, "each was tried once")
		}
		n = s.Root.Find(moveOf(t, p, "a1b1")).Child
		assert.Equal(t, []int16{-first.Value - 1, -first.Value}, []int16{n.Alpha, n.Beta}, "a window of one")
	}
}

// In any search: the nodes of a move with one search are those of the node after it and those
// below; of several searches there are at least as many. If no reply cut off, all were generated.
// The SX left is what the node after the move has. A move that was found better has been searched
// for its own price. Two spent budgets leave the same for any price.
func TestSearchesAreToldApart(t *testing.T) {
	bench, err := testdata.Files.ReadFile("bench12.epd")
	require.NoError(t, err)
	fens := []string{"7k/p7/8/8/8/8/8/K7 w - -"} // lost, so that a draw is better
	for line := range strings.Lines(string(bench)) {
		fens = append(fens, strings.Join(strings.Fields(line)[:4], " "))
	}
	for _, name := range []string{
		"tuned", "tuned,late.from=2,late=4", "sx81,late.from=0,late=9,switch.scout=on", "sex88,late.from=2,late=3,switch.scout=on,futility=32",
		"sex88,budgets=1,late.from=2,late=9", "sex88,budgets=2,late.from=2,late=9,switch.scout=on",
		"tuned,late.from=2,late=4,tempo=-20", // a move that is too expensive may be better than alpha
	} {
		prof := profile(t, name)
		again, only, dear, whole := 0, 0, 0, 0
		var check func(n *Node, at goengine.Position)
		check = func(n *Node, at goengine.Position) {
			tried := 0
			for _, x := range n.Moves {
				if x.Number > 0 {
					tried++
				}
				if x.OnlyLate {
					only++
					own, other := left(prof, int(n.Own), int(n.Other), int(x.Late))
					require.Equal(t, []int{own, other}, []int{x.Own, x.Other})
				}
				if x.End == TooDear {
					dear++
					require.True(t, x.OnlyLate)
					require.LessOrEqual(t, x.Value, x.Static-int16(prof.Tempo))
				} else if x.OnlyLate && x.Tested() {
					require.LessOrEqual(t, x.Value, x.Alpha, "%s: %v", name, x.Move)
				}
				if x.Child == nil {
					continue
				}
				below := uint64(0)
				for _, reply := range x.Child.Moves {
					below += reply.Nodes
					if reply.Valued {
						below++
					}
				}
				if x.Searches == 1 {
					require.Equal(t, x.Nodes, below, "%s: %v", name, x.Move)
				} else {
					again++
					require.GreaterOrEqual(t, x.Nodes, below, "%s: %v", name, x.Move) // the first search may have no node
					require.False(t, x.OnlyLate)
				}
				after := at
				require.True(t, after.Play(x.Move))
				if x.Tested() {
					whole++
					require.Len(t, x.Child.Moves, len(after.LegalMoves()), "%s: %v", name, x.Move)
				}
				check(x.Child, after)
			}
			require.Equal(t, n.tried, tried, "each has a number of its own")
		}
		for _, fen := range fens {
			p := given.Position(t, fen+" 0 1")
			s, err := Record(context.Background(), given.Engine(t, "go"), p, prof, goengine.Limits{Nodes: 10_000}, Scope{Plies: goengine.MaxPly})
			require.NoError(t, err)
			check(s.Root, *p)
			budgets(t, prof, s.Root)
		}
		assert.Greater(t, again, 30, name)
		assert.Greater(t, whole, 1000, name)
		if prof.Late > 0 {
			assert.Greater(t, only, 1000, name)
		}
		if prof.Late > 0 && prof.Switches&goengine.TwoBudgets == 0 {
			assert.Greater(t, dear, 100, name)
		}
	}
}

// Ne2 has a lower static value than Ne6, so it is not searched unless SX pays 29.
func TestFromWhichBudgetOnALateMoveIsSeen(t *testing.T) {
	p := given.Position(t, attackedKnight)
	prof := profile(t, lateProfile)
	limits := knightLimits(t, p, 0)
	ne2 := moveOf(t, p, "d4e2")
	raised, err := Raise(context.Background(), given.Engine(t, "go"), p, prof, limits, nil, ne2, 21, 2000)
	require.NoError(t, err)
	require.NotNil(t, raised.Followed)
	assert.Equal(t, []any{29, uint8(24), uint8(29)}, []any{raised.Followed.SX, raised.Followed.Price, raised.Followed.Late})
	assert.Nil(t, raised.Best)

	// Ne6 costs 21 and is the best move as soon as SX pays that. 26 is too expensive then, but its
	// static value is better than a lost knight.
	ne6 := moveOf(t, p, "d4e6")
	raised, err = Raise(context.Background(), given.Engine(t, "go"), p, prof, limits, nil, ne6, 19, 2000)
	require.NoError(t, err)
	require.NotNil(t, raised.Best)
	assert.Equal(t, []any{21, uint8(0)}, []any{raised.Best.SX, raised.Best.Late})
	assert.Same(t, raised.Followed, raised.Best)
}
