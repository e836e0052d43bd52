package player

import (
	"errors"
	"time"

	"github.com/searchex/searchex/cmd/internal/play/clock"
)

// TimeControl is the time of a player: the periods of its clock. A player without a clock
// has none, and takes PerMove for each move.
type TimeControl struct {
	Periods []clock.Period
	PerMove time.Duration
}

// MaxTime bounds all times of a player: a week.
const MaxTime = clock.MaxTime

// ParseTimeControl reads a time control, as clock.Parse does.
func ParseTimeControl(s string) (t TimeControl, err error) {
	t.Periods, err = clock.Parse(s)
	if err == nil && !t.Clocked() {
		err = errors.New("time control -: it is none: leave it out")
	}
	return t, err
}

// Clocked reports whether there is a clock.
func (t TimeControl) Clocked() bool { return len(t.Periods) > 0 }

// String formats the time control for ParseTimeControl.
func (t TimeControl) String() string {
	s := clock.Format(t.Periods)
	if len(t.Periods) == 1 && t.Periods[0].Inc == 0 {
		s += "+0" // as state files have it
	}
	return s
}

// PGN formats the time control for the tag TimeControl: 40/9000, 60+1, 40/7200:3600; - for
// none. PGN has no form for a fixed time a move: 1/5 is one move in each 5 seconds.
func (t TimeControl) PGN() string {
	if t.PerMove > 0 {
		return clock.Format([]clock.Period{{Moves: 1, Time: t.PerMove}})
	}
	return clock.Format(t.Periods)
}
