package tune

import (
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/searchex/searchex/cmd/internal/report"
)

// Live shows the progress of a tuning: on a terminal one line that is redrawn, elsewhere
// a line from time to time.
type Live struct {
	w        io.Writer
	terminal bool
	tuning   *Tuning
	begun    time.Time
	last     time.Time
	before   int // iterations of earlier runs
	drawn    bool
}

// lineInterval is the time between two lines if w is not a terminal.
const lineInterval = time.Minute

// NewLive returns a display on w.
func NewLive(w io.Writer, terminal bool) *Live { return &Live{w: w, terminal: terminal} }

// begin starts the display of a tuning.
func (l *Live) begin(t *Tuning) {
	l.tuning, l.before = t, t.SPSA.Done()
	l.begun = time.Now()
	l.last = l.begun
}

// show shows the progress after an iteration.
func (l *Live) show() {
	now := time.Now()
	if !l.terminal && now.Sub(l.last) < lineInterval {
		return
	}
	l.last = now
	s, all := l.tuning.SPSA, l.tuning.Config.Iterations
	took := now.Sub(l.begun)
	left := took / time.Duration(s.Done()-l.before) * time.Duration(all-s.Done())
	line := fmt.Sprintf("iteration %d of %d, %s, %s left:", s.Done(), all, report.Duration(took), report.Duration(left))
	for i, v := range s.At() {
		line += fmt.Sprintf(" %s %.1f", s.Keys[i].Names[0], v)
	}
	if !l.terminal {
		fmt.Fprintln(l.w, line)
		return
	}
	// The terminal cuts a line that is too long; it must not wrap it.
	fmt.Fprintf(l.w, "\r\x1b[?7l%s\x1b[K\x1b[?7h", line)
	l.drawn = true
}

// warn prints a warning. The tuning goes on.
func (l *Live) warn(line string) {
	l.clear()
	fmt.Fprintln(l.w, strings.ReplaceAll(line, "\n", "; "))
}

// clear removes the line from the terminal.
func (l *Live) clear() {
	if l.drawn {
		fmt.Fprint(l.w, "\r\x1b[K")
		l.drawn = false
	}
}
