package match

import (
	"context"
	"strings"
	"testing"

	"github.com/corentings/chess/v2"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/cmd/searchex/internal/openings"
	"github.com/searchex/searchex/cmd/searchex/internal/player/playertest"
	"github.com/searchex/searchex/cmd/searchex/internal/rules"
)

func TestPGNIsReadBack(t *testing.T) {
	fen := "r3k2r/1P6/8/8/8/8/6p1/R3K2R b KQkq - 3 12"
	r, err := Run(context.Background(), Config{
		First:    maker(playertest.Random("one", 1)),
		Second:   maker(playertest.Random("two", 2)),
		Openings: append(manyOpenings(t)[:3], openings.Opening{Name: "promotions", FEN: fen, Moves: []string{"g2h1q"}}),
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
	g := Game{Opening: start, White: `the "one"`, Black: `two\`, Moves: []string{"e2e4"}, Result: rules.BlackWins,
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
