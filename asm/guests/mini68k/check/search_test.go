package check

import (
	"fmt"
	"math/rand"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/asm/guests/guesttest"
	"github.com/searchex/searchex/goengine"
)

// What mini68k.c says of its search.
const (
	mate  = 30000
	quiet = 4
)

var places = []string{"generated", "scored", "at_beta", "cutoff", "at_alpha", "improved"}

// search is that of the program as its source describes it.
func (g *guest) search(depth int, evaluate func(guesttest.Setup) int) guesttest.Search {
	return guesttest.Search{
		Evaluate: evaluate, Last: depth + quiet, Mate: mate,
		All: func(p *goengine.Position, ply int) bool { return ply < depth || p.InCheck() },
		Some: func(p *goengine.Position, m goengine.Move, _ guesttest.Step) bool {
			if guesttest.Promotes(p, m) {
				return m == m.ToQueen()
			}
			return guesttest.Takes(p, m)
		},
	}
}

// evaluation is the program's: the worth of the pieces and of their squares, by the tables of the image.
func (g *guest) evaluation(s guesttest.Setup) (v int) {
	rom := g.Program().ROM
	material, place := rom[g.At("material"):], rom[g.At("place"):]
	for sq, man := range s.Board {
		kind := int(man & 7)
		if kind == 0 {
			continue
		}
		worth := int(material[2*kind])<<8 | int(material[2*kind+1])
		if man < 0x80 {
			v += worth + int(int8(place[64*kind+sq^56]))
		} else {
			v -= worth + int(int8(place[64*kind+sq]))
		}
	}
	if s.Black {
		v = -v
	}
	return v
}

// whim is another evaluation, which has nothing to do with chess.
func whim(s guesttest.Setup) (v int) {
	for i, man := range s.Board {
		v = (5*v + int(man)*(i+1)) % 4001
	}
	return v - 2000
}

// The value of a search is that of plain negamax, at depths 1 to 3, and the best move has it: with the program's own
// evaluation, with another that a host puts in its place at scored, and without moves that a host drops at generated,
// which are never played.
func TestSearchIsNegamax(t *testing.T) {
	g := newGuest(t)
	whimsical, dropping := false, false
	drops := func(_ int, m goengine.Move) bool { return (m.From()*3+m.To())%5 == 0 }
	evaluated := 0
	g.On("scored", func() {
		if evaluated++; whimsical {
			g.SetWord("value", whim(g.Setup()))
		} else if evaluated%8 == 0 {
			require.Equal(t, g.evaluation(g.Setup()), g.Word("value"))
		}
	})
	g.On("generated", func() {
		if from, to := square(g.Byte("from")), square(g.Byte("to")); dropping && (from*3+to)%5 == 0 {
			g.SetByte("drop", 1)
		}
	})
	r := rand.New(rand.NewSource(1979))
	for i := range 150 {
		depth := 1 + i%3
		whimsical, dropping = i/3%3 == 1, i/3%3 == 2
		s := g.search(depth, g.evaluation)
		if whimsical {
			s.Evaluate = whim
		}
		if dropping {
			s.Drops = drops
		}
		p, want := s.Draw(r, 300)
		set := guesttest.Read(p.FEN())
		g.Set(set)
		move, have := g.Think(depth)
		require.Equal(t, want, have, "%s, depth %d, another evaluation %v, moves dropped %v", p.FEN(), depth, whimsical, dropping)
		require.True(t, set == g.Setup(), "%s: the position has changed", p.FEN())
		if move == "" {
			continue
		}
		m, err := p.ParseMove(move)
		require.NoError(t, err, p.FEN())
		require.False(t, dropping && drops(0, m), "%s in %s was dropped", move, p.FEN())
		s.Drops = func(ply int, other goengine.Move) bool {
			return ply == 0 && other != m || dropping && drops(ply, other)
		}
		value, _ := s.Of(p, 10_000)
		require.Equal(t, want, value, "%s in %s", move, p.FEN())
	}
}

// square converts to goengine's.
func square(sq byte) goengine.Square { return goengine.Square(sq + sq&^7) }

// The places of a node come in order: each move that is generated and not dropped is compared with beta, its node's variables
// in place; then it cuts off, or is compared with alpha; and the last that improves alpha at the root is the answer.
func TestPlaces(t *testing.T) {
	g, p := newGuest(t), guesttest.Parsed(t, kiwipete)
	var open, root []string
	var before, best string
	counts := map[string]int{}
	here := func() string {
		return fmt.Sprint(g.Byte("ply"), " ", g.Setup().Black, " ", g.Move("from", "to", "promo"))
	}
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
	g.Set(guesttest.Read(kiwipete))
	move, _ := g.Think(2)
	slices.Sort(root)
	require.Equal(t, guesttest.Legal(p), root)
	require.Equal(t, best, move)
	require.Empty(t, open)
	t.Log(counts)
	require.Equal(t, counts["generated"], counts["at_beta"])
	require.Equal(t, counts["at_beta"], counts["cutoff"]+counts["at_alpha"])
	for _, name := range places {
		require.Positive(t, counts[name], name)
	}
}

// A value that a host changes at at_beta or at_alpha counts. A root without any move left is stalemate or mate, as one that
// has none.
func TestChangedValues(t *testing.T) {
	for _, name := range []string{"at_beta", "at_alpha"} {
		g := newGuest(t)
		g.On(name, func() {
			if g.Byte("ply") == 0 {
				g.SetWord("value", map[bool]int{true: 600, false: -700}[g.Move("from", "to", "promo") == "a2a3"])
			}
		})
		move, score := g.Think(1)
		require.Equal(t, "a2a3", move, name)
		require.Equal(t, 600, score, name)
	}
	g := newGuest(t)
	g.On("generated", func() { g.SetByte("drop", 1) })
	for fen, want := range map[string]int{
		goengine.StartFEN:                0,
		"7k/8/8/8/8/8/8/4K2r w - - 0 1":  -mate,
		"7k/5Q2/5K2/8/8/8/8/8 b - - 0 1": 0, // these have none
		"7k/6Q1/5K2/8/8/8/8/8 b - - 0 1": -mate,
	} {
		g.Set(guesttest.Read(fen))
		move, score := g.Think(3)
		require.Empty(t, move, fen)
		require.Equal(t, want, score, fen)
	}
}
