// Package player holds who can play a game: an engine in this process, a
// program that speaks UCI or the xboard protocol, or this program's own UCI
// session; and reads from the command line which one.
package player

import (
	"fmt"
	"strings"
	"time"
)

// Player plays one game at a time. Its methods are called from one goroutine,
// except Close.
type Player interface {
	// Name says who plays; it must not change during a match.
	Name() string
	// TimeControl is the clock that the player plays by; zero means none.
	TimeControl() TimeControl
	// NewGame prepares for a game. After Move has failed it must bring the
	// player back to working order, or fail itself: then that game is lost too.
	NewGame() error
	// Move answers a turn.
	Move(Turn) (Reply, error)
	// Close ends the player for good. It may be called while Move runs, which
	// should then soon return with an error.
	Close() error
}

// Turn is what a player is asked.
type Turn struct {
	// FEN and the Moves (UCI) from there lead to the position on the board.
	// The moves belong to the player's opponent too and must not be changed.
	FEN   string
	Moves []string
	// Clock is nil for a player without a time control.
	Clock *Clock
}

// whiteToMove tells who is to move.
func (t Turn) whiteToMove() bool {
	f := strings.Fields(t.FEN)
	return (len(f) < 2 || f[1] == "w") == (len(t.Moves)%2 == 0)
}

// Reply is a player's answer.
type Reply struct {
	// Move is in UCI notation; the referee judges it.
	Move string
	// Resigns says that the player gives the game up instead of a move.
	Resigns bool
	// Elapsed is the time that the move took on the player's own clock; 0
	// means that the referee's counts.
	Elapsed time.Duration
	// Score is in centipawns for the player, mate far beyond any material;
	// Scored says that there is one.
	Score  int
	Scored bool
	// Mate is how many plies the mate is away that the score stands for, this
	// move the first, negative where the player is mated; 0: it is no mate.
	Mate int
	// Depth of the search in plies, 0 where it isn't told.
	Depth int
	// Nodes and Cycles are what the search reports, 0 where it doesn't.
	Nodes, Cycles uint64
}

// mateScore stands for a mate in a Reply's Score.
const mateScore = 30000

// centipawns gives the reply a score.
func (r *Reply) centipawns(score int) { r.Score, r.Mate, r.Scored = score, 0, true }

// mateIn gives the reply the score of a mate in so many plies, negative where
// the player is mated.
func (r *Reply) mateIn(plies int) {
	r.Score, r.Mate, r.Scored = mateScore, plies, true
	if plies < 0 {
		r.Score = -mateScore
	}
}

// Maker makes a player. Every parallel game has players of its own.
type Maker func() Player

// recovered turns a panic of a player in this process into its error.
func recovered(err *error) {
	if r := recover(); r != nil {
		*err = fmt.Errorf("panic: %v", r)
	}
}
