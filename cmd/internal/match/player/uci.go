package player

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/searchex/searchex/cmd/internal/chess/rules"
	"github.com/searchex/searchex/cmd/internal/protocol/uci"
	"github.com/searchex/searchex/goengine"
	"github.com/searchex/searchex/hostbridge"
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
	return newUCI(label, process(path, args), options, goCmd, false)
}

// NewSelf returns a player for a UCI session in this process. If emulated is set, its clock
// counts the machine's seconds, which the session reports, instead of the host's.
func NewSelf(label string, session Session, options map[string]string, goCmd string, emulated bool) *UCI {
	return newUCI(label, session.start, options, goCmd, emulated)
}

func newUCI(label string, start starter, options map[string]string, goCmd string, emulated bool) *UCI {
	u := &UCI{options: options, goCmd: goCmd, emulated: emulated}
	u.prepare(label, "uci", "stop\nquit\n", start, u.introduce)
	return u
}

// NewGame starts the program if it is not running, and sends ucinewgame.
func (u *UCI) NewGame() error {
	return u.ready(func(l *line) error { return u.sync(l, "ucinewgame\n") })
}

// sync sends commands and waits until the program has read them.
func (u *UCI) sync(l *line, commands string) error {
	return u.converse(l, commands+"isready", u.StartTimeout, says("readyok"))
}

// says returns a function for converse that waits for a line that begins with a word.
func says(word string) func(string) (bool, error) {
	return func(text string) (bool, error) { return strings.HasPrefix(text+" ", word+" "), nil }
}

// introduce sends uci and sets the program's options.
func (u *UCI) introduce(l *line) error {
	known := map[string]uci.Option{}
	err := u.converse(l, "uci", u.StartTimeout, func(text string) (bool, error) {
		if words := strings.Fields(text); len(words) > 1 && words[0] == "option" {
			o := uci.ParseOption(words[1:])
			known[strings.ToLower(o.Name)] = o
		}
		return says("uciok")(text)
	})
	if err != nil {
		return err
	}
	setup, err := setOptions(u.options, known)
	if err != nil {
		return u.errorf("%w", err)
	}
	return u.sync(l, setup)
}

// Move sends the position and returns the word after "bestmove", which may not be a move.
func (u *UCI) Move(t Turn) (r Reply, err error) {
	l, _, err := u.running()
	if err != nil {
		return r, err
	}
	// This skips excess output after the answer to the last go, which must not count as the
	// answer to this one.
	if err = u.sync(l, positionCommand(t.FEN, t.Moves)+"\n"); err != nil {
		return r, err
	}
	goCmd, patience := u.goCmd, u.patience(t)
	if t.Clock != nil {
		goCmd = clockCommand(t.Clock)
	}
	if u.emulated {
		patience = u.MoveTimeout
	}
	begun, note := time.Now(), ""
	err = u.converse(l, goCmd, patience, func(text string) (bool, error) {
		f := append(strings.Fields(text), "")
		switch f[0] {
		case "info":
			if r.info(f); len(f) > 1 && f[1] == "string" {
				note = text
			}
		case "bestmove":
			if r.Move = after(f, "bestmove"); r.Move == noMove && note != "" {
				return true, fmt.Errorf("%w %q: %s", rules.ErrIllegal, noMove, note)
			}
			return true, nil
		}
		return false, nil
	})
	if !u.emulated {
		r.Elapsed = u.allow(t, time.Since(begun))
	}
	return r, err
}

// noMove is the answer of a program that has no move. Its last info string may say why.
const noMove = "0000"

// info takes score, depth, nodes and cycles from an info line, and the machine's time.
func (r *Reply) info(words []string) {
	if len(words) > 1 && words[1] == "string" {
		setCount(&r.Cycles, after(words, "cycles"))
		if s, err := strconv.ParseFloat(after(words, "seconds"), 64); err == nil && s >= 0 && s < 1e9 {
			r.Elapsed = time.Duration(s * float64(time.Second))
		}
		return
	}
	setCount(&r.Nodes, after(words, "nodes"))
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

// after returns the word that follows key, empty if there is none.
func after(words []string, key string) string {
	if i := slices.Index(words, key); i >= 0 && i+1 < len(words) {
		return words[i+1]
	}
	return ""
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

// setOptions returns the setoption lines, sorted by name so that a program is always set up
// in the same way, except that UCI_LimitStrength comes before UCI_Elo. It returns an error
// for an option that the program doesn't have, and for a value out of range: programs
// ignore both, and the match would measure a different opponent.
func setOptions(options map[string]string, known map[string]uci.Option) (string, error) {
	rank := func(name string) string {
		if strings.EqualFold(name, "UCI_LimitStrength") {
			return ""
		}
		return name
	}
	var b strings.Builder
	for _, name := range slices.SortedFunc(maps.Keys(options), func(a, b string) int { return strings.Compare(rank(a), rank(b)) }) {
		o, ok := known[strings.ToLower(name)]
		if !ok {
			return "", fmt.Errorf("no option %q", name)
		}
		value := options[name]
		least, errLeast := strconv.Atoi(o.Min)
		most, errMost := strconv.Atoi(o.Max)
		n, err := strconv.Atoi(value)
		switch {
		case o.Kind == "spin" && errLeast == nil && errMost == nil && (err != nil || n < least || n > most):
			return "", fmt.Errorf("option %q: %q is not in %d..%d", name, value, least, most)
		case o.Kind == "check" && value != "true" && value != "false":
			return "", fmt.Errorf("option %q: %q is neither true nor false", name, value)
		case hostbridge.IsForeign(value): // the session knows it, though no list can
		case o.Kind == "combo" && len(o.Vars) > 0 && !slices.ContainsFunc(o.Vars, func(v string) bool { return strings.EqualFold(v, value) }):
			return "", fmt.Errorf("option %q: %q is not one of %s", name, value, strings.ToLower(strings.Join(o.Vars, ", ")))
		}
		fmt.Fprintf(&b, "setoption name %s value %s\n", name, value)
	}
	return b.String(), nil
}
