// Package terminal connects the console of package console to a terminal: it shows the
// screen, and passes keys, mouse and ends of searches to the console. It restores the
// terminal at the end.
package terminal

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"syscall"
	"time"

	"github.com/gdamore/tcell/v3"
	"golang.org/x/term"

	"github.com/searchex/searchex/cmd/internal/play"
	"github.com/searchex/searchex/cmd/internal/play/cells"
	"github.com/searchex/searchex/cmd/internal/play/console"
)

// Is reports whether a file is a terminal.
func Is(f *os.File) bool { return term.IsTerminal(int(f.Fd())) }

// The numbers of colours with which the board has all of its colours, and eight of them.
// With fewer than eight, squares and marks would look the same.
const (
	enoughColors = 88
	fewColors    = 8
)

// Open opens the terminal of standard input and output. It returns an error if there is
// none, or none that can show a screen.
func Open() (tcell.Screen, error) {
	if name := os.Getenv("TERM"); name == "dumb" || name == "" {
		return nil, fmt.Errorf("the terminal (TERM %q) can't show a screen: want another one, or a chess program with searchex uci", name)
	}
	tcell.SetEncodingFallback(tcell.EncodingFallbackASCII)
	// The terminal must not be queried. Its answers may arrive after the end of the
	// program, in the shell, and some versions of tmux answer with their height instead of
	// their width.
	s, err := tcell.NewScreen(tcell.OptNegotiation(false))
	if err == nil {
		err = s.Init()
	}
	if err != nil {
		return nil, fmt.Errorf("the terminal (TERM %q) can't show a screen: %w", os.Getenv("TERM"), err)
	}
	s.EnableMouse(tcell.MouseButtonEvents)
	s.EnablePaste()
	return s, nil
}

// Run runs a console on a screen until the user quits, ctx ends, or the terminal is
// closed. It closes the screen.
func Run(ctx context.Context, s tcell.Screen, t *play.Table, c *console.Console) {
	defer s.Fini() // even if something panics
	signals := make(chan os.Signal, 4)
	signal.Notify(signals, append([]os.Signal{syscall.SIGTERM, syscall.SIGHUP}, stops...)...)
	defer signal.Stop(signals)
	c.Plain = c.Plain || s.Colors() < fewColors
	c.Few = !c.Plain && s.Colors() < enoughColors
	c.Resize(s.Size())
	t.Begin()
	defer t.Leave()
	beat := time.NewTicker(console.Every)
	defer beat.Stop()
	var m mouse
	for !c.Ended {
		show(s, c.Draw())
		if c.Rings() {
			_ = s.Beep()
		}
		select {
		case <-ctx.Done():
			return
		case sig := <-signals:
			if !isStop(sig) {
				return
			}
			suspend(s)
		case e, ok := <-s.EventQ():
			if !ok {
				return
			}
			if !take(s, c, &m, e) {
				return
			}
		case e := <-t.Events():
			t.Handle(e)
		case <-beat.C:
			t.Tick()
		}
	}
}

// take handles an event. It reports false if the terminal is closed.
func take(s tcell.Screen, c *console.Console, m *mouse, e tcell.Event) bool {
	switch e := e.(type) {
	case *tcell.EventResize:
		c.Resize(s.Size())
		s.Sync()
	case *tcell.EventKey:
		if e.Key() == tcell.KeyCtrlZ {
			suspend(s)
			return true
		}
		for _, k := range keysOf(e) {
			c.Press(k)
		}
	case *tcell.EventMouse:
		if pressed, changed := m.button(e); changed {
			x, y := e.Position()
			c.Mouse(x, y, pressed)
		}
	case *tcell.EventError:
		return false
	}
	return true
}

// mouse remembers whether the left button is down.
type mouse struct{ down bool }

func (m *mouse) button(e *tcell.EventMouse) (pressed, changed bool) {
	down := e.Buttons()&tcell.Button1 != 0
	changed = down != m.down
	m.down = down
	return down, changed
}

// named maps the terminal's keys to the console's keys with a name.
var named = map[tcell.Key]console.Key{
	tcell.KeyEnter: console.Enter, tcell.KeyEscape: console.Esc, tcell.KeyTab: console.Tab,
	tcell.KeyBackspace: console.Backspace, tcell.KeyDelete: console.Delete,
	tcell.KeyLeft: console.Left, tcell.KeyRight: console.Right, tcell.KeyUp: console.Up, tcell.KeyDown: console.Down,
	tcell.KeyHome: console.Home, tcell.KeyEnd: console.End, tcell.KeyPgUp: console.PageUp, tcell.KeyPgDn: console.PageDown,
	tcell.KeyCtrlC: console.CtrlC, tcell.KeyCtrlU: console.CtrlU,
}

// keysOf returns the console's keys for a key of the terminal.
func keysOf(e *tcell.EventKey) (keys []console.Key) {
	if k, ok := named[e.Key()]; ok {
		return []console.Key{k}
	}
	if e.Key() != tcell.KeyRune || e.Modifiers()&(tcell.ModCtrl|tcell.ModAlt|tcell.ModMeta) != 0 {
		return nil
	}
	for _, r := range e.Str() {
		keys = append(keys, console.Key(r))
	}
	return keys
}

// suspend releases the terminal and suspends the program, as ctrl-Z does. It returns
// when the program is continued.
func suspend(s tcell.Screen) {
	if s.Suspend() != nil {
		return
	}
	stopped := stop()
	if s.Resume() == nil && stopped {
		s.Sync()
	}
}

// show copies a grid to the screen.
func show(s tcell.Screen, g *cells.Grid) {
	s.Clear()
	for y := range g.H {
		for x := range g.W {
			c := g.At(x, y)
			s.SetContent(x, y, c.Rune, nil, style(c.Style))
		}
	}
	if g.CursorX >= 0 {
		s.ShowCursor(g.CursorX, g.CursorY)
	} else {
		s.HideCursor()
	}
	s.Show()
}

// style converts a style for the terminal.
func style(s cells.Style) tcell.Style {
	return tcell.StyleDefault.Foreground(color(s.FG)).Background(color(s.BG)).Bold(s.Bold).Reverse(s.Reverse)
}

func color(c cells.Color) tcell.Color {
	if c == cells.Default {
		return tcell.ColorDefault
	}
	return tcell.NewHexColor(int32(c))
}
