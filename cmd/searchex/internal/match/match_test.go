package match

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/corentings/chess/v2"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

var start = Opening{Name: "start", FEN: StartFEN}

// script answers with the moves of a line, in turn for both sides.
func script(name, line string) FuncPlayer {
	all := strings.Fields(line)
	return FuncPlayer{name, func(_ string, moves []string) (string, error) {
		if len(moves) >= len(all) {
			return "", fmt.Errorf("script of %d moves is over", len(all))
		}
		return all[len(moves)], nil
	}}
}

func TestGamesEndByTheRules(t *testing.T) {
	knights := strings.TrimSpace(strings.Repeat("g1f3 g8f6 f3g1 f6g8 ", 40))
	for _, tt := range []struct {
		name, fen, line string
		result          string
		end             End
		plies           int
	}{
		{"fool's mate", StartFEN, "f2f3 e7e5 g2g4 d8h4", BlackWins, EndCheckmate, 4},
		{"scholar's mate", StartFEN, "e2e4 e7e5 f1c4 b8c6 d1h5 g8f6 h5f7", WhiteWins, EndCheckmate, 7},
		{"stalemate", "7k/8/6K1/8/8/8/8/5Q2 w - - 0 1", "f1f7", Draw, EndStalemate, 1},
		{"already stalemate", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "", Draw, EndStalemate, 0},
		{"already mate", "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", "", WhiteWins, EndCheckmate, 0},
		{"third occurrence of the start", StartFEN, knights, Draw, EndRepetition, 8},
		// Black could not take en passant at e3, so the position after e2e4
		// counts as the one that returns after the knight moves.
		{"repetition after a double step", StartFEN, "e2e4 g8f6 g1f3 f6g8 f3g1 g8f6 g1f3 f6g8 f3g1", Draw, EndRepetition, 9},
		// Here it could, so that position doesn't return.
		{"no repetition of an en passant chance", "4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1",
			"e2e4 e8e7 e1e2 e7e8 e2e1 e8e7 e1e2 e7e8 e2e1", Draw, EndRepetition, 10},
		{"fifty moves", "4k3/8/8/8/8/8/8/R3K3 w - - 98 80", "a1a2 e8e7", Draw, EndFiftyMoves, 2},
		{"mate on the hundredth ply", "7k/8/6K1/8/8/8/8/5Q2 w - - 99 80", "f1f8", WhiteWins, EndCheckmate, 1},
		{"last rook taken", "4k3/8/8/8/8/8/4r3/4K3 w - - 0 1", "e1e2", Draw, EndMaterial, 1},
		{"bishops of one colour", "4k3/8/8/2b5/8/8/3p4/2B1K3 w - - 0 1", "c1d2", Draw, EndMaterial, 1},
	} {
		t.Run(tt.name, func(t *testing.T) {
			line := tt.line
			if tt.plies == 10 {
				line += " e8e7"
			}
			p := script("script", line)
			g, err := Play(context.Background(), p, p, Opening{Name: tt.name, FEN: tt.fen}, Rules{})
			require.NoError(t, err)
			assert.Equal(t, []any{tt.result, tt.end, tt.plies}, []any{g.Result, g.End, len(g.Moves)}, g.Detail)
		})
	}
}

func TestInsufficientMaterial(t *testing.T) {
	for fen, want := range map[string]bool{
		"4k3/8/8/8/8/8/8/4K3 w - - 0 1":     true,
		"4k3/8/8/8/8/8/8/3NK3 w - - 0 1":    true,
		"4k3/8/8/8/8/8/8/3BK3 w - - 0 1":    true,
		"2b1k3/8/8/8/8/8/8/3BK3 w - - 0 1":  true,  // c8 and d1: both light
		"4kb2/8/8/8/8/8/8/3BK3 w - - 0 1":   false, // f8 is dark: a helpmate exists
		"3nk3/8/8/8/8/8/8/3NK3 w - - 0 1":   false,
		"4k3/8/8/8/8/8/8/2NNK3 w - - 0 1":   false,
		"4k3/8/8/8/8/8/8/2BNK3 w - - 0 1":   false,
		"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1":   false,
		"4k3/8/8/8/8/8/8/R3K3 w - - 0 1":    false,
		"4k2q/8/8/8/8/8/8/4K3 w - - 0 1":    false,
		"4k3/8/8/8/8/8/1B1B4/4K3 w - - 0 1": true,
	} {
		pos, err := parseFEN(fen)
		require.NoError(t, err)
		assert.Equal(t, want, insufficientMaterial(pos), fen)
	}
}

