package uci

import (
	"context"
	"fmt"
	"hash/fnv"
	"slices"
	"time"

	"github.com/searchex/searchex/cmd/internal/chess/books"
	"github.com/searchex/searchex/cmd/internal/userfile"
	"github.com/searchex/searchex/goengine"
	"github.com/searchex/searchex/hostbridge"
)

// fromBook answers with a move of the book. It reports whether there is one that the
// search may play.
func (r *search) fromBook() bool {
	p := r.game.Position()
	m, ok, err := books.Choose(r.game, bookByte(r.plan.bookRand, p), r.bookMove)
	switch {
	case err != nil:
		r.out.note("book: %v", err)
		return false
	case !ok || r.plan.limits.Moves != nil && !slices.Contains(r.plan.limits.Moves, m):
		return false
	case !slices.Contains(p.LegalMoves(), m):
		r.out.note("book: %s is not legal: searching", p.UCI(m))
		return false
	}
	r.out.note("book")
	r.finish(m, []goengine.Move{m})
	return true
}

// bookMove returns a move of the book. What the engine has no table for this program looks
// up, which takes none of the machine's time.
func (r *search) bookMove(random byte) (m goengine.Move, ok bool, err error) {
	if h := r.plan.library; h != nil && h.Direct(onMachine(r.engine)) {
		m, ok = h.Pick(r.game.Position(), r.plan.start, r.plan.moves, random)
		return m, ok, nil
	}
	m, ok, cycles, err := r.engine.BookMove(r.game, random)
	r.spent += cycles
	return m, ok, err
}

// bookByte returns a random byte that depends only on the game's random number and the
// position, so that a game with the same seed is the same, however often the chess
// program asks.
func bookByte(random uint64, p *goengine.Position) byte {
	h := fnv.New64a()
	var seed [8]byte
	for i := range seed {
		seed[i] = byte(random >> (8 * i))
	}
	_, _ = h.Write(seed[:])
	_, _ = h.Write([]byte(p.FEN()))
	sum := h.Sum64()
	return byte(sum>>56) ^ byte(sum>>32) ^ byte(sum)
}

// onMachine reports whether an engine runs in a machine, with room for a table of its size.
func onMachine(e hostbridge.Engine) bool { return e.Clock() != 0 }

// bookFile is a book that is being read.
type bookFile struct {
	path string
	held *books.Held
	err  error
	done chan struct{} // closed when the other fields are set
}

// bookPatience limits the time for reading a book. Commands are answered in the meantime,
// but go waits.
const bookPatience = 5 * time.Second

// maxBook bounds the file of a book in bytes: of a Polyglot book, four million entries.
const maxBook = 64 << 20

// setBookFile begins to read a book: source, compiled or Polyglot. useBook gives it to the
// engine.
func (s *session) setBookFile(path string, _ int) error {
	if path == "" {
		return s.takeBook(nil, "")
	}
	ctx, cancel := context.WithTimeoutCause(s.ctx, bookPatience, fmt.Errorf("took longer than %v", bookPatience))
	b := &bookFile{path: path, done: make(chan struct{})}
	s.loading = b
	kind := s.opts.bookKind
	go func() {
		defer cancel()
		b.held, b.err = s.cfg.LoadBook(ctx, path, kind)
		close(b.done)
	}()
	return nil
}

// setBookKind sets how a book is looked up, and reads the one in use again.
func (s *session) setBookKind(kind string, _ int) error {
	if s.opts.bookKind == kind {
		return nil
	}
	s.opts.bookKind = kind
	path := s.bookPath
	if s.loading != nil {
		path = s.loading.path
	}
	if path == "" {
		return nil
	}
	return s.setBookFile(path, 0)
}

// loadBook reads a book from a file.
func loadBook(ctx context.Context, path, kind string) (*books.Held, error) {
	content, err := userfile.Read(ctx, path, maxBook)
	if err != nil {
		return nil, err
	}
	return userfile.Within(ctx, func() (*books.Held, error) { return books.Hold(path, content, kind) })
}

// useBook switches to the book that has been read.
func (s *session) useBook() {
	b := s.loading
	s.loading = nil
	err := b.err
	if err == nil {
		err = s.takeBook(b.held, b.path)
	}
	if err != nil {
		s.out.note("option BookFile: %v", err)
	}
}

// takeBook switches to a book; nil is the engine's built-in one.
func (s *session) takeBook(h *books.Held, path string) error {
	// The engine may be searching, so a new one gets the book.
	e, err := s.newEngine(s.opts.engine)
	if err != nil {
		return err
	}
	before := s.library
	s.library = h
	if err := s.handOver(e); err != nil {
		s.library = before
		return err
	}
	s.engine, s.bookPath = e, path
	return nil
}

// handOver gives an engine the table of the book in use, if it has one, and says how much
// of the book a machine has.
func (s *session) handOver(e hostbridge.Engine) error {
	if s.library == nil || s.library.Table == nil || s.guest != nil {
		return nil
	}
	if note := s.library.Note(); note != "" && onMachine(e) {
		s.out.note("option BookFile: %s", note)
	}
	return e.SetBook(s.library.Table)
}
