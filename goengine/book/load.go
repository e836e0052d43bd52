package book

import (
	"bufio"
	_ "embed"
	"fmt"
	"io"
	"os"
	"strings"
	"sync"
)

//go:embed book.bin
var builtIn []byte

// Default is the built-in book.
var Default = sync.OnceValue(func() *Table {
	t, err := Open(builtIn)
	if err != nil {
		panic(err) // the generator wrote it
	}
	return t
})

// Load reads a file, compiled or source, and returns the compiled table.
func Load(path string) ([]byte, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("book: %w", err)
	}
	defer f.Close()
	r := bufio.NewReader(f)
	if IsTable(r) {
		b, err := io.ReadAll(io.LimitReader(r, MaxSize+1))
		if err != nil {
			return nil, fmt.Errorf("book: %w", err)
		}
		if _, err := Open(b); err != nil {
			return nil, fmt.Errorf("%s: %w", path, err)
		}
		return b, nil
	}
	tree, err := Parse(r, path)
	if err != nil {
		return nil, err
	}
	table, err := tree.Compile()
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return table, nil
}

// IsTable tells whether what a reader has ahead begins as a compiled table does. Nothing is read from it.
func IsTable(r *bufio.Reader) bool {
	b, _ := r.Peek(len(magic))
	return string(b) == magic
}

// SourceName is how errors name the built-in source.
const SourceName = "book.txt"

// Source is a reader of the built-in book's source.
func Source() io.Reader { return strings.NewReader(source) }

//go:embed book.txt
var source string
