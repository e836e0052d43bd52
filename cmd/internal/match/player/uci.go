package player

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/searchex/searchex/goengine"
)

// UCI is a player that uses the Universal Chess Interface with a program.
type UCI struct {
	program
	options map[string]string
	goCmd   string
	// emulated reports that the seconds of "info string … seconds" count, instead of the
	// host's.
	emulated bool
}

// NewUCI returns a player for the program at path. Options are set once, after the start
// of the program. goCmd, such as "go movetime 50", is sent for every move without a clock.
func NewUCI(label, path string, args []string, options map[string]string, goCmd string) *UCI {
	return &UCI{
		program: newProgram(label, "uci", "stop\nquit\n", func(endWait time.Duration) (*line, error) { return startProcess(path, args, endWait) }),
		options: options,
		goCmd:   goCmd,
	}
}

// NewGame starts the program if it is not running, and sends ucinewgame.
func (u *UCI) NewGame() error {
	return u.ready(u.setUp, func(l *line) error {
		return u.converse(l, "ucinewgame\nisready", u.StartTimeout, until("readyok"))
	})
}

// setUp sends uci and sets the program's options.
func (u *UCI) setUp(l *line) error {
	known := map[string]option{}
	err := u.converse(l, "uci", u.StartTimeout, func(text string) (bool, error) {
		if name, o, ok := parseOption(text); ok {
			known[strings.ToLower(name)] = o
		}
		return firstWord(text) == "uciok", nil
	})
	if err != nil {
		return err
	}
	setup, err := setOptions(u.options, known)
	if err != nil {
		return u.errorf("%w", err)
	}
	return u.converse(l, setup+"isready", u.StartTimeout, until("readyok"))
}

// Move sends the position and returns the word after "bestmove", which may not be a move.
func (u *UCI) Move(t Turn) (Reply, error) {
	l, err := u.running(u.setUp)
	if err != nil {
		return Reply{}, err
	}
	// This skips excess output after the answer to the last go, which must not count as the
	// answer to this one.
	err = u.converse(l, positionCommand(t.FEN, t.Moves)+"\nisready", u.StartTimeout, until("readyok"))
	if err != nil {
		return Reply{}, err
	}
	goCmd, patience := u.goCmd, u.patience(t)
	if t.Clock != nil {
		goCmd = clockCommand(t.Clock)
	}
	if u.emulated {
		patience = u.MoveTimeout
	}
	var r Reply
	var took time.Duration
	begun := time.Now()
	err = u.converse(l, goCmd, patience, func(text string) (bool, error) {
		f := strings.Fields(text)
		switch {
		case len(f) == 0:
		case f[0] == "info":
			r.info(f)
			if s, ok := emulatedSeconds(f); ok {
				took = s
			}
		case f[0] == "bestmove":
			if len(f) > 1 {
				r.Move = f[1]
			}
			return true, nil
		}
		return false, nil
	})
	r.Elapsed = u.allow(t, time.Since(begun))
	if u.emulated {
		r.Elapsed = took
	}
	return r, err
}

// info takes score, depth, nodes and cycles from an info line.
func (r *Reply) info(words []string) {
	if len(words) > 1 && words[1] == "string" {
		if n, err := strconv.ParseUint(after(words, "cycles"), 10, 64); err == nil {
			r.Cycles = n
		}
		return
	}
	if n, err := strconv.ParseUint(after(words, "nodes"), 10, 64); err == nil {
		r.Nodes = n
	}
	if m := after(words, "multipv"); m != "" && m != "1" {
		return
	}
	i := slices.Index(words, "score")
	if i < 0 || i+2 >= len(words) {
		return
	}
	n, err := strconv.Atoi(words[i+2])
	if err != nil || n < -maxScore || n > maxScore {
		return
	}
	switch kind := words[i+1]; {
	case kind == "cp":
		r.centipawns(n)
	case kind == "mate" && n > 0: // the last of the n moves is the player's
		r.mateIn(2*n - 1)
	case kind == "mate" && n < 0:
		r.mateIn(2 * n)
	default:
		return
	}
	r.depth(after(words, "depth"))
}

// maxScore bounds a program's score, in centipawns or moves to the mate; maxDepth bounds a
// depth.
const (
	maxScore = 1_000_000
	maxDepth = 10_000
)

// depth sets the depth, or 0 if the text is not a valid depth.
func (r *Reply) depth(text string) {
	r.Depth = 0
	if n, err := strconv.Atoi(text); err == nil && n > 0 && n <= maxDepth {
		r.Depth = n
	}
}

