package pgn

import (
	"cmp"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/searchex/searchex/cmd/internal/chess/rules"
	"github.com/searchex/searchex/goengine"
)

// Game plays the moves of the game. With an *Error it returns the game up to the
// error. Warnings are about faults that don't change the game: a tag without a
// value, a variation with an illegal move.
func (g *Raw) Game() (game *Game, warnings []*Error, err error) {
	p := g.parser()
	err = p.run()
	return p.game, p.warnings, err
}

func (g *Raw) parser() *parser {
	return &parser{raw: g, game: &Game{FEN: goengine.StartFEN, Result: rules.Unknown}, warnings: slices.Clone(g.warnings)}
}

// parser plays the moves of a game.
type parser struct {
	raw      *Raw
	game     *Game
	warnings []*Error
	levels   []level // the game, the variation that is read, the variation in that …
	deep     int     // nesting of the variations that are skipped
	at       int     // the token that is read
	places   []int   // the token of each move of the main line
	end      int     // the first token that is not read, because of an error
}

// level is a line that is being read.
type level struct {
	line   Line
	before rules.Position // before the last move
	now    rules.Position
	broken bool
}

// maxDepth bounds the nesting of variations. Deeper ones are skipped.
const maxDepth = 100

func (p *parser) run() error {
	for _, t := range p.raw.Tags {
		switch t.Name {
		case "Result":
			if r := result([]byte(t.Value)); r != "" {
				p.game.Result = r
			}
		case "FEN":
			p.game.FEN = t.Value
		case "SetUp":
		default:
			p.game.SetTag(t.Name, t.Value)
		}
	}
	start, err := p.start()
	if err != nil {
		p.game.FEN = goengine.StartFEN
		return &Error{File: p.raw.file, Game: p.raw.Number, Line: p.raw.Line, Err: err}
	}
	p.levels = []level{{now: start, before: start}}
	p.end = len(p.raw.tokens)
	for i, t := range p.raw.tokens {
		p.at = i
		if err = p.token(t); err != nil {
			p.end = i
			break
		}
	}
	if err == nil && p.raw.broken != nil {
		err = p.raw.broken
	}
	if err == nil && len(p.levels)+p.deep > 1 {
		err = p.wrong(p.lastLine(), "", errors.New("a variation is not closed"))
	}
	for len(p.levels) > 1 {
		p.shut()
	}
	p.game.Comment, p.game.Moves = p.levels[0].line.Comment, p.levels[0].line.Moves
	return err
}

// start returns the initial position of the game. It returns an error if our engines
// can't play from there, or if the game is a variant of chess.
func (p *parser) start() (rules.Position, error) {
	fen, _, err := goengine.CompleteFEN(cmp.Or(strings.TrimSpace(p.game.FEN), goengine.StartFEN))
	pos := rules.Position{}
	if err == nil {
		p.game.FEN = fen
		pos, err = rules.ParsePosition(fen)
	}
	variant := strings.TrimSpace(p.game.Tag("Variant"))
	switch name := strings.ToLower(strings.NewReplacer(" ", "", "-", "", "_", "").Replace(variant)); {
	case slices.Contains(ordinary, name):
	case slices.Contains(shuffled, name) && err == nil: // king and rooks are where ours are
	default:
		return pos, fmt.Errorf("the game is %q: want chess", clip([]byte(variant)))
	}
	return pos, err
}

// The values of the tag Variant, in small letters without spaces: for chess, and for
// chess with another order of the pieces.
var (
	ordinary = []string{"", "?", "standard", "normal", "chess", "orthodox", "classical", "classic", "regular", "fromposition", "setup"}
	shuffled = []string{"chess960", "960", "fischerandom", "fischerrandom", "fischerandomchess", "fischerrandomchess", "freestyle", "freestylechess", "frc", "chess9lx"}
)

func (p *parser) lastLine() int {
	if n := len(p.raw.tokens); n > 0 {
		return int(p.raw.tokens[n-1].line)
	}
	return p.raw.Line
}

func (p *parser) wrong(line int, move string, err error) *Error {
	return &Error{File: p.raw.file, Game: p.raw.Number, Line: line, Move: move, Err: err}
}

func (p *parser) top() *level { return &p.levels[len(p.levels)-1] }

