package match

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"regexp"
	"strings"

	"github.com/searchex/searchex/goengine"
)

// LoadOpenings reads a file of openings, see ReadOpenings.
func LoadOpenings(path string) ([]Opening, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	openings, err := ReadOpenings(f)
	if err != nil {
		return nil, fmt.Errorf("%s:%w", path, err)
	}
	return openings, nil
}

// maxOpenings bounds a file in bytes: far more than any match can play.
const maxOpenings = 64 << 20

// ReadOpenings reads openings. A text that begins with a tag of PGN is read as
// PGN, every game one opening. Otherwise each line is one,
//
//	name: moves      from the initial position, in SAN or UCI notation
//	1. e4 e5 2. Nf3  the same without a name
//	EPD or FEN       a position, named by its id
//
// Empty lines and those that begin with # are skipped. An error begins with
// the number of the line, 0 for the file as a whole.
func ReadOpenings(r io.Reader) ([]Opening, error) {
	b, err := io.ReadAll(io.LimitReader(r, maxOpenings+1))
	if err != nil {
		return nil, fmt.Errorf(" %w", err)
	}
	if len(b) > maxOpenings {
		return nil, fmt.Errorf(" more than %d MB", maxOpenings>>20)
	}
	text := strings.TrimPrefix(string(b), "\uFEFF")
	read := readLines
	if strings.HasPrefix(strings.TrimSpace(text), "[") {
		read = readPGN
	}
	openings, err := read(text)
	if err != nil {
		return nil, err
	}
	if len(openings) == 0 {
		return nil, fmt.Errorf("0: no openings")
	}
	for i := range openings {
		// Prepared here, so that no game has to.
		if err := openings[i].prepare(); err != nil {
			return nil, fmt.Errorf("%d: %w", i+1, err)
		}
	}
	return openings, nil
}

func readLines(text string) ([]Opening, error) {
	var openings []Opening
	lines := bufio.NewScanner(strings.NewReader(text))
	lines.Buffer(nil, maxLine)
	n := 1
	for ; lines.Scan(); n++ {
		line := strings.TrimSpace(lines.Text())
		if line == "" || line[0] == '#' {
			continue
		}
		o, err := parseOpening(line)
		if err != nil {
			return nil, fmt.Errorf("%d: %w", n, err)
		}
		openings = append(openings, o)
	}
	if err := lines.Err(); err != nil {
		return nil, fmt.Errorf("%d: %w", n, err)
	}
	return openings, nil
}

// board is the first field of a FEN.
var board = regexp.MustCompile(`^[1-8KQRBNPkqrbnp]+(/[1-8KQRBNPkqrbnp]+){7} `)

// number is a move number, maybe written together with the move.
var number = regexp.MustCompile(`^[0-9]+\.+`)

func parseOpening(line string) (Opening, error) {
	if board.MatchString(line) {
		return parsePosition(line)
	}
	name, moves, ok := strings.Cut(line, ":")
	if !ok {
		name, moves = line, line
	}
	o := Opening{Name: strings.TrimSpace(name), FEN: StartFEN}
	r, err := newReferee(o)
	if err != nil {
		return o, err
	}
	for _, word := range strings.Fields(moves) {
		if word = number.ReplaceAllString(word, ""); word == "" {
			continue
		}
		if err := r.play(sanToUCI(r.pos, word)); err != nil {
			return o, fmt.Errorf("opening %q: %w", short(o.Name), err)
		}
	}
	o.Moves = r.moves
	return o, r.unfinished(o)
}

// unfinished is an error where an opening is over already.
func (r *referee) unfinished(o Opening) error {
	if _, end := r.verdict(); end != "" {
		return fmt.Errorf("opening %q: the game is over (%s)", short(o.Name), end)
	}
	return nil
}

func short(s string) string {
	if r := []rune(s); len(r) > 60 {
		return string(r[:60]) + "…"
	}
	return s
}

// parsePosition reads an EPD or FEN line: four fields, two counters that may be
// missing, and operations, of which id counts.
func parsePosition(line string) (Opening, error) {
	f := strings.Fields(line)
	if len(f) < 4 {
		return Opening{}, fmt.Errorf("position %q: want at least 4 fields, have %d", short(line), len(f))
	}
	n := 4
	counters := []string{"0", "1"}
	for i := range counters {
		if n == 4+i && len(f) > n && strings.Trim(f[n], "0123456789") == "" {
			counters[i] = f[n]
			n++
		}
	}
	fen := strings.Join(append(f[:4:4], counters...), " ")
	o := Opening{Name: fen, FEN: fen}
	if _, id, ok := strings.Cut(line, `id "`); ok {
		o.Name, _, _ = strings.Cut(id, `"`)
	}
	return o, checkStart(o)
}

// checkStart refuses a position that the engines here would refuse, or in
// which the game is over.
func checkStart(o Opening) error {
	if _, err := goengine.ParseFEN(o.FEN); err != nil {
		return fmt.Errorf("opening %q: %w", short(o.Name), err)
	}
	r, err := newReferee(o)
	if err != nil {
		return err
	}
	return r.unfinished(o)
}
