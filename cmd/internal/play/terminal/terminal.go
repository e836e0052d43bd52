// Package terminal shows the console of package console in a terminal, and brings it
// keys, the mouse, and the ends of searches. It leaves the terminal as it was.
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

// enoughColors is how many a terminal must have for the board's. With fewer, squares
// and marks would fall into one colour.
const enoughColors = 88

// Open takes the terminal that standard input and output are. Its error says that there
// is none, or none that can show a screen.
func Open() (tcell.Screen, error) {
	tcell.SetEncodingFallback(tcell.EncodingFallbackASCII)
	// Without questions to the terminal, whose answers may come when a shell has it again,
	// or be wrong: some versions of tmux tell their height for their width.
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

// Run has a person play on a screen until he has had enough, ctx ends, or the terminal
// goes. It closes the screen.
func Run(ctx context.Context, s tcell.Screen, t *play.Table, c *console.Console) {
	defer s.Fini() // also when something here panics
	signals := make(chan os.Signal, 4)
	signal.Notify(signals, append([]os.Signal{syscall.SIGTERM, syscall.SIGHUP}, stops...)...)
	defer signal.Stop(signals)
	c.Plain = c.Plain || s.Colors() < enoughColors
	c.Resize(s.Size())
	t.Begin()
	defer t.Leave()
	beat := time.NewTicker(console.Every)
	defer beat.Stop()
	var m mouse
	for !c.Ended {
		show(s, c.Draw())
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

// take hands an event on; false means that the terminal is gone.
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

// named are the keys that the console knows by name.
var named = map[tcell.Key]console.Key{
	tcell.KeyEnter: console.Enter, tcell.KeyEscape: console.Esc, tcell.KeyTab: console.Tab,
	tcell.KeyBackspace: console.Backspace, tcell.KeyDelete: console.Delete,
	tcell.KeyLeft: console.Left, tcell.KeyRight: console.Right, tcell.KeyUp: console.Up, tcell.KeyDown: console.Down,
	tcell.KeyHome: console.Home, tcell.KeyEnd: console.End, tcell.KeyPgUp: console.PageUp, tcell.KeyPgDn: console.PageDown,
	tcell.KeyCtrlC: console.CtrlC, tcell.KeyCtrlU: console.CtrlU,
}

// keysOf returns the console's keys for one of the terminal's.
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

// suspend gives the terminal back, stops the program as ctrl-Z does, and goes on where
// it was when it is continued.
func suspend(s tcell.Screen) {
	if s.Suspend() != nil {
		return
	}
	stopped := stop()
	if s.Resume() == nil && stopped {
		s.Sync()
	}
}

// show puts a drawing on the screen.
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

// style returns a style in the terminal's terms.
func style(s cells.Style) tcell.Style {
	return tcell.StyleDefault.Foreground(color(s.FG)).Background(color(s.BG)).Bold(s.Bold).Reverse(s.Reverse)
}

func color(c cells.Color) tcell.Color {
	if c == cells.Default {
		return tcell.ColorDefault
	}
	return tcell.NewHexColor(int32(c))
}
