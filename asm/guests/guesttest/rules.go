package guesttest

import (
	"fmt"
	"math/rand"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/goengine"
	"github.com/searchex/searchex/hostbridge/random"
	"github.com/searchex/searchex/internal/probe"
	"github.com/searchex/searchex/testdata"
	"github.com/searchex/searchex/testdata/switches"
)

// Player is a guest that lists moves, plays and thinks.
type Player interface {
	Set(Setup)
	Setup() Setup
	// Legal returns the program's list of moves in UCI, sorted.
	Legal() []string
	// Play plays a legal move in UCI.
	Play(move string)
	// Think searches. It returns the best move in UCI, empty if there is none, and its score.
	Think(depth int) (move string, score int)
}

// Slow returns a number for each that go test ./... has, or 40 times as many with SEARCHEX_TESTS=slow.
func Slow(n int) int {
	if switches.Has("slow") {
		return 40 * n
	}
	return n
}

// Drawn returns random position number i: one of a game, or with pieces set down anywhere, or after a mate or stalemate.
func Drawn(r *rand.Rand, i int) *goengine.Position {
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

// LegalMoves wants the program to list the Go engine's legal moves in n random positions, and to leave the position alone.
func LegalMoves(t *testing.T, g Player, seed int64, n int) {
	t.Helper()
	r := rand.New(rand.NewSource(seed))
	kinds := map[string]int{}
	for i := range Slow(n) {
		p := Drawn(r, i)
		set, want := Read(p.FEN()), Legal(p)
		g.Set(set)
		require.Equal(t, want, g.Legal(), p.FEN())
		require.True(t, set == g.Setup(), "%s: the position has changed", p.FEN())
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
	set := Read(p.FEN())
	for _, m := range moves {
		kind, files := set.Board[number(m)]&7, int(m[0])-int(m[2])
		add("castling", kind == 6 && files*files == 4)
		add("en passant", kind == 1 && number(m[2:]) == set.Passed)
		add("promotion", strings.HasSuffix(m, "q"))
		add("underpromotion", strings.HasSuffix(m, "n"))
	}
}

// Plays wants a move to leave the position that the Go engine has behind it; but the square that a double step passes is
// kept, whether or not a pawn can take there. Of each of n random positions one move is played, or all if there are
// castling rights or a pawn can be taken en passant.
func Plays(t *testing.T, g Player, seed int64, n int) {
	t.Helper()
	r := rand.New(rand.NewSource(seed))
	for i := range Slow(n) {
		p := Drawn(r, i)
		moves, set := Legal(p), Read(p.FEN())
		if len(moves) > 0 && set.Castling == 0 && set.Passed == None {
			moves = moves[r.Intn(len(moves)):][:1]
		}
		for _, m := range moves {
			g.Set(set)
			g.Play(m)
			require.Equal(t, after(set, Played(t, p, m), m), g.Setup(), "%s, then %s", p.FEN(), m)
		}
	}
}

// after is position p as a program has it that played a move from a position to get there.
func after(from Setup, p *goengine.Position, move string) Setup {
	s, a, b := Read(p.FEN()), number(move), number(move[2:])
	if from.Board[a]&7 == 1 && a^b == 16 {
		s.Passed = (a + b) / 2
	}
	return s
}

// Perft compares the number of positions after some plies with the published counts of the known positions, up to a
// depth and a count.
func Perft(t *testing.T, g Player, deepest, most int) {
	t.Helper()
	tried := 0
	for _, line := range lines(t, "cpw_perft6.epd") {
		fields := strings.Split(line, ";")
		for depth := 1; depth <= deepest; depth++ {
			var d, want int
			_, err := fmt.Sscanf(fields[depth], "D%d %d", &d, &want)
			require.NoError(t, err, line)
			require.Equal(t, depth, d, line)
			if want > Slow(most) {
				break
			}
			g.Set(Read(fields[0]))
			require.Equal(t, want, perft(g, depth), "%s, depth %d", fields[0], depth)
			tried++
		}
	}
	require.GreaterOrEqual(t, tried, 7*2)
}

// perft counts the leaves of the tree of legal moves. Each position but the leaves is made by Play.
func perft(g Player, depth int) (n int) {
	moves := g.Legal()
	if depth == 1 {
		return len(moves)
	}
	was := g.Setup()
	for _, m := range moves {
		g.Set(was)
		g.Play(m)
		n += perft(g, depth-1)
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

// Mates wants mates in one, and some in two, to be found: the score is that of a mate with as many plies to go, and a mate
// in one is one. depth says how many plies are needed for a mate in so many moves.
func Mates(t *testing.T, g Player, mate, ones, twos int, depth func(moves int) int) {
	t.Helper()
	left := map[int]int{1: ones, 2: twos}
	for _, line := range lines(t, "own_mates.epd") {
		fen, rest, _ := strings.Cut(line, " dm ")
		moves := int(rest[0] - '0')
		if left[moves] == 0 {
			continue
		}
		left[moves]--
		p := Parsed(t, fen+" 0 1")
		g.Set(Read(p.FEN()))
		move, score := g.Think(depth(moves))
		require.Equal(t, mate+1-2*moves, score, line)
		if after := Played(t, p, move); moves == 1 {
			require.True(t, after.InCheck() && len(after.LegalMoves()) == 0, "%s in %s", move, fen)
		}
	}
	require.Equal(t, map[int]int{1: 0, 2: 0}, left, "too few mates to try")
}

// Game plays the program against itself for some plies from the initial position, with a depth for each. Its moves are
// legal, it has the positions that the Go engine has, and a game ends only by mate or stalemate; then the next begins.
func Game(t *testing.T, g Player, plies int, depth func(ply int) int) {
	t.Helper()
	start := Parsed(t, goengine.StartFEN)
	p, shortest, from := start, plies, 0
	g.Set(Read(p.FEN()))
	for ply := range plies {
		move, _ := g.Think(depth(ply))
		if move == "" {
			require.Empty(t, p.LegalMoves(), p.FEN())
			shortest, from = min(shortest, ply-from), ply
			p = start
			g.Set(Read(p.FEN()))
			continue
		}
		was := g.Setup()
		p = Played(t, p, move)
		g.Play(move)
		require.Equal(t, after(was, p, move), g.Setup(), p.FEN())
	}
	t.Log(p.FEN())
	require.Greater(t, shortest, 30, "a game is too short")
}
