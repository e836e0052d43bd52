package clock

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Bounds of a time control. MaxTime is a week, for a period or an increment.
const (
	MaxPeriods = 8
	MaxMoves   = 1000
	MaxTime    = 7 * 24 * time.Hour
)

// Scale says what the numbers of a time mean: Number is the unit of a number alone. In
// a:b, Before is the unit of a, and b, from 0 to 59, counts sixtieths of that.
type Scale struct {
	Number, Before time.Duration
}

// The scales in use: match and PGN count seconds (90, 1:30 is 90 s), the levels of the MK V
// minutes (90, 1:30 is 90 min), the command level of the xboard protocol minutes too, but
// with seconds after the colon (90, 1:30 is 90 s).
var (
	InSeconds = Scale{Number: time.Second, Before: time.Minute}
	InMinutes = Scale{Number: time.Minute, Before: time.Hour}
	OfXBoard  = Scale{Number: time.Minute, Before: time.Minute}
)

// number matches digits, with a fraction or without; digits matches digits alone.
var (
	number = regexp.MustCompile(`^([0-9]+\.?[0-9]*|\.[0-9]+)$`)
	digits = regexp.MustCompile(`^[0-9]+$`)
)

// Time reads a time, to the millisecond and up to MaxTime.
func (s Scale) Time(text string) (time.Duration, error) {
	whole, part, colon := strings.Cut(text, ":")
	amount, unit := whole, s.Number
	total := 0.0
	if colon {
		integer, _, _ := strings.Cut(part, ".")
		n, err := strconv.Atoi(whole)
		if err != nil || !digits.MatchString(whole) || !number.MatchString(part) {
			return 0, fmt.Errorf("%q is no time", text)
		}
		if m, _ := strconv.Atoi(integer); m > 59 || len(integer) > 2 {
			return 0, fmt.Errorf("%s after a colon: want 00 to 59", part)
		}
		total, amount, unit = float64(n)*float64(s.Before), part, s.Before/60
	}
	f, err := strconv.ParseFloat(amount, 64)
	if err != nil || !number.MatchString(amount) {
		return 0, fmt.Errorf("%q is no time", text)
	}
	if total += f * float64(unit); total > float64(MaxTime) {
		return 0, fmt.Errorf("%s is more than a week", text)
	}
	return time.Duration(total/float64(time.Millisecond)+0.5) * time.Millisecond, nil
}

// Period reads [moves/]time[+seconds].
func (s Scale) Period(text string) (p Period, err error) {
	rest := text
	if moves, after, ok := strings.Cut(text, "/"); ok {
		if p.Moves, err = strconv.Atoi(moves); err != nil || !digits.MatchString(moves) || p.Moves < 1 || p.Moves > MaxMoves {
			return p, fmt.Errorf("moves are not from 1 to %d", MaxMoves)
		}
		rest = after
	}
	base, increment, ok := strings.Cut(rest, "+")
	switch p.Time, err = s.Time(base); {
	case base == "", err == nil && p.Time == 0:
		return p, errors.New("no base time")
	case err != nil:
		return p, fmt.Errorf("no base time: %w", err)
	}
	if ok {
		if p.Inc, err = InSeconds.Time(increment); err != nil {
			return p, fmt.Errorf("no increment: %w", err)
		}
	}
	return p, nil
}

// Parse reads a time control in the notation of PGN's tag TimeControl: periods of
// [moves/]seconds[+increment], with colons between them, such as 40/7200:20/3600:900+30. A
// time may be minutes:seconds too, as 5:00. A colon means what makes a valid control of the
// text; a text with two meanings is refused. The text - is no control: no periods.
func Parse(text string) ([]Period, error) {
	bad := func(format string, args ...any) ([]Period, error) {
		return nil, fmt.Errorf("time control %q: %w", cut(text), fmt.Errorf(format, args...))
	}
	switch {
	case text == "-":
		return nil, nil
	case text == "?":
		return bad("it is unknown: %s", want)
	case strings.HasPrefix(text, "*"):
		return bad("an hourglass is not played: %s", want)
	}
	fields := strings.Split(text, ":")
	if len(fields) > 2*MaxPeriods {
		return bad("more than %d periods", MaxPeriods)
	}
	all := readings(fields)
	switch {
	case len(all) == 1:
		return all[0], nil
	case len(all) > 1:
		return bad("it is %s (%s), or %s (%s): write what you mean as in the brackets",
			Describe(all[0]), Format(all[0]), Describe(all[1]), Format(all[1]))
	case len(fields) == 1:
		_, err := InSeconds.Period(text)
		return bad("%w: %s", err, want)
	}
	_, asPeriods := periods(fields)
	if len(fields) > 2 {
		return bad("%w: %s", asPeriods, want)
	}
	_, asTime := InSeconds.Period(text)
	return bad("neither minutes:seconds (%w) nor two periods (%w): %s", asTime, asPeriods, want)
}

