package mini6502_test

import (
	"fmt"
	"math/rand"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/goengine"
	"github.com/searchex/searchex/hostbridge/random"
	"github.com/searchex/searchex/internal/probe"
)

// drawn returns position number i: one of a game, or with pieces set down anywhere, or after a mate or stalemate.
func drawn(r *rand.Rand, i int) *goengine.Position {
	switch i % 5 {
	case 0:
		return random.Placed(r, i/5%2)
	case 1:
		p := random.Cornered(r, i/5%2)
		for _, m := range p.LegalMoves() {
			after := *p
			if after.Play(m); i%2 == 0 && len(after.LegalMoves()) == 0 {
				return &after
			}
		}
		return p
	case 2, 3:
		return random.Hostile(r)
	}
	return random.Game(r).Position()
}

// The legal moves are those of the Go engine, and listing them leaves the position alone.
func TestLegalMoves(t *testing.T) {
	g := newGuest(t)
	r := rand.New(rand.NewSource(6502))
	kinds := map[string]int{}
	for i := range 1050 {
		p := drawn(r, i)
		fen := p.FEN()
		set := positionOf(fen)
		g.setUp(set)
		want := legalInGo(p)
		require.Equal(t, want, g.legal(), fen)
		require.Equal(t, set, g.position(), fen)
		count(kinds, p, want)
	}
	t.Log(kinds)
	for _, k := range []string{"castling", "en passant", "promotion", "underpromotion", "check", "double check", "pin", "mate", "stalemate"} {
		require.GreaterOrEqual(t, kinds[k], 8, k)
	}
}

// count adds what is special about a position and its legal moves.
func count(kinds map[string]int, p *goengine.Position, moves []string) {
	look := probe.Of(p).Look(true)
	add := func(kind string, is bool) {
		if is {
			kinds[kind]++
		}
	}
	add("check", look.Checkers == 1)
	add("double check", look.Checkers == 2)
	add("pin", len(look.Pinned) > 0)
	add("mate", len(moves) == 0 && p.InCheck())
	add("stalemate", len(moves) == 0 && !p.InCheck())
	set := positionOf(p.FEN())
	for _, m := range moves {
		from, to := squareOf(m), squareOf(m[2:])
		kind := set.board[from] & 7
		add("castling", kind == 6 && (from+2 == to || to+2 == from))
		add("en passant", kind == 1 && to == set.ep)
		add("promotion", strings.HasSuffix(m, "q"))
		add("underpromotion", strings.HasSuffix(m, "n"))
	}
}

// The perft numbers of the six known positions, by list_moves and play.
func TestPerft(t *testing.T) {
	g := newGuest(t)
	tried := 0
	for _, line := range testFile(t, "cpw_perft6.epd") {
		fields := strings.Split(line, ";")
		for depth := 1; depth < len(fields)-1; depth++ {
			var d, want int
			_, err := fmt.Sscanf(fields[depth], "D%d %d", &d, &want)
			require.NoError(t, err)
			if d > 3 || want > perftNodes {
				break
			}
			g.setUp(positionOf(fields[0]))
			require.Equal(t, want, g.perft(d), "%s, depth %d", fields[0], d)
			tried++
		}
	}
	require.Greater(t, tried, 6+6)
}

const perftNodes = 3000

// perft counts the leaves of the tree of legal moves. Each position but the leaves is made by play.
func (g *guest) perft(depth int) (n int) {
	moves := g.legal()
	if depth == 1 {
		return len(moves)
	}
	was := g.position()
	for _, m := range moves {
		g.setUp(was)
		g.play(m)
		n += g.perft(depth - 1)
	}
	return n
}

// play leaves the position that the Go engine has after the same move; but the square that a double step passes over is
// kept, whether or not a pawn can take there. Of each position one move is tried, with castling rights or a pawn to be taken en passant all.
func TestPlay(t *testing.T) {
	g := newGuest(t)
	r := rand.New(rand.NewSource(81))
	for i := range 300 {
		p := drawn(r, i)
		moves, fen := p.LegalMoves(), p.FEN()
		set := positionOf(fen)
		if len(moves) > 0 && set.castling == 0 && set.ep == 0xFF {
			moves = moves[r.Intn(len(moves)):][:1]
		}
		for _, m := range moves {
			g.setUp(set)
			g.play(p.UCI(m))
			after := *p
			require.True(t, after.Play(m))
			want := positionOf(after.FEN())
			if from, to := m.From(), m.To(); set.board[from]&7 == 1 && (from+32 == to || to+32 == from) {
				want.ep = (from + to) / 2
			}
			require.Equal(t, want, g.position(), "%s, then %s", fen, p.UCI(m))
		}
	}
}

// reset sets up the initial position for three plies.
func TestReset(t *testing.T) {
	g := newGuest(t)
	g.call("reset")
	require.Less(t, g.Cycles(), uint64(5_000))
	require.Equal(t, positionOf(goengine.StartFEN), g.position())
	require.Equal(t, byte(3), g.byte("depth"))
}
