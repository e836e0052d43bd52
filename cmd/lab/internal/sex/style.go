package sex

import (
	"fmt"

	"github.com/searchex/searchex/goengine"
	"github.com/searchex/searchex/internal/probe"
)

// Shape counts the plies, checks, captures and sacrifices of a principal variation, and says whether
// its first move is one of each.
type Shape [7]int

// The indexes of a Shape.
const (
	shapePlies = iota
	shapeChecks
	shapeCaptures
	shapeSacrifices
	firstCheck
	firstCapture
	firstSacrifice
)

// swapWorth has the values of pieces in exchanges, in sixteenths of a pawn.
var swapWorth = probe.Of(nil).Tables().SwapValue

// sacrifices reports whether a move gives material away according to swap-off (static exchange
// evaluation): the enemy wins more by exchanges on its square than it captured. A promotion doesn't
// count.
func sacrifices(p *goengine.Position, m goengine.Move) bool {
	_, kind, _ := p.PieceAt(m.From())
	_, victim, takes := p.PieceAt(m.To())
	switch {
	case kind == goengine.King || kind == goengine.Pawn && m.From()&7 != m.To()&7 && !takes:
		return false // en passant is a pawn for a pawn
	case len(p.UCI(m)) > 4:
		return false
	}
	won := uint8(0)
	if takes {
		won = swapWorth[victim]
	}
	return p.Probe().LossOn(m) > won
}

// shape returns the shape of a line.
func shape(at goengine.Position, line []goengine.Move) (s Shape) {
	for i, m := range line {
		_, _, takes := at.PieceAt(m.To())
		_, kind, _ := at.PieceAt(m.From())
		takes = takes || kind == goengine.Pawn && m.From()&7 != m.To()&7
		sacrifice := sacrifices(&at, m)
		at.Play(m)
		check := at.InCheck()
		s[shapePlies]++
		for j, is := range []bool{check, takes, sacrifice} {
			if is {
				s[shapeChecks+j]++
				if i == 0 {
					s[firstCheck+j]++
				}
			}
		}
	}
	return s
}

func styling(spec string, cycles uint64) string {
	return fmt.Sprintf("style of %s at %d cycles", spec, cycles)
}

// styleCycles returns the budget of the searches whose style is examined.
func (p *Plan) styleCycles() uint64 { return max(p.Small, p.Large) }

// styleEvery: one in this many positions of a game is searched.
const styleEvery = 8

// planStyle plans the searches whose principal variations are examined.
func (p *Plan) planStyle() {
	for _, spec := range styled {
		p.add(styling(spec, p.styleCycles()), fmt.Sprintf("%d games of %d plies", p.Styled, p.Shallow), func(w *worker) (Record, error) {
			lines, err := p.style(w, p.profile(spec))
			return Record{Lines: lines}, err
		}, spec, sorter)
	}
}

// style searches positions of uniform's games.
func (p *Plan) style(w *worker, prof *goengine.Profile) (all []Shape, err error) {
	for _, self := range p.selves[:p.Styled] {
		g, err := self()
		if err != nil {
			return nil, err
		}
		err = g.each(func(ply int, now *goengine.Game, _ goengine.Move, _ bool) error {
			if ply%styleEvery != 0 {
				return nil
			}
			r, err := w.limited(now, prof, p.styleCycles())
			switch {
			case err != nil:
				return err
			case w.ctx.Err() != nil:
				return errStopped
			}
			line := r.PV
			if len(line) == 0 || line[0] != r.Best {
				line = []goengine.Move{r.Best}
			}
			all = append(all, shape(*now.Position(), line))
			return nil
		})
		if err != nil {
			return nil, err
		}
	}
	return all, nil
}
