package play

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/cmd/internal/chess/books"
	"github.com/searchex/searchex/cmd/internal/play/level"
	"github.com/searchex/searchex/cmd/internal/play/thinker"
	"github.com/searchex/searchex/hostbridge"
)

// stillClock is a clock that advances only in Sleep.
type stillClock struct{ now time.Time }

func (c *stillClock) Now() time.Time { return c.now }

func (c *stillClock) Sleep(d time.Duration, _ <-chan struct{}) { c.now = c.now.Add(d) }

// scripted is a brain that answers when a test says so.
type scripted struct {
	tasks  []thinker.Task
	search *thinker.Search
	tell   func(thinker.Report)
	done   func(thinker.Answer)
}

func (b *scripted) Start(task thinker.Task, tell func(thinker.Report), done func(thinker.Answer)) *thinker.Search {
	b.tasks, b.tell, b.done = append(b.tasks, task), tell, done
	b.search = thinker.Idle()
	return b.search
}

// last returns the last task.
func (b *scripted) last() thinker.Task { return b.tasks[len(b.tasks)-1] }

// machine is a table whose machine is scripted.
type machine struct {
	*Table
	brain *scripted
	clock *stillClock
}

func newMachine() machine {
	b, c := &scripted{}, &stillClock{time.Date(1981, 9, 1, 12, 0, 0, 0, time.UTC)}
	return machine{New(Options{Clock: c, Brain: b, Engine: "6502", Profile: "sx81", Level: level.Level{Kind: level.Move, Time: 5 * time.Second}, Speed: 100}), b, c}
}

// answers makes the machine answer after some of its time.
func (m *machine) answers(t *testing.T, a thinker.Answer) {
	t.Helper()
	require.True(t, m.Thinking())
	m.brain.done(a)
	m.Handle(<-m.Events())
}

func found(move string, d time.Duration, line ...string) thinker.Answer {
	return thinker.Answer{Move: move, Report: thinker.Report{Line: append([]string{move}, line...), Depth: 2, SX: 18, Score: 32, Time: d}}
}

// sans returns the moves on the board in algebraic notation.
func sans(g *Game) (all []string) {
	for _, m := range g.Moves()[:g.At()] {
		all = append(all, m.SAN)
	}
	return all
}

func TestTwoMachinesPlayAWholeGame(t *testing.T) {
	c := &stillClock{}
	brain := thinker.New(c, hostbridge.New)
	table := New(Options{Clock: c, Brain: brain, Engine: "go@6502", Profile: "sx81", Level: level.Level{Kind: level.Move}, Seed: 1})
	table.Auto(Seat{}, Seat{})
	for table.Thinking() {
		table.Handle(<-table.Events())
	}
	g := table.Game()
	result, why := g.Result()
	assert.NotEqual(t, "*", result)
	assert.NotEmpty(t, why)
	assert.Greater(t, g.At(), 20)
	for i, m := range g.Moves() {
		assert.True(t, m.Book || m.Time > 0, "move %d took time of the machine's clock", i)
	}
}

// The moves shown are from the book in use. If only a guest plays for a machine, none is shown.
func TestTheMovesOfTheLibraryAreShown(t *testing.T) {
	library, err := books.Hold("x", []byte("1. a3*2 h6 2. a4 *\n1. h3 *\n1. b3*0 *"), "tree")
	require.NoError(t, err)
	table := New(Options{Clock: &stillClock{}, Brain: &scripted{}, Engine: "6502", Profile: "sx81", Library: library})
	assert.Equal(t, []string{"a3", "h3"}, table.BookMoves())
	table.Library = nil
	assert.Contains(t, table.BookMoves(), "e4")
	table.Game().Seats[Black] = Seat{Machine: true, Engine: "guest:x.toml"}
	assert.Empty(t, table.BookMoves())
	table.Game().Seats[White] = Seat{Machine: true, Engine: "6502"}
	assert.Contains(t, table.BookMoves(), "e4")
}
