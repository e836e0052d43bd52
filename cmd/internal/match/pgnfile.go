package match

import (
	"bytes"
	"os"

	"github.com/searchex/searchex/cmd/internal/userfile"
)

// PGNFile is a file to which games are appended.
type PGNFile struct {
	f    *os.File
	path string
}

// OpenPGN opens a file for appending, and creates it if it doesn't exist.
func OpenPGN(path string) (*PGNFile, error) {
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE|os.O_APPEND, 0o644)
	if err != nil {
		return nil, err
	}
	return &PGNFile{f, path}, nil
}

// Is reports whether the file is the one at a path, even under another name.
func (p *PGNFile) Is(path string) bool { return userfile.Same(p.path, path) }

// Add appends a game with one write and syncs the file. On failure it removes the part
// that was written.
func (p *PGNFile) Add(event string, g Game) error {
	text, err := g.pgn(event)
	if err != nil {
		return err
	}
	return userfile.AppendText(p.f, []byte(text))
}

// Complete appends the games of a resumed match that the file doesn't have, in the order
// in which they were played: all of them if it has none, or the last one if the match
// was interrupted between writing its state and its PGN. It completes a half-written
// game at the end.
func (p *PGNFile) Complete(event string, games []Game) error {
	info, err := p.f.Stat()
	if err != nil || len(games) == 0 || !info.Mode().IsRegular() {
		return err
	}
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
		if err := userfile.AppendText(p.f, []byte(text[torn(have, text):])); err != nil {
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
	if info, err := p.f.Stat(); err == nil && info.Mode().IsRegular() && info.Size() == 0 {
		os.Remove(p.path)
	}
	return p.f.Close()
}
