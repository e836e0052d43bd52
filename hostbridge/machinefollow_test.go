package hostbridge

import (
	"context"
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/goengine"
)

// treePaths notes all lines of a search's tree, from its events: those that lead to a node, and
// each with a move that was priced there.
type treePaths struct {
	two     bool
	budgets [goengine.MaxPly + 2]budget
	seen    map[string]bool
}

// Event implements Callbacks.
func (x *treePaths) Event(n Node, ev *goengine.Event) {
	ply := n.Ply()
	x.budgets[ply].own, x.budgets[ply].other = n.Budget()
	var steps []Step
	for i, m := range n.Path(nil) {
		left := x.budgets[i+1].own
		if x.two {
			left = x.budgets[i+1].other
		}
		steps = append(steps, Step{m, x.budgets[i].own - left, left})
	}
	x.seen[fmt.Sprint(steps)] = true
	if ev.Kind == goengine.EventPriced {
		own := x.budgets[ply].own
		price := min(ev.Price, own)
		x.seen[fmt.Sprint(append(steps, Step{ev.Move, price, own - price}))] = true
	}
}

// The path that a follower is shown is a line of that search's tree, with its prices, on every
// engine, with one budget and with two, alone and with callbacks.
func TestTheFollowedPathIsALineOfTheTree(t *testing.T) {
	p := newLineup(t, false)
	for _, prof := range []string{"sx81", "sex88", "tuned"} {
		tree := &treePaths{two: profile(t, prof).Switches&goengine.TwoBudgets != 0, seen: map[string]bool{}}
		l := goengine.Limits{Nodes: 4000}
		game := func() *goengine.Game { return goengine.NewGame(position(t, followed[2])) }
		p.ref.Attach(tree)
		_, err := p.ref.Search(context.Background(), game(), profile(t, prof), l)
		p.ref.Attach(nil)
		require.NoError(t, err)
		for _, e := range append([]Engine{p.ref}, p.machines...) {
			for _, beside := range []Callbacks{nil, &goengine.EventHash{}} {
				shown, longest := map[string]bool{}, 0
				f := &Follower{Path: true, Every: 20_011, Tick: func(q Progress) {
					text := fmt.Sprint(q.Path)
					assert.True(t, tree.seen[text], "%s %s: %s", e.Name(), prof, text)
					shown[text] = true
					longest = max(longest, len(q.Path))
				}}
				if e.Clock() == 0 {
					f.Every = 17
				}
				e.Attach(beside)
				e.Follow(f)
				_, err := e.Search(context.Background(), game(), profile(t, prof), l)
				e.Follow(nil)
				e.Attach(nil)
				require.NoError(t, err)
				assert.Greater(t, len(shown), 50, "%s %s", e.Name(), prof)
				assert.Greater(t, longest, 2, "%s %s", e.Name(), prof)
			}
		}
	}
}
