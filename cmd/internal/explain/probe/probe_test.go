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

func profile(t *testing.T, spec string) *goengine.Profile {
	t.Helper()
	p := given.Profile(t, spec)
	return &p
}

// record records a search up to an SX.
func record(t *testing.T, e string, fen, spec string, sx int, s Scope) *Search {
	t.Helper()
	r, err := Record(context.Background(), given.Engine(t, e), given.Position(t, fen), profile(t, spec), goengine.Limits{SX: sx, SXSet: true}, s)
	require.NoError(t, err)
	return r
}

// moveOf returns a move of a position in UCI notation.
func moveOf(t *testing.T, p *goengine.Position, uci string) goengine.Move {
	t.Helper()
	m, err := p.ParseMove(uci)
	require.NoError(t, err)
	return m
}

// A king on a1 and a rook on d1 against a king on g8 behind its pawns: Rd8 is mate. As the first
// check it costs 3 in sx81. SX 2 pays for no move, so all moves are evaluated statically, and a
// check is tested for mate only if its static value is the best.
const backRank = "6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1"

func TestAMoveThatIsPaidAndOneThatIsNot(t *testing.T) {
	p := given.Position(t, backRank)
	rd8 := moveOf(t, p, "d1d8")
	// A search that finds a mate ends, so it has one iteration.
	r := record(t, "go", backRank, "sx81", 10, Scope{Plies: 2})
	x := r.Root.Find(rd8)
	require.NotNil(t, x)
	assert.True(t, x.Priced)
	assert.Equal(t, goengine.FirstCheck, x.Category)
	assert.EqualValues(t, 3, x.Price)
	assert.Equal(t, 7, x.Own, "10 less 3")
	assert.Equal(t, Best, x.Fate)
	assert.Equal(t, NoMoves, x.End)
	assert.Equal(t, goengine.Mate-1, x.Value)
	assert.True(t, x.Followed())
	// A forward move of the king costs 21, which SX 10 can't pay. It has no backward move.
	x = r.Root.Find(moveOf(t, p, "a1a2"))
	assert.Equal(t, []any{false, Waiting, NotBetter}, []any{x.Priced, x.End, x.Fate})
	assert.False(t, x.Followed())

	r = record(t, "go", backRank, "sx81", 2, Scope{Plies: 2})
	x = r.Root.Find(rd8)
	assert.Equal(t, []any{false, Frontier, NotBetter}, []any{x.Priced, x.End, x.Fate})
	assert.Equal(t, x.Static, x.Value)
	assert.LessOrEqual(t, x.Static, x.Alpha)
	assert.False(t, r.Root.HasPrices())
}

// In uniform to two plies all replies are at the horizon. After the first move of the root, a
// reply that is at least as good for Black as the best so far ends a node. The other replies are
// not evaluated.
func TestCutoffsSpareMoves(t *testing.T) {
	r := record(t, "go", goengine.StartFEN, "uniform", 8, Scope{Plies: 2})
	require.Len(t, r.Root.Moves, 20)
	first, refuted := 0, 0
	for _, m := range r.Root.Moves {
		require.NotNil(t, m.Child)
		assert.Equal(t, 0, m.Own, "8 less 8")
		switch m.Fate {
		case Refuted:
			refuted++
			require.NotNil(t, m.Child.CutBy)
			assert.Equal(t, Cutoff, m.Child.CutBy.Fate)
			assert.Equal(t, m.Child.tried, m.Child.CutBy.Number, "nothing is tried after it")
		default:
			first++
			assert.Nil(t, m.Child.CutBy)
			assert.Equal(t, 20, m.Child.tried)
			assert.EqualValues(t, 20, m.Nodes)
		}
		for _, reply := range m.Child.Moves {
			if reply.Number > 0 {
				assert.Equal(t, Frontier, reply.End)
			} else {
				assert.Equal(t, Unvalued, reply.Fate)
			}
		}
	}
	assert.Positive(t, first)
	assert.Positive(t, refuted)
	assert.EqualValues(t, 20, r.Iterations[0].Nodes)
}

