package pgn

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"
)

// Reader reads the games of a file one by one. It needs memory for one game, whose
// text is bounded.
type Reader struct {
	r      *bufio.Reader
	file   string
	number int
	last   byte // the last byte
	again  bool // it is read again
	line   int  // of the next byte
	column bool // the next byte begins a line
	text   []byte
	// source has the bytes since the last game if kept is set.
	source []byte
	kept   bool
	ended  error
}

// maxText bounds text and tokens of a game, in bytes. No real game comes near it.
const (
	maxText   = 16 << 20
	tokenSize = 16
)

// maxSource bounds the bytes of a game that KeepSource keeps, those skipped after an
// error among them.
const maxSource = 256 << 20

// NewReader returns a reader; file is the name of the file in errors.
func NewReader(r io.Reader, file string) *Reader {
	return &Reader{r: bufio.NewReaderSize(r, 1<<16), file: file, line: 1, column: true}
}

// KeepSource makes the reader keep the bytes of each game for Raw.Source. It has to be
// called before Next.
func (r *Reader) KeepSource() { r.kept = true }

// Rest returns the bytes after the last game, once Next has returned io.EOF, if
// KeepSource was called.
func (r *Reader) Rest() []byte { return r.source }

// Raw is the text of a game. Its tags are known before the moves are played.
type Raw struct {
	// Number counts the games of the file from 1; Line is where it begins.
	Number, Line int
	Tags         []Tag

	file     string
	text     []byte
	source   []byte
	tokens   []token
	warnings []*Error
	broken   *Error // the error that ended it early
	tagsEnd  int    // in source: the end of the last tag, 0 without tags
	annotator,
	annotatorEnd int // in source: the tag Annotator
}

// File returns the name of the file in errors.
func (g *Raw) File() string { return g.file }

// Source returns the bytes of the game as they are in the file, with what stands
// between it and the game before, and after the last game. It is empty if the reader
// does not keep them.
func (g *Raw) Source() []byte { return g.source }

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

// Next returns the next game, or io.EOF at the end of the file, or an error of
// reading. Errors in a game are returned by Raw.Game.
func (r *Reader) Next() (*Raw, error) {
	if r.ended != nil {
		return nil, r.ended
	}
	if r.number == 0 {
		if err := r.begin(); err != nil {
			return nil, err
		}
	}
	g := &Raw{file: r.file, Number: r.number + 1}
	err := r.game(g)
	if err != nil {
		r.ended = err
		if err != io.EOF {
			r.ended = fmt.Errorf("reading %s: %w", r.file, err)
		}
	}
	if len(g.tokens) == 0 && g.broken == nil {
		return nil, r.ended
	}
	r.number++
	g.text = bytes.Clone(r.text)
	g.source, r.source = r.source, nil
	g.readTags()
	return g, nil
}

// begin skips a byte order mark.
func (r *Reader) begin() error {
	head, _ := r.r.Peek(3)
	switch {
	case bytes.HasPrefix(head, []byte("\xEF\xBB\xBF")):
		_, _ = r.r.Discard(3)
		if r.kept {
			r.source = append(r.source, head...)
		}
	case bytes.HasPrefix(head, []byte("\xFF\xFE")), bytes.HasPrefix(head, []byte("\xFE\xFF")):
		return &Error{File: r.file, Line: 1, Err: errors.New("is written in UTF-16: want UTF-8")}
	}
	return nil
}

