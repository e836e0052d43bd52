package books

import (
	"errors"
	"fmt"

	"github.com/searchex/searchex/cmd/internal/report"
	"github.com/searchex/searchex/goengine"
	"github.com/searchex/searchex/goengine/book"
)

// Kinds are the ways to look up a source in this program: by the position in a hash, or by the moves of the game in a
// binary tree of lines.
var Kinds = []string{"hash", "tree"}

// Held is a book for players. An engine has a table of its own; what a table cannot have, this program looks up.
type Held struct {
	// Table is the table for the engines, nil if the book is only for this program: a Polyglot book or a tree.
	Table  []byte
	book   *Book
	lines  book.MoveTree // of kind tree
	fitted *book.Fitted  // of a source
}

// Hold reads a book for players. kind is one of Kinds.
func Hold(name string, content []byte, kind string) (*Held, error) {
	b, err := Open(name, content)
	if err != nil {
		return nil, err
	}
	h := &Held{book: b}
	switch {
	case kind == "tree" && b.tree == nil:
		return nil, fmt.Errorf("%s: has positions, but no lines: a tree of moves wants the source of a book", name)
	case b.polyglot != nil:
	case b.table != nil:
		h.Table = b.table.Bytes()
	case kind == "tree":
		h.lines, err = b.tree.MoveTree()
	case b.tree.Lines == 0:
		err = errors.New("has no moves")
	default:
		if h.fitted, err = b.tree.Fit(book.MaxSize); err == nil {
			h.Table = h.fitted.Table
		}
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return h, nil
}

// Direct reports whether this program looks moves up for an engine, at no cycles. A machine has its table, of a large
// book a part of it; the engine in Go has the whole book.
func (h *Held) Direct(machine bool) bool {
	return h.Table == nil || !machine && h.fitted != nil && !h.fitted.Whole()
}

// Note says how much of the book a machine has, "" for all of it.
func (h *Held) Note() string {
	if h.fitted == nil || h.fitted.Whole() {
		return ""
	}
	return fmt.Sprintf("%s: the machine has room for %s of %s half-moves: it takes the most frequent positions", h.book.Name, report.Int(h.fitted.Taken), report.Int(h.fitted.Of))
}

// Pick picks a move by weight for the position p of a game, which began at a FEN and had some moves (UCI) since.
func (h *Held) Pick(p *goengine.Position, start string, moves []string, random byte) (m goengine.Move, ok bool) {
	switch {
	case h.lines != nil:
		line, ok := fromTheStart(start, moves)
		if !ok {
			return goengine.NoMove, false
		}
		return h.lines.Pick(line, random)
	case h.book.polyglot != nil:
		return h.book.polyglot.Pick(p, random)
	case h.book.table != nil:
		return h.book.table.Pick(p, random)
	}
	return h.book.tree.Pick(p, random)
}

// Moves returns the moves that the book plays for the position p of a game, as for Pick, the greatest weight first.
func (h *Held) Moves(p *goengine.Position, start string, moves []string) (played []goengine.Move) {
	if h.lines != nil {
		if line, ok := fromTheStart(start, moves); ok {
			for _, m := range h.lines.Moves(line) {
				played = append(played, m.Move)
			}
		}
		return played
	}
	for _, m := range h.book.At(p).Moves {
		if m.Weight > 0 {
			played = append(played, m.move)
		}
	}
	return played
}

// fromTheStart returns the moves of a game. It reports false if the game did not begin in the initial position, or if a
// move is illegal.
func fromTheStart(start string, moves []string) (line []goengine.Move, ok bool) {
	first, err := goengine.ParseFEN(goengine.StartFEN)
	if err != nil {
		return nil, false
	}
	p, err := goengine.ParseFEN(start)
	if err != nil || book.Identity(p) != book.Identity(first) {
		return nil, false
	}
	for _, text := range moves {
		m, err := p.ParseMove(text)
		if err != nil {
			return nil, false
		}
		p.Play(m)
		line = append(line, m)
	}
	return line, true
}
