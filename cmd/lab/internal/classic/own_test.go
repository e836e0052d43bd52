package classic

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// The raw data of three functions whose points are worked out at threes.
func TestRawDataByHand(t *testing.T) {
	g := threes()
	for i := range g.Functions {
		g.Functions[i] = append(make([]int, 18), i+1)
	}
	g.Mates, g.Disputed = 4, 1
	small := tournament{kind: mutation, seed: 5, functions: 3, generations: 1, depth: 2, plies: 30}
	lines := strings.Split(string(small.raw([]*Generation{g})), "\n")
	require.Len(t, lines, 3+1+2+3+1+3+1)
	assert.Equal(t, "# Tournament: mutation, seed 5, 3 functions, 1 generations, 2 plies ahead, games of at most 30 plies.", lines[0])
	zeros := strings.Repeat(" 0", 18)
	assert.Equal(t, []string{"generation 1: 4 mates, 1 disputed, best 2"}, lines[4:5])
	assert.Len(t, strings.Fields(lines[5]), 4+19)
	assert.Equal(t, []string{
		"1 new 4 8" + zeros + " 1", "2 old 5 8" + zeros + " 2", "3 new 3 8" + zeros + " 3",
		"white points",
		"1 - 2 1", "2 1 - 2", "3 2 0 -", "",
	}, lines[6:])
}

// Half of the functions go on: the text's five of ten, and as many of another number.
func TestHalfOfTheFunctionsGoOn(t *testing.T) {
	for functions, want := range map[int]int{4: 2, 5: 2, 10: 5, 11: 5, 100: 50} {
		at := tournament{kind: preservation, seed: 1, functions: functions}
		first := at.next(1, nil)
		for range first.Functions {
			first.Points = append(first.Points, make([]int, functions))
		}
		old := 0
		for _, fresh := range at.next(2, first).Fresh {
			if !fresh {
				old++
			}
		}
		assert.Equal(t, want, old, functions)
	}
}

// The records of other tournaments in the same file stay, after those of the plan.
func TestTheStateKeepsOtherTournaments(t *testing.T) {
	s := Settings{Kinds: []string{preservation}, Seed: 9, Functions: 4, Generations: 1, Depth: 1, Plies: 2}
	p, err := NewTournaments(s)
	require.NoError(t, err)
	r := Records{"another": {Generation: threes()}}
	require.NoError(t, p.Run(t.Context(), r, func(int, int) {}, func() error { return nil }))
	b, err := p.State(r, "x")
	require.NoError(t, err)
	lines := strings.Split(strings.TrimSpace(string(b)), "\n")
	require.Len(t, lines, 3)
	assert.Contains(t, lines[1], `"tournament: preservation, seed 9, generation 1, `)
	assert.Contains(t, lines[2], `"key":"another"`)
}
