// Package scale measures engines by suites of test positions with a published rule, such as BT-2450: the time to the key
// move that stays until the limit, the limit as a penalty where it is not found, and a constant minus the mean.
package scale

import (
	"context"
	"fmt"
	"path/filepath"
	"regexp"
	"strconv"

	"github.com/searchex/searchex/cmd/internal/chess/tactics"
	"github.com/searchex/searchex/goengine"
	"github.com/searchex/searchex/hostbridge"
)

// Rule is the rule of a suite.
type Rule struct {
	// Constant is the rating of a program that finds all keys at once.
	Constant int
	// Limit is the time for a position, in seconds of the machine.
	Limit float64
}

// inName matches the constant in a suite's name.
var inName = regexp.MustCompile(`(?:^|[^0-9])([1-3][0-9]{3})(?:[^0-9]|$)`)

// ConstantOf returns the constant of a suite by the name of its file: 2450 of bt2450.epd. It reports false if there is
// no such number in the name.
func ConstantOf(path string) (n int, ok bool) {
	m := inName.FindStringSubmatch(filepath.Base(path))
	if m == nil {
		return 0, false
	}
	n, err := strconv.Atoi(m[1])
	return n, err == nil
}

// Shown is the best move that a search shows from some time on.
type Shown struct {
	// Cycles are the machine's since the beginning of the search.
	Cycles uint64
	// Solved reports that the move, or its score, solves the position.
	Solved bool
}

// Trace is what a search shows, in the order of time.
type Trace []Shown

// Search searches a position for a number of cycles and returns what it shows.
func Search(ctx context.Context, e hostbridge.Engine, prof *goengine.Profile, task *tactics.Task, cycles uint64) (trace Trace, err error) {
	clock, ok := e.(hostbridge.CycleLimiter)
	if !ok {
		return nil, fmt.Errorf("engine %s: its clock can't be limited", e.Name())
	}
	clock.SetCycleLimit(cycles)
	board := task.Pos.Board
	show := func(p hostbridge.Progress) {
		if len(p.PV) > 0 {
			trace = append(trace, Shown{p.Cycles, task.Solved(board.UCI(p.PV[0]), p.Score)})
		}
	}
	e.Follow(&hostbridge.Follower{Iteration: show, Best: show})
	defer e.Follow(nil)
	r, err := e.Search(ctx, goengine.NewGame(board), prof, goengine.Limits{})
	if err != nil {
		return nil, fmt.Errorf("engine %s: fen %q: %w", e.Name(), task.Pos.FEN, err)
	}
	if len(trace) == 0 { // stopped before anything was shown: what it would play
		trace = append(trace, Shown{r.Spent(), task.Solved(board.UCI(r.Best), r.Score)})
	}
	return trace, nil
}

// Time returns the seconds to the key on a machine of some cycles a second: since when every move shown until the limit
// solves the position. It reports false, and the limit, if the last one does not.
func (t Trace) Time(perSecond, limit float64) (seconds float64, solved bool) {
	seconds = limit
	for _, s := range t {
		at := float64(s.Cycles) / perSecond
		if at > limit {
			break
		}
		switch {
		case !s.Solved:
			seconds, solved = limit, false
		case !solved:
			seconds, solved = at, true
		}
	}
	return seconds, solved
}

// Result is what a program has by the rule.
type Result struct {
	Positions, Solved int
	// Times has the seconds of each position, the limit where it is not solved.
	Times []float64
	Mean  float64
	// Rating is the constant minus the mean.
	Rating float64
}

// Rate applies the rule to the searches of a suite on a machine of some cycles a second.
func (r Rule) Rate(traces []Trace, perSecond float64) Result {
	result := Result{Positions: len(traces)}
	for _, t := range traces {
		seconds, solved := t.Time(perSecond, r.Limit)
		if solved {
			result.Solved++
		}
		result.Times = append(result.Times, seconds)
		result.Mean += seconds / float64(len(traces))
	}
	result.Rating = float64(r.Constant) - result.Mean
	return result
}