// The SX calculated from prices is the engine's, and all engines report the same tree.
func TestTheTreeIsTheSameOnAllEngines(t *testing.T) {
	bench, err := testdata.Files.ReadFile("bench12.epd")
	require.NoError(t, err)
	checked, lines := 0, strings.Split(strings.TrimSpace(string(bench)), "\n")
	for i, name := range append(goengine.ProfileNames, "sex88,budgets=1", "sex88,budgets=2",
		"tuned,late.from=4,late=3", "sex88,late.from=2,late=3,switch.scout=on") {
		fields := strings.Fields(lines[i])
		fen := strings.Join(append(fields[:4:4], "0", "1"), " ")
		prof := profile(t, name)
		limits := goengine.Limits{Nodes: 3000}
		var first *Search
		for _, e := range hostbridge.Names {
			s, err := Record(context.Background(), given.Engine(t, e), given.Position(t, fen), prof, limits, Scope{Plies: 4})
			require.NoError(t, err)
			if first == nil {
				first = s
				require.NotNil(t, s.Root)
				checked += budgets(t, prof, s.Root)
				continue
			}
			require.Empty(t, Difference(first, s), "%s: %s", name, fen)
		}
	}
	assert.Greater(t, checked, 500)
}

// budgets compares the SX left after moves with the SX of the nodes after them.
func budgets(t *testing.T, prof *goengine.Profile, n *Node) (checked int) {
	for _, m := range n.Moves {
		if m.Child == nil {
			continue
		}
		require.True(t, m.Priced)
		require.True(t, Pays(prof, int(n.Own), int(n.Other), int(m.Price)))
		if prof.Switches&goengine.TwoBudgets != 0 {
			require.Equal(t, []int{m.Other, m.Own}, []int{int(m.Child.Own), int(m.Child.Other)})
		} else {
			require.Equal(t, m.Own, int(m.Child.Own))
		}
		checked += 1 + budgets(t, prof, m.Child)
	}
	return checked
}

// Below a line the recorded tree is the same as from the root.
func TestALineIsFollowedDown(t *testing.T) {
	const fen = "r1bqk2r/2p1bppp/p1np1n2/1p2p3/4P3/1B3N2/PPPP1PPP/RNBQR1K1 w kq - 0 1"
	whole := record(t, "go", fen, "sx81", 42, Scope{Plies: 5})
	var line []goengine.Move
	node := whole.Root
	for _, m := range whole.Result.PV[:2] {
		line = append(line, m)
		node = node.Find(m).Child
	}
	four := record(t, "go", fen, "sx81", 42, Scope{Plies: 4})
	for _, m := range four.Root.Moves {
		if m.Number > 3 {
			continue
		}
		first := []goengine.Move{m.Move}
		after := record(t, "go", fen, "sx81", 42, Scope{Line: first, Plies: 3})
		assert.Empty(t, differ(m.Child, after.Root.Find(m.Move).Child, first), "the first %d moves", m.Number)
	}

	part := record(t, "go", fen, "sx81", 42, Scope{Line: line, Plies: 1})
	below := part.Root
	for _, m := range line {
		for _, x := range below.Moves {
			if x.Move != m {
				assert.Nil(t, x.Child, "of other moves no replies are kept")
			}
		}
		below = below.Find(m).Child
	}
	require.Len(t, below.Moves, len(node.Moves))
	for i, x := range below.Moves {
		y := node.Moves[i]
		assert.Nil(t, x.Child)
		assert.Equal(t, []any{y.Move, y.Number, y.Fate, y.End, y.Value, y.Nodes, y.Followed()}, []any{x.Move, x.Number, x.Fate, x.End, x.Value, x.Nodes, x.Followed()})
	}
}

// Every kind of difference is found.
func TestDifferencesAreFound(t *testing.T) {
	one := func() *Search { return record(t, "go", backRank, "uniform", 8, Scope{Plies: 2}) }
	assert.Empty(t, Difference(one(), one()))
	for name, change := range map[string]func(s *Search){
		"result":    func(s *Search) { s.Result.Nodes++ },
		"window":    func(s *Search) { s.Root.Alpha++ },
		"price":     func(s *Search) { s.Root.Moves[0].Price++ },
		"deeper":    func(s *Search) { s.Root.Moves[0].Child.Moves[0].Fate = UnderWay },
		"no child":  func(s *Search) { s.Root.Moves[0].Child = nil },
		"iteration": func(s *Search) { s.Iterations = nil },
	} {
		s := one()
		change(s)
		assert.NotEmpty(t, Difference(one(), s), name)
	}
}

