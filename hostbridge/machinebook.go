package hostbridge

import (
	"fmt"

	"github.com/searchex/searchex/goengine"
	"github.com/searchex/searchex/goengine/book"
)

// bookBudget is far more cycles than a lookup takes with any table: the moves may be
// generated for each of the at most 85 positions of a bucket.
const bookBudget = 20_000_000

// BookMove runs the lookup of the machine: book_move in book.s.
func (e *machineEngine) BookMove(g *goengine.Game, random byte) (mv goengine.Move, ok bool, cycles uint64, err error) {
	if err := e.hasBook(); err != nil {
		return goengine.NoMove, false, 0, err
	}
	if err := e.setUp(g); err != nil {
		return goengine.NoMove, false, 0, err
	}
	return e.bookMove(random)
}

// bookMove runs book_move for the position in the machine's memory.
func (e *machineEngine) bookMove(random byte) (mv goengine.Move, ok bool, cycles uint64, err error) {
	e.layout.setArgument(random)
	before := e.m.Cycles()
	if err := e.runner.CallAddr(e.sym.BookMove, bookBudget); err != nil {
		return goengine.NoMove, false, e.m.Cycles() - before, err
	}
	cycles = e.m.Cycles() - before
	if e.m.Read(e.sym.PlayOk) == 0 {
		return goengine.NoMove, false, cycles, nil
	}
	return e.layout.move(e.sym.PlayFrom), true, cycles, nil
}

// SetBook writes a table into the book's ROM.
func (e *machineEngine) SetBook(table []byte) error {
	t, err := openBook(table)
	if err != nil {
		return err
	}
	if err := e.hasBook(); err != nil {
		return err
	}
	at, _ := e.m.Program().Symbol("book_table")
	rom := make([]byte, book.MaxSize)
	for i := copy(rom, t.Bytes()); i < len(rom); i++ {
		rom[i] = 0xFF
	}
	e.m.WriteBytes(at, rom)
	return nil
}

// hasBook returns an error if the engine was built without a book's ROM.
func (e *machineEngine) hasBook() error {
	if _, ok := e.m.Program().Symbol("book_table"); !ok {
		return fmt.Errorf("%s: this engine has no book ROM (run make asm)", e.Name())
	}
	return nil
}
