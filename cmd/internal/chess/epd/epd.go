// Package epd reads positions from Extended Position Description: one a line,
// four fields of Forsyth-Edwards notation and then operations such as
// `bm Qd1+; id "BK.01";`. Lines with all six fields, the `;D1 20` operations of
// perft tables and plain FEN lines are read too.
package epd

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/searchex/searchex/cmd/internal/userfile"
	"github.com/searchex/searchex/goengine"
	"github.com/searchex/searchex/testdata"
)

// Position is a position and the operations that describe it.
type Position struct {
	// Where is file:line; empty for a position that came from elsewhere.
	Where string
	// FEN has all six fields, as goengine.CompleteFEN returns them.
	FEN string
	// ID names the position, empty where it has no name.
	ID string
	// Ops holds the operands of the other operations, by opcode.
	Ops map[string][]string
	// Perft holds the known numbers of leaves, by depth.
	Perft map[int]uint64
	// Board is the position itself.
	Board *goengine.Position
}

// Name returns the position's name for messages: its ID, or its FEN if it has none.
func (p *Position) Name() string {
	if p.ID != "" {
		return p.ID
	}
	return p.FEN
}

// FromFEN reads a single position.
func FromFEN(fen string) (Position, error) {
	fen, board, err := goengine.CompleteFEN(fen)
	return Position{FEN: fen, Board: board}, err
}

// MaxFile is the greatest size of a file in bytes, unpacked: some hundred thousand positions.
const MaxFile = 64 << 20

// maxLine is the longest line that is read, in bytes. No real line comes near it.
const maxLine = 1 << 16

// Read reads all positions of a file; name is what errors call it. Blank lines and lines that
// begin with # are skipped. An error names file and line; a file without a position is an
// error.
func Read(r io.Reader, name string) ([]Position, error) { return ReadGood(r, name, nil) }

// BuiltIn reads the positions of a file in testdata.
func BuiltIn(name string) ([]Position, error) {
	b, err := testdata.Files.ReadFile(name)
	if err != nil {
		return nil, fmt.Errorf("built-in positions: %w", err)
	}
	return Read(bytes.NewReader(b), name)
}

// LineError is the error of a line.
type LineError struct {
	// Where is file:line.
	Where string
	Err   error
}

func (e *LineError) Error() string { return e.Where + ": " + e.Err.Error() }
func (e *LineError) Unwrap() error { return e.Err }

// ReadGood is Read, but if bad is not nil it is called with the error of a bad line, and the
// other lines are read.
func ReadGood(r io.Reader, name string, bad func(error)) ([]Position, error) {
	var all []Position
	b, err := io.ReadAll(io.LimitReader(r, MaxFile+1))
	if err == nil && len(b) > MaxFile {
		return nil, fmt.Errorf("%s: larger than %d bytes", name, MaxFile)
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, pathless(err))
	}
	content, err := userfile.Text(b)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	n := 0
	for line := range strings.Lines(content) {
		n++
		text := strings.TrimSpace(line)
		if text == "" || text[0] == '#' {
			continue
		}
		p, err := Position{}, fmt.Errorf("line of more than %d bytes", maxLine)
		if len(line) <= maxLine {
			p, err = parse(text)
		}
		if err != nil {
			err = &LineError{fmt.Sprintf("%s:%d", name, n), err}
			if bad == nil {
				return nil, err
			}
			bad(err)
			continue
		}
		p.Where = fmt.Sprintf("%s:%d", name, n)
		all = append(all, p)
	}
	if len(all) == 0 {
		return nil, fmt.Errorf("%s: no position in this file", name)
	}
	return all, nil
}

// pathless strips operation and path from an error of the system, since the caller
// names the file.
func pathless(err error) error {
	if inner := errors.Unwrap(err); inner != nil {
		return inner
	}
	return err
}

// parse reads one line.
func parse(line string) (Position, error) {
	fen, ops := Split(line)
	p, err := FromFEN(fen)
	if err != nil {
		return p, err
	}
	p.Ops, p.Perft = map[string][]string{}, map[int]uint64{}
	if err := p.operations(ops); err != nil {
		return p, err
	}
	return p, p.counters(len(strings.Fields(fen)))
}

