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

	start    func(endWait time.Duration) (*line, error)
	protocol string // "uci" or "xboard", for errors
	goodbye  string // the commands that end it

	mu     sync.Mutex
	now    *line
	closed bool
}

// The default timeouts.
const (
	startTimeout  = 10 * time.Second
	moveTimeout   = time.Minute
	defaultMargin = 50 * time.Millisecond
	featureWait   = 2 * time.Second // the protocol's number
	claimWait     = time.Second
	endWait       = time.Second
)

func newProgram(label, protocol, goodbye string, start func(time.Duration) (*line, error)) program {
	return program{
		Label: label, StartTimeout: startTimeout, MoveTimeout: moveTimeout, Margin: defaultMargin,
		FeatureWait: featureWait, ClaimWait: claimWait, EndWait: endWait,
		start: start, protocol: protocol, goodbye: goodbye,
	}
}

// Name returns Label.
func (p *program) Name() string { return p.Label }

// TimeControl returns Control.
func (p *program) TimeControl() TimeControl { return p.Control }

// Close asks the program to quit, and kills it if it does not.
func (p *program) Close() error {
	p.mu.Lock()
	l := p.now
	p.now, p.closed = nil, true
	p.mu.Unlock()
	if l != nil {
		l.quit(p.goodbye)
	}
	return nil
}

// running returns the line to the program. It starts the program and sets it up if it is
// not running.
func (p *program) running(setUp func(*line) error) (*line, error) {
	p.mu.Lock()
	l, closed := p.now, p.closed
	p.mu.Unlock()
	switch {
	case closed:
		return nil, p.errorf("already closed")
	case l != nil:
		return l, nil
	}
	l, err := p.start(p.EndWait)
	if err != nil {
		return nil, p.errorf("start: %w", err)
	}
	p.mu.Lock()
	p.now, closed = l, p.closed
	p.mu.Unlock()
	if closed {
		p.drop(l)
		return nil, p.errorf("already closed")
	}
	if err := setUp(l); err != nil {
		p.drop(l)
		return nil, err
	}
	return l, nil
}

// ready calls begin to prepare the program for a game. A program that has ended or stopped
// answering since the last game, which is no game's loss, is started again.
func (p *program) ready(setUp, begin func(*line) error) error {
	p.mu.Lock()
	old := p.now
	p.mu.Unlock()
	l, err := p.running(setUp)
	if err != nil {
		return err
	}
	if err = begin(l); err == nil || l != old {
		return err
	}
	p.drop(l)
	if l, err = p.running(setUp); err != nil {
		return err
	}
	return begin(l)
}

// converse is line.converse. It ends the program on an error.
func (p *program) converse(l *line, command string, limit time.Duration, see func(string) (bool, error)) error {
	err := l.converse(command, limit, see)
	if err == nil {
		return nil
	}
	p.drop(l)
	last := command[strings.LastIndexByte(command, '\n')+1:]
	return p.errorf("%q: %w", last, err)
}

// drop ends a program and forgets it.
func (p *program) drop(l *line) {
	p.mu.Lock()
	if p.now == l {
		p.now = nil
	}
	p.mu.Unlock()
	l.kill()
}

func (p *program) errorf(format string, args ...any) error {
	return fmt.Errorf(p.protocol+": "+format, args...)
}

// patience returns the time limit for a move.
func (p *program) patience(t Turn) time.Duration {
	if t.Clock == nil {
		return p.MoveTimeout
	}
	left := t.Clock.Black
	if t.whiteToMove() {
		left = t.Clock.White
	}
	return left + p.Margin
}

// allow returns the time of a move, reduced by the margin as far as the time exceeds the
// clock.
func (p *program) allow(t Turn, took time.Duration) time.Duration {
	if t.Clock == nil {
		return took
	}
	if left := p.patience(t) - p.Margin; took > left && took <= left+p.Margin {
		return left
	}
	return took
}
