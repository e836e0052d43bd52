package mini6502_test

import (
	"fmt"
	"math"
	"math/rand"
	"strings"
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
	// drops reports whether a node leaves out a move; nil leaves none out.
	drops func(ply int, from, to byte) bool
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
		if !all && !takes || by.beyond && m.To() != by.to || r.drops != nil && r.drops(ply, m.From(), m.To()) {
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
	worth, table, places := image[g.at["worth"]-origin:], image[g.at["table"]-origin:], image[g.at["places"]-origin:]
	for sq, man := range set.board {
		if man == 0 {
			continue
		}
		rank, file, sign := byte(sq)>>4, byte(sq)&7, 1
		if man&0x80 != 0 {
			rank, sign = 7-rank, -1
		}
		kind := man & 7
		v += sign * (int(worth[kind]) + int(places[table[kind]+4*rank+min(file, 7-file)]))
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

// The value of a search is that of plain negamax, at depths 1 to 3: with the program's own evaluation, with another that a host
// puts in its place at scored, and without the moves that a host leaves out at generated.
func TestSearchIsNegamax(t *testing.T) {
	g := newGuest(t)
	whimsical, dropping := false, false
	drops := func(_ int, from, to byte) bool { return (from*3+to)%5 == 0 }
	g.watch("scored", func() {
		set := g.position()
		if want, have := g.material(&set), g.word("value"); want != have {
			require.Equal(t, want, have)
		}
		if whimsical {
			g.setWord("value", whim(&set))
		}
	})
	g.watch("generated", func() {
		if dropping && drops(0, g.byte("from"), g.byte("to")) {
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
			p, ref.left = drawn(r, n), -1
			if bush := len(p.LegalMoves()); ref.cuts && bush > 30 || !ref.cuts && math.Pow(float64(bush), float64(depth)) > 700 {
				continue // most likely too much
			}
			ref.left = 700
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

// A pawn can be taken en passant beyond the horizon: the double step is the only move at the root.
func TestEnPassantBeyondTheHorizon(t *testing.T) {
	g := newGuest(t)
	for fen, from := range map[string]byte{
		"4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1":   0x14,
		"4k3/p7/8/1P6/8/8/8/4K3 b - - 0 1":    0x60,
		"4k3/8/8/8/4p1p1/8/5P2/4K3 w - - 0 1": 0x15,
	} {
		p, err := goengine.ParseFEN(fen)
		require.NoError(t, err)
		drops := func(ply int, f, to byte) bool { return ply == 0 && (f != from || to != f+32 && to != f-32) }
		ref := reference{depth: 1, evaluate: g.material, drops: drops, left: 1000}
		want := ref.value(p, 0, -infinity, infinity, last{})
		g.watch("generated", func() {
			if drops(int(g.byte("ply")), g.byte("from"), g.byte("to")) {
				g.jump("dropped")
			}
		})
		g.setUp(positionOf(fen))
		_, have := g.think(1)
		require.Equal(t, want, have, fen)
	}
}

// At five plies recaptures go on to the last frame, and no further. Before the horizon only the kings move, to and fro.
func TestTheLastFrame(t *testing.T) {
	g := newGuest(t)
	p, err := goengine.ParseFEN("3r3k/1b1r4/1n1q1n2/3P4/5N2/1BNQ4/3R4/K2R4 w - - 0 1")
	require.NoError(t, err)
	drops := func(ply int, from, to byte) bool {
		return ply < 5 && from+to != 0x00+0x01 && from+to != 0x77+0x76
	}
	g.watch("generated", func() {
		if drops(int(g.byte("ply")), g.byte("from"), g.byte("to")) {
			g.jump("dropped")
		}
	})
	deep := byte(0)
	g.watch("scored", func() { deep = max(deep, g.byte("ply")) })
	ref := reference{depth: 5, evaluate: g.material, drops: drops, left: 100_000}
	want := ref.value(p, 0, -infinity, infinity, last{})
	require.Positive(t, ref.left)
	g.setUp(positionOf(p.FEN()))
	_, have := g.think(5)
	require.Equal(t, want, have)
	require.Equal(t, byte(plies-1), deep)
	t.Log(g.Usage().Stack, "bytes of stack")
	require.LessOrEqual(t, g.Usage().Stack, deepest)
}

// A mate in n moves is found with 2n-1 plies: 8000 less that many is the score.
func TestMates(t *testing.T) {
	g := newGuest(t)
	tried := map[int]int{}
	for _, line := range testFile(t, "own_mates.epd") {
		fen, rest, _ := strings.Cut(line, " dm ")
		var n int
		_, err := fmt.Sscanf(rest, "%d;", &n)
		require.NoError(t, err, line)
		p, err := goengine.ParseFEN(fen)
		require.NoError(t, err)
		if n < 1 || n > 2 || n == 2 && tried[2] == 6 {
			continue
		}
		g.setUp(positionOf(p.FEN()))
		move, score := g.think(byte(2*n - 1))
		require.Equal(t, mate-(2*n-1), score, line)
		if n == 1 {
			m, err := p.ParseMove(move)
			require.NoError(t, err)
			after := *p
			require.True(t, after.Play(m))
			require.True(t, after.InCheck() && len(after.LegalMoves()) == 0, "%s %s", line, move)
		}
		tried[n]++
	}
	t.Log(tried)
	require.GreaterOrEqual(t, tried[1], 10)
	require.GreaterOrEqual(t, tried[2], 6)
}

// Mate and stalemate at the root have no move, and a score. depth stays within 1 to 5.
func TestNoMove(t *testing.T) {
	g := newGuest(t)
	for fen, want := range map[string]int{
		"7k/6Q1/5K2/8/8/8/8/8 b - - 0 1": -mate,
		"7k/5Q2/5K2/8/8/8/8/8 b - - 0 1": 0,
	} {
		g.setUp(positionOf(fen))
		move, score := g.think(2)
		require.Equal(t, "", move, fen)
		require.Equal(t, want, score, fen)
	}
	g.setUp(positionOf("8/8/8/4k3/8/8/8/K7 w - - 0 1"))
	for depth, want := range map[byte]byte{0: 1, 1: 1, 5: 5, 6: 5, 255: 5} {
		move, _ := g.think(depth)
		require.NotEmpty(t, move)
		require.Equal(t, want, g.byte("depth"), depth)
	}
}

// Each move that is generated and not dropped is compared once with beta, its node's cells in place; then it cuts off, or it
// is compared with alpha; and the last move that improves alpha at the root is the answer.
func TestEvents(t *testing.T) {
	g := newGuest(t)
	var open []string
	var last, best string
	counts := map[string]int{}
	here := func() string { return fmt.Sprint(g.byte("ply"), " ", g.move("from", "to", "promo")) }
	event := func(label string, after string, fn func()) {
		g.watch(label, func() {
			counts[label]++
			if after != "" {
				require.Equal(t, after+here(), last)
			}
			fn()
			last = label + here()
		})
	}
	event("generated", "", func() {
		require.Less(t, g.word("alpha"), g.word("beta"))
		open = append(open, here())
	})
	event("scored", "", func() { require.Len(t, open, int(g.byte("ply"))) })
	event("at_beta", "", func() {
		require.Equal(t, open[len(open)-1], here())
		open = open[:len(open)-1]
	})
	event("cutoff", "at_beta", func() { require.GreaterOrEqual(t, g.word("value"), g.word("beta")) })
	event("at_alpha", "at_beta", func() { require.Less(t, g.word("value"), g.word("beta")) })
	event("improved", "at_alpha", func() {
		require.Greater(t, g.word("value"), g.word("alpha"))
		if g.byte("ply") == 0 {
			best = g.move("from", "to", "promo")
		}
	})
	g.setUp(positionOf("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"))
	move, _ := g.think(2)
	require.Equal(t, best, move)
	require.Empty(t, open)
	t.Log(counts)
	require.Equal(t, counts["generated"], counts["at_beta"])
	require.Equal(t, counts["at_beta"], counts["cutoff"]+counts["at_alpha"])
	for label, n := range counts {
		require.Positive(t, n, label)
	}
}

// The initial position takes what the source's header says.
func TestFiguresOfTheHeader(t *testing.T) {
	g := newGuest(t)
	g.call("reset")
	made, beyond := 0, 0
	g.watch("generated", func() {
		if g.byte("ply") < g.byte("depth") {
			made++
		} else {
			beyond++
		}
	})
	g.ResetCycles()
	g.call("think")
	require.Equal(t, []int{2_444, 64}, []int{made, beyond})
	require.Equal(t, "11.3", fmt.Sprintf("%.1f", float64(g.Cycles())/1e6))
}

// A value that a host changes at at_beta or at_alpha counts, and a root without any move left is stalemate.
func TestChangedValues(t *testing.T) {
	for _, label := range []string{"at_beta", "at_alpha"} {
		g := newGuest(t)
		g.call("reset")
		g.watch(label, func() {
			if g.byte("ply") != 0 {
				return
			}
			g.setWord("value", -700)
			if g.move("from", "to", "promo") == "a2a3" {
				g.setWord("value", 600)
			}
		})
		move, score := g.think(1)
		require.Equal(t, "a2a3", move, label)
		require.Equal(t, 600, score, label)
		g.watch("generated", func() { g.jump("dropped") })
		move, score = g.think(3)
		require.Equal(t, "", move)
		require.Equal(t, 0, score)
	}
}