// token interprets a token.
func (p *parser) token(t token) error {
	text := p.raw.text[t.start:t.end]
	switch t.kind {
	case open:
		switch top := p.top(); {
		case p.deep > 0 || len(p.levels) > maxDepth || top.broken:
			p.deep++
		case len(top.line.Moves) == 0:
			return p.wrong(int(t.line), "", errors.New("a variation stands before the first move"))
		default:
			p.levels = append(p.levels, level{now: top.before, before: top.before})
		}
	case shut:
		switch {
		case p.deep > 0:
			p.deep--
		case len(p.levels) == 1:
			return p.wrong(int(t.line), "", errors.New("a variation ends that has not begun"))
		default:
			p.shut()
		}
	case comment:
		if p.deep == 0 {
			p.comment(plain(text))
		}
	case word:
		if p.deep == 0 && !p.top().broken {
			return p.word(string(text), int(t.line))
		}
	case tag:
		return p.wrong(int(t.line), "", fmt.Errorf("tag [%s] among the moves", clip(text)))
	}
	return nil
}

// shut ends a variation and adds it to the move that it replaces.
func (p *parser) shut() {
	v := p.top().line
	p.levels = p.levels[:len(p.levels)-1]
	if len(v.Moves) == 0 && v.Comment == "" {
		return
	}
	m := p.top().last()
	m.Variations = append(m.Variations, v)
}

// last returns the last move of a line, nil if there is none.
func (l *level) last() *Move {
	if len(l.line.Moves) == 0 {
		return nil
	}
	return &l.line.Moves[len(l.line.Moves)-1]
}

// number matches a move number, even one without a space before the move.
var number = regexp.MustCompile(`^[0-9]+\.+`)

// glyphs are the annotations that can follow a move, with their numbers. The signs of
// printed books are among them, in the forms of typists too.
var glyphs = map[string]int{
	"!": 1, "?": 2, "!!": 3, "??": 4, "!?": 5, "?!": 6, "‼": 3, "⁇": 4, "⁉": 5, "⁈": 6, "□": 7, "▢": 7,
	"=": 10, "∞": 13, "~": 13, "⩲": 14, "+=": 14, "+/=": 14, "⩱": 15, "=+": 15, "=/+": 15,
	"±": 16, "+/-": 16, "∓": 17, "-/+": 17, "+-": 18, "-+": 19, "⨀": 22, "○": 26, "↑": 36, "→": 40, "⇆": 132, "⊕": 136, "∆": 140, "△": 140, "N": 146, "TN": 146,
}

// nothing are words after a move that add nothing to it.
var nothing = []string{"+", "++", "#", "x", "ch", "ch.", "dis", "dis.", "mate", "ep", "e.p.", "†", "‡", "--/--", "D", "RR", "ₙ"}

// signs replaces the signs of printed books in a word by those of the standard.
var signs = strings.NewReplacer("♔", "K", "♕", "Q", "♖", "R", "♗", "B", "♘", "N", "♙", "", "♚", "K", "♛", "Q", "♜", "R", "♝", "B", "♞", "N", "♟", "",
	"×", "x", "…", "...", "†", "+", "‡", "#", "\uFE0E", "", "\uFE0F", "", "\u00A0", "")

// plainWord returns a word with the signs of the standard.
func plainWord(b []byte) string { return hyphens.Replace(signs.Replace(string(b))) }

// cut splits the glyph from the end of a move, such as Nf3+=. The sign of a check is no
// glyph.
func cut(word string) (move string, nag int) {
	for _, end := range glyphEnds {
		if move, ok := strings.CutSuffix(word, end); ok && move != "" {
			return move, glyphs[end]
		}
	}
	return word, 0
}

// glyphEnds are the glyphs that can stand at the end of a move, the longest first.
var glyphEnds = func() (all []string) {
	for g := range glyphs {
		if c := g[0]; c < 'A' || c > 'Z' {
			all = append(all, g)
		}
	}
	slices.SortFunc(all, func(a, b string) int { return cmp.Or(len(b)-len(a), strings.Compare(a, b)) })
	return all
}()

// word interprets a move, a number, a glyph or a result.
func (p *parser) word(text string, line int) error {
	top := p.top()
	if r := result([]byte(text)); r != "" {
		if len(p.levels) == 1 {
			p.game.Result = r
		}
		return nil
	}
	if text[0] == '$' {
		n, err := strconv.Atoi(strings.TrimRight(text[1:], ".,"))
		if last := top.last(); err == nil && last != nil && n > 0 && n < 256 {
			last.NAGs = append(last.NAGs, n)
		}
		return nil
	}
	text = number.ReplaceAllString(plainWord([]byte(text)), "")
	if strings.Trim(text, "0123456789.") == "" || slices.Contains(nothing, text) {
		return nil
	}
	if n, ok := glyphs[text]; ok {
		if last := top.last(); last != nil {
			last.NAGs = append(last.NAGs, n)
		}
		return nil
	}
	move, nag := cut(text)
	next, uci, err := top.now.Move(move)
	if err != nil {
		return p.illegal(move, line, err)
	}
	m := Move{UCI: uci}
	if nag > 0 {
		m.NAGs = []int{nag}
	}
	top.line.Moves = append(top.line.Moves, m)
	if len(p.levels) == 1 {
		p.places = append(p.places, p.at)
	}
	top.before, top.now = top.now, next
	return nil
}

