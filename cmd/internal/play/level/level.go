// Package level reads levels of play, under the names that users of Chess Champion MK V
// know. No table of the original's levels survives; their meaning is our own.
//
//	0           the search's first iteration
//	1 to 999    seconds a move
//	PROBLEM n   mate in n moves, 1 to 7: proved or disproved
//	SPEED n     the whole game in n minutes, 1 to 999
//	TOURN m/t   m moves in t minutes (or h:mm), again and again; of several, as
//	            TOURN 40/120 20/60 30, the last, and t alone is for the rest of the game
//	40/7200:1800+30
//	            a time control in seconds, as clock.Parse reads it
//
// All times are the emulated machine's.
package level

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/searchex/searchex/cmd/internal/play/clock"
)

// Kind is the kind of a level.
type Kind int

// The kinds. None means that no level is set; the clock of the chess program counts.
const (
	None Kind = iota
	Move
	Problem
	Speed
	Tournament
	// Rated is a level of docs/manual/levels.md, which ParseRated reads.
	Rated
)

// Level is a level of play.
type Level struct {
	Kind Kind
	// Time is the time of a move at Move (0: the first iteration), of the game at
	// Speed.
	Time time.Duration
	// Moves is the number of moves to the mate at Problem.
	Moves int
	// Controls are the periods at Tournament; those behind the last have no time.
	Controls [clock.MaxPeriods]clock.Period
	// Elo is the rating of a Rated level.
	Elo int
}

// MaxNumbers is the greatest number of numbers in a tournament level, as on the MK V.
const MaxNumbers = 2 * clock.MaxPeriods

// Periods returns the periods of a level with a clock, nil for any other.
func (l Level) Periods() (all []clock.Period) {
	switch l.Kind {
	case Speed:
		return []clock.Period{{Time: l.Time}}
	case Tournament:
		for _, p := range l.Controls {
			if p.Time > 0 {
				all = append(all, p)
			}
		}
	}
	return all
}

// Tourn returns the level of some periods, at most clock.MaxPeriods.
func Tourn(controls ...clock.Period) Level {
	l := Level{Kind: Tournament}
	copy(l.Controls[:], controls)
	return l
}

// forms are the levels that Parse and ParseRated accept.
const forms = "0 to 999, PROBLEM 1 to PROBLEM 7, SPEED 1 to SPEED 999 (minutes), TOURN moves/minutes or moves/h:mm (1 to 999 minutes, up to eight, then a time for the rest), 40/7200:3600 or 300+3 (seconds)"

// Forms describes what Parse accepts.
const Forms = forms + ", or nothing"

// Bounds of the numbers in a level.
const (
	maxSeconds = 999
	maxProblem = 7
	maxMinutes = 999
	maxMoves   = 999
)

// Parse reads a level. An empty text is None.
func Parse(text string) (Level, error) {
	words := strings.Fields(strings.ToUpper(text))
	bad := fmt.Errorf("level %q is unknown: want %s", shorten(text), Forms)
	switch {
	case len(words) == 0:
		return Level{}, nil
	case len(words) == 1 && words[0] == "TOURN":
		return Tourn(clock.Period{Moves: 40, Time: 2 * time.Hour}), nil
	case len(words) == 1:
		if n, ok := number(words[0], 0, maxSeconds); ok {
			return Level{Kind: Move, Time: time.Duration(n) * time.Second}, nil
		}
		if !control.MatchString(words[0]) {
			return Level{}, bad
		}
		periods, err := clock.Parse(strings.TrimSpace(text))
		if err != nil {
			return Level{}, fmt.Errorf("level: %w", err)
		}
		return timed(periods), nil
	}
	rest := strings.Join(words[1:], " ")
	switch words[0] {
	case "PROBLEM":
		if n, ok := number(rest, 1, maxProblem); ok {
			return Level{Kind: Problem, Moves: n}, nil
		}
	case "SPEED":
		if n, ok := number(rest, 1, maxMinutes); ok {
			return Level{Kind: Speed, Time: time.Duration(n) * time.Minute}, nil
		}
	case "TOURN":
		if l, ok := tournament(strings.Fields(slash.ReplaceAllString(rest, "/"))); ok {
			return l, nil
		}
	}
	return Level{}, bad
}

