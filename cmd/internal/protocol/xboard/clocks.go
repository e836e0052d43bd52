package xboard

import (
	"cmp"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/searchex/searchex/cmd/internal/play/clock"
)

// clocks has the time control, and the time left according to the chess program.
type clocks struct {
	own, other *time.Duration
	base       *time.Duration // of level
	moves      int            // of a period of level, 0 for the whole game
	from       int            // half-moves before level
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

// level reads "moves base increment": base in minutes or minutes:seconds, increment in
// seconds.
func (c *clocks) level(words []string) error {
	wrong := "want moves, minutes or minutes:seconds, increment"
	if len(words) != 3 {
		return errors.New(wrong)
	}
	moves, err := strconv.Atoi(words[0])
	if err != nil || moves < 0 {
		err = fmt.Errorf("%q is no number of moves", words[0])
	}
	base, errBase := clock.OfXBoard.Time(words[1])
	inc, errInc := clock.InSeconds.Time(words[2])
	if err := cmp.Or(err, errBase, errInc); err != nil {
		return fmt.Errorf("%w: %s", err, wrong)
	}
	*c = clocks{depth: c.depth, own: &base, other: &base, base: &base, moves: moves, inc: inc}
	return nil
}

// words returns the words of go for a side, after a number of half-moves. Its moves to the
// end of the period are counted from the command level.
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
		before := (c.from + 1 - plies%2) / 2 // the side's moves before level
		fmt.Fprintf(&b, " movestogo %d", c.moves-max(plies/2-before, 0)%c.moves)
	}
	return b.String()
}
