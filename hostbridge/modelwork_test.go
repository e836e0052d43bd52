package hostbridge

import (
	"context"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/goengine"
	"github.com/searchex/searchex/internal/work"
)

// TestRescansByHand: the first pick finds two moves, and from then on each second
// pick does, in one more pass through a list of nine at most. Of ten, eight are
// left to the third pick, which sorts them.
func TestRescansByHand(t *testing.T) {
	for _, c := range []struct {
		moves, pick int
		want        uint64
	}{
		{1, 0, 0}, {9, 0, 0}, {9, 1, 0}, {9, 2, 1}, {9, 3, 0}, {9, 4, 1}, {9, 8, 1}, {3, 2, 1},
		{10, 0, 0}, {10, 1, 0}, {10, 2, 2}, {10, 3, 0}, {10, 4, 0}, {11, 2, 2}, {11, 10, 0},
	} {
		assert.Equal(t, c.want, rescans(c.moves, c.pick), "pick %d of %d moves", c.pick, c.moves)
	}
}

// TestRescannedByHand: in a search of two plies all six moves of the root are
// picked. The third pick reads all six again, and so does the fifth.
func TestRescannedByHand(t *testing.T) {
	p := position(t, "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1")
	prof := *profile(t, "uniform,start=8")
	r, err := goengine.NewEngine().Search(context.Background(), goengine.NewGame(p), &prof, goengine.Limits{SX: 8})
	require.NoError(t, err)
	kinds, done := WorkKinds(), Work(&r.Work, &r.Picked)
	require.Len(t, done, len(kinds))
	named := map[string]uint64{}
	for i, kind := range kinds {
		named[kind] = done[i]
	}
	require.Len(t, named, len(work.Kinds)+1)
	assert.EqualValues(t, 12, named[rescanned])
	for _, w := range work.Kinds {
		assert.Equal(t, r.Work[w], named[w.String()], w)
	}

	// A model prices them as it prices other work.
	m := &Model{Cycles: map[string]float64{rescanned: 3.5, "picks": 10}}
	assert.EqualValues(t, 12*3.5+6*10, m.Costs().Cycles(&r.Work, &r.Picked))
}
