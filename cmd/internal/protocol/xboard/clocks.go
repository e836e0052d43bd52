package xboard

import (
	"fmt"
	"strconv"
	"strings"
	"time"
)

// clocks has the time control, and the time left according to the chess program.
type clocks struct {
	own, other *time.Duration
	base       *time.Duration // of level
	moves      int            // of a period of level, 0 for the whole game
	inc        time.Duration
	perMove    time.Duration // st
	depth      int           // sd
}

// newGame resets the clocks; the time control stays.
func (c *clocks) newGame() { c.own, c.other, c.depth = c.base, c.base, 0 }

// hear handles a command about time or depth. It reports whether the command is one.
func (c *clocks) hear(name, rest string) (known bool, err error) {
	switch name {
	case "time", "otim":
		n, err := strconv.ParseInt(rest, 10, 64)
		if err != nil || n > 1e11 || n < -1e11 {
			return true, fmt.Errorf("want hundredths of a second")
		}
		d := max(time.Duration(n)*10*time.Millisecond, 0)
		if name == "time" {
			c.own = &d
		} else {
			c.other = &d
		}
	case "level":
		return true, c.level(strings.Fields(rest))
	case "st":
		s, err := strconv.ParseFloat(rest, 64)
		if err != nil || !(s >= 0 && s < 1e9) {
			return true, fmt.Errorf("want seconds")
		}
		*c = clocks{depth: c.depth, perMove: max(time.Duration(s*float64(time.Second)), time.Millisecond)}
	case "sd", "depth":
		n, err := strconv.Atoi(rest)
		if err != nil || n < 1 {
			return true, fmt.Errorf("want plies")
		}
		c.depth = n
	default:
		return false, nil
	}
	return true, nil
}

// level reads "moves base increment": base in minutes or min:sec, increment in
// seconds.
func (c *clocks) level(words []string) error {
	wrong := fmt.Errorf("want moves, minutes or minutes:seconds, increment")
	if len(words) != 3 {
		return wrong
	}
	moves, err := strconv.Atoi(words[0])
	minutes, seconds, _ := strings.Cut(words[1], ":")
	m, errM := strconv.Atoi(minutes)
	s := 0
	if seconds != "" {
		var errS error
		if s, errS = strconv.Atoi(seconds); errS != nil {
			return wrong
		}
	}
	inc, errI := strconv.ParseFloat(words[2], 64)
	if err != nil || errM != nil || errI != nil || moves < 0 || m < 0 || s < 0 || m > 1e6 || s > 1e6 || !(inc >= 0 && inc < 1e6) {
		return wrong
	}
	base := time.Duration(m)*time.Minute + time.Duration(s)*time.Second
	*c = clocks{depth: c.depth, own: &base, other: &base, base: &base, moves: moves, inc: time.Duration(inc * float64(time.Second))}
	return nil
}

// words returns the words of go for a side, after a number of half-moves.
func (c *clocks) words(white bool, plies int) string {
	var b strings.Builder
	if c.depth > 0 {
		fmt.Fprintf(&b, " depth %d", c.depth)
	}
	if c.perMove > 0 {
		fmt.Fprintf(&b, " movetime %d", c.perMove.Milliseconds())
		return b.String()
	}
	if c.own == nil {
		return b.String()
	}
	own, other := "wtime", "btime"
	if !white {
		own, other = other, own
	}
	fmt.Fprintf(&b, " %s %d", own, c.own.Milliseconds())
	if c.other != nil {
		fmt.Fprintf(&b, " %s %d", other, c.other.Milliseconds())
	}
	if c.inc > 0 {
		fmt.Fprintf(&b, " winc %d binc %d", c.inc.Milliseconds(), c.inc.Milliseconds())
	}
	if c.moves > 0 {
		fmt.Fprintf(&b, " movestogo %d", c.moves-plies/2%c.moves)
	}
	return b.String()
}
