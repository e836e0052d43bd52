package check

import (
	"bytes"
	"math/rand"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/asm/guests/guesttest"
	"github.com/searchex/searchex/goengine"
	"github.com/searchex/searchex/hostbridge/random"
	"github.com/searchex/searchex/testdata/switches"
)

// What the header of miniz80.s says of the evaluation and the search, by the program's kinds of men.
const (
	quiet    = 6
	mate     = 8000
	infinite = 9000
	few      = 13
)

var (
	material = [7]int{0, 20, 62, 64, 100, 186, 0}
	central  = [7]int{0, 0, 2, 1, 0, 0, 0} // how often the distance from the edge counts
	forward  = [8]int{0, 0, 1, 3, 5, 8, 14, 0}
	cornered = [4]int{3, 3, 1, 0} // of a king, by the distance from the edge
)

// search is that of the program as its source describes it, of a position at the root.
func search(root *goengine.Position, depth int) guesttest.Search {
	few := isLast(guesttest.Men(root))
	return guesttest.Search{
		Evaluate: func(s guesttest.Setup) int { return static(few, s) }, Last: depth + quiet, Mate: mate,
		All: func(_ *goengine.Position, ply int) bool { return ply < depth },
		Some: func(p *goengine.Position, m goengine.Move, _ guesttest.Step) bool {
			return guesttest.Takes(p, m) || guesttest.Promotes(p, m)
		},
	}
}

// distance is that of a file or a rank from the edge, 0 to 3.
func distance(i int) int { return min(i, 7-i) }

// isLast reports whether a position is one of the endgame: it has few men.
func isLast(s guesttest.Setup) bool { return 64-bytes.Count(s.Board[:], []byte{0}) < few }

// worth is the value of a man of White on a square.
func worth(last bool, kind byte, file, rank int) int {
	f, r := distance(file), distance(rank)
	switch {
	case kind == 1:
		return material[1] + f + forward[rank]
	case kind == 6 && last:
		return 2 * (f + r)
	case kind == 6:
		return 2 * (cornered[f] + cornered[r])
	}
	return material[kind] + central[kind]*(f+r)
}

// static is the value of a position as it stands, for the side to move, in the endgame or before.
func static(last bool, s guesttest.Setup) (sum int) {
	for sq, man := range s.Board {
		if man == 0 {
			continue
		}
		rank, black := sq/8, man&0x80 != 0
		if black {
			rank = 7 - rank
		}
		v := worth(last, man&7, sq%8, rank)
		if black != s.Black {
			v = -v
		}
		sum += v
	}
	return sum
}

// sparse returns a position of kings and a few pawns and minor pieces, the tree of which is small.
func sparse(r *rand.Rand) *goengine.Position {
	for {
		var board [64]byte
		for i, at := range r.Perm(64)[:3+r.Intn(4)] {
			board[at] = "KkRpPpNb"[i]
		}
		if p, err := goengine.ParseFEN(random.BoardFEN(&board) + []string{" w", " b"}[r.Intn(2)] + " - - 0 1"); err == nil {
			return p
		}
	}
}

// The score is that of a plain negamax, and the best move has it. The positions are random ones with trees that are
// small enough for a search without bounds.
func TestScoresAreThoseOfAPlainNegamax(t *testing.T) {
	nodes := [4]int{0, 150, 250, 500}
	if switches.Has("slow") {
		nodes = [4]int{0, 20_000, 20_000, 20_000}
	}
	g, r := newGuest(t), rand.New(rand.NewSource(1913))
	for depth := 1; depth <= 3; depth++ {
		done, mates, i := 0, 0, 0
		for ; done < 120; i++ {
			require.Less(t, i, 10_000, "depth %d: too few positions are small enough", depth)
			p := guesttest.Drawn(r, i)
			if depth == 3 && !switches.Has("slow") {
				p = sparse(r)
			}
			if g.sameValue(p, depth, nodes[depth]) {
				done++
				if score := g.Word("best_score"); score > mate-10 || score < 10-mate {
					mates++
				}
			}
		}
		t.Logf("depth %d: %d positions drawn, %d mates", depth, i, mates)
		assert.Positive(t, mates, "depth %d: no position with a mate", depth)
	}
}

// sameValue compares the program's search of a position with a plain negamax. It returns false if that would be more than
// some nodes.
func (g guest) sameValue(p *goengine.Position, depth, nodes int) bool {
	s := search(p, depth)
	want, ok := s.Of(p, nodes)
	if !ok {
		return false
	}
	set := guesttest.Read(p.FEN())
	g.Set(set)
	move, score := g.Think(depth)
	require.Equal(g.T, want, score, "depth %d: %s", depth, p.FEN())
	require.True(g.T, set == g.Setup(), "%s: the position has changed", p.FEN())
	if len(p.LegalMoves()) == 0 {
		require.Empty(g.T, move, p.FEN())
		return true
	}
	s.Drops = func(ply int, m goengine.Move) bool { return ply == 0 && p.UCI(m) != move }
	value, _ := s.Of(p, nodes)
	require.Equal(g.T, want, value, "depth %d: %s in %s", depth, move, p.FEN())
	return true
}

// Mates in one are found at two plies, mates in two at four.
func TestFindsMates(t *testing.T) {
	guesttest.Mates(t, newGuest(t), mate, 21, 4, func(moves int) int { return 2 * moves })
}

// A game of the program against itself has legal moves only, and the program and Go agree on each position.
func TestGameAgainstItself(t *testing.T) {
	guesttest.Game(t, newGuest(t), 120, func(int) int { return 1 })
}
