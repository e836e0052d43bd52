package openings

import (
	"errors"
	"fmt"
	"strings"

	"github.com/searchex/searchex/cmd/searchex/internal/report"
	"github.com/searchex/searchex/cmd/searchex/internal/rules"
	"github.com/searchex/searchex/goengine"
)

// readPGN reads the games of a PGN as openings: tags, of which FEN and Opening
// count, and the main line. The chess package's own reader drops games that do
// not begin with Event, without a word.
func readPGN(text string) (all []Opening, line int, err error) {
	r := &pgnReader{}
	for line = 1; text != ""; {
		token, kind, rest := nextToken(text)
		lines := strings.Count(text[:len(text)-len(rest)], "\n")
		if err := r.token(token, kind); err != nil {
			return r.openings, line, err
		}
		text, line = rest, line+lines
	}
	if r.depth > 0 {
		return r.openings, 0, errors.New("a variation is not closed")
	}
	return r.openings, 0, r.end()
}

// The kinds of what a PGN consists of.
const (
	pgnNothing = iota // white space, comments
	pgnTag            // [Name "value"]
	pgnOpen           // (
	pgnClose          // )
	pgnWord           // move, number, result, annotation
	pgnTorn           // a comment or tag without an end
)

// nextToken takes one token off a text.
func nextToken(text string) (token string, kind int, rest string) {
	until := func(end string, kind int) (string, int, string) {
		i := strings.Index(text[1:], end)
		if i < 0 {
			return report.Short(text, maxName), pgnTorn, ""
		}
		i += 1 + len(end)
		return text[:i], kind, text[i:]
	}
	switch text[0] {
	case ' ', '\t', '\r', '\n', '\v', '\f':
		return "", pgnNothing, text[1:]
	case '{':
		return until("}", pgnNothing)
	case ';', '%':
		if i := strings.IndexByte(text, '\n'); i >= 0 {
			return "", pgnNothing, text[i:]
		}
		return "", pgnNothing, ""
	case '[':
		return until("]", pgnTag)
	case '(':
		return "(", pgnOpen, text[1:]
	case ')':
		return ")", pgnClose, text[1:]
	}
	i := strings.IndexAny(text[1:], " \t\r\n\v\f{;()[")
	if i < 0 {
		return text, pgnWord, ""
	}
	return text[:i+1], pgnWord, text[i+1:]
}

// pgnReader is the game that is being read.
type pgnReader struct {
	openings []Opening
	tags     map[string]string // nil between games
	game     *rules.Game
	depth    int // of variations
}

func (r *pgnReader) token(token string, kind int) error {
	switch {
	case kind == pgnTorn:
		return fmt.Errorf("%q has no end", token)
	case kind == pgnOpen:
		r.depth++
	case kind == pgnClose:
		if r.depth--; r.depth < 0 {
			return fmt.Errorf("a variation ends that has not begun")
		}
	case r.depth > 0 || kind == pgnNothing:
	case kind == pgnTag:
		return r.tag(token)
	default:
		return r.word(token)
	}
	return nil
}

// tag begins a game where there are moves already.
func (r *pgnReader) tag(token string) error {
	if r.game != nil {
		if err := r.end(); err != nil {
			return err
		}
	}
	name, value, ok := strings.Cut(strings.TrimSpace(token[1:len(token)-1]), " ")
	value = strings.TrimSpace(value)
	if !ok || len(value) < 2 || value[0] != '"' || value[len(value)-1] != '"' {
		return fmt.Errorf("tag %q: want [Name \"value\"]", report.Short(token, maxName))
	}
	if r.tags == nil {
		r.tags = map[string]string{}
	}
	r.tags[name] = strings.NewReplacer(`\"`, `"`, `\\`, `\`).Replace(value[1 : len(value)-1])
	return nil
}

// word plays a move, or ends the game at its result.
func (r *pgnReader) word(token string) error {
	if r.game == nil {
		if err := r.begin(); err != nil {
			return err
		}
	}
	if isResult(token) {
		return r.end()
	}
	if token[0] == '$' {
		return nil
	}
	move := strings.TrimRight(number.ReplaceAllString(token, ""), "!?")
	if move == "" || move == "..." || strings.Trim(move, "0123456789.") == "" {
		return nil
	}
	if err := r.game.Play(r.game.UCI(move)); err != nil {
		return r.openings[len(r.openings)-1].wrong(err)
	}
	return nil
}

// name is what to call the game.
func (r *pgnReader) name() string {
	if name := r.tags["Opening"]; name != "" && name != "?" {
		return name
	}
	return fmt.Sprintf("game %d", len(r.openings)+1)
}

func (r *pgnReader) begin() error {
	o := Opening{Name: r.name(), FEN: goengine.StartFEN}
	if fen := r.tags["FEN"]; fen != "" {
		o.FEN = fen
	}
	g, err := o.start()
	if err != nil {
		return err
	}
	r.game, r.openings = g, append(r.openings, o)
	return nil
}

// end keeps the game that was read, if there is one.
func (r *pgnReader) end() error {
	if r.game == nil && r.tags != nil {
		if err := r.begin(); err != nil { // tags without a move
			return err
		}
	}
	if r.game == nil {
		return nil
	}
	err := r.openings[len(r.openings)-1].begin(r.game)
	r.game, r.tags = nil, nil
	return err
}
