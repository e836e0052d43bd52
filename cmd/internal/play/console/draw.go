package console

import (
	"fmt"
	"slices"
	"strings"

	"github.com/searchex/searchex/cmd/internal/play"
	"github.com/searchex/searchex/cmd/internal/play/cells"
	"github.com/searchex/searchex/cmd/internal/play/lcd"
	"github.com/searchex/searchex/cmd/internal/report"
	"github.com/searchex/searchex/hostbridge"
)

// button is a key of the machine on the screen.
type button struct {
	label, command string
	x, y           int
}

// keypad has the machine's keys in the order in which they are shown. A command that
// ends in a space needs an argument.
var keypad = []button{
	{label: "New Game", command: "new"}, {label: "Level", command: "level "}, {label: "Go !", command: "go"},
	{label: "Next Best", command: "best"}, {label: "Hint", command: "hint"}, {label: "Swap", command: "swap"},
	{label: "Two", command: "two"}, {label: "Auto", command: "auto"}, {label: "Draw", command: "draw"},
	{label: "Back <", command: "back"}, {label: "Forward >", command: "forward"}, {label: "Replay", command: "replay"},
	{label: "Set Up", command: "setup"}, {label: "Verify", command: "verify"}, {label: "Mode", command: "mode"},
	{label: "Simult", command: "simult"}, {label: "Stop Clock", command: "stop"}, {label: "Start Clock", command: "start"},
	{label: "Clock", command: "clock"}, {label: "Comment", command: "comment"}, {label: "Analysis", command: "analysis"},
	{label: "Yes", command: "yes"}, {label: "No", command: "no"}, {label: "CE", command: "ce"},
	{label: "Flip", command: "flip"}, {label: "Help ?", command: "help"},
}

// The colours of the machine.
var (
	lcdStyle    = cells.Style{FG: 0x1b2412, BG: 0xa3b18a, Bold: true}
	frameStyle  = cells.Style{FG: 0x8d8d86, BG: cells.Default}
	buttonStyle = cells.Style{FG: 0xe8e4da, BG: 0x3b4048}
	dimStyle    = cells.Style{FG: 0x9a988f, BG: cells.Default}
	titleStyle  = cells.Style{FG: cells.Default, BG: cells.Default, Bold: true}
	alertStyle  = cells.Style{FG: 0xe0b050, BG: cells.Default, Bold: true}
)

// style returns a style, without its colours if colours are off or few.
func (c *Console) style(s cells.Style) cells.Style {
	if c.Plain || c.Few {
		return cells.Style{FG: cells.Default, BG: cells.Default, Bold: s.Bold, Reverse: c.Few && s.BG != cells.Default}
	}
	return s
}

// Draw draws the screen.
func (c *Console) Draw() *cells.Grid {
	g := cells.New(c.w, c.h)
	if c.tooSmall() {
		text := fmt.Sprintf("The screen has %d columns and %d lines: want %d and %d. The game is kept.", c.w, c.h, MinWidth, MinHeight)
		for i, line := range report.Fit(text, max(c.w, 1)) {
			g.Put(0, i, line, cells.Plain)
		}
		return g
	}
	if c.help {
		c.drawHelp(g)
		return c.shownIn(g)
	}
	l := c.layout()
	g.Put(0, 0, c.title(), c.style(titleStyle))
	c.board(g)
	c.drawLCD(g, l)
	c.clocks(g, l)
	for i, line := range c.panelLines(l.bottom() - 7) {
		g.Put(l.panelX(), 8+i, clip(line, c.panelWidth()), cells.Plain)
	}
	c.keys(g, l)
	c.bottom(g)
	return c.shownIn(g)
}

// shownIn replaces the characters that an ASCII screen can't show.
func (c *Console) shownIn(g *cells.Grid) *cells.Grid {
	if !c.ASCII {
		return g
	}
	for y := range g.H {
		for x := range g.W {
			if cell := g.At(x, y); cell.Rune > '~' {
				g.Put(x, y, report.ASCII(string(cell.Rune))[:1], cell.Style)
			}
		}
	}
	return g
}

// machineName returns the name of the computer that an engine models.
func machineName(engine string) string {
	k, err := hostbridge.KindOf(engine)
	if err != nil {
		return engine
	}
	if k.Image == nil {
		return "Go for the " + k.Timed().Name
	}
	return k.About
}

// title returns the first line.
func (c *Console) title() string {
	g := c.table.Game()
	seat := g.Seats[play.White]
	if !seat.Machine {
		seat = g.Seats[play.Black]
	}
	speed := ""
	switch p := c.table.Speed; p {
	case 0:
		speed = ", as fast as can be"
	case 100:
	default:
		speed = fmt.Sprintf(", %g times its speed", float64(p)/100)
	}
	k, err := hostbridge.KindOf(seat.Engine)
	mhz := ""
	if err == nil {
		mhz = fmt.Sprintf(", %g MHz", float64(k.Timed().Clock)/1e6)
	}
	if hostbridge.IsForeign(seat.Engine) {
		return clip(seat.Name()+mhz+speed, c.w)
	}
	return clip(fmt.Sprintf("%s: %s%s%s, %s", machineName(seat.Engine), seat.Engine, mhz, speed, seat.Profile), c.w)
}

