package hostbridge

import (
	"math/rand"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/goengine"
)

// placed are random positions of pieces set down anywhere, which no play leads
// to: full of pins, pawns about to promote, queens by the dozen.
func placed(seed int64, count int, f func(p *goengine.Position)) {
	r := rand.New(rand.NewSource(seed))
	for n := 0; n < count; {
		var board [64]byte
		for i, k := range r.Perm(64)[:2+r.Intn(16)] {
			c := "KkQqRrBbNnPpPpQqRrBb"[min(i, 2+r.Intn(18))]
			if i < 2 {
				c = "Kk"[i]
			}
			if (c == 'p' || c == 'P') && (k < 8 || k >= 56) {
				continue
			}
			board[k] = c
		}
		if p, err := goengine.ParseFEN(boardFEN(&board) + " " + "wb"[n%2:n%2+1] + " - - 0 1"); err == nil {
			n++
			f(p)
		}
	}
}

// boardFEN is the first field of a FEN: the letters of the pieces by square,
// a8 first, 0 where there is none.
func boardFEN(board *[64]byte) string {
	var fen strings.Builder
	for i, c := range board {
		if i > 0 && i%8 == 0 {
			fen.WriteByte('/')
		}
		if c == 0 {
			c = '.'
		}
		fen.WriteByte(c)
	}
	s := fen.String()
	for k := 8; k > 0; k-- {
		s = strings.ReplaceAll(s, strings.Repeat(".", k), string(rune('0'+k)))
	}
	return s
}

// TestZ80GenerateOnPlacedPieces: a pinned pawn on a2 once took en passant on a
// square off the board.
func TestGenerateOnPlacedPieces(t *testing.T) { onMachines(t, testGenerateOnPlacedPieces) }

func testGenerateOnPlacedPieces(t testing.TB, m *rig) {
	check := func(p *goengine.Position) {
		m.set(p)
		m.call("look", in{"maybe": 1})
		m.call("generate_tactical", nil)
		tactical := m.moves(m.addr("raw_moves"))
		middle := m.layout.quiet.end()
		m.call("generate_quiet", nil)
		quiet := m.moves(middle)
		wantTactical, wantQuiet := p.Generated()
		if d := cmp.Diff(append([]goengine.GeneratedMove(nil), wantTactical...), tactical); d != "" {
			t.Fatalf("%s: tactical: Go -, machine +\n%s", p.FEN(), d)
		}
		if d := cmp.Diff(append([]goengine.GeneratedMove(nil), wantQuiet...), quiet); d != "" {
			t.Fatalf("%s: quiet: Go -, machine +\n%s", p.FEN(), d)
		}
	}
	for _, fen := range []string{
		"8/8/8/8/8/Q7/p7/kB3K2 b - - 0 1",
		"R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1",
		"R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 b - - 0 1",
		// Two pawns can step before the bishop, and the one listed behind them is
		// pinned.
		"4r2k/8/8/b7/8/8/1PP1P3/4K3 w - - 0 1",
		"4k3/1pp1p3/8/8/B7/8/8/4R2K b - - 0 1",
		// A pawn takes the piece that checks, and is promoted.
		"4r2k/3P4/8/8/8/8/8/4K3 w - - 0 1",
		"4k3/8/8/8/8/8/3p4/4R2K b - - 0 1",
		// A pinned pawn takes en passant along the pin, towards its king.
		"k7/5K2/8/3Pp3/2b5/8/8/8 w - e6 0 1",
		"8/8/8/2B5/3pP3/8/5k2/K7 b - e3 0 1",
	} {
		p, err := goengine.ParseFEN(fen)
		require.NoError(t, err)
		check(p)
	}
	placed(5, slow(3000, 30000), check)
}

// TestEqualOnPlacedPieces searches such positions with both engines.
func TestEqualOnPlacedPieces(t *testing.T) {
	t.Parallel()
	p := newLineup(t, false)
	n := 0
	placed(6, slow(100, 1500), func(q *goengine.Position) {
		name := goengine.ProfileNames[n%len(goengine.ProfileNames)]
		n++
		p.equal(goengine.NewGame(q), name, profile(t, name), goengine.Limits{Nodes: 600})
	})
}
