package main

import (
	"encoding/binary"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/asm"
	"github.com/searchex/searchex/emu/m68k"
	"github.com/searchex/searchex/goengine"
	"github.com/searchex/searchex/internal/probe"
)

// Buttons from the board to an entry of the menu, which closes it.
const mdHint, mdNextBest = "CDDDA", "CDDDDA"

// mdSearched returns the Go engine's move in a position after as many nodes as the machine has searched. It chooses among the
// given moves, or among all if none are given. Make the position by playing the whole game: its lists are then in the order of
// the machine's.
func mdSearched(m *md, p *goengine.Position, among []goengine.Move) goengine.Move {
	m.t.Helper()
	l := newLeveled(m.t, &m.played, "68000", asm.LoadMD, m68k.MDRAMStart, 0)
	nodes := uint64(binary.BigEndian.Uint32(l.bytes("nodes", 4)))
	prof, err := goengine.ParseProfile("sx81")
	require.NoError(m.t, err)
	r := probe.Of(p).Search(goengine.NewEngine(), &prof, goengine.Limits{Nodes: nodes, Moves: among})
	require.Equal(m.t, nodes, r.Nodes)
	require.NotEqual(m.t, goengine.NoMove, r.Best)
	return r.Best
}

// Hint shows what the Go engine plays, and leaves the game as it is. Next best plays what the Go engine plays without the
// moves that were taken back.
func TestMDHintsAndPlaysTheNextBest(t *testing.T) {
	t.Parallel()
	m := startMD(t)
	start := m.state()
	m.press("CLLB" + mdHint)
	s := m.state()
	require.Contains(t, s.text, "LEVEL   1 S")
	require.Regexp(t, `^HINT [A-H][12][A-H][34] `, s.text, "of the book")
	require.Equal(t, []any{start.board, 0}, []any{s.board, s.now})

	// 1. h4, an answer of the book, 2. Rh3, to which it has none.
	p, err := goengine.ParseFEN(goengine.StartFEN)
	require.NoError(t, err)
	play := func(p *goengine.Position, move goengine.Move) {
		t.Helper()
		require.True(t, p.Play(move), p.UCI(move))
	}
	enter := func(uci string) {
		t.Helper()
		move, err := p.ParseMove(uci)
		require.NoError(t, err)
		play(p, move)
		m.enter(uci)
	}
	enter("h2h4")
	play(p, m.state().last)
	enter("h1h3")
	s = m.state()
	require.Equal(t, mdSearched(m, p, nil), s.last)

	left := p.LegalMoves()
	all := len(left)
	for i := range 3 {
		left = slices.DeleteFunc(left, func(l goengine.Move) bool { return l == s.last })
		if i == 2 { // what was taken back is known after a hint, too
			after := *p
			play(&after, s.last)
			m.press(mdHint)
			hinted := m.state()
			hint := after.UCI(mdSearched(m, &after, nil))
			require.True(t, strings.HasPrefix(hinted.text, "HINT "+strings.ToUpper(hint[:4])+" "), "%s: %s", hint, hinted.text)
			require.Equal(t, []any{s.board, s.last, 4}, []any{hinted.board, hinted.last, hinted.now})
		}
		m.press(mdNextBest)
		s = m.state()
		require.Equal(t, 4, s.now)
		require.Equal(t, mdSearched(m, p, left), s.last)
		after := *p
		play(&after, s.last)
		require.Equal(t, boardOf(&after), s.board)
	}
	require.Len(t, left, all-3)

	// The machine's move at the same place, but of its own: nothing is taken back any more.
	m.press("BS")
	s = m.state()
	require.Equal(t, 4, s.now)
	require.Equal(t, mdSearched(m, p, nil), s.last)
	m.press(mdNextBest)
	left = slices.DeleteFunc(p.LegalMoves(), func(l goengine.Move) bool { return l == s.last })
	require.Equal(t, mdSearched(m, p, left), m.state().last)
}

// Hint and next best at odd moments do no harm: at the beginning, with left and right, without another move, after a mate.
// Start ends the search for a hint.
func TestMDHintsAtOddMoments(t *testing.T) {
	t.Parallel()
	m := startMD(t)
	before := m.state()
	m.press("CLLLB" + mdNextBest + "CDDDLRDLRB")
	s := m.state()
	require.Equal(t, []any{before.board, before.now}, []any{s.board, s.now})
	require.False(t, strings.HasPrefix(s.text, "HINT"), s.text)

	playBoth := func(moves string) (s seen) {
		for i, uci := range strings.Fields(moves) {
			if i > 0 {
				m.press("B")
			}
			m.enter(uci)
			s = m.state()
		}
		return s
	}
	forced := playBoth("e2e4 f7f5 d1h5")
	require.Equal(t, 4, forced.now)
	for range 2 {
		m.press(mdNextBest)
		s = m.state()
		require.Contains(t, s.text, "NO OTHER MOVE")
		require.Equal(t, []any{forced.board, forced.last, 4}, []any{s.board, s.last, s.now})
	}

	m.press("CDDDDDA")
	mate := playBoth("f2f3 e7e5 g2g4 d8h4")
	require.Contains(t, mate.text, "CHECKMATE")
	m.press(mdHint)
	require.Equal(t, mate, m.state())
	m.press(mdNextBest)
	s = m.state()
	require.Equal(t, 4, s.now)
	require.NotContains(t, s.text, "CHECKMATE")
	require.NotEqual(t, mate.last, s.last)

	m.press("CL")
	require.Contains(t, m.state().text, "LEVEL 180 S")
	m.press("B")
	m.tell("thinking Start 90")
	m.press(mdHint)
	hinted := m.state()
	require.Regexp(t, `^HINT [A-H][1-8][A-H][1-8] `, hinted.text)
	require.Regexp(t, `TIME +17\d *,`, hinted.text)
	require.Equal(t, []any{s.board, 4}, []any{hinted.board, hinted.now})
}
