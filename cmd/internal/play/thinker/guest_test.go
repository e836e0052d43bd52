package thinker

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/cmd/internal/chess/books"
	"github.com/searchex/searchex/cmd/internal/given"
	"github.com/searchex/searchex/goengine"
	"github.com/searchex/searchex/hostbridge"
)

// A guest takes its time on its own clock, one ply after the other, and plays from no book.
func TestAGuestTakesItsTime(t *testing.T) {
	name := given.Guest(t)
	clock := &fakeClock{}
	th := New(clock, hostbridge.New)
	held, err := books.Hold("x", []byte("1. a3 h6 *"), books.Kinds[0])
	require.NoError(t, err)
	th.Library = held
	a, reports := askWith(th, Task{Engine: name, Profile: "sx81", FEN: goengine.StartFEN, Time: 2 * time.Second, Book: true, Speed: 100}, nil)
	require.NoError(t, a.Err)
	assert.Equal(t, []any{"d2d4", false, 2, 0}, []any{a.Move, a.Book, a.Depth, a.SX})
	assert.InDelta(t, 2_000_000, a.Cycles, 8, "to the end of an instruction, of a clock of 1 MHz")
	assert.Equal(t, []time.Duration{a.Time, a.Time}, []time.Duration{time.Duration(a.Cycles) * time.Microsecond, clock.now.Sub(time.Time{})})
	require.NotEmpty(t, reports)
	for i := range reports[1:] {
		assert.GreaterOrEqual(t, reports[i+1].Cycles, reports[i].Cycles, "of all its plies")
	}

	a, _ = askWith(th, Task{Engine: name, FEN: goengine.StartFEN}, nil)
	assert.Equal(t, 1, a.Depth, "without time the least depth")
	a, _ = askWith(th, Task{Engine: name, FEN: goengine.StartFEN, Exclude: []string{"d2d4"}}, nil)
	assert.Equal(t, "e2e4", a.Move)
}

// What a guest cannot do is refused, and what goes wrong in it is the answer's error.
func TestWhatAGuestDoesNotAnswer(t *testing.T) {
	name := given.Guest(t)
	deaf := given.Guest(t, given.Without("events.generated"))
	for want, task := range map[string]Task{
		"^mini6502 proves no mates: want another level$":       {Engine: name, Mate: 2},
		"^mini6502 has no rated levels: want another level$":   {Engine: name, Elo: 1200},
		"^another move wants moves that can be left out; mini": {Engine: deaf, Exclude: []string{"e2e4"}},
		"nowhere": {Engine: "guest:nowhere"},
		"the program.s move is d2d2, which is no legal move in rnbq": {Engine: given.Guest(t, given.AnswersIllegally)},
		"undefined opcode .*: fen \"rnbq":                            {Engine: given.Guest(t, given.Faults)},
		"it answers that there is no move in rnbq":                   {Engine: given.Guest(t, given.Described(`"best_from == $FF"`, `"1"`))},
	} {
		task.FEN = goengine.StartFEN
		a, _ := ask(task, &fakeClock{}, nil)
		require.Error(t, a.Err, want)
		assert.Regexp(t, want, a.Err.Error())
	}
	a, _ := ask(Task{Engine: given.Guest(t, given.NeverReturns), FEN: goengine.StartFEN, Time: time.Hour}, &fakeClock{}, func(s *Search, _ Report) { s.Stop() })
	assert.ErrorContains(t, a.Err, "it was stopped before it had an answer")
}
