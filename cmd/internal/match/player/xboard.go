package player

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/searchex/searchex/cmd/internal/chess/rules"
	"github.com/searchex/searchex/cmd/internal/play/clock"
	"github.com/searchex/searchex/goengine"
)

// XBoard is a player that uses version 2 of the Chess Engine Communication Protocol with a
// program (Mann and Muller, www.gnu.org/software/xboard/engine-intf.html). Without Depth
// and Control the program decides how long it thinks.
type XBoard struct {
	program
	// Depth is in plies; 0 means no limit.
	Depth int
	// Send has the lines that are sent at the beginning of every game, after "new".
	Send []string

	features features
	// sent has the moves of the game that the program knows, nil before its first move.
	// thinks reports that it answers a move without the command go.
	sent   []string
	thinks bool
	pings  int
	period int // of Control, whose level the program knows
}

// features has the features of a program, with the protocol's defaults.
type features struct {
	ping, setboard, usermove, reuse bool
	clocks                          bool // time
	san                             bool
}

// NewXBoard returns a player for the program at path.
func NewXBoard(label, path string, args []string) *XBoard {
	return &XBoard{program: newProgram(label, "xboard", "quit\n", func(endWait time.Duration) (*line, error) { return startProcess(path, args, endWait) })}
}

// setUp sends xboard and reads the features.
func (x *XBoard) setUp(l *line) error {
	x.features = features{reuse: true, clocks: true}
	x.sent, x.thinks = nil, false
	slow := false
	see := func(text string) (bool, error) {
		rest, ok := strings.CutPrefix(text, "feature ")
		if !ok {
			return false, nil
		}
		for name, value := range parseFeatures(rest) {
			switch name {
			case "done":
				slow = value == "0"
				if value == "1" {
					return true, nil
				}
			default:
				x.features.set(name, value)
			}
		}
		return false, nil
	}
	wait := min(x.FeatureWait, x.StartTimeout)
	err := l.converse("xboard\nprotover 2", wait, see)
	if errors.Is(err, ErrTimeout) && slow {
		err = l.converse("", x.StartTimeout, see)
	} else if errors.Is(err, ErrTimeout) {
		err = nil // a program of version 1
	}
	if err != nil {
		return x.errorf("%q: %w", "protover 2", err)
	}
	return x.sync(l, "easy\npost", nil)
}

// set sets a feature that is used here.
func (f *features) set(name, value string) {
	known := map[string]*bool{
		"ping": &f.ping, "setboard": &f.setboard, "usermove": &f.usermove, "reuse": &f.reuse,
		"time": &f.clocks, "san": &f.san,
	}
	if to := known[name]; to != nil {
		*to = value == "1"
	}
}

// feature matches a name=value of a feature line; strings are quoted.
var feature = regexp.MustCompile(`([a-z]+)=("[^"]*"|[^ ]*)`)

func parseFeatures(text string) map[string]string {
	all := map[string]string{}
	for _, m := range feature.FindAllStringSubmatch(text, -1) {
		all[m[1]] = strings.Trim(m[2], `"`)
	}
	return all
}

// refusal matches a line with which a program refuses a command.
var refusal = regexp.MustCompile(`^(?:Error|Illegal move|Invalid move)\b`)

// sync sends commands and waits until the program has read them, if the program supports
// that. It returns an error if the program refuses a command, unless refused handles it.
func (x *XBoard) sync(l *line, commands string, refused func(text string) error) error {
	if !x.features.ping {
		// There is nothing to wait for. The next answer shows a refusal.
		return x.converse(l, commands, x.StartTimeout, nil)
	}
	x.pings++
	pong := "pong " + strconv.Itoa(x.pings)
	return x.converse(l, commands+"\nping "+strconv.Itoa(x.pings), x.StartTimeout, func(text string) (bool, error) {
		if refused != nil && refusal.MatchString(text) {
			if err := refused(text); err != nil {
				return true, err
			}
		}
		return text == pong, nil
	})
}

