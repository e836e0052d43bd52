package player

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"
	"time"
)

// ErrTimeout is the error of a player that gave no answer in time.
var ErrTimeout = errors.New("no answer")

// maxLine is how much of a line is kept, in bytes. What programs say is
// shorter; one that writes without end must not fill the memory.
const maxLine = 1 << 16

// line is a connection to a chess program, in another process or in this one,
// that answers in lines.
type line struct {
	in    io.WriteCloser
	out   io.ReadCloser
	lines chan string   // closed at the end of output
	gone  chan struct{} // closed when the program is gone
	// killed is closed by kill: nobody reads lines any more.
	killed chan struct{}
	// end ends the program by force; how tells, after gone, how it ended.
	end  func()
	how  func() string
	once sync.Once
	// endWait is how long the last words of a program that has ended are waited
	// for, and the end of one that has closed its output.
	endWait time.Duration
}

func newLine(in io.WriteCloser, out io.ReadCloser, endWait time.Duration) *line {
	return &line{
		in: in, out: out, lines: make(chan string, 64),
		gone: make(chan struct{}), killed: make(chan struct{}), endWait: endWait,
	}
}

// read passes the output on, line by line, until it ends.
func (l *line) read() {
	defer close(l.lines)
	r := bufio.NewReaderSize(l.out, maxLine)
	for {
		text, err := r.ReadSlice('\n')
		cut := errors.Is(err, bufio.ErrBufferFull)
		if err != nil && !cut {
			return
		}
		select {
		case l.lines <- strings.TrimSpace(string(text)):
		case <-l.killed:
			return
		}
		for cut {
			_, err = r.ReadSlice('\n')
			if cut = errors.Is(err, bufio.ErrBufferFull); !cut && err != nil {
				return
			}
		}
	}
}

// converse sends a command, unless it is empty, and shows every line of the
// answer to see until that says that it is complete or returns an error. With
// see nil it only waits until the command is written.
func (l *line) converse(command string, limit time.Duration, see func(line string) (done bool, err error)) error {
	written := make(chan error, 1)
	if command != "" {
		go func() {
			// In a goroutine of its own: the program may be writing itself, or
			// not read at all; then kill, which closes the pipe, ends it.
			_, err := io.WriteString(l.in, command+"\n")
			written <- err
		}()
	}
	var sent <-chan error
	if see == nil {
		sent, see = written, func(string) (bool, error) { return false, nil }
	}
	timer := time.NewTimer(limit)
	defer timer.Stop()
	gone := l.gone
	var grace <-chan time.Time
	for {
		select {
		case text, ok := <-l.lines:
			if !ok {
				return l.obituary(written)
			}
			if done, err := see(text); done || err != nil {
				return err
			}
		case err := <-sent:
			if err == nil {
				return nil
			}
			sent = nil // the end of its output says more
		case <-gone:
			// Its last words may still be in the pipe; but whoever has inherited
			// the pipe can hold it open for ever.
			gone = nil
			grace = time.After(l.endWait)
		case <-grace:
			return l.obituary(written)
		case <-l.killed:
			return errors.New("killed")
		case <-timer.C:
			return fmt.Errorf("%w within %v", ErrTimeout, limit)
		}
	}
}

// obituary says how the program ended.
func (l *line) obituary(written <-chan error) error {
	select {
	case <-l.gone:
		how := l.how()
		if how == "exit status 0" {
			select {
			case err := <-written:
				if err != nil {
					how += ", while it was written to"
				}
			default:
			}
		}
		return fmt.Errorf("ended: %s", how)
	case <-time.After(l.endWait):
		return errors.New("closed its output")
	}
}

// quit sends the last command, then ends the program by force if it has not
// ended within 500 ms.
func (l *line) quit(last string) {
	go func() {
		// In a goroutine of its own: the program may not read its input.
		io.WriteString(l.in, last)
		l.in.Close()
	}()
	deadline := time.NewTimer(500 * time.Millisecond)
	defer deadline.Stop()
	lines := l.lines
	for {
		select {
		case _, ok := <-lines: // it may wait for us to read
			if !ok {
				lines = nil
			}
			continue
		case <-l.gone:
		case <-l.killed:
		case <-deadline.C:
		}
		break
	}
	l.kill()
}

// kill ends the program and waits up to 2 s until it is gone.
func (l *line) kill() {
	l.once.Do(func() {
		close(l.killed)
		l.end()
		l.in.Close()
		l.out.Close()
	})
	select {
	case <-l.gone:
	case <-time.After(2 * time.Second):
	}
}
