package book

import (
	"bytes"
	_ "embed"
	"io"
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

// IsTable reports whether a book begins as a compiled table does, of this format or another one.
func IsTable(content []byte) bool { return bytes.HasPrefix(content, []byte(family)) }

// SourceName is the name of the built-in source in errors.
const SourceName = "book.txt"

// Source is a reader of the built-in book's source.
func Source() io.Reader { return strings.NewReader(source) }

//go:embed book.txt
var source string
