package check

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/searchex/searchex/asm/guests/guesttest"
)

// The program lists goengine's legal moves, and leaves the position as it was.
func TestLegalMoves(t *testing.T) { guesttest.LegalMoves(t, newGuest(t), 1978, 1200) }

// Moves that are played leave goengine's positions.
func TestPlay(t *testing.T) { guesttest.Plays(t, newGuest(t), 1980, 300) }

// The counts of positions are the published ones.
func TestPerft(t *testing.T) { guesttest.Perft(t, newGuest(t), 3, 3000) }

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
		g.set(c.fen)
		got := g.Legal()
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
