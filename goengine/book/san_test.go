package book

import (
	"bufio"
	"math/rand"
	"strings"
	"testing"

	"github.com/corentings/chess/v2"
	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/goengine"
	"github.com/searchex/searchex/testdata"
)

// walk calls f with positions of random games from those of a file.
func walk(t testing.TB, seed int64, games, plies int, f func(p *goengine.Position)) {
	file, err := testdata.Files.Open("own_perft200.epd")
	require.NoError(t, err)
	defer file.Close()
	starts := []string{goengine.StartFEN}
	for s := bufio.NewScanner(file); s.Scan(); {
		if fields := strings.Fields(s.Text()); len(fields) >= 4 {
			starts = append(starts, strings.Join(fields[:4], " "))
		}
	}
	r := rand.New(rand.NewSource(seed))
	for range games {
		p, err := goengine.ParseFEN(starts[r.Intn(len(starts))])
		require.NoError(t, err)
		for range plies {
			f(p)
			moves := p.LegalMoves()
			if len(moves) == 0 || p.HalfmoveClock() > 140 {
				break
			}
			p.Play(moves[r.Intn(len(moves))])
		}
	}
}

// Moves are written and read as another implementation of the rules does it.
func TestSANIsThatOfAnotherLibrary(t *testing.T) {
	n := 0
	walk(t, 1, 150, 20, func(p *goengine.Position) {
		var theirs chess.Position
		require.NoError(t, theirs.UnmarshalText([]byte(p.FEN())))
		for _, m := range p.LegalMoves() {
			move, err := chess.UCINotation{}.Decode(&theirs, p.UCI(m))
			require.NoError(t, err)
			want := chess.AlgebraicNotation{}.Encode(&theirs, move)
			san := SAN(p, m)
			require.Equal(t, want, san, p.FEN())
			for _, form := range []string{san, san + "#", strings.TrimRight(san, "+#"), san + "!?", p.UCI(m), strings.Replace(san, "=", "", 1), strings.Replace(san, "O", "0", -1)} {
				got, err := ParseSAN(p, form)
				require.NoError(t, err, "%s in %s", form, p.FEN())
				require.Equal(t, san, SAN(p, got), "%s in %s", form, p.FEN())
			}
			n++
		}
	})
	require.Greater(t, n, 20000)
}

func TestSANThatIsNoLegalMoveIsRefused(t *testing.T) {
	for _, c := range []struct{ fen, san, want string }{
		{goengine.StartFEN, "", "not a move"},
		{goengine.StartFEN, "x", "not a move"},
		{goengine.StartFEN, "N", "not a move"},
		{goengine.StartFEN, "+", "not a move"},
		{goengine.StartFEN, "=Q", "not a move"},
		{goengine.StartFEN, "i4", "not a move"},
		{goengine.StartFEN, "Nf3f", "not a move"},
		{goengine.StartFEN, "--", "not a move"},
		{goengine.StartFEN, "e5", "no such legal move"},
		{goengine.StartFEN, "O-O", "no such legal move"},
		{goengine.StartFEN, "e4=Q", "no such legal move"},
		{goengine.StartFEN, "exd3", "no such legal move"},
		{"r3k2r/8/8/8/8/8/8/R3K2R w - - 0 1", "Kg1", "no such legal move"},
		{"4k3/8/8/8/4r3/8/4N3/4K3 w - - 0 1", "Nc3", "no such legal move"},
		{"k7/8/8/8/8/8/1p6/R1B1K3 b - - 0 1", "bxa1", "the pawn promotes: write bxa1=Q"},
		{"4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1", "Nd2", "ambiguous: Nbd2 or Nfd2"},
	} {
		p, err := goengine.ParseFEN(c.fen)
		require.NoError(t, err)
		_, err = ParseSAN(p, c.san)
		require.EqualError(t, err, c.want, "%q in %s", c.san, c.fen)
	}
}
