package mini6502_test

import (
	"math/rand"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/goengine"
)

// reference is the search of the program as its source describes it: plain negamax, or with cuts alpha-beta.
type reference struct {
	depth int
	cuts  bool
	// evaluate returns the evaluation for the side to move.
	evaluate func(p *position) int
	// drops reports whether a move is left out; nil leaves none out.
	drops func(from, to byte) bool
	// left is the number of positions that may still be visited. Below 0 the value means nothing.
	left int
}

// last is what leads to a position: the square that the last move went to, and whether it was a capture beyond the horizon.
type last struct {
	to     goengine.Square
	beyond bool
}

// value returns the value of a position for its side to move, exact between the bounds.
func (r *reference) value(p *goengine.Position, ply, alpha, beta int, by last) int {
	if r.left--; r.left < 0 {
		return 0
	}
	all := ply < r.depth || ply == r.depth && p.InCheck()
	best, searched := -infinity, 0
	if !all {
		set := boardOf(p)
		best = r.evaluate(&set)
		if ply == plies-1 {
			return best
		}
	}
	for _, m := range p.LegalMoves() {
		if r.left < 0 || r.cuts && best >= beta {
			return best
		}
		_, _, takes := p.PieceAt(m.To())
		_, kind, _ := p.PieceAt(m.From())
		takes = takes || kind == goengine.Pawn && (m.From()^m.To())&7 != 0
		if !all && !takes || by.beyond && m.To() != by.to || r.drops != nil && r.drops(m.From(), m.To()) {
			continue
		}
		searched++
		after := *p
		after.Play(m)
		best = max(best, -r.value(&after, ply+1, -beta, -max(alpha, best), last{m.To(), !all}))
	}
	switch {
	case !all || searched > 0:
		return best
	case p.InCheck():
		return ply - mate
	}
	return 0
}

// boardOf returns board and side of a position.
func boardOf(p *goengine.Position) (set position) {
	for sq := range goengine.Square(128) {
		if side, kind, is := p.PieceAt(sq); is {
			set.board[sq] = byte(6-kind) | side<<7
		}
	}
	set.side = p.Side() << 7
	return set
}

// material is the program's evaluation: the worth of the men and of their squares, by the tables of the image.
func (g *guest) material(set *position) (v int) {
	table := func(label string, i byte) int { return int(image[g.at[label]-origin+uint32(i)]) }
	for sq, man := range set.board {
		if man == 0 {
			continue
		}
		rank, file, sign := byte(sq)>>4, byte(sq)&7, 1
		if man&0x80 != 0 {
			rank, sign = 7-rank, -1
		}
		kind := man & 7
		v += sign * (table("worth", kind) + table("places", byte(table("table", kind))+4*rank+min(file, 7-file)))
	}
	if set.side != 0 {
		v = -v
	}
	return v
}

// whim is another evaluation, which has nothing to do with chess.
func whim(set *position) (v int) {
	for sq, man := range set.board {
		v = (v*5 + int(man)*(sq+1)) % 4001
	}
	return v - 2000
}

// now returns the position of the search under way, in a watch.
func (g *guest) now() (set position) {
	g.ReadBytes(g.at["board"], set.board[:])
	set.side = g.byte("side")
	return set
}

// The value of a search is that of plain negamax, at depths 1 to 3: with the program's own evaluation, with another that a host
// puts in its place at scored, and without the moves that a host leaves out at generated.
func TestSearchIsNegamax(t *testing.T) {
	g := newGuest(t)
	whimsical, dropping := false, false
	drops := func(from, to byte) bool { return (from*3+to)%5 == 0 }
	g.watch("scored", func() {
		set := g.now()
		require.Equal(t, g.material(&set), g.word("value"))
		if whimsical {
			g.setWord("value", whim(&set))
		}
	})
	g.watch("generated", func() {
		if dropping && drops(g.byte("from"), g.byte("to")) {
			g.jump("dropped")
		}
	})
	r := rand.New(rand.NewSource(1977))
	plain := 0
	for i := range 210 {
		depth := 1 + i%3
		whimsical, dropping = i/3%3 == 1, i/3%3 == 2
		ref := reference{depth: depth, evaluate: g.material}
		if whimsical {
			ref.evaluate = whim
		}
		if dropping {
			ref.drops = drops
		}
		// The first position drawn that negamax can do, or for each third alpha-beta.
		p, want := (*goengine.Position)(nil), 0
		ref.cuts = i%7 < 2
		for n := i; p == nil || ref.left < 0; n++ {
			p, ref.left = drawn(r, n), []int{0, 300, 600, 1200}[depth]
			want = ref.value(p, 0, -infinity, infinity, last{})
		}
		if !ref.cuts {
			plain++
		}
		set := positionOf(p.FEN())
		g.setUp(set)
		move, have := g.think(byte(depth))
		require.Equal(t, want, have, "%s, depth %d, another evaluation %v, moves left out %v", p.FEN(), depth, whimsical, dropping)
		require.Equal(t, set, g.position(), p.FEN())
		if move != "" {
			require.Contains(t, legalInGo(p), move, p.FEN())
		}
	}
	require.Equal(t, 150, plain)
}
