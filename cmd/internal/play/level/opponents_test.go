package level

import (
	"bytes"
	"context"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/goengine"
	"github.com/searchex/searchex/hostbridge"
	"github.com/searchex/searchex/testdata"
)

// The levels of the opponents can be set, and a rated one has the strength and the profile of
// its level.
func TestOpponentsHaveLevels(t *testing.T) {
	for _, o := range Opponents {
		l, err := ParseRated(o.Level)
		require.NoError(t, err, o.Key)
		assert.Equal(t, o.Level, l.String())
		if l.Kind == Rated {
			assert.Equal(t, []any{l.Elo, AtElo(l.Elo).Name}, []any{o.Elo, o.Profile}, o.Key)
		}
	}
}

// The strength of the MK V with five seconds is within 40 points of the rated level that has
// the nodes which it evaluates in that time, as the mean of twelve positions.
func TestTheMKVsStrengthIsThatOfItsNodes(t *testing.T) {
	positions, err := testdata.Files.ReadFile("bench12.epd")
	require.NoError(t, err)
	for _, o := range Opponents {
		if o.Key != "mk5" {
			continue
		}
		e, err := hostbridge.New("go@" + o.Engine)
		require.NoError(t, err)
		profile, err := goengine.ParseProfile(o.Profile)
		require.NoError(t, err)
		l, err := Parse(o.Level)
		require.NoError(t, err)
		nodes, n := uint64(0), uint64(0)
		for line := range bytes.Lines(positions) {
			p, err := goengine.ParseFEN(strings.Join(strings.Fields(string(line))[:4], " ") + " 0 1")
			require.NoError(t, err)
			e.(hostbridge.CycleLimiter).SetCycleLimit(uint64(float64(hostbridge.ClockOf(e)) * (l.Time.Seconds())))
			r, err := e.Search(context.Background(), goengine.NewGame(p), &profile, goengine.Limits{})
			require.NoError(t, err)
			nodes, n = nodes+r.Nodes, n+1
		}
		mean := nodes / n
		t.Logf("%s: %d nodes in %v", o.Key, mean, l.Time.Round(time.Second))
		assert.Greater(t, mean, AtElo(o.Elo-40).Nodes)
		assert.Less(t, mean, AtElo(o.Elo+40).Nodes)
	}
}
