package classic

import (
	"slices"
	"strings"

	"github.com/searchex/searchex/goengine"
)

// newCaptures appends the pseudo-legal captures that the last move made possible: those that the side to
// move could not have made in the position before, if it had had the move there. Promotions are to a
// queen. b is the board of p.
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

// captures appends the pseudo-legal captures of a side, without those en passant.
func (b *board) captures(list []goengine.Move, side goengine.Side) []goengine.Move {
	for from, kind := range b.men(side) {
		slide := slides[kind]
		for _, step := range steps[side][kind] {
			to := from + step
			for slide && onBoard(to) && b[to] == 0 {
				to += step
			}
			if onBoard(to) && b[to] != 0 && b[to].side() != side {
				list = append(list, goengine.Move(from)|goengine.Move(to)<<8)
			}
		}
	}
	return list
}

// enPassant appends the captures en passant of the pawn that made the last move, if it advanced two
// squares. The last move always makes them possible.
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

// movable reports whether the side to move has a legal move. b is the board of p. In most positions a
// piece that can move by one step decides it quickly.
func (b *board) movable(p *goengine.Position) bool {
	if !p.InCheck() {
		side := p.Side()
		for from, kind := range b.men(side) {
			if kind == goengine.Pawn || kind == goengine.King {
				continue
			}
			for _, step := range steps[side][kind] {
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
	return len(p.LegalMoves()) > 0
}

// pass returns the position after a null move. ok is false if the side to move is in check.
func pass(p *goengine.Position) (passed *goengine.Position, ok bool) {
	fields := strings.Fields(p.FEN())
	fields[1], fields[3] = map[string]string{"w": "b", "b": "w"}[fields[1]], "-"
	q, err := goengine.ParseFEN(strings.Join(fields, " "))
	return q, err == nil
}