// game reads the tokens of a game, up to its result or to the tags of the next.
func (r *Reader) game(g *Raw) error {
	r.text = r.text[:0]
	depth := 0
	body := false // moves have begun
	for {
		c, err := r.byte()
		if err != nil {
			return err
		}
		first := r.column
		r.column = false
		if len(g.tokens) > 0 && len(r.text)+tokenSize*len(g.tokens) > maxText {
			g.breakOff(r.line, fmt.Errorf("the game is too long: more than %d MB", maxText>>20))
			return r.resync()
		}
		line := r.line
		start, from := len(r.text), len(r.source)-1
		add := func(k kind) {
			if len(g.tokens) == 0 {
				g.Line = line
			}
			g.tokens = append(g.tokens, r.token(start, from, line, k))
		}
		switch {
		case c == '\n':
			r.newline()
		case c <= ' ':
		case c == '%' && first:
			if err := r.rest(false); err != nil {
				return err
			}
		case c == ';':
			err := r.rest(true)
			if body || len(g.tokens) > 0 {
				add(comment)
			}
			if err != nil {
				return err
			}
		case c == '{':
			torn, err := r.brace()
			if torn {
				text := clip(r.text[start:])
				if g.breakOff(line, fmt.Errorf("%q has no end", "{"+text)); err == nil {
					return nil
				}
				return err
			}
			if len(g.tokens) > 0 { // a comment before a game belongs to no game
				add(comment)
			} else {
				r.text = r.text[:start]
			}
		case c == '[':
			if body {
				r.unread()
				r.column = true
				return nil
			}
			err := r.tag()
			add(tag)
			if err != nil {
				return err
			}
		case c == '(':
			depth++
			body = true
			add(open)
		case c == ')':
			depth--
			body = true
			add(shut)
		case c == '}':
			g.breakOff(line, errors.New("a comment ends that has not begun"))
			return r.resync()
		default:
			body = true
			err := r.word(c)
			add(word)
			if err != nil {
				return err
			}
			if depth <= 0 && result(r.text[start:]) != "" {
				return r.trailing(g)
			}
		}
	}
}

// breakOff sets the error that ends the game early.
func (g *Raw) breakOff(line int, err error) {
	if g.Line == 0 {
		g.Line = line
	}
	g.broken = &Error{File: g.file, Game: g.Number, Line: line, Err: err}
}

// clip shortens a text for a message.
func clip(b []byte) string {
	const most = 60
	s := plain(b[:min(len(b), 4*most)])
	if runes := []rune(s); len(runes) > most {
		return string(runes[:most-1]) + "…"
	}
	return s
}

func (r *Reader) byte() (byte, error) {
	c, err := r.last, error(nil)
	if r.again {
		r.again = false
	} else if c, err = r.r.ReadByte(); err != nil {
		return 0, err
	}
	r.last = c
	if r.kept {
		if r.source = append(r.source, c); len(r.source) > maxSource {
			return 0, fmt.Errorf("game %d: more than %d MB", r.number+1, maxSource>>20)
		}
	}
	if c == '\r' { // the end of a line, unless a line feed follows
		if next, _ := r.r.Peek(1); len(next) == 0 || next[0] != '\n' {
			c = '\n'
		}
	}
	return c, nil
}

// unread puts the last byte back.
func (r *Reader) unread() {
	r.again = true
	if r.kept {
		r.source = r.source[:len(r.source)-1]
	}
}

// token returns the token whose text and source begin at start and from, and end here.
func (r *Reader) token(start, from, line int, k kind) token {
	return token{int32(start), int32(len(r.text)), int32(from), int32(len(r.source)), int32(line), k}
}

// newline counts a line.
func (r *Reader) newline() {
	r.line++
	r.column = true
}