// A queen sacrifice leads to mate: Qg8 Rxg8 Nf7 (Philidor). The first check costs 3, the knight's
// check 7.
const philidor = "1rr4k/4n1pp/7N/8/8/8/Q4PPP/6K1 w - - 0 1"

func TestWhyAMoveWasNotSeenAndFromWhichBudgetOnItIs(t *testing.T) {
	p := given.Position(t, philidor)
	qg8 := moveOf(t, p, "a2g8")
	// SX 2 can't pay the check. Its static value is a lost queen.
	s := record(t, "go", philidor, "sx81", 2, Scope{Plies: 2})
	v, err := Show(s, p, profile(t, "sx81"), Choice{Top: 1, Plies: 1, Wanted: qg8})
	require.NoError(t, err)
	first, what := v.FellOut(qg8)
	require.NotNil(t, first)
	assert.Same(t, first, what)
	assert.Equal(t, "1.Qg8+", what.Label)
	name := func(m *Move) string { return fmt.Sprint(m.Move) }
	assert.Equal(t, "valued as it stands, since no move can be paid of SX 2, and not better than what there was", v.Reason(first, name, name))

	raised, err := Raise(context.Background(), given.Engine(t, "go"), p, profile(t, "sx81"), goengine.Limits{}, nil, qg8, 2, 100_000)
	require.NoError(t, err)
	require.NotNil(t, raised.Followed)
	assert.Equal(t, 3, raised.Followed.SX, "what a first check costs")
	require.NotNil(t, raised.Best)
	for sx := 3; sx < raised.Best.SX; sx++ {
		assert.NotEqual(t, qg8, record(t, "go", philidor, "sx81", sx, Scope{Plies: 1}).Result.Best, sx)
	}
	best := record(t, "go", philidor, "sx81", raised.Best.SX, Scope{Plies: 1})
	assert.Equal(t, qg8, best.Result.Best)
	assert.Equal(t, best.Result.Nodes, raised.Best.Nodes)

	// A limit of nodes ends it.
	raised, err = Raise(context.Background(), given.Engine(t, "go"), p, profile(t, "sx81"), goengine.Limits{}, nil, moveOf(t, p, "h2h3"), 2, 5000)
	require.NoError(t, err)
	assert.Nil(t, raised.Best)
	assert.Less(t, raised.Nodes, uint64(5100))
}

// Uniform's tree changes only where SX pays for another ply.
func TestStepsOfRaise(t *testing.T) {
	assert.Equal(t, 8, stepOf(profile(t, "uniform"), 16))
	assert.Equal(t, 3, stepOf(profile(t, "uniform"), 13))
	assert.Equal(t, 1, stepOf(profile(t, "sx81"), 13))
	assert.Equal(t, 1, stepOf(profile(t, "uniform,price.evasion=7"), 16))
	assert.Equal(t, 1, stepOf(profile(t, "uniform,late.from=2,late=4"), 16))
}

