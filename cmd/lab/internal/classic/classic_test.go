package classic

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/cmd/internal/classic"
	"github.com/searchex/searchex/goengine"
	"github.com/searchex/searchex/goengine/book"
)

// What the page says in words is true: the move ordering of "AI Chess Algorithms" costs more than none, and alpha-beta has
// the scores of minimax.
func TestTheTextsOrderIsWorseThanNone(t *testing.T) {
	p, err := NewPlan(true)
	require.NoError(t, err)
	leaves := map[string]uint64{}
	scores := map[string]int{}
	for _, j := range p.treeJobs() {
		made, err := j.run(t.Context(), new(atomic.Bool))
		require.NoError(t, err)
		name, rest, _ := strings.Cut(strings.TrimPrefix(j.key, "tree: "), ", 2 plies")
		leaves[name] += made.Trees[1].Leaves
		if strings.HasSuffix(name, "quiescence") {
			rest += ", quiescence"
		}
		if want, ok := scores[rest]; ok {
			assert.Equal(t, want, made.Trees[1].Score, "%s%s", name, rest)
		}
		scores[rest] = made.Trees[1].Score
	}
	assert.Less(t, leaves["alpha-beta, as generated"], leaves["alpha-beta, the text's order"]/2)
	assert.Less(t, leaves["alpha-beta, best first"], leaves["alpha-beta, as generated"])
	assert.Less(t, leaves["alpha-beta, the text's order"], leaves["minimax"])
}

// Three functions. 1 and 2: 1 won with White, drew with Black, 3 of 4 half points. 2 and 3: 2 won both. 3 and 1: 3 won
// with White, drew with Black. So 1 has 3 + 1, 2 has 1 + 4, 3 has 0 + 3, and they go in a circle.
func threes() *Generation {
	return &Generation{
		Functions: [][]int{{1}, {2}, {3}}, Fresh: []bool{true, false, true},
		Points: [][]int{{-1, 2, 1}, {1, -1, 2}, {2, 0, -1}},
	}
}

func TestAGenerationByHand(t *testing.T) {
	g := threes()
	assert.Equal(t, []int{4, 5, 3}, []int{g.score(0), g.score(1), g.score(2)})
	assert.Equal(t, []int{1, 0, 2}, g.ranking())
	circles, decided, first := g.cycles()
	assert.Equal(t, []int{1, 1}, []int{circles, decided})
	for i := range 3 {
		assert.True(t, g.beats(first[i], first[(i+1)%3]), "%v", first)
	}
	g.Points[2][0] = 1 // now 1 and 3 are even
	circles, decided, _ = g.cycles()
	assert.Equal(t, []int{0, 0}, []int{circles, decided})
	g.Points[2][0] = 0 // 1 beats 2 beats 3, and 3 as well
	circles, decided, first = g.cycles()
	assert.Equal(t, []int{0, 1}, []int{circles, decided})
	assert.Nil(t, first)
	g.Points = [][]int{{-1, 2, 2}, {2, -1, 2}, {2, 2, -1}} // White always wins: all are even, the first is first
	assert.Equal(t, []int{0, 1, 2}, g.ranking())
}

// numbered returns ten functions of one number each, in ascending order of strength.
func numbered() *Generation {
	g := &Generation{}
	for i := range 10 {
		g.Functions, g.Fresh = append(g.Functions, []int{i}), append(g.Fresh, true)
		row := make([]int, 10)
		for j := range row {
			switch {
			case i == j:
				row[j] = -1
			case i > j:
				row[j] = 2
			}
		}
		g.Points = append(g.Points, row)
	}
	return g
}

