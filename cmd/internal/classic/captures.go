package classic

import (
	"slices"
	"strings"

	"github.com/searchex/searchex/goengine"
)

// newCaptures appends to a list the captures, legal or not, that the last move has made possible: those
// that the side to move could not have made in the position before, had it been its turn there. A pawn
// that goes on to the last rank becomes a queen. b is the board of p.
func (b *board) newCaptures(list []goengine.Move, p, before *goengine.Position, last goengine.Move) []goengine.Move {
	if list = b.captures(list, p.Side()); len(list) > 0 {
		var then board
		then.read(before)
		var room [64]goengine.Move
		old := then.captures(room[:0], p.Side())
		list = slices.DeleteFunc(list, func(m goengine.Move) bool { return slices.Contains(old, m) })
	}
	return b.enPassant(list, p, last)
}

// captures appends a side's captures but those en passant, whether or not they leave its king in check.
func (b *board) captures(list []goengine.Move, side goengine.Side) []goengine.Move {
	for rank := range goengine.Square(8) {
		for file := range goengine.Square(8) {
			from := rank<<4 | file
			c := b[from]
			if c == 0 || c.side() != side {
				continue
			}
			on := far[c.kind()]
			for _, step := range steps[side][c.kind()] {
				to := from + step
				for on && onBoard(to) && b[to] == 0 {
					to += step
				}
				if onBoard(to) && b[to] != 0 && b[to].side() != side {
					list = append(list, goengine.Move(from)|goengine.Move(to)<<8)
				}
			}
		}
	}
	return list
}

// enPassant appends the captures of a pawn that has just come two squares. The last move makes them
// possible whatever else it does.
func (b *board) enPassant(list []goengine.Move, p *goengine.Position, last goengine.Move) []goengine.Move {
	at := last.To()
	if b[at].kind() != goengine.Pawn || at-last.From() != 0x20 && last.From()-at != 0x20 {
		return list
	}
	behind := (at + last.From()) / 2
	for _, from := range [2]goengine.Square{at - 1, at + 1} {
		if onBoard(from) && b[from] == of(p.Side(), goengine.Pawn) {
			list = append(list, goengine.Move(from)|goengine.Move(behind)<<8)
		}
	}
	return list
}

// movable tells whether the side to move has a legal move. b is the board of p. A piece that may go to the
// square beside it tells so at once, mostly.
func (b *board) movable(p *goengine.Position) bool {
	if !p.InCheck() {
		side := p.Side()
		for rank := range goengine.Square(8) {
			for file := range goengine.Square(8) {
				from := rank<<4 | file
				c := b[from]
				if c == 0 || c.side() != side || c.kind() == goengine.Pawn || c.kind() == goengine.King {
					continue
				}
				for _, step := range steps[side][c.kind()] {
					to := from + step
					if !onBoard(to) || b[to] != 0 && b[to].side() == side {
						continue
					}
					if p.Legal(goengine.Move(from) | goengine.Move(to)<<8) {
						return true
					}
				}
			}
		}
	}
	return len(p.LegalMoves()) > 0
}

// pass is a position with the other side to move, false where the side to move is in check.
func pass(p *goengine.Position) (*goengine.Position, bool) {
	fields := strings.Fields(p.FEN())
	fields[1], fields[3] = map[string]string{"w": "b", "b": "w"}[fields[1]], "-"
	q, err := goengine.ParseFEN(strings.Join(fields, " "))
	return q, err == nil
}
