package console

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/searchex/searchex/cmd/internal/play/lcd"
	"github.com/searchex/searchex/cmd/internal/play/level"
)

// question is a question that yes answers. So does the command that asked it, once more.
type question struct {
	text, command string
	yes           func()
}

// ask asks a question before a command is carried out.
func (c *Console) ask(word, text, command string, yes func()) {
	c.question = &question{text + " yes or no", command, yes}
	c.table.Ask(word, "")
}

// answer takes a typed word as the answer to the question that was asked. It reports
// whether the word was only that. Any other word than yes and no means no.
func (c *Console) answer(word string) bool {
	q := c.question
	c.question = nil
	switch word = strings.ToLower(word); {
	case q == nil && (word == "yes" || word == "y" || word == "no" || word == "n"):
		c.notice = word + ": nothing was asked"
		return true
	case q == nil:
		return false
	case word == "yes", word == "y", word == q.command:
		q.yes()
		return true
	}
	return word == "no" || word == "n"
}

// moveNow makes the machine move. It asks first if the machine would stop thinking.
func (c *Console) moveNow(string) {
	if !c.table.Thinking() {
		c.table.Go()
		return
	}
	game := c.table.Game()
	c.ask("MOVE NOW ?", "the machine is thinking: move now?", "go", func() {
		if c.table.Thinking() && c.table.Game() == game {
			c.table.Go()
		}
	})
}

// entry is a level that is being entered by the key Mode and numbers.
type entry struct {
	kind    level.Kind
	numbers []string
}

// kinds are the kinds of level in the order of the key Mode, with what is asked for.
var kinds = []struct {
	kind      level.Kind
	word, ask string
}{
	{level.Move, "", "seconds a move, 0 to 999"},
	{level.Problem, "PROBLEM", "mate in how many moves, 1 to 7"},
	{level.Speed, "SPEED", "minutes for the whole game, 1 to 999"},
	{level.Tournament, "TOURN", "moves, minutes, moves, minutes and so on, Enter after each, and ce at the end"},
}

// index returns the place of a kind in kinds, the last for any other.
func index(kind level.Kind) int {
	for i, k := range kinds {
		if k.kind == kind {
			return i
		}
	}
	return len(kinds) - 1
}

// mode begins to enter a level of the next kind.
func (c *Console) mode(string) {
	now := c.table.Game().Level.Kind
	if c.entry != nil {
		now = c.entry.kind
	}
	c.entry = &entry{kind: kinds[(index(now)+1)%len(kinds)].kind}
	c.showEntry()
}

// showEntry shows what has been entered of a level, and what comes next.
func (c *Console) showEntry() {
	k := kinds[index(c.entry.kind)]
	text := strings.TrimSpace(k.word + " " + pairs(c.entry.numbers))
	if text == "" {
		text = "SECONDS"
	}
	c.table.Ask(text+" ?", fmt.Sprintf("%s: %s; mode: the next kind of level", text, k.ask))
}

// pairs joins numbers to time controls: 40/120 20/60.
func pairs(numbers []string) string {
	var text strings.Builder
	for i, n := range numbers {
		switch {
		case i%2 == 1:
			text.WriteByte('/')
		case i > 0:
			text.WriteByte(' ')
		}
		text.WriteString(n)
	}
	return text.String()
}

// enterNumber takes a typed word as a part of the level that is being entered. It reports
// whether it was one; any other word ends the entry.
func (c *Console) enterNumber(word string) bool {
	e := c.entry
	switch {
	case e == nil:
		return false
	case strings.EqualFold(word, "ce"), strings.EqualFold(word, "start") && len(e.numbers) > 0:
		c.setEntry()
		return c.entry != nil || !strings.EqualFold(word, "start")
	}
	if _, err := strconv.Atoi(word); err != nil {
		if !strings.EqualFold(word, "mode") {
			c.entry = nil
		}
		return false
	}
	e.numbers = append(e.numbers, word)
	if e.kind != level.Tournament || len(e.numbers) == level.MaxNumbers {
		c.setEntry()
		return true
	}
	c.showEntry()
	return true
}

// setEntry sets the level that was entered. If it is invalid, the last number can be entered
// again.
func (c *Console) setEntry() {
	e := c.entry
	l, err := level.Parse(strings.TrimSpace(kinds[index(e.kind)].word + " " + pairs(e.numbers)))
	if err != nil || len(e.numbers) == 0 {
		if len(e.numbers) == 0 {
			c.showEntry()
			return
		}
		e.numbers = e.numbers[:len(e.numbers)-1]
		c.notice = err.Error()
		return
	}
	c.entry = nil
	c.table.SetLevel(l)
}

// display sets what the display shows, or switches to the next.
func (c *Console) display(what string) {
	if what == "" {
		c.table.NextDisplay()
		return
	}
	for i, name := range lcd.Names {
		if strings.HasPrefix(name, strings.ToLower(what)) {
			c.table.Show(lcd.Mode(i))
			return
		}
	}
	c.notice = fmt.Sprintf("display %s: want one of %s", clip(what, 20), strings.Join(lcd.Names[:], ", "))
}

// sound turns the bell on or off.
func (c *Console) sound(string) {
	c.Sound = !c.Sound
	c.notice = "sound is " + map[bool]string{true: "on: a bell when the machine has moved, or found a mate", false: "off"}[c.Sound]
}

// Rings reports whether there was an occasion for a bell since the last call, with the
// sound on.
func (c *Console) Rings() bool {
	n := c.table.Bells()
	rings := c.Sound && n != c.rung
	c.rung = n
	return rings
}

// boardSizes are the widths and heights of a square, smallest first.
var boardSizes = [][2]int{{5, 2}, {7, 3}, {9, 4}, {11, 5}, {13, 6}}

// screenFor returns the screen that a board of squares of a size wants.
func screenFor(size [2]int) (w, h int) {
	return boardX + 8*size[0] + panelGap + panelWidth, boardY + 8*size[1] + below
}

// fitting returns the sizes of squares with which the board fits, at least one.
func (c *Console) fitting() [][2]int {
	i := slices.IndexFunc(boardSizes, func(s [2]int) bool { w, h := screenFor(s); return c.w < w || c.h < h })
	if i < 0 {
		i = len(boardSizes)
	}
	return boardSizes[:max(i, 1)]
}

// resizeBoard makes the board a size smaller, or from the smallest the largest that fits.
func (c *Console) resizeBoard(string) {
	n := len(c.fitting())
	if n == 1 {
		w, h := screenFor(boardSizes[1])
		c.notice = fmt.Sprintf("a larger board wants a screen of %d columns and %d lines", w, h)
		return
	}
	c.smaller = (min(c.smaller, n-1) + 1) % n
}
