package play

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/searchex/searchex/cmd/internal/given"
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