func TestWhatAGenerationLeavesToTheNext(t *testing.T) {
	keep := tournament{kind: preservation, seed: 1, functions: 10}
	next := keep.next(2, numbered())
	assert.Equal(t, [][]int{{9}, {8}, {7}, {6}, {5}}, next.Functions[:5], "the five best stay")
	assert.Equal(t, []bool{false, false, false, false, false, true, true, true, true, true}, next.Fresh)
	for _, f := range next.Functions[5:] {
		require.Len(t, f, 19, "the text's 19 factors")
		assert.True(t, slices.Min(f) >= 0 && slices.Max(f) <= 5, "%v", f)
	}
	assert.Equal(t, next, keep.next(2, numbered()), "the same each time")
	other := keep
	other.seed = 2
	assert.NotEqual(t, next.Functions[5:], other.next(2, numbered()).Functions[5:])
	assert.NotEqual(t, next.Functions[5:], keep.next(3, numbered()).Functions[5:])

	mutate := tournament{kind: mutation, seed: 1, functions: 10}
	bred := 0
	for n := 2; n < 40; n++ {
		g := mutate.next(n, numbered())
		assert.Equal(t, []int{9}, g.Functions[0], "the best stays")
		for i, f := range g.Functions[1:5] {
			assert.GreaterOrEqual(t, f[0], 5, "children are of the five best")
			if f[0] != 8-i {
				bred++
			}
		}
		assert.Len(t, g.Functions, 10)
	}
	assert.Greater(t, bred, 76, "of 152, four in five: they are not those that would have stayed")
}

func TestAChildHasEachNumberOfOneParent(t *testing.T) {
	g := (&tournament{seed: 3, functions: 2}).next(1, nil)
	a, b := make([]int, 19), slices.Repeat([]int{5}, 19)
	before := &Generation{Functions: [][]int{a, b, b, a, a}, Fresh: make([]bool, 5)}
	for range 5 {
		before.Points = append(before.Points, []int{1, 1, 1, 1, 1})
	}
	mixed := false
	for _, f := range (&tournament{kind: mutation, seed: 1, functions: 10}).next(2, before).Functions[:5] {
		for _, n := range f {
			assert.Contains(t, []int{0, 5}, n)
		}
		mixed = mixed || slices.Contains(f, 0) && slices.Contains(f, 5)
	}
	assert.True(t, mixed)
	assert.Len(t, g.Functions, 2)
}

func TestBothJudge(t *testing.T) {
	rook := classic.Weights{Possession: classic.Default.Possession}
	mad := classic.Weights{Possession: rook.Possession}
	mad.Mobility[goengine.Bishop] = 100 // 13 squares on an open board
	for _, c := range []struct {
		fen          string
		white, black *classic.Weights
		want         outcome
	}{
		{"7k/8/8/8/8/8/8/KR6 w - - 0 1", &rook, &rook, outcome{points: 2}},
		{"7k/8/8/8/8/8/8/KR6 b - - 0 1", &rook, &rook, outcome{points: 2}},
		{"7k/8/8/8/8/8/8/Kr6 w - - 0 1", &rook, &rook, outcome{points: 0}},
		{"7k/8/8/8/8/8/8/K7 w - - 0 1", &rook, &rook, outcome{points: 1, disputed: true}},
		// A rook against a bishop with his squares: White's function sees the rook, Black's the squares.
		{"k7/8/8/8/3b4/8/7R/1K6 w - - 0 1", &rook, &mad, outcome{points: 1, disputed: true}},
		{"k7/8/8/8/3b4/8/7R/1K6 w - - 0 1", &mad, &mad, outcome{points: 0}},
		{"k7/8/8/8/3b4/8/7R/1K6 w - - 0 1", &mad, &rook, outcome{points: 1, disputed: true}}, // each sees the other ahead
	} {
		p, err := goengine.ParseFEN(c.fen)
		require.NoError(t, err, c.fen)
		assert.Equal(t, c.want, judge(p, c.white, c.black), c.fen)
	}
}

