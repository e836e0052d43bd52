package goengine

import "fmt"

// Game is a position with the moves that led to it as far as repetition can
// reach back: since the last capture or pawn move. There the position is set
// up anew, so that the order of the lists, and with it that of the moves, is a
// matter of the position and not of what was captured long ago.
type Game struct {
	base  Position
	moves []Move
	now   Position
}

// NewGame begins a game at a position.
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

// Position is the position on the board. It must not be changed.
func (g *Game) Position() *Position { return &g.now }

// Line returns the last position after which nothing irreversible happened,
// or as far back as the rules look, and the moves from there to the position
// on the board: what a machine needs to know the repetitions.
func (g *Game) Line() (base *Position, moves []Move) { return &g.base, g.moves }
