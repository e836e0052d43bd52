package goengine

import "fmt"

// Game is a position with the moves that led to it. The order of legal moves at the
// beginning of its Line follows from the position alone.
type Game struct {
	base  Position
	moves []Move
	now   Position
	start *Position
	whole []Move
}

// NewGame returns a game that begins at a position.
func NewGame(p *Position) *Game {
	base := p.normalized()
	return &Game{base: base, now: base, start: &base}
}

// Play makes a legal move, given in UCI notation.
func (g *Game) Play(uci string) error {
	m, err := g.now.ParseMove(uci)
	if err != nil {
		return fmt.Errorf("move %d: %w", len(g.moves)+1, err)
	}
	g.now.Play(m)
	g.moves, g.whole = append(g.moves, m), append(g.whole, m)
	switch {
	case g.now.half == 0:
		g.base, g.moves = g.now.normalized(), nil
		g.now = g.base
	case len(g.moves) >= maxHistory:
		g.base.Play(g.moves[0])
		g.base = g.base.normalized()
		g.moves = g.moves[1:]
		g.now = g.base
		for _, m := range g.moves {
			g.now.Play(m)
		}
	}
	return nil
}

// Position returns the position on the board. It must not be changed.
func (g *Game) Position() *Position { return &g.now }

// Line returns the position after the last capture or pawn move, at most maxHistory
// moves back, and the moves since, for repetitions.
func (g *Game) Line() (base *Position, moves []Move) { return &g.base, g.moves }

// Whole returns the position of NewGame, and all moves.
func (g *Game) Whole() (start *Position, moves []Move) { return g.start, g.whole }
