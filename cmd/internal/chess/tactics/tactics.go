// Package tactics judges moves by what an EPD file says is best: bm, am, dm
// and pm.
package tactics

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"

	"github.com/corentings/chess/v2"

	"github.com/searchex/searchex/cmd/internal/chess/epd"
	"github.com/searchex/searchex/goengine"
)

// Task is a position and what counts as its solution.
type Task struct {
	Pos epd.Position
	// Group is what the task is counted under: a mate's length, or empty.
	Group string

	best, avoid []string // UCI
	mate        int      // full moves to mate, negative for being mated, 0 for no such task
}

// ErrNoTask is the error for a position that names neither a move nor a mate:
// a plain position, or a drawn one (dm 0).
var ErrNoTask = errors.New("no bm, am, dm or pm says what solves it")

// New reads the operations of a position. It refuses moves that can't be made.
func New(p epd.Position) (*Task, error) {
	t := &Task{Pos: p}
	var err error
	if t.best, err = moves(p, "bm", "pm"); err != nil {
		return nil, err
	}
	if t.avoid, err = moves(p, "am"); err != nil {
		return nil, err
	}
	if dm := p.Ops["dm"]; len(dm) > 0 {
		t.mate, err = strconv.Atoi(dm[0])
		if err != nil || t.mate > math.MaxInt16 || t.mate < math.MinInt16 {
			return nil, fmt.Errorf("%s: operation dm: %q is not a number of moves", where(p), dm[0])
		}
		t.Group = group(t.mate)
	}
	if len(t.best)+len(t.avoid) == 0 && t.mate == 0 {
		return nil, fmt.Errorf("%s: %w", where(p), ErrNoTask)
	}
	return t, nil
}

// group names a mate by its moves as far as they are short.
func group(mate int) string {
	switch {
	case mate < 0:
		return "being mated"
	case mate == 0:
		return ""
	case mate > 4:
		return "longer mates"
	}
	return fmt.Sprintf("mate in %d", mate)
}

// Solved judges the move (UCI) and the score that a search ends with. A move
// solves a position if it is one of bm or pm; if there are only moves to
// avoid, if it is none of am; where mate is asked for, also by any move that
// the search has proved to mate, however late.
func (t *Task) Solved(move string, score int16) bool {
	switch {
	case move == "0000":
		return false
	case slices.Contains(t.avoid, move):
		return false
	case slices.Contains(t.best, move):
		return true
	case t.mate > 0:
		return score >= goengine.MateBound
	case t.mate < 0:
		return score <= -goengine.MateBound
	}
	return len(t.best) == 0
}

func where(p epd.Position) string {
	if p.Where == "" {
		return fmt.Sprintf("fen %q", p.FEN)
	}
	return p.Where
}

// moves reads the moves of some operations, given in SAN, into UCI.
func moves(p epd.Position, codes ...string) ([]string, error) {
	var all []string
	for _, code := range codes {
		for _, san := range p.Ops[code] {
			m, err := fromSAN(p, san)
			if err != nil {
				return nil, fmt.Errorf("%s: operation %s: %w", where(p), code, err)
			}
			all = append(all, m)
		}
	}
	return all, nil
}

// fromSAN turns a move in standard algebraic notation into UCI.
func fromSAN(p epd.Position, san string) (string, error) {
	var pos chess.Position
	if err := pos.UnmarshalText([]byte(p.FEN)); err != nil {
		return "", fmt.Errorf("fen %q: %w", p.FEN, err)
	}
	m, err := chess.AlgebraicNotation{}.Decode(&pos, san)
	if err != nil {
		return "", fmt.Errorf("move %q is not legal in %s", san, p.FEN)
	}
	uci := m.String()
	if _, err := p.Board.ParseMove(uci); err != nil {
		return "", err
	}
	return uci, nil
}
