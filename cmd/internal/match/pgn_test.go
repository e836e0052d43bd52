package match

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/corentings/chess/v2"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/cmd/internal/chess/openings"
	"github.com/searchex/searchex/cmd/internal/chess/rules"
	"github.com/searchex/searchex/cmd/internal/match/player"
	"github.com/searchex/searchex/cmd/internal/match/player/playertest"
)

// readBack reads games with another reader: their moves, in UCI notation, and the comments on
// them.
func readBack(t *testing.T, text string) (games []*chess.Game, moves, comments [][]string) {
	t.Helper()
	scanner := chess.NewScanner(strings.NewReader(text))
	for scanner.HasNext() {
		g, err := scanner.ParseNext()
		require.NoError(t, err)
		var m, c []string
		for _, move := range g.Moves() {
			m = append(m, move.String())
			c = append(c, strings.Join(strings.Fields(move.Comments()), " "))
		}
		games, moves, comments = append(games, g), append(moves, m), append(comments, c)
	}
	return games, moves, comments
}

func TestPGNIsReadBackWithItsComments(t *testing.T) {
	fen := "r3k2r/1P6/8/8/8/8/6p1/R3K2R b KQkq - 3 12"
	thinks := playertest.Random("one", 1)
	thinks.Fn = func(turn player.Turn) (r player.Reply, err error) {
		r.Move, err = playertest.RandomMove(1, turn.FEN, turn.Moves)
		r.Score, r.Scored, r.Depth, r.Elapsed = 10*len(turn.Moves)-100, true, len(turn.Moves), time.Duration(len(turn.Moves)+1)*time.Second
		return r, err
	}
	r, err := Run(context.Background(), Config{
		First:    maker(thinks),
		Second:   maker(playertest.Random("two", 2)),
		Openings: append(manyOpenings(t)[:3], openings.Opening{Name: "promotions", FEN: fen, Moves: []string{"g2h1q"}}),
		Games:    8,
		Rules:    Rules{MaxPlies: 60},
	})
	require.NoError(t, err)
	r.Games[0].Detail = "two (black): {odd} [%clk 1] 100 % of it"
	var b strings.Builder
	for i := range r.Games {
		text, err := r.Games[i].pgn("test")
		require.NoError(t, err)
		b.WriteString(text)
	}
	for _, line := range strings.Split(b.String(), "\n") {
		assert.True(t, len(line) <= 79 || line[0] == '[', line)
	}
	assert.Contains(t, b.String(), "12... gxh1=Q+ {book} 13.")

	games, moves, comments := readBack(t, b.String())
	require.Len(t, games, 8)
	for i, g := range games {
		want := r.Games[i]
		assert.Equal(t, want.Moves, moves[i], "game %d", i)
		assert.Equal(t, want.Result, g.GetTagPair("Result"))
		assert.Equal(t, fmt.Sprint(len(want.Moves)), g.GetTagPair("PlyCount"))
		last := len(want.Comments) - 1
		assert.Equal(t, want.Comments[:last], comments[i][:last], "game %d", i)
		how := string(want.End)
		if i == 0 {
			how += ": two (black): (odd) (%clk 1] 100 % of it"
		}
		assert.Equal(t, want.Comments[last]+", "+how, comments[i][last])
	}
	// Game 0: eight plies of the opening, then White's ninth at 8*10-100.
	n := len(r.Games[0].Opening.Moves)
	assert.Equal(t, "book", comments[0][n-1])
	assert.Equal(t, fmt.Sprintf("%+.2f/%d %d.00s", float64(10*n-100)/100, n, n+1), comments[0][n])
	assert.Regexp(t, `^[0-9]+(\.[0-9]+)?s$`, comments[0][n+1], "a player that tells no score")
}

func TestTheEndOfAGameInPGN(t *testing.T) {
	mate := Game{Opening: start, Moves: strings.Fields("f2f3 e7e5 g2g4 d8h4"), Comments: []string{"book", "book", "-M2/3 1.00s", "+M1/1 0.001s"},
		Result: rules.BlackWins, TimeControls: [2]string{"40/9000", "1/5"}}
	for end, want := range map[rules.End]string{
		rules.Checkmate: "normal", rules.Stalemate: "normal", rules.Repetition: "normal", rules.FiftyMoves: "normal",
		rules.Material: "normal", EndResignation: "normal", EndMaxPlies: "adjudication", EndAdjudication: "adjudication",
		EndIllegal: "rules infraction", EndTimeout: "time forfeit", EndFailure: "abandoned", EndInterruption: "unterminated",
	} {
		g := mate
		g.End = end
		text, err := g.pgn("test")
		require.NoError(t, err)
		read, _, comments := readBack(t, text)
		assert.Equal(t, want, read[0].GetTagPair("Termination"))
		assert.Equal(t, []string{"book", "book", "-M2/3 1.00s", "+M1/1 0.001s, " + string(end)}, comments[0])
		assert.Equal(t, []string{"", "40/9000", "1/5"},
			[]string{read[0].GetTagPair("TimeControl"), read[0].GetTagPair("WhiteTimeControl"), read[0].GetTagPair("BlackTimeControl")})
	}
}

func TestCommentsOnMoves(t *testing.T) {
	for want, r := range map[string]player.Reply{
		"+0.48/9 0.51s":    {Score: 48, Scored: true, Depth: 9, Elapsed: 510 * time.Millisecond},
		"-12.30/21 12.3s":  {Score: -1230, Scored: true, Depth: 21, Elapsed: 12345 * time.Millisecond},
		"0.00/0 0.099s":    {Scored: true, Elapsed: 99 * time.Millisecond},
		"+M5/9 180s":       {Score: 30000, Scored: true, Mate: 5, Depth: 9, Elapsed: 3 * time.Minute},
		"-M4/12 9.99s":     {Score: -30000, Scored: true, Mate: -4, Depth: 12, Elapsed: 9990 * time.Millisecond},
		"0.000s":           {},
		"100s":             {Elapsed: 100 * time.Second},
		"-0.01/1000 1.00s": {Score: -1, Scored: true, Depth: 1000, Elapsed: time.Second},
	} {
		assert.Equal(t, want, comment(r))
	}
}

func TestPGNTagsAreEscaped(t *testing.T) {
	g := Game{Opening: start, White: `the "one"`, Black: `two\`, Moves: []string{"e2e4"}, Result: rules.BlackWins,
		End: EndFailure, Detail: "two {gone}", Date: "2026.11.21", TimeControls: [2]string{"60+1", "60+1"}, Comments: []string{"book"}}
	text, err := g.pgn("test")
	require.NoError(t, err)
	assert.Equal(t, `[Event "test"]
[Site "?"]
[Date "2026.11.21"]
[Round "1"]
[White "the \"one\""]
[Black "two\\"]
[Result "0-1"]
[Opening "start"]
[PlyCount "1"]
[TimeControl "60+1"]
[Termination "abandoned"]

1. e4 {book, failure: two (gone)} 0-1

`, text)
	g.Moves, g.Comments = nil, nil
	text, err = g.pgn("test")
	require.NoError(t, err)
	assert.Contains(t, text, "\n\n{failure: two (gone)} 0-1\n\n")
}
