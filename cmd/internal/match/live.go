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

// Live shows a match while it runs: on a terminal a table that is drawn anew,
// elsewhere a line now and then.
type Live struct {
	w        io.Writer
	terminal bool
	sprt     *stats.SPRT
	games    int // of a pairing
	pairings int

	mu     sync.Mutex
	begun  time.Time
	before int // games that were not played now
	last   time.Time
	done   []Result
	now    Result
	drawn  int // lines on the terminal
}

// How often a match is shown.
const (
	terminalInterval = 200 * time.Millisecond
	lineInterval     = time.Minute
	firstLine        = 10 * time.Second
)

// mostDone is how many finished pairings a terminal shows beside the one that is
// being played.
const mostDone = 9

// NewLive shows so many pairings of so many games; before is how many of them
// all have been played already.
func NewLive(w io.Writer, terminal bool, sprt *stats.SPRT, pairings, games, before int) *Live {
	now := time.Now()
	l := &Live{w: w, terminal: terminal, sprt: sprt, pairings: pairings, games: games, before: before, begun: now}
	if !terminal {
		l.last = now.Add(firstLine - lineInterval)
	}
	return l
}

// Score shows the result so far of the pairing that is being played.
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

// Finish keeps the result of a pairing for the table.
func (l *Live) Finish(r Result) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.done, l.now = append(l.done, r), Result{}
}

// Clear takes the table off the terminal.
func (l *Live) Clear() {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.drawn > 0 {
		fmt.Fprint(l.w, l.wipe())
	}
	l.drawn = 0
}

// wipe goes back over what was drawn.
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
	b.WriteString("\x1b[?7l") // a line that is too wide is cut, not wrapped
	recent := l.done[max(len(l.done)-mostDone, 0):]
	WriteTable(report.ScreenOf(l.w).On(&b), l.sprt, append(recent[:len(recent):len(recent)], l.now)...)
	fmt.Fprintf(&b, "%s\n\x1b[?7h", l.pace())
	l.drawn = bytes.Count(b.Bytes(), []byte("\n"))
	l.w.Write(b.Bytes())
}

// pace says how fast the games go and how long they may yet take.
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
