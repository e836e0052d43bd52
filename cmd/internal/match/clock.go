package match

import (
	"time"

	"github.com/searchex/searchex/cmd/internal/match/player"
)

// running is the running clock of a player.
type running struct {
	control player.TimeControl
	left    time.Duration
	toGo    int
}

func newRunning(t player.TimeControl) *running {
	return &running{control: t, left: t.Base, toGo: t.Moves}
}

// on reports whether there is a clock at all.
func (c *running) on() bool { return c.control.Base > 0 }

// spend subtracts the time of a move. It reports whether there was enough time.
func (c *running) spend(d time.Duration) bool {
	if !c.on() {
		return true
	}
	if c.left -= d; c.left < 0 {
		return false
	}
	c.left += c.control.Increment
	if c.control.Moves > 0 {
		if c.toGo--; c.toGo == 0 {
			c.left += c.control.Base
			c.toGo = c.control.Moves
		}
	}
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
	c := &player.Clock{MovesToGo: own.toGo}
	c.White, c.WhiteIncrement = own.left, own.control.Increment
	c.Black, c.BlackIncrement = own.left, own.control.Increment
	if white.on() {
		c.White, c.WhiteIncrement = white.left, white.control.Increment
	}
	if black.on() {
		c.Black, c.BlackIncrement = black.left, black.control.Increment
	}
	return c
}
