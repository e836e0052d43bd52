package hostbridge

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/goengine"
	"github.com/searchex/searchex/internal/probe"
)

// A pawn promoted on the line is among what attacking moves attack, and the enemy's list is looked
// through beyond his officers.
func TestRoutinesTargets(t *testing.T) { onMachines(t, testRoutinesTargets) }

func testRoutinesTargets(t testing.TB, m *rig) {
	for _, c := range []struct{ fen, moves, targets string }{
		// The enemy has promoted, the side to move has not.
		{"7k/P7/8/8/8/8/K7/4r3 w - - 0 1", "a7a8q", "a8"},
		{"7k/P7/8/8/8/8/K6P/4r3 w - - 0 1", "a7a8r", "a8"},
		{"7k/8/8/8/8/8/p5K1/3Q4 b - - 0 1", "a2a1r", "a1"},
		{"7k/8/8/8/8/8/p5K1/r2Q4 w - - 0 1", "d1a1", "a1"},
		// The side to move has promoted, the enemy has not.
		{"7k/P7/8/8/8/8/8/4r2K w - - 0 1", "h1g2 h8g7 a7a8q e1e2", "e2"},
		// Both have.
		{"8/P6k/8/8/8/8/p6K/8 w - - 0 1", "a7a8q a2a1q", "a1"},
		{"8/P6k/8/8/8/8/p6K/8 w - - 0 1", "a7a8q a2a1n", ""},
		{"8/P6k/8/8/8/8/p6K/R7 w - - 0 1", "a7a8q h7g6 a8b7", "a1 b7"},
		// Behind the last of sixteen pieces there is no piece, or the other side's.
		{"8/P5k1/8/8/7q/8/1PPPPPPP/RNBQKBNR w - - 0 1", "a7a8q", "a1 a8 d1 h1"},
		{"rnbqkbnr/1ppppppp/8/8/7Q/8/p5K1/8 b - - 0 1", "a2a1q", "a1 a8 d8 h8"},
	} {
		p := m.playFrom(t, c.fen, c.moves)
		// What stands in the list, by the side that has just moved.
		m.call("look", in{"maybe": 1})       // which finds the ways to the king
		for sq := range goengine.Square(8) { // any answer, the last one yes, is no part of that
			if p.Probe().Attacked(sq, 0) {
				m.gives("attacked", in{"square": sq, "side": 0}, out{"yes": true})
			}
		}
		m.raw(m.addr("raw_moves"), probe.Move{}) // nor is the move at hand
		m.cpu.take(m, m.addr("raw_moves"))
		for sq := range goengine.Square(8) {
			m.setByte("raw_end", byte(sq)) // on the 6502 the byte behind the squares of the list
			m.cpu.scramble(m.m)
			m.call("list_targets", nil)
			var got []string
			for i := range uint32(m.byte("n_targets")) {
				got = append(got, goengine.SquareName(goengine.Square(m.m.Read(m.addr("targets")+i))))
			}
			require.ElementsMatch(t, strings.Fields(c.targets), got, "%s %s", c.fen, c.moves)
		}
	}
}

// playFrom has the machine play moves in a position, and returns what comes of them.
func (m *rig) playFrom(t testing.TB, fen, moves string) *goengine.Position {
	t.Helper()
	p := position(t, fen)
	m.set(p)
	for _, uci := range strings.Fields(moves) {
		for _, g := range generated(p) {
			if p.UCI(g.Move) == uci {
				m.call("make_move", in{"move": m.rawMove(g)})
			}
		}
		mv, err := p.ParseMove(uci)
		require.NoError(t, err, "%s %s", fen, uci)
		require.True(t, p.Play(mv))
	}
	return p
}

// Where a pawn has been promoted on the line, all pieces of his side are looked at, from the first
// to the sixteenth, and a pawn's check counts once.
func TestRoutinesAttackedByPromoted(t *testing.T) { onMachines(t, testAttackedByPromoted) }

func testAttackedByPromoted(t testing.TB, m *rig) {
	for _, c := range []struct{ fen, moves string }{
		{"8/P5k1/8/8/7q/8/1PPPPPPP/RNBQKBNR w KQ - 0 1", "a7a8q"},
		{"8/P5k1/8/8/Q6q/8/1PPPPPPP/RNB1KBNR w KQ - 0 1", "a7a8q h4g5 a4d4"},
		{"8/P5k1/8/8/Q6q/8/2PPPPPP/RNB1KBNR w KQ - 0 1", "a7a8q h4g5 a4d4"},
		{"8/PPPPPPPP/8/2k5/8/8/8/RNBQKBNR w KQ - 0 1", "h7h8q"}, // white's last slot
		{"rnbqkbnr/1ppppppp/8/8/7Q/8/p5K1/8 b kq - 0 1", "a2a1q"},
		{"rnb1kbnr/1ppppppp/8/q7/7Q/8/p5K1/8 b kq - 0 1", "a2a1q h4g4 a5d5"},
		// A pawn checks.
		{"8/P7/5k2/8/8/8/4P3/4K3 w - - 0 1", "a7a8q f6f5 e2e4"},
		{"4k3/4p3/8/8/8/5K2/p7/8 b - - 0 1", "a2a1q f3f4 e7e5"},
	} {
		p := m.playFrom(t, c.fen, c.moves)
		for sq := range goengine.Square(128) {
			for by := range uint8(2) {
				if sq&0x88 == 0 {
					got := m.call("attacked", in{"square": sq, "side": by}).yes()
					require.Equal(t, p.Probe().Attacked(sq, by), got, "%s: %s by %d", p.FEN(), goengine.SquareName(sq), by)
				}
			}
		}
		require.Equal(t, p.Probe().Look(true), m.look(true), p.FEN())
	}
}