// keep appends a byte to the text if there is room.
func (r *Reader) keep(c byte) {
	if len(r.text) < maxText {
		r.text = append(r.text, c)
	}
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
	for {
		c, err := r.byte()
		if err != nil {
			return true, err
		}
		switch {
		case c == '}':
			return false, nil
		case c == '\n':
			r.line++
			if next, _ := r.r.Peek(8); string(next) == `[Event "` {
				r.column = true
				return true, nil
			}
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
func (r *Reader) word(c byte) error {
	start := len(r.text)
	for {
		if len(r.text)-start < maxWord {
			r.text = append(r.text, c)
		}
		var err error
		if c, err = r.byte(); err != nil {
			return err
		}
		if c <= ' ' || strings.IndexByte("{}()[;$", c) >= 0 {
			r.unread()
			return nil
		}
	}
}

// trailing reads the comments after a result.
func (r *Reader) trailing(g *Raw) error {
	for {
		c, err := r.byte()
		if err != nil {
			return err
		}
		switch {
		case c == '\n':
			r.newline()
		case c <= ' ':
			r.column = false
		case c == '{' && !r.blank():
			line, start, from := r.line, len(r.text), len(r.source)-1
			if torn, err := r.brace(); torn {
				g.breakOff(line, fmt.Errorf("%q has no end", "{"+clip(r.text[start:])))
				return err
			}
			g.tokens = append(g.tokens, r.token(start, from, line, comment))
		default:
			r.unread()
			return nil
		}
	}
}

// blank reports whether the next byte begins a line. A comment there belongs to the
// next game.
func (r *Reader) blank() bool { return r.column }

// resync skips to the tags of the next game.
func (r *Reader) resync() error {
	for {
		if err := r.rest(false); err != nil {
			return err
		}
		if next, _ := r.r.Peek(8); string(next) == `[Event "` {
			return nil
		}
	}
}

// result returns the result that a word stands for, empty if it is not a result.
func result(w []byte) string {
	switch s := hyphens.Replace(string(w)); s {
	case "1-0", "0-1", "1/2-1/2", "*":
		return s
	case "1/2", "½-½", "½", "\xbd-\xbd", "\xbd": // the last two in Latin-1
		return "1/2-1/2"
	}
	return ""
}

// hyphens replaces the dashes that word processors put for a hyphen.
var hyphens = strings.NewReplacer("‐", "-", "‑", "-", "‒", "-", "–", "-", "—", "-", "−", "-")

// plain returns a text in UTF-8 without control characters. Text that is not UTF-8
// is read as Latin-1.
func plain(b []byte) string {
	s := string(b)
	if !utf8.ValidString(s) {
		runes := make([]rune, len(b))
		for i, c := range b {
			runes[i] = rune(c)
		}
		s = string(runes)
	}
	return strings.Map(func(c rune) rune {
		if c < ' ' || c >= 0x7F && c < 0xA0 {
			return ' '
		}
		return c
	}, s)
}

// readTags moves the tags from the tokens to Tags.
func (g *Raw) readTags() {
	for len(g.tokens) > 0 {
		i := 0
		for i < len(g.tokens) && g.tokens[i].kind == comment {
			i++ // between the tags
		}
		if i == len(g.tokens) || g.tokens[i].kind != tag {
			return
		}
		t := g.tokens[i]
		g.tokens = append(g.tokens[:i:i], g.tokens[i+1:]...)
		g.tagsEnd = int(t.to)
		text := strings.TrimSpace(plain(g.text[t.start:t.end]))
		name, value, _ := strings.Cut(text, " ")
		value = strings.TrimSpace(value)
		if !nameOfTag(name) || len(value) < 2 || value[0] != '"' || value[len(value)-1] != '"' {
			g.warnings = append(g.warnings, &Error{File: g.file, Game: g.Number, Line: int(t.line), Err: fmt.Errorf("tag [%s]: want [Name \"value\"]", clip(g.text[t.start:t.end]))})
			continue
		}
		if name == annotatorTag {
			g.annotator, g.annotatorEnd = int(t.from), int(t.to)
		}
		g.Tags = append(g.Tags, Tag{name, unescape(value[1 : len(value)-1])})
	}
}

func nameOfTag(s string) bool {
	return s != "" && strings.Trim(s, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-") == ""
}

func unescape(s string) string { return strings.NewReplacer(`\"`, `"`, `\\`, `\`).Replace(s) }

// Tag returns the value of a tag, empty if there is no such tag.
func (g *Raw) Tag(name string) string {
	game := Game{Tags: g.Tags}
	return game.Tag(name)
}
