package check

import (
	"bufio"
	"math/rand"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/goengine"
	"github.com/searchex/searchex/hostbridge/random"
	"github.com/searchex/searchex/testdata"
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

// plain is a negamax without bounds, of Go's moves. It gives up after a number of nodes.
type plain struct {
	few   bool
	nodes int
}

// distance is that of a file or a rank from the edge, 0 to 3.
func distance(i int) int { return min(i, 7-i) }

// men is the number of men on the board.
func men(p *goengine.Position) (n int) {
	for sq := range goengine.Square(0x78) {
		if sq&0x88 == 0 {
			if _, _, ok := p.PieceAt(sq); ok {
				n++
			}
		}
	}
	return n
}

// worth is the value of a man of White on a square.
func (s *plain) worth(kind byte, file, rank int) int {
	f, r := distance(file), distance(rank)
	switch {
	case kind == 1:
		return material[1] + f + forward[rank]
	case kind == 6 && s.few:
		return 2 * (f + r)
	case kind == 6:
		return 2 * (cornered[f] + cornered[r])
	}
	return material[kind] + central[kind]*(f+r)
}

// static is the value of a position as it stands, for the side to move.
func (s *plain) static(p *goengine.Position) (sum int) {
	for sq := range goengine.Square(0x78) {
		if sq&0x88 != 0 {
			continue
		}
		side, kind, ok := p.PieceAt(sq)
		if !ok {
			continue
		}
		rank := int(sq >> 4)
		if side == goengine.Black {
			rank = 7 - rank
		}
		v := s.worth(kinds[kind], int(sq&7), rank)
		if side != p.Side() {
			v = -v
		}
		sum += v
	}
	return sum
}

// value is that of a position with a depth left. It means nothing if no nodes are left.
func (s *plain) value(p *goengine.Position, left, ply int) int {
	if s.nodes--; s.nodes < 0 {
		return 0
	}
	best := -infinite
	if left <= 0 {
		best = s.static(p)
		if left == -quiet {
			return best
		}
	}
	moves := p.LegalMoves()
	if left > 0 && len(moves) == 0 {
		if p.InCheck() {
			return ply - mate
		}
		return 0
	}
	for _, m := range moves {
		if left <= 0 && !tactical(p, m) {
			continue
		}
		q := *p
		q.Play(m)
		best = max(best, -s.value(&q, left-1, ply+1))
	}
	return best
}

// tactical reports whether a move captures or promotes.
func tactical(p *goengine.Position, m goengine.Move) bool {
	if _, _, takes := p.PieceAt(m.To()); takes {
		return true
	}
	_, kind, _ := p.PieceAt(m.From())
	return kind == goengine.Pawn && (m.To()&7 != m.From()&7 || m.To()>>4 == 0 || m.To()>>4 == 7)
}

// sparse returns a position of kings and a few pawns and minor pieces, the tree of which is small.
func sparse(r *rand.Rand) *goengine.Position {
	for {
		var board [64]byte
		for i, at := range r.Perm(64)[:3+r.Intn(4)] {
			board[at] = "KkPpPpNb"[i]
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
		for ; done < 200; i++ {
			require.Less(t, i, 10_000, "depth %d: too few positions are small enough", depth)
			p := drawn(r, 2*i+1)
			if depth == 3 && !switches.Has("slow") {
				p = sparse(r)
			}
			if g.sameValue(p, depth, nodes[depth]) {
				done++
				if _, score := g.best(); score > mate-10 || score < 10-mate {
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
	s := plain{men(p) < few, nodes}
	want := s.value(p, depth, 0)
	if s.nodes < 0 {
		return false
	}
	g.set(p)
	before := g.position()
	move, score := g.think(depth)
	require.Equal(g.t, want, score, "depth %d: %s", depth, p.FEN())
	require.Equal(g.t, before, g.position(), p.FEN())
	if len(p.LegalMoves()) == 0 {
		require.Empty(g.t, move, p.FEN())
		return true
	}
	s.nodes = nodes
	require.Equal(g.t, want, -s.value(played(g.t, p, move), depth-1, 1), "depth %d: %s in %s", depth, move, p.FEN())
	return true
}

// Mates in one are found at two plies, mates in two at four, and the move mates or the score says that it will.
func TestFindsMates(t *testing.T) {
	g, twos := newGuest(t), 4
	if switches.Has("slow") {
		twos = 100
	}
	f, err := testdata.Files.Open("own_mates.epd")
	require.NoError(t, err)
	defer f.Close()
	found := map[int]int{}
	for s := bufio.NewScanner(f); s.Scan(); {
		fen, rest, _ := strings.Cut(s.Text(), " dm ")
		moves := int(rest[0] - '0')
		if moves > 2 || moves == 2 && found[2] == twos {
			continue
		}
		found[moves]++
		p := parsed(t, fen+" 0 1")
		g.set(p)
		move, score := g.think(2 * moves)
		assert.Equal(t, mate+1-2*moves, score, fen)
		q := played(t, p, move)
		if moves == 1 {
			assert.True(t, q.InCheck() && len(q.LegalMoves()) == 0, "%s in %s", move, fen)
		}
	}
	assert.Greater(t, found[1], 20)
	assert.GreaterOrEqual(t, found[2], 4)
}

// A game of the program against itself has legal moves only, and the program and Go agree on each position.
func TestGameAgainstItself(t *testing.T) {
	g, depth := newGuest(t), 1
	if switches.Has("slow") {
		depth = 3
	}
	p := parsed(t, goengine.StartFEN)
	nodes := 0
	g.watch("generated", func() { nodes++ })
	for i := range 120 {
		move, _ := g.think(depth)
		if move == "" {
			assert.Empty(t, p.LegalMoves(), p.FEN())
			assert.Greater(t, i, 60, "the game is too short: %s", p.FEN())
			break
		}
		p = played(t, p, move)
		g.play([4]byte{g.get("best_from"), g.get("best_to"), g.get("best_man")})
		_, got := g.moves()
		require.Equal(t, names(p), got, p.FEN())
	}
	t.Logf("%s: %d moves searched, %d T-states each", p.FEN(), nodes, g.Cycles()/uint64(nodes))
}
