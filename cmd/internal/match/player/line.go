package player

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
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
	lines chan string   // closed at the end of output, not read after kill
	gone  chan struct{} // closed when the program has ended; how says how
	how   string
	// killed is done after kill, which ends the program.
	killed context.Context
	kill   context.CancelFunc
	// endWait limits the waiting for the last output of a program that has ended, and for
	// the end of a program that has closed its output.
	endWait time.Duration
}

// starter starts a program. endWait is that of line.
type starter func(endWait time.Duration) (*line, error)

// serve reads the output line by line, and waits for the end of the program.
func (l *line) serve(wait func() (how string)) *line {
	l.lines, l.gone = make(chan string, 64), make(chan struct{})
	go func() {
		l.how = wait()
		close(l.gone)
		// Its last output may still be in the pipe. But a process that has inherited the pipe
		// can keep it open for ever.
		time.AfterFunc(l.endWait, func() { l.out.Close() })
	}()
	go func() {
		defer close(l.lines)
		for r := bufio.NewReaderSize(l.out, maxLine); ; {
			part, err := r.ReadSlice('\n')
			text := strings.TrimSpace(string(part))
			for errors.Is(err, bufio.ErrBufferFull) {
				_, err = r.ReadSlice('\n')
			}
			if err != nil {
				return
			}
			select {
			case l.lines <- text:
			case <-l.killed.Done():
				return
			}
		}
	}()
	return l
}

// process returns the starter of the program at path.
func process(path string, args []string) starter {
	return func(endWait time.Duration) (*line, error) {
		l := &line{endWait: endWait}
		l.killed, l.kill = context.WithCancel(context.Background())
		cmd := exec.CommandContext(l.killed, path, args...)
		cmd.Cancel = func() error { return killGroup(cmd) }
		// A process that inherits the program's stderr can't delay Wait for longer.
		cmd.WaitDelay = endWait
		Detach(cmd)
		var stderr tail
		cmd.Stderr = &stderr
		var err error
		if l.in, err = cmd.StdinPipe(); err != nil {
			return nil, err
		}
		// Use our own pipe instead of cmd.StdoutPipe, so that Wait doesn't wait for processes
		// that inherit it.
		out, theirs, err := os.Pipe()
		if err == nil {
			l.out, cmd.Stdout = out, theirs
			err = cmd.Start()
			theirs.Close()
		}
		if err != nil {
			l.kill()
			l.in.Close()
			out.Close()
			return nil, err
		}
		return l.serve(func() string {
			how := "exit status 0"
			err := cmd.Wait()
			_ = killGroup(cmd) // processes that it has started and left behind
			if exit := (*exec.ExitError)(nil); errors.As(err, &exit) {
				how = exit.Error()
			}
			if words := strings.Fields(string(stderr)); len(words) > 0 {
				how += ": " + strings.Join(words, " ")
			}
			return how
		}), nil
	}
}

// tail is a writer that keeps the end of a program's stderr, for its obituary.
type tail []byte

func (t *tail) Write(b []byte) (int, error) {
	const size = 400
	*t = append(*t, b...)
	*t = (*t)[max(len(*t)-size, 0):]
	return len(b), nil
}

// Session is this program's UCI session. It answers commands until quit, the end of the
// input, or the end of ctx.
type Session func(ctx context.Context, in io.Reader, out io.Writer) error

// start is the starter of a session in this process.
func (s Session) start(endWait time.Duration) (*line, error) {
	theirIn, in := io.Pipe()
	out, theirOut := io.Pipe()
	l := &line{in: in, out: out, endWait: endWait}
	l.killed, l.kill = context.WithCancel(context.Background())
	return l.serve(func() string {
		defer theirIn.Close()
		defer theirOut.Close()
		err := func() (err error) {
			defer recovered(&err)
			return s(l.killed, theirIn, theirOut)
		}()
		if err != nil {
			return err.Error()
		}
		return "end of the session"
	}), nil
}

// converse sends a command, unless it is empty, and calls see with every line of the
// answer until see reports that the answer is complete, or returns an error. If see is
// nil, converse only waits until the command is written.
func (l *line) converse(command string, limit time.Duration, see func(line string) (done bool, err error)) error {
	written := make(chan error, 1)
	if command != "" {
		go func() {
			// This needs a goroutine, since the program may be writing, or may not read at
			// all. Then end closes the pipe, which ends the goroutine.
			_, err := io.WriteString(l.in, command+"\n")
			written <- err
		}()
	}
	timer := time.NewTimer(limit)
	defer timer.Stop()
	var failed error // the end of its output is a better error
	for {
		select {
		case text, ok := <-l.lines:
			if !ok {
				return l.obituary(failed)
			}
			if see == nil {
				continue
			}
			if done, err := see(text); done || err != nil {
				return err
			}
		case failed = <-written:
			if see == nil && failed == nil {
				return nil
			}
		case <-l.killed.Done():
			return errors.New("killed")
		case <-timer.C:
			return fmt.Errorf("%w within %v", ErrTimeout, limit)
		}
	}
}

// obituary returns an error that says how the program ended. written is that of writing to it.
func (l *line) obituary(written error) error {
	select {
	case <-l.gone:
	case <-time.After(l.endWait):
		return errors.New("closed its output")
	}
	if written != nil && l.how == "exit status 0" {
		return errors.New("ended: exit status 0, while it was written to")
	}
	return errors.New("ended: " + l.how)
}

// quit sends the last command, and kills the program if it has not ended after 500 ms.
func (l *line) quit(last string) {
	go func() {
		// This needs a goroutine, since the program may not read its input.
		io.WriteString(l.in, last)
		l.in.Close()
	}()
	go func() {
		for range l.lines { // it may wait until its output is read
		}
	}()
	select {
	case <-l.gone:
	case <-l.killed.Done():
	case <-time.After(500 * time.Millisecond):
	}
	l.end()
}

// end kills the program and waits for its end, up to 2 s.
func (l *line) end() {
	l.kill()
	l.in.Close()
	l.out.Close()
	select {
	case <-l.gone:
	case <-time.After(2 * time.Second):
	}
}
