package match

import (
	"context"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/cmd/internal/chess/openings"
	"github.com/searchex/searchex/cmd/internal/chess/rules"
	"github.com/searchex/searchex/cmd/internal/given"
	"github.com/searchex/searchex/cmd/internal/match/player"
	"github.com/searchex/searchex/goengine"
)

// A guest that answers illegally, fails or never returns loses each of its games, the record
// says why with the position, and the match goes on: by cycles, and through the UCI session.
func TestABrokenGuestLosesItsGamesAndTheMatchGoesOn(t *testing.T) {
	for _, tt := range []struct {
		name, says, limit string
		guest             string
		end               rules.End
	}{
		{"illegal", "which is no legal move in ", ",cycles=50000", given.Guest(t, given.AnswersIllegally), EndIllegal},
		{"fault", "search: 6502 mini6502: undefined opcode $02 (jam), instruction at $8030 think, ", ",depth=1", given.Guest(t, given.Faults), EndFailure},
		{"endless", "search: 6502 mini6502: runaway, no return within the budget, ", ",nodes=100", given.Guest(t, given.NeverReturns, given.Described("[search]", "[search]\ncycles = 100_000")), EndFailure},
		{"illegal through UCI", "which is no legal move in ", ",movetime=50", given.Guest(t, given.AnswersIllegally), EndIllegal},
		{"fault through UCI", "search: 6502 mini6502: undefined opcode $02 (jam), ", ",tc=1", given.Guest(t, given.Faults), EndIllegal},
	} {
		t.Run(tt.name, func(t *testing.T) {
			c := Contest{Games: 4, Emulated: true, Parallel: 1, Openings: []openings.Opening{{FEN: goengine.StartFEN}, {FEN: goengine.StartFEN, Moves: []string{"e2e4", "e7e5"}}}}
			require.NoError(t, c.Enter([]string{tt.guest + tt.limit, "go:sx81,nodes=10"}, "", player.Defaults{}))
			r, err := c.Play(context.Background(), 0, nil)
			require.NoError(t, err)
			assert.Equal(t, []any{0, 0, 4, map[rules.End]int{tt.end: 4}, map[string]int{"mini6502": 4}},
				[]any{r.Score.Wins, r.Score.Draws, r.Score.Losses, r.Ends, r.FaultsBy})
			assert.Contains(t, r.Faults[0], "game 1: mini6502 (white): ")
			for _, why := range r.Faults {
				assert.Contains(t, why, tt.says)
				assert.Regexp(t, `(in|fen) "?[1-8pnbrqkPNBRQK/]+ [wb] `, why)
				assert.NotContains(t, why, "\n")
			}
			assert.EqualError(t, FaultError([]Result{r}), "mini6502 lost 4 games by fault")
		})
	}
}

// Guests of one name are told apart by their files, one guest with two limits by these.
func TestGuestsOfOneNameAreToldApart(t *testing.T) {
	a, b := given.Guest(t), given.Guest(t)
	labels := func(players ...string) []string {
		c := Contest{RoundRobin: true}
		require.NoError(t, c.Enter(players, "", player.Defaults{}))
		return c.Names()
	}
	file := func(guest string) string { return "mini6502 (" + guest[len("guest:"):] + ")" }
	assert.Equal(t, []string{"mini6502", "go:sx81"}, labels(a, "go"))
	assert.Equal(t, []string{file(a), file(b)}, labels(a, b))
	assert.Equal(t, []string{"mini6502,depth=1", "mini6502,depth=2"}, labels(a+",depth=1", a+",depth=2"))
	assert.Equal(t, []string{file(a) + ",depth=1", file(a) + ",depth=2", file(b)}, labels(a+",depth=1", a+",depth=2", b))
	c := Contest{RoundRobin: true}
	assert.EqualError(t, c.Enter([]string{a, a}, "", player.Defaults{}), `player "mini6502,nodes=20000" stands twice`)
}
