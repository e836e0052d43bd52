package terminal

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// A terminal that cannot move its cursor is refused before anything is written to it.
func TestADumbTerminalIsRefused(t *testing.T) {
	for _, name := range []string{"dumb", ""} {
		t.Setenv("TERM", name)
		_, err := Open()
		assert.ErrorContains(t, err, `(TERM "`+name+`") can't show a screen: want another one`)
	}
}
