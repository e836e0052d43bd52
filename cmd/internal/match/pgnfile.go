package match

import (
	"bytes"
	"fmt"
	"os"
)

// PGNFile is a file to which games are appended.
type PGNFile struct {
	f    *os.File
	path string
}

// OpenPGN opens a file to append to. It is created if need be.
func OpenPGN(path string) (*PGNFile, error) {
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE|os.O_APPEND, 0o644)
	if err != nil {
		return nil, err
	}
	return &PGNFile{f, path}, nil
}

// Is reports whether the file is the one at a path, by whatever name.
func (p *PGNFile) Is(path string) bool {
	a, errA := p.f.Stat()
	b, errB := os.Stat(path)
	return errA == nil && errB == nil && os.SameFile(a, b)
}

// Add appends a game in one piece and to the disk. Where that fails, what was
// written of it is taken back.
func (p *PGNFile) Add(event string, g Game) error {
	text, err := g.pgn(event)
	if err != nil {
		return err
	}
	return p.write([]byte(text))
}

func (p *PGNFile) write(text []byte) error {
	info, err := p.f.Stat()
	if err != nil {
		return fmt.Errorf("writing %s: %w", p.path, err)
	}
	if _, err = p.f.Write(text); err == nil && info.Mode().IsRegular() {
		err = p.f.Sync()
	}
	if err != nil {
		if info.Mode().IsRegular() {
			p.f.Truncate(info.Size())
		}
		return fmt.Errorf("writing %s: %w", p.path, err)
	}
	return nil
}

// Complete appends those of a resumed match's games, in the order in which they
// were played, that the file does not hold: all where it has none of them, or the
// last where the match was interrupted between its state and its PGN. A
// half-written game at the end is completed.
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
			return nil // the last
		}
		if err := p.write([]byte(text[torn(have, text):])); err != nil {
			return err
		}
		have = nil
	}
	return nil
}

// torn returns how much of a text stands at the end of a file.
func torn(have []byte, text string) int {
	for n := len(text) - 1; n > 0; n-- {
		if bytes.HasSuffix(have, []byte(text[:n])) {
			return n
		}
	}
	return 0
}

// Close closes the file, and removes it where nothing was ever written to it.
func (p *PGNFile) Close() error {
	if info, err := p.f.Stat(); err == nil && info.Mode().IsRegular() && info.Size() == 0 {
		os.Remove(p.path)
	}
	return p.f.Close()
}
