package player

import (
	"fmt"
	"strings"
	"sync"
	"time"
)

// program is the common part of players that use a line. The first NewGame starts the
// program, and so does the NewGame after it has crashed or stopped answering.
type program struct {
	// Label is the player's name.
	Label string
	// StartTimeout limits the time until the program is ready.
	StartTimeout time.Duration
	// MoveTimeout limits the time of a move without a clock.
	MoveTimeout time.Duration
	// Control is the time control, if any. The program may exceed it by Margin, for the
	// communication.
	Control TimeControl
	Margin  time.Duration
	// In the xboard protocol, FeatureWait limits the waiting for features, and ClaimWait
	// the waiting for a move after a program has claimed a result.
	FeatureWait, ClaimWait time.Duration
	// EndWait limits the waiting for the last output of a program that has ended, and for
	// the end of a program that has closed its output.
	EndWait time.Duration

	start    starter
	setUp    func(*line) error // prepares a program that was started
	protocol string            // "uci" or "xboard", for errors
	goodbye  string            // the commands that end it

	mu     sync.Mutex
	now    *line
	closed bool
}

// The default timeouts.
const (
	startTimeout  = 10 * time.Second
	moveTimeout   = time.Minute
	defaultMargin = 50 * time.Millisecond
)

// prepare sets what a new player has.
func (p *program) prepare(label, protocol, goodbye string, start starter, setUp func(*line) error) {
	p.Label, p.protocol, p.goodbye, p.start, p.setUp = label, protocol, goodbye, start, setUp
	p.StartTimeout, p.MoveTimeout, p.Margin = startTimeout, moveTimeout, defaultMargin
	p.FeatureWait = 2 * time.Second // the protocol's number
	p.ClaimWait, p.EndWait = time.Second, time.Second
}

// Name returns Label.
func (p *program) Name() string { return p.Label }

// TimeControl returns Control.
func (p *program) TimeControl() TimeControl { return p.Control }

// Close asks the program to quit, and kills it if it does not.
func (p *program) Close() error {
	p.mu.Lock()
	p.closed = true
	p.mu.Unlock()
	p.quit()
	return nil
}

// quit ends the program, if it was started.
func (p *program) quit() {
	p.mu.Lock()
	l := p.now
	p.mu.Unlock()
	if l != nil {
		l.quit(p.goodbye)
	}
}

// connect returns the line to the program, and reports whether it had to be started.
func (p *program) connect() (l *line, started bool, err error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	switch {
	case p.closed:
		return nil, false, p.errorf("already closed")
	case p.now != nil && p.now.killed.Err() == nil:
		return p.now, false, nil
	}
	if p.now, err = p.start(p.EndWait); err != nil {
		return nil, false, p.errorf("start: %w", err)
	}
	return p.now, true, nil
}

// running returns the line to the program. It starts the program and sets it up if it is
// not running.
func (p *program) running() (l *line, started bool, err error) {
	if l, started, err = p.connect(); started {
		if err = p.setUp(l); err != nil {
			l.end()
		}
	}
	return l, started, err
}

// ready calls begin to prepare the program for a game. A program that has ended or stopped
// answering since the last game, which is no game's loss, is started again.
func (p *program) ready(begin func(*line) error) error {
	for {
		l, started, err := p.running()
		if err != nil {
			return err
		}
		if err = begin(l); err == nil || started {
			return err
		}
		l.end()
	}
}

// converse is line.converse. It ends the program on an error.
func (p *program) converse(l *line, command string, limit time.Duration, see func(string) (bool, error)) error {
	err := l.converse(command, limit, see)
	if err == nil {
		return nil
	}
	l.end()
	return p.errorf("%q: %w", command[strings.LastIndexByte(command, '\n')+1:], err)
}

func (p *program) errorf(format string, args ...any) error {
	return fmt.Errorf(p.protocol+": "+format, args...)
}

// patience returns the time limit for a move.
func (p *program) patience(t Turn) time.Duration {
	if t.Clock == nil {
		return p.MoveTimeout
	}
	own, _ := t.clocks()
	return own + p.Margin
}

// allow returns the time of a move, reduced by the margin as far as the time exceeds the
// clock.
func (p *program) allow(t Turn, took time.Duration) time.Duration {
	if limit := p.patience(t); t.Clock != nil && took <= limit {
		return min(took, limit-p.Margin)
	}
	return took
}