// Every reason is given for a move to which it applies.
func TestReasonsInWords(t *testing.T) {
	by := &Move{Move: 1, Fate: Cutoff, Value: 64, Beta: 32, Number: 1}
	name := func(m *Move) string { return fmt.Sprintf("M%d", m.Move) }
	for _, c := range []struct {
		cut  *Move
		m    Move
		two  bool
		want string
	}{
		{by, Move{Fate: Missing}, false, "M1 cut off before it was generated"},
		{nil, Move{Fate: Missing}, false, "the node ended before it was generated"},
		{by, Move{Fate: Unvalued}, false, "M1 cut off before it was valued"},
		{nil, Move{Fate: Unvalued}, false, "passed over without a value: the position before it is so far below what it is held against that no such move helps"},
		{by, Move{Fate: Untried}, false, "M1 cut off before it was tried"},
		{nil, Move{Fate: UnderWay}, false, "a limit ended the search while it was under way"},
		{nil, Move{Fate: Refuted, End: Passed}, false, "followed up, and given up at once: the other side need not move to be good enough"},
		{nil, Move{Fate: Refuted, Child: &Node{CutBy: by}}, false, "followed up, and refuted by M1, worth +1.00 to the other side, which wants +0.50"},
		{nil, Move{Fate: Refuted}, false, "followed up, and refuted by a reply"},
		{nil, Move{Fate: NotBetter, End: Spent, Price: 24, Category: goengine.Backward}, false, "valued as it stands, since it costs 24 as backward and the node had SX 9, and not better than what there was"},
		{nil, Move{Fate: NotBetter, End: Spent, Price: 24, Category: goengine.Backward}, true, "valued as it stands, since it costs 24 as backward and the node had SEX 9 of its own and 4 of the other side's, and not better than what there was"},
		{nil, Move{Fate: NotBetter, End: TooDear, Price: 8, Late: 11, OnlyLate: true, Category: goengine.Backward}, false, "valued as it stands, since as a late move it costs 11, not 8 as backward, and the node had SX 9, and not better than what there was"},
		{nil, Move{Fate: NotBetter, Price: 5, Late: 8, OnlyLate: true}, false, "followed up as a late move, for 8 instead of 5, and not better than what there was"},
		{nil, Move{Fate: Refuted, Price: 5, Late: 8, OnlyLate: true}, false, "followed up as a late move, for 8 instead of 5, and refuted by a reply"},
		{nil, Move{Fate: Refuted, Price: 5, Late: 8, OnlyLate: true, End: Passed}, false, "followed up as a late move, for 8 instead of 5, and given up at once: the other side need not move to be good enough"},
		{nil, Move{Fate: Refuted, Price: 5, Late: 8, OnlyLate: true, Child: &Node{CutBy: by}}, false, "followed up as a late move, for 8 instead of 5, and refuted by M1, worth +1.00 to the other side, which wants +0.50"},
		{nil, Move{Fate: Best, Price: 5, Late: 8, Searches: 2, Number: 1}, false, "followed up, and the best of its node"},
		{nil, Move{Fate: NotBetter, End: Waiting}, false, "valued as it stands, since no quiet move of its kind can be paid of SX 9, and not better than what there was"},
		{nil, Move{Fate: NotBetter, End: Drawn}, false, "a draw by repetition or material, and not better than what there was"},
		{nil, Move{Fate: NotBetter}, false, "followed up, and not better than what there was"},
		{by, Move{Fate: Cutoff, End: NoMoves}, false, "the end of the game, and good enough to cut off"},
		{nil, Move{Fate: Best, Number: 1}, false, "followed up, and the best of its node"},
		{by, Move{Fate: Best, Number: 1}, false, "followed up, and the best until M1 was tried"},
	} {
		m := c.m
		n := &Node{Own: 9, Other: 4, CutBy: c.cut, Moves: []*Move{&m}}
		v := &Shown{Two: c.two}
		assert.Equal(t, c.want, v.Reason(&Row{Move: &m, Node: n}, name, name))
	}
}

func TestWhatIsNotShownIsCounted(t *testing.T) {
	p := given.Position(t, goengine.StartFEN)
	s := record(t, "go", goengine.StartFEN, "uniform", 8, Scope{Plies: 2})
	v, err := Show(s, p, profile(t, "uniform"), Choice{Top: 3, Plies: 1})
	require.NoError(t, err)
	shown, more := len(v.Rows), 0
	_, err = fmt.Sscan(v.More, &more)
	require.NoError(t, err)
	assert.Equal(t, 20, shown+more)
	assert.Equal(t, 1, v.Rows[0].Number)
	for _, r := range v.Rows {
		assert.Empty(t, r.Replies, "one ply was asked for")
	}
	v, err = Show(s, p, profile(t, "uniform"), Choice{Plies: 2})
	require.NoError(t, err)
	assert.Len(t, v.Rows, 20)
	assert.Empty(t, v.More)
}
