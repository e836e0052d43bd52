package player_test

import (
	"errors"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/cmd/internal/chess/rules"
	"github.com/searchex/searchex/cmd/internal/match/player"
	"github.com/searchex/searchex/cmd/internal/match/player/playertest"
	"github.com/searchex/searchex/goengine"
)

func TestMain(m *testing.M) { playertest.Main(m) }

// opening is a position and moves from there.
type opening struct {
	fen   string
	moves []string
}

var (
	begin    = opening{goengine.StartFEN, nil}
	moves    = opening{goengine.StartFEN, []string{"e2e4", "e7e5", "g1f3"}}
	position = opening{"4k2r/8/8/8/8/8/4P3/4K3 b k - 0 1", []string{"e8g8"}}
)

// play lets p play some plies against random moves, and returns its last reply and its error.
func play(t *testing.T, p player.Player, white bool, o opening, plies int) (r player.Reply, err error) {
	t.Helper()
	g, err := rules.New(o.fen, o.moves...)
	require.NoError(t, err)
	if err := p.NewGame(); err != nil {
		return r, err
	}
	opponent := playertest.Random("random", 2)
	for len(g.Moves()) < plies {
		if _, end := g.Verdict(); end != "" {
			return r, nil
		}
		turn := player.Turn{FEN: o.fen, Moves: slices.Clone(g.Moves())}
		if g.WhiteToMove() != white {
			answer, err := opponent.Move(turn)
			require.NoError(t, err)
			require.NoError(t, g.Play(answer.Move))
			continue
		}
		if r, err = p.Move(turn); err != nil || r.Resigns {
			return r, err
		}
		if err := g.Play(r.Move); err != nil {
			return r, err
		}
	}
	return r, nil
}

func TestCloseEndsAProgramThatIgnoresQuit(t *testing.T) {
	pids := playertest.KeepPids(t)
	u := playertest.UCI(t, "deaf")
	require.NoError(t, u.NewGame())
	require.NoError(t, u.Close())
	require.Len(t, pids(), 1)
	playertest.WaitGone(t, pids()) // within the ten minutes that it would go on
	assert.Error(t, u.NewGame(), "a closed player must not start again")
}

func TestXBoardPlaysFromMovesAndPositions(t *testing.T) {
	for _, manner := range []string{"plain", "old", "san", "once", "late", "depth"} {
		t.Run(manner, func(t *testing.T) {
			t.Parallel()
			x := playertest.XBoard(t, manner)
			x.Depth = 3
			openings := []opening{begin, moves}
			if manner != "old" { // it has no setboard
				openings = append(openings, position)
			}
			for _, o := range openings {
				for _, white := range []bool{true, false} {
					r, err := play(t, x, white, o, 12)
					assert.NoError(t, err, "%v", o)
					assert.Equal(t, []any{-123, 7, uint64(4711)}, []any{r.Score, r.Depth, r.Nodes})
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
		err    string
	}{
		{"silent", 1, goengine.StartFEN, `xboard: "go": no answer within 300ms`},
		{"refuse", 1, goengine.StartFEN, `it refuses a legal move: "Illegal move: `},
		{"claim", 1, goengine.StartFEN, `it claims "1/2-1/2 {I say so}", but the game is not over`},
		{"deafen", 1, goengine.StartFEN, `it answers "Error (unknown command): depth"`},
		{"old", 0, "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "it has no setboard"},
	} {
		t.Run(tt.manner, func(t *testing.T) {
			t.Parallel()
			x := playertest.XBoard(t, tt.manner)
			x.Depth = tt.depth
			_, err := play(t, x, true, opening{tt.fen, nil}, 12)
			require.ErrorContains(t, err, tt.err)
			assert.Equal(t, tt.manner == "silent", errors.Is(err, player.ErrTimeout))
		})
	}
	r, err := play(t, playertest.XBoard(t, "resign"), true, begin, 12)
	require.NoError(t, err)
	assert.True(t, r.Resigns)
}

// Programs of Debian play one short game each.
func TestInstalledPrograms(t *testing.T) {
	for spec, openings := range map[string][]opening{
		"fairymax,depth=1":           {begin, moves},
		"phalanx,depth=1":            {begin, position},
		"gnuchess,depth=1":           {begin, position},
		"stockfish,elo=1350,nodes=1": {begin, position},
	} {
		t.Run(spec, func(t *testing.T) {
			all, err := player.ParseSpec(spec, player.Defaults{})
			if err != nil {
				t.Skipf("not installed: %v", err)
			}
			p := all[0].Maker(true, nil)()
			defer p.Close()
			for _, o := range openings {
				for _, white := range []bool{true, false} {
					_, err := play(t, p, white, o, 16)
					assert.NoError(t, err)
				}
			}
		})
	}
}
