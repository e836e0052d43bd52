package userfile

import (
	"bytes"
	"errors"
	"strings"

	"github.com/searchex/searchex/goengine/book"
)

// ErrUTF16 is the error of a text in UTF-16.
var ErrUTF16 = errors.New("is written in UTF-16: want UTF-8")

// ErrNoText is the error of what is not a text.
var ErrNoText = errors.New("is not a text, since it has null bytes")

// Text returns the content of a file as text in UTF-8 whose lines end with a line feed. Lines
// may end with a carriage return too, or with that alone. A line that is not UTF-8 is read as
// Windows-1252. A byte order mark and the DOS end of a file (1A) are left out, and a no-break
// space is a space. A null byte is ErrNoText.
func Text(b []byte) (string, error) {
	switch {
	case bytes.HasPrefix(b, []byte("\xFF\xFE")), bytes.HasPrefix(b, []byte("\xFE\xFF")):
		return "", ErrUTF16
	case bytes.IndexByte(b, 0) >= 0:
		return "", ErrNoText
	}
	b = bytes.TrimPrefix(b, []byte("\uFEFF"))
	if end := bytes.TrimRight(b, "\x1A\r\n\t "); bytes.IndexByte(b[len(end):], 0x1A) >= 0 {
		b = end
	}
	b = bytes.ReplaceAll(b, []byte("\r\n"), []byte("\n"))
	b = bytes.ReplaceAll(b, []byte("\r"), []byte("\n"))
	var text strings.Builder
	for line := range bytes.Lines(b) {
		text.WriteString(strings.ReplaceAll(book.Decode(line), "\u00A0", " "))
	}
	return text.String(), nil
}
