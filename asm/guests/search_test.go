package guests

import (
	"math/rand"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/emu"
	"github.com/searchex/searchex/emu/emutest"
	"github.com/searchex/searchex/goengine"
)

// kiwipete has castling, pins, promotions and captures en passant within a few plies.
const kiwipete = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"

// The value of a search is that of plain negamax, at depths 1 to 3, and the best move has it.
func TestValues(t *testing.T) {
	each(t, func(t *testing.T, g *guest) {
		r := rand.New(rand.NewSource(1913))
		mates := 0
		for i := range many(75) {
			if v := g.sameValue(r, 1+i%3, nil, nil); v > g.mate-20 || v < 20-g.mate {
				mates++
			}
		}
		t.Log(mates, "mates")
		require.Positive(t, mates)
	})
}

// sameValue compares the program's search of a random position with a plain negamax; with another evaluation or without some
// moves, if they are given. It returns the value.
func (g *guest) sameValue(r *rand.Rand, depth int, evaluate func(position) int, drops func(int, goengine.Move) bool) int {
	for i := r.Intn(1000); ; i++ {
		p := drawn(r, i)
		s := g.negamax(p, depth)
		s.drops = drops
		if evaluate != nil {
			s.evaluate = evaluate
		}
		if value, ok := s.of(p, many(300)); ok {
			g.hasValue(p, depth, s, value)
			return value
		}
	}
}

// hasValue wants a search to have a value, and its best move to have it by a plain negamax.
func (g *guest) hasValue(p *goengine.Position, depth int, s negamax, want int) {
	set := read(p.FEN())
	g.set(set)
	move, have := g.think(depth)
	require.Equal(g.t, want, have, "%s, depth %d", p.FEN(), depth)
	g.unchanged(set)
	if move == "" {
		return
	}
	drops := s.drops
	s.drops = func(ply int, m goengine.Move) bool {
		return ply == 0 && p.UCI(m) != move || drops != nil && drops(ply, m)
	}
	value, _ := s.of(p, 1<<30)
	require.Equal(g.t, want, value, "%s, depth %d: %s", p.FEN(), depth, move)
}

// Mates in one and two are found: the score is that of a mate with as many plies to go, and a mate in one is one.
func TestMates(t *testing.T) {
	each(t, func(t *testing.T, g *guest) {
		left := map[int]int{1: 16, 2: 2}
		for _, line := range lines(t, "own_mates.epd") {
			fen, rest, _ := strings.Cut(line, " dm ")
			moves := int(rest[0] - '0')
			if left[moves] == 0 {
				continue
			}
			left[moves]--
			p := parsed(t, fen+" 0 1")
			g.setFEN(p.FEN())
			move, score := g.think(2*moves - 1 + g.beyond)
			require.Equal(t, g.mate+1-2*moves, score, line)
			if after := played(t, p, move); moves == 1 {
				require.True(t, after.InCheck() && len(after.LegalMoves()) == 0, "%s in %s", move, fen)
			}
		}
		require.Equal(t, map[int]int{1: 0, 2: 0}, left, "too few mates to try")
	})
}

// Mate and stalemate have no move, and a score.
func TestNoMove(t *testing.T) {
	each(t, func(t *testing.T, g *guest) {
		for fen, want := range map[string]int{"7k/6Q1/5K2/8/8/8/8/8 b - - 0 1": -g.mate, "7k/5Q2/5K2/8/8/8/8/8 b - - 0 1": 0} {
			g.setFEN(fen)
			move, score := g.think(2)
			require.Empty(t, move, fen)
			require.Equal(t, want, score, fen)
		}
	})
}

// A depth of 0 is 1, and one that is too great is the greatest.
func TestDepth(t *testing.T) {
	each(t, func(t *testing.T, g *guest) {
		plies := 0
		g.on(generated, func() { plies = max(plies, 1+int(g.byte("ply"))) })
		for _, depth := range []int{0, 1, 3, g.deepest, g.deepest + 1, 255} {
			plies = 0
			g.setFEN("8/8/8/2k5/8/8/8/2K5 w - - 0 1") // no captures, and no check
			move, _ := g.think(depth)
			require.NotEmpty(t, move)
			require.Equal(t, min(max(depth, 1), g.deepest), plies, "depth %d", depth)
		}
	})
}

// Dear victims come first, of equal ones those that cheap men take. A promotion counts like a capture of the new man. But
// mini6502 has captures first, as they are generated.
func TestOrderOfMoves(t *testing.T) {
	for _, k := range []*kind{miniz80, mini68k} {
		g := newGuest(t, k)
		g.setFEN("7r/6P1/8/Pp1q4/4P3/2N5/1p6/1K5k w - b6 0 1")
		var order []string
		g.on(generated, func() {
			if g.byte("ply") == 0 {
				order = append(order, g.move())
			}
		})
		g.think(1)
		want := []string{
			"g7h8q", "g7h8r", "g7h8b", "g7h8n", // a rook and the new man, 8 for each kind: 72 to 48
			"e4d5", "c3d5", // a queen, 40, by a pawn and by a knight, which count 5 and 4 more
			"g7g8q", "g7g8r", "g7g8b", "g7g8n", // 40 to 16
			"a5b6", "c3b5", "b1b2", // a pawn, 8, by a pawn, a knight and the king
		}
		require.Greater(t, len(order), len(want))
		require.Equal(t, want, order[:len(want)], k.name)
	}
}

// Under a map of one's own, in ROM and in RAM, both cores are equal after each stretch of a search.
func TestCoresOfAnOwnMap(t *testing.T) {
	for k, stretch := range map[*kind]uint64{mini6502: 499, miniz80: 997, mini68k: 1999} {
		p := k.program(t)
		rom := emu.Range{Start: k.origin, Size: uint32(len(p.ROM))}
		for _, o := range []emu.Options{
			{ROM: []emu.Range{rom}, RAM: []emu.Range{k.ram}},
			{RAM: []emu.Range{rom, k.ram}, CodeInRAM: true},
		} {
			var machines [2]emu.Machine
			for i := range machines {
				m, err := k.machine(p, &o)
				require.NoError(t, err)
				g := &guest{m, k, t}
				g.setFEN("7k/8/8/1p4p1/8/8/1P4P1/7K w - - 0 1")
				g.setByte("depth", 2)
				machines[i] = m
			}
			emutest.Lockstep(t, machines[0], machines[1], "think", stretch)
			require.Less(t, machines[0].Left(), machines[0].Cycles()/200, "the package executes one instruction a stretch, and each first")
		}
	}
}
