package match

import (
	"context"
	"errors"
	"math/rand/v2"
	"os"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/cmd/internal/chess/openings"
	"github.com/searchex/searchex/cmd/internal/chess/rules"
	"github.com/searchex/searchex/cmd/internal/match/player"
	"github.com/searchex/searchex/cmd/internal/match/player/playertest"
	"github.com/searchex/searchex/cmd/internal/match/stats"
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
		// The third go is reached only if the program was started again.
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
	// Without different openings the games would be repeated, which is no evidence.
	r, err := Run(t.Context(), Config{
		First: maker(playertest.Random("random", 1)), Second: maker(lose), Openings: manyOpenings(t), Games: 500, Parallel: 1, SPRT: &test,
	})
	require.NoError(t, err)
	assert.Equal(t, 1, test.Verdict(r.Pairs))
	assert.Less(t, r.Score.Games(), 20)
	assert.Equal(t, stats.Pairs{4: r.Score.Games() / 2}, r.Pairs)
	before := r.Pairs
	before[4]--
	assert.Zero(t, test.Verdict(before), "it must stop with the first pair that decides")

	r, err = Run(t.Context(), Config{
		First: maker(playertest.Random("random", 1)), Second: maker(lose), Openings: []openings.Opening{start}, Games: 50, Parallel: 1, SPRT: &test,
	})
	require.NoError(t, err)
	assert.Equal(t, []any{50, 0}, []any{r.Score.Games(), test.Verdict(r.Pairs)}, "replayed games decide nothing")
}

// scored returns a player that plays the moves of a line with scores, alternately for both sides;
// "-" is no score.
func scored(name, line, scores string) playertest.Func {
	moves, all := strings.Fields(line), strings.Fields(scores)
	return playertest.Func{Label: name, Fn: func(t player.Turn) (player.Reply, error) {
		i := len(t.Moves)
		if i >= len(all) {
			return player.Reply{}, errors.New("no further")
		}
		r := player.Reply{Move: moves[i]}
		if n, err := strconv.Atoi(all[i]); err == nil {
			r.Score, r.Scored = n, true
		}
		return r, nil
	}}
}

// Each case has the alternating scores of White and Black, each for the player itself, and the ply
// after which the game must be over, 0 for never.
func TestAdjudicationByTheScoresOfBoth(t *testing.T) {
	const line = "e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5a4 g8f6 e1g1 f8e7 f1e1 b7b5"
	win := Rules{WinScore: 500, WinMoves: 2}
	draw := Rules{DrawScore: 10, DrawMoves: 2}
	late := Rules{DrawScore: 10, DrawMoves: 2, DrawFrom: 5}
	for _, tt := range []struct {
		rules  Rules
		scores string
		plies  int
		result string
	}{
		{win, "600 -600 600 -600 600 -600", 4, rules.WhiteWins},
		{win, "-500 500 -500 500 0 0", 4, rules.BlackWins},
		{win, "0 -600 600 -600 600 -600", 5, rules.WhiteWins}, // White's two are the later ones
		{win, "600 -100 600 -100 600 -100", 0, ""},            // both must agree
		{win, "600 600 600 600 600 600", 0, ""},               // both think they win
		{win, "600 -600 600 -499 600 -600 600 -600", 8, rules.WhiteWins},
		{win, "600 -600 - -600 600 -600 600 -600", 7, rules.WhiteWins}, // no score is no agreement
		{win, "499 -600 499 -600 499 -600", 0, ""},
		{draw, "0 0 0 0", 4, rules.Draw},
		{draw, "10 -10 -10 10 0 0", 4, rules.Draw},
		{draw, "0 11 0 0 0 0", 6, rules.Draw},
		{draw, "0 -11 0 0 0 0", 6, rules.Draw},
		{draw, "0 - 0 - 0 -", 0, ""},
		{late, "0 0 0 0 0 0 0 0 0 0", 9, rules.Draw}, // White's fifth move
		{late, "0 0 0 0 0 0 0 99 0 0 0 0", 12, rules.Draw},
		{Rules{}, "0 0 0 0 900 -900 900 -900", 0, ""},
	} {
		p := scored("scored", line, tt.scores)
		g, err := Play(t.Context(), p, p, start, tt.rules)
		require.NoError(t, err)
		if tt.plies == 0 {
			assert.Equal(t, EndFailure, g.End, "%+v", tt)
			continue
		}
		assert.Equal(t, []any{EndAdjudication, tt.plies, tt.result}, []any{g.End, len(g.Moves), g.Result}, "%+v", tt)
		assert.Equal(t, "adjudication", termination(g.End))
	}
	// A mate on the board counts, even if both agreed on a draw.
	mate := scored("mate", "f2f3 e7e5 g2g4 d8h4", "0 0 0 0")
	g, err := Play(t.Context(), mate, mate, start, draw)
	require.NoError(t, err)
	assert.Equal(t, rules.Checkmate, g.End)
}

