package console

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"github.com/searchex/searchex/cmd/internal/play"
	"github.com/searchex/searchex/cmd/internal/play/level"
	"github.com/searchex/searchex/cmd/internal/play/thinker"
)

// moves makes the machine answer.
func (s *sitting) moves(line ...string) {
	s.brain.done(thinker.Answer{Report: thinker.Report{Line: line, Score: 10, Depth: 1}, Move: line[0]})
	s.table.Handle(<-s.table.Events())
}

// The bell rings once for each move, unless the sound is off.
func TestTheBell(t *testing.T) {
	s := sit(t, Options{})
	s.console.obey("e4")
	s.moves("e7e5")
	assert.False(t, s.console.Rings(), "off at first")
	s.console.obey("sound")
	assert.False(t, s.console.Rings(), "the move was before")
	s.console.obey("d4")
	assert.False(t, s.console.Rings(), "the person's move")
	s.moves("e5d4")
	assert.True(t, s.console.Rings())
	assert.False(t, s.console.Rings(), "once")
	s.console.obey("sound")
	s.console.obey("c3")
	s.moves("d4c3")
	assert.False(t, s.console.Rings())
}

// A question is answered by its answers alone, and ends with its reason.
func TestQuestions(t *testing.T) {
	s := sit(t, Options{})
	c := s.console
	c.obey("e4")
	assert.True(t, s.table.Thinking())
	for _, no := range []string{"no", "n", "No", "verify", "back 99x", "x y z"} {
		c.obey("new")
		assert.NotNil(t, c.question)
		c.obey(no)
		assert.Nil(t, c.question, no)
		assert.Len(t, s.table.Game().Moves(), 1, no)
	}
	c.obey("new black")
	c.Press(Esc)
	assert.Nil(t, c.question)
	c.obey("go")
	s.moves("e7e5") // before the answer
	at := s.table.Game().At()
	c.obey("yes")
	assert.False(t, s.table.Thinking())
	assert.Equal(t, at, s.table.Game().At(), "the machine has moved meanwhile: yes moves nothing")
	c.obey("new")
	c.obey("YES")
	assert.Empty(t, s.table.Game().Moves())
	c.obey("new")
	assert.Nil(t, c.question, "nothing would be lost")
}

// A level entered by Mode and numbers is the same level typed.
func TestModeEntersEveryLevel(t *testing.T) {
	for want, words := range map[string]string{
		"0": "mode mode mode mode 0", "999": "mode mode mode mode 999", "PROBLEM 7": "mode 7", "SPEED 60": "mode mode 60",
		"TOURN 40/120": "mode mode mode 40 120 ce", "TOURN 40/120 20/60 30": "mode mode mode 40 120 20 60 30 CE",
		"TOURN 1/1 2/2 3/3 4/4 5/5 6/6 7/7 8/8": "mode mode mode 1 1 2 2 3 3 4 4 5 5 6 6 7 7 8 8",
		"SPEED 5":                               "mode mode 1000 5", "5": "mode e4", "TOURN 40/7": "mode mode mode 40 ce 7 ce",
	} {
		s := sit(t, Options{})
		for _, w := range strings.Fields(words) {
			s.console.obey(w)
		}
		if strings.HasPrefix(want, "TOURN 40/7") {
			// A lone number is no level; the next number takes its place.
			assert.Equal(t, level.Move, s.table.Game().Level.Kind)
			continue
		}
		assert.Equal(t, want, s.table.Game().Level.String(), words)
		assert.Nil(t, s.console.entry, words)
	}
}

// A stopped clock stands still, and a running one runs.
func TestTheClockStops(t *testing.T) {
	s := sit(t, Options{})
	used := func() time.Duration { return s.table.Clocks()[play.White] }
	wait := func() { s.clock.now = s.clock.now.Add(10 * time.Second) }
	wait()
	s.console.obey("stop")
	wait()
	assert.Equal(t, 10*time.Second, used())
	s.console.obey("start")
	wait()
	assert.Equal(t, 20*time.Second, used())
	s.console.obey("stop")
	wait()
	s.console.obey("e4")
	assert.True(t, s.table.Thinking())
	assert.Equal(t, 20*time.Second, used())
	s.console.obey("stop")
	assert.False(t, s.table.Thinking())
	s.console.obey("start")
	assert.True(t, s.table.Thinking())
}
