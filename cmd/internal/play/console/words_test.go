package console

import (
	"errors"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/searchex/searchex/cmd/internal/given"
	"github.com/searchex/searchex/cmd/internal/play"
)

// A message that is longer than its two lines is read page by page.
func TestALongMessageHasPages(t *testing.T) {
	s := sit(t, Options{})
	s.console.List = func(string) ([]string, error) {
		return []string{strings.Repeat("one ", 60), strings.Repeat("two ", 60), "the end"}, nil
	}
	screen := func() string { return s.console.Draw().String() }
	s.console.obey("list games.pgn")
	all := ""
	for i := 0; ; i++ {
		now := screen()
		all += now
		if !strings.Contains(now, "Enter: more") {
			break
		}
		assert.Less(t, i, 10)
		s.console.Press(Enter)
	}
	assert.Contains(t, all, "the end")
	s.console.Press(Enter)
	assert.NotContains(t, screen(), "one one", "any key clears it")
}

func TestWordsOfOtherPrograms(t *testing.T) {
	s := sit(t, Options{})
	c := s.console
	c.obey("e4")
	assert.Equal(t, 1, s.table.Game().At())
	c.obey("undo")
	assert.Equal(t, 0, s.table.Game().At())
	wrote := ""
	c.Folder, c.Write = "the/folder", func(path string, _ *play.Game) error { wrote = path; return nil }
	c.obey("save")
	assert.Contains(t, c.notice, "every move is saved, in the/folder")
	c.obey("save my game.pgn")
	assert.Equal(t, "my game.pgn", wrote)
	c.Write = func(string, *play.Game) error { return errors.New("disk full") }
	c.obey("write x")
	assert.Equal(t, "disk full", c.notice)
	c.Open = func(path string, n int) (*play.Game, error) { return nil, errors.New(path + " is not there") }
	c.obey("load my.pgn")
	assert.Equal(t, "my.pgn is not there", c.notice)
	for _, word := range []string{"xyzzy", "e5e5e5 x", "what now", "hello"} {
		c.obey(word)
		if !moveLike.MatchString(strings.Fields(word)[0]) {
			assert.Contains(t, c.notice, "? lists the words", word)
		}
	}
	c.notice = ""
	c.obey("Ke4")
	assert.Empty(t, c.notice, "an illegal move has its own reason")
	c.obey("exit")
	assert.True(t, c.Ended)
}

// With eight colours the squares and all marks differ from each other and from the pieces.
func TestEightColorsAreToldApart(t *testing.T) {
	for m, pair := range eight {
		for _, bg := range pair {
			assert.NotContains(t, []int{0, 0xffffff}, int(bg))
		}
		if mark(m) != noMark {
			assert.NotContains(t, eight[noMark], pair[0])
		}
	}
	assert.NotEqual(t, eight[noMark][0], eight[noMark][1])
}

// The word machine takes a guest, whose name and clock are on the screen.
func TestAMachineMayBeAGuest(t *testing.T) {
	s := sit(t, Options{ASCII: true})
	name := given.Guest(t)
	s.console.obey("machine " + name)
	screen := s.console.Draw().String()
	assert.Contains(t, screen, "mini6502, 1 MHz")
	assert.NotContains(t, screen, "sx81")
	s.console.obey("machine :tuned")
	assert.Equal(t, name, s.table.Game().Seats[0].Engine)
	s.console.obey("machine guest:nowhere.toml")
	assert.Contains(t, s.console.notice, "nowhere.toml: no such file")
	s.console.obey("machine 6502:tuned")
	assert.Contains(t, s.console.Draw().String(), "6502, 1.96608 MHz, tuned")
}