// pairGame returns a game with only the fields that a tally uses.
func pairGame(index int, moves, result string) Game {
	return Game{Index: index, Opening: start, Moves: strings.Fields(moves), Result: result, FirstIsWhite: index%2 == 0}
}

func TestPairsOfAMatch(t *testing.T) {
	all := []Game{
		pairGame(0, "a", rules.WhiteWins), pairGame(1, "b", rules.BlackWins), // both won by the first
		pairGame(2, "c", rules.Draw), pairGame(3, "d", rules.WhiteWins), // ½
		pairGame(4, "e", rules.WhiteWins), pairGame(5, "f", rules.WhiteWins), // 1
		pairGame(6, "g", rules.Draw), pairGame(7, "h", rules.Draw), // 1
		pairGame(8, "c", rules.Draw), pairGame(9, "d", rules.WhiteWins), // a replay of both
		pairGame(10, "i", rules.Draw), pairGame(11, "b", rules.BlackWins), // a replay of one
		pairGame(12, "c", rules.Draw), pairGame(13, "c", rules.Draw), // with the other colour it is new
		pairGame(14, "j", rules.WhiteWins), // the other half is not yet played
	}
	want := stats.Pairs{0, 1, 2, 0, 1}
	r := Tally("first", "second", all)
	assert.Equal(t, want, r.Pairs)
	assert.Equal(t, 15, r.Score.Games())
	assert.Equal(t, 11, r.Evidence.Games())
	assert.Contains(t, Notes(r), "note: first - second: Elo and what follows are drawn from 4 pairs; games without a new one to make a pair: 3")

	// The order in which games end doesn't matter.
	rng := rand.New(rand.NewPCG(1, 2))
	for range 50 {
		rng.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
		live := newTally("first", "second")
		for _, g := range all {
			live.add(g)
		}
		assert.Equal(t, want, live.Pairs)
	}
	assert.Zero(t, Tally("a", "b", nil).Pairs)
}

func TestPairings(t *testing.T) {
	assert.Equal(t, [][2]int{{0, 3}, {1, 3}, {2, 3}}, Pairings(4, false))
	for players := 2; players < 9; players++ {
		seen := map[[2]int]bool{}
		for _, p := range Pairings(players, true) {
			assert.Less(t, p[0], p[1])
			assert.False(t, seen[p], "%v stands twice", p)
			seen[p] = true
		}
		assert.Len(t, seen, players*(players-1)/2)
		// The first round has each player once.
		round := map[int]bool{}
		for _, p := range Pairings(players, true)[:players/2] {
			round[p[0]], round[p[1]] = true, true
		}
		assert.Len(t, round, players/2*2)
	}
}

func TestStandings(t *testing.T) {
	names := []string{"weak", "none", "strong", "hero"}
	met := [][2]int{{0, 2}, {0, 3}, {2, 3}, {1, 2}}
	results := []Result{{Pairs: stats.Pairs{0, 10, 0, 0, 0}}, {Pairs: stats.Pairs{5}}, {Pairs: stats.Pairs{5}}, {}}
	list, err := Standings(names, met, results, Anchor{2, 1500})
	require.NoError(t, err)
	var order []string
	for _, s := range list {
		order = append(order, s.Player)
	}
	assert.Equal(t, []string{"hero", "strong", "weak", "none"}, order)
	assert.Equal(t, []any{1500.0, 1500.0, 1500.0, 30, 0.5}, []any{*list[1].Elo, *list[1].EloLow, *list[1].EloHigh, list[1].Games, *list[1].Score})
	assert.Equal(t, []bool{true, false, false, false}, []bool{list[0].Prior, list[1].Prior, list[2].Prior, list[3].Prior})
	assert.Nil(t, list[3].Elo)
	assert.InDelta(t, (20*1500+10**list[0].Elo)/30, *list[2].Opponents, 1e-6)
	var b strings.Builder
	require.NoError(t, WriteStandings(&b, list))
	assert.Regexp(t, `(?m)^1 +hero +[0-9]{4} \? +[0-9]+ +20 +100.0% `, b.String())
	assert.Regexp(t, `(?m)^2 +strong +1500 +0 +30 +50.0% `, b.String())
	assert.Regexp(t, `(?m)^4 +none +- +- +0 +- +-$`, b.String())
	require.Len(t, StandingNotes(list), 1)
	assert.Contains(t, StandingNotes(list)[0], "hero: the rating? is only a bound")
	_, err = Standings(names, met, results, Anchor{1, 0})
	assert.ErrorContains(t, err, "the anchor has no pair of games yet")
}
