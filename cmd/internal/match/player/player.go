// Package player has the players of games: an engine in this process, a program that uses
// UCI or the xboard protocol, or this program's own UCI session. Specs describe them on
// the command line. library_test.go shows why the UCI client of
// github.com/corentings/chess/v2 is not used.
package player

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/searchex/searchex/cmd/internal/play/clock"
)

// Player plays one game at a time. Its methods are called from one goroutine,
// except Close.
type Player interface {
	// Name returns the player's name. It must not change during a match.
	Name() string
	// TimeControl returns the player's time control; zero means none.
	TimeControl() TimeControl
	// NewGame prepares for a game. After an error of Move it must make the player work
	// again, or return an error: then that game is lost, too.
	NewGame() error
	// Move returns a move for a turn.
	Move(Turn) (Reply, error)
	// Close closes the player. It may be called during Move, which should then soon
	// return an error.
	Close() error
}

// Turn is a position in which a player is to move.
type Turn struct {
	// FEN is the initial position, Moves (UCI) lead to the position on the board. The
	// player must not change Moves, which it shares with its opponent.
	FEN   string
	Moves []string
	// Clock is nil for a player without a time control.
	Clock *Clock
}

// whiteToMove reports whether White is to move.
func (t Turn) whiteToMove() bool {
	f := strings.Fields(t.FEN)
	return (len(f) < 2 || f[1] == "w") == (len(t.Moves)%2 == 0)
}

// Clock has the clocks for a player that is to move.
type Clock struct {
	White, Black                   time.Duration // left
	WhiteIncrement, BlackIncrement time.Duration
	MovesToGo                      int // to the next time control; 0 for the rest of the game
	// Period is the number of the player's own period, from 0.
	Period int
}

// clocks returns what is left on the player's clock and on its opponent's.
func (t Turn) clocks() (own, other time.Duration) {
	if t.whiteToMove() {
		return t.Clock.White, t.Clock.Black
	}
	return t.Clock.Black, t.Clock.White
}

// Reply is a player's answer.
type Reply struct {
	// Move is in UCI notation. It may be illegal.
	Move string
	// Resigns reports that the player resigns instead of moving.
	Resigns bool
	// Elapsed is the time of the move on the player's own clock; 0 means that the match's
	// clock counts.
	Elapsed time.Duration
	// Score is in centipawns for the player, valid if Scored is set. A mate has a score
	// beyond any material.
	Score  int
	Scored bool
	// Mate is the number of plies to the mate, including this move, negative if the
	// player is mated; 0 if Score is not a mate.
	Mate int
	// Depth is the depth of the search in plies, 0 if not reported.
	Depth int
	// Nodes and Cycles are those of the search, 0 if not reported.
	Nodes, Cycles uint64
}

// mateScore is the Score of a mate.
const mateScore = 30000

// centipawns sets the score.
func (r *Reply) centipawns(score int) { r.Score, r.Mate, r.Scored = score, 0, true }

// mateIn sets the score of a mate in a number of plies, negative if the player is mated.
func (r *Reply) mateIn(plies int) {
	r.Score, r.Mate, r.Scored = mateScore, plies, true
	if plies < 0 {
		r.Score = -mateScore
	}
}

// The greatest numbers that are believed: a score in centipawns or moves to the mate, and a
// depth.
const (
	maxScore = 1_000_000
	maxDepth = 10_000
)

// depth sets the depth, or 0 if the text is not a valid depth.
func (r *Reply) depth(text string) {
	r.Depth = 0
	if n, err := strconv.Atoi(text); err == nil && n > 0 && n <= maxDepth {
		r.Depth = n
	}
}

// setCount sets a number of nodes or cycles, if the text is one.
func setCount(to *uint64, text string) {
	if n, err := strconv.ParseUint(text, 10, 64); err == nil {
		*to = n
	}
}

// Maker creates a player. Parallel games have different players.
type Maker func() Player

// recovered converts a panic of a player in this process to an error.
func recovered(err *error) {
	if r := recover(); r != nil {
		*err = fmt.Errorf("panic: %v", r)
	}
}

// TimeControl is the time of a player: the periods of its clock. A player without a clock
// has none, and takes PerMove for each move.
type TimeControl struct {
	Periods []clock.Period
	PerMove time.Duration
}

// MaxTime bounds all times of a player: a week.
const MaxTime = clock.MaxTime

// ParseTimeControl reads a time control, as clock.Parse does.
func ParseTimeControl(s string) (t TimeControl, err error) {
	t.Periods, err = clock.Parse(s)
	if err == nil && !t.Clocked() {
		err = errors.New("time control -: it is none: leave it out")
	}
	return t, err
}

// Clocked reports whether there is a clock.
func (t TimeControl) Clocked() bool { return len(t.Periods) > 0 }

// String formats the time control for ParseTimeControl.
func (t TimeControl) String() string {
	s := clock.Format(t.Periods)
	if len(t.Periods) == 1 && t.Periods[0].Inc == 0 {
		s += "+0" // as state files have it
	}
	return s
}

// PGN formats the time control for the tag TimeControl: 40/9000, 60+1, 40/7200:3600; - for
// none. PGN has no form for a fixed time a move: 1/5 is one move in each 5 seconds.
func (t TimeControl) PGN() string {
	if t.PerMove > 0 {
		return clock.Format([]clock.Period{{Moves: 1, Time: t.PerMove}})
	}
	return clock.Format(t.Periods)
}
