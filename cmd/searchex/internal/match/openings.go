package match

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/corentings/chess/v2"
)

// Opening is where a game starts: a position and moves from there, so that
// the players know the game's history.
type Opening struct {
	Name  string
	FEN   string
	Moves []string // UCI
}

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

// ReadOpenings reads openings, one a line as
//
//	name: moves
//
// with the moves from the initial position, in SAN or UCI notation, divided by
// spaces, without numbers. Empty lines and those that begin with # are
// skipped. An error begins with the number of the line.
func ReadOpenings(r io.Reader) ([]Opening, error) {
	var openings []Opening
	lines := bufio.NewScanner(r)
	for n := 1; lines.Scan(); n++ {
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
		return nil, err
	}
	if len(openings) == 0 {
		return nil, fmt.Errorf("0: no openings")
	}
	return openings, nil
}

func parseOpening(line string) (Opening, error) {
	name, moves, ok := strings.Cut(line, ":")
	if !ok {
		return Opening{}, fmt.Errorf("opening %q: no colon between name and moves", line)
	}
	o := Opening{Name: strings.TrimSpace(name), FEN: StartFEN}
	r, err := newReferee(o)
	if err != nil {
		return o, err
	}
	for _, word := range strings.Fields(moves) {
		uci := word
		if m, err := (chess.AlgebraicNotation{}).Decode(r.pos, word); err == nil {
			uci = m.String()
		}
		if err := r.play(uci); err != nil {
			return o, fmt.Errorf("opening %q: %w", o.Name, err)
		}
	}
	if _, end := r.verdict(); end != "" {
		return o, fmt.Errorf("opening %q: the game is over (%s)", o.Name, end)
	}
	o.Moves = r.moves
	return o, nil
}

// Position returns the FEN of the position after the opening's moves.
func (o Opening) Position() (string, error) {
	r, err := newReferee(o)
	if err != nil {
		return "", err
	}
	return r.pos.String(), nil
}

// Spread returns n openings taken at even distances from all, or all if there
// are no more: a short match then meets every kind, though a file has them in
// families.
func Spread(all []Opening, n int) []Opening {
	if n <= 0 || n >= len(all) {
		return all
	}
	some := make([]Opening, n)
	for i := range some {
		some[i] = all[i*len(all)/n]
	}
	return some
}
