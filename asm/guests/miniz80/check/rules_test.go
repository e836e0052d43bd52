package check

import (
	"bufio"
	"math/rand"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/goengine"
	"github.com/searchex/searchex/hostbridge/random"
	"github.com/searchex/searchex/testdata"
	"github.com/searchex/searchex/testdata/switches"
)

// drawn returns a random position: from a game, with men set down, hostile or with a king in a corner.
func drawn(r *rand.Rand, i int) *goengine.Position {
	switch i % 4 {
	case 0:
		return random.Game(r).Position()
	case 1:
		return random.Placed(r, r.Intn(2))
	case 2:
		return random.Hostile(r)
	}
	return random.Cornered(r, r.Intn(2))
}

// The program lists goengine's legal moves, and leaves the position as it was.
func TestLegalMovesAreThoseOfGo(t *testing.T) {
	g, r := newGuest(t), rand.New(rand.NewSource(1978))
	n := 1200
	if switches.Has("slow") {
		n = 50_000
	}
	seen := map[string]int{}
	for i := range n {
		p := drawn(r, i)
		g.set(p)
		before := g.position()
		_, got := g.moves()
		want := names(p)
		require.Equal(t, want, got, p.FEN())
		require.Equal(t, before, g.position(), p.FEN())
		for _, kind := range special(p, want) {
			seen[kind]++
		}
	}
	t.Log(seen)
	for _, kind := range []string{"castling", "en passant", "promotion", "check", "no move"} {
		assert.Greater(t, seen[kind], n/60, "%s: too few positions have it", kind)
	}
}

// special says what of the rules a position is about.
func special(p *goengine.Position, moves []string) (all []string) {
	has := map[string]bool{"check": p.InCheck(), "no move": len(moves) == 0}
	for _, m := range moves {
		move, _ := p.ParseMove(m)
		_, kind, _ := p.PieceAt(move.From())
		_, _, takes := p.PieceAt(move.To())
		across := int(m[0]) - int(m[2])
		has["promotion"] = has["promotion"] || len(m) == 5
		has["castling"] = has["castling"] || kind == goengine.King && across*across == 4
		has["en passant"] = has["en passant"] || kind == goengine.Pawn && across != 0 && !takes
	}
	for kind, yes := range has {
		if yes {
			all = append(all, kind)
		}
	}
	return all
}

// Positions in which one rule decides: the move that it permits or forbids, reasoned by hand.
func TestRulesByHand(t *testing.T) {
	const uncounted = -1
	g := newGuest(t)
	for _, c := range []struct {
		what, fen, move string
		legal           bool
		count           int // of all moves, or uncounted
	}{
		{"a pinned knight stays", "4r2k/8/8/8/8/8/4N3/4K3 w - - 0 1", "e2c3", false, uncounted},
		{"a pinned rook may go along the line", "4r2k/8/8/8/8/8/4R3/4K3 w - - 0 1", "e2e8", true, uncounted},
		{"a double check: the king must go", "4r2k/8/8/8/8/3n4/2P5/R3K3 w Q - 0 1", "c2d3", false, uncounted},
		{"a double check with one flight", "k3r3/8/8/8/8/3n4/3P1N2/3QK2R w K - 0 1", "e1f1", true, 1},
		{"en passant opens the rank to the rook", "7k/8/8/K2pP2r/8/8/8/8 w - d6 0 1", "e5d6", false, uncounted},
		{"en passant", "7k/8/8/3pP2r/8/8/8/K7 w - d6 0 1", "e5d6", true, uncounted},
		{"en passant takes the pawn that gives check", "8/8/8/2k5/3Pp3/8/8/K7 b - d3 0 1", "e4d3", true, uncounted},
		{"the king may not pass an attacked square", "4k3/8/8/8/8/5r2/8/4K2R w K - 0 1", "e1g1", false, uncounted},
		{"nor castle in check", "4k3/8/8/8/4r3/8/8/4K2R w K - 0 1", "e1g1", false, uncounted},
		{"the rook may pass one", "4k3/8/8/8/8/1r6/8/R3K3 w Q - 0 1", "e1c1", true, uncounted},
		{"a man on b1 is in the way", "4k3/8/8/8/8/8/8/RN2K3 w Q - 0 1", "e1c1", false, uncounted},
		{"Black castles", "r3k2r/8/8/8/8/8/8/4K3 b k - 0 1", "e8g8", true, uncounted},
		{"without the right he does not", "r3k2r/8/8/8/8/8/8/4K3 b k - 0 1", "e8c8", false, uncounted},
		{"a promotion to a knight", "8/P6k/8/8/8/8/8/K7 w - - 0 1", "a7a8n", true, 7},
		{"a capture that promotes", "1r5k/P7/8/8/8/8/8/K7 w - - 0 1", "a7b8q", true, uncounted},
		{"mate", "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", "h8g7", false, 0},
		{"stalemate", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "h8g8", false, 0},
	} {
		g.set(parsed(t, c.fen))
		_, got := g.moves()
		if c.legal {
			assert.Contains(t, got, c.move, c.what)
		} else {
			assert.NotContains(t, got, c.move, c.what)
		}
		if c.count != uncounted {
			assert.Len(t, got, c.count, c.what)
		}
	}
}

// Moves that are played reach as many positions as the published counts say, and leave Go's position behind.
func TestPerft(t *testing.T) {
	depth := 2
	if switches.Has("slow") {
		depth = 3
	}
	g, n := newGuest(t), 0
	f, err := testdata.Files.Open("cpw_perft6.epd")
	require.NoError(t, err)
	defer f.Close()
	for s := bufio.NewScanner(f); s.Scan(); n++ {
		fields := strings.Split(s.Text(), ";")
		counts := map[string]uint64{}
		for _, field := range fields[1:] {
			if name, value, ok := strings.Cut(strings.TrimSpace(field), " "); ok && name[0] == 'D' {
				counts[name], err = strconv.ParseUint(value, 10, 64)
				require.NoError(t, err)
			}
		}
		p := parsed(t, fields[0])
		g.set(p)
		want := counts["D"+strconv.Itoa(depth)]
		require.Positive(t, want)
		assert.Equal(t, want, g.perft(p, depth), fields[0])
	}
	assert.Equal(t, 7, n)
}

// perft counts the positions after some plies of the program's moves. p is the position that it has.
func (g guest) perft(p *goengine.Position, depth int) (n uint64) {
	entries, _ := g.moves()
	if depth == 1 {
		return uint64(len(entries))
	}
	for _, e := range entries {
		q := played(g.t, p, uci(e[0], e[1], e[2], e[3]))
		g.set(p)
		g.play(e)
		got := g.position()
		g.set(q)
		// goengine has a square passed only if a pawn may take there.
		passed := byte(0)
		if far := int(e[1]) - int(e[0]); e[3]&7 == 1 && far*far == 400 {
			passed = (e[0] + e[1]) / 2
		}
		g.put("ep", passed)
		require.Equal(g.t, g.position(), got, q.FEN())
		n += g.perft(q, depth-1)
	}
	return n
}
