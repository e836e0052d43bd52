package guests

import (
	"fmt"
	"math/rand"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/goengine"
	"github.com/searchex/searchex/hostbridge/random"
	"github.com/searchex/searchex/internal/probe"
	"github.com/searchex/searchex/testdata"
	"github.com/searchex/searchex/testdata/switches"
)

// many returns a number for each that go test ./... has, or 40 times as many with SEARCHEX_TESTS=slow.
func many(n int) int {
	if switches.Has("slow") {
		return 40 * n
	}
	return n
}

// drawn returns random position number i: one of a game, or with pieces set down anywhere, or after a mate or stalemate.
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

// The program lists the legal moves of the Go engine, and leaves the position alone.
func TestLegalMoves(t *testing.T) {
	each(t, func(t *testing.T, g *guest) {
		r := rand.New(rand.NewSource(1976))
		kinds := map[string]int{}
		for i := range many(1000) {
			p := drawn(r, i)
			set, want := read(p.FEN()), legalInGo(p)
			g.set(set)
			require.Equal(t, want, g.legal(), p.FEN())
			g.unchanged(set)
			count(kinds, p, want)
		}
		t.Log(kinds)
		for _, k := range []string{"castling", "en passant", "promotion", "underpromotion", "check", "double check", "pin", "mate", "stalemate"} {
			require.GreaterOrEqual(t, kinds[k], 8, k)
		}
	})
}

// unchanged ends the test if the program has another position.
func (g *guest) unchanged(p position) {
	if got := g.position(); got != p {
		require.Equal(g.t, p, got)
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
	set := read(p.FEN())
	for _, m := range moves {
		kind, files := set.board[number(m)]&7, int(m[0])-int(m[2])
		add("castling", kind == 6 && files*files == 4)
		add("en passant", kind == 1 && number(m[2:]) == set.passed)
		add("promotion", strings.HasSuffix(m, "q"))
		add("underpromotion", strings.HasSuffix(m, "n"))
	}
}

// Positions in which one rule decides: the move that it permits or forbids, reasoned by hand.
func TestRulesByHand(t *testing.T) {
	const uncounted = -1
	cases := []struct {
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
	}
	each(t, func(t *testing.T, g *guest) {
		for _, c := range cases {
			g.setFEN(c.fen)
			got := g.legal()
			if c.legal {
				assert.Contains(t, got, c.move, c.what)
			} else {
				assert.NotContains(t, got, c.move, c.what)
			}
			if c.count != uncounted {
				assert.Len(t, got, c.count, c.what)
			}
		}
	})
}

// play leaves the position that the Go engine has after the same move; but the square that a double step passes is kept,
// whether or not a pawn can take there. Of each position one move is tried, with castling rights or a pawn to be taken en
// passant all.
func TestPlay(t *testing.T) {
	each(t, func(t *testing.T, g *guest) {
		r := rand.New(rand.NewSource(81))
		for i := range many(300) {
			p := drawn(r, i)
			moves, set := legalInGo(p), read(p.FEN())
			if len(moves) > 0 && set.castling == 0 && set.passed == nowhere {
				moves = moves[r.Intn(len(moves)):][:1]
			}
			for _, m := range moves {
				g.set(set)
				g.play(m)
				g.unchanged(after(set, played(t, p, m), m))
			}
		}
	})
}

// after is position p as a program has it that played a move from a position to get there.
func after(from position, p *goengine.Position, move string) position {
	s, a, b := read(p.FEN()), number(move), number(move[2:])
	if from.board[a]&7 == 1 && a^b == 16 {
		s.passed = (a + b) / 2
	}
	return s
}

// The numbers of positions after some plies are the published ones, up to 3,000 for each of the known positions.
func TestPerft(t *testing.T) {
	each(t, func(t *testing.T, g *guest) {
		tried := 0
		for _, line := range lines(t, "cpw_perft6.epd") {
			fields := strings.Split(line, ";")
			for depth := 1; depth <= 3; depth++ {
				var d, want int
				_, err := fmt.Sscanf(fields[depth], "D%d %d", &d, &want)
				require.NoError(t, err, line)
				require.Equal(t, depth, d, line)
				if want > many(3000) {
					break
				}
				g.setFEN(fields[0])
				require.Equal(t, want, g.perft(depth), "%s, depth %d", fields[0], depth)
				tried++
			}
		}
		require.GreaterOrEqual(t, tried, 7*2)
	})
}

// perft counts the leaves of the tree of legal moves. Each position but the leaves is made by play.
func (g *guest) perft(depth int) (n int) {
	moves := g.legal()
	if depth == 1 {
		return len(moves)
	}
	was := g.position()
	for _, m := range moves {
		g.set(was)
		g.play(m)
		n += g.perft(depth - 1)
	}
	return n
}

// lines returns the lines of a file of testdata.
func lines(t *testing.T, name string) []string {
	t.Helper()
	b, err := testdata.Files.ReadFile(name)
	require.NoError(t, err)
	return strings.Split(strings.TrimSpace(string(b)), "\n")
}

// reset sets up the initial position and a depth, whatever was there.
func TestReset(t *testing.T) {
	each(t, func(t *testing.T, g *guest) {
		for _, fen := range []string{"", "8/8/8/2k5/2Pp4/8/8/2K5 b - c3 0 1"} {
			if fen != "" {
				g.setFEN(fen)
				g.setByte("depth", 5)
			}
			g.call("reset")
			p := read(goengine.StartFEN)
			require.Equal(t, g.start, int(g.byte("depth")))
			g.unchanged(p)
			require.Equal(t, legalInGo(parsed(t, goengine.StartFEN)), g.legal())
		}
	})
}

// 60 moves against itself are legal, and a game ends only by mate or stalemate; then the next one begins. The program has
// the positions that the Go engine has.
func TestGame(t *testing.T) {
	each(t, func(t *testing.T, g *guest) {
		start := parsed(t, goengine.StartFEN)
		p, shortest, from := start, 1000, 0
		g.call("reset")
		for ply := range many(2 * 30) {
			move, _ := g.think(1 + ply%12/11)
			if move == "" {
				require.Empty(t, p.LegalMoves(), p.FEN())
				shortest, from = min(shortest, ply-from), ply+1
				p = start
				g.call("reset")
				continue
			}
			was := g.position()
			p = played(t, p, move)
			g.play(move)
			g.unchanged(after(was, p, move))
		}
		t.Log(p.FEN())
		require.Greater(t, shortest, 30, "a game is too short")
	})
}
