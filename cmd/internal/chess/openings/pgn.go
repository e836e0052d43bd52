package openings

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/searchex/searchex/cmd/internal/chess/pgn"
	"github.com/searchex/searchex/cmd/internal/chess/rules"
)

// readPGN reads the games of a PGN as openings: the tags FEN and Opening, and the
// main line. A broken game is an error, unlike in package pgn.
func readPGN(text string) (all []Opening, line int, err error) {
	r := pgn.NewReader(strings.NewReader(text), "")
	for {
		raw, err := r.Next()
		if errors.Is(err, io.EOF) {
			return all, 0, nil
		}
		if err != nil {
			return all, 0, err
		}
		game, warnings, err := raw.Game()
		if len(warnings) > 0 {
			err = warnings[0]
		}
		o := Opening{Name: raw.Tag("Opening"), FEN: game.FEN}
		if o.Name == "" || o.Name == "?" {
			o.Name = fmt.Sprintf("game %d", len(all)+1)
		}
		var bad *pgn.Error
		if errors.As(err, &bad) {
			err = bad.Err
			if bad.Move != "" {
				err = fmt.Errorf("%s: %w", bad.Move, err)
			}
			return append(all, o), bad.Line, o.wrong(err)
		}
		g, err := rules.New(o.FEN, game.UCI()...)
		if err == nil {
			err = o.begin(g)
		}
		if err != nil {
			return all, raw.Line, err
		}
		all = append(all, o)
	}
}
