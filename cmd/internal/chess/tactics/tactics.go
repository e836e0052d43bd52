// Package tactics checks moves against the solutions in an EPD file: bm (best move),
// am (avoid move), dm (direct mate) and pm (predicted move).
package tactics

import (
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/searchex/searchex/cmd/internal/chess/epd"
	"github.com/searchex/searchex/cmd/internal/chess/rules"
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
	p, err := directMate(p)
	if err != nil {
		return nil, err
	}
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

// directMate returns a position with bm #3, as collections of problems write it, as dm 3.
func directMate(p epd.Position) (epd.Position, error) {
	bm := p.Ops["bm"]
	if len(bm) == 0 || !strings.HasPrefix(bm[0], "#") {
		return p, nil
	}
	n, err := strconv.Atoi(bm[0][1:])
	if err != nil || n < 1 || len(bm) > 1 {
		return p, fmt.Errorf("%s: operation bm: %q is neither moves nor a mate such as #2", where(p), strings.Join(bm, " "))
	}
	p.Ops = maps.Clone(p.Ops)
	delete(p.Ops, "bm")
	if p.Ops["dm"] == nil {
		p.Ops["dm"] = []string{strconv.Itoa(n)}
	}
	return p, nil
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

// moves returns the moves of some operations, as people write them, in UCI notation.
func moves(p epd.Position, codes ...string) ([]string, error) {
	var all []string
	pos, err := rules.ParsePosition(p.FEN)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", where(p), err)
	}
	for _, code := range codes {
		for _, san := range p.Ops[code] {
			_, m, err := pos.Move(san)
			if err != nil {
				return nil, fmt.Errorf("%s: operation %s: move %q: %w in %s", where(p), code, san, err, p.FEN)
			}
			all = append(all, m)
		}
	}
	return all, nil
}
