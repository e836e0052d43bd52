// Package xboard implements version 2 of the Chess Engine Communication Protocol, which
// XBoard, WinBoard and Cute Chess use, on top of a UCI session. It keeps the game and the
// clocks, which UCI leaves to the chess program; the session searches.
// docs/manual/xboard.md is its manual.
package xboard

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"

	"github.com/searchex/searchex/cmd/internal/chess/rules"
	"github.com/searchex/searchex/cmd/internal/protocol/uci"
	"github.com/searchex/searchex/cmd/internal/report"
	"github.com/searchex/searchex/goengine"
)

// Session is a UCI session. It answers commands until quit, the end of the input, or the
// end of ctx.
type Session func(ctx context.Context, in io.Reader, out io.Writer) error

// purpose is the purpose of a search of the session.
type purpose int

const (
	discarded purpose = iota // its answer is ignored
	move
	analysis
)

// talk is a session with a chess program. It belongs to the goroutine of Run.
type talk struct {
	out     io.Writer
	session io.Writer
	failed  error // of writing

	fen      string
	game     *rules.Game
	forced   bool
	engine   bool // the engine's side is White
	analysed bool // analyze mode
	post     bool
	over     bool // the result is known

	clock   clocks
	options []uci.Option
	// introduced reports that the session has sent its options, greet that the chess
	// program has asked for features.
	introduced, greet bool

	asked    []purpose // of the searches that have not answered, oldest first
	expected string    // the reply that the engine expects to its last move
	thought  thought
	pings    []string // waiting for the move
	ready    []string // waiting for readyok
}

// Run reads commands and answers them, until quit, the end of the input, or the end of ctx.
// It returns errors of reading and writing.
func Run(ctx context.Context, in io.Reader, out io.Writer, session Session) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	theirIn, toSession := io.Pipe()
	fromSession, theirOut := io.Pipe()
	ended := make(chan error, 1)
	go func() {
		err := session(ctx, theirIn, theirOut)
		theirIn.Close()
		theirOut.Close()
		ended <- err
	}()
	answers, commands := newQueue(fromSession), newQueue(in)
	defer func() {
		toSession.Close()
		cancel()
	}()
	t := &talk{out: out, session: toSession, post: true}
	t.say("uci")
	t.newGame()
	last := false // the input has ended
	for {
		heard := commands.wake
		if !t.introduced { // commands wait, since they may set options
			heard = nil
		}
		select {
		case <-ctx.Done():
			return t.failed
		case <-heard:
			lines, err, done := commands.take()
			for _, line := range lines {
				if quit := t.hear(line); quit {
					t.say("quit")
					toSession.Close()
					<-ended
					return t.failed
				}
			}
			if done {
				commands.wake = nil
				if err != nil {
					return fmt.Errorf("reading commands: %w", err)
				}
				last = true
				if t.analysed {
					t.stop()
				}
			}
		case <-answers.wake:
			lines, _, done := answers.take()
			for _, line := range lines {
				t.answered(line)
			}
			if done {
				return errors.Join(t.failed, <-ended)
			}
		}
		if t.failed != nil {
			return t.failed
		}
		if last && !t.thinking() {
			toSession.Close()
		}
	}
}

// queue reads lines as they come, so that the writer never blocks.
type queue struct {
	wake  chan struct{}
	mu    sync.Mutex
	lines []string
	err   error
	done  bool
}

func newQueue(r io.Reader) *queue {
	q := &queue{wake: make(chan struct{}, 1)}
	wake := q.wake
	signal := func() {
		select {
		case wake <- struct{}{}:
		default:
		}
	}
	go func() {
		next := uci.Lines(r)
		for err := error(nil); err == nil; {
			var line string
			line, err = next()
			q.mu.Lock()
			if line != "" {
				q.lines = append(q.lines, strings.TrimRight(line, "\r\n"))
			}
			if q.done = err != nil; err != io.EOF {
				q.err = err
			}
			q.mu.Unlock()
			signal()
		}
	}()
	return q
}

// take returns the lines that have come, and reports whether the input has ended.
func (q *queue) take() (lines []string, err error, done bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	lines, q.lines = q.lines, nil
	return lines, q.err, q.done
}

// maxTold is the length of the longest line to the chess program, in bytes. A longer one, as
// of a command that is repeated in an error, is cut.
const maxTold = 4096

// tell writes a line to the chess program.
func (t *talk) tell(format string, args ...any) {
	if t.failed == nil {
		_, t.failed = io.WriteString(t.out, report.OneLine(fmt.Sprintf(format, args...), maxTold)+"\n")
	}
}

// say writes a line to the session. It ignores errors, since the session may have ended.
func (t *talk) say(format string, args ...any) {
	_, _ = fmt.Fprintf(t.session, format+"\n", args...)
}

// newGame sets up the initial position, with the engine to play Black.
func (t *talk) newGame() {
	t.stop()
	t.setUp(goengine.StartFEN)
	t.forced, t.analysed, t.engine = false, false, false
	t.clock.newGame()
	t.say("ucinewgame")
}

// setUp sets up a position in which no move has been made.
func (t *talk) setUp(fen string) {
	t.fen, t.expected, t.over, t.clock.from = fen, "", false, 0
	t.game, _ = rules.New(fen) // a position that was accepted
}

// stop stops the search under way and discards its answer.
func (t *talk) stop() {
	for i := range t.asked {
		t.asked[i] = discarded
	}
	if len(t.asked) > 0 {
		t.say("stop")
	}
	t.release()
}

// thinking reports whether the engine is searching for its move.
func (t *talk) thinking() bool { return len(t.asked) > 0 && t.asked[len(t.asked)-1] == move }

// ask begins a search.
func (t *talk) ask(p purpose, words string) {
	position := "fen " + t.fen
	if t.fen == goengine.StartFEN {
		position = "startpos"
	}
	if moves := t.game.Moves(); len(moves) > 0 {
		position += " moves " + strings.Join(moves, " ")
	}
	t.thought = thought{}
	t.asked = append(t.asked, p)
	t.say("position %s", position)
	t.say("go%s", words)
}

// goOn starts the search that is due: for a move of the engine, or for an analysis.
func (t *talk) goOn() {
	switch {
	case t.analysed:
		t.stop()
		if _, end := t.game.Verdict(); end != rules.Checkmate && end != rules.Stalemate {
			t.ask(analysis, " infinite")
		}
	case !t.forced && !t.over && t.game.WhiteToMove() == t.engine && !t.thinking():
		t.ask(move, t.clock.words(t.engine, len(t.game.Moves())))
	}
}

// conclude claims the end of the game, if it is over by the rules.
func (t *talk) conclude() {
	result, end := t.game.Verdict()
	if end == "" {
		t.over = false
		return
	}
	if !t.over && !t.analysed && !t.forced {
		t.tell("%s {%s}", result, end)
	}
	t.over = true
}

// release answers the pings that were waiting for the move.
func (t *talk) release() {
	for _, n := range t.pings {
		t.ready = append(t.ready, n)
		t.say("isready")
	}
	t.pings = nil
}
