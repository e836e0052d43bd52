package guesttest

import (
	"fmt"
	"math/rand"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/goengine"
)

// Kiwipete has castling, pins, promotions and captures en passant within a few plies.
const Kiwipete = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"

// Places are those of the search at which a host may watch, of the guests that name them so. There the variables ply,
// side, value, alpha, beta, from, to and promo are the node's.
var Places = []string{"generated", "scored", "at_beta", "cutoff", "at_alpha", "improved"}

// Watched is a guest that has Places.
type Watched interface {
	Player
	On(name string, f func())
	Byte(name string) byte
	Word(name string) int
	SetWord(name string, v int)
	Move(from, to, promo string) string
	// Drop has the move of generated left out.
	Drop()
}

// whim is an evaluation that has nothing to do with chess.
func whim(s Setup) (v int) {
	for i, man := range s.Board {
		v = (5*v + int(man)*(i+1)) % 4001
	}
	return v - 2000
}

// drops reports whether a move from and to a square is left out, one of five.
func drops(from, to int) bool { return (3*from+to)%5 == 0 }

// Values wants the value of a search to be that of plain negamax, at depths 1 to 3, and the best move to have it: with the
// program's own evaluation, with another that a host puts in its place at scored, and without moves that a host drops at
// generated, which are never played. There are n searches of some nodes each.
func Values(t *testing.T, g Watched, search func(depth int) Search, seed int64, n, nodes int) {
	t.Helper()
	own := search(1).Evaluate
	var p *goengine.Position
	whimsical, dropping, evaluated := false, false, 0
	g.On("scored", func() {
		if evaluated++; whimsical {
			g.SetWord("value", whim(g.Setup()))
		} else if evaluated%8 == 0 {
			require.Equal(t, own(g.Setup()), g.Word("value"), p.FEN())
		}
	})
	g.On("generated", func() {
		if move := g.Move("from", "to", "promo"); dropping && drops(number(move), number(move[2:])) {
			g.Drop()
		}
	})
	r := rand.New(rand.NewSource(seed))
	for i := range Slow(n) {
		s := search(1 + i%3)
		whimsical, dropping = i/3%3 == 1, i/3%3 == 2
		if whimsical {
			s.Evaluate = whim
		}
		if dropping {
			s.Drops = func(_ int, m goengine.Move) bool { return drops(Index(m.From()), Index(m.To())) }
		}
		var want int
		p, want = s.Draw(r, nodes)
		what := fmt.Sprintf("%s, depth %d, another evaluation %v, moves dropped %v", p.FEN(), 1+i%3, whimsical, dropping)
		set := Read(p.FEN())
		g.Set(set)
		move, have := g.Think(1 + i%3)
		require.Equal(t, want, have, what)
		require.True(t, set == g.Setup(), "%s: the position has changed", what)
		if move == "" {
			continue
		}
		m, err := p.ParseMove(move)
		require.NoError(t, err, what)
		require.False(t, dropping && drops(Index(m.From()), Index(m.To())), "%s: %s was dropped", what, move)
		dropped := s.Drops
		s.Drops = func(ply int, other goengine.Move) bool {
			return ply == 0 && other != m || dropping && dropped(ply, other)
		}
		value, _ := s.Of(p, 2*nodes)
		require.Equal(t, want, value, "%s: %s", what, move)
	}
	require.Positive(t, evaluated)
}

// InOrder wants each move of a search of two plies that is generated to be compared with beta, its node's variables in
// place. Then it cuts off, or is compared with alpha. The moves of the root are the legal ones, and the last that improves
// alpha there is the answer.
func InOrder(t *testing.T, g Watched) {
	t.Helper()
	var open, root []string
	var before, best string
	counts := map[string]int{}
	here := func() string { return fmt.Sprint(g.Byte("ply"), " ", g.Byte("side"), " ", g.Move("from", "to", "promo")) }
	on := func(name, after string, f func()) {
		g.On(name, func() {
			counts[name]++
			if after != "" {
				require.Equal(t, after+here(), before)
			}
			f()
			before = name + here()
		})
	}
	on("generated", "", func() {
		require.Less(t, g.Word("alpha"), g.Word("beta"))
		open = append(open, here())
		if g.Byte("ply") == 0 {
			root = append(root, g.Move("from", "to", "promo"))
		}
	})
	on("scored", "", func() { require.Len(t, open, int(g.Byte("ply"))) })
	on("at_beta", "", func() {
		require.Equal(t, open[len(open)-1], here())
		open = open[:len(open)-1]
	})
	on("cutoff", "at_beta", func() { require.GreaterOrEqual(t, g.Word("value"), g.Word("beta")) })
	on("at_alpha", "at_beta", func() { require.Less(t, g.Word("value"), g.Word("beta")) })
	on("improved", "at_alpha", func() {
		require.Greater(t, g.Word("value"), g.Word("alpha"))
		if g.Byte("ply") == 0 {
			best = g.Move("from", "to", "promo")
		}
	})
	g.Set(Read(Kiwipete))
	move, _ := g.Think(2)
	slices.Sort(root)
	require.Equal(t, Legal(Parsed(t, Kiwipete)), root)
	require.Equal(t, best, move)
	require.Empty(t, open)
	t.Log(counts)
	require.Equal(t, counts["generated"], counts["at_beta"])
	require.Equal(t, counts["at_beta"], counts["cutoff"]+counts["at_alpha"])
	for _, name := range Places {
		require.Positive(t, counts[name], name)
	}
}

// Changes wants a value to count that a host changes at at_beta or at_alpha.
func Changes(t *testing.T, g Watched) {
	t.Helper()
	g.Set(Read(goengine.StartFEN))
	for _, name := range []string{"at_beta", "at_alpha"} {
		g.On(name, func() {
			if g.Byte("ply") == 0 {
				g.SetWord("value", map[bool]int{true: 600, false: -700}[g.Move("from", "to", "promo") == "a2a3"])
			}
		})
		move, score := g.Think(1)
		require.Equal(t, "a2a3", move, name)
		require.Equal(t, 600, score, name)
		g.On(name, nil)
	}
}

// NoMove wants mate and stalemate at the root to have no move, and a score; and where all moves are dropped as well.
func NoMove(t *testing.T, g Watched, mate int) {
	t.Helper()
	g.On("generated", g.Drop)
	for fen, want := range map[string]int{
		"7k/6Q1/5K2/8/8/8/8/8 b - - 0 1": -mate,
		"7k/5Q2/5K2/8/8/8/8/8 b - - 0 1": 0,
		"7k/8/8/8/8/8/8/4K2r w - - 0 1":  -mate, // these have moves
		goengine.StartFEN:                0,
	} {
		g.Set(Read(fen))
		move, score := g.Think(2)
		require.Empty(t, move, fen)
		require.Equal(t, want, score, fen)
	}
}
