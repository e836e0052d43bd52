package player

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/cmd/internal/classic"
	"github.com/searchex/searchex/cmd/internal/protocol/uci"
	"github.com/searchex/searchex/goengine"
)

func TestSpecOfThePlainProgram(t *testing.T) {
	s := one(t, "classic,threats.queen=3,quiescence=off,order=best,nodes=500")
	want := classic.Plain()
	want.Weights.Threats[goengine.Queen], want.Quiescence, want.Order = 3, false, classic.Best
	assert.Equal(t, want, s.Classic)
	assert.Equal(t, []any{"classic", Limits{Nodes: 500}}, []any{s.Engine, s.Limits})
	assert.Equal(t, "classic,threats.queen=3,quiescence=off,order=best", s.Label)
	assert.Equal(t, "classic,order=best,quiescence=off,threats.queen=3,nodes=500", s.String(), "in one order, whatever the order given")
	assert.Equal(t, s.String(), must(one(t, s.String())).String())
	assert.Equal(t, "classic,nodes=9", must(one(t, "classic,threats.queen=5,nodes=9")).String(), "what it has anyhow is no setting")

	for text, complaint := range map[string]string{
		"classic:sx81":               "is neither an engine here",
		"classic,sx=8":               "sx=: classic has none: want nodes=, depth=, cycles=, movetime= or tc=",
		"classic,elo=700":            "elo=: classic has none",
		"classic,price.evasion=7":    `"price.evasion" is no setting of it`,
		"classic,threats.queen=101":  "threats.queen=101: want a number from 0 to 100",
		"classic,order=worst":        "order=worst: want one of generated, smallest, best",
		"classic,null=perhaps":       "null=perhaps: want on or off",
		"classic,null=off,tc=60":     "which knows no null=off",
		"classic,null=off,null=on":   "null= stands twice",
		"classic,nodes=5,movetime=5": "movetime= or tc= and nodes=",
	} {
		_, err := ParseSpec(text, Defaults{})
		assert.ErrorContains(t, err, complaint, text)
	}
}

// line returns a game of a player against itself.
func (s *Spec) line(t *testing.T, plies int) []string {
	t.Helper()
	p := s.Maker(true, uci.Run)()
	defer p.Close()
	require.NoError(t, p.NewGame())
	turn := Turn{FEN: goengine.StartFEN}
	for range plies {
		r, err := p.Move(turn)
		require.NoError(t, err)
		turn.Moves = append(turn.Moves, r.Move)
	}
	return turn.Moves
}

func TestThePlainProgramPlaysAlikeEachTime(t *testing.T) {
	s := one(t, "classic,nodes=300")
	want := s.line(t, 8)
	assert.Equal(t, want, s.line(t, 8))
	other := one(t, "classic,nodes=300,advancement.pawn=5,mobility.knight=5")
	assert.NotEqual(t, want, other.line(t, 8))

	prints := map[string]string{}
	for _, text := range []string{"classic", "classic,threats.rook=5", "classic,quiescence=off", "classic,minimax=on", "go:uniform"} {
		print, err := must(one(t, text)).Fingerprint()
		require.NoError(t, err)
		again, err := must(one(t, text+",nodes=9")).Fingerprint()
		require.NoError(t, err)
		assert.Equal(t, print, again, "limits are no part of it")
		assert.Empty(t, prints[print], "%s and %s", text, prints[print])
		prints[print] = text
	}
}

// With a clock it goes through the session, in the machine's seconds or the host's.
func TestThePlainProgramPlaysByAClock(t *testing.T) {
	timed := one(t, "classic,movetime=10000")
	depth := one(t, "classic,cycles=19660800") // the same by its clock of 1.96608 MHz
	assert.Equal(t, depth.line(t, 4), timed.line(t, 4))
}
