package uci

import (
	"hash/fnv"
	"slices"

	"github.com/searchex/searchex/cmd/internal/chess/books"
	"github.com/searchex/searchex/goengine"
)

// fromBook answers with a move of the book. It reports whether there is one that the
// search may play.
func (r *search) fromBook() bool {
	p := r.game.Position()
	m, ok, err := books.Choose(r.game, bookByte(r.plan.bookRand, p), r.bookMove)
	switch {
	case err != nil:
		r.out.note("book: %v", err)
		return false
	case !ok || r.plan.limits.Moves != nil && !slices.Contains(r.plan.limits.Moves, m):
		return false
	case !slices.Contains(p.LegalMoves(), m):
		r.out.note("book: %s is not legal: searching", p.UCI(m))
		return false
	}
	r.out.note("book")
	r.finish(m, []goengine.Move{m})
	return true
}

// bookMove returns a move of the book. This program looks it up in a Polyglot book,
// which takes none of the machine's time; otherwise the engine does.
func (r *search) bookMove(random byte) (m goengine.Move, ok bool, err error) {
	if b := r.plan.polyglot; b != nil {
		m, ok = b.Pick(r.game.Position(), random)
		return m, ok, nil
	}
	m, ok, cycles, err := r.engine.BookMove(r.game, random)
	r.spent += cycles
	return m, ok, err
}

// bookByte returns a random byte that depends only on the game's random number and the
// position, so that a game with the same seed is the same, however often the chess
// program asks.
func bookByte(random uint64, p *goengine.Position) byte {
	h := fnv.New64a()
	var seed [8]byte
	for i := range seed {
		seed[i] = byte(random >> (8 * i))
	}
	_, _ = h.Write(seed[:])
	_, _ = h.Write([]byte(p.FEN()))
	sum := h.Sum64()
	return byte(sum>>56) ^ byte(sum>>32) ^ byte(sum)
}