// emulatedSeconds reads the machine's time from "info string … seconds 1.234".
func emulatedSeconds(words []string) (time.Duration, bool) {
	if len(words) < 2 || words[1] != "string" {
		return 0, false
	}
	s, err := strconv.ParseFloat(after(words, "seconds"), 64)
	if err != nil || !(s >= 0 && s < 1e9) {
		return 0, false
	}
	return time.Duration(s * float64(time.Second)), true
}

// until returns a function for converse that waits for a word.
func until(word string) func(string) (bool, error) {
	return func(text string) (bool, error) { return firstWord(text) == word, nil }
}

func firstWord(text string) string {
	word, _, _ := strings.Cut(text, " ")
	return word
}

// positionCommand returns the UCI command that sets up a position.
func positionCommand(startFEN string, moves []string) string {
	s := "position fen " + startFEN
	if startFEN == goengine.StartFEN {
		s = "position startpos"
	}
	if len(moves) > 0 {
		s += " moves " + strings.Join(moves, " ")
	}
	return s
}

// clockCommand returns the UCI command go with the clocks.
func clockCommand(c *Clock) string {
	s := fmt.Sprintf("go wtime %d btime %d", c.White.Milliseconds(), c.Black.Milliseconds())
	if c.WhiteIncrement > 0 || c.BlackIncrement > 0 {
		s += fmt.Sprintf(" winc %d binc %d", c.WhiteIncrement.Milliseconds(), c.BlackIncrement.Milliseconds())
	}
	if c.MovesToGo > 0 {
		s += fmt.Sprintf(" movestogo %d", c.MovesToGo)
	}
	return s
}

// option describes an option: its type, the range of a number, the choices of a combo.
type option struct {
	kind     string
	min, max int
	bounded  bool
	choices  []string
}

// parseOption reads "option name N type T …".
func parseOption(text string) (name string, o option, ok bool) {
	rest, ok := strings.CutPrefix(text, "option name ")
	if !ok {
		return "", o, false
	}
	name, rest, _ = strings.Cut(rest, " type ")
	f := strings.Fields(rest)
	if len(f) == 0 {
		return strings.TrimSpace(name), o, true
	}
	o.kind = f[0]
	switch o.kind {
	case "spin":
		lo, errLo := strconv.Atoi(after(f, "min"))
		hi, errHi := strconv.Atoi(after(f, "max"))
		o.min, o.max, o.bounded = lo, hi, errLo == nil && errHi == nil
	case "combo":
		for _, c := range strings.Split(" "+strings.Join(f[1:], " "), " var ")[1:] {
			o.choices = append(o.choices, strings.ToLower(strings.TrimSpace(c)))
		}
	}
	return strings.TrimSpace(name), o, true
}

// after returns the word that follows key, empty if there is none.
func after(words []string, key string) string {
	if i := slices.Index(words, key); i >= 0 && i+1 < len(words) {
		return words[i+1]
	}
	return ""
}

// setOptions returns the setoption lines, sorted by name so that a program is always set up
// in the same way, except that UCI_LimitStrength comes before UCI_Elo. It returns an error
// for an option that the program doesn't have, and for a value out of range: programs
// ignore both, and the match would measure a different opponent.
func setOptions(options map[string]string, known map[string]option) (string, error) {
	names := make([]string, 0, len(options))
	for name := range options {
		names = append(names, name)
	}
	slices.SortFunc(names, func(a, b string) int {
		first := func(s string) int {
			if strings.EqualFold(s, "UCI_LimitStrength") {
				return 0
			}
			return 1
		}
		if d := first(a) - first(b); d != 0 {
			return d
		}
		return strings.Compare(a, b)
	})
	var b strings.Builder
	for _, name := range names {
		o, ok := known[strings.ToLower(name)]
		if !ok {
			return "", fmt.Errorf("no option %q", name)
		}
		value := options[name]
		switch n, err := strconv.Atoi(value); {
		case o.bounded && (err != nil || n < o.min || n > o.max):
			return "", fmt.Errorf("option %q: %q is not in %d..%d", name, value, o.min, o.max)
		case o.kind == "check" && value != "true" && value != "false":
			return "", fmt.Errorf("option %q: %q is neither true nor false", name, value)
		case o.kind == "combo" && len(o.choices) > 0 && !slices.Contains(o.choices, strings.ToLower(value)):
			return "", fmt.Errorf("option %q: %q is not one of %s", name, value, strings.Join(o.choices, ", "))
		}
		fmt.Fprintf(&b, "setoption name %s value %s\n", name, value)
	}
	return b.String(), nil
}
