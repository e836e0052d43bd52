package main

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/goengine"
	"github.com/searchex/searchex/hostbridge"
)

// unknownOpening leaves the book at once, so that the machine searches.
var unknownOpening = strings.Fields("h2h4 a7a5 h1h3 a8a6 a2a3 b7b6")

// firstIteration returns the move that the engine in Go finds as the cartridge does at level 0: a search is stopped as soon as
// it has searched a root move, so its first iteration counts, or the first GraceNodes moves.
func firstIteration(t *testing.T, g *goengine.Game, profile string, moves []goengine.Move) goengine.Move {
	t.Helper()
	prof, err := goengine.ParseProfile(profile)
	require.NoError(t, err)
	e, err := hostbridge.New("go")
	require.NoError(t, err)
	r, err := e.Search(context.Background(), g, &prof, goengine.Limits{Nodes: 1, Moves: moves})
	require.NoError(t, err)
	return r.Best
}

// enterBoth enters moves of both sides: U takes each reply of the machine back.
func (m *msx) enterBoth(g *goengine.Game, moves []string) {
	m.t.Helper()
	for _, uci := range moves {
		require.NoError(m.t, g.Play(uci))
		m.enter(uci)
		m.press("U")
	}
	require.Equal(m.t, boardOf(g.Position()), m.state().board)
}

// pressLater presses keys of msxKeys a number of seconds from now and every half second after that, whatever the machine does.
func (m *msx) pressLater(keys string, seconds float64) {
	for i, k := range keys {
		at := strings.IndexRune(msxKeys, k)
		m.tell("later %g %d %d", seconds+float64(i)/2, at/8, 1<<(at%8))
	}
}

// The tip is the move that the engine in Go finds, and O plays the moves that it finds without those that were played before.
// Neither changes the game except for that move.
func TestMSXGivesATipAndOtherMoves(t *testing.T) {
	m := startMSX(t)
	m.press("LLLLL")
	g := newGame(t)
	m.enterBoth(g, unknownOpening)
	for _, profile := range []string{"sx81", "tuned"} {
		require.Contains(t, m.state().text, strings.ToUpper(profile))
		before := m.state()
		want := firstIteration(t, g, profile, nil)
		m.press("T")
		s := m.state()
		require.Contains(t, s.text, "TIP: "+strings.ToUpper(want.String())+" ", profile)
		require.Equal(t, []any{before.board, before.now, before.last}, []any{s.board, s.now, s.last}, "nothing is played")

		// The tip is played, then taken back for another move three times.
		m.press("_")
		require.Equal(t, want, m.state().last)
		moves := g.Position().LegalMoves()
		for range 3 {
			moves = slices.DeleteFunc(moves, func(m goengine.Move) bool { return m == want })
			want = firstIteration(t, g, profile, moves)
			m.enter("e1e1") // which is refused and changes nothing
			m.press("O")
			s = m.state()
			require.Equal(t, want, s.last, profile)
			require.Equal(t, before.now+1, s.now)
		}
		m.press("US")
		require.Equal(t, before.board, m.state().board)
	}

	// After other keys O begins with all moves again: here with those of two half-moves earlier.
	m.press("_OUUO")
	last := len(unknownOpening) - 2
	g = newGame(t)
	for _, uci := range unknownOpening[:last] {
		require.NoError(t, g.Play(uci))
	}
	moves := slices.DeleteFunc(g.Position().LegalMoves(), func(m goengine.Move) bool { return g.Position().UCI(m) == unknownOpening[last] })
	require.Equal(t, firstIteration(t, g, "sx81", moves), m.state().last)
}

// The two keys do no harm where they have no sense: no move to take back, a game that is over, half a move entered, a search
// under way.
func TestMSXGivesNoTipWhenTheGameIsOver(t *testing.T) {
	m := startMSX(t)
	m.press("LLLLLE2O")
	s := m.state()
	require.Zero(t, s.now)
	require.Contains(t, s.text, ",E2 ", "what was entered stays")
	m.press("T")
	s = m.state()
	require.Contains(t, s.text, "TIP: ")
	require.Zero(t, s.now)
	require.NotContains(t, s.text, ",E2 ")

	// 1. f3 e5 2. g4 Qh4 mate, and another move than that mate.
	g := newGame(t)
	m.enterBoth(g, []string{"f2f3", "e7e5", "g2g4"})
	m.enter("d8h4")
	mate := m.state()
	require.Contains(t, mate.text, "CHECKMATE")
	m.press("T")
	require.Equal(t, mate, m.state())
	m.press("O")
	others := slices.DeleteFunc(g.Position().LegalMoves(), func(m goengine.Move) bool { return m == mate.last })
	want := firstIteration(t, g, "sx81", others)
	s = m.state()
	require.Equal(t, want, s.last)
	require.Equal(t, 4, s.now)

	// Then a move is entered, and O begins with all moves of the new position.
	require.NoError(t, g.Play(g.Position().UCI(want)))
	move := g.Position().UCI(g.Position().LegalMoves()[0])
	m.enter(move)
	require.NoError(t, g.Play(move))
	reply := m.state().last
	require.True(t, g.Position().Legal(reply))
	m.press("O")
	others = slices.DeleteFunc(g.Position().LegalMoves(), func(m goengine.Move) bool { return m == reply })
	require.Equal(t, firstIteration(t, g, "sx81", others), m.state().last)

	// Keys that are pressed in a search of five seconds.
	m.press("NLLL")
	m.enter("h2h4")
	m.pressLater("TO!UN", 2)
	m.enter("h1h3")
	s = m.state()
	require.Equal(t, 4, s.now, s.text)

	// Space ends the search for a tip, and plays nothing; then it ends that for another move.
	m.press("LLLL")
	require.Contains(t, m.state().text, "180 S/MOVE")
	m.pressLater("_", 3)
	m.press("T")
	s = m.state()
	require.Contains(t, s.text, "TIP: ")
	require.Equal(t, 4, s.now)
	m.pressLater("_", 3)
	m.press("O")
	other := m.state()
	require.Equal(t, 4, other.now)
	require.NotEqual(t, s.last, other.last)
}
