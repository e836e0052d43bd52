package openings

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/searchex/searchex/cmd/internal/chess/pgn"
)

// readPGN reads the games of a PGN as openings: the tags FEN and Opening, and the
// beginning of the main line.
func (o Games) readPGN(text, name string) (all []Opening, line int, err error) {
	r := pgn.NewReader(strings.NewReader(text), name)
	var first *pgn.Error // of a file without a game that can be used
	for {
		raw, err := r.Next()
		if errors.Is(err, io.EOF) && len(all) == 0 && first != nil {
			err := first.Err
			if first.Move != "" {
				err = fmt.Errorf("%s: %w", first.Move, err)
			}
			return nil, first.Line, fmt.Errorf("opening \"game %d\": %w", first.Game, err)
		}
		if errors.Is(err, io.EOF) {
			return all, 0, nil
		}
		if err != nil {
			return all, 0, err
		}
		opening, err := o.opening(raw)
		if err != nil && o.Skipped != nil {
			o.Skipped(err)
		}
		if first == nil {
			errors.As(err, &first)
		}
		if opening != nil {
			all = append(all, *opening)
		}
	}
}

// opening returns the opening of a game. It returns nil and an error for a game that
// cannot be used, and both for one that is used up to an error.
func (o Games) opening(raw *pgn.Raw) (*Opening, error) {
	game, played, err := raw.Opening(o.Plies)
	if passed := raw.NullMove(game); passed != nil {
		err = passed
	}
	opening := &Opening{Name: raw.Tag("Opening"), FEN: game.FEN}
	if opening.Name == "" || opening.Name == "?" {
		opening.Name = fmt.Sprintf("game %d", raw.Number)
	}
	if err != nil {
		if played == nil || len(played.Moves()) == 0 {
			return nil, fmt.Errorf("%w (skipped)", err)
		}
		err = fmt.Errorf("%w (used up to there)", err)
	}
	if e := opening.begin(played); e != nil {
		return nil, &pgn.Error{File: raw.File(), Game: raw.Number, Line: raw.Line, Err: fmt.Errorf("%w (skipped)", e)}
	}
	return opening, err
}
