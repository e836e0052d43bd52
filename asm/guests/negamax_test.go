package guests

import (
	"math"

	"github.com/searchex/searchex/goengine"
)

// negamax is a plain negamax, the search that the source of a guest describes without its cuts.
type negamax struct {
	// evaluate returns the evaluation of a position for its side to move.
	evaluate func(s position) int
	// all reports whether a node has all its moves and must make one. Another has some, and its evaluation is a value of it.
	all func(p *goengine.Position, ply int) bool
	// some reports whether such a node has a move, after the one that led to it.
	some func(p *goengine.Position, m goengine.Move, by step) bool
	// last is the ply at which no move is made, mate the value of a mate at once, nothing that of a node all moves of which
	// are dropped, or 0 if that is one without moves.
	last, mate, nothing int
	// drops reports whether a node leaves out a move. nil leaves none out.
	drops func(ply int, m goengine.Move) bool
	// left is the number of nodes that may still be searched. Below 0 the value means nothing.
	left int
}

// step is a move that led to a position. some says that it was one of a node without all its moves.
type step struct {
	move goengine.Move
	some bool
}

// infinite is more than any value.
const infinite = math.MaxInt16

// of returns the value of a position at the root for its side to move, and true; or false if that takes more than some nodes.
func (s negamax) of(p *goengine.Position, nodes int) (value int, ok bool) {
	s.left = nodes
	value = s.value(p, 0, step{})
	return value, s.left >= 0
}

// value returns the value of a node for its side to move.
func (s *negamax) value(p *goengine.Position, ply int, by step) int {
	if s.left--; s.left < 0 {
		return 0
	}
	best, searched, moves, all := -infinite, 0, p.LegalMoves(), s.all(p, ply)
	if !all || ply == s.last {
		best = s.evaluate(men(p))
	}
	if ply == s.last {
		return best
	}
	for _, m := range moves {
		if s.left < 0 {
			return best
		}
		if !all && !s.some(p, m, by) || s.drops != nil && s.drops(ply, m) {
			continue
		}
		searched++
		after := *p
		after.Play(m)
		best = max(best, -s.value(&after, ply+1, step{m, !all}))
	}
	switch {
	case !all || searched > 0:
		return best
	case len(moves) > 0 && s.nothing != 0:
		return s.nothing
	case p.InCheck():
		return ply - s.mate
	}
	return 0
}

// takes reports whether a move captures, promotes whether it promotes.
func takes(p *goengine.Position, m goengine.Move) bool {
	_, _, takes := p.PieceAt(m.To())
	_, kind, _ := p.PieceAt(m.From())
	return takes || kind == goengine.Pawn && (m.From()^m.To())&7 != 0
}

func promotes(p *goengine.Position, m goengine.Move) bool {
	_, kind, _ := p.PieceAt(m.From())
	return kind == goengine.Pawn && (m.To()>>4 == 0 || m.To()>>4 == 7)
}
