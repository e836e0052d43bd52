package player

import (
	"fmt"
	"strconv"
	"strings"
	"time"
)

// TimeControl is the time of a player: Base for each Moves moves, or for the whole game if
// Moves is 0, and Increment for each move. A player without a clock takes PerMove for each
// move.
type TimeControl struct {
	Moves     int
	Base      time.Duration
	Increment time.Duration
	PerMove   time.Duration
}

// MaxTime bounds all times of a player: a week.
const MaxTime = 7 * 24 * time.Hour

// ParseTimeControl reads "40/7200", "40/120:00+5", "60+0.6": moves, base in
// seconds or minutes:seconds, increment in seconds.
func ParseTimeControl(s string) (TimeControl, error) {
	var t TimeControl
	rest := s
	bad := func(what string) (TimeControl, error) {
		return TimeControl{}, fmt.Errorf("time control %q: %s: want moves/seconds+increment, such as 40/7200 or 60+0.6", s, what)
	}
	if moves, after, ok := strings.Cut(rest, "/"); ok {
		n, err := strconv.Atoi(moves)
		if err != nil || n < 1 || n > 1000 {
			return bad("moves are not from 1 to 1000")
		}
		t.Moves, rest = n, after
	}
	base, increment, ok := strings.Cut(rest, "+")
	var err error
	if t.Base, err = parseSeconds(base); err != nil || t.Base <= 0 {
		return bad("no base time")
	}
	if ok {
		if t.Increment, err = parseSeconds(increment); err != nil {
			return bad("no increment after +")
		}
	}
	return t, nil
}

// parseSeconds reads seconds or minutes:seconds, up to a week.
func parseSeconds(s string) (time.Duration, error) {
	minutes, seconds, ok := strings.Cut(s, ":")
	if !ok {
		minutes, seconds = "0", s
	}
	m, err := strconv.ParseUint(minutes, 10, 16)
	if err != nil {
		return 0, err
	}
	f, err := strconv.ParseFloat(seconds, 64)
	if err != nil {
		return 0, err
	}
	total := float64(m)*60 + f
	if !(f >= 0 && total <= MaxTime.Seconds()) {
		return 0, fmt.Errorf("%s is out of range", s)
	}
	return time.Duration(total*1000+0.5) * time.Millisecond, nil
}

// String formats the time control for ParseTimeControl.
func (t TimeControl) String() string {
	s := seconds(t.Base) + "+" + seconds(t.Increment)
	if t.Moves > 0 {
		s = strconv.Itoa(t.Moves) + "/" + s
	}
	return s
}

// PGN formats the time control for the tag TimeControl: 40/9000, 60+1, *5 for a fixed time
// a move, - for none.
func (t TimeControl) PGN() string {
	switch {
	case t.PerMove > 0:
		return "*" + seconds(t.PerMove)
	case t.Base == 0:
		return "-"
	}
	s := seconds(t.Base)
	if t.Increment > 0 {
		s += "+" + seconds(t.Increment)
	}
	if t.Moves > 0 {
		s = strconv.Itoa(t.Moves) + "/" + s
	}
	return s
}

// seconds formats a time in seconds, with as many decimals as necessary.
func seconds(d time.Duration) string { return strconv.FormatFloat(d.Seconds(), 'f', -1, 64) }

// Clock has the clocks for a player that is to move.
type Clock struct {
	White, Black                   time.Duration // left
	WhiteIncrement, BlackIncrement time.Duration
	MovesToGo                      int // to the next time control; 0 for the rest of the game
}
