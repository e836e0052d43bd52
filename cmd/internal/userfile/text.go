package userfile

import (
	"bufio"
	"bytes"
	"compress/bzip2"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"os"
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

// Unpack returns a reader of the content that is packed with gzip or bzip2, which it knows by
// its first bytes, or of the content itself.
func Unpack(r io.Reader) (io.Reader, error) {
	in := bufio.NewReaderSize(r, 1<<16)
	head, _ := in.Peek(10)
	switch {
	case !Packed(head):
	case head[0] == 0x1F:
		z, err := gzip.NewReader(in)
		if err != nil {
			return nil, fmt.Errorf("unpacking gzip: %w", err)
		}
		return &unpacking{z, "gzip"}, nil
	default:
		return &unpacking{bzip2.NewReader(in), "bzip2"}, nil
	}
	return in, nil
}

// Packed reports whether a content begins as one that is packed with gzip or bzip2.
func Packed(content []byte) bool {
	return bytes.HasPrefix(content, []byte("\x1F\x8B\x08")) ||
		len(content) >= 10 && string(content[:3]) == "BZh" && string(content[4:10]) == "1AY&SY"
}

// IsPacked reports whether a file is packed. It does not move the place where it is read.
func IsPacked(f *os.File) bool {
	head := make([]byte, 10)
	n, _ := f.ReadAt(head, 0)
	return Packed(head[:n])
}

// unpacking names the kind of packing in errors.
type unpacking struct {
	io.Reader
	kind string
}

func (u *unpacking) Read(b []byte) (int, error) {
	n, err := u.Reader.Read(b)
	if err != nil && err != io.EOF {
		err = fmt.Errorf("unpacking %s: %w", u.kind, err)
	}
	return n, err
}
