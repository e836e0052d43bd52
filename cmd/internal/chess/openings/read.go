package openings

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strings"

	"github.com/searchex/searchex/cmd/internal/chess/epd"
	"github.com/searchex/searchex/cmd/internal/chess/polyglot"
	"github.com/searchex/searchex/cmd/internal/chess/rules"
	"github.com/searchex/searchex/cmd/internal/report"
	"github.com/searchex/searchex/cmd/internal/userfile"
	"github.com/searchex/searchex/goengine"
	"github.com/searchex/searchex/goengine/book"
)

// formats lists the formats that Read knows, for an error.
const formats = "lines of moves (Name: e4 e5 Nf3), EPD or FEN, PGN, a table (eco, name and moves between tabs), or a book source (e4*4 e5)"

// Error is an error in a file of openings.
type Error struct {
	File string
	// Line counts from 1; 0 is the file as a whole.
	Line int
	Err  error
}

// Error returns file:line: what is wrong.
func (e *Error) Error() string {
	if e.Line == 0 {
		return fmt.Sprintf("%s: %v", e.File, e.Err)
	}
	return fmt.Sprintf("%s:%d: %v", e.File, e.Line, e.Err)
}

// Unwrap returns Err.
func (e *Error) Unwrap() error { return e.Err }

// Games are the options for openings that are games in PGN.
type Games struct {
	// Plies is how many plies of a game are used, 0 for all.
	Plies int
	// Skipped, unless nil, gets an error for each game that is not used, or only up to
	// the error.
	Skipped func(error)
}

// DefaultPlies is the usual length of an opening in plies.
const DefaultPlies = 16

// Limits of a file, in bytes. No match can play as much.
const (
	maxFile = 64 << 20
	maxLine = 1 << 16
)

// reader reads openings of one format. With an error it returns the openings before
// the error, and the error's line.
type reader func(text string) (all []Opening, line int, err error)

// Read reads openings, see Games.Read, with the default length of games.
func Read(r io.Reader, name string) ([]Opening, error) {
	return Games{Plies: DefaultPlies}.Read(r, name)
}

// Read reads openings; name is the file's name in errors. A text that begins as PGN
// does, with a tag or a comment, is read as PGN: the first plies of each game are an
// opening, and a game that ends earlier, by an error or a null move too, is used up to
// there; games that are over at that point are skipped. PGN with
// weights is the source of a book: each of its lines is an opening. In any other
// text each line is an opening:
//
//	name: moves      from the initial position, in SAN or UCI notation
//	1. e4 e5 2. Nf3  the same without a name
//	EPD or FEN       a position, named by its id
//
// Empty lines and lines that begin with # are skipped.
func (g Games) Read(r io.Reader, name string) ([]Opening, error) {
	b, err := io.ReadAll(io.LimitReader(r, maxFile+1))
	switch {
	case err != nil:
		return nil, &Error{name, 0, err}
	case len(b) > maxFile:
		return nil, &Error{name, 0, fmt.Errorf("is longer than %d MB: want a file of openings", maxFile>>20)}
	case book.IsTable(b):
		return nil, &Error{name, 0, errors.New("is a compiled book, which has no lines: openings are " + formats)}
	case polyglot.Is(b) && len(b) >= 16:
		return nil, &Error{name, 0, errors.New("is a Polyglot book, which has no lines: openings are " + formats + "; searchex book show prints its moves")}
	}
	text, err := userfile.Text(b)
	if err != nil {
		return nil, &Error{name, 0, fmt.Errorf("%w: openings are %s", err, formats)}
	}
	read, certain := g.formatOf(text, name)
	all, line, err := read(text)
	if err == nil && len(all) == 0 {
		line, err = 0, errors.New("no openings")
	}
	switch {
	case err != nil && len(all) == 0 && !certain:
		return nil, &Error{name, line, fmt.Errorf("%w; openings are %s", err, formats)}
	case err != nil:
		return nil, &Error{name, line, err}
	}
	return all, nil
}

// formatOf returns the reader for a text, and reports whether the text can have no
// other format.
func (g Games) formatOf(text, name string) (read reader, certain bool) {
	switch {
	case book.IsTabbed(text):
		return g.readTable, true
	case weight.MatchString(text):
		return readBook, true
	case pgnStart.MatchString(text):
		return func(text string) ([]Opening, int, error) { return g.readPGN(text, name) }, false
	}
	return readLines, false
}

