package main

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/goengine"
	"github.com/searchex/searchex/hostbridge"
)

// solution is what the machine says when it has looked for a mate in n moves as the engine in Go does for uci's go mate.
func solution(t *testing.T, g *goengine.Game, n int) string {
	t.Helper()
	uniform, err := goengine.ParseProfile("uniform")
	require.NoError(t, err)
	e, err := hostbridge.New("go")
	require.NoError(t, err)
	r, err := e.Search(context.Background(), g, &uniform, goengine.Limits{MateIn: n, SX: 8 * (2*n - 1), SXSet: true})
	require.NoError(t, err)
	if r.Best == goengine.NoMove {
		return "NO MATE"
	}
	return fmt.Sprintf("MATE IN %d: %s ", (goengine.Mate-r.Score+1)/2, strings.ToUpper(r.Best.String()))
}

// Mates in one, two and three moves of testdata/own_mates.epd are found, and the whole variation is shown. One move fewer is no
// mate. Nothing is played, and the level stays.
func TestMSXSolvesProblems(t *testing.T) {
	s := newSetter(t)
	for _, problem := range []struct {
		fen   string
		moves int
		text  string
	}{
		{"2q1kbn1/r2p4/b1N2p1r/p2Kp2p/2N1P1pP/1PP5/P2P1PPR/R1BQ1B2 b - - 0 1", 1, "MATE IN 1: C8C6 "},
		{"5rr1/2pp2p1/b6k/2bP4/1P2pPQP/1p6/4PN1P/1N3K2 w - - 0 1", 2, "MATE IN 2: G4G5 "},
		{"Rn6/3n1N2/6p1/3r3k/8/1pp1r2P/1B1N1RP1/3K4 b - - 0 1", 2, "MATE IN 2: C3C2 "},
		{"8/8/1p1RP3/pP1p1p1k/5P2/4P3/P2N4/4K1R1 w - - 0 1", 2, "MATE IN 2: D6D8 "},
		{"5bn1/1b1nr1p1/3N2B1/p1pp4/P2P1PP1/3kP3/1P4qr/1RBK4 b - - 0 1", 3, "MATE IN 3: E7E4 "},
	} {
		g := s.position(problem.fen)
		before := s.state()
		for n := problem.moves - 1; n <= problem.moves; n++ {
			if n == 0 {
				continue
			}
			want := solution(t, g, n)
			require.Equal(t, n == problem.moves, want == problem.text, want)
			s.press(fmt.Sprint("M", n))
			st := s.state()
			require.Contains(t, st.text, want)
			require.Equal(t, []any{before.board, before.now, before.last}, []any{st.board, st.now, st.last})
			require.Contains(t, st.text, "000 S/MOVE")
			if n == problem.moves {
				line := st.text[strings.LastIndex(st.text, ",")+1:]
				require.Len(t, strings.Fields(line), min(5, 2*n-1), line)
			}
		}

		// The game goes on from there.
		s.press("_")
		require.True(t, g.Position().Legal(s.state().last))
	}
}

// M takes back what was entered. Another key than 1 to 7 leaves, Space ends the search, and other keys do nothing in it. Where the
// game is over there is no mate to be found.
func TestMSXStopsProblems(t *testing.T) {
	s := newSetter(t)
	before := s.state()
	for _, key := range "089XMPTOU!_<lud" {
		s.press("E2M")
		require.Contains(t, s.state().text, "MATE IN 1 TO 7 MOVES?")
		s.press(string(key))
		require.Equal(t, before, s.state(), string(key))
	}
	s.pressLater("PMTO!NU_", 2)
	s.press("M7")
	st := s.state()
	require.Contains(t, st.text, "STOPPED")
	require.Equal(t, []any{before.board, before.now, before.last}, []any{st.board, st.now, st.last})

	// A key for five minutes: no seconds end the search.
	s.pressLater("_", 300)
	s.press("M7")
	require.Contains(t, s.state().text, "STOPPED")

	s.position("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1")
	s.press("M2")
	require.Contains(t, s.state().text, "CHECKMATE")
	require.Zero(t, s.state().now)
}
