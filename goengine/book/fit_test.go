package book

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/goengine"
)

func parsed(t testing.TB, source string) *Tree {
	t.Helper()
	tree, err := Parse(strings.NewReader(source), "test")
	require.NoError(t, err)
	return tree
}

func played(t testing.TB, line string) (*goengine.Position, []goengine.Move) {
	t.Helper()
	start, err := goengine.ParseFEN(goengine.StartFEN)
	require.NoError(t, err)
	moves, err := ParseLine(start, line)
	require.NoError(t, err)
	p := *start
	for _, m := range moves {
		p.Play(m)
	}
	return &p, moves
}

// e4 comes up in 8 of 9 games, d4 in 1: after each there are one or two positions more. With room for 1, 2, … positions
// of 3 or 4 bytes those of e4 come first, however the lines are ordered.
func TestFitTakesWhatComesUpMostOften(t *testing.T) {
	for _, source := range []string{"1. d4 d5 2. c4 *\n1. e4*8 e5 2. Nf3 *", "1. e4*8 e5 2. Nf3 *\n1. d4 d5 2. c4 *"} {
		tree := parsed(t, source)
		// The initial position has 2 bytes of key and two moves of 2 and 2 or 1; the others have 3.
		first := tree.Size() - RecordsAt - 4*3
		for room, want := range map[int][]string{
			RecordsAt + first:     {""},
			RecordsAt + first + 3: {"", "1. e4"},
			RecordsAt + first + 8: {"", "1. e4", "1. e4 e5"},
			RecordsAt + first + 9: {"", "1. e4", "1. e4 e5", "1. d4"},
		} {
			f, err := tree.Fit(room)
			require.NoError(t, err)
			table, err := Open(f.Table)
			require.NoError(t, err)
			assert.LessOrEqual(t, table.Size(), room)
			var have []string
			for _, line := range []string{"", "1. e4", "1. e4 e5", "1. d4", "1. d4 d5"} {
				if p, _ := played(t, line); len(table.Moves(p)) > 0 {
					have = append(have, line)
				}
			}
			assert.Equal(t, want, have, room-RecordsAt)
			assert.Equal(t, table.HalfMoves(), f.Taken)
			assert.Equal(t, 6, f.Of)
			assert.False(t, f.Whole())
		}
		f, err := tree.Fit(MaxSize)
		require.NoError(t, err)
		whole, err := tree.Compile()
		require.NoError(t, err)
		assert.Equal(t, whole, f.Table, "a book that fits is not changed")
		assert.True(t, f.Whole())
	}
}

// A move of weight 0 is answered, so the position after it counts half as much as one after a move of weight 1: a third
// of games come to it here, and a sixth to each of four others.
func TestFitCountsAnswersToMovesThatAreNotPlayed(t *testing.T) {
	tree := parsed(t, "1. e4 e5 2. d4 *\n1. e4 c5 2. d4 *\n1. e4 e6 2. d4 *\n1. e4 c6 2. d4 *\n1. a3*0 a5 *")
	at := map[string]int{}
	for i, n := range tree.byVisits() {
		at[n.FEN] = i
	}
	place := func(line string) int {
		p, _ := played(t, line)
		i, ok := at[Identity(p)]
		require.True(t, ok, line)
		return i
	}
	assert.Equal(t, []int{0, 1, 2}, []int{place(""), place("1. e4"), place("1. a3")})
	for _, line := range []string{"1. e4 e5", "1. e4 c5", "1. e4 e6", "1. e4 c6"} {
		assert.Greater(t, place(line), 2, line)
	}
}

// Knights that go out and back lead to the initial position again, and a game by the book ends all
// the same.
func TestALineThatComesBack(t *testing.T) {
	tree := parsed(t, "1. Nf3 Nf6 2. Ng1 Ng8 3. e4 e5 *")
	f, err := tree.Fit(RecordsAt + 8)
	require.NoError(t, err)
	assert.Positive(t, f.Taken)
	lines, err := tree.MoveTree()
	require.NoError(t, err)
	// Nf3 Nf6 Ng1 Ng8 and there it ends; e4 e5 beside it.
	assert.Len(t, lines, 1+6)
	_, moves := played(t, "1. e4")
	assert.Len(t, lines.Moves(moves), 1)
}

// The hash, the tree and the table pick the same move for the same random byte along a line.
func TestHashTreeAndTablePickTheSame(t *testing.T) {
	tree, err := Parse(Source(), SourceName)
	require.NoError(t, err)
	lines, err := tree.MoveTree()
	require.NoError(t, err)
	for _, line := range []string{"", "1. e4", "1. d4 Nf6", "1. e4 e5 2. Nf3", "1. a3"} {
		p, moves := played(t, line)
		for random := 0; random < 256; random += 5 {
			want, ok := Default().Pick(p, byte(random))
			for name, pick := range map[string]func() (goengine.Move, bool){
				"hash": func() (goengine.Move, bool) { return tree.Pick(p, byte(random)) },
				"tree": func() (goengine.Move, bool) { return lines.Pick(moves, byte(random)) },
			} {
				have, known := pick()
				require.Equal(t, want, have, "%s, %q, %d", name, line, random)
				require.Equal(t, ok, known)
			}
		}
	}
}

// The hash knows a position that other moves have led to, the tree does not.
func TestOnlyTheHashKnowsTranspositions(t *testing.T) {
	tree := parsed(t, "1. d4 Nf6 2. c4 e6 *")
	lines, err := tree.MoveTree()
	require.NoError(t, err)
	p, moves := played(t, "1. c4 Nf6 2. d4")
	assert.Len(t, tree.Moves(p), 1)
	assert.Empty(t, lines.Moves(moves))
}

// A position to which two lines lead has its replies twice: 3 + 3 moves to it, and 2 replies for each.
func TestATreeThatWouldBeTooLargeIsRefused(t *testing.T) {
	tree := parsed(t, "1. d4 Nf6 2. c4 e6 3. Nc3 *\n1. c4 Nf6 2. d4 *")
	all, err := tree.moveTree(10)
	require.NoError(t, err)
	assert.Len(t, all, 1+10)
	_, err = tree.moveTree(9)
	assert.ErrorContains(t, err, "more than 9 moves")
}

func BenchmarkLookUp(b *testing.B) {
	tree, err := Parse(Source(), SourceName)
	require.NoError(b, err)
	lines, err := tree.MoveTree()
	require.NoError(b, err)
	type game struct {
		p     *goengine.Position
		moves []goengine.Move
	}
	var games []game
	start, err := goengine.ParseFEN(goengine.StartFEN)
	require.NoError(b, err)
	var walk func(at game, first uint32)
	walk = func(at game, first uint32) {
		games = append(games, at)
		for ; first != 0; first = lines[first].Next {
			p := *at.p
			p.Play(lines[first].Move)
			walk(game{&p, append(append([]goengine.Move{}, at.moves...), lines[first].Move)}, lines[first].First)
		}
	}
	walk(game{start, nil}, lines[0].First)
	for name, pick := range map[string]func(g *game){
		"hash":  func(g *game) { tree.Pick(g.p, 100) },
		"tree":  func(g *game) { lines.Pick(g.moves, 100) },
		"table": func(g *game) { Default().Pick(g.p, 100) },
	} {
		b.Run(name, func(b *testing.B) {
			for i := 0; b.Loop(); i++ {
				pick(&games[i%len(games)])
			}
		})
	}
}
