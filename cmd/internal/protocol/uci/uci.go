// Package uci implements the Universal Chess Interface for the engines of hostbridge.
// docs/manual/uci.md is its manual.
package uci

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"
	"unicode"

	"github.com/searchex/searchex/cmd/internal/chess/books"
	"github.com/searchex/searchex/cmd/internal/classic"
	"github.com/searchex/searchex/cmd/internal/play/clock"
	"github.com/searchex/searchex/goengine"
	"github.com/searchex/searchex/hostbridge"
)

// Config configures a session.
type Config struct {
	// Engines has the names of the engines for New, the default first.
	Engines []string
	New     func(name string) (hostbridge.Engine, error)
	// LoadBook reads a book, of a kind of books.Kinds, until ctx ends. If it is nil, books
	// are read from files.
	LoadBook func(ctx context.Context, path, kind string) (*books.Held, error)
}

// session is a session with a chess program. It belongs to the goroutine of RunWith; a
// search works on copies.
type session struct {
	ctx    context.Context
	cfg    Config
	out    *output
	opts   options
	engine hostbridge.Engine
	guest  *hostbridge.EngineKind // of the engine, nil for one of ours
	// library is the book of BookFile, nil for the engine's built-in one; bookPath is where it
	// is from.
	library  *books.Held
	bookPath string
	game     game
	// refused is the error of the last position, nil if it was valid.
	refused error

	waiting []string  // commands that must wait, and those after them
	running *search   // nil when idle
	answer  *answer   // of a search that has ended, but must wait for stop or ponderhit
	loading *bookFile // nil if no book is being read

	keeper   *clock.Keeper // of the level, nil if it has no clock
	bookRand uint64        // of this game
	lastGo   []string      // the words of the last go
	given    given
}

// given has the moves that NextBest excludes.
type given struct {
	last    goengine.Move // the last best move, in the position of key
	key     string
	exclude []goengine.Move
}

// leaveOut excludes a move.
func (g *given) leaveOut(m goengine.Move) {
	if m != goengine.NoMove && !slices.Contains(g.exclude, m) {
		g.exclude = append(slices.Clone(g.exclude), m)
	}
}

// quitGrace limits the time for which the end of a session waits for the end of a search,
// so that the engine is idle afterwards.
const quitGrace = 200 * time.Millisecond

// Run is RunWith with all engines, including classic.
func Run(ctx context.Context, in io.Reader, out io.Writer) error {
	return Beginning(hostbridge.Names[0])(ctx, in, out)
}

// Beginning returns Run with another default engine, which may be a guest.
func Beginning(engine string) func(ctx context.Context, in io.Reader, out io.Writer) error {
	all := append(hostbridge.AllNames(), classic.EngineName)
	all = append([]string{engine}, slices.DeleteFunc(all, func(name string) bool { return name == engine })...)
	return func(ctx context.Context, in io.Reader, out io.Writer) error {
		return RunWith(ctx, in, out, Config{Engines: all, New: hostbridge.New})
	}
}

// RunWith reads commands and answers them, until quit, the end of the input, or the end of
// ctx. At the end of the input it waits for a search that ends by itself, and stops any
// other one. It returns errors of reading and writing.
func RunWith(ctx context.Context, in io.Reader, out io.Writer, cfg Config) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	s := &session{ctx: ctx, cfg: cfg, out: &output{w: out, cancel: cancel}, opts: defaultOptions(cfg.Engines[0])}
	if s.cfg.LoadBook == nil {
		s.cfg.LoadBook = loadBook
	}
	defer s.out.logTo("")
	s.position([]string{"startpos"})
	s.newGame()
	if err := s.setEngine(s.opts.engine, 0); err != nil {
		return err
	}
	defer s.abandon()
	commands := make(chan string)
	failed := make(chan error, 1)
	go read(ctx, in, commands, failed)
	ended := false
	for {
		var done, loaded chan struct{}
		if s.running != nil && s.answer == nil {
			done = s.running.done
		}
		if s.loading != nil {
			loaded = s.loading.done
		}
		select {
		case <-ctx.Done():
			return s.out.failed()
		case <-done:
			s.collect()
		case <-loaded:
			s.useBook()
		case line, ok := <-commands:
			if !ok {
				commands, ended = nil, true
				break
			}
			s.out.heard(line)
			if quit := s.hear(line); quit {
				return s.out.failed()
			}
		}
		s.catchUp()
		for ended && s.running != nil && !s.thinking() {
			s.halt() // no stop can come any more
			s.catchUp()
		}
		if ended && s.running == nil && s.loading == nil {
			select {
			case err := <-failed:
				return fmt.Errorf("reading commands: %w", err)
			default:
				return s.out.failed()
			}
		}
	}
}

