package player

import (
	"fmt"
	"strings"
	"sync"
	"time"
)

// program is what players behind a line have in common: the program is started
// by the first NewGame, and again by the NewGame after it has crashed or fallen
// silent.
type program struct {
	// Label is the player's name.
	Label string
	// StartTimeout is how long the program may take to get ready.
	StartTimeout time.Duration
	// MoveTimeout is how long it may take to a move where it has no clock.
	MoveTimeout time.Duration
	// Control is its time control, if any; Margin is how far it may overstep
	// it, for the way to the program and back.
	Control TimeControl
	Margin  time.Duration
	// FeatureWait is how long a program of the xboard protocol that tells no
	// features is waited for, ClaimWait how long one that has claimed a result
	// is waited for to move all the same.
	FeatureWait, ClaimWait time.Duration
	// EndWait is how long the last words are waited for of a program that has
	// ended, and the end of one that has closed its output.
	EndWait time.Duration

	start    func(endWait time.Duration) (*line, error)
	protocol string // "uci" or "xboard", for errors
	goodbye  string // the commands that end it

	mu     sync.Mutex
	now    *line
	closed bool
}

// Timeouts where nothing else is asked for.
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

// Name returns the label.
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

// running returns the line to the program, which it starts and sets up if it
// does not run.
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

// ready brings the program to the start of a game by begin. One that has ended
// or got stuck since the last game, which is nobody's loss, is started again.
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

// converse talks with the program; where that fails, the program is ended.
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

// patience returns how long to wait for a move.
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

// allow takes the margin off what a move took, as far as that oversteps the
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
