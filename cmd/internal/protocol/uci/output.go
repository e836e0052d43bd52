package uci

import (
	"fmt"
	"io"
	"strings"
	"sync"
	"time"

	"github.com/searchex/searchex/cmd/internal/report"
	"github.com/searchex/searchex/cmd/internal/userfile"
)

// output writes the engine's output in whole lines, and the transcript of both sides. The
// session and its search both use it.
type output struct {
	mu     sync.Mutex
	w      io.Writer
	cancel func() // ends the session after an error of writing
	muted  bool
	err    error          // of writing
	log    *userfile.File // nil if there is no transcript
}

// say writes one line.
func (o *output) say(format string, args ...any) {
	line := fmt.Sprintf(format, args...)
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.muted {
		return
	}
	o.record("<", line)
	o.put(line)
}

// put writes one line that the transcript does not have.
func (o *output) put(line string) {
	if o.muted {
		return
	}
	if _, err := io.WriteString(o.w, line+"\n"); err != nil {
		o.muted, o.err = true, err
		o.cancel()
	}
}

// failed returns the error of writing, if there was one.
func (o *output) failed() error {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.err
}

// maxNote is the length of the longest note, in bytes. A longer one, as of a command that is
// repeated in an error, is cut.
const maxNote = 4096

// note writes an info string. A text of several lines becomes one line.
func (o *output) note(format string, args ...any) {
	o.say("info string %s", report.OneLine(strings.Join(strings.Fields(fmt.Sprintf(format, args...)), " "), maxNote))
}

// heard records a command.
func (o *output) heard(line string) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.record(">", strings.TrimRight(line, "\r\n"))
}

// mute suppresses all further output.
func (o *output) mute() {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.muted = true
}

// record appends a line to the transcript. A full disk must not end a game: it ends the
// transcript, after its last whole line, and the chess program is told.
func (o *output) record(mark, line string) {
	if o.log == nil {
		return
	}
	err := userfile.AppendLine(o.log, fmt.Appendf(nil, "%s %s %s\n", time.Now().Format("2006-01-02 15:04:05.000"), mark, line))
	if err != nil {
		_ = o.log.Close()
		o.log = nil
		o.put(fmt.Sprintf("info string option LogFile: %v: the transcript has ended", err))
	}
}

// logTo appends a transcript to a file from now on; an empty path ends it. After an error
// the previous transcript goes on.
func (o *output) logTo(path string) error {
	var f *userfile.File
	if path != "" {
		var err error
		if f, err = userfile.Append(path); err != nil {
			return err
		}
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.log != nil {
		_ = o.log.Close()
	}
	o.log = f
	return nil
}
