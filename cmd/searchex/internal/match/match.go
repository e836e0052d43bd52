// Package match plays headless games between two chess players, each from an
// opening and with colours reversed, and says by how much one is the better.
//
// The rules are those of github.com/corentings/chess/v2: a game ends by
// checkmate, stalemate, threefold repetition, fifty moves without a capture or
// pawn move, or insufficient material; the draws need no claim. Nothing is
// adjudicated by score. A player that makes an illegal move, fails or stays
// silent loses the game, and the record names it.
package match

import "fmt"

// StartFEN is the initial position of chess.
const StartFEN = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"

// Player plays one game at a time. Its methods are called from one goroutine,
// except Close.
type Player interface {
	// Name says who plays; it must not change during a match.
	Name() string
	// NewGame prepares for a game. After BestMove has failed it must bring the
	// player back to working order, or fail itself: then that game is lost too.
	NewGame() error
	// BestMove returns a move in UCI notation, for the position that startFEN
	// and the moves (UCI) lead to.
	BestMove(startFEN string, moves []string) (string, error)
	// Close ends the player for good. It may be called while BestMove runs,
	// which should then soon return with an error.
	Close() error
}

// Maker makes a player. Every parallel game has players of its own.
type Maker func() Player

// FuncPlayer makes a function a Player. A panic in Fn counts as an error.
type FuncPlayer struct {
	PlayerName string
	Fn         func(fen string, moves []string) (string, error)
}

// Name returns PlayerName.
func (p FuncPlayer) Name() string { return p.PlayerName }

// NewGame does nothing.
func (p FuncPlayer) NewGame() error { return nil }

// BestMove calls Fn.
func (p FuncPlayer) BestMove(startFEN string, moves []string) (move string, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("panic: %v", r)
		}
	}()
	return p.Fn(startFEN, moves)
}

// Close does nothing: a call of Fn that runs is waited for.
func (p FuncPlayer) Close() error { return nil }
