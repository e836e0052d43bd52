package level

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/cmd/internal/play/clock"
)

func TestEveryFormIsRead(t *testing.T) {
	for text, want := range map[string]Level{
		"": {}, "  ": {},
		"0": {Kind: Move}, "7": {Kind: Move, Time: 7 * time.Second}, "007": {Kind: Move, Time: 7 * time.Second},
		" 999\t":    {Kind: Move, Time: 999 * time.Second},
		"PROBLEM 1": {Kind: Problem, Moves: 1}, "problem  7": {Kind: Problem, Moves: 7},
		"SPEED 5": {Kind: Speed, Time: 5 * time.Minute},
		"TOURN":   Tourn(clock.Period{Moves: 40, Time: 2 * time.Hour}), "Tourn 40/120": Tourn(clock.Period{Moves: 40, Time: 2 * time.Hour}),
		"TOURN 36 / 1:30": Tourn(clock.Period{Moves: 36, Time: 90 * time.Minute}), "TOURN 1/1": Tourn(clock.Period{Moves: 1, Time: time.Minute}),
		"TOURN 40/120 20 / 1:00 30": Tourn(clock.Period{Moves: 40, Time: 2 * time.Hour}, clock.Period{Moves: 20, Time: time.Hour}, clock.Period{Time: 30 * time.Minute}),
		"40/7200:3600":              Tourn(clock.Period{Moves: 40, Time: 2 * time.Hour}, clock.Period{Time: time.Hour}),
		"40/5400+30:900+5":          Tourn(clock.Period{Moves: 40, Time: 90 * time.Minute, Inc: 30 * time.Second}, clock.Period{Time: 15 * time.Minute, Inc: 5 * time.Second}),
		"40/90":                     Tourn(clock.Period{Moves: 40, Time: 90 * time.Second}),
		"300+3":                     Tourn(clock.Period{Time: 5 * time.Minute, Inc: 3 * time.Second}),
		"1:30":                      Tourn(clock.Period{Time: 90 * time.Second}),
		"5:00":                      {Kind: Speed, Time: 5 * time.Minute}, "300+0": {Kind: Speed, Time: 5 * time.Minute},
		"1000/7200:90000":                          Tourn(clock.Period{Moves: 1000, Time: 2 * time.Hour}, clock.Period{Time: 25 * time.Hour}),
		"TOURN" + strings.Repeat(" 1/1", 7) + " 9": Tourn(append(slices.Repeat([]clock.Period{{Moves: 1, Time: time.Minute}}, 7), clock.Period{Time: 9 * time.Minute})...),
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
		"99999999999999999999", "5 5", "SPEED 1 2", "PROBLEM 0 3", "TOURN 4 0/120", "TOURN 20 40/1", "TOURN" + strings.Repeat(" 1/1", 9), "TOURN 40/1 20 30", "TOURN //1", "TOURN 40/1 : 30", strings.Repeat("é", 100),
	} {
		_, err := Parse(text)
		require.Error(t, err, text)
		assert.Contains(t, err.Error(), Forms)
		assert.Less(t, len(err.Error()), 320)
	}
}

func TestATimeControlThatIsNoneIsRefusedWithItsReason(t *testing.T) {
	for text, want := range map[string]string{
		"*180": "an hourglass is not played", "1:90": "90 after a colon", "5400:1800": "neither minutes:seconds", "40/120:30": "40/120:030", "40/x": `"x" is no time`,
	} {
		_, err := Parse(text)
		assert.ErrorContains(t, err, want)
		_, err = ParseRated(text)
		assert.ErrorContains(t, err, want)
	}
}

func TestRatedLevelsAreReadBesideTheOthers(t *testing.T) {
	least, most := EloBounds()
	for text, want := range map[string]Level{
		"ELO 900": {Kind: Rated, Elo: 900}, " elo  1100 ": {Kind: Rated, Elo: 1100}, "": {}, "SPEED 5": {Kind: Speed, Time: 5 * time.Minute},
		fmt.Sprintf("ELO %d", least): {Kind: Rated, Elo: least}, fmt.Sprintf("ELO %d", most): {Kind: Rated, Elo: most},
	} {
		got, err := ParseRated(text)
		require.NoError(t, err, text)
		assert.Equal(t, want, got, text)
		again, err := ParseRated(got.String())
		require.NoError(t, err)
		assert.Equal(t, got, again)
	}
	for _, text := range []string{"ELO", "ELO x", "ELO 0", "ELO 9 00", "1000", fmt.Sprintf("ELO %d", least-1), fmt.Sprintf("ELO %d", most+1)} {
		_, err := ParseRated(text)
		require.Error(t, err, text)
		assert.Contains(t, err.Error(), RatedForms())
	}
	_, err := Parse("ELO 900")
	assert.Error(t, err, "UCI has an option of its own for that")
}