// control matches what is meant as a time control in seconds.
var control = regexp.MustCompile(`^(\*|[0-9].*[/:+])`)

// timed returns the level of a time control. The whole game in some minutes is SPEED.
func timed(periods []clock.Period) Level {
	if l := (Level{Kind: Speed, Time: periods[0].Time}); len(periods) == 1 && periods[0] == (clock.Period{Time: l.Time}) && inMinutes(l.Time) {
		return l
	}
	return Tourn(periods...)
}

// inMinutes reports whether SPEED and TOURN have such a time.
func inMinutes(d time.Duration) bool { return d%time.Minute == 0 && d <= maxMinutes*time.Minute }

// slash matches the slash of a time control and the blanks around it.
var slash = regexp.MustCompile(` */ *`)

// tournament reads time controls: moves/minutes each, or minutes for the rest at the end.
func tournament(words []string) (Level, bool) {
	var controls []clock.Period
	for i, w := range words {
		p, err := clock.InMinutes.Period(w)
		if err != nil || !ofMachine(p) || p.Moves == 0 && (i == 0 || i < len(words)-1) {
			return Level{}, false
		}
		controls = append(controls, p)
	}
	return Tourn(controls...), len(controls) <= clock.MaxPeriods
}

// ofMachine reports whether a period is one that can be entered on the machine.
func ofMachine(p clock.Period) bool {
	return p.Inc == 0 && inMinutes(p.Time) && p.Moves <= maxMoves
}

// RatedForms describes what ParseRated accepts.
func RatedForms() string {
	least, most := EloBounds()
	return fmt.Sprintf("%s, ELO %d to ELO %d", forms, least, most)
}

// ParseRated reads a level as Parse does, and also rated levels: ELO n.
func ParseRated(text string) (Level, error) {
	bad := fmt.Errorf("level %q is unknown: want %s", shorten(text), RatedForms())
	words := strings.Fields(strings.ToUpper(text))
	if len(words) > 0 && words[0] == "ELO" {
		least, most := EloBounds()
		n, ok := number(strings.Join(words[1:], " "), least, most)
		if !ok {
			return Level{}, bad
		}
		return Level{Kind: Rated, Elo: n}, nil
	}
	l, err := Parse(text)
	if err != nil && len(words) == 1 && control.MatchString(words[0]) {
		return l, err
	}
	if err != nil {
		return l, bad
	}
	return l, nil
}

// String formats the level for Parse.
func (l Level) String() string {
	switch l.Kind {
	case Move:
		return strconv.Itoa(int(l.Time / time.Second))
	case Problem:
		return fmt.Sprintf("PROBLEM %d", l.Moves)
	case Speed:
		return fmt.Sprintf("SPEED %d", l.Time/time.Minute)
	case Tournament:
		text, periods := "TOURN", l.Periods()
		switch {
		case len(periods) == 1 && periods[0].Moves == 0 && periods[0].Inc == 0:
			return clock.Format(periods) + "+0" // a number alone is seconds a move
		case periods[0].Moves == 0, slices.ContainsFunc(periods, func(p clock.Period) bool { return !ofMachine(p) }):
			return clock.Format(periods)
		}
		for _, p := range periods {
			text += " "
			if p.Moves > 0 {
				text += strconv.Itoa(p.Moves) + "/"
			}
			text += strconv.Itoa(int(p.Time / time.Minute))
		}
		return text
	case Rated:
		return fmt.Sprintf("ELO %d", l.Elo)
	}
	return ""
}

// number reads a number of digits only, within a range.
func number(s string, low, high int) (int, bool) {
	if s == "" || len(s) > 9 || strings.Trim(s, "0123456789") != "" {
		return 0, false
	}
	n, err := strconv.Atoi(s)
	return n, err == nil && n >= low && n <= high
}

// shorten cuts a text to what fits in a message.
func shorten(s string) string {
	if r := []rune(s); len(r) > 40 {
		return string(r[:40]) + "…"
	}
	return s
}