// drawLCD draws the display.
func (c *Console) drawLCD(g *cells.Grid, l layout) {
	x := l.panelX()
	frame := c.style(frameStyle)
	corner := []string{"┌", "┐", "└", "┘", "─", "│"}
	if c.ASCII {
		corner = []string{"+", "+", "+", "+", "-", "|"}
	}
	bar := strings.Repeat(corner[4], lcd.Width+2)
	g.Put(x, 1, corner[0]+bar+corner[1], frame)
	g.Put(x, 2, corner[5], frame)
	g.Put(x+1, 2, " "+c.table.LCD()+" ", c.style(lcdStyle))
	g.Put(x+lcd.Width+3, 2, corner[5], frame)
	g.Put(x, 3, corner[2]+bar+corner[3], frame)
	beside := x + lcd.Width + 5
	g.Put(beside, 1, fmt.Sprintf("game %d", c.table.Current()+1), cells.Plain)
	if c.table.Thinking() {
		g.Put(beside, 2, "thinking", c.style(alertStyle))
	}
	name := c.table.Game().Level.String()
	if len(name) <= 3 {
		name = "level " + name
	}
	g.Put(beside, 3, name, cells.Plain)
}

// clocks draws the players and their clocks.
func (c *Console) clocks(g *cells.Grid, l layout) {
	times := c.table.Clocks()
	game := c.table.Game()
	for side, name := range []string{"White", "Black"} {
		who := "you"
		if s := game.Seats[side]; s.Machine {
			who = s.Name()
		} else if !game.Seats[1-side].Machine {
			who = "player"
		}
		turn := "  "
		if c.turnShown() == side {
			turn = "> "
		}
		g.Put(l.panelX(), 5+side, fmt.Sprintf("%s%s  %-16s %9s", turn, name, clip(who, 16), lcd.Time(times[side])), c.style(titleStyle))
	}
}

// keys draws the keypad under the board.
func (c *Console) keys(g *cells.Grid, l layout) {
	x, y := 0, l.bottom()+1
	c.buttons = c.buttons[:0]
	for _, b := range keypad {
		if c.Plain {
			b.label = "[" + b.label + "]"
		} else {
			b.label = " " + b.label + " "
		}
		if x+len(b.label) > c.w {
			x, y = 0, y+1
		}
		b.x, b.y = x, y
		x = g.Put(x, y, b.label, c.style(buttonStyle)) + 1
		c.buttons = append(c.buttons, b)
	}
}

// bottom draws the message and the input line.
func (c *Console) bottom(g *cells.Grid) {
	for i, line := range c.paged(report.Fit(c.Message(), c.w)) {
		g.Put(0, c.h-3+i, line, c.style(alertStyle))
	}
	if c.setup != nil {
		return
	}
	end := g.Put(0, c.h-1, "Your move or word: "+tail(c.input, c.w-21), cells.Plain)
	g.CursorX, g.CursorY = end, c.h-1
	if hint := "Tab: more about the machine"; c.input == "" {
		g.Put(c.w-len(hint), c.h-1, hint, c.style(dimStyle))
	}
}

// messageLines is the number of lines for a message.
const messageLines = 2

// paged returns the lines of the page of a message that is shown. The last line of a page
// that is not the last says how to go on.
func (c *Console) paged(lines []string) []string {
	const on = " … Enter: more"
	from := c.page * messageLines
	if from >= len(lines) {
		c.page, from = 0, 0
	}
	if c.more = len(lines) > from+messageLines; !c.more {
		return lines[from:]
	}
	page := slices.Clone(lines[from : from+messageLines])
	end := &page[messageLines-1]
	if n := len([]rune(on)); len([]rune(*end))+n > c.w {
		*end = clip(*end, c.w-n)
	}
	*end += on
	return page
}

// tail returns the end of a text, at most n characters of it.
func tail(text string, n int) string {
	if r := []rune(text); len(r) > n {
		return string(r[len(r)-n:])
	}
	return text
}

// clip returns the beginning of a text, at most n characters of it.
func clip(text string, n int) string {
	if r := []rune(text); len(r) > n {
		return string(r[:n])
	}
	return text
}

