package match

import (
	"context"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestXBoardPlaysFromMovesAndPositions(t *testing.T) {
	for _, manner := range []string{"plain", "old", "san", "once", "late", "depth"} {
		t.Run(manner, func(t *testing.T) {
			t.Parallel()
			x := helperX(t, manner)
			x.Depth = 3
			openings := []Opening{start, {Name: "moves", FEN: StartFEN, Moves: []string{"e2e4", "e7e5", "g1f3"}}}
			if manner != "old" { // it has no setboard
				openings = append(openings, Opening{Name: "fen", FEN: "4k2r/8/8/8/8/8/4P3/4K3 b k - 0 1", Moves: []string{"e8g8"}})
			}
			for _, o := range openings {
				for i := range 2 {
					sides := [2]Player{x, random("random", 2)}
					g, err := Play(context.Background(), sides[i], sides[1-i], o, Rules{MaxPlies: 12})
					require.NoError(t, err)
					assert.NotContains(t, []End{EndFailure, EndIllegal, EndTimeout}, g.End, "%s: %s", o.Name, g.Detail)
				}
			}
		})
	}
}

func TestXBoardFaults(t *testing.T) {
	for _, tt := range []struct {
		manner string
		depth  int
		fen    string
		end    End
		detail string
	}{
		{"silent", 1, StartFEN, EndTimeout, `silent (white): xboard: "go": no answer within 300ms`},
		{"refuse", 1, StartFEN, EndFailure, `it refuses a legal move: "Illegal move: `},
		{"claim", 1, StartFEN, EndFailure, `it claims "1/2-1/2 {I say so}", but the game is not over`},
		{"resign", 1, StartFEN, EndResignation, ""},
		{"deafen", 1, StartFEN, EndFailure, `it answers "Error (unknown command): depth"`},
		{"old", 0, "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", EndFailure, "it has no setboard"},
	} {
		t.Run(tt.manner, func(t *testing.T) {
			t.Parallel()
			x := helperX(t, tt.manner)
			x.Depth = tt.depth
			g, err := Play(context.Background(), x, random("random", 2), Opening{FEN: tt.fen}, Rules{MaxPlies: 12})
			require.NoError(t, err)
			assert.Equal(t, []any{BlackWins, tt.end}, []any{g.Result, g.End}, g.Detail)
			assert.Contains(t, g.Detail, tt.detail)
		})
	}
}

func TestLevelCommand(t *testing.T) {
	for tc, want := range map[string]string{
		"40/7200": "level 40 120 0", "60+0.6": "level 0 1 0.6", "40/90+5": "level 40 1:30 5",
	} {
		c, err := ParseTimeControl(tc)
		require.NoError(t, err)
		assert.Equal(t, want, levelCommand(c))
	}
}

func TestFeaturesAreReadWithQuotes(t *testing.T) {
	assert.Equal(t, map[string]string{"myname": "A ping=0 B", "ping": "1", "done": "1"},
		parseFeatures(`myname="A ping=0 B" ping=1 done=1`))
}

// The programs of Debian that issue 3 names, one short game each.
func TestInstalledPrograms(t *testing.T) {
	for spec, openings := range map[string][]Opening{
		"fairymax,depth=1":           {start, {Name: "moves", FEN: StartFEN, Moves: []string{"e2e4", "e7e5", "g1f3"}}},
		"phalanx,depth=1":            {start, {Name: "fen", FEN: "4k2r/8/8/8/8/8/4P3/4K3 b k - 0 1", Moves: []string{"e8g8"}}},
		"gnuchess,depth=1":           {start, {Name: "fen", FEN: "4k2r/8/8/8/8/8/4P3/4K3 b k - 0 1", Moves: []string{"e8g8"}}},
		"stockfish,elo=1350,nodes=1": {start, {Name: "fen", FEN: "4k2r/8/8/8/8/8/4P3/4K3 b k - 0 1", Moves: []string{"e8g8"}}},
	} {
		t.Run(spec, func(t *testing.T) {
			all, err := ParseSpec(spec, Defaults{})
			if err != nil {
				t.Skipf("not installed: %v", err)
			}
			p := all[0].Maker(true, nil)()
			defer p.Close()
			for _, o := range openings {
				for i := range 2 {
					sides := [2]Player{p, random("random", 2)}
					g, err := Play(context.Background(), sides[i], sides[1-i], o, Rules{MaxPlies: 16})
					require.NoError(t, err)
					assert.Empty(t, g.Detail)
				}
			}
		})
	}
}