// NewGame starts the program if it is not running, or if it plays only one game, and sends
// new.
func (x *XBoard) NewGame() error {
	if !x.features.reuse && x.sent != nil {
		x.mu.Lock()
		l := x.now
		x.mu.Unlock()
		if l != nil {
			l.quit(x.goodbye)
			x.drop(l)
		}
	}
	return x.ready(x.setUp, x.begin)
}

// begin begins a game.
func (x *XBoard) begin(l *line) error {
	if x.features.san {
		return x.errorf("it wants moves in SAN, which is not spoken here")
	}
	setup := []string{"new", "force"}
	if t := x.Control.PerMove; t > 0 {
		setup = append(setup, "st "+strconv.Itoa(int(t/time.Second)))
	}
	if x.period = 0; x.Control.Clocked() {
		setup = append(setup, levelCommand(x.Control.Periods[0]))
	}
	depth := ""
	if x.Depth > 0 {
		depth = "sd " + strconv.Itoa(x.Depth)
		setup = append(setup, depth)
	}
	setup = append(setup, x.Send...)
	instead := false
	refused := func(text string) error {
		// Phalanx names the command depth.
		if depth != "" && strings.Contains(text, depth) || strings.HasSuffix(text, " sd") {
			instead = true
			return nil
		}
		return fmt.Errorf("it answers %q", text)
	}
	if err := x.sync(l, strings.Join(setup, "\n"), refused); err != nil {
		return err
	}
	if instead {
		depth = "depth " + strconv.Itoa(x.Depth)
		if err := x.sync(l, depth, func(text string) error { return fmt.Errorf("it answers %q", text) }); err != nil {
			return err
		}
	}
	x.sent, x.thinks = nil, false
	return nil
}

// levelCommand returns the protocol's command for a period of a time control.
func levelCommand(p clock.Period) string {
	seconds := int(p.Time / time.Second)
	base := strconv.Itoa(seconds / 60)
	if seconds%60 != 0 {
		base = fmt.Sprintf("%d:%02d", seconds/60, seconds%60)
	}
	return fmt.Sprintf("level %d %s %s", p.Moves, base, clock.Seconds(p.Inc))
}

// result matches a line in which a program claims the end of the game.
var result = regexp.MustCompile(`^(1-0|0-1|1/2-1/2)(?: *\{(.*)\})?`)

// answer matches a program's move: "move e2e4", or the older form "1. ... e7e5".
var answer = regexp.MustCompile(`^(?:move|[0-9]+\. \.\.\.) +(\S+)$`)

// Move sends the moves that the program doesn't know and waits for its move.
func (x *XBoard) Move(t Turn) (Reply, error) {
	l, err := x.running(x.setUp)
	if err != nil {
		return Reply{}, err
	}
	commands, err := x.catchUp(t)
	if err != nil {
		return Reply{}, err
	}
	var r Reply
	claim := ""
	see := func(text string) (bool, error) {
		switch m := answer.FindStringSubmatch(text); {
		case m != nil:
			r.Move = coordinate(t, m[1])
			return true, nil
		case text == "resign" || text == "tellics resign":
			r.Resigns = true
			return true, nil
		case r.thinking(text):
			return false, nil
		case strings.HasPrefix(text, "Illegal move") && mentions(text, t.Moves):
			return true, fmt.Errorf("it refuses a legal move: %q", text)
		}
		if m := result.FindStringSubmatch(text); m != nil {
			claim = text
			r.Resigns = m[1] == map[bool]string{true: rules.BlackWins, false: rules.WhiteWins}[t.whiteToMove()]
			return true, nil
		}
		return false, nil
	}
	begun := time.Now()
	patience := x.patience(t)
	err = x.converse(l, commands, patience, see)
	if err == nil && claim != "" && !r.Resigns {
		// The game is not over by the rules, so the claim is about a move still to come, or
		// it is wrong.
		wait := max(min(x.ClaimWait, patience-time.Since(begun)), time.Millisecond)
		if err = l.converse("", wait, see); err != nil || r.Move == "" {
			x.drop(l)
			err = x.errorf("it claims %q, but the game is not over", claim)
		}
	}
	if err != nil {
		return Reply{}, err
	}
	r.Elapsed = x.allow(t, time.Since(begun))
	x.sent = append(slices.Clone(t.Moves), r.Move)
	return r, nil
}