// want is the end of messages about a time control.
const want = "want moves/seconds+increment, such as 40/7200, 60+0.6 or 40/7200:3600"

// readings returns all time controls that the fields between colons can be. A field is a
// period, or minutes, of which the next has the seconds.
func readings(fields []string) (all [][]Period) {
	for n := 1; n <= min(2, len(fields)); n++ {
		p, err := InSeconds.Period(strings.Join(fields[:n], ":"))
		switch {
		case err != nil:
		case n == len(fields):
			all = append(all, []Period{p})
		case p.Moves > 0:
			for _, rest := range readings(fields[n:]) {
				if len(rest) < MaxPeriods {
					all = append(all, slices.Insert(rest, 0, p))
				}
			}
		}
	}
	return all
}

// periods reads each field as a period.
func periods(fields []string) (all []Period, err error) {
	for i, f := range fields {
		p, err := InSeconds.Period(f)
		switch {
		case err != nil:
			return nil, err
		case p.Moves == 0 && i < len(fields)-1:
			return nil, fmt.Errorf("after %s without moves nothing can follow", f)
		}
		if all = append(all, p); len(all) > MaxPeriods {
			return nil, fmt.Errorf("more than %d periods", MaxPeriods)
		}
	}
	return all, nil
}

// Format writes a time control for Parse and for PGN's tag TimeControl.
func Format(all []Period) string {
	if len(all) == 0 {
		return "-"
	}
	var b strings.Builder
	for i, p := range all {
		if i > 0 {
			b.WriteByte(':')
		}
		if p.Moves > 0 {
			b.WriteString(strconv.Itoa(p.Moves) + "/")
		} else if i > 0 && p.Time < 100*time.Second {
			b.WriteByte('0') // three digits, which are no seconds after a colon
			if p.Time < 10*time.Second {
				b.WriteByte('0')
			}
		}
		b.WriteString(Seconds(p.Time))
		if p.Inc > 0 {
			b.WriteString("+" + Seconds(p.Inc))
		}
	}
	return b.String()
}

// Seconds formats a time in seconds, with as many decimals as necessary.
func Seconds(d time.Duration) string { return strconv.FormatFloat(d.Seconds(), 'f', -1, 64) }

// Describe says in words what a time control is.
func Describe(all []Period) string {
	var parts []string
	for i, p := range all {
		time := inWords(p.Time)
		part := fmt.Sprintf("%d moves in %s", p.Moves, time)
		switch {
		case p.Moves == 0 && i == 0:
			part = "the whole game in " + time
		case p.Moves == 0:
			part = "the rest in " + time
		case len(all) == 1:
			part = fmt.Sprintf("%d moves in each %s", p.Moves, time)
		case i == len(all)-1:
			part = fmt.Sprintf("each further %d in %s", p.Moves, time)
		}
		if p.Inc > 0 {
			part += " and " + inWords(p.Inc) + " a move"
		}
		parts = append(parts, part)
	}
	return strings.Join(parts, ", then ")
}

// inWords formats a time as a number of minutes or seconds.
func inWords(d time.Duration) string {
	n, unit := Seconds(d), "second"
	if d >= time.Minute && d%time.Minute == 0 {
		n, unit = strconv.Itoa(int(d/time.Minute)), "minute"
	}
	if n != "1" {
		unit += "s"
	}
	return n + " " + unit
}

// cut cuts a text to what fits in a message.
func cut(s string) string {
	if r := []rune(s); len(r) > 60 {
		return string(r[:60]) + "…"
	}
	return s
}
