package annotate

import (
	"context"
	"fmt"
	"sync"

	"github.com/searchex/searchex/cmd/internal/chess/pgn"
	"github.com/searchex/searchex/cmd/internal/chess/rules"
	"github.com/searchex/searchex/goengine"
	"github.com/searchex/searchex/hostbridge"
)

// Positions hands out the positions of a game, each with the moves that led to it. It
// plays every move once.
type Positions struct {
	mu    sync.Mutex
	moves []string
	at    int                    // the position on the board
	taken bool                   // it was handed out
	game  *goengine.Game         // there
	ahead map[int]*goengine.Game // those passed and not yet handed out
	rules rules.Position         // after from moves; only null moves need it
	from  int
}

// NewPositions returns the positions of a game that begins at fen. moves are in UCI
// notation and may be null moves. After a null move, repetitions are counted again.
func NewPositions(fen string, moves []string) (*Positions, error) {
	start, err := goengine.ParseFEN(fen)
	if err != nil {
		return nil, err
	}
	first, err := rules.ParsePosition(fen)
	return &Positions{moves: moves, game: goengine.NewGame(start), ahead: map[int]*goengine.Game{}, rules: first}, err
}

// PositionsOf returns the positions of a game's main line.
func PositionsOf(g *pgn.Game) (*Positions, error) {
	moves := make([]string, len(g.Moves))
	for i, m := range g.Moves {
		moves[i] = m.UCI
	}
	return NewPositions(g.FEN, moves)
}

// At returns the game after i moves. It may be called once for each i, from several
// goroutines, and keeps what it passes on the way.
func (p *Positions) At(i int) (*goengine.Game, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if i < p.at {
		game := p.ahead[i]
		delete(p.ahead, i)
		return game, nil
	}
	for p.at < i {
		if !p.taken {
			p.ahead[p.at] = p.copy()
		}
		p.taken = false
		if err := p.play(); err != nil {
			return nil, err
		}
	}
	p.taken = true
	return p.copy(), nil
}

// copy returns a copy of the game. Both share the moves, to which Play only appends.
func (p *Positions) copy() *goengine.Game {
	game := *p.game
	return &game
}

// play makes the next move.
func (p *Positions) play() error {
	move := p.moves[p.at]
	p.at++
	if move != pgn.NullMove {
		return p.game.Play(move)
	}
	for ; p.from < p.at; p.from++ {
		next, _, err := p.rules.Move(p.moves[p.from])
		if err != nil {
			return err
		}
		p.rules = next
	}
	start, err := goengine.ParseFEN(p.rules.FEN())
	if err != nil {
		return err
	}
	p.game = goengine.NewGame(start)
	return nil
}

// Search searches the position of a game. cycles limits the search by the clock
// of the engine's machine, 0 does not. stopped reports whether a limit ended it.
func Search(ctx context.Context, e hostbridge.Engine, g *goengine.Game, p *goengine.Profile, l goengine.Limits, cycles uint64) (f Found, stopped bool, err error) {
	if limiter, ok := e.(hostbridge.CycleLimiter); ok && cycles > 0 {
		limiter.SetCycleLimit(cycles)
	}
	if p := g.Position(); hostbridge.IsForeign(e.Name()) && len(p.LegalMoves()) == 0 {
		if p.InCheck() { // which a foreign engine need not know
			f.Score = -goengine.Mate
		}
		return f, false, nil
	}
	r, err := e.Search(ctx, g, p, l)
	if err != nil {
		return f, false, fmt.Errorf("engine %s: fen %q: %w", e.Name(), g.Position().FEN(), err)
	}
	return Found{Score: r.Score, Line: g.Position().UCILine(r.PV), Nodes: r.Nodes, Cycles: r.Spent()}, r.Stopped, nil
}
