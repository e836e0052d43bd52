package pgn

import (
	"bytes"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/searchex/searchex/goengine/book"
)

// token is a part of a game's text.
type token struct {
	start, end int32 // in text
	from, to   int32 // in source, if it is kept
	line       int32
	kind       kind
}

type kind byte

// The kinds of tokens.
const (
	tag     kind = iota // [Name "value"]
	comment             // between braces, or after a semicolon
	open                // (
	shut                // )
	word                // move, number, result, glyph
)

// lexer reads the tokens of a game.
type lexer struct {
	*Reader
	game  *Raw
	depth int  // of the variations
	body  bool // moves have begun
	first bool // the token begins a line
	// start, from and line are where the token begins: in the text, in the source, in the
	// file.
	start, from, line int
	// last is the last comment that belongs to the game, inner the number of braces that
	// are opened in it and not closed; joined reports that nested has joined it with what
	// follows.
	last, inner int
	joined      bool
}

// game reads the tokens of a game, up to its result or to the tags of the next.
func (r *Reader) game(g *Raw) error {
	r.text = r.text[:0]
	l := lexer{Reader: r, game: g}
	for {
		if ended, err := l.next(); ended || err != nil {
			return err
		}
	}
}

// next reads a token, or what stands between tokens. It reports whether the game has
// ended.
func (l *lexer) next() (ended bool, err error) {
	c, err := l.byte()
	if err != nil {
		return true, err
	}
	l.first, l.column = l.column, false
	if n := len(l.game.tokens); n > 0 && len(l.text)+tokenSize*n > maxText {
		l.game.breakOff(l.Reader.line, fmt.Errorf("%w: more than %d MB", ErrTooLong, maxText>>20))
		return true, l.resync()
	}
	l.start, l.from, l.line = len(l.text), len(l.source)-1, l.Reader.line
	switch {
	case c == '\n':
		l.newline()
	case c <= ' ' || c == ',':
	case c == '%' && l.first:
		err = l.rest(false)
	case c == ';':
		err = l.rest(true)
		l.comment()
	case c == '{':
		return l.braces()
	case c == '}' && !l.nested():
		l.game.breakOff(l.line, errors.New("a comment ends that has not begun"))
		return true, l.resync()
	case c == '}':
	case c == '[':
		return l.bracket()
	case c == '(':
		l.depth++
		l.body = true
		l.add(open)
	case c == ')':
		l.depth--
		l.body = true
		l.add(shut)
	default:
		return l.word(c)
	}
	return false, err
}

// add adds the token that ends here.
func (l *lexer) add(k kind) {
	if len(l.game.tokens) == 0 {
		l.game.Line = l.line
	}
	l.game.tokens = append(doubled(l.game.tokens), l.token(l.start, l.from, l.line, k))
}

// comment adds a comment. One before a game belongs to no game.
func (l *lexer) comment() {
	if len(l.game.tokens) == 0 {
		l.text = l.text[:l.start]
		return
	}
	l.add(comment)
	text := l.text[l.start:]
	l.last, l.inner, l.joined = len(l.game.tokens)-1, max(bytes.Count(text, []byte("{"))-bytes.Count(text, []byte("}")), 0), false
}

// braces reads a comment between braces.
func (l *lexer) braces() (ended bool, err error) {
	torn, err := l.brace()
	if torn {
		l.game.breakOff(l.line, fmt.Errorf("%q has no end", "{"+clip(l.text[l.start:])))
		return true, err
	}
	l.comment()
	return false, err
}

// nested handles a closing brace without an opening one. If the last comment has an
// opening brace in it, then what follows the comment up to here is a part of it. By the
// standard comments do not nest; so only a brace that would be an error is read like this.
func (l *lexer) nested() bool {
	g := l.game
	if l.inner == 0 || slices.ContainsFunc(g.tokens[l.last+1:], func(t token) bool { return t.kind == tag }) {
		return false
	}
	c := &g.tokens[l.last]
	if !l.joined {
		text := clip(l.text[c.start:c.end])
		g.warnings = append(g.warnings, &Error{File: g.file, Game: g.Number, Line: int(c.line), Err: fmt.Errorf("the comment %q has a brace in it: what follows up to another closing brace is read as a part of it", "{"+text)})
	}
	tail := []byte{'}'}
	for _, t := range g.tokens[l.last+1:] {
		if c := tail[len(tail)-1]; c != '(' && t.kind != shut {
			tail = append(tail, ' ')
		}
		switch t.kind {
		case open:
			tail = append(tail, '(')
			l.depth--
		case shut:
			tail = append(tail, ')')
			l.depth++
		default:
			tail = append(tail, l.text[t.start:t.end]...)
		}
	}
	l.text = append(doubled(l.text[:c.end]), tail...)
	*c = l.token(int(c.start), int(c.from), int(c.line), comment)
	g.tokens = g.tokens[:l.last+1]
	l.inner--
	l.joined = true
	return true
}

// tagBegins matches the beginning of a tag with a value in quotes.
var tagBegins = regexp.MustCompile(`^\[\s*[A-Za-z][A-Za-z0-9_]*\s*["“„]`)

// tagFollows reports whether a tag begins at the next byte.
func (r *Reader) tagFollows() bool {
	if next, _ := r.r.Peek(1); len(next) == 0 || next[0] != '[' {
		return false
	}
	next, _ := r.r.Peek(64)
	return tagBegins.Match(next)
}

// aside matches the rest of a bracket that is no tag, such as [0:15].
var aside = regexp.MustCompile(`^[^\pL\[\]{}"\r\n][^\[\]{}"\r\n]*\]`)

