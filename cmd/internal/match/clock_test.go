package match

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"github.com/searchex/searchex/cmd/internal/match/player"
	"github.com/searchex/searchex/cmd/internal/play/clock"
)

func TestClocks(t *testing.T) {
	c := newRunning(player.TimeControl{Periods: []clock.Period{{Moves: 2, Time: 10 * time.Second, Inc: time.Second}}})
	none := newRunning(player.TimeControl{})
	assert.True(t, c.spend(4*time.Second))
	assert.Equal(t, &player.Clock{White: 7 * time.Second, Black: 7 * time.Second, WhiteIncrement: time.Second, BlackIncrement: time.Second, MovesToGo: 1},
		clocks(c, none, true))
	assert.Nil(t, clocks(c, none, false), "who has no clock sees none")
	assert.True(t, c.spend(7*time.Second))
	assert.Equal(t, &player.Clock{White: 11 * time.Second, Black: 11 * time.Second, WhiteIncrement: time.Second, BlackIncrement: time.Second, MovesToGo: 2},
		clocks(none, c, false), "the next control")
	assert.False(t, c.spend(12*time.Second))
	assert.Equal(t, -time.Second, c.left())
	assert.True(t, none.spend(time.Hour))
}
