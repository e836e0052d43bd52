package contracts

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/goengine"
)

// FuzzContractsAgreeWithGo plays a game at random, and compares functions of contracts with what the Go engine does in each
// position: attacks on all squares, check, board bytes, and the board, the lists of pieces and their number behind each move
// and behind its taking back.
func FuzzContractsAgreeWithGo(f *testing.F) {
	for seed := range uint64(8) {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, seed uint64) {
		rng := rand.New(rand.NewPCG(seed, 0))
		p, err := goengine.ParseFEN([]string{
			goengine.StartFEN, "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "8/PPPPPPPP/8/k6K/8/8/pppppppp/8 w - - 0 1",
			"4k3/p1p1p1p1/8/1P1P1P1P/p1p1p1p1/8/1P1P1P1P/4K3 w - - 0 1",
		}[seed%4])
		require.NoError(t, err)
		for range 60 {
			agrees(t, p)
			legal := p.LegalMoves()
			if len(legal) == 0 || !p.Play(legal[rng.IntN(len(legal))]) {
				return
			}
		}
	})
}

// agrees compares the functions with the engine in a position.
func agrees(t *testing.T, p *goengine.Position) {
	var ways [256]uint8
	for from := range uint8(128) {
		for to := range uint8(128) {
			if onBoard(from) && onBoard(to) {
				ways[to-from] = p.Probe().AttackWays(from, to)
			}
		}
	}
	s := p.Probe().State()
	all := [2]uint8{16, 16} // slots to be scanned
	for side := range uint8(2) {
		for sq := range uint8(128) {
			if onBoard(sq) {
				require.Equal(t, p.Probe().Attacked(sq, side), attacked(sq, side, 0, &s.Board, &ways, &s.Square, &all), "%s: square $%02X by %d", p.FEN(), sq, side)
			}
		}
	}
	require.Equal(t, p.InCheck(), inCheck(s.Side, 0, &s.Board, &ways, &s.Square, &all), p.FEN())
	for id, sq := range s.Square {
		if sq != goengine.NoSquare {
			require.Equal(t, s.Board[sq], codeOf(s.Kind[id], uint8(id)))
		}
	}
	tactical, quiet := p.Probe().Generated()
	for _, m := range append(tactical, quiet...) {
		from, to := uint8(m.Move), uint8(m.Move>>8)
		ids, square, kind, promoted, counts := [128]uint8(s.ID[:128]), s.Square, s.Kind, [2]uint8{}, all
		board := s.Board
		left, taken, code, _ := makeBoard(from, to, m.Flags, s.Pieces, 0, 0, 0, &board, &ids, &square, &kind, &promoted, &all, &counts)
		p.Probe().Made(m, func() {
			made := p.Probe().State()
			require.Equal(t, made.Board, board, "%s: %s", p.FEN(), p.UCI(m.Move))
			require.Equal(t, made.Square, square, "%s: %s", p.FEN(), p.UCI(m.Move))
			require.Equal(t, made.Pieces, left, "%s: %s", p.FEN(), p.UCI(m.Move))
		})
		again, _ := unmakeBoard(from, to, m.Flags, left, taken, code, 0, &board, &ids, &square, &kind, &promoted, &all, &counts)
		require.Equal(t, s.Board, board, "%s: %s", p.FEN(), p.UCI(m.Move))
		require.Equal(t, s.Square, square, "%s: %s", p.FEN(), p.UCI(m.Move))
		require.Equal(t, s.Pieces, again, "%s: %s", p.FEN(), p.UCI(m.Move))
	}
}
