package session

import (
	"fmt"
	"io/fs"
	"strings"
	"sync"
	"unicode"

	"github.com/searchex/searchex/hostbridge"
)

// Bounds of the programs that a page brings.
const (
	maxGuests   = 8
	maxFiles    = 16      // of a program
	maxBrought  = 4 << 20 // bytes of all its files
	maxFileName = 120     // bytes
)

// guests are the programs that a page has brought: no other session knows them, and nothing of
// them is written.
type guests struct {
	lock  sync.Mutex
	kinds map[string]*hostbridge.EngineKind

	// The files of the next program, which the goroutine of loop uses.
	files map[string][]byte
	size  int
}

// find returns a program by the name of its engine, nil for none.
func (g *guests) find(name string) *hostbridge.EngineKind {
	g.lock.Lock()
	defer g.lock.Unlock()
	return g.kinds[name]
}

// add adds a program.
func (g *guests) add(k *hostbridge.EngineKind) error {
	g.lock.Lock()
	defer g.lock.Unlock()
	if g.kinds[k.Name] == nil && len(g.kinds) == maxGuests {
		return fmt.Errorf("%s: %d programs are loaded already: load the page again, with fewer", k.Title, maxGuests)
	}
	g.kinds[k.Name] = k
	return nil
}

// drop drops the files.
func (g *guests) drop() { g.files, g.size = map[string][]byte{}, 0 }

// brought is a message with a part of a file.
type brought struct {
	head
	// Name is the file's, without a folder.
	Name string `json:"name"`
	// At is the number of the bytes that came before. 0 begins the file.
	At   int    `json:"at"`
	Data []byte `json:"data"`
}

// bring takes a part of a file of the page's next program.
func (s *Session) bring(m *brought) error {
	g := &s.guests
	if err := g.take(m); err != nil {
		g.drop()
		return err
	}
	return nil
}

func (g *guests) take(m *brought) error {
	if len(m.Name) > maxFileName || !fs.ValidPath(m.Name) || m.Name == "." || strings.ContainsAny(m.Name, `/\`) || strings.ContainsFunc(m.Name, unicode.IsControl) {
		return fmt.Errorf("file %q: want a name of 1 to %d bytes, without a folder", short(m.Name), maxFileName)
	}
	had, known := g.files[m.Name]
	if m.At == 0 {
		g.size -= len(had)
		had = nil
	}
	switch {
	case m.At != len(had):
		return fmt.Errorf("file %s: a part at %d: want it at %d, where the last one ends", m.Name, m.At, len(had))
	case !known && len(g.files) == maxFiles:
		return fmt.Errorf("file %s: want at most %d files for a program", m.Name, maxFiles)
	case g.size+len(m.Data) > maxBrought:
		return fmt.Errorf("file %s: the files have more than %d bytes together", m.Name, maxBrought)
	}
	g.files[m.Name] = append(had, m.Data...)
	g.size += len(m.Data)
	return nil
}

// guestMessage is a message with the name of a description among the files that were brought.
type guestMessage struct {
	head
	Name string `json:"name"`
}

// guest makes an opponent of the files that were brought, which it drops.
func (s *Session) guest(m *guestMessage) error {
	files := s.guests.files
	s.guests.drop()
	if s.Guest == nil {
		return fmt.Errorf("program %s: this program reads no descriptions", short(m.Name))
	}
	k, err := s.Guest(m.Name, files)
	if err != nil {
		return err
	}
	if err := k.Lacks(k.Title, hostbridge.Plays); err != nil {
		return err
	}
	if err := s.guests.add(k); err != nil {
		return err
	}
	s.send(guestKind{head{typeGuest, m.ID}, engineKind{k.Name, k.About, uint64(k.Clock), k.Unit}, k.Title, k.CPU.Name})
	return nil
}

// kindOf returns the kind of a machine that plays: one of a page, or a program that it brought.
func (s *Session) kindOf(name string) (*hostbridge.EngineKind, error) {
	if k := s.guests.find(name); k != nil {
		return k, nil
	}
	return kindOf(name)
}

// kindOf is hostbridge.KindOf for the engines of a page, which may name no files of the server.
func kindOf(name string) (*hostbridge.EngineKind, error) {
	if hostbridge.IsForeign(name) && !strings.HasPrefix(name, hostbridge.Loaded) {
		return nil, fmt.Errorf("engine %q: a page has no guests but those whose files it brings", name)
	}
	return hostbridge.KindOf(name)
}

// newEngine makes an engine for the chess computer.
func (s *Session) newEngine(name string) (hostbridge.Engine, error) {
	if k := s.guests.find(name); k != nil {
		return k.Make(hostbridge.Options{})
	}
	return s.NewEngine(name)
}
