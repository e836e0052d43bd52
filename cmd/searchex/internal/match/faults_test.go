//go:build unix

package match

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/cmd/searchex/internal/openings"
	"github.com/searchex/searchex/cmd/searchex/internal/player"
	"github.com/searchex/searchex/cmd/searchex/internal/player/playertest"
	"github.com/searchex/searchex/cmd/searchex/internal/rules"
	"github.com/searchex/searchex/cmd/searchex/internal/stats"
)

// keepPids lets helper programs write their process ids to a file, which the
// function returned reads.
func keepPids(t *testing.T) func() []int {
	t.Helper()
	path := filepath.Join(t.TempDir(), "pids")
	t.Setenv(playertest.PidsVariable, path)
	return func() []int {
		b, err := os.ReadFile(path)
		if errors.Is(err, os.ErrNotExist) {
			return nil
		}
		require.NoError(t, err)
		var pids []int
		for _, f := range strings.Fields(string(b)) {
			pid, err := strconv.Atoi(f)
			require.NoError(t, err)
			pids = append(pids, pid)
		}
		return pids
	}
}

// alive tells whether a process still is, a zombie being none.
func alive(pid int) bool {
	if err := syscall.Kill(pid, 0); err != nil {
		return false
	}
	b, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/stat")
	if err != nil {
		return false
	}
	_, state, _ := strings.Cut(string(b), ") ")
	return !strings.HasPrefix(state, "Z")
}

func assertGone(t *testing.T, pids []int) {
	t.Helper()
	assert.Eventually(t, func() bool {
		for _, pid := range pids {
			if alive(pid) {
				return false
			}
		}
		return true
	}, 5*time.Second, 10*time.Millisecond, "processes %v still run", pids)
}

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
			pids := keepPids(t)
			u := playertest.UCI(t, manner)
			begun := time.Now()
			g, err := Play(context.Background(), u, playertest.Random("random", 1), start, Rules{})
			require.NoError(t, err)
			assert.Equal(t, []any{rules.BlackWins, want.end}, []any{g.Result, g.End})
			assert.Contains(t, g.Detail, manner+" (white): ")
			assert.Contains(t, g.Detail, want.detail)
			assert.NotContains(t, g.Detail, "\n")
			require.NoError(t, u.Close())
			assert.Less(t, time.Since(begun), 15*time.Second, "it must be noticed before the timeout")
			programs := 1
			if manner == "orphan" {
				programs = 2
			}
			require.Len(t, pids(), programs)
			assertGone(t, pids())
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
	// One game was lost by the script's end, three because there was no start.
	assert.Equal(t, stats.Score{Losses: 4}, r.Score)
}

// failing can't be started from one NewGame on.
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
	pids := keepPids(t)
	u := func() player.Player {
		return player.NewUCI("unsteady", os.Args[0], []string{"-uci", "unsteady"}, nil, "go")
	}
	r, err := Run(context.Background(), Config{
		First: u, Second: maker(playertest.Random("random", 1)), Openings: []openings.Opening{start}, Games: 6, Parallel: 1,
	})
	require.NoError(t, err)
	assert.Equal(t, stats.Score{Losses: 6}, r.Score)
	assert.Equal(t, map[string]int{"unsteady": 6}, r.FaultsBy)
	require.Len(t, r.Faults, 6)
	for i, f := range r.Faults {
		want := []string{`"go": ended: exit status 3`, `"uci": ended: exit status 1`}[i%2]
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
	pids := keepPids(t)
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	go func() {
		for len(pids()) < 4 && ctx.Err() == nil {
			time.Sleep(5 * time.Millisecond)
		}
		time.Sleep(100 * time.Millisecond)
		cancel()
	}()
	engine := func(manner string) player.Maker {
		return func() player.Player { return player.NewUCI(manner, os.Args[0], []string{"-uci", manner}, nil, "go") }
	}
	begun := time.Now()
	r, err := Run(ctx, Config{First: engine("deaf"), Second: engine("silent"), Openings: []openings.Opening{start}, Games: 100, Parallel: 2})
	require.ErrorIs(t, err, context.Canceled)
	assert.Less(t, time.Since(begun), 10*time.Second)
	assert.Empty(t, r.Faults)
	assert.GreaterOrEqual(t, len(pids()), 4)
	assertGone(t, pids())
}

func TestOversteppingTheClockLoses(t *testing.T) {
	u := playertest.UCI(t, "slow") // 80 ms a move
	u.Control, u.Margin = player.TimeControl{Base: 300 * time.Millisecond}, 10*time.Millisecond
	g, err := Play(context.Background(), u, playertest.Random("random", 1), start, Rules{MaxPlies: 100})
	require.NoError(t, err)
	assert.Equal(t, []any{rules.BlackWins, EndTimeout}, []any{g.Result, g.End}, g.Detail)
	assert.Contains(t, g.Detail, "slow (white)")
	assert.LessOrEqual(t, len(g.Moves), 2*4, "four moves of 80 ms don't fit into 300")

	u.Control.Increment = time.Minute
	g, err = Play(context.Background(), u, playertest.Random("random", 1), start, Rules{MaxPlies: 20})
	require.NoError(t, err)
	assert.Equal(t, EndMaxPlies, g.End, g.Detail)
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
