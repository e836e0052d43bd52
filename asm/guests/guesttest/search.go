package guesttest

import (
	"math"
	"math/rand"

	"github.com/searchex/searchex/goengine"
)

// Search is a plain negamax, the search that the source of a guest describes without its cuts.
type Search struct {
	// Evaluate returns the evaluation of a position for its side to move.
	Evaluate func(s Setup) int
	// All reports whether a node has all its moves and must make one. Another has some, and its evaluation is a value of it.
	All func(p *goengine.Position, ply int) bool
	// Some reports whether such a node has a move, after the one that led to it.
	Some func(p *goengine.Position, m goengine.Move, by Step) bool
	// Last is the ply at which no move is made, Mate the value of a mate at once.
	Last, Mate int
	// Drops reports whether a node leaves out a move. nil leaves none out.
	Drops func(ply int, m goengine.Move) bool
	// Cuts makes it an alpha-beta, which has the same value.
	Cuts bool
	// Left is the number of nodes that may still be searched. Below 0 the value means nothing.
	Left int
}

// Step is a move that led to a position. Some says that it was one of a node without all its moves.
type Step struct {
	Move goengine.Move
	Some bool
}

// Infinite is more than any value.
const Infinite = math.MaxInt16

// Of returns the value of a position at the root for its side to move, and true; or false if that takes more than some nodes.
func (s Search) Of(p *goengine.Position, nodes int) (value int, ok bool) {
	s.Left = nodes
	value = s.value(p, 0, -Infinite, Infinite, Step{})
	return value, s.Left >= 0
}

// Draw returns a random position that takes no more than some nodes, and its value.
func (s Search) Draw(r *rand.Rand, nodes int) (p *goengine.Position, value int) {
	for i := r.Intn(1000); ; i++ {
		p = Drawn(r, i)
		if len(p.LegalMoves()) > nodes/8 {
			continue // most likely too many
		}
		if value, ok := s.Of(p, nodes); ok {
			return p, value
		}
	}
}

// value returns the value of a node for its side to move, exact between the bounds.
func (s *Search) value(p *goengine.Position, ply, alpha, beta int, by Step) int {
	if s.Left--; s.Left < 0 {
		return 0
	}
	best, searched, all := -Infinite, 0, s.All(p, ply)
	if !all || ply == s.Last {
		best = s.Evaluate(Men(p))
	}
	if ply == s.Last {
		return best
	}
	for _, m := range p.LegalMoves() {
		if s.Left < 0 || s.Cuts && best >= beta {
			return best
		}
		if !all && !s.Some(p, m, by) || s.Drops != nil && s.Drops(ply, m) {
			continue
		}
		searched++
		after := *p
		after.Play(m)
		best = max(best, -s.value(&after, ply+1, -beta, -max(alpha, best), Step{m, !all}))
	}
	switch {
	case !all || searched > 0:
		return best
	case p.InCheck():
		return ply - s.Mate
	}
	return 0
}

// Takes reports whether a move captures, Promotes whether it promotes.
func Takes(p *goengine.Position, m goengine.Move) bool {
	_, _, takes := p.PieceAt(m.To())
	_, kind, _ := p.PieceAt(m.From())
	return takes || kind == goengine.Pawn && (m.From()^m.To())&7 != 0
}

func Promotes(p *goengine.Position, m goengine.Move) bool {
	_, kind, _ := p.PieceAt(m.From())
	return kind == goengine.Pawn && (m.To()>>4 == 0 || m.To()>>4 == 7)
}
