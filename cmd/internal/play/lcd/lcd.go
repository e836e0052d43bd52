// Package lcd is the display of a chess computer of 1981, sixteen characters wide.
// Chess Champion MK V had such a display; its words are not known, and those here are
// our own.
package lcd

import (
	"fmt"
	"strings"
	"time"
)

// Width is the number of characters.
const Width = 16

// Mode is what the display shows while it has no message.
type Mode int

// The modes, in the order of the key Mode. Auto shows Moves while the machine waits,
// and the other modes in turn while it is thinking.
const (
	Auto Mode = iota
	Moves
	Line
	Search
	Value
	Clock
	Modes
)

// Names of the modes.
var Names = [Modes]string{"comment", "moves", "line", "search", "value", "clock"}

// State is everything that the display depends on.
type State struct {
	Mode Mode
	// Message is shown before anything else.
	Message string
	// Beat counts seconds. With it the display alternates and scrolls.
	Beat int
	// Thinking reports that a search is under way, to which Line, Depth, SX and Value
	// belong.
	Thinking bool
	// Number is the number of the next move; Black reports whether it is Black's.
	Number int
	Black  bool
	// Last is the last move on the board, and Thought the one that the machine would play
	// now, as Move formats them; "" for none.
	Last, Thought string
	// Line is the best line found, in UCI notation.
	Line []string
	// Depth is the iteration and SX its budget, 0 for none.
	Depth, SX int
	// Value is "+0.38", "MATE IN 3", or "" for none.
	Value string
	// Clocks has White's and Black's clocks.
	Clocks [2]time.Duration
}

// Text returns the content of the display: Width ASCII characters.
func Text(s State) string {
	mode := s.Mode
	if mode == Auto {
		mode = Moves
		if s.Thinking {
			mode = []Mode{Moves, Line, Search, Value}[s.Beat/2%4]
		}
	}
	text := ""
	switch {
	case s.Message != "":
		return fit(run(strings.ToUpper(s.Message), s.Beat))
	case mode == Clock:
		text = Time(s.Clocks[0]) + "  " + Time(s.Clocks[1])
	case mode == Line && len(s.Line) > 0:
		return fit(line(s.Line, s.Beat))
	case mode == Search && s.Depth > 0:
		text = fmt.Sprintf("D%02d SX%-3d MV%-3d", s.Depth, s.SX, s.Number)
	case mode == Value && s.Value != "":
		text = "VALUE " + fmt.Sprintf("%10s", strings.ToUpper(s.Value))
	default:
		text = moves(&s)
	}
	return fit(text)
}

// moves returns a number and one half-move, White's from column 4 on and Black's from
// column 7, as on the MK V: the move that the machine would play now, or the last one.
func moves(s *State) string {
	number, black, move := s.Number, s.Black, s.Thought
	if !s.Thinking || move == "" {
		if move = s.Last; move != "" {
			if black = !black; black {
				number--
			}
		}
	}
	if black {
		move = "   " + move
	}
	return fmt.Sprintf("%3d %s", number, move)
}

// Move formats a move for the display: E2-E4, E7-E8Q. Castling is O-O: and O-O-, as on the
// MK V, by the side that castles; castles reports whether the king does.
func Move(uci string, castles bool) string {
	switch {
	case len(uci) < 4:
		return ""
	case castles && uci[2] > uci[0]:
		return "O-O:"
	case castles:
		return "O-O-"
	}
	return strings.ToUpper(uci[:2] + "-" + uci[2:])
}

// line returns three moves of a line. It advances at each beat, and begins again after
// the end.
func line(moves []string, beat int) string {
	const shown = 3
	places := max(len(moves)-shown, 0) + 1
	from := beat % places
	return strings.ToUpper(strings.Join(moves[from:min(from+shown, len(moves))], " "))
}

// run returns the visible part of a message. A message that is too long scrolls word by
// word.
func run(text string, beat int) string {
	if len(text) <= Width {
		return text
	}
	words := strings.Fields(text)
	var parts []string
	for _, w := range words {
		n := len(parts) - 1
		if n >= 0 && len(parts[n])+1+len(w) <= Width {
			parts[n] += " " + w
			continue
		}
		parts = append(parts, w)
	}
	return parts[beat%len(parts)]
}

// Time formats hours, minutes and seconds in seven characters.
func Time(d time.Duration) string {
	s := min(max(int(d/time.Second), 0), 10*3600-1)
	return fmt.Sprintf("%d:%02d:%02d", s/3600, s/60%60, s%60)
}

// fit cuts or pads a text to the width of the display, and replaces characters other
// than ASCII by ?.
func fit(text string) string {
	b := []byte(strings.Map(func(r rune) rune {
		if r < ' ' || r > '~' {
			return '?'
		}
		return r
	}, text))
	for len(b) < Width {
		b = append(b, ' ')
	}
	return string(b[:Width])
}
