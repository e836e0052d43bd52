package goengine

import "fmt"

// Game is a position with the moves that led to it, as far back as a repetition can
// reach: to the last capture or pawn move. The position there is normalized, so that
// the order of its lists, and so that of its moves, follows from the position alone
// and not from what was captured before.
type Game struct {
	base  Position
	moves []Move
	now   Position
}

// NewGame returns a game that begins at a position.
func NewGame(p *Position) *Game {
	base := p.normalized()
	return &Game{base: base, now: base}
}

// Play makes a legal move, given in UCI notation.
func (g *Game) Play(uci string) error {
	m, err := g.now.ParseMove(uci)
	if err != nil {
		return fmt.Errorf("move %d: %w", len(g.moves)+1, err)
	}
	g.now.Play(m)
	g.moves = append(g.moves, m)
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

// Line returns the position after the last irreversible move, or at most maxHistory
// moves back, and the moves from there to the position on the board: from these a
// machine can detect repetitions.
func (g *Game) Line() (base *Position, moves []Move) { return &g.base, g.moves }