// panelLines returns the lines under the clocks, at most n of them.
func (c *Console) panelLines(n int) []string {
	var lines []string
	switch {
	case c.setup != nil:
		lines = c.setupLines()
	case c.panel == panelMachine:
		lines = c.machineLines()
	case c.panel == panelGames:
		lines = c.gamesLines()
	default:
		lines = c.movesLines()
		if len(lines) > n { // the last ones
			lines = lines[len(lines)-n:]
		}
	}
	return lines[:min(len(lines), n)]
}

// movesLines returns the moves on the board and, after a mark, the number of those
// taken back.
func (c *Console) movesLines() (lines []string) {
	g := c.table.Game()
	line, number := "", 0
	for i, m := range g.Moves()[:g.At()] {
		white := g.MoverOf(i) == play.White
		switch number = g.NumberOf(i); {
		case white:
			line = fmt.Sprintf("%3d. %-9s", number, m.SAN)
		case line == "":
			line = fmt.Sprintf("%3d. %-9s%s", number, "...", m.SAN)
		default:
			line += m.SAN
		}
		if !white {
			lines, line = append(lines, line), ""
		}
	}
	if line != "" {
		lines = append(lines, line)
	}
	if back := len(g.Moves()) - g.At(); back > 0 {
		lines = append(lines, fmt.Sprintf("     > forward: %s", report.Plural(back, "half-move")))
	}
	if result, why := g.Result(); why != "" {
		lines = append(lines, "     "+result+" "+why)
	}
	return lines
}

// machineLines returns the details of the search, which a real machine could not show.
func (c *Console) machineLines() []string {
	r := c.table.Report()
	var lines []string
	sx := fmt.Sprintf(", SX %d", r.SX)
	if r.SX == 0 { // before the first iteration, and a guest
		sx = ""
	}
	switch {
	case r.Nodes > 0 || r.Depth > 0:
		lines = []string{
			"best   " + whole(r.Line, c.panelWidth()-7),
			fmt.Sprintf("value  %-11s depth %d%s", c.table.Value(), r.Depth, sx),
			fmt.Sprintf("nodes  %-11s %s a node", report.Count(r.Nodes), report.Count(r.Cycles/max(r.Nodes, 1))),
			fmt.Sprintf("cycles %-11s %.1f s", report.Count(r.Cycles), r.Time.Seconds()),
		}
	case len(r.Line) > 0:
		lines = []string{"best   " + r.Line[0], "       from the book"}
	default:
		lines = []string{"nothing searched yet"}
	}
	if len(r.Path) > 0 {
		lines = append(lines, "searched now, with the SX left:")
		var steps []string
		for _, s := range r.Path {
			steps = append(steps, fmt.Sprintf("%s %d", s.Move, s.Left))
		}
		folded := report.Fit(strings.Join(steps, "  "), c.panelWidth())
		lines = append(lines, folded[:min(2, len(folded))]...)
	}
	if book := c.table.BookMoves(); len(book) > 0 {
		lines = append(lines, "book   "+strings.Join(book, " "))
	}
	return lines
}

// whole returns the beginning of a line of moves that fits in a width, in whole moves.
func whole(moves []string, width int) string {
	text := strings.Join(moves, " ")
	if len(text) > width {
		text = text[:strings.LastIndexByte(text[:width+1], ' ')]
	}
	return text
}

// gamesLines returns the list of games.
func (c *Console) gamesLines() (lines []string) {
	for i := range play.Boards {
		g := c.table.At(i)
		if g == nil {
			continue
		}
		here := " "
		if i == c.table.Current() {
			here = ">"
		}
		state := fmt.Sprintf("move %d", g.Number())
		if result, why := g.Result(); why != "" {
			state = result
		}
		last := ""
		if m, ok := g.Last(); ok {
			last = m.SAN
		}
		lines = append(lines, fmt.Sprintf("%s%2d  %-9s %-8s level %v", here, i+1, state, last, g.Level))
	}
	return append(lines, fmt.Sprintf("game 1 to game %d: look at it", play.Boards))
}

// drawHelp draws the list of commands.
func (c *Console) drawHelp(g *cells.Grid) {
	g.Put(0, 0, "Type a move (e4, Nf3, O-O, e2e4), or show it by mouse, or by arrows and Enter.", c.style(titleStyle))
	g.Put(0, 1, "Or type a word, of which three letters are mostly enough:", c.style(titleStyle))
	half := (len(commands) + 1) / 2
	below := "Tab: the machine's thoughts, and the games.   PageUp, PageDown: back, forward."
	g.Put(0, half+4, below, cells.Plain)
	for i, k := range commands {
		x, y := 0, 3+i
		if i >= half {
			x, y = c.w/2, 3+i-half
		}
		g.Put(x, y, fmt.Sprintf("%-13s %s", strings.TrimSpace(k.name+" "+k.args), k.help), cells.Plain)
	}
	g.Put(0, c.h-1, "Any key: back to the game.   Manual: docs/manual/play.md", c.style(dimStyle))
}
