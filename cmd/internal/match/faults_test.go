//go:build unix

package match

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/cmd/internal/chess/openings"
	"github.com/searchex/searchex/cmd/internal/chess/rules"
	"github.com/searchex/searchex/cmd/internal/match/player"
	"github.com/searchex/searchex/cmd/internal/match/player/playertest"
	"github.com/searchex/searchex/cmd/internal/match/stats"
	"github.com/searchex/searchex/cmd/internal/play/clock"
	"github.com/searchex/searchex/goengine"
)

func TestEveryMannerOfFailureLosesTheGameAndLeavesNoProcess(t *testing.T) {
	for manner, want := range map[string]struct {
		end    rules.End
		detail string
	}{
		"silent":  {EndTimeout, "no answer within 300ms"},
		"flood":   {EndTimeout, "no answer within 300ms"},
		"shut":    {EndFailure, "closed its output"},
		"orphan":  {EndFailure, "ended: exit status 0"},
		"crash":   {EndFailure, "ended: exit status 3: out of cheese"},
		"illegal": {EndIllegal, `illegal move "e1e5" at ply 1`},
		"bare":    {EndIllegal, `illegal move ""`},
	} {
		t.Run(manner, func(t *testing.T) {
			pids := playertest.KeepPids(t)
			u := playertest.UCI(t, manner)
			g, err := Play(context.Background(), u, playertest.Random("random", 1), start, Rules{})
			require.NoError(t, err)
			assert.Equal(t, []any{rules.BlackWins, want.end}, []any{g.Result, g.End})
			assert.Contains(t, g.Detail, manner+" (white): ")
			assert.Contains(t, g.Detail, want.detail)
			assert.NotContains(t, g.Detail, "\n")
			require.NoError(t, u.Close())
			programs := 1
			if manner == "orphan" {
				programs = 2
			}
			require.Len(t, pids(), programs)
			playertest.WaitGone(t, pids())
		})
	}
}

func TestAnEndlessLineIsReadOver(t *testing.T) {
	u := playertest.UCI(t, "endless")
	g, err := Play(context.Background(), u, playertest.Random("random", 1), start, Rules{MaxPlies: 6})
	require.NoError(t, err)
	assert.Equal(t, EndMaxPlies, g.End, g.Detail)
}

func TestASecondBestmoveIsNotTheNextAnswer(t *testing.T) {
	g, err := Play(context.Background(), playertest.UCI(t, "twice"), playertest.Random("random", 1), start, Rules{MaxPlies: 20})
	require.NoError(t, err)
	assert.Equal(t, EndMaxPlies, g.End, g.Detail)
}

func TestMatchEndsWhenAPlayerCanNotBeStartedAnyMore(t *testing.T) {
	starts := 0
	broken := errors.New("no such file")
	m := func() player.Player {
		return &failing{Func: script("failing", ""), starts: &starts, from: 2, err: broken}
	}
	r, err := Run(context.Background(), Config{
		First: m, Second: maker(playertest.Random("random", 1)), Openings: []openings.Opening{start}, Games: 50, Parallel: 1,
	})
	require.ErrorIs(t, err, broken)
	assert.ErrorContains(t, err, "failing: could not be started 3 times in a row")
	// One game was lost at the end of the script, three because the player did not start.
	assert.Equal(t, stats.Score{Losses: 4}, r.Score)
}

// failing fails to start from some NewGame on.
type failing struct {
	playertest.Func
	starts *int
	from   int
	err    error
}

func (f *failing) NewGame() error {
	if *f.starts++; *f.starts > f.from {
		return f.err
	}
	return nil
}

func TestAFailureToStartLosesAGameButNotTheMatch(t *testing.T) {
	pids := playertest.KeepPids(t)
	u := func() player.Player { return playertest.UCI(t, "unsteady") }
	r, err := Run(context.Background(), Config{
		First: u, Second: maker(playertest.Random("random", 1)), Openings: []openings.Opening{start}, Games: 6, Parallel: 1,
	})
	require.NoError(t, err)
	assert.Equal(t, stats.Score{Losses: 6}, r.Score)
	assert.Equal(t, map[string]int{"unsteady": 6}, r.FaultsBy)
	require.Len(t, r.Faults, 6)
	for i, f := range r.Faults {
		want := []string{`"go movetime 1": ended: exit status 3`, `"uci": ended: exit status 1`}[i%2]
		assert.Contains(t, f, want, "game %d", i)
	}
	assert.Len(t, pids(), 6, "a start for each game")
}

func TestAProgramThatEndsBetweenGamesIsStartedAgain(t *testing.T) {
	r, err := Run(context.Background(), Config{
		First:  func() player.Player { return playertest.UCI(t, "mayfly") },
		Second: maker(playertest.Random("random", 1)), Openings: []openings.Opening{start}, Games: 4, Parallel: 1, Rules: Rules{MaxPlies: 4},
	})
	require.NoError(t, err)
	assert.Empty(t, r.Faults)
	assert.Equal(t, stats.Score{Draws: 4}, r.Score)
}

