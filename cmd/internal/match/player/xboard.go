package player

import (
	"errors"
	"fmt"
	"maps"
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

	features map[string]string
	// sent has the moves of the game that the program knows, nil before its first move. After
	// that it answers a move without the command go.
	sent   []string
	pings  int
	period int // of Control, whose level the program knows
}

// NewXBoard returns a player for the program at path.
func NewXBoard(label, path string, args []string) *XBoard {
	x := &XBoard{}
	x.prepare(label, "xboard", "quit\n", process(path, args), x.introduce)
	return x
}

// has reports whether the program has a feature.
func (x *XBoard) has(feature string) bool { return x.features[feature] == "1" }

// introduce sends xboard and reads the features.
func (x *XBoard) introduce(l *line) error {
	x.features = map[string]string{"reuse": "1", "time": "1"} // the protocol's defaults
	x.sent = nil
	see := func(text string) (bool, error) {
		if rest, ok := strings.CutPrefix(text, "feature "); ok {
			maps.Copy(x.features, parseFeatures(rest))
		}
		return x.has("done"), nil
	}
	err := l.converse("xboard\nprotover 2", min(x.FeatureWait, x.StartTimeout), see)
	if errors.Is(err, ErrTimeout) {
		err = nil // a program of version 1
		if x.features["done"] == "0" {
			err = l.converse("", x.StartTimeout, see)
		}
	}
	if err != nil {
		return x.errorf("%q: %w", "protover 2", err)
	}
	return x.sync(l, "easy\npost", func(string) bool { return true })
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
// that. It returns an error if the program refuses a command, unless that is expected.
func (x *XBoard) sync(l *line, commands string, expected func(refusal string) bool) error {
	if !x.has("ping") {
		// There is nothing to wait for. The next answer shows a refusal.
		return x.converse(l, commands, x.StartTimeout, nil)
	}
	x.pings++
	ping := strconv.Itoa(x.pings)
	return x.converse(l, commands+"\nping "+ping, x.StartTimeout, func(text string) (bool, error) {
		if refusal.MatchString(text) && !expected(text) {
			return true, fmt.Errorf("it answers %q", text)
		}
		return text == "pong "+ping, nil
	})
}

// NewGame starts the program if it is not running, or if it plays only one game, and sends
// new.
func (x *XBoard) NewGame() error {
	if x.sent != nil && !x.has("reuse") {
		x.quit()
	}
	return x.ready(x.begin)
}

// begin begins a game.
func (x *XBoard) begin(l *line) error {
	if x.has("san") {
		return x.errorf("it wants moves in SAN, which is not spoken here")
	}
	setup := []string{"new", "force"}
	if t := x.Control.PerMove; t > 0 {
		setup = append(setup, fmt.Sprintf("st %d", t/time.Second))
	}
	if x.period = 0; x.Control.Clocked() {
		setup = append(setup, levelCommand(x.Control.Periods[0]))
	}
	depth := fmt.Sprintf("sd %d", x.Depth)
	if x.Depth > 0 {
		setup = append(setup, depth)
	}
	instead := false // Phalanx names the command depth
	err := x.sync(l, strings.Join(append(setup, x.Send...), "\n"), func(text string) bool {
		named := x.Depth > 0 && strings.Contains(text, depth) || strings.HasSuffix(text, " sd")
		instead = instead || named
		return named
	})
	if err == nil && instead {
		err = x.sync(l, fmt.Sprintf("depth %d", x.Depth), func(string) bool { return false })
	}
	x.sent = nil
	return err
}

// levelCommand returns the protocol's command for a period of a time control.
func levelCommand(p clock.Period) string {
	seconds := int(p.Time / time.Second)
	base := strings.TrimSuffix(fmt.Sprintf("%d:%02d", seconds/60, seconds%60), ":00")
	return fmt.Sprintf("level %d %s %s", p.Moves, base, clock.Seconds(p.Inc))
}

// result matches a line in which a program claims the end of the game.
var result = regexp.MustCompile(`^(?:1-0|0-1|1/2-1/2)`)

// answer matches a program's move: "move e2e4", or the older form "1. ... e7e5".
var answer = regexp.MustCompile(`^(?:move|[0-9]+\. \.\.\.) +(\S+)$`)

// Move sends the moves that the program doesn't know and waits for its move.
func (x *XBoard) Move(t Turn) (Reply, error) {
	l, _, err := x.running()
	if err != nil {
		return Reply{}, err
	}
	commands, err := x.catchUp(t)
	if err != nil {
		return Reply{}, err
	}
	var r Reply
	claim, lost := "", rules.WhiteWins
	if t.whiteToMove() {
		lost = rules.BlackWins
	}
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
		case strings.HasPrefix(text, "Illegal move") && slices.ContainsFunc(t.Moves, func(m string) bool { return strings.Contains(text, m) }):
			return true, fmt.Errorf("it refuses a legal move: %q", text)
		case result.MatchString(text):
			claim, r.Resigns = text, strings.HasPrefix(text, lost)
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
			l.end()
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
	setCount(&r.Nodes, m[3])
	return true
}

// catchUp returns the commands that set up the position on the board and make the program
// think.
func (x *XBoard) catchUp(t Turn) (string, error) {
	prefix := ""
	if x.has("usermove") {
		prefix = "usermove "
	}
	n := len(x.sent)
	if n > 0 && len(t.Moves) == n+1 && slices.Equal(t.Moves[:n], x.sent) {
		return strings.Join(append(x.times(t), prefix+t.Moves[n]), "\n"), nil
	}
	var c []string
	switch {
	case n > 0:
		return "", x.errorf("the game has jumped from move %d to %d", n, len(t.Moves))
	case t.FEN != goengine.StartFEN && !x.has("setboard"):
		return "", x.errorf("it has no setboard: openings must begin at the initial position")
	case t.FEN != goengine.StartFEN:
		c = append(c, "setboard "+t.FEN)
	}
	for _, m := range t.Moves {
		c = append(c, prefix+m)
	}
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
	if !x.has("time") {
		return all
	}
	own, other := t.clocks()
	return append(all, fmt.Sprintf("time %d", own.Milliseconds()/10), fmt.Sprintf("otim %d", other.Milliseconds()/10))
}

// inCoordinates matches the beginning of a move in UCI notation.
var inCoordinates = regexp.MustCompile(`^[a-h][1-8][a-h].`)

// coordinate converts a move from SAN, in which some programs answer, to UCI notation. It
// returns anything else unchanged.
func coordinate(t Turn, text string) string {
	if inCoordinates.MatchString(text) {
		return strings.ToLower(text)
	}
	g, err := rules.New(t.FEN, t.Moves...)
	if err != nil {
		return text
	}
	return g.UCI(strings.ReplaceAll(text, "0", "O"))
}
