package match

import (
	"context"
	"errors"
	"os"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/cmd/searchex/internal/openings"
	"github.com/searchex/searchex/cmd/searchex/internal/player"
	"github.com/searchex/searchex/cmd/searchex/internal/player/playertest"
	"github.com/searchex/searchex/cmd/searchex/internal/rules"
	"github.com/searchex/searchex/cmd/searchex/internal/stats"
	"github.com/searchex/searchex/goengine"
)

func TestMaxPlies(t *testing.T) {
	p := playertest.Random("random", 1)
	g, err := Play(context.Background(), p, p, start, Rules{MaxPlies: 7})
	require.NoError(t, err)
	assert.Equal(t, []any{rules.Draw, EndMaxPlies, 7}, []any{g.Result, g.End, len(g.Moves)})
}

func TestFaultsLoseTheGame(t *testing.T) {
	fails := playertest.Func{Label: "failing", Fn: func(player.Turn) (player.Reply, error) { return player.Reply{}, errors.New("no idea") }}
	none := playertest.Func{Label: "none", Fn: func(player.Turn) (player.Reply, error) { return player.Reply{Move: "0000"}, nil }}
	for _, tt := range []struct {
		bad    player.Player
		end    rules.End
		detail string
	}{
		{fails, EndFailure, "failing (white): no idea"},
		{none, EndIllegal, `none (white): illegal move "0000" at ply 1 in "` + goengine.StartFEN + `"`},
		{playertest.UCI(t, "illegal"), EndIllegal, `illegal (white): illegal move "e1e5" at ply 1`},
		{playertest.UCI(t, "bare"), EndIllegal, `bare (white): illegal move "" at ply 1`},
		{playertest.UCI(t, "silent"), EndTimeout, `silent (white): uci: "go movetime 1": no answer within 300ms`},
		{playertest.UCI(t, "crash"), EndFailure, `crash (white): uci: "go movetime 1": ended: exit status 3: out of cheese`},
	} {
		t.Run(tt.bad.Name(), func(t *testing.T) {
			good := playertest.Random("random", 1)
			g, err := Play(context.Background(), tt.bad, good, start, Rules{})
			require.NoError(t, err)
			assert.Equal(t, []any{rules.BlackWins, tt.end}, []any{g.Result, g.End})
			assert.Contains(t, g.Detail, tt.detail)

			g, err = Play(context.Background(), good, tt.bad, start, Rules{})
			require.NoError(t, err)
			assert.Equal(t, []any{rules.WhiteWins, tt.end}, []any{g.Result, g.End})
			assert.Contains(t, g.Detail, tt.bad.Name()+" (black)")
		})
	}
}

func TestMatchGoesOnAfterACrash(t *testing.T) {
	r, err := Run(context.Background(), Config{
		First:    func() player.Player { return playertest.UCI(t, "crash3") },
		Second:   maker(playertest.Random("random", 2)),
		Openings: []openings.Opening{start},
		Games:    4,
		Parallel: 2,
	})
	require.NoError(t, err)
	assert.Equal(t, stats.Score{Losses: 4}, r.Score)
	require.Len(t, r.Faults, 4)
	for i, g := range r.Games {
		assert.Equal(t, EndFailure, g.End)
		// The third go is only reached when the program was started anew.
		assert.Equal(t, 4+i%2, len(g.Moves), "game %d", i)
	}
}

func TestProgramThatCannotStart(t *testing.T) {
	good := func(options map[string]string) *player.UCI {
		u := player.NewUCI("helper", os.Args[0], []string{"-uci", "good"}, options, "go")
		u.StartTimeout = playertest.Long
		return u
	}
	for _, tt := range []struct {
		player *player.UCI
		err    string
	}{
		{player.NewUCI("engine", "/nowhere/engine", nil, nil, "go"), "match: engine: uci: start: "},
		{good(map[string]string{"Elo": "1"}), `no option "Elo"`},
		{good(map[string]string{"uci_elo": "1200"}), `option "uci_elo": "1200" is not in 1350..2850`},
		{func() *player.UCI {
			u := playertest.UCI(t, "mute")
			u.StartTimeout = 100 * time.Millisecond
			return u
		}(), `"uci": no answer within 100ms`},
	} {
		c := Config{First: maker(tt.player), Second: maker(playertest.Random("r", 1)), Openings: []openings.Opening{start}, Games: 2}
		_, err := Run(context.Background(), c)
		assert.ErrorContains(t, err, tt.err)
	}
}

func TestChattyProgram(t *testing.T) {
	u := playertest.UCI(t, "chatty")
	g, err := Play(context.Background(), u, playertest.Random("random", 1), start, Rules{MaxPlies: 6})
	require.NoError(t, err)
	assert.Equal(t, EndMaxPlies, g.End, g.Detail)
}

