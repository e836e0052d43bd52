package match

import (
	"bytes"
	"context"
	"os"

	"github.com/searchex/searchex/cmd/internal/userfile"
)

// PGNFile is a file to which games are appended, by other programs too.
type PGNFile struct {
	ctx  context.Context // its end ends the wait for others that change the file
	path string
	pipe *userfile.File // open if the file is a pipe or a device
}

// OpenPGN opens a file for appending, and creates it if it doesn't exist. The end of the
// context ends the wait for others that change the file.
func OpenPGN(ctx context.Context, path string) (*PGNFile, error) {
	f, err := userfile.OpenFile(path, os.O_RDWR|os.O_CREATE|os.O_APPEND, 0o644)
	if err != nil {
		return nil, err
	}
	if info, err := f.Stat(); err == nil && !info.Mode().IsRegular() {
		return &PGNFile{ctx, path, f}, nil
	}
	_ = f.Close() // nothing is written yet
	return &PGNFile{ctx: ctx, path: path}, nil
}

// Is reports whether the file is the one at a path, even under another name.
func (p *PGNFile) Is(path string) bool { return userfile.Same(p.path, path) }

// Add appends a game with one write and syncs the file. On failure it removes the part
// that was written. It waits for others that change the file.
func (p *PGNFile) Add(event string, g Game) error {
	text, err := g.pgn(event)
	if err != nil {
		return err
	}
	return userfile.Alone(p.ctx, p.path, func() error { return p.append(text) })
}

// append appends a text.
func (p *PGNFile) append(text string) error {
	if p.pipe != nil {
		return userfile.AppendText(p.pipe, []byte(text))
	}
	f, err := userfile.Append(p.path) // another program may have replaced the file
	if err != nil {
		return userfile.NotWritten(p.path, err)
	}
	defer f.Close()
	return userfile.AppendText(f, []byte(text))
}

// Complete appends the games of a resumed match that the file doesn't have, in the order
// in which they were played: all of them if it has none, or the last one if the match
// was interrupted between writing its state and its PGN. It completes a half-written
// game at the end.
func (p *PGNFile) Complete(event string, games []Game) error {
	if p.pipe != nil || len(games) == 0 {
		return nil
	}
	return userfile.Alone(p.ctx, p.path, func() error { return p.complete(event, games) })
}

// complete implements Complete.
func (p *PGNFile) complete(event string, games []Game) error {
	have, err := os.ReadFile(p.path)
	if err != nil {
		return err
	}
	holds := func(text string) bool { return bytes.Contains(have, []byte(text)) }
	first, err := games[0].pgn(event)
	if err != nil {
		return err
	}
	if holds(first) {
		games = games[len(games)-1:]
	}
	for _, g := range games {
		text, err := g.pgn(event)
		if err != nil {
			return err
		}
		if holds(text) {
			return nil // it has the last one
		}
		if err := p.append(text[torn(have, text):]); err != nil {
			return err
		}
		have = nil
	}
	return nil
}

// torn returns the length of the beginning of a text that is at the end of a file.
func torn(have []byte, text string) int {
	for n := len(text) - 1; n > 0; n-- {
		if bytes.HasSuffix(have, []byte(text[:n])) {
			return n
		}
	}
	return 0
}

// Close closes the file, and removes it if it is empty.
func (p *PGNFile) Close() error {
	if p.pipe != nil {
		return p.pipe.Close()
	}
	if info, err := os.Stat(p.path); err == nil && info.Size() == 0 {
		os.Remove(p.path)
	}
	return nil
}
