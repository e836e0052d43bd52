package match

import (
	"time"

	"github.com/searchex/searchex/cmd/internal/match/player"
	"github.com/searchex/searchex/cmd/internal/play/clock"
)

// running is the running clock of a player, after some moves.
type running struct {
	control player.TimeControl
	made    int
	spent   time.Duration
}

func newRunning(t player.TimeControl) *running { return &running{control: t} }

// on reports whether there is a clock at all.
func (c *running) on() bool { return c.control.Clocked() }

// now returns where the player stands in its time control.
func (c *running) now() clock.Standing { return clock.After(c.control.Periods, c.made) }

// left returns the time left, negative after an overstepped clock.
func (c *running) left() time.Duration { return c.now().Given - c.spent }

// spend subtracts the time of a move. It reports whether there was enough time.
func (c *running) spend(d time.Duration) bool {
	if !c.on() {
		return true
	}
	c.spent += d
	if c.left() < 0 {
		return false
	}
	c.made++
	return true
}

// clocks returns the clocks for the player to move, nil if it has no clock. If only the
// opponent has none, the player's own time is used instead.
func clocks(white, black *running, whiteToMove bool) *player.Clock {
	own := black
	if whiteToMove {
		own = white
	}
	if !own.on() {
		return nil
	}
	now := own.now()
	c := &player.Clock{MovesToGo: now.ToGo, Period: now.Period}
	c.White, c.WhiteIncrement = own.left(), now.Inc
	c.Black, c.BlackIncrement = own.left(), now.Inc
	if white.on() {
		c.White, c.WhiteIncrement = white.left(), white.now().Inc
	}
	if black.on() {
		c.Black, c.BlackIncrement = black.left(), black.now().Inc
	}
	return c
}