// A tournament of ten functions in two generations, twice: all moves are the same. Functions that have met don't meet again.
func TestATournamentCanBeRepeated(t *testing.T) {
	play := func() Records {
		small := tournament{kind: preservation, seed: 7, functions: 10, generations: 2, depth: 1, plies: 12}
		r := Records{}
		for range 2 {
			for _, j := range small.jobs(r, "x") {
				if r[j.key] == nil {
					made, err := j.run(t.Context(), new(atomic.Bool))
					require.NoError(t, err)
					r[j.key] = made
				}
			}
		}
		require.Len(t, r, 2)
		return r
	}
	r := play()
	assert.Equal(t, r, play())
	all := (&tournament{kind: preservation, seed: 7, functions: 10, generations: 2, depth: 1, plies: 12}).played(r, "x")
	require.Len(t, all, 2)
	best := all[0].ranking()
	for i := range 5 {
		for j := range 5 {
			if i != j {
				assert.Equal(t, all[0].Points[best[i]][best[j]], all[1].Points[i][j])
			}
		}
	}
}

func TestATournamentThatIsEndedLeavesNothing(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	small := tournament{kind: preservation, functions: 3, generations: 1, depth: 1, plies: 4}
	assert.ErrorIs(t, small.play(ctx, small.next(1, nil), nil, new(atomic.Bool)), context.Canceled)
}

// A quick plan does all jobs in order, keeps each result, and does no job twice. After an interruption it continues.
func TestAPlanThatWasEndedGoesOn(t *testing.T) {
	p, err := NewPlan(true)
	require.NoError(t, err)
	p.positions, p.matches, p.depth = p.positions[:2], []match{p.matches[0], p.matches[2]}, 1
	for i := range p.tournaments {
		x := &p.tournaments[i]
		x.functions, x.generations, x.plies = 2, 2, 2
	}
	p.nodes = 40
	p.readings.boards, p.readings.steps = 5, 5
	r := Records{}
	ctx, cancel := context.WithCancel(t.Context())
	kept := 0
	err = p.Run(ctx, r, func(done, of int) { assert.Equal(t, kept, done) }, func() error {
		if kept++; kept == 17 {
			cancel()
		}
		return nil
	})
	assert.ErrorIs(t, err, context.Canceled)
	assert.Len(t, r, 17)
	require.NoError(t, p.Run(t.Context(), r, func(done, of int) { assert.Equal(t, kept, done) }, func() error { kept++; return nil }))
	done, of, err := p.Count(r)
	require.NoError(t, err)
	assert.Equal(t, []int{kept, kept}, []int{done, of})
	assert.Equal(t, 7*2+3+3+2*2+2, of, "trees, prices, readings, generations, pairs")
	file, err := p.File(r)
	require.NoError(t, err)
	assert.Equal(t, kept+1, strings.Count(string(file), "\n"))
	page, err := p.Page(r)
	require.NoError(t, err)
	_, err = page.Files()
	require.NoError(t, err)
}

func TestAMatchByHand(t *testing.T) {
	s := settled{keys: []string{"a", "b", "c", "d", "missing"}}
	game := func(points int, moves string, nodes uint64) Game {
		return Game{Points: points, Moves: moves, Nodes: [2]uint64{nodes, 2 * nodes}, Asked: [2]int{2, 2}}
	}
	r := Records{
		"a": {Pair: []Game{game(2, "1", 100), game(2, "1", 100)}}, // the same moves, but with colours reversed
		"b": {Pair: []Game{game(1, "2", 100), game(0, "3", 100)}},
		"c": {Pair: []Game{game(1, "4", 100), game(0, "3", 100)}}, // the second is b's
		"d": {Pair: []Game{game(1, "5", 300), game(1, "6", 500)}},
	}
	y := s.tally(r)
	assert.Equal(t, 8, y.games)
	assert.Equal(t, [3]int{2, 4, 2}, y.score)
	assert.Equal(t, 1, y.replays)
	assert.Equal(t, [5]int{0, 1, 1, 0, 1}, [5]int(y.pairs))
	assert.Equal(t, [2]float64{1400.0 / 16, 2800.0 / 16}, y.nodes)
}

