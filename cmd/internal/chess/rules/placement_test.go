package rules

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/searchex/searchex/cmd/internal/given"
	"github.com/searchex/searchex/goengine"
)

// A position's men give the first field of its FEN.
func TestPlacement(t *testing.T) {
	for _, fen := range []string{goengine.StartFEN, "7k/8/8/4p3/3B3n/6P1/8/7K w - - 0 1", "r3k2r/1p1p1p1p/p1p1p1p1/8/8/1P1P1P1P/P1P1P1P1/R3K2R w KQkq - 0 1"} {
		p := given.Position(t, fen)
		got := Placement(func(rank, file int) byte {
			side, kind, ok := p.PieceAt(goengine.Square(rank<<4 | file))
			if !ok {
				return 0
			}
			return "KQRBNPkqrbnp"[int(side)*6+int(kind)]
		})
		want, _, _ := strings.Cut(fen, " ")
		assert.Equal(t, want, got)
	}
}
