package hostbridge

import "github.com/searchex/searchex/goengine"

// BookReader is an engine that looks its opening book up itself. All engines
// are.
type BookReader interface {
	// BookMove picks a book move by weight for the position on the board: the
	// first whose running sum of weights is more than random/256 of the whole.
	// ok is false where the book does not know the position. The same byte
	// picks the same move on every engine. cycles is 0 for Go.
	BookMove(g *goengine.Game, random byte) (m goengine.Move, ok bool, cycles uint64, err error)
	// SetBook gives the engine another compiled book (see package
	// goengine/book); nil is the built-in one.
	SetBook(table []byte) error
}
