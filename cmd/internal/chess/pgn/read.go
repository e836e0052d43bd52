package pgn

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
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
	budget *Budget
}

// Budget bounds what is read of one file or of several. It belongs to one goroutine.
type Budget struct {
	// Ctx ends the reading.
	Ctx context.Context
	// Plies is the greatest number of half-moves of all games whose moves are read, those of
	// variations among them; 0 is any number.
	Plies int
	spent int
}

// spend counts a half-move. It returns an error if it must not be read.
func (b *Budget) spend() error {
	switch {
	case b == nil:
		return nil
	case b.Ctx.Err() != nil:
		return context.Cause(b.Ctx)
	case b.Plies > 0 && b.spent >= b.Plies:
		return fmt.Errorf("%w: more than %d half-moves, those of variations among them", ErrTooLong, b.Plies)
	}
	b.spent++
	return nil
}

// maxText bounds the text of a game and its tokens, each of which counts as tokenSize, in
// bytes. No real game comes near it.
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

// File returns the name of the file in errors.
func (r *Reader) File() string { return r.file }

// KeepSource makes the reader keep the bytes of each game for Raw.Source. It has to be
// called before Next.
func (r *Reader) KeepSource() { r.kept = true }

// Within makes a budget bound what is read. A game that it does not allow ends with ErrTooLong.
func (r *Reader) Within(b *Budget) *Reader {
	r.budget = b
	return r
}

// ErrTooLong is the error of a game that is longer than any real one.
var ErrTooLong = errors.New("the game is too long")

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
	budget *Budget
}

// File returns the name of the file in errors.
func (g *Raw) File() string { return g.file }

// Source returns the bytes of the game as they are in the file, with what stands
// between it and the game before, and after the last game. It is empty if the reader
// does not keep them.
func (g *Raw) Source() []byte { return g.source }

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
	var g *Raw
	for g == nil || r.number > 0 && g.stray(r.text) {
		if r.ended != nil {
			return nil, r.ended
		}
		if b := r.budget; b != nil && b.Ctx.Err() != nil {
			return nil, context.Cause(b.Ctx)
		}
		g = &Raw{file: r.file, Number: r.number + 1, budget: r.budget}
		err := r.game(g)
		if err != nil {
			r.ended = err
			if err != io.EOF {
				r.ended = fmt.Errorf("reading %s: %w", r.file, err)
			}
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

// breakOff sets the error that ends the game early.
func (g *Raw) breakOff(line int, err error) {
	if g.Line == 0 {
		g.Line = line
	}
	g.broken = &Error{File: g.file, Game: g.Number, Line: line, Err: err}
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
		r.text = append(doubled(r.text), c)
	}
}

// doubled returns a slice with room for one more. It doubles a full one, so that the
// copies left behind are no longer than the slice; append leaves four times as much.
func doubled[T any](s []T) []T {
	if len(s) < cap(s) {
		return s
	}
	return append(make([]T, 0, max(2*len(s), 64)), s...)
}
