package annotate

import (
	"fmt"

	"github.com/searchex/searchex/cmd/internal/chess/pgn"
	"github.com/searchex/searchex/cmd/internal/chess/rules"
	"github.com/searchex/searchex/goengine"
	"github.com/searchex/searchex/hostbridge"
)

// After returns the game that some moves lead to. After a null move, repetitions are
// counted anew.
func After(fen string, moves []string) (*goengine.Game, error) {
	start, err := goengine.ParseFEN(fen)
	if err != nil {
		return nil, err
	}
	game := goengine.NewGame(start)
	for i, m := range moves {
		if m != pgn.NullMove {
			err = game.Play(m)
		} else {
			game, err = passed(fen, moves[:i+1])
		}
		if err != nil {
			return nil, err
		}
	}
	return game, nil
}

// passed returns a game that begins after moves, the last of which is a null move.
func passed(fen string, moves []string) (*goengine.Game, error) {
	pos, err := rules.ParsePosition(fen)
	for _, m := range moves {
		if err == nil {
			pos, _, err = pos.Move(m)
		}
	}
	if err != nil {
		return nil, err
	}
	start, err := goengine.ParseFEN(pos.FEN())
	if err != nil {
		return nil, err
	}
	return goengine.NewGame(start), nil
}

// Search searches the position of a game. cycles limits the search by the clock
// of the engine's machine, 0 does not. stopped reports whether a limit ended it.
func Search(e hostbridge.Engine, g *goengine.Game, p *goengine.Profile, l goengine.Limits, cycles uint64) (f Found, stopped bool, err error) {
	if limiter, ok := e.(hostbridge.CycleLimiter); ok && cycles > 0 {
		limiter.SetCycleLimit(cycles)
	}
	r, err := e.Search(g, p, l)
	if err != nil {
		return f, false, fmt.Errorf("engine %s: fen %q: %w", e.Name(), g.Position().FEN(), err)
	}
	return Found{Score: r.Score, Line: g.Position().UCILine(r.PV), Nodes: r.Nodes, Cycles: r.Spent()}, r.Stopped, nil
}
