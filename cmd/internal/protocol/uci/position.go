package uci

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/searchex/searchex/goengine"
	"github.com/searchex/searchex/goengine/book"
)

// game is the game that position has set up.
type game struct {
	fen   string
	moves []string
	*goengine.Game
}

// key returns a string that identifies the game up to its last move.
func (g *game) key() string { return g.fen + " moves " + strings.Join(g.moves, " ") }

// position handles "startpos|fen … [moves …]". After an invalid position or an illegal move
// there is no position to search.
func (s *session) position(words []string) {
	next, err := readGame(words)
	if s.refused = err; err != nil {
		s.out.note("%v", err)
		return
	}
	// The chess program has begun a new game without ucinewgame.
	if s.game.Game != nil && (next.fen != s.game.fen || len(next.moves) < 2 && len(next.moves) < len(s.game.moves)) {
		s.newGame()
	}
	s.game = next
}

// maxMoves bounds a game. By the rules no game has more than 17,697 half-moves.
const maxMoves = 20_000

// readGame reads the words after position.
func readGame(words []string) (next game, err error) {
	setup := words
	if at := slices.Index(words, "moves"); at >= 0 {
		setup, next.moves = words[:at], words[at+1:]
	}
	for len(setup) > 0 && setup[0] != "startpos" && setup[0] != "fen" {
		setup = setup[1:]
	}
	switch {
	case len(setup) == 0:
		return next, errors.New("position: want startpos or fen")
	case setup[0] == "startpos":
		next.fen = goengine.StartFEN
		if at := slices.IndexFunc(setup, looksLikeAMove.MatchString); at >= 0 {
			return next, fmt.Errorf("position: %s: want the word moves before it", setup[at])
		}
	default:
		next.fen = strings.Join(setup[1:], " ")
	}
	complete, p, err := goengine.CompleteFEN(next.fen)
	if err != nil {
		return next, fmt.Errorf("position: %w", err)
	}
	next.fen = complete
	next.Game = goengine.NewGame(p)
	if len(next.moves) > maxMoves {
		return next, fmt.Errorf("position: %d moves: want at most %d", len(next.moves), maxMoves)
	}
	for i, m := range next.moves {
		if next.Play(m) != nil {
			// Some programs write the piece of a promotion as a capital.
			err := next.Play(strings.ToLower(m))
			if move, serr := book.ParseSAN(next.Position(), m); err != nil && serr == nil {
				err = next.Play(next.Position().UCI(move)) // some write e4 or O-O
			}
			if err != nil {
				return next, fmt.Errorf("position: move %d of %d: %w", i+1, len(next.moves), errors.Unwrap(err))
			}
		}
	}
	return next, nil
}
