package sex

import (
	"fmt"

	"github.com/searchex/searchex/goengine"
)

// Shape is what a principal variation consists of: plies, and of these checks, captures and sacrifices;
// and whether its first move is one of each.
type Shape [7]int

// The places in a Shape.
const (
	shapePlies = iota
	shapeChecks
	shapeCaptures
	shapeSacrifices
	firstCheck
	firstCapture
	firstSacrifice
)

// swapWorth is what pieces are worth in exchanges, in sixteenths of a pawn.
var swapWorth = goengine.SharedEvalTables().SwapValue

// sacrifices reports whether a move gives material away, as swap-off has it: what the enemy wins by
// exchanges on its square is worth more than what it took. A promotion is none.
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
	return p.LossOn(m) > won
}

// shape returns that of a line.
func shape(at goengine.Position, line []goengine.Move) (s Shape) {
	for i, m := range line {
		_, _, takes := at.PieceAt(m.To())
		_, kind, _ := at.PieceAt(m.From())
		takes = takes || kind == goengine.Pawn && m.From()&7 != m.To()&7
		sacrifice := sacrifices(&at, m)
		at.Play(m)
		check := at.Look(true).Checkers > 0
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

// styleCycles returns what searches have whose style is looked at.
func (p *Plan) styleCycles() uint64 { return max(p.Small, p.Large) }

// styleEvery is how many plies of a game there are to one whose position is searched.
const styleEvery = 8

// planStyle plans the principal variations that are looked at.
func (p *Plan) planStyle() error {
	for _, spec := range styled {
		state, err := p.state(spec, sorter)
		if err != nil {
			return err
		}
		prof, err := p.profile(spec)
		if err != nil {
			return err
		}
		p.add(styling(spec, p.styleCycles()), fmt.Sprintf("%d games of %d plies", p.Styled, p.Shallow), state, func(w *worker) (Record, error) {
			lines, err := p.style(w, prof)
			return Record{Lines: lines}, err
		})
	}
	return nil
}

// style searches positions of games of uniform's.
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
			case w.stop.Load():
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
