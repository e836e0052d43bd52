package player

import (
	"os"
	"os/exec"
	"slices"
	"strings"
	"sync"
	"time"
)

// startProcess starts a program. endWait is that of line.
func startProcess(path string, args []string, endWait time.Duration) (*line, error) {
	cmd := exec.Command(path, args...)
	// A process that inherits the program's stderr can't delay Wait for longer.
	cmd.WaitDelay = endWait
	Detach(cmd)
	stderr := &tail{}
	cmd.Stderr = stderr
	in, err := cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	// Use our own pipe instead of cmd.StdoutPipe, so that Wait doesn't wait for processes
	// that inherit it.
	out, theirs, err := os.Pipe()
	if err != nil {
		in.Close()
		return nil, err
	}
	cmd.Stdout = theirs
	err = cmd.Start()
	theirs.Close()
	if err != nil {
		in.Close()
		out.Close()
		return nil, err
	}
	l := newLine(in, out, endWait)
	var status string
	l.end = func() {
		select {
		case <-l.gone:
		default:
			killGroup(cmd)
		}
	}
	l.how = func() string {
		if words := stderr.String(); words != "" {
			return status + ": " + words
		}
		return status
	}
	go l.read()
	go func() {
		err := cmd.Wait()
		killGroup(cmd) // processes that it has started and left behind
		status = "exit status 0"
		if _, exited := err.(*exec.ExitError); exited {
			status = err.Error()
		}
		close(l.gone)
	}()
	return l, nil
}

// tail is a writer that keeps the end of the output.
type tail struct {
	mu  sync.Mutex
	buf []byte
}

// tailSize is the number of bytes of a program's stderr that are kept for its obituary.
const tailSize = 400

func (t *tail) Write(b []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if len(b) > tailSize {
		t.buf = append(t.buf[:0], b[len(b)-tailSize:]...)
		return len(b), nil
	}
	t.buf = append(t.buf, b...)
	if over := len(t.buf) - tailSize; over > 0 {
		t.buf = slices.Delete(t.buf, 0, over)
	}
	return len(b), nil
}

// String returns the kept output as one line.
func (t *tail) String() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return strings.Join(strings.Fields(string(t.buf)), " ")
}
