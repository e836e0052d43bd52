package cli

import (
	"fmt"
	"io"
	"os"
	"strings"
	"time"
)

// Progress is a progress bar on standard error. It is drawn only on a terminal, and not
// before a second has passed.
type Progress struct {
	w     io.Writer
	total int
	begun time.Time
	drawn bool
}

// NewProgress returns a bar for work of total steps.
func NewProgress(w io.Writer, total int) *Progress {
	if f, ok := w.(*os.File); !ok || !IsTerminal(f) {
		w = nil
	}
	return &Progress{w: w, total: total, begun: time.Now()}
}

// IsTerminal reports whether a file is a character device other than the null device.
func IsTerminal(f *os.File) bool {
	s, err := f.Stat()
	if err != nil || s.Mode()&os.ModeCharDevice == 0 {
		return false
	}
	null, err := os.Stat(os.DevNull)
	return err != nil || !os.SameFile(s, null)
}

const barWidth = 40

// Show draws the bar after done steps.
func (p *Progress) Show(done int) {
	if p.w == nil || done == p.total || time.Since(p.begun) < time.Second {
		return
	}
	full := barWidth * done / p.total
	fmt.Fprintf(p.w, "\r[%s%s] %d/%d", strings.Repeat("=", full), strings.Repeat(" ", barWidth-full), done, p.total)
	p.drawn = true
}

// Clear removes the bar, before other output.
func (p *Progress) Clear() {
	if p.drawn {
		fmt.Fprint(p.w, "\r\x1b[K")
		p.drawn = false
	}
}
