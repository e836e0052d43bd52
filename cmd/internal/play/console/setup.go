package console

import (
	"fmt"
	"strings"

	"github.com/searchex/searchex/cmd/internal/play"
)

// pressSetup handles a key while a position is set up. It reports whether it used the
// key.
func (c *Console) pressSetup(k Key) bool {
	s := c.setup
	switch {
	case k == Left || k == Right || k == Up || k == Down:
		return false
	case k == Esc:
		c.setup = nil
		c.notice = "the position was not changed"
	case k == Enter:
		if err := c.table.UseSetup(s.FEN()); err != nil {
			c.notice = err.Error()
			break
		}
		c.setup = nil
		c.orient()
	case len(k) == 1 && strings.Contains("KQRBNPkqrbnp", string(k)):
		s.Put(c.cursor.rank, c.cursor.file, k[0])
	case k == " " || k == "." || k == Delete || k == Backspace:
		s.Put(c.cursor.rank, c.cursor.file, 0)
	case k == "w":
		s.Black = !s.Black
		s.EnPassant = ""
	case k == "c":
		s.NextRights()
	case k == "e":
		if name := c.cursor.name(); s.EnPassant != name {
			s.EnPassant = name
		} else {
			s.EnPassant = ""
		}
	case k == "x":
		s.Clear()
	}
	return true
}

// setupLines returns the lines of the panel while a position is set up.
func (c *Console) setupLines() []string {
	side := "White"
	if c.setup.Black {
		side = "Black"
	}
	ep := c.setup.EnPassant
	if ep == "" {
		ep = "-"
	}
	return []string{
		"SET UP A POSITION", "",
		"arrows or mouse: a square",
		"KQRBNP: White's, kqrbnp: Black's",
		"space: none    x: clear the board",
		fmt.Sprintf("w: to move is %s", side),
		fmt.Sprintf("c: castling %s", c.setup.Rights()),
		fmt.Sprintf("e: en passant here, now %s", ep),
		"Enter: play from here   Esc: don't",
	}
}

// turnShown returns the side to move in the position that is shown.
func (c *Console) turnShown() int {
	if c.setup == nil {
		return c.table.Game().Turn()
	}
	if c.setup.Black {
		return play.Black
	}
	return play.White
}
