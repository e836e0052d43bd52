package play

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/searchex/searchex/cmd/internal/given"
	"github.com/searchex/searchex/cmd/internal/play/thinker"
	"github.com/searchex/searchex/hostbridge"
)

// A guest has the name of its program on the screen and in PGN, whatever its profile; one whose file is gone that of the file.
func TestASeatOfAGuestHasTheNameOfItsProgram(t *testing.T) {
	m := newMachine()
	m.SetMachine(given.Guest(t), "")
	m.Enter("e2e4")
	m.answers(t, found("e7e5", 0))
	assert.Equal(t, "mini6502", m.Game().Seats[Black].Name())
	assert.Equal(t, "searchex mini6502", m.Game().PGN().Tag("Black"))
	assert.Equal(t, "guest:nowhere.toml", Seat{Engine: "guest:nowhere.toml", Profile: "sx81"}.Name())
	assert.True(t, strings.HasPrefix(m.brain.last().Engine, "guest:"))
}

// A machine that answers with an illegal move has lost. Such a hint is a fault, and loses nothing.
func TestAnIllegalAnswerLoses(t *testing.T) {
	illegal := thinker.Answer{Err: fmt.Errorf("engine x: its move is e8e8, which is %w", hostbridge.ErrIllegal)}
	m := newMachine()
	m.Hint()
	m.answers(t, illegal)
	assert.Equal(t, "FAULT           ", m.LCD())
	assert.False(t, m.Over())
	m.Enter("e2e4")
	m.answers(t, illegal)
	result, why := m.Game().Result()
	assert.Equal(t, []string{"1-0", "illegal move", "you win"}, []string{result, why, m.Game().Outcome()})
	assert.Equal(t, illegal.Err.Error()+": 1-0", m.Message())
	assert.Equal(t, "illegal move", m.Game().PGN().Tag("Termination"))
}

// A table knows the kinds that its user knows, and their names are in its seats.
func TestATableAsksForTheKindsOfItsUser(t *testing.T) {
	name := hostbridge.Loaded + "x"
	brain := &scripted{}
	m := New(Options{Clock: &stillClock{}, Brain: brain, Engine: name, Profile: "sx81", Kinds: func(of string) (*hostbridge.EngineKind, error) {
		assert.Equal(t, name, of)
		return &hostbridge.EngineKind{Title: "a program", Clock: 1000}, nil
	}})
	assert.Equal(t, "a program", m.Game().Seats[Black].Name())
	m.SetMachine(name, "")
	assert.Equal(t, "the machine is a program", m.Message())
}
