package playing

import (
	"bytes"
	"io"

	"github.com/searchex/searchex/cmd/internal/cli"
	"github.com/searchex/searchex/cmd/internal/protocol/uci"
)

// UCI lets a chess program play against the engines.
type UCI struct{}

// Run talks until quit or the end of the input. A chess program that begins with
// the word xboard gets that protocol.
func (UCI) Run(a *cli.App) error {
	first := &firstWord{r: a.In}
	other, err := first.is(a, "xboard")
	if err != nil {
		return cli.Interrupted{}
	}
	if other {
		a.In = first
		return XBoard{}.Run(a)
	}
	err = uci.Run(a.Ctx, first, a.Out)
	if a.Ctx.Err() != nil {
		return cli.Interrupted{}
	}
	return err
}

// firstWord is a reader whose beginning has been looked at.
type firstWord struct {
	r    io.Reader
	seen []byte
}

// is tells whether the input begins with a word on a line of its own. It waits for
// as many characters as tell. After an error, which ctrl-C is, the reader is not to be
// used: one may still be waiting in it.
func (f *firstWord) is(a *cli.App, word string) (is bool, err error) {
	err = a.Abandonable(func() error {
		for !f.decides(word) {
			var b [1]byte
			n, err := f.r.Read(b[:])
			f.seen = append(f.seen, b[:n]...)
			if err != nil {
				break
			}
		}
		return nil
	})
	if err != nil {
		return false, err
	}
	return string(bytes.TrimSpace(f.seen)) == word, nil
}

// decides tells whether enough has been seen.
func (f *firstWord) decides(word string) bool {
	text := bytes.TrimLeft(f.seen, " \t\r\n")
	if i := bytes.IndexAny(text, " \t\r\n"); i >= 0 {
		return true
	}
	return !bytes.HasPrefix([]byte(word), text) || len(f.seen) > 100
}

// Read gives back what has been seen, then the rest.
func (f *firstWord) Read(b []byte) (int, error) {
	if len(f.seen) > 0 {
		n := copy(b, f.seen)
		f.seen = f.seen[n:]
		return n, nil
	}
	return f.r.Read(b)
}

const uciManual = "docs/manual/uci.md"

func (*UCI) Help() string {
	return cli.Detail("Reads commands of the Universal Chess Interface and prints what it asks for, until quit or the end of the input. A chess program starts "+
		"this by itself: enter the program as a UCI engine; the argument uci may be left out. Options choose machine, profile, level, "+
		"book and speed.",
		`printf 'position startpos\ngo nodes 5000\n' | searchex uci`, uciManual)
}
