package playing

import (
	"bytes"
	"io"

	"github.com/searchex/searchex/cmd/internal/classic"
	"github.com/searchex/searchex/cmd/internal/cli"
	"github.com/searchex/searchex/cmd/internal/protocol/uci"
	"github.com/searchex/searchex/cmd/internal/protocol/xboard"
)

// sessionFlags choose the engine with which a session begins.
type sessionFlags struct {
	Engine string `default:"go" placeholder:"NAME" help:"The engine at the beginning, one of ${standing}, classic, or guest:FILE. Default go. The option Engine changes it."`
}

// session returns the session.
func (f *sessionFlags) session() (xboard.Session, error) {
	if f.Engine != classic.EngineName {
		if _, err := cli.FindEngine(f.Engine); err != nil {
			return nil, err
		}
	}
	return uci.Beginning(f.Engine), nil
}

// UCI lets a chess program play against the engines.
type UCI struct{ sessionFlags }

// Run answers commands until quit or the end of the input. If the first command is
// xboard, it speaks the XBoard protocol.
func (c *UCI) Run(a *cli.App) error {
	session, err := c.session()
	if err != nil {
		return err
	}
	first := &firstWord{r: a.In}
	other, err := first.is(a, "xboard")
	if err != nil {
		return cli.Interrupted{}
	}
	if other {
		a.In = first
		return (&XBoard{c.sessionFlags}).Run(a)
	}
	return a.Ended(session(a.Ctx, first, a.Out))
}

// firstWord is a reader whose first word can be read ahead.
type firstWord struct {
	r    io.Reader
	seen []byte
}

// is reports whether the first word of the input is word. It reads no more than it needs
// to decide. After an error, which means ctrl-C, the reader must not be used, because a
// Read may still be waiting.
func (f *firstWord) is(a *cli.App, word string) (is bool, err error) {
	err = a.Abandonable(func() error {
		for !f.decided(word) {
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

// decided reports whether the input read so far shows if its first word is word.
func (f *firstWord) decided(word string) bool {
	text := bytes.TrimLeft(f.seen, " \t\r\n")
	if i := bytes.IndexAny(text, " \t\r\n"); i >= 0 {
		return true
	}
	return !bytes.HasPrefix([]byte(word), text) || len(f.seen) > 100
}

// Read reads the input from its beginning.
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
	return cli.Detail("Reads commands of the Universal Chess Interface and answers them, until quit or the end of the input. A chess program starts "+
		"this by itself: enter searchex as a UCI engine; you may leave out the argument uci. Options choose machine, profile, level, "+
		"book and speed.",
		`printf 'position startpos\ngo nodes 5000\n' | searchex uci`, uciManual)
}
