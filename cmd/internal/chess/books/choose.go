package books

import (
	"github.com/searchex/searchex/goengine"
	"github.com/searchex/searchex/goengine/book"
)

// otherTries is how many other random bytes Choose tries.
const otherTries = 16

// Choose returns a move of a book, which pick looks up by a random byte. A move that
// completes a threefold repetition is left: for another move of the book, or for a
// search. If the position is bad, the search finds the repetition itself.
func Choose(g *goengine.Game, random byte, pick func(random byte) (m goengine.Move, ok bool, err error)) (m goengine.Move, ok bool, err error) {
	for i := range 1 + otherTries {
		m, ok, err = pick(random + byte(i*256/(1+otherTries)))
		if err != nil || !ok || !repeats(g, m) {
			return m, ok, err
		}
	}
	return goengine.NoMove, false, nil
}

// repeats reports whether a move leads to a position that was on the board twice.
func repeats(g *goengine.Game, m goengine.Move) bool {
	after := *g.Position()
	after.Play(m)
	want, seen := book.Identity(&after), 0
	base, moves := g.Line()
	p := *base
	for i := 0; ; i++ {
		if book.Identity(&p) == want {
			seen++
		}
		if i == len(moves) {
			return seen >= 2
		}
		p.Play(moves[i])
	}
}
