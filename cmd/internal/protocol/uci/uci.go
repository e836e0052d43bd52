// Package uci speaks the Universal Chess Interface for the engines of
// hostbridge. docs/manual/uci.md is its manual.
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

	"github.com/searchex/searchex/cmd/internal/chess/polyglot"
	"github.com/searchex/searchex/cmd/internal/play/clock"
	"github.com/searchex/searchex/goengine"
	"github.com/searchex/searchex/hostbridge"
)

// Config is what a conversation works with.
type Config struct {
	// Engines are the names that New knows, the default first.
	Engines []string
	New     func(name string) (hostbridge.Engine, error)
	// LoadBook reads a book, source or compiled, until ctx ends. nil reads files.
	LoadBook func(ctx context.Context, path string) ([]byte, error)
}

// session is one conversation. All of it belongs to the goroutine of RunWith; a
// search works on copies.
type session struct {
	ctx    context.Context
	cfg    Config
	out    *output
	opts   options
	engine hostbridge.Engine
	book   []byte // of BookFile, nil is the engine's own
	// polyglot is a BookFile of that format, which stands before the engine's book.
	polyglot *polyglot.Book
	game     game
	// refused is why the last position was refused, nil if it was accepted.
	refused error

	waiting []string  // commands that have to wait, and those behind them
	running *search   // nil when idle
	answer  *answer   // of a search that has ended and may not say so yet
	loading *bookFile // nil when no book is being read

	keeper   *clock.Keeper // of the level, nil where it needs none
	bookRand uint64        // of this game
	lastGo   []string      // the words of the last go
	given    given
}

// given are moves that NextBest leaves out.
type given struct {
	last    goengine.Move // the last best move, in the position of key
	key     string
	exclude []goengine.Move
}

// leaveOut adds a move.
func (g *given) leaveOut(m goengine.Move) {
	if m != goengine.NoMove && !slices.Contains(g.exclude, m) {
		g.exclude = append(slices.Clone(g.exclude), m)
	}
}

// quitGrace is how long the end of a conversation waits for a search to take
// notice, so that the caller finds the engine idle.
const quitGrace = 200 * time.Millisecond

// Run returns RunWith with all engines that there are, and classic.
func Run(ctx context.Context, in io.Reader, out io.Writer) error {
	return RunWith(ctx, in, out, Config{Engines: append(hostbridge.Standing(), hostbridge.ClassicName), New: hostbridge.New})
}

// RunWith reads commands until quit, the end of input or the end of ctx, and
// answers them. At the end of input a search that ends by itself is waited for;
// any other is stopped and answers. The error is one of reading or writing.
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
	var err error
	if s.engine, err = s.newEngine(s.opts.engine); err != nil {
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
			s.halt() // nobody is left to say stop
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

// maxLine is the longest line that is read; the rest of a longer one is left
// out. A game of 10,000 moves has 50,000 bytes.
const maxLine = 16 << 20

// read sends lines until the input ends, then closes the channel.
func read(ctx context.Context, in io.Reader, commands chan<- string, failed chan<- error) {
	defer close(commands)
	r := bufio.NewReader(in)
	var line strings.Builder
	for {
		part, err := r.ReadSlice('\n')
		if line.Len()+len(part) <= maxLine {
			line.Write(part)
		}
		if errors.Is(err, bufio.ErrBufferFull) {
			continue
		}
		if line.Len() > 0 {
			select {
			case commands <- line.String():
			case <-ctx.Done():
				return
			}
			line.Reset()
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

// hear obeys one line, at once or in its turn. Words in front of a command that
// UCI does not know are skipped, as the protocol asks.
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
		// It is answered while a search runs, whatever waits for its end.
	case name == "stop":
		// It stops all that was asked for before it.
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

// mustWait reports whether commands have to wait: for a search that ends by itself,
// since a script that sends all its commands at once means them for afterwards,
// or for a book.
func (s *session) mustWait() bool { return s.thinking() || s.loading != nil }

// thinking reports whether a search runs that ends by itself.
func (s *session) thinking() bool { return s.running != nil && !s.running.held.Load() }

// catchUp obeys what had to wait, as far as it need not wait any more.
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

// isStop tells the command to stop.
func isStop(line string) bool {
	name, _ := cutWord(line)
	return name == "stop"
}

// cutWord returns the first word of a text, and what is behind it.
func cutWord(text string) (word, rest string) {
	text = strings.TrimLeftFunc(text, unicode.IsSpace)
	if at := strings.IndexFunc(text, unicode.IsSpace); at >= 0 {
		return text[:at], text[at:]
	}
	return text, ""
}

// command obeys a command. Only go, stop and ponderhit touch a search that runs.
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

// halt stops a search that runs and gives its answer.
func (s *session) halt() {
	if s.running == nil {
		return
	}
	s.running.held.Store(false)
	s.running.halt()
	<-s.running.done
	s.collect()
}

// ponderHit turns pondering into thinking: from now on the time counts.
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

// collect takes the answer of a search that has ended, and gives it unless it
// has to wait for stop or ponderhit.
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

// quitPatience is how long quit lets go on what was asked for before it and ends
// by itself, for the sake of scripts that send all their commands at once.
const quitPatience = 50 * time.Millisecond

// quit ends a search that runs. It answers unless it was to wait for a command
// that now never comes.
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

// lastAnswer ends a search that ends by itself, with its answer.
func (s *session) lastAnswer() {
	if !s.thinking() {
		return
	}
	s.running.halt()
	select {
	case <-s.running.done:
		s.collect()
	case <-time.After(quitGrace):
	}
}

// abandon ends a search without an answer.
func (s *session) abandon() {
	s.out.mute()
	if s.running == nil {
		return
	}
	s.running.halt()
	select {
	case <-s.running.done:
	case <-time.After(quitGrace):
	}
}