func TestMaxPlies(t *testing.T) {
	p := random("random", 1)
	g, err := Play(context.Background(), p, p, start, Rules{MaxPlies: 7})
	require.NoError(t, err)
	assert.Equal(t, []any{Draw, EndMaxPlies, 7}, []any{g.Result, g.End, len(g.Moves)})
}

func TestFaultsLoseTheGame(t *testing.T) {
	fails := FuncPlayer{"failing", func(string, []string) (string, error) { return "", errors.New("no idea") }}
	panics := FuncPlayer{"panicking", func(string, []string) (string, error) { panic("mate in -1") }}
	none := FuncPlayer{"none", func(string, []string) (string, error) { return "0000", nil }}
	for _, tt := range []struct {
		bad    Player
		end    End
		detail string
	}{
		{fails, EndFailure, "failing (white): no idea"},
		{panics, EndFailure, "panicking (white): panic: mate in -1"},
		{none, EndIllegal, `none (white): illegal move "0000" at ply 1 in "` + StartFEN + `"`},
		{helper(t, "illegal"), EndIllegal, `illegal (white): illegal move "e1e5" at ply 1`},
		{helper(t, "bare"), EndIllegal, `bare (white): illegal move "" at ply 1`},
		{helper(t, "silent"), EndTimeout, `silent (white): uci: "go movetime 1": no answer within 300ms`},
		{helper(t, "crash"), EndFailure, `crash (white): uci: "go movetime 1": ended: exit status 3: out of cheese`},
	} {
		t.Run(tt.bad.Name(), func(t *testing.T) {
			good := random("random", 1)
			g, err := Play(context.Background(), tt.bad, good, start, Rules{})
			require.NoError(t, err)
			assert.Equal(t, []any{BlackWins, tt.end}, []any{g.Result, g.End})
			assert.Contains(t, g.Detail, tt.detail)

			g, err = Play(context.Background(), good, tt.bad, start, Rules{})
			require.NoError(t, err)
			assert.Equal(t, []any{WhiteWins, tt.end}, []any{g.Result, g.End})
			assert.Contains(t, g.Detail, tt.bad.Name()+" (black)")
		})
	}
}

func TestMatchGoesOnAfterACrash(t *testing.T) {
	r, err := Run(context.Background(), Config{
		First:    func() Player { return helper(t, "crash3") },
		Second:   maker(random("random", 2)),
		Openings: []Opening{start},
		Games:    4,
		Parallel: 2,
	})
	require.NoError(t, err)
	assert.Equal(t, Score{Losses: 4}, r.Score)
	require.Len(t, r.Faults, 4)
	for i, g := range r.Games {
		assert.Equal(t, EndFailure, g.End)
		// The third go is only reached when the program was started anew.
		assert.Equal(t, 4+i%2, len(g.Moves), "game %d", i)
	}
}

func TestProgramThatCannotStart(t *testing.T) {
	for _, tt := range []struct {
		player *UCI
		err    string
	}{
		{NewUCI("engine", "/nowhere/engine", nil, nil, "go"), "match: engine: uci: start: "},
		{NewUCI("helper", os.Args[0], []string{"-uci", "good"}, map[string]string{"Elo": "1"}, "go"), `no option "Elo"`},
		{NewUCI("helper", os.Args[0], []string{"-uci", "good"}, map[string]string{"uci_elo": "1200"}, "go"), `option "uci_elo": "1200" is not in 1350..2850`},
		{func() *UCI {
			u := helper(t, "mute")
			u.StartTimeout = 100 * time.Millisecond
			return u
		}(), `"uci": no answer within 100ms`},
	} {
		c := Config{First: maker(tt.player), Second: maker(random("r", 1)), Openings: []Opening{start}, Games: 2}
		_, err := Run(context.Background(), c)
		assert.ErrorContains(t, err, tt.err)
	}
}

