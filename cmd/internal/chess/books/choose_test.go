package books

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/cmd/internal/given"
	"github.com/searchex/searchex/goengine"
)

func TestABookMoveThatRepeatsIsLeft(t *testing.T) {
	knights := []string{"g1f3", "g8f6", "f3g1", "f6g8"}
	for _, tt := range []struct {
		moves int // of the knights
		book  []string
		want  string
	}{
		{4, []string{"g1f3"}, "g1f3"},         // f3 for the second time
		{7, []string{"f6g8"}, ""},             // the initial position for the third time
		{7, []string{"f6g8", "e7e5"}, "e7e5"}, // another move of the book
		{7, []string{"d7d5"}, "d7d5"},
		{3, []string{"f6g8"}, "f6g8"}, // for the second time
		{7, nil, ""},
	} {
		start := given.Position(t, goengine.StartFEN)
		g := goengine.NewGame(start)
		for i := range tt.moves {
			require.NoError(t, g.Play(knights[i%4]))
		}
		m, ok, err := Choose(g, 0, func(random byte) (goengine.Move, bool, error) {
			if len(tt.book) == 0 {
				return goengine.NoMove, false, nil
			}
			m, err := g.Position().ParseMove(tt.book[int(random)*len(tt.book)/256])
			return m, err == nil, err
		})
		require.NoError(t, err)
		got := ""
		if ok {
			got = g.Position().UCI(m)
		}
		assert.Equal(t, tt.want, got, "%v", tt)
	}
}
