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

// ErrTimeout is the error of a player that did not answer in time.
var ErrTimeout = errors.New("no answer")

// maxLine is the number of bytes of a line that are kept. Programs' lines are shorter;
// one that writes without end must not fill the memory.
const maxLine = 1 << 16

// line is a connection to a chess program that answers in lines, in another process or
// in this one.
type line struct {
	in    io.WriteCloser
	out   io.ReadCloser
	lines chan string   // closed at the end of output
	gone  chan struct{} // closed when the program has ended
	// killed is closed by kill. Then lines is not read any more.
	killed chan struct{}
	// end kills the program. After gone is closed, how returns how it ended.
	end  func()
	how  func() string
	once sync.Once
	// endWait limits the waiting for the last output of a program that has ended, and for
	// the end of a program that has closed its output.
	endWait time.Duration
}

func newLine(in io.WriteCloser, out io.ReadCloser, endWait time.Duration) *line {
	return &line{
		in: in, out: out, lines: make(chan string, 64),
		gone: make(chan struct{}), killed: make(chan struct{}), endWait: endWait,
	}
}

// read sends the output to lines, line by line, until it ends.
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

// converse sends a command, unless it is empty, and calls see with every line of the
// answer until see reports that the answer is complete, or returns an error. If see is
// nil, converse only waits until the command is written.
func (l *line) converse(command string, limit time.Duration, see func(line string) (done bool, err error)) error {
	written := make(chan error, 1)
	if command != "" {
		go func() {
			// This needs a goroutine, since the program may be writing, or may not read at
			// all. Then kill closes the pipe, which ends the goroutine.
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
			sent = nil // the end of its output is a better error
		case <-gone:
			// Its last output may still be in the pipe. But a process that has inherited
			// the pipe can keep it open for ever.
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

// obituary returns an error that says how the program ended.
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

// quit sends the last command, and kills the program if it has not ended after 500 ms.
func (l *line) quit(last string) {
	go func() {
		// This needs a goroutine, since the program may not read its input.
		io.WriteString(l.in, last)
		l.in.Close()
	}()
	deadline := time.NewTimer(500 * time.Millisecond)
	defer deadline.Stop()
	lines := l.lines
	for {
		select {
		case _, ok := <-lines: // it may wait until its output is read
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

// kill kills the program and waits for its end, up to 2 s.
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
