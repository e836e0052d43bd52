// Package console is the user interface of package play: it draws the board and the
// machine's panel on a screen of package cells, and handles keys and mouse. Package
// terminal connects it to a real terminal.
package console

import (
	"strings"
	"time"

	"github.com/searchex/searchex/cmd/internal/play"
)

// Key is a key: a character, or the name of one such as Enter.
type Key string

// The keys other than characters. Further keys are ignored.
const (
	Enter     Key = "Enter"
	Esc       Key = "Esc"
	Backspace Key = "Backspace"
	Delete    Key = "Delete"
	Tab       Key = "Tab"
	Left      Key = "Left"
	Right     Key = "Right"
	Up        Key = "Up"
	Down      Key = "Down"
	Home      Key = "Home"
	End       Key = "End"
	PageUp    Key = "PageUp"
	PageDown  Key = "PageDown"
	CtrlC     Key = "Ctrl-C"
	CtrlU     Key = "Ctrl-U"
)

// The smallest screen.
const (
	MinWidth  = 80
	MinHeight = 24
)

// Options configures the look of a console.
type Options struct {
	// ASCII restricts the screen to ASCII; pieces are letters.
	ASCII bool
	// Plain turns colours off; dark squares are dotted.
	Plain bool
	// Few restricts the board to the eight colours that every coloured terminal has. It is
	// not set with Plain.
	Few bool
	// Sound rings a bell when the machine has moved, and when it has found a mate.
	Sound bool
}

// panel is the content of the area below the clocks.
type panel int

const (
	panelMoves panel = iota
	panelMachine
	panelGames
	panels
)

// square is a file and a rank, counted from 0, or none.
type square struct{ file, rank int }

var nowhere = square{-1, -1}

func (s square) name() string { return string([]byte{byte('a' + s.file), byte('1' + s.rank)}) }

// squareOf returns the square with a name.
func squareOf(name string) square {
	if len(name) < 2 {
		return nowhere
	}
	return square{int(name[0] - 'a'), int(name[1] - '1')}
}

// Console is the user interface of a table.
type Console struct {
	Options
	// Open reads a game of a PGN file by its number. Ended reports that the user has
	// quit.
	Open func(path string, number int) (*play.Game, error)
	// List returns a line for each game of a PGN file.
	List func(path string) ([]string, error)
	// Write appends a game to a PGN file.
	Write func(path string, g *play.Game) error
	// Folder is where games are kept.
	Folder string
	Ended  bool

	table    *play.Table
	w, h     int
	smaller  int // sizes by which the board is smaller than what fits
	question *question
	entry    *entry
	rung     int // bells so far
	flipped  bool
	panel    panel
	help     bool
	cursor   square
	shown    bool   // the cursor is visible: from the first arrow key on
	picked   square // of the piece that is to move
	pressed  square // where the mouse's button went down
	input    string
	notice   string // of the console itself
	page     int    // of the message that is shown
	more     bool   // the message has further pages
	setup    *play.Setup
	buttons  []button
}

// New returns the console of a table. Resize sets the size of the screen.
func New(t *play.Table, o Options) *Console {
	c := &Console{Options: o, table: t, w: MinWidth, h: MinHeight, cursor: square{4, 1}, picked: nowhere, pressed: nowhere}
	c.orient()
	return c
}

// orient turns the board so that the person's side is at the bottom.
func (c *Console) orient() {
	s := c.table.Game().Seats
	c.flipped = s[play.White].Machine && !s[play.Black].Machine
}

// Resize sets the size of the screen.
func (c *Console) Resize(w, h int) { c.w, c.h = w, h }

// tooSmall reports whether the screen is smaller than the smallest one.
func (c *Console) tooSmall() bool { return c.w < MinWidth || c.h < MinHeight }

// maxInput is the greatest length of a typed line.
const maxInput = 200

// onlyClosesHelp clears the messages of the last key or click. It reports whether help was
// open or a replay went on, which the key or click then ends without any other effect.
func (c *Console) onlyClosesHelp() bool {
	c.notice, c.page = "", 0
	if c.help {
		c.help = false
		return true
	}
	return c.table.Hush()
}

// Press handles a key.
func (c *Console) Press(k Key) {
	if k == CtrlC {
		c.Ended = true
		return
	}
	if k == Enter && c.input == "" && c.more && !c.help {
		c.page++
		return
	}
	if c.onlyClosesHelp() {
		return
	}
	switch {
	case c.setup != nil && c.pressSetup(k):
	case c.move(k):
	case k == Enter && c.input != "":
		line := c.input
		c.input = ""
		c.obey(line)
	case k == Enter || k == " " && c.input == "":
		if c.shown {
			c.choose(c.cursor)
		}
	case k == Esc && c.question != nil:
		c.question = nil
	case k == Esc && c.entry != nil:
		c.obey("ce")
	case k == Esc:
		c.input, c.picked, c.shown = "", nowhere, false
	case k == Backspace:
		if r := []rune(c.input); len(r) > 0 {
			c.input = string(r[:len(r)-1])
		}
	case k == CtrlU:
		c.input = ""
	case k == Tab:
		c.panel = (c.panel + 1) % panels
		c.table.Watch = c.panel == panelMachine
	case k == PageUp:
		c.obey("back")
	case k == PageDown:
		c.obey("forward")
	case k == Home:
		c.obey("replay")
	case k == End:
		c.obey("end")
	case c.input == "" && short[k] != "":
		c.obey(short[k])
	case len([]rune(k)) == 1 && len(c.input) < maxInput:
		c.input += string(k)
	}
}