func TestRunIsDeterministicInParallel(t *testing.T) {
	from := manyOpenings(t)[:5]
	play := func(parallel int) Result {
		r, err := Run(context.Background(), Config{
			First:    maker(playertest.Random("one", 1)),
			Second:   maker(playertest.Random("two", 2)),
			Openings: from,
			Games:    12,
			Parallel: parallel,
			Rules:    Rules{MaxPlies: 60},
		})
		require.NoError(t, err)
		timeless(r.Games)
		r.Spent[0].Time, r.Spent[1].Time = 0, 0
		return r
	}
	one, four := play(1), play(4)
	assert.Equal(t, one, four)
	require.Len(t, one.Games, 12)
	assert.Equal(t, 10, one.Distinct, "games 10 and 11 replay games 0 and 1")
	for i, g := range one.Games {
		assert.Equal(t, i, g.Index)
		assert.Equal(t, from[i/2%5].Name, g.Opening.Name)
		assert.Equal(t, i%2 == 0, g.FirstIsWhite)
		assert.Equal(t, map[bool]string{true: "one", false: "two"}[i%2 == 0], g.White)
		assert.Equal(t, from[i/2%5].Moves, g.Moves[:len(g.Opening.Moves)])
	}
	assert.Equal(t, one.Games[0].Moves, one.Games[10].Moves)
}

func TestGamesRunAtTheSameTime(t *testing.T) {
	// Each first move waits until both games have begun.
	var begun atomic.Int32
	both := make(chan struct{})
	p := playertest.Func{Label: "p", Fn: func(turn player.Turn) (player.Reply, error) {
		if len(turn.Moves) == 0 && begun.Add(1) == 2 {
			close(both)
		}
		<-both
		return player.Reply{Move: strings.Fields("f2f3 e7e5 g2g4 d8h4")[len(turn.Moves)]}, nil
	}}
	r, err := Run(context.Background(), Config{First: maker(p), Second: maker(p), Openings: []openings.Opening{start}, Games: 2, Parallel: 2})
	require.NoError(t, err)
	assert.Empty(t, r.Faults)
	assert.Equal(t, stats.Score{Wins: 1, Losses: 1}, r.Score)
	assert.Equal(t, []any{"p", "p (2)", 1}, []any{r.First, r.Second, r.Distinct})
}

func TestCancelKeepsTheResultsSoFar(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	played := 0
	r, err := Run(ctx, Config{
		First:    maker(script("script", "f2f3 e7e5 g2g4 d8h4")),
		Second:   maker(script("script", "f2f3 e7e5 g2g4 d8h4")),
		Openings: []openings.Opening{start},
		Games:    1000,
		Parallel: 1,
		OnGame: func(Game) error {
			if played++; played == 3 {
				cancel()
			}
			return nil
		},
	})
	assert.ErrorIs(t, err, context.Canceled)
	assert.Len(t, r.Games, 3)
	assert.Equal(t, 3, r.Score.Games())
}

func TestCancelStopsAProgramThatThinks(t *testing.T) {
	ctx, cancel := context.WithTimeout(context.Background(), 200*time.Millisecond)
	defer cancel()
	u := playertest.UCI(t, "silent")
	u.MoveTimeout = playertest.Long
	r, err := Run(ctx, Config{First: maker(u), Second: maker(playertest.Random("r", 1)), Openings: []openings.Opening{start}, Games: 2, Parallel: 1})
	assert.ErrorIs(t, err, context.DeadlineExceeded)
	assert.Empty(t, r.Games, "an interrupted game is nobody's loss")
}

func TestRunErrors(t *testing.T) {
	p := maker(playertest.Random("r", 1))
	full := errors.New("disk full")
	for _, tt := range []struct {
		c   Config
		err string
	}{
		{Config{First: p, Second: p, Openings: []openings.Opening{start}}, "match: 0 games: at least 1"},
		{Config{First: p, Second: p, Games: 1}, "match: no openings"},
		{Config{First: p, Second: p, Games: 1, Openings: []openings.Opening{{Name: "odd", FEN: "8/8 w"}}}, `opening "odd": fen "8/8 w"`},
		{Config{First: p, Second: p, Games: 1, Openings: []openings.Opening{{Name: "odd", FEN: goengine.StartFEN, Moves: []string{"e2e5"}}}}, `opening "odd": illegal move "e2e5" at ply 1`},
		{Config{First: p, Second: p, Games: 9, Rules: Rules{MaxPlies: 3}, Openings: []openings.Opening{start}, OnGame: func(Game) error { return full }}, "disk full"},
	} {
		_, err := Run(context.Background(), tt.c)
		assert.ErrorContains(t, err, tt.err)
	}
}

func TestSPRTStopsAMatch(t *testing.T) {
	test := stats.SPRT{Elo0: 0, Elo1: 300, Alpha: 0.05, Beta: 0.05}
	lose := playertest.Func{Label: "none", Fn: func(player.Turn) (player.Reply, error) { return player.Reply{Move: "0000"}, nil }}
	// Many openings, or else the games were replays, which are no evidence.
	r, err := Run(t.Context(), Config{
		First: maker(playertest.Random("random", 1)), Second: maker(lose), Openings: manyOpenings(t), Games: 500, Parallel: 1, SPRT: &test,
	})
	require.NoError(t, err)
	assert.Equal(t, 1, test.Verdict(r.Evidence))
	assert.Less(t, r.Score.Games(), 20)
	before := r.Evidence
	before.Wins--
	assert.Zero(t, test.Verdict(before), "it must stop with the first game that decides")

	r, err = Run(t.Context(), Config{
		First: maker(playertest.Random("random", 1)), Second: maker(lose), Openings: []openings.Opening{start}, Games: 50, Parallel: 1, SPRT: &test,
	})
	require.NoError(t, err)
	assert.Equal(t, []any{50, 0}, []any{r.Score.Games(), test.Verdict(r.Evidence)}, "replayed games decide nothing")
}
