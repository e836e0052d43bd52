// Package tactics checks moves against the solutions in an EPD file: bm (best move),
// am (avoid move), dm (direct mate) and pm (predicted move).
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

// Task is a position and its solutions.
type Task struct {
	Pos epd.Position
	// Group is the group in which the task is counted: the length of a mate, or empty.
	Group string

	best, avoid []string // UCI
	mate        int      // full moves to mate, negative for being mated, 0 if no mate is asked for
}

// ErrNoTask is the error for a position without a solution: one with neither a move
// nor a mate, or a drawn one (dm 0).
var ErrNoTask = errors.New("no bm, am, dm or pm says what solves it")

// New reads the operations of a position. It returns an error for illegal moves.
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

// group returns the name of the group of a mate in n moves. Long mates share
// one.
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

// Solved reports whether the move (UCI) and the score of a search solve the task. A
// move does if it is one of bm or pm, or, if only am is given, none of am. If a mate
// is asked for, so does any move with a proved mate, however long.
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

// moves returns the moves of some operations, given in SAN, in UCI notation.
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

// fromSAN converts a move from standard algebraic to UCI notation.
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
