package oddeven

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// By hand: the page's table, with 65,599 for its slip of 65,569: 40*40*40 + 40*40 - 1.
func TestLeavesByDepthOfTheTable(t *testing.T) {
	for n, want := range []struct {
		best  int
		kinds [Kinds]int
	}{
		{1, [Kinds]int{1, 0, 0}},
		{40, [Kinds]int{1, 39, 0}},
		{79, [Kinds]int{1, 39, 39}},
		{1639, [Kinds]int{1, 1599, 39}},
		{3199, [Kinds]int{1, 1599, 1599}},
		{65599, [Kinds]int{1, 63999, 1599}},
		{127999, [Kinds]int{1, 63999, 63999}},
		{2623999, [Kinds]int{1, 2559999, 63999}},
		{5119999, [Kinds]int{1, 2559999, 2559999}},
	} {
		assert.Equal(t, want.best, Minimal(40, n), n)
		assert.Equal(t, want.kinds, Leaves(40, n), n)
		assert.InDelta(t, want.best, MinimalReal(40, n), 1e-6, n)
	}
}

// grown returns the numbers of leaves by kind from rules instead of formulas: the first move of a
// PV node leads to a PV node, the others to CUT nodes; a CUT node has one move, to an ALL node; all
// moves of an ALL node lead to CUT nodes.
func grown(b, n int) (leaves [Kinds]int) {
	leaves[PV] = 1
	for range n {
		leaves = [Kinds]int{PV: leaves[PV], Cut: (b-1)*leaves[PV] + b*leaves[All], All: leaves[Cut]}
	}
	return leaves
}

// Two moves a node, three plies, drawn on paper: the root's first move is a PV node,
// its second a CUT node. Below the first again PV and CUT; below the CUT node one ALL
// node. Below those four: PV and CUT, one ALL, and two CUT nodes.
func TestATreeGrownByTheRulesHasTheLeavesOfTheFormulas(t *testing.T) {
	assert.Equal(t, [Kinds]int{1, 1, 1}, grown(2, 2))
	assert.Equal(t, [Kinds]int{1, 3, 1}, grown(2, 3))
	for b := 1; b <= 50; b++ {
		for n := range 9 {
			l := Leaves(b, n)
			assert.Equal(t, grown(b, n), l, "b %d, n %d", b, n)
			assert.Equal(t, Minimal(b, n), l[PV]+l[Cut]+l[All], "b %d, n %d", b, n)
			if n > 0 {
				assert.Equal(t, Leaves(b, n-1)[Cut], l[All], "ALL(n) = CUT(n-1), b %d, n %d", b, n)
			}
		}
	}
}