// Split separates the FEN of a line, with its counters if present, from the operations.
func Split(line string) (fen, ops string) {
	if line != "" && (line[0] == '"' || line[0] == '\'') {
		if end := strings.IndexByte(line[1:], line[0]); end >= 0 {
			return line[:end+2], strings.TrimSpace(line[end+2:])
		}
	}
	rest := line
	var fields []string
	for len(fields) < 6 {
		rest = strings.TrimLeft(rest, " \t")
		if rest == "" || rest[0] == ';' {
			break
		}
		end := strings.IndexAny(rest, " \t;")
		if end < 0 {
			end = len(rest)
		}
		if len(fields) >= 4 && strings.Trim(rest[:end], "0123456789") != "" {
			break
		}
		fields = append(fields, rest[:end])
		if rest = rest[end:]; fields[0] == goengine.StartWord {
			break
		}
	}
	return strings.Join(fields, " "), strings.TrimSpace(rest)
}

// maxDepth is the greatest depth of a perft count.
const maxDepth = 99

func isNumber(s string) bool {
	return s != "" && strings.Trim(strings.TrimPrefix(s, "-"), "0123456789") == ""
}

// standard are opcodes whose closing semicolon may be missing at the end of a line.
var standard = map[string]bool{"acd": true, "am": true, "bm": true, "ce": true, "dm": true, "id": true, "pm": true, "pv": true}

// operations reads the operations after the FEN.
func (p *Position) operations(s string) error {
	leading := strings.HasPrefix(s, ";")
	parts, err := splitOps(s)
	if err != nil {
		return err
	}
	for i, words := range parts {
		code, args := words[0], words[1:]
		last := i == len(parts)-1 && !strings.HasSuffix(s, ";")
		if last && !leading && !standard[code] {
			return fmt.Errorf("operation %q has no ; at its end", strings.Join(words, " "))
		}
		if c := code[0] | 0x20; c < 'a' || c > 'z' {
			return fmt.Errorf("operation %q does not begin with a letter", code)
		}
		if code[0] == 'D' && isNumber(code[1:]) {
			depth, err := strconv.Atoi(code[1:])
			if err != nil || depth < 1 || depth > maxDepth {
				return fmt.Errorf("operation %s: want a depth from D1 to D%d", code, maxDepth)
			}
			if len(args) != 1 {
				return fmt.Errorf("operation %s has %d numbers, want 1", code, len(args))
			}
			count, err := strconv.ParseUint(args[0], 10, 64)
			if err != nil {
				return fmt.Errorf("operation %s: %q is not a number of leaves", code, args[0])
			}
			p.Perft[depth] = count
			continue
		}
		if code == "id" {
			p.ID = strings.Join(args, " ")
			continue
		}
		p.Ops[code] = append(p.Ops[code], args...)
	}
	return nil
}

// splitOps splits operations at semicolons and their operands at spaces, outside
// quotes. It drops empty operations.
func splitOps(s string) ([][]string, error) {
	var all [][]string
	var words []string
	var word strings.Builder
	quoted, open := false, false
	endWord := func() {
		if open || word.Len() > 0 {
			words = append(words, word.String())
		}
		word.Reset()
		open = false
	}
	for _, c := range s {
		switch {
		case c == '"':
			quoted = !quoted
			open = true
		case quoted:
			word.WriteRune(c)
		case c == ';':
			endWord()
			if len(words) > 0 && words[0] != "" {
				all = append(all, words)
			}
			words = nil
		case c == ' ' || c == '\t':
			endWord()
		default:
			word.WriteRune(c)
		}
	}
	if quoted {
		return nil, errors.New(`a quote " is not closed`)
	}
	endWord()
	if len(words) > 0 && words[0] != "" {
		all = append(all, words)
	}
	return all, nil
}

// counters puts the operations hmvc and fmvn, half-move clock and move number, into
// a FEN that had no counters.
func (p *Position) counters(fields int) error {
	if fields != 4 || len(p.Ops["hmvc"])+len(p.Ops["fmvn"]) == 0 {
		return nil
	}
	f := strings.Fields(p.FEN)
	for i, code := range []string{"hmvc", "fmvn"} {
		if args := p.Ops[code]; len(args) > 0 {
			f[4+i] = args[0]
		}
	}
	p.FEN = strings.Join(f, " ")
	board, err := goengine.ParseFEN(p.FEN)
	p.Board = board
	return err
}
