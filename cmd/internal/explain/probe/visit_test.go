package probe

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/goengine"
)

// pretended is a hostbridge.Node with given values.
type pretended struct {
	ply        int
	own, other uint8
	alpha      int16
	moves      []goengine.Move
}

func (p pretended) Ply() int                                { return p.ply }
func (p pretended) Path([]goengine.Move) []goengine.Move    { return nil }
func (p pretended) Window() (alpha, beta int16)             { return p.alpha, 0 }
func (p pretended) Budget() (own, other uint8)              { return p.own, p.other }
func (p pretended) Static() int16                           { return 0 }
func (p pretended) Moves(m []goengine.Move) []goengine.Move { return append(m, p.moves...) }
func (p pretended) Keep([]goengine.Move)                    {}
func (p pretended) Stop()                                   {}

// A visit ends if budget or alpha show it, or if a move is scored again.
func TestWhereAVisitEnds(t *testing.T) {
	v := &visit{own: 20, other: 10, alpha: -30, scored: []goengine.Move{7}}
	for _, c := range []struct {
		at     pretended
		scored goengine.Move
		over   bool
	}{
		{pretended{own: 20, other: 10, alpha: -30}, goengine.NoMove, false},
		{pretended{own: 20, other: 10, alpha: -30}, 8, false},
		{pretended{own: 20, other: 10, alpha: -30}, 7, true},
		{pretended{own: 20, other: 10, alpha: -29}, goengine.NoMove, false}, // raised
		{pretended{own: 20, other: 10, alpha: -31}, goengine.NoMove, true},
		{pretended{own: 23, other: 10, alpha: -30}, goengine.NoMove, true},
		{pretended{own: 20, other: 13, alpha: -30}, goengine.NoMove, true},
	} {
		assert.Equal(t, c.over, v.over(c.at, c.scored), "%+v", c)
	}
}

// Budgets are spent and the window is null, so that only the second scoring of move 8 shows the
// second visit. It includes move 9, which has no value. The root of the next iteration is another
// node.
func TestAVisitThatLooksTheSame(t *testing.T) {
	r := &recorder{profile: profile(t, "sex88"), scope: Scope{Plies: 2}}
	root, child := pretended{moves: []goengine.Move{7}}, pretended{ply: 1, alpha: -1, moves: []goengine.Move{8, 9}}
	r.Event(root, &goengine.Event{Kind: goengine.EventGenerated, Count: 1})
	r.Event(root, &goengine.Event{Kind: goengine.EventScored, Move: 7})
	r.Event(root, &goengine.Event{Kind: goengine.EventPriced, Move: 7, Category: goengine.Capture, Price: 7})
	for range 2 {
		r.Event(child, &goengine.Event{Kind: goengine.EventGenerated, Count: 2})
		r.Event(child, &goengine.Event{Kind: goengine.EventScored, Move: 8, Value: -5})
		r.Event(child, &goengine.Event{Kind: goengine.EventBeta, Move: 8, Value: -5, Alpha: -1})
	}
	r.Event(root, &goengine.Event{Kind: goengine.EventBeta, Move: 7, Value: 1, Beta: 32})
	before := r.nodes[0]
	x := before.Find(7)
	assert.Equal(t, []any{2, uint64(2)}, []any{x.Searches, x.Nodes})
	require.Len(t, x.Child.Moves, 2)
	assert.Equal(t, []any{1, NotBetter, 0, Unvalued}, []any{x.Child.Moves[0].Number, x.Child.Moves[0].Fate, x.Child.Moves[1].Number, x.Child.Moves[1].Fate})

	r.Event(root, &goengine.Event{Kind: goengine.EventIteration, Value: 1, Move: 7})
	r.Event(root, &goengine.Event{Kind: goengine.EventGenerated, Count: 1})
	require.NotNil(t, r.nodes[0])
	assert.NotSame(t, before, r.nodes[0])
	assert.Equal(t, Unvalued, r.nodes[0].Find(7).Fate)
}