// illegal handles a move that can't be played. In a variation it becomes a warning
// and ends the variation.
func (p *parser) illegal(text string, line int, err error) error {
	top := p.top()
	dots := "."
	if !top.now.WhiteToMove() {
		dots = "..."
	}
	e := p.wrong(line, fmt.Sprintf("move %d%s %s", top.now.Ply()/2+1, dots, clip([]byte(text))), err)
	if len(p.levels) > 1 {
		top.broken = true
		p.warnings = append(p.warnings, e)
		return nil
	}
	if rules.IsNull(text) {
		return e
	}
	// Earlier moves may be the reason: a king that has moved can't castle.
	var played []string
	for _, m := range top.line.Moves {
		if m.UCI == NullMove {
			return e
		}
		played = append(played, m.UCI)
	}
	if g, err := rules.New(p.game.FEN, played...); err == nil {
		if _, err := g.Read(text); err != nil {
			e.Err = err
		}
	}
	return e
}

// command matches a command for programs in a comment.
var command = regexp.MustCompile(`\[%(clk|emt|eval)\s+([^\]\s]+)\s*\]`)

// comment adds a comment to the last move. Commands that make sense are removed from
// the text and set in the move.
func (p *parser) comment(text string) {
	top := p.top()
	m := top.last()
	if m != nil {
		text = command.ReplaceAllStringFunc(text, func(s string) string {
			c := command.FindStringSubmatch(s)
			if m.obey(c[1], c[2]) {
				return ""
			}
			return s
		})
	}
	text = words(text)
	to := &top.line.Comment
	if m != nil {
		to = &m.Comment
	}
	*to = strings.TrimSpace(*to + " " + text)
}

// braces replaces braces, since they would end a comment.
var braces = strings.NewReplacer("{", "(", "}", ")")

// words normalizes a comment: white space becomes one space, braces become
// parentheses.
func words(text string) string { return strings.Join(strings.Fields(braces.Replace(text)), " ") }

// obey sets the value of a command in the move. It reports whether the value is valid.
func (m *Move) obey(name, value string) bool {
	if name == "eval" {
		e, ok := parseEval(value)
		if ok {
			m.Eval = &e
		}
		return ok
	}
	d, ok := parseClock(value)
	switch {
	case !ok:
	case name == "clk":
		m.Clock = &d
	default:
		m.Elapsed = &d
	}
	return ok
}

var clockForm = regexp.MustCompile(`^([0-9]{1,4}):([0-9]{1,2}):([0-9]{1,2}(?:\.[0-9]{1,3})?)$`)

func parseClock(s string) (time.Duration, bool) {
	f := clockForm.FindStringSubmatch(s)
	if f == nil {
		return 0, false
	}
	h, _ := strconv.Atoi(f[1])
	m, _ := strconv.Atoi(f[2])
	whole, part, _ := strings.Cut(f[3], ".")
	sec, _ := strconv.Atoi(whole)
	ms, _ := strconv.Atoi((part + "000")[:3])
	return time.Duration(h)*time.Hour + time.Duration(m)*time.Minute + time.Duration(sec)*time.Second + time.Duration(ms)*time.Millisecond, true
}

// formatClock formats a time for [%clk] and [%emt].
func formatClock(d time.Duration) string {
	d = max(d, 0).Round(time.Millisecond)
	s := fmt.Sprintf("%d:%02d:%02d", d/time.Hour, d/time.Minute%60, d/time.Second%60)
	if ms := d / time.Millisecond % 1000; ms > 0 {
		s += strings.TrimRight(fmt.Sprintf(".%03d", ms), "0")
	}
	return s
}

var evalForm = regexp.MustCompile(`^(#?)([+-]?)([0-9]{1,5})(?:\.([0-9]{1,4}))?(?:,([0-9]{1,3}))?$`)

func parseEval(s string) (Eval, bool) {
	f := evalForm.FindStringSubmatch(s)
	if f == nil || f[1] != "" && f[4] != "" {
		return Eval{}, false
	}
	n, _ := strconv.Atoi(f[3])
	cents, _ := strconv.Atoi((f[4] + "00")[:2])
	depth, _ := strconv.Atoi(f[5])
	e := Eval{Centipawns: 100*n + cents, Depth: depth}
	if f[1] != "" {
		e = Eval{Mate: n, Depth: depth}
		if n == 0 {
			return e, false
		}
	}
	if f[2] == "-" {
		e.Centipawns, e.Mate = -e.Centipawns, -e.Mate
	}
	return e, true
}