func TestCloseEndsAProgramThatIgnoresQuit(t *testing.T) {
	u := helper(t, "deaf")
	require.NoError(t, u.NewGame())
	p := u.now
	begin := time.Now()
	require.NoError(t, u.Close())
	assert.Less(t, time.Since(begin), 5*time.Second)
	select {
	case <-p.gone:
	default:
		t.Error("the program still runs")
	}
	assert.Error(t, u.NewGame(), "a closed player must not start again")
}

func TestChattyProgram(t *testing.T) {
	u := helper(t, "chatty")
	g, err := Play(context.Background(), u, random("random", 1), start, Rules{MaxPlies: 6})
	require.NoError(t, err)
	assert.Equal(t, EndMaxPlies, g.End, g.Detail)
}

func TestOptionsAreSetInOrderOfName(t *testing.T) {
	known := map[string]option{"hash": {bounded: true, min: 1, max: 64}, "profile": {}, "a": {}}
	s, err := setOptions(map[string]string{"Profile": "sx81", "Hash": "16", "A": "x y"}, known)
	require.NoError(t, err)
	assert.Equal(t, "setoption name A value x y\nsetoption name Hash value 16\nsetoption name Profile value sx81\n", s)
}

// manyOpenings returns the committed openings, in a slice of the caller's own.
func manyOpenings(t *testing.T) []Opening {
	t.Helper()
	o, err := loadMany()
	require.NoError(t, err)
	return slices.Clone(o)
}

var loadMany = sync.OnceValues(func() ([]Opening, error) {
	return LoadOpenings("../../../../testdata/openings.txt")
})

func TestRunIsDeterministicInParallel(t *testing.T) {
	openings := manyOpenings(t)[:5]
	play := func(parallel int) Result {
		r, err := Run(context.Background(), Config{
			First:    maker(random("one", 1)),
			Second:   maker(random("two", 2)),
			Openings: openings,
			Games:    12,
			Parallel: parallel,
			Rules:    Rules{MaxPlies: 60},
		})
		require.NoError(t, err)
		for i := range r.Games {
			g := &r.Games[i]
			g.Elapsed, g.Spent[0].Time, g.Spent[1].Time = 0, 0, 0
		}
		r.Spent[0].Time, r.Spent[1].Time = 0, 0
		return r
	}
	one, four := play(1), play(4)
	assert.Equal(t, one, four)
	require.Len(t, one.Games, 12)
	assert.Equal(t, 10, one.Distinct, "games 10 and 11 replay games 0 and 1")
	for i, g := range one.Games {
		assert.Equal(t, i, g.Index)
		assert.Equal(t, openings[i/2%5].Name, g.Opening.Name)
		assert.Equal(t, i%2 == 0, g.FirstIsWhite)
		assert.Equal(t, map[bool]string{true: "one", false: "two"}[i%2 == 0], g.White)
		assert.Equal(t, openings[i/2%5].Moves, g.Moves[:len(g.Opening.Moves)])
	}
	assert.Equal(t, one.Games[0].Moves, one.Games[10].Moves)
}

// The chess package's own FEN reader mixes up positions read at the same time.
func TestParallelGamesKeepTheirOwnStart(t *testing.T) {
	var wg sync.WaitGroup
	for _, fen := range []string{StartFEN, "4k3/8/8/8/8/8/8/4K2R w K - 0 1"} {
		wg.Go(func() {
			for range 5000 {
				if r, err := newReferee(Opening{FEN: fen}); err != nil || r.pos.String() != fen {
					t.Errorf("fen %q read as %v, %v", fen, r, err)
					return
				}
			}
		})
	}
	wg.Wait()
}

func TestGamesRunAtTheSameTime(t *testing.T) {
	// Each first move waits until both games have begun.
	var begun atomic.Int32
	both := make(chan struct{})
	p := FuncPlayer{"p", func(_ string, moves []string) (string, error) {
		if len(moves) == 0 && begun.Add(1) == 2 {
			close(both)
		}
		select {
		case <-both:
			return strings.Fields("f2f3 e7e5 g2g4 d8h4")[len(moves)], nil
		case <-time.After(20 * time.Second):
			return "", errors.New("alone")
		}
	}}
	r, err := Run(context.Background(), Config{First: maker(p), Second: maker(p), Openings: []Opening{start}, Games: 2, Parallel: 2})
	require.NoError(t, err)
	assert.Empty(t, r.Faults)
	assert.Equal(t, Score{Wins: 1, Losses: 1}, r.Score)
	assert.Equal(t, []any{"p", "p (2)", 1}, []any{r.First, r.Second, r.Distinct})
}