// bracket reads a tag. Among the moves it begins the next game, unless it cannot be a
// tag: then it is a comment.
func (l *lexer) bracket() (ended bool, err error) {
	next, _ := l.r.Peek(64)
	switch {
	case !l.body:
		err = l.tag()
		l.add(tag)
	case aside.Match(next):
		err = l.tag()
		l.add(comment)
	default:
		l.unread()
		l.column = true
		return true, nil
	}
	return false, err
}

// rest reads the rest of the line. It appends it to the text if kept is set.
func (r *Reader) rest(kept bool) error {
	for {
		c, err := r.byte()
		switch {
		case err != nil:
			return err
		case c == '\n':
			r.newline()
			return nil
		case kept:
			r.keep(c)
		}
	}
}

// brace reads a comment to its closing brace. It reports true if the tags of another
// game or the end of the file come first.
func (r *Reader) brace() (torn bool, err error) {
	blank := false // the last line was
	for n := 0; ; n++ {
		c, err := r.byte()
		if err != nil {
			return true, err
		}
		switch {
		case c == '}':
			return false, nil
		case c == '\n':
			blank, n = n == 0, -1
			r.line++
			if next, _ := r.r.Peek(8); string(next) == `[Event "` || blank && r.tagFollows() {
				r.column = true
				return true, nil
			}
		case c == '\r':
			n--
		}
		r.keep(c)
	}
}

// tag reads a tag to its end, or to the end of the line.
func (r *Reader) tag() error {
	quoted, escaped := false, false
	for {
		c, err := r.byte()
		switch {
		case err != nil:
			return err
		case c == '\n':
			r.newline()
			return nil
		case c == ']' && !quoted:
			return nil
		case c == '"' && !escaped:
			quoted = !quoted
		}
		escaped = c == '\\' && !escaped
		r.keep(c)
	}
}

// maxWord is the number of bytes of a word that are kept. No move is as long.
const maxWord = 64

// word reads a word that begins with c.
func (l *lexer) word(c byte) (ended bool, err error) {
	for {
		if len(l.text)-l.start < maxWord {
			l.text = append(l.text, c)
		}
		if n := space(l.text[l.start:]); n > 0 {
			l.text = l.text[:len(l.text)-n]
			break
		}
		if c, err = l.byte(); err != nil {
			break
		}
		if c <= ' ' || strings.IndexByte("{}()[;$,", c) >= 0 && !(c == '(' && l.promotes()) {
			l.unread()
			break
		}
		if c == '(' { // a promotion, e8(Q)
			l.text = append(l.text, c)
			for range 2 {
				if c, err = l.byte(); err == nil && c != ')' {
					l.text = append(l.text, c)
				}
			}
			c = ')'
		}
	}
	if len(l.text) == l.start { // only spaces
		l.column = l.first
		return false, err
	}
	l.body = true
	l.add(word)
	if l.depth > 0 || !l.result() {
		return false, err
	}
	if err != nil {
		return true, err
	}
	return true, l.trailing()
}

// space returns the number of bytes of the space at the end of a word that is not one of
// ASCII, 0 if there is none: a space of Unicode, one without width, the space of Latin-1.
func space(w []byte) int {
	if w[len(w)-1] < 0x80 {
		return 0
	}
	switch c, n := utf8.DecodeLastRune(w); {
	case wideSpace(c):
		return n
	case w[len(w)-1] == 0xA0 && (len(w) == 1 || w[len(w)-2] < 0x80):
		return 1
	}
	return 0
}

// wideSpace reports whether a character is a space of Unicode or one without width.
func wideSpace(c rune) bool {
	return unicode.IsSpace(c) || c >= 0x200B && c <= 0x200D || c == 0x2060 || c == 0xFEFF
}

// promotes reports whether the parenthesis that follows a word is part of a promotion.
func (l *lexer) promotes() bool {
	next, _ := l.r.Peek(2)
	last := l.text[len(l.text)-1]
	return len(next) == 2 && unicode.IsUpper(rune(next[0])) && next[1] == ')' && (last == '1' || last == '8' || last == '=')
}

// result reports whether the last word is a result. The words 1 - 0 are one too: they
// become one token.
func (l *lexer) result() bool {
	if book.Result(l.text[l.start:]) != "" {
		return true
	}
	t := l.game.tokens
	if n := len(t) - 3; n >= 0 && t[n+1].kind == word && t[n].kind == word && len(l.text) > 0 {
		if c := l.text[len(l.text)-1]; (c == '0' || c == '1') && t[n+2].end-t[n+2].start == 1 && book.Result(l.text[t[n].start:]) != "" {
			t[n].end, t[n].to = t[n+2].end, t[n+2].to
			l.game.tokens = t[:n+1]
			return true
		}
	}
	return false
}

// trailing reads the comments after a result.
func (l *lexer) trailing() error {
	for {
		c, err := l.byte()
		if err != nil {
			return err
		}
		switch {
		case c == '\n':
			l.newline()
		case c <= ' ':
			l.column = false
		case c == '{' && !l.column: // at the beginning of a line it belongs to the next game
			l.start, l.from, l.line = len(l.text), len(l.source)-1, l.Reader.line
			if ended, err := l.braces(); ended || err != nil {
				return err
			}
		default:
			l.unread()
			return nil
		}
	}
}

// resync skips to the tags of the next game.
func (r *Reader) resync() error {
	for {
		if err := r.rest(false); err != nil {
			return err
		}
		if r.tagFollows() {
			return nil
		}
	}
}

// stray reports whether a game has nothing but results: those of the game before it,
// said again, or the rest of one in an unknown form.
func (g *Raw) stray(text []byte) bool {
	return g.broken == nil && !slices.ContainsFunc(g.tokens, func(t token) bool {
		w := text[t.start:t.end]
		return t.kind != word || book.Result(w) == "" && book.PlainWord(w) != "-"
	})
}