func TestCancelLeavesNoProcess(t *testing.T) {
	pids := playertest.KeepPids(t)
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	go func() {
		for len(pids()) < 4 && ctx.Err() == nil {
			time.Sleep(5 * time.Millisecond)
		}
		cancel()
	}()
	engine := func(manner string) player.Maker {
		return func() player.Player {
			u := playertest.UCI(t, manner)
			u.MoveTimeout = playertest.Long
			return u
		}
	}
	r, err := Run(ctx, Config{First: engine("deaf"), Second: engine("silent"), Openings: []openings.Opening{start}, Games: 100, Parallel: 2})
	require.ErrorIs(t, err, context.Canceled)
	assert.Empty(t, r.Faults)
	assert.GreaterOrEqual(t, len(pids()), 4)
	playertest.WaitGone(t, pids())
}

// slow returns a UCI engine that takes 80 ms for a random move.
func slow(_ context.Context, in io.Reader, out io.Writer) error {
	var position []string
	for lines := bufio.NewScanner(in); lines.Scan(); {
		switch f := strings.Fields(lines.Text()); f[0] {
		case "uci":
			fmt.Fprintln(out, "uciok")
		case "isready":
			fmt.Fprintln(out, "readyok")
		case "position":
			position = f[min(3, len(f)):] // startpos moves …
		case "go":
			time.Sleep(80 * time.Millisecond)
			move, err := playertest.RandomMove(1, goengine.StartFEN, position)
			if err != nil {
				return err
			}
			fmt.Fprintln(out, "bestmove", move)
		case "quit":
			return nil
		}
	}
	return nil
}

// This uses the clock of a bubble, so that a busy computer can't make it fail.
func TestOversteppingTheClockLoses(t *testing.T) {
	for _, tt := range []struct {
		control clock.Period
		plies   int // after which the game ends
		end     rules.End
	}{
		{clock.Period{Time: 300 * time.Millisecond}, 6, EndTimeout}, // four moves of 80 ms don't fit
		{clock.Period{Time: 320 * time.Millisecond}, 8, EndTimeout}, // four do
		{clock.Period{Time: 311 * time.Millisecond}, 8, EndTimeout}, // and with the margin of 10 ms
		{clock.Period{Time: 100 * time.Millisecond, Inc: 80 * time.Millisecond}, 20, EndMaxPlies},
		{clock.Period{Time: 160 * time.Millisecond, Moves: 2}, 20, EndMaxPlies},
	} {
		synctest.Test(t, func(t *testing.T) {
			u := player.NewSelf("slow", slow, nil, "go", false)
			defer u.Close()
			u.Control, u.Margin = player.TimeControl{Periods: []clock.Period{tt.control}}, 10*time.Millisecond
			g, err := Play(context.Background(), u, playertest.Random("random", 1), start, Rules{MaxPlies: 20})
			require.NoError(t, err)
			assert.Equal(t, []any{tt.end, tt.plies}, []any{g.End, len(g.Moves)}, "%+v: %s", tt.control, g.Detail)
			if tt.end == EndTimeout {
				assert.Equal(t, rules.BlackWins, g.Result)
				assert.Contains(t, g.Detail, "slow (white)")
			}
		})
	}
}

func TestResignationIsForTheSideThatIsBehind(t *testing.T) {
	for _, tt := range []struct {
		rules Rules
		plies int
		end   rules.End
	}{
		{Rules{ResignScore: 900, ResignMoves: 3, MaxPlies: 40}, 5, EndAdjudication},
		{Rules{ResignScore: 901, ResignMoves: 3, MaxPlies: 10}, 10, EndMaxPlies},
		{Rules{MaxPlies: 10}, 10, EndMaxPlies},
	} {
		g, err := Play(context.Background(), playertest.UCI(t, "despair"), playertest.Random("random", 1), start, tt.rules)
		require.NoError(t, err)
		assert.Equal(t, []any{tt.end, tt.plies}, []any{g.End, len(g.Moves)}, g.Detail)
		if tt.end == EndAdjudication {
			assert.Equal(t, rules.BlackWins, g.Result)
			assert.Equal(t, uint64(3*77), g.Spent[0].Nodes)
		}
		assert.Empty(t, g.Detail, "it is no fault")
	}
}

// The faults of all matches count together, and matches without any are no error.
func TestFaultErrorCountsAllMatches(t *testing.T) {
	assert.NoError(t, FaultError([]Result{{FaultsBy: map[string]int{}}, {}}))
	err := FaultError([]Result{{FaultsBy: map[string]int{"b": 1, "a": 2}}, {FaultsBy: map[string]int{"b": 2}}})
	assert.EqualError(t, err, "a lost 2 games by fault, b lost 3 games by fault")
}
