package rules

import (
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/goengine"
)

func TestGamesEndByTheRules(t *testing.T) {
	knights := strings.TrimSpace(strings.Repeat("g1f3 g8f6 f3g1 f6g8 ", 40))
	for _, tt := range []struct {
		name, fen, line string
		result          string
		end             End
		plies           int
	}{
		{"fool's mate", goengine.StartFEN, "f2f3 e7e5 g2g4 d8h4", BlackWins, Checkmate, 4},
		{"scholar's mate", goengine.StartFEN, "e2e4 e7e5 f1c4 b8c6 d1h5 g8f6 h5f7", WhiteWins, Checkmate, 7},
		{"stalemate", "7k/8/6K1/8/8/8/8/5Q2 w - - 0 1", "f1f7", Draw, Stalemate, 1},
		{"already stalemate", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "", Draw, Stalemate, 0},
		{"already mate", "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", "", WhiteWins, Checkmate, 0},
		{"third occurrence of the start", goengine.StartFEN, knights, Draw, Repetition, 8},
		// Black could not take en passant at e3, so the position after e2e4
		// counts as the one that returns after the knight moves.
		{"repetition after a double step", goengine.StartFEN, "e2e4 g8f6 g1f3 f6g8 f3g1 g8f6 g1f3 f6g8 f3g1", Draw, Repetition, 9},
		// Here it could, so that position doesn't return.
		{"no repetition of an en passant chance", "4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1",
			"e2e4 e8e7 e1e2 e7e8 e2e1 e8e7 e1e2 e7e8 e2e1", Draw, Repetition, 10},
		{"fifty moves", "4k3/8/8/8/8/8/8/R3K3 w - - 98 80", "a1a2 e8e7", Draw, FiftyMoves, 2},
		{"mate on the hundredth ply", "7k/8/6K1/8/8/8/8/5Q2 w - - 99 80", "f1f8", WhiteWins, Checkmate, 1},
		{"last rook taken", "4k3/8/8/8/8/8/4r3/4K3 w - - 0 1", "e1e2", Draw, Material, 1},
		{"bishops of one colour", "4k3/8/8/2b5/8/8/3p4/2B1K3 w - - 0 1", "c1d2", Draw, Material, 1},
	} {
		t.Run(tt.name, func(t *testing.T) {
			line := tt.line
			if tt.plies == 10 {
				line += " e8e7"
			}
			g, err := New(tt.fen)
			require.NoError(t, err)
			for _, m := range strings.Fields(line) {
				if _, end := g.Verdict(); end != "" {
					break
				}
				require.NoError(t, g.Play(m))
			}
			result, end := g.Verdict()
			assert.Equal(t, []any{tt.result, tt.end, tt.plies}, []any{result, end, len(g.Moves())})
		})
	}
}

func TestInsufficientMaterial(t *testing.T) {
	for fen, want := range map[string]bool{
		"4k3/8/8/8/8/8/8/4K3 w - - 0 1":     true,
		"4k3/8/8/8/8/8/8/3NK3 w - - 0 1":    true,
		"4k3/8/8/8/8/8/8/3BK3 w - - 0 1":    true,
		"2b1k3/8/8/8/8/8/8/3BK3 w - - 0 1":  true,  // c8 and d1: both light
		"4kb2/8/8/8/8/8/8/3BK3 w - - 0 1":   false, // f8 is dark: a helpmate exists
		"3nk3/8/8/8/8/8/8/3NK3 w - - 0 1":   false,
		"4k3/8/8/8/8/8/8/2NNK3 w - - 0 1":   false,
		"4k3/8/8/8/8/8/8/2BNK3 w - - 0 1":   false,
		"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1":   false,
		"4k3/8/8/8/8/8/8/R3K3 w - - 0 1":    false,
		"4k2q/8/8/8/8/8/8/4K3 w - - 0 1":    false,
		"4k3/8/8/8/8/8/1B1B4/4K3 w - - 0 1": true,
	} {
		pos, err := parseFEN(fen)
		require.NoError(t, err)
		assert.Equal(t, want, insufficientMaterial(pos), fen)
	}
}

// Games read at the same time keep their own positions; the chess package's own FEN reader mixes
// them up.
func TestParallelGamesKeepTheirOwnStart(t *testing.T) {
	var wg sync.WaitGroup
	for _, fen := range []string{goengine.StartFEN, "4k3/8/8/8/8/8/8/4K2R w K - 0 1"} {
		wg.Go(func() {
			for range 5000 {
				if g, err := New(fen); err != nil || g.FEN() != fen {
					t.Errorf("fen %q read as %v, %v", fen, g, err)
					return
				}
			}
		})
	}
	wg.Wait()
}

func TestNotationsOfAMove(t *testing.T) {
	g, err := New("r3k2r/1P6/8/8/8/8/6p1/R3K2R b KQkq - 3 12")
	require.NoError(t, err)
	assert.Equal(t, 23, g.Ply(), "Black's twelfth move is the 24th half-move")
	for uci, san := range map[string]string{"g2h1q": "gxh1=Q+", "e8g8": "O-O", "h8h1": "Rxh1+"} {
		assert.Equal(t, san, g.SAN(uci))
		assert.Equal(t, uci, g.UCI(san))
	}
	assert.Equal(t, []string{"e8e5", "Ke5"}, []string{g.SAN("e8e5"), g.UCI("Ke5")}, "what is no move stays as it is")
}

func TestAnIllegalMoveChangesNothing(t *testing.T) {
	g, err := New(goengine.StartFEN, "e2e4")
	require.NoError(t, err)
	assert.ErrorIs(t, g.Play("e2e4"), ErrIllegal)
	assert.Equal(t, []string{"e2e4"}, g.Moves())
	assert.False(t, g.WhiteToMove())
	c := g.Clone()
	require.NoError(t, c.Play("e7e5"))
	assert.Equal(t, []string{"e2e4"}, g.Moves(), "a clone goes on by itself")
	assert.Len(t, g.LegalMoves(), 20)

	require.NoError(t, Check(goengine.StartFEN, []string{"e2e4", "e7e5"}))
	assert.ErrorContains(t, Check(goengine.StartFEN, []string{"e2e4", "e2e4"}), `illegal move "e2e4" at ply 2`)
	assert.ErrorContains(t, Check("8/8 w", nil), `fen "8/8 w"`)
}
