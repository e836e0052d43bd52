package match

import (
	"bytes"
	"fmt"
	"io"
	"sync"
	"time"

	"github.com/searchex/searchex/cmd/internal/match/stats"
	"github.com/searchex/searchex/cmd/internal/report"
)

// Live shows the progress of a match: on a terminal a table that is redrawn, elsewhere
// a line from time to time.
type Live struct {
	w        io.Writer
	terminal bool
	sprt     *stats.SPRT
	games    int // of a pairing
	pairings int

	mu     sync.Mutex
	begun  time.Time
	before int // games played in an earlier run
	last   time.Time
	done   []Result
	now    Result
	drawn  int // lines on the terminal
}

// The intervals at which progress is shown.
const (
	terminalInterval = 200 * time.Millisecond
	lineInterval     = time.Minute
	firstLine        = 10 * time.Second
)

// mostDone is the number of finished pairings that a terminal shows in addition to the
// current one.
const mostDone = 9

// NewLive returns a display for a number of pairings of a number of games each. before
// is the number of all games that were played in an earlier run.
func NewLive(w io.Writer, terminal bool, sprt *stats.SPRT, pairings, games, before int) *Live {
	now := time.Now()
	l := &Live{w: w, terminal: terminal, sprt: sprt, pairings: pairings, games: games, before: before, begun: now}
	if !terminal {
		l.last = now.Add(firstLine - lineInterval)
	}
	return l
}

// Score shows the result so far of the current pairing.
func (l *Live) Score(r Result) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.now = r
	interval := lineInterval
	if l.terminal {
		interval = terminalInterval
	}
	if now := time.Now(); now.Sub(l.last) >= interval {
		l.last = now
		l.draw()
	}
}

// Finish adds the result of a finished pairing to the table.
func (l *Live) Finish(r Result) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.done, l.now = append(l.done, r), Result{}
}

// Clear removes the table from the terminal.
func (l *Live) Clear() {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.drawn > 0 {
		fmt.Fprint(l.w, l.wipe())
	}
	l.drawn = 0
}

// wipe returns the control sequence that removes the table.
func (l *Live) wipe() string {
	if l.drawn == 0 {
		return ""
	}
	return fmt.Sprintf("\x1b[%dA\r\x1b[J", l.drawn)
}

func (l *Live) draw() {
	if !l.terminal {
		fmt.Fprintf(l.w, "%s; %s\n", l.now.Line(l.games), l.pace())
		return
	}
	var b bytes.Buffer
	b.WriteString(l.wipe())
	b.WriteString("\x1b[?7l") // cut lines that are too long, don't wrap them
	recent := l.done[max(len(l.done)-mostDone, 0):]
	WriteTable(report.ScreenOf(l.w).On(&b), l.sprt, append(recent[:len(recent):len(recent)], l.now)...)
	fmt.Fprintf(&b, "%s\n\x1b[?7h", l.pace())
	l.drawn = bytes.Count(b.Bytes(), []byte("\n"))
	l.w.Write(b.Bytes())
}

// pace returns the number of games, the time so far, and a bound of the time left.
func (l *Live) pace() string {
	played := l.now.Score.Games() - l.before
	for _, r := range l.done {
		played += r.Score.Games()
	}
	all := l.pairings * l.games
	took := time.Since(l.begun)
	s := fmt.Sprintf("%s games, %s", report.Int(played+l.before), report.Duration(took))
	if played > 0 {
		each := took / time.Duration(played)
		if left := all - played - l.before; left > 0 {
			s += fmt.Sprintf(", at most %s left", report.Duration(each*time.Duration(left)))
		}
	}
	return s
}