func TestCancelKeepsTheResultsSoFar(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	played := 0
	r, err := Run(ctx, Config{
		First:    maker(script("script", "f2f3 e7e5 g2g4 d8h4")),
		Second:   maker(script("script", "f2f3 e7e5 g2g4 d8h4")),
		Openings: []Opening{start},
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
	u := helper(t, "silent")
	u.MoveTimeout = time.Minute
	begin := time.Now()
	r, err := Run(ctx, Config{First: maker(u), Second: maker(random("r", 1)), Openings: []Opening{start}, Games: 2, Parallel: 1})
	assert.ErrorIs(t, err, context.DeadlineExceeded)
	assert.Less(t, time.Since(begin), 10*time.Second)
	assert.Empty(t, r.Games, "an interrupted game is nobody's loss")
}

func TestRunErrors(t *testing.T) {
	p := maker(random("r", 1))
	full := errors.New("disk full")
	for _, tt := range []struct {
		c   Config
		err string
	}{
		{Config{First: p, Second: p, Openings: []Opening{start}}, "match: 0 games: at least 1"},
		{Config{First: p, Second: p, Games: 1}, "match: no openings"},
		{Config{First: p, Second: p, Games: 1, Openings: []Opening{{Name: "odd", FEN: "8/8 w"}}}, `opening "odd": fen "8/8 w"`},
		{Config{First: p, Second: p, Games: 1, Openings: []Opening{{Name: "odd", FEN: StartFEN, Moves: []string{"e2e5"}}}}, `opening "odd": illegal move "e2e5" at ply 1`},
		{Config{First: p, Second: p, Games: 9, Rules: Rules{MaxPlies: 3}, Openings: []Opening{start}, OnGame: func(Game) error { return full }}, "disk full"},
	} {
		_, err := Run(context.Background(), tt.c)
		assert.ErrorContains(t, err, tt.err)
	}
}

func TestPGNIsReadBack(t *testing.T) {
	fen := "r3k2r/1P6/8/8/8/8/6p1/R3K2R b KQkq - 3 12"
	r, err := Run(context.Background(), Config{
		First:    maker(random("one", 1)),
		Second:   maker(random("two", 2)),
		Openings: append(manyOpenings(t)[:3], Opening{Name: "promotions", FEN: fen, Moves: []string{"g2h1q"}}),
		Games:    8,
		Rules:    Rules{MaxPlies: 60},
	})
	require.NoError(t, err)
	r.Games[0].Detail = "two (black): {odd}"
	var b strings.Builder
	require.NoError(t, WritePGN(&b, "test", "", r.Games...))
	for _, line := range strings.Split(b.String(), "\n") {
		assert.True(t, len(line) <= pgnWidth || line[0] == '[', line)
	}
	assert.Contains(t, b.String(), "12... gxh1=Q+ 13.")

	scanner := chess.NewScanner(strings.NewReader(b.String()))
	read := 0
	for scanner.HasNext() {
		g, err := scanner.ParseNext()
		require.NoError(t, err)
		want := r.Games[read]
		var moves []string
		for _, m := range g.Moves() {
			moves = append(moves, m.String())
		}
		assert.Equal(t, want.Moves, moves, "game %d", read)
		assert.Equal(t, want.Result, g.GetTagPair("Result"))
		assert.Equal(t, string(want.End), g.GetTagPair("Termination"))
		read++
	}
	assert.Equal(t, 8, read)
}

func TestPGNTagsAreEscaped(t *testing.T) {
	var b strings.Builder
	g := Game{Opening: start, White: `the "one"`, Black: `two\`, Moves: []string{"e2e4"}, Result: BlackWins,
		End: EndFailure, Detail: "two {gone}"}
	require.NoError(t, WritePGN(&b, "test", "2026.11.21", g))
	assert.Equal(t, `[Event "test"]
[Site "?"]
[Date "2026.11.21"]
[Round "1"]
[White "the \"one\""]
[Black "two\\"]
[Result "0-1"]
[Opening "start"]
[PlyCount "1"]
[Termination "failure"]

1. e4 {two (gone)} 0-1

`, b.String())
}
