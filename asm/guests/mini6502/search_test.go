package mini6502_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/asm/guests/guesttest"
	"github.com/searchex/searchex/goengine"
)

// search is that of the program as its source describes it.
func (g *guest) search(depth int) guesttest.Search {
	return guesttest.Search{
		Evaluate: g.evaluation, Last: plies - 1, Mate: mate,
		All: func(p *goengine.Position, ply int) bool { return ply < depth || ply == depth && p.InCheck() },
		Some: func(p *goengine.Position, m goengine.Move, by guesttest.Step) bool {
			return guesttest.Takes(p, m) && (!by.Some || m.To() == by.Move.To())
		},
	}
}

// evaluation is the program's: the worth of the men and of their squares, by the tables of the image.
func (g *guest) evaluation(s guesttest.Setup) (v int) {
	worth, table, places := image[g.At("worth")-origin:], image[g.At("table")-origin:], image[g.At("places")-origin:]
	for sq, man := range s.Board {
		if man == 0 {
			continue
		}
		rank, file, sign := byte(sq)>>3, byte(sq)&7, 1
		if man&0x80 != 0 {
			rank, sign = 7-rank, -1
		}
		kind := man & 7
		v += sign * (int(worth[kind]) + int(places[table[kind]+4*rank+min(file, 7-file)]))
	}
	if s.Black {
		v = -v
	}
	return v
}

// The value of a search is that of plain negamax, and the best move has it; also if a host changes evaluations or drops
// moves.
func TestValues(t *testing.T) {
	g := newGuest(t)
	guesttest.Values(t, g, g.search, 1977, 120, 500)
}

// The places of a node come in order, and all of them come.
func TestPlaces(t *testing.T) { guesttest.InOrder(t, newGuest(t)) }

// A value that a host changes counts.
func TestChangedValues(t *testing.T) { guesttest.Changes(t, newGuest(t)) }

// Mate and stalemate have no move.
func TestNoMove(t *testing.T) { guesttest.NoMove(t, newGuest(t), mate) }

// only has all moves dropped at generated but those that are wanted, and returns the search without them.
func (g *guest) only(depth int, wanted func(ply int, from, to byte) bool) guesttest.Search {
	g.On("generated", func() {
		if !wanted(int(g.Byte("ply")), g.Byte("from"), g.Byte("to")) {
			g.Drop()
		}
	})
	s := g.search(depth)
	s.Drops = func(ply int, m goengine.Move) bool { return !wanted(ply, byte(m.From()), byte(m.To())) }
	return s
}

// A pawn can be taken en passant beyond the horizon: the double step is the only move at the root.
func TestEnPassantBeyondTheHorizon(t *testing.T) {
	g := newGuest(t)
	for fen, step := range map[string][2]byte{
		"4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1":   {0x14, 0x34},
		"4k3/p7/8/1P6/8/8/8/4K3 b - - 0 1":    {0x60, 0x40},
		"4k3/8/8/8/4p1p1/8/5P2/4K3 w - - 0 1": {0x15, 0x35},
	} {
		s := g.only(1, func(ply int, from, to byte) bool { return ply > 0 || from == step[0] && to == step[1] })
		want, ok := s.Of(guesttest.Parsed(t, fen), 1000)
		require.True(t, ok)
		g.Set(guesttest.Read(fen))
		_, have := g.Think(1)
		require.Equal(t, want, have, fen)
	}
}

// At five plies recaptures go on to the last frame, and no further. Before the horizon only the kings move, to and fro.
func TestTheLastFrame(t *testing.T) {
	const fen = "3r3k/1b1r4/1n1q1n2/3P4/5N2/1BNQ4/3R4/K2R4 w - - 0 1"
	g, last := newGuest(t), byte(0)
	s := g.only(5, func(ply int, from, to byte) bool { return ply >= 5 || from+to == 0x00+0x01 || from+to == 0x77+0x76 })
	g.On("scored", func() { last = max(last, g.Byte("ply")) })
	want, ok := s.Of(guesttest.Parsed(t, fen), 100_000)
	require.True(t, ok)
	g.Set(guesttest.Read(fen))
	_, have := g.Think(5)
	require.Equal(t, want, have)
	require.Equal(t, byte(plies-1), last)
	t.Log(g.Usage().Stack, "bytes of stack")
	require.LessOrEqual(t, g.Usage().Stack, deepest)
}

// A mate in n moves is found with 2n-1 plies: 8000 less that many is the score.
func TestMates(t *testing.T) {
	guesttest.Mates(t, newGuest(t), mate, 20, 6, func(moves int) int { return 2*moves - 1 })
}

// depth stays within 1 to 5.
func TestDepth(t *testing.T) {
	g := newGuest(t)
	g.Set(guesttest.Read("8/8/8/4k3/8/8/8/K7 w - - 0 1"))
	for depth, want := range map[int]byte{0: 1, 1: 1, 5: 5, 6: 5, 255: 5} {
		move, _ := g.Think(depth)
		require.NotEmpty(t, move)
		require.Equal(t, want, g.Byte("depth"), depth)
	}
}

// The initial position takes what the source's header says.
func TestFiguresOfTheHeader(t *testing.T) {
	g := newGuest(t)
	g.Do("reset")
	made, beyond := 0, 0
	g.On("generated", func() {
		if g.Byte("ply") < g.Byte("depth") {
			made++
		} else {
			beyond++
		}
	})
	g.ResetCycles()
	g.Do("think")
	require.Equal(t, []int{2_444, 64}, []int{made, beyond})
	require.Equal(t, "11.3", fmt.Sprintf("%.1f", float64(g.Cycles())/1e6))
}
