package openings

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/cmd/internal/match/player"
	"github.com/searchex/searchex/testdata/switches"
)

// TestOpeningsAreBalanced evaluates every opening with Stockfish and 30,000 nodes: neither
// side may be better by more than 1.2 pawns. It takes a minute or two:
//
//	SEARCHEX_TESTS=match go test ./cmd/internal/chess/openings -run TestOpeningsAreBalanced
func TestOpeningsAreBalanced(t *testing.T) {
	switches.Need(t, "match")
	specs, err := player.ParseSpec("stockfish,option.Threads=1,option.Hash=16,nodes=30000", player.Defaults{})
	if err != nil {
		t.Skip("stockfish is not installed (apt-get install stockfish)")
	}
	u := specs[0].Maker(true, nil)()
	t.Cleanup(func() { u.Close() })
	const most = 120 // centipawns; the most seen was 111, White's in the Czech Benoni
	for _, o := range builtIn(t) {
		require.NoError(t, u.NewGame())
		r, err := u.Move(player.Turn{FEN: o.FEN, Moves: o.Moves})
		require.NoError(t, err)
		require.True(t, r.Scored, o.Name)
		assert.LessOrEqual(t, max(r.Score, -r.Score), most, "%s: %d centipawns for the side to move", o.Name, r.Score)
	}
}
