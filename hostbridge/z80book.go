package hostbridge

import (
	"errors"

	"github.com/searchex/searchex/emu"
	"github.com/searchex/searchex/goengine"
	"github.com/searchex/searchex/goengine/book"
)

// errNoBookROM is the error of an engine that was built without a book's ROM.
var errNoBookROM = errors.New("z80: this engine has no book ROM (run make asm)")

// BookMove has the machine look its book up: book_move in book.s.
func (e *z80Engine) BookMove(g *goengine.Game, random byte) (mv goengine.Move, ok bool, cycles uint64, err error) {
	m := e.m
	if m.Program().BookCode == 0 {
		return goengine.NoMove, false, 0, errNoBookROM
	}
	if err := e.setUp(g); err != nil {
		return goengine.NoMove, false, 0, err
	}
	return bookMove(m, e.sym.PlayFrom, e.sym.PlayOk, random, func(a byte) { m.Regs().SetA(a) })
}

// bookMove runs book_move for the position that the machine holds.
func bookMove(m emu.Machine, from, found uint32, random byte, setA func(byte)) (mv goengine.Move, ok bool, cycles uint64, err error) {
	setA(random)
	before := m.Cycles()
	if err := m.Call("book_move", bookBudget); err != nil {
		return goengine.NoMove, false, m.Cycles() - before, err
	}
	cycles = m.Cycles() - before
	if m.Read(found) == 0 {
		return goengine.NoMove, false, cycles, nil
	}
	return goengine.Move(m.ReadWord(from)), true, cycles, nil
}

// bookBudget is far more cycles than a lookup takes, whatever the table: each
// of the at most 127 positions of a bucket may have the moves generated.
const bookBudget = 20_000_000

// SetBook writes a table into the book's ROM.
func (e *z80Engine) SetBook(table []byte) error {
	t, err := openBook(table)
	if err != nil {
		return err
	}
	at, ok := e.m.Program().Symbol("book_table")
	if !ok || e.m.Program().BookCode == 0 {
		return errNoBookROM
	}
	rom := make([]byte, book.MaxSize)
	for i := copy(rom, t.Bytes()); i < len(rom); i++ {
		rom[i] = 0xFF
	}
	e.m.WriteBytes(at, rom)
	return nil
}
