package rootnet

import (
	"encoding/binary"
	"errors"
	"fmt"

	"github.com/searchex/searchex/goengine"
)

// Terminal is a position at which a line of a search ended. Its values are those of the side
// that has moved.
type Terminal struct {
	Board
	Mover goengine.Side
	// Near reports that the terminal was drawn near the window, otherwise at random.
	Near bool
	// Static is the static value by the root's tables, Swap what the other side wins by its best
	// swap-off (static exchange evaluation), both in score units.
	Static, Swap int16
	// Score is the stronger program's, in centipawns.
	Score int16
}

// Root is the root position of a search, with some of its terminals.
type Root struct {
	Board
	Side      goengine.Side
	Terminals []Terminal
}

// Game has the roots of a game that were drawn. Whole games are held out.
type Game struct {
	Number int // from 1
	Roots  []Root
}

// append appends the bytes of a game: number and number of roots; for each root its board, side
// to move and number of terminals; for each of these the board, a byte (bit 0 the mover, bit 1
// near the window), static value, swap-off and score. Numbers are little endian, of the widths
// below.
func (g *Game) append(to []byte) []byte {
	le := binary.LittleEndian
	to = le.AppendUint32(to, uint32(g.Number))
	to = le.AppendUint16(to, uint16(len(g.Roots)))
	for i := range g.Roots {
		r := &g.Roots[i]
		to = append(r.Board.append(to), r.Side, uint8(len(r.Terminals)))
		for j := range r.Terminals {
			t := &r.Terminals[j]
			flags := t.Mover
			if t.Near {
				flags |= 2
			}
			to = append(t.Board.append(to), flags)
			to = le.AppendUint16(to, uint16(t.Static))
			to = le.AppendUint16(to, uint16(t.Swap))
			to = le.AppendUint16(to, uint16(t.Score))
		}
	}
	return to
}

var errGame = errors.New("a game is damaged")

// readGame reads the bytes of a game.
func readGame(b []byte) (g Game, err error) {
	le := binary.LittleEndian
	if len(b) < 6 {
		return g, errGame
	}
	g.Number = int(le.Uint32(b))
	g.Roots = make([]Root, le.Uint16(b[4:]))
	b = b[6:]
	for i := range g.Roots {
		r := &g.Roots[i]
		if r.Board, b, err = readBoard(b); err != nil {
			return g, err
		}
		if len(b) < 2 || b[0] > 1 {
			return g, errGame
		}
		r.Side, r.Terminals = b[0], make([]Terminal, b[1])
		b = b[2:]
		for j := range r.Terminals {
			t := &r.Terminals[j]
			if t.Board, b, err = readBoard(b); err != nil {
				return g, err
			}
			if len(b) < 7 || b[0] > 3 {
				return g, errGame
			}
			t.Mover, t.Near = b[0]&1, b[0]&2 != 0
			t.Static, t.Swap, t.Score = int16(le.Uint16(b[1:])), int16(le.Uint16(b[3:])), int16(le.Uint16(b[5:]))
			b = b[7:]
		}
	}
	if len(b) > 0 {
		return g, fmt.Errorf("%w: %d bytes too many", errGame, len(b))
	}
	return g, nil
}
