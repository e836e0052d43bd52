package main

import (
	"errors"
	"fmt"

	"github.com/searchex/searchex/goengine/book"
)

// bookFolder holds the opening book's source and its table.
const bookFolder = "goengine/book/"

// compileBook makes the built-in book's table. Its error names every bad line of the source.
func compileBook() (file, error) {
	source := bookFolder + book.SourceName
	t, err := book.Parse(book.Source(), source)
	var lines book.Errors
	if errors.As(err, &lines) {
		var all []error
		for _, e := range lines {
			all = append(all, e)
		}
		return file{}, errors.Join(all...)
	}
	if err != nil {
		return file{}, err
	}
	table, err := t.Compile()
	if err != nil {
		return file{}, fmt.Errorf("%s: %w", source, err)
	}
	return file{bookFolder + "book.bin", table}, nil
}
