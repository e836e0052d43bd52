package hostbridge

import (
	"github.com/searchex/searchex/goengine"
	"github.com/searchex/searchex/goengine/book"
)

// BookMove picks a book move.
func (g *goEngine) BookMove(game *goengine.Game, random byte) (m goengine.Move, ok bool, cycles uint64, err error) {
	t := g.book
	if t == nil {
		t = book.Default()
	}
	m, ok = t.Pick(game.Position(), random)
	return m, ok, 0, nil
}

// SetBook gives the engine another book.
func (g *goEngine) SetBook(table []byte) error {
	t, err := openBook(table)
	if err == nil {
		g.book = t
	}
	return err
}

// openBook is the book of some bytes, the built-in one for nil.
func openBook(table []byte) (*book.Table, error) {
	if table == nil {
		return book.Default(), nil
	}
	return book.Open(table)
}
