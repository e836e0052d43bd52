package level

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestEveryFormIsRead(t *testing.T) {
	for text, want := range map[string]Level{
		"": {}, "  ": {},
		"0": {Kind: Move}, "7": {Kind: Move, Time: 7 * time.Second}, "007": {Kind: Move, Time: 7 * time.Second},
		" 999\t":    {Kind: Move, Time: 999 * time.Second},
		"PROBLEM 1": {Kind: Problem, Moves: 1}, "problem  7": {Kind: Problem, Moves: 7},
		"SPEED 5": {Kind: Speed, Time: 5 * time.Minute},
		"TOURN":   {Tournament, 2 * time.Hour, 40}, "Tourn 40/120": {Tournament, 2 * time.Hour, 40},
		"TOURN 36 / 1:30": {Tournament, 90 * time.Minute, 36}, "TOURN 1/1": {Tournament, time.Minute, 1},
	} {
		got, err := Parse(text)
		require.NoError(t, err, text)
		assert.Equal(t, want, got, text)
		again, err := Parse(got.String())
		require.NoError(t, err)
		assert.Equal(t, got, again, "%q written as %q", text, got)
	}
}

func TestWhatIsNoLevelIsRefusedWithTheForms(t *testing.T) {
	for _, text := range []string{
		"1000", "-1", "+5", "1.5", "x", "PROBLEM", "PROBLEM 0", "PROBLEM 8", "PROBLEM x", "SPEED", "SPEED 0", "SPEED 1000",
		"TOURN 40", "TOURN 40/", "TOURN /120", "TOURN 0/120", "TOURN 40/0", "TOURN 40/1:60", "TOURN 40/120/3", "TOURN 40/0:00",
		"99999999999999999999", "5 5", "SPEED 1 2", "PROBLEM 0 3", "TOURN 4 0/120", "TOURN 40/1 20", "TOURN 40/1 : 30", strings.Repeat("é", 100),
	} {
		_, err := Parse(text)
		require.Error(t, err, text)
		assert.Contains(t, err.Error(), Forms)
		assert.Less(t, len(err.Error()), 250)
	}
}