// maxLine is the length of the longest line, in bytes; the rest of a longer line is
// ignored. A game of 10,000 moves has 50,000.
const maxLine = 16 << 20

// Lines returns a function that returns the next line of a conversation each time, with its
// line feed, and an error with the last one, which may be empty: io.EOF at the end.
func Lines(in io.Reader) func() (line string, err error) {
	r := bufio.NewReader(in)
	return func() (string, error) {
		var line strings.Builder
		for {
			part, err := r.ReadSlice('\n')
			if line.Len()+len(part) <= maxLine {
				line.Write(part)
			}
			if !errors.Is(err, bufio.ErrBufferFull) {
				return line.String(), err
			}
		}
	}
}

// read sends lines until the input ends, then closes the channel.
func read(ctx context.Context, in io.Reader, commands chan<- string, failed chan<- error) {
	defer close(commands)
	next := Lines(in)
	for {
		line, err := next()
		if line != "" {
			select {
			case commands <- line:
			case <-ctx.Done():
				return
			}
		}
		if err != nil {
			if !errors.Is(err, io.EOF) {
				failed <- err
			}
			return
		}
	}
}

// known are the commands of the protocol.
var known = []string{"uci", "debug", "isready", "setoption", "register", "ucinewgame", "position", "go", "stop", "ponderhit", "quit"}

// hear handles a line, at once or later. It skips unknown words before a command, as the
// protocol requires.
func (s *session) hear(line string) (quit bool) {
	line = strings.TrimPrefix(line, "\uFEFF") // some shells send a byte order mark first
	name, rest := "", line
	for command := line; ; command = rest {
		if name, rest = cutWord(command); name == "" {
			return false
		}
		if slices.Contains(known, name) {
			line = command
			break
		}
	}
	switch {
	case name == "quit" || name == "uci":
	case name == "isready" && (s.loading == nil || s.running != nil):
		// It is answered during a search, even if other commands are waiting.
	case name == "stop":
		// It stops all searches of earlier commands.
		s.halt()
		if len(s.waiting) > 0 {
			s.waiting = append(s.waiting, line)
			return false
		}
	case s.mustWait() && name != "ponderhit" || len(s.waiting) > 0:
		s.waiting = append(s.waiting, line)
		return false
	}
	return s.command(line)
}

// mustWait reports whether commands must wait for a book, or for a search that ends by
// itself, since a script may send all its commands at once.
func (s *session) mustWait() bool { return s.thinking() || s.loading != nil }

// thinking reports whether a search is under way that ends by itself.
func (s *session) thinking() bool { return s.running != nil && !s.running.held.Load() }

// catchUp handles the commands that need not wait any more.
func (s *session) catchUp() {
	for len(s.waiting) > 0 && s.loading == nil {
		if s.thinking() {
			if !slices.ContainsFunc(s.waiting, isStop) {
				return
			}
			s.halt()
		}
		line := s.waiting[0]
		s.waiting = s.waiting[1:]
		s.command(line)
	}
}

