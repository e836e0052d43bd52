package play

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/cmd/internal/play/clock"
	"github.com/searchex/searchex/cmd/internal/play/level"
)

// A MK V keeps a reserve of 1,000,000 cycles, 0.5086 s, and a fifth of that for each later move.
// Of 100 s for two moves the first gets (100 - 0.5086 - 0.1017)/2 = 49.695 s. It takes 30 s; then
// the second gets 70 - 0.5086 = 69.491 s. After 20 s for it, the rest of the game has 50 s + 60 s,
// and 4 s a move: a thirtieth of 110 - 0.5086 - 29*0.1017, and nine tenths of 4 s: 7.151 s.
func TestATimeControlIsPlayedPeriodByPeriod(t *testing.T) {
	m := newMachine()
	l, err := level.ParseRated("2/100:060+4")
	require.NoError(t, err)
	m.SetLevel(l)
	assert.Contains(t, m.Message(), "2 moves in 100 seconds, then the rest in 1 minute and 4 seconds a move")
	for i, turn := range []struct {
		person, machine string
		took            time.Duration
		want            float64
	}{{"e4", "e7e5", 30 * time.Second, 49.695}, {"Nf3", "b8c6", 20 * time.Second, 69.491}, {"Bc4", "g8f6", time.Second, 7.151}} {
		m.Enter(turn.person)
		assert.InDelta(t, turn.want, m.brain.last().Time.Seconds(), 0.001, "move %d", i+1)
		m.answers(t, found(turn.machine, turn.took))
	}
	game := m.Game().PGN()
	periods, err := clock.Parse(game.Tag("TimeControl"))
	require.NoError(t, err)
	assert.Equal(t, l.Periods(), periods, "the tag is read as it was written")
	m.SetLevel(level.Level{Kind: level.Move, Time: time.Second})
	assert.Empty(t, m.Game().PGN().Tag("TimeControl"), "seconds a move are no time control")
}
