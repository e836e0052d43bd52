package cli

import (
	"bufio"
	"bytes"
	"compress/bzip2"
	"compress/gzip"
	"fmt"
	"io"
	"os"
)

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
