package playing

import (
	"fmt"
	"slices"
	"strings"

	"github.com/searchex/searchex/cmd/internal/chess/books"
	"github.com/searchex/searchex/cmd/internal/cli"
)

// bookFlags choose the book of a chess computer.
type bookFlags struct {
	Book     string `placeholder:"FILE" help:"Book to play from: a source of any size, compiled, or Polyglot. Default the built-in one."`
	BookKind string `default:"hash" placeholder:"KIND" help:"How a source is looked up: hash, by the position, or tree, by the moves of the game in a binary tree. Default hash."`
}

// load reads the book, and says how much of it a machine has. It returns nil without --book.
func (f *bookFlags) load(a *cli.App) (*books.Held, error) {
	switch {
	case !slices.Contains(books.Kinds, f.BookKind):
		return nil, cli.Usagef("--book-kind %q: want %s", f.BookKind, strings.Join(books.Kinds, " or "))
	case f.Book == "" && f.BookKind != books.Kinds[0]:
		return nil, cli.Usagef("--book-kind %s: want a source after --book: the built-in book is a table", f.BookKind)
	case f.Book == "":
		return nil, nil
	}
	content, label, err := readBook(a, f.Book)
	if err != nil {
		return nil, err
	}
	held, err := books.Hold(label, content, f.BookKind)
	if err != nil {
		return nil, cli.Usagef("--book: %w", err)
	}
	if note := held.Note(); note != "" {
		fmt.Fprintln(a.Err, note)
	}
	return held, nil
}