// At equal time a player whose nodes cost twice as much gets half as many.
func TestEqualTime(t *testing.T) {
	p, err := NewPlan(true)
	require.NoError(t, err)
	m := match{first: quiet, second: bare, timed: true}
	p.matches = []match{m}
	r := Records{}
	_, ok, err := p.settle(m, r, nil)
	assert.True(t, !ok && err == nil, "nothing is known")
	r[p.priceKey(quiet)] = &Made{Price: &Price{Nodes: 10, Nanoseconds: 10_000}}
	r[p.priceKey(bare)] = &Made{Price: &Price{Nodes: 20, Nanoseconds: 10_000}}
	s, ok, err := p.settle(m, r, nil)
	require.True(t, ok && err == nil)
	assert.Equal(t, []string{quiet + ",nodes=500", bare + ",nodes=1000"}, s.text[:])
	assert.Len(t, s.keys, p.pairs)
}

func TestTheMoveTreeOfABook(t *testing.T) {
	source, err := book.Parse(strings.NewReader("1. e4 e5 (1... c5 2. Nf3) 2. Nf3 Nc6 *\n1. d4 d5 *\n1. Nf3 *"), "test")
	require.NoError(t, err)
	tree, err := source.MoveTree()
	require.NoError(t, err)
	// e4 e5 Nf3 Nc6; c5 Nf3; d4 d5; Nf3.
	assert.Len(t, tree, 1+9)
	p, _ := goengine.ParseFEN(goengine.StartFEN)
	walk := func(line string) string {
		q := *p
		var moves []goengine.Move
		for _, s := range strings.Fields(line) {
			m, err := q.ParseMove(s)
			require.NoError(t, err)
			q.Play(m)
			moves = append(moves, m)
		}
		at, n := tree.Find(moves)
		if at == 0 {
			return fmt.Sprint("nothing, ", n)
		}
		return fmt.Sprint(tree[at].Move, ", ", n)
	}
	for line, want := range map[string]string{
		"":                    "e2e4, 0",
		"e2e4":                "e7e5, 1",
		"d2d4":                "d7d5, 2",    // e4, d4
		"g1f3":                "nothing, 3", // the book ends there
		"c2c4":                "nothing, 3", // e4, d4, Nf3
		"e2e4 c7c5":           "g1f3, 3",    // e4; e5, c5
		"e2e4 e7e5 g1f3":      "b8c6, 3",
		"e2e4 c7c5 g1f3 d7d6": "nothing, 4", // nothing is left to be compared with d6
	} {
		assert.Equal(t, want, walk(line), line)
	}
}

// Both forms of the engines' book are equal: the table has all replies of the tree that are played.
func TestTreeAndTableAgree(t *testing.T) {
	source, err := book.Parse(book.Source(), book.SourceName)
	require.NoError(t, err)
	tree, err := source.MoveTree()
	require.NoError(t, err)
	table := book.Default()
	raw := table.Bytes()
	for i, l := range linesOf(tree) {
		if i%7 != 0 {
			continue
		}
		played := map[goengine.Move]bool{}
		at, _ := tree.Find(l.moves)
		for ; at != 0; at = tree[at].Next {
			if tree[at].Weight > 0 {
				played[tree[at].Move] = true
			}
		}
		known := table.Moves(l.at)
		require.Len(t, known, len(played), "%v", l.moves)
		for _, m := range known {
			require.True(t, played[m.Move], "%v: %v", l.moves, m)
		}
		if _, n := records(raw, l.at); len(known) > 0 {
			require.Positive(t, n)
		}
	}
}

func BenchmarkBook(b *testing.B) {
	source, err := book.Parse(book.Source(), book.SourceName)
	require.NoError(b, err)
	tree, err := source.MoveTree()
	require.NoError(b, err)
	table := book.Default()
	all := linesOf(tree)
	b.Run("tree", func(b *testing.B) {
		for i := 0; b.Loop(); i++ {
			tree.Find(all[i%len(all)].moves)
		}
	})
	b.Run("table", func(b *testing.B) {
		for i := 0; b.Loop(); i++ {
			table.Moves(all[i%len(all)].at)
		}
	})
}