// Obey carries out a line as if it had been typed, for an interface that draws its own
// board: what only concerns the screen has no effect.
func (c *Console) Obey(line string) {
	if c.onlyClosesHelp() {
		return
	}
	c.obey(line)
	c.help, c.setup, c.Ended = false, nil, false
}

// Move plays a move, whatever else was being entered. It reports whether the move is
// legal.
func (c *Console) Move(move string) bool {
	c.onlyClosesHelp()
	c.question, c.entry = nil, nil
	return c.table.Enter(move)
}

// Message returns the message for the person, "" if there is none.
func (c *Console) Message() string {
	switch {
	case c.notice != "":
		return c.notice
	case c.question != nil:
		return c.question.text
	case c.table.Message() != "":
		return c.table.Message()
	case c.table.Unsaved() != "":
		return "not saved: " + c.table.Unsaved()
	}
	return ""
}

// Entering reports whether a level is being entered by the key Mode and numbers.
func (c *Console) Entering() bool { return c.entry != nil }

// Asking reports whether a question waits for yes or no.
func (c *Console) Asking() bool { return c.question != nil }

// short maps keys to the commands for which they stand.
var short = map[Key]string{"!": "go", "<": "back", ">": "forward", "?": "help"}

// move moves the cursor.
func (c *Console) move(k Key) bool {
	step, ok := map[Key]square{Left: {-1, 0}, Right: {1, 0}, Up: {0, 1}, Down: {0, -1}}[k]
	if !ok {
		return false
	}
	if !c.shown {
		c.shown = true
		return true
	}
	if c.flipped {
		step = square{-step.file, -step.rank}
	}
	c.cursor = square{min(max(c.cursor.file+step.file, 0), 7), min(max(c.cursor.rank+step.rank, 0), 7)}
	return true
}

// choose picks the piece on a square, or moves the picked piece there.
func (c *Console) choose(to square) {
	from := c.picked
	c.picked = nowhere
	switch {
	case from == to:
	case c.isMovers(to):
		c.picked = to
	case from == nowhere:
		c.notice = "there is no piece of the side to move on " + to.name()
	default:
		c.enter(c.promoting(from, to))
	}
}

// promoting returns a move between two squares. A pawn that reaches the last rank
// becomes the piece that has been typed, or a queen.
func (c *Console) promoting(from, to square) string {
	piece := ""
	if p := c.pieceAt(from); (p == 'P' || p == 'p') && (to.rank == 0 || to.rank == 7) {
		piece = "q"
		if len(c.input) == 1 && strings.Contains("qrbn", strings.ToLower(c.input)) {
			piece = strings.ToLower(c.input)
		}
		c.input = ""
	}
	return from.name() + to.name() + piece
}

// enter plays a move.
func (c *Console) enter(move string) {
	if c.table.Enter(move) {
		c.picked = nowhere
	}
}

// isMovers reports whether a piece of the side to move stands on a square.
func (c *Console) isMovers(s square) bool {
	p := c.pieceAt(s)
	return p != 0 && (p >= 'a') == (c.table.Game().Turn() == play.Black)
}

// pieceAt returns the piece that is shown on a square, 0 for none.
func (c *Console) pieceAt(s square) byte {
	if c.setup != nil {
		return c.setup.Board[s.rank][s.file]
	}
	return play.SetupOf(c.table.Game()).Board[s.rank][s.file]
}

// Mouse handles the left mouse button, pressed or released at a column and row.
func (c *Console) Mouse(x, y int, pressed bool) {
	if c.tooSmall() {
		return
	}
	s := c.layout().squareAt(x, y, c.flipped)
	if !pressed {
		from := c.pressed
		c.pressed = nowhere
		if c.setup == nil && s != nowhere && from != nowhere && s != from && c.picked == from {
			c.choose(s) // dragged there
		}
		return
	}
	if c.onlyClosesHelp() {
		return
	}
	switch {
	case s != nowhere && c.setup != nil:
		c.cursor, c.shown = s, true
	case s != nowhere:
		c.pressed = s
		c.choose(s)
	default:
		for _, b := range c.buttons {
			if y == b.y && x >= b.x && x < b.x+len(b.label) {
				c.press(b)
			}
		}
	}
}

// press handles a click on a key of the machine.
func (c *Console) press(b button) {
	if c.setup != nil {
		return
	}
	if strings.HasSuffix(b.command, " ") {
		c.input = b.command
		return
	}
	c.obey(b.command)
}

// Every is the interval at which the console is redrawn while nothing else happens.
const Every = 100 * time.Millisecond
