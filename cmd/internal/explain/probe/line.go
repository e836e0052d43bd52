package probe

import (
	"fmt"
	"regexp"
	"strings"

	"github.com/searchex/searchex/cmd/internal/chess/rules"
	"github.com/searchex/searchex/cmd/internal/report"
	"github.com/searchex/searchex/goengine"
)

// numbered is a move's number before it: 1. or 1...
var numbered = regexp.MustCompile(`^\d+\.+`)

// ReadLine reads moves as people write them, and makes them.
func ReadLine(text string, at *goengine.Position, game *rules.Game) (line []goengine.Move, err error) {
	for _, word := range strings.Fields(text) {
		if word = numbered.ReplaceAllString(word, ""); word == "" {
			continue
		}
		m, err := ReadMove(word, at, game)
		if err != nil {
			return nil, fmt.Errorf("move %d, %q: %w", len(line)+1, report.Short(word, 20), err)
		}
		if err := game.Play(at.UCI(m)); err != nil {
			return nil, err
		}
		at.Play(m)
		line = append(line, m)
	}
	return line, nil
}

// SAN returns moves from a position in standard algebraic notation. A move that is not
// legal, of a broken machine, ends them in UCI notation.
func SAN(start *goengine.Position, line []goengine.Move) (names []string) {
	at := *start
	game, err := rules.New(at.FEN())
	for _, m := range line {
		if err != nil || !at.Legal(m) {
			return append(names, m.String())
		}
		uci := at.UCI(m)
		names = append(names, game.SAN(uci))
		at.Play(m)
		err = game.Play(uci)
	}
	return names
}

// ReadMove reads a move that is legal in a position.
func ReadMove(text string, at *goengine.Position, game *rules.Game) (goengine.Move, error) {
	uci, err := game.Read(text)
	if err != nil {
		return goengine.NoMove, err
	}
	return at.ParseMove(uci)
}