// pgnStart matches the beginning of a PGN: a tag, or comments before it.
var pgnStart = regexp.MustCompile(`^\s*[\[{;%]`)

func readLines(text string) (all []Opening, line int, err error) {
	lines := bufio.NewScanner(strings.NewReader(text))
	lines.Buffer(nil, maxLine)
	for line = 1; lines.Scan(); line++ {
		text := strings.TrimSpace(lines.Text())
		if text == "" || text[0] == '#' {
			continue
		}
		o, err := parseOpening(text)
		if err != nil {
			return all, line, err
		}
		all = append(all, o)
	}
	return all, line, lines.Err()
}

// board matches the beginning of a FEN: its first field, even with a mistake in it.
var board = regexp.MustCompile(`^(?:["']?[0-9KQRBNPkqrbnp]+(?:/[0-9A-Za-z]*){3,}\s|["']?startpos\b)`)

// number matches a move number, even one without a space before the move.
var number = regexp.MustCompile(`^[0-9]+\.+`)

func parseOpening(line string) (Opening, error) {
	if board.MatchString(line) {
		return parsePosition(line)
	}
	name, moves, ok := strings.Cut(line, ":")
	if !ok || isMoves(line) { // as N:e5
		name, moves = line, line
	}
	o := Opening{Name: strings.TrimSpace(name), FEN: goengine.StartFEN}
	return o, o.play(moves)
}

// play sets the moves of the opening, as a text has them.
func (o *Opening) play(moves string) error {
	g, err := o.Game()
	if err != nil {
		return err
	}
	for _, word := range strings.Fields(moves) {
		if word = number.ReplaceAllString(book.PlainWord([]byte(word)), ""); word == "" || isResult(word) {
			continue
		}
		if _, glyph := book.Glyph(word); glyph || word[0] == '$' {
			continue
		}
		uci, err := g.Read(word)
		if err == nil {
			err = g.Play(uci)
		}
		if err != nil {
			return o.wrong(fmt.Errorf("move %d, %s: %w", len(g.Moves())+1, report.Short(word, 20), err))
		}
	}
	return o.begin(g)
}

// isMoves reports whether a line begins with a move or a move number, not with a name.
func isMoves(line string) bool {
	first, _, _ := strings.Cut(line, " ")
	first = number.ReplaceAllString(first, "")
	_, move := book.ReadWord(first)
	return first == "" || move
}

// isResult reports whether a word ends the moves of a game.
func isResult(word string) bool {
	switch word {
	case rules.WhiteWins, rules.BlackWins, rules.Draw, rules.Unknown:
		return true
	}
	return false
}

// begin sets the position of g as the one from which games begin. It returns an error
// if the game is over there.
func (o *Opening) begin(g *rules.Game) error {
	if _, end := g.Verdict(); end != "" {
		return o.wrong(fmt.Errorf("the game is over (%s)", end))
	}
	o.Moves, o.played = g.Moves(), g
	return nil
}

// wrong adds the opening's name to an error.
func (o *Opening) wrong(err error) error {
	return fmt.Errorf("opening %q: %w", report.Short(o.Name, maxName), err)
}

// parsePosition reads an EPD or FEN line. Of the operations only id is used.
func parsePosition(line string) (Opening, error) {
	fen, _ := epd.Split(line)
	if n := len(strings.Fields(fen)); n < 4 && fen != goengine.StartWord {
		return Opening{}, fmt.Errorf("position %q: want at least 4 fields, have %d", report.Short(line, maxName), n)
	}
	o := Opening{Name: fen, FEN: fen}
	if _, id, ok := strings.Cut(line, `id "`); ok {
		o.Name, _, _ = strings.Cut(id, `"`)
	}
	complete, _, err := goengine.CompleteFEN(fen)
	if err != nil {
		return o, o.wrong(err)
	}
	if o.FEN = complete; o.Name == fen {
		o.Name = complete
	}
	g, err := o.Game()
	if err != nil {
		return o, err
	}
	return o, o.begin(g)
}
