package pgn

import (
	"context"
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// endsAfter is a context that ends when it has been asked a number of times.
type endsAfter struct {
	context.Context
	asked, ends int
}

func (c *endsAfter) Err() error {
	if c.asked++; c.asked > c.ends {
		return context.Canceled
	}
	return nil
}

// A bounded game ends after its last half-move, wherever that stands: in the main line, in
// variations, and among moves that are not legal.
func TestAGameIsBounded(t *testing.T) {
	for name, text := range map[string]string{
		"main line":     strings.Repeat("Nf3 Nf6 Ng1 Ng8\n", 25) + "*",
		"variations":    "e4 " + strings.Repeat("(d4 d5 (d6)) ", 33) + "*",
		"illegal moves": "e4 " + strings.Repeat("(e9) ", 99) + "*",
	} {
		raw, err := NewReader(strings.NewReader(text), "x.pgn").Within(&Budget{Ctx: t.Context(), Plies: 100}).Next()
		require.NoError(t, err)
		_, _, err = raw.Game()
		require.NoError(t, err, "%s: as many as are allowed", name)
		raw, err = NewReader(strings.NewReader(text), "x.pgn").Within(&Budget{Ctx: t.Context(), Plies: 99}).Next()
		require.NoError(t, err)
		_, _, err = raw.Game()
		require.ErrorIs(t, err, ErrTooLong, name)
		assert.Regexp(t, `^x.pgn:[0-9]+: game 1: the game is too long: more than 99 half-moves, those of variations among them$`, err.Error(), name)
	}
}

// The context is asked before each half-move and each game, so that reading ends with it.
func TestReadingEndsWithTheContext(t *testing.T) {
	for name, text := range map[string]string{
		"main line": strings.Repeat("Nf3 Nf6 Ng1 Ng8\n", 100) + "*", "variations": "e4 " + strings.Repeat("(d4 d5 (d6)) ", 100) + "*",
	} {
		ctx := &endsAfter{Context: t.Context(), ends: 50}
		raw, err := NewReader(strings.NewReader(text), "x.pgn").Within(&Budget{Ctx: ctx}).Next()
		require.NoError(t, err)
		g, _, err := raw.Game()
		require.Error(t, err, name)
		assert.False(t, errors.As(err, new(*Error)), "%s: it is no fault of the game: %v", name, err)
		assert.Less(t, len(g.Moves), 50, name)
		assert.LessOrEqual(t, ctx.asked, 52, name)
	}
	ctx := &endsAfter{Context: t.Context(), ends: 10}
	games, n := NewReader(strings.NewReader(strings.Repeat("[Event \"a\"]\n\n1. e4 *\n\n", 100)), "x.pgn").Within(&Budget{Ctx: ctx}), 0
	var err error
	for ; err == nil; n++ {
		_, err = games.Next()
	}
	assert.NotErrorIs(t, err, io.EOF)
	assert.Equal(t, 11, n)
}

// The work of reading grows as the text: each move is played once, whatever stands before it.
func TestEachMoveIsPlayedOnce(t *testing.T) {
	asked := func(n int) int {
		ctx := &endsAfter{Context: t.Context(), ends: 1 << 30}
		raw, err := NewReader(strings.NewReader(strings.Repeat("Nf3 (Nc3 Nc6) Nf6 Ng1 Ng8\n", n)+"*"), "x.pgn").Within(&Budget{Ctx: ctx}).Next()
		require.NoError(t, err)
		_, _, err = raw.Game()
		require.NoError(t, err)
		return ctx.asked
	}
	assert.Equal(t, 6*1000, asked(1000)-asked(0))
}