// isStop reports whether a line is the command stop.
func isStop(line string) bool {
	name, _ := cutWord(line)
	return name == "stop"
}

// cutWord returns the first word of a text, and the rest.
func cutWord(text string) (word, rest string) {
	text = strings.TrimLeftFunc(text, unicode.IsSpace)
	if at := strings.IndexFunc(text, unicode.IsSpace); at >= 0 {
		return text[:at], text[at:]
	}
	return text, ""
}

// command handles a command. Only go, stop and ponderhit affect a search under way.
func (s *session) command(line string) (quit bool) {
	name, rest := cutWord(line)
	switch name {
	case "uci":
		s.introduce()
	case "isready":
		s.out.say("readyok")
	case "ucinewgame":
		if s.running != nil {
			s.running.forgotten = true
		}
		s.newGame()
	case "setoption":
		s.setOption(rest)
	case "position":
		s.position(strings.Fields(rest))
	case "go":
		s.halt()
		s.start(strings.Fields(rest))
	case "stop":
		s.halt()
	case "ponderhit":
		s.ponderHit()
	case "quit":
		s.quit()
		return true
	}
	return false
}

// halt stops the search under way and gives its answer.
func (s *session) halt() {
	if s.running == nil {
		return
	}
	s.running.held.Store(false)
	s.running.halt()
	<-s.running.done
	s.collect()
}

// ponderHit makes a search that ponders an ordinary one: from now on the time counts.
func (s *session) ponderHit() {
	r := s.running
	if r == nil || !r.plan.ponder || !r.held.Load() {
		return
	}
	r.hit()
	if s.answer != nil {
		s.collect()
	}
}

// collect gives the answer of a search that has ended, unless it must wait for stop or
// ponderhit.
func (s *session) collect() {
	r := s.running
	if s.answer == nil {
		a := r.answer
		s.answer = &a
	}
	if r.held.Load() {
		return
	}
	a := *s.answer
	s.running, s.answer = nil, nil
	if r.timer != nil {
		r.timer.Stop()
	}
	if r.plan.kept && s.keeper == r.plan.keeper && r.clocked.Load() {
		s.keeper.Charge(r.plan.side, a.charged)
	}
	if !r.forgotten {
		s.given.last, s.given.key = a.best, r.plan.key
		if r.nextBest {
			s.given.leaveOut(a.best)
		}
	}
	p := *r.game.Position()
	line := "bestmove " + p.UCI(a.best)
	if len(a.pv) > 1 && r.plan.mayPonder && a.pv[0] == a.best && p.Play(a.best) {
		line += " ponder " + p.UCI(a.pv[1])
	}
	s.out.say("%s", line)
}

// quitPatience is the time for which quit waits for searches that end by themselves, for
// scripts that send all their commands at once.
const quitPatience = 50 * time.Millisecond

// quit ends the search under way. The search answers unless it is waiting for stop or
// ponderhit.
func (s *session) quit() {
	patience := time.After(quitPatience)
	for s.loading != nil || s.thinking() {
		var loaded, done chan struct{}
		if s.loading != nil {
			loaded = s.loading.done
		}
		if s.thinking() {
			done = s.running.done
		}
		select {
		case <-loaded:
			s.useBook()
		case <-done:
			s.collect()
		case <-patience:
			s.lastAnswer()
			return
		}
		s.catchUp()
	}
}

// lastAnswer stops a search that ends by itself and gives its answer.
func (s *session) lastAnswer() {
	if !s.thinking() {
		return
	}
	if s.halted() {
		s.collect()
	}
}

// halted stops the search, and reports whether it has ended in time.
func (s *session) halted() bool {
	s.running.halt()
	select {
	case <-s.running.done:
		return true
	case <-time.After(quitGrace):
		return false
	}
}

// abandon ends a search without an answer.
func (s *session) abandon() {
	s.out.mute()
	if s.running != nil {
		s.halted()
	}
}
