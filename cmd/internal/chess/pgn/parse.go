package pgn

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/searchex/searchex/cmd/internal/chess/rules"
	"github.com/searchex/searchex/goengine"
	"github.com/searchex/searchex/goengine/book"
)

// Game plays the moves of the game. With an *Error, or at the end of the context of
// Reader.Within, it returns the game up to there. Warnings are about faults that don't change the game: a tag without a
// value, a variation with an illegal move.
func (g *Raw) Game() (game *Game, warnings []*Error, err error) {
	p := g.parser()
	err = p.run()
	return p.game, p.warnings, err
}

// Opening plays the first plies of the main line, 0 for all, without variations. It
// returns an *Error as Game does, if the error is among them. played is the game up to
// the first null move, nil if there is no position to begin at.
func (g *Raw) Opening(plies int) (game *Game, played *rules.Game, err error) {
	p := g.parser()
	p.most, p.opening = plies, true
	err = p.run()
	if len(p.positions) > 0 {
		moves := p.game.UCI()
		played = rules.Played(p.positions[:len(moves)+1], moves)
	}
	return p.game, played, err
}

// NullMove returns an *Error that names the first null move in the main line of the game
// that was read, nil if there is none. It is for those that can't pass: they use
// Game.UCI, which ends there.
func (g *Raw) NullMove(game *Game) error {
	at := len(Playable(game.Moves))
	pos, err := rules.ParsePosition(game.start())
	if at == len(game.Moves) || err != nil {
		return nil
	}
	ply := pos.Ply() + at
	return &Error{File: g.file, Game: g.Number, Line: g.Line, Move: moveName(ply, "--"), Err: errors.New("a null move")}
}

// moveName returns a move with its number; ply counts from move 1.
func moveName(ply int, move string) string {
	dots := "."
	if ply%2 == 1 {
		dots = "..."
	}
	return fmt.Sprintf("move %d%s %s", ply/2+1, dots, move)
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
	most     int     // plies of the main line that are read, 0 for all
	opening  bool    // variations are skipped
	// positions has the positions of the main line.
	positions []rules.Position
	foreign   *rules.Foreign
}

// level is a line that is being read.
type level struct {
	line   Line
	before rules.Position // before the last move
	now    rules.Position
	broken bool
	// comments belong to the last move, or stand before the first.
	comments []string
}

// maxDepth bounds the nesting of variations. Deeper ones are skipped.
const maxDepth = 100

func (p *parser) run() error {
	p.tags()
	start, err := p.start()
	if err != nil {
		p.game.FEN = goengine.StartFEN
		return &Error{File: p.raw.file, Game: p.raw.Number, Line: p.raw.Line, Err: err}
	}
	p.levels = []level{{now: start, before: start}}
	p.positions = []rules.Position{start}
	p.end = len(p.raw.tokens)
	p.foreign = p.raw.notation()
	for i, t := range p.raw.tokens {
		if p.most > 0 && len(p.levels[0].line.Moves) == p.most {
			break
		}
		p.at = i
		if err = p.token(t); err != nil {
			p.end = i
			break
		}
	}
	all := p.most == 0 || len(p.levels[0].line.Moves) < p.most
	if err == nil && all && p.raw.broken != nil {
		err = p.raw.broken
	}
	if err == nil && all && len(p.levels)+p.deep > 1 {
		err = p.wrong(p.lastLine(), "", errors.New("a variation is not closed"))
	}
	for len(p.levels) > 1 {
		p.shut()
	}
	p.levels[0].flush()
	p.game.Comment, p.game.Moves = p.levels[0].line.Comment, p.levels[0].line.Moves
	return err
}

