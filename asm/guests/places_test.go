package guests

import (
	"fmt"
	"math"
	"math/rand"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/goengine"
)

// The places of a search at which a host may watch: a move of a node is made; a node is evaluated; a move's value is compared
// with beta; it cuts off; it is compared with alpha; it is the best so far.
const (
	generated = iota
	scored
	atBeta
	cutoff
	atAlpha
	improved
)

// on calls f at a place.
func (g *guest) on(place int, f func()) { g.Watch(g.at(g.places[place]), f) }

// value returns the value at a place, setValue changes it.
func (g *guest) value() int {
	if g.register != "" {
		return int(int16(g.Register(g.register)))
	}
	return g.word("value")
}

func (g *guest) setValue(v int) {
	if g.register != "" {
		g.SetRegister(g.register, uint32(uint16(v)))
	} else {
		g.WriteWord(g.at("value"), uint16(v))
	}
}

// move is the one at hand at a place, in UCI.
func (g *guest) move() string {
	if g.man {
		return g.uci(g.byte("from"), g.byte("to"), promotion(g.byte("moved"), g.byte("becomes")))
	}
	return g.uci(g.byte("from"), g.byte("to"), g.byte("promo"))
}

// whim is an evaluation that has nothing to do with chess.
func whim(p position) (v int) {
	for i, man := range p.board {
		v = (5*v + int(man)*(i+1)) % 4001
	}
	return v - 2000
}

// Where a host puts another evaluation in the place of the program's, the value is that of a plain negamax with that one.
func TestEvaluationsAreReplaced(t *testing.T) {
	each(t, func(t *testing.T, g *guest) {
		r := rand.New(rand.NewSource(1978))
		g.on(scored, func() { g.setValue(whim(g.position())) })
		for i := range many(30) {
			g.sameValue(r, 1+i%3, whim, nil)
		}
	})
}

// Where a host drops some moves, the value is that of a plain negamax without them, and none of them is the best move.
func TestMovesAreDropped(t *testing.T) {
	each(t, func(t *testing.T, g *guest) {
		drops := func(move string) bool { return (3*number(move)+number(move[2:]))%5 == 0 }
		r := rand.New(rand.NewSource(1979))
		dropped := 0
		g.on(generated, func() {
			if drops(g.move()) {
				dropped++
				g.drop(g)
			}
		})
		for i := range many(30) {
			g.sameValue(r, 1+i%3, nil, func(_ int, m goengine.Move) bool { return drops(m.String()) })
		}
		require.Greater(t, dropped, 50)
	})
}

// Where a host drops all moves, there is none, with the score of a node without moves.
func TestAllMovesAreDropped(t *testing.T) {
	each(t, func(t *testing.T, g *guest) {
		g.on(generated, func() { g.drop(g) })
		for fen, check := range map[string]bool{goengine.StartFEN: false, "7k/8/8/8/8/8/8/4K2r w - - 0 1": true} {
			g.setFEN(fen)
			want := g.nothing
			if check && want == 0 {
				want = -g.mate
			}
			move, score := g.think(2)
			require.Empty(t, move, fen)
			require.Equal(t, want, score, fen)
		}
	})
}

// In a search of two plies each move that is generated is compared with beta, its node's variables in place. Then it cuts
// off, or is compared with alpha. The moves of the root are the legal ones, and the last that improves alpha there is the
// answer. The same if all evaluations are equal.
func TestPlacesInOrder(t *testing.T) {
	each(t, func(t *testing.T, g *guest) {
		g.placesInOrder(t, false)
		g.placesInOrder(t, true)
	})
}

func (g *guest) placesInOrder(t *testing.T, equal bool) {
	var open, root []string
	var before, best string
	compared, sure := 0, math.MinInt // with alpha at the root, and what that is
	var counts [improved + 1]int
	here := func() string { return fmt.Sprint(g.byte("ply"), " ", g.move()) }
	on := func(place, after int, f func()) {
		if g.places[place] == "" {
			return
		}
		g.on(place, func() {
			counts[place]++
			if after != generated {
				require.Equal(t, fmt.Sprint(after, here()), before, g.places[place])
			}
			f()
			before = fmt.Sprint(place, here())
		})
	}
	on(generated, generated, func() {
		require.Less(t, g.word(g.alpha), g.word(g.beta))
		open = append(open, here())
		if g.byte("ply") == 0 {
			root = append(root, g.move())
		}
	})
	on(scored, generated, func() {
		require.Len(t, open, int(g.byte("ply")))
		if equal {
			g.setValue(0)
		}
	})
	on(atBeta, generated, func() {
		require.Equal(t, open[len(open)-1], here())
		open = open[:len(open)-1]
	})
	on(cutoff, atBeta, func() { require.GreaterOrEqual(t, g.value(), g.word(g.beta)) })
	on(atAlpha, atBeta, func() {
		require.Less(t, g.value(), g.word(g.beta))
		if g.byte("ply") == 0 {
			require.True(t, compared == 0 || sure == g.word(g.alpha))
			compared++
		}
	})
	on(improved, atAlpha, func() {
		require.Greater(t, g.value(), g.word(g.alpha))
		if g.byte("ply") == 0 {
			best, sure = g.move(), g.value()
		}
	})
	g.setFEN(kiwipete)
	move, score := g.think(2)
	slices.Sort(root)
	require.Equal(t, legalInGo(parsed(t, kiwipete)), root)
	require.Len(t, root, compared)
	require.Equal(t, best, move)
	require.Equal(t, sure, score)
	require.Empty(t, open)
	t.Log(counts)
	require.Equal(t, counts[generated], counts[atBeta])
	cuts := counts[atBeta] - counts[atAlpha]
	require.Positive(t, cuts)
	require.True(t, g.places[cutoff] == "" || counts[cutoff] == cuts)
	require.Positive(t, counts[improved])
}

// A value that a host changes on its way to beta or alpha counts.
func TestValuesAreChanged(t *testing.T) {
	each(t, func(t *testing.T, g *guest) {
		g.setFEN(goengine.StartFEN)
		for _, place := range []int{atBeta, atAlpha} {
			g.on(place, func() {
				if g.byte("ply") == 0 {
					g.setValue(map[bool]int{true: 600, false: -700}[g.move() == "a2a3"])
				}
			})
			move, score := g.think(1)
			require.Equal(t, "a2a3", move, g.places[place])
			require.Equal(t, 600, score, g.places[place])
			g.on(place, nil)
		}
	})
}