// thought matches a line of thinking output: plies, centipawns, hundredths of a second,
// nodes, and moves.
var thought = regexp.MustCompile(`^([0-9]{1,4})[.+&]?\s+(-?[0-9]{1,7})\s+[0-9]+\s+([0-9]+)(?:\s|$)`)

// mateBase plus n is the protocol's score of a mate in n moves.
const mateBase = 100_000

// thinking sets depth, score and nodes from a line of thinking output. It reports whether
// the text is one.
func (r *Reply) thinking(text string) bool {
	m := thought.FindStringSubmatch(text)
	if m == nil {
		return false
	}
	switch score, _ := strconv.Atoi(m[2]); {
	case score > mateBase:
		r.mateIn(2*(score-mateBase) - 1)
	case score < -mateBase:
		r.mateIn(2 * (score + mateBase))
	default:
		r.centipawns(score)
	}
	r.depth(m[1])
	if n, err := strconv.ParseUint(m[3], 10, 64); err == nil {
		r.Nodes = n
	}
	return true
}

// mentions reports whether a text contains one of the moves.
func mentions(text string, moves []string) bool {
	return slices.ContainsFunc(moves, func(m string) bool { return strings.Contains(text, m) })
}

// catchUp returns the commands that set up the position on the board and make the program
// think.
func (x *XBoard) catchUp(t Turn) (string, error) {
	var c []string
	move := func(m string) {
		if x.features.usermove {
			m = "usermove " + m
		}
		c = append(c, m)
	}
	n := len(x.sent)
	if x.thinks && n > 0 && len(t.Moves) == n+1 && slices.Equal(t.Moves[:n], x.sent) {
		c = append(c, x.times(t)...)
		move(t.Moves[n])
		return strings.Join(c, "\n"), nil
	}
	if n > 0 {
		return "", x.errorf("the game has jumped from move %d to %d", n, len(t.Moves))
	}
	if t.FEN != goengine.StartFEN {
		if !x.features.setboard {
			return "", x.errorf("it has no setboard: openings must begin at the initial position")
		}
		c = append(c, "setboard "+t.FEN)
	}
	for _, m := range t.Moves {
		move(m)
	}
	x.thinks = true
	return strings.Join(append(append(c, x.times(t)...), "go"), "\n"), nil
}

// times returns the commands that set the clocks, in hundredths of a second. At the
// beginning of another period its level comes first.
func (x *XBoard) times(t Turn) (all []string) {
	if t.Clock == nil {
		return nil
	}
	if n := t.Clock.Period; n != x.period && n < len(x.Control.Periods) {
		x.period = n
		all = append(all, levelCommand(x.Control.Periods[n]))
	}
	if !x.features.clocks {
		return all
	}
	own, other := t.Clock.Black, t.Clock.White
	if t.whiteToMove() {
		own, other = other, own
	}
	return append(all, fmt.Sprintf("time %d", own.Milliseconds()/10), fmt.Sprintf("otim %d", other.Milliseconds()/10))
}

// coordinate converts a move from SAN, in which some programs answer, to UCI notation. It
// returns anything else unchanged.
func coordinate(t Turn, text string) string {
	if len(text) >= 4 && strings.ContainsRune("abcdefgh", rune(text[0])) && strings.ContainsRune("12345678", rune(text[1])) &&
		strings.ContainsRune("abcdefgh", rune(text[2])) {
		return strings.ToLower(text)
	}
	g, err := rules.New(t.FEN, t.Moves...)
	if err != nil {
		return text
	}
	return g.UCI(strings.ReplaceAll(text, "0", "O"))
}