// tags sets the tags of the game. The names of those with a meaning may be written in
// capital or small letters.
func (p *parser) tags() {
	for _, t := range p.raw.Tags {
		switch strings.ToLower(t.Name) {
		case "result":
			if r := book.Result([]byte(t.Value)); r != "" {
				p.game.Result = r
			}
		case "fen":
			p.game.FEN = t.Value
		case "setup":
		case "variant":
			p.game.SetTag("Variant", t.Value)
		default:
			p.game.SetTag(t.Name, t.Value)
		}
	}
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
	if wrong := book.Variant(p.game.Tag("Variant"), err == nil); wrong != nil {
		err = wrong
	}
	return pos, err
}

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
		case p.deep > 0 || p.opening || len(p.levels) > maxDepth || top.broken:
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
	p.top().flush()
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

// number matches a move number, even one without a space before the move, and dots.
var number = regexp.MustCompile(`^[0-9]*\.+`)

// word interprets a move, a number, a glyph or a result.
func (p *parser) word(text string, line int) error {
	top := p.top()
	if r := book.Result([]byte(text)); r != "" {
		if len(p.levels) == 1 {
			p.game.Result = r
		}
		return nil
	}
	if text[0] == '$' {
		n, err := strconv.Atoi(strings.TrimRight(text[1:], ".!?"))
		if last := top.last(); err == nil && last != nil && n > 0 && n < 256 {
			last.NAGs = append(last.NAGs, n)
		}
		return nil
	}
	text = number.ReplaceAllString(book.PlainWord([]byte(text)), "")
	if strings.Trim(text, "0123456789.") == "" {
		return nil
	}
	if n, ok := book.Glyph(text); ok {
		if last := top.last(); last != nil && n > 0 {
			last.NAGs = append(last.NAGs, n)
		}
		return nil
	}
	move, nags := book.CutGlyphs(text)
	if err := p.raw.budget.spend(); errors.Is(err, ErrTooLong) {
		return p.wrong(line, "", err)
	} else if err != nil {
		return err
	}
	next, uci, err := p.play(move)
	if err != nil {
		return p.illegal(move, line, err)
	}
	top.flush()
	top.line.Moves = append(top.line.Moves, Move{UCI: uci, NAGs: nags})
	if len(p.levels) == 1 {
		p.places, p.positions = append(p.places, p.at), append(p.positions, next)
	}
	top.before, top.now = top.now, next
	return nil
}

// play returns the position after a move of the line that is read. A letter that has
// another meaning in the notation of the game is an error, even where the move is legal.
func (p *parser) play(move string) (next rules.Position, uci string, err error) {
	if p.foreign != nil {
		if err := p.foreign.Err(move); err != nil {
			return next, "", err
		}
	}
	return p.top().now.Move(move)
}

// notation returns the notation of the main line, nil if its letters are English.
func (g *Raw) notation() *rules.Foreign {
	if !slices.ContainsFunc(g.tokens, func(t token) bool {
		return t.kind == word && bytes.ContainsAny(g.text[t.start:t.end], "SLTDCFA")
	}) {
		return nil // as of nearly all games
	}
	depth := 0
	var moves []string
	for _, t := range g.tokens {
		switch t.kind {
		case open:
			depth++
		case shut:
			depth--
		case word:
			if w := book.PlainWord(g.text[t.start:t.end]); depth == 0 && w != "" {
				moves = append(moves, number.ReplaceAllString(w, ""))
			}
		}
	}
	return rules.ForeignLetters(moves...)
}

// dotted matches a move with a dot in it, by a slip or for a capture.
var dotted = regexp.MustCompile(`^[A-Za-z][a-h1-8]*\.[a-h]`)

// illegal handles a move that can't be played. In a variation it becomes a warning
// and ends the variation.
func (p *parser) illegal(text string, line int, err error) error {
	top := p.top()
	e := p.wrong(line, moveName(top.now.Ply(), clip([]byte(text))), err)
	defer func() {
		if dotted.MatchString(text) {
			e.Err = fmt.Errorf("%w; the dot is read as an x", e.Err)
		}
	}()
	if len(p.levels) > 1 {
		top.broken = true
		p.warnings = append(p.warnings, e)
		return nil
	}
	if rules.IsNull(text) || p.foreign != nil {
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
	if _, err := rules.Played(p.positions, played).Read(text); err != nil {
		e.Err = err
	}
	return e
}
