package play

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/cmd/internal/play/level"
	"github.com/searchex/searchex/cmd/internal/play/thinker"
)

// A move that replaces others says so, and undo makes those the game again.
func TestUndoBringsBackWhatAMoveReplaced(t *testing.T) {
	m := newMachine()
	m.TwoPlayers()
	for _, move := range []string{"e4", "e5", "Nf3", "Nc6"} {
		require.True(t, m.Enter(move))
	}
	m.Back(3)
	m.Hush()
	require.True(t, m.Enter("c5"))
	assert.Equal(t, "c5 replaces e5 and 2 moves after it: undo brings it back", m.Message())
	assert.Equal(t, []string{"e4", "c5"}, sans(m.Game()))
	m.Undo()
	assert.Equal(t, 1, m.Game().At())
	assert.Equal(t, "back again: e5 and 2 moves after it; forward (>) plays it", m.Message())
	m.Forward(3)
	assert.Equal(t, []string{"e4", "e5", "Nf3", "Nc6"}, sans(m.Game()))
	text, err := m.Game().PGN().Text()
	require.NoError(t, err)
	assert.Contains(t, text, "c5", "it is a variation now")
}

// Thoughts are those of the position on the board, or of the move that led to it.
func TestThoughtsBelongToThePositionShown(t *testing.T) {
	m := newMachine()
	m.Enter("e4")
	m.brain.tell(thinker.Report{Line: []string{"e7e5", "g1f3"}, Depth: 1})
	assert.Equal(t, Black, m.Thoughts().Side)
	m.answers(t, found("e7e5", time.Second, "g1f3"))
	assert.Equal(t, []string{"e7e5", "g1f3"}, m.Thoughts().Line)
	m.Back(1)
	assert.Equal(t, []string{"e7e5", "g1f3"}, m.Thoughts().Line, "the position that was searched")
	m.Back(1)
	assert.Empty(t, m.Thoughts().Line)
	m.Forward(2)
	assert.NotEmpty(t, m.Thoughts().Line)
	m.Enter("d4")
	m.Back(1)
	m.Look(1)
	assert.Empty(t, m.Thoughts().Line)
}

// Where the clock waits it stands until the first move; with a limit it runs down.
func TestTheClockBeginsWithTheFirstMove(t *testing.T) {
	m := newMachine()
	m.ClockWaits = true
	require.NoError(t, m.NewGame("", White))
	m.TwoPlayers()
	_, ok := m.Left()
	assert.False(t, ok, "a level of seconds a move has no clock")
	l, err := level.Parse("SPEED 5")
	require.NoError(t, err)
	m.SetLevel(l)
	m.clock.now = m.clock.now.Add(time.Minute)
	m.Enter("e4")
	m.clock.now = m.clock.now.Add(6 * time.Minute)
	left, ok := m.Left()
	require.True(t, ok)
	assert.Equal(t, [2]time.Duration{5 * time.Minute, -time.Minute}, left)
}

// The person is told that they have won or lost; of two persons the side is named.
func TestOutcome(t *testing.T) {
	m := newMachine()
	m.TwoPlayers()
	for _, move := range []string{"f3", "e5", "g4", "Qh4"} {
		require.True(t, m.Enter(move))
	}
	assert.Equal(t, "Black wins", m.Game().Outcome())
	assert.Equal(t, "checkmate: 0-1", m.Message())
	m.Game().Seats[White].Machine = true
	assert.Equal(t, "you win", m.Game().Outcome())
	m.Game().Seats[White].Machine, m.Game().Seats[Black].Machine = false, true
	assert.Equal(t, "you lose", m.Game().Outcome())
	m.Back(1)
	assert.Empty(t, m.Game().Outcome())
}
