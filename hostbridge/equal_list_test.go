package hostbridge

import (
	"context"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/goengine"
)

// rootList is what one full node made of its moves: their static values in the
// order of generation, and category and price in the order of the sorted list.
type rootList struct {
	scored []scoredMove
	priced []pricedMove
}

type scoredMove struct {
	move  goengine.Move
	value int16
}

type pricedMove struct {
	move     goengine.Move
	category goengine.Category
	price    uint8
}

// Event implements Callbacks.
func (r *rootList) Event(n Node, ev *goengine.Event) {
	switch ev.Kind {
	case goengine.EventScored:
		if n.Ply() == 0 {
			r.scored = append(r.scored, scoredMove{ev.Move, ev.Value})
		}
	case goengine.EventPriced:
		if n.Ply() == 0 {
			r.priced = append(r.priced, pricedMove{ev.Move, ev.Category, ev.Price})
		}
	}
}

// TestCategoriesPricesAndOrder holds the list of a full root node on a
// machine, move by move, against Go's, and its order against a stable sort made
// here.
func TestCategoriesPricesAndOrder(t *testing.T) {
	onMachines(t, testCategoriesPricesAndOrder)
}

func testCategoriesPricesAndOrder(t testing.TB, m *rig) {
	ref := newGo(t)
	seen := map[goengine.Category]int{}
	randomGames(42, slow(150, 1000), func(i int, g *goengine.Game) {
		name := goengine.ProfileNames[i%len(goengine.ProfileNames)]
		prof := profile(t, name)
		// A root that is just no frontier of any kind, in one iteration.
		sx := map[string]int{"uniform": 8, "sx81": 21, "parker83": 21, "cyrus86": 10, "sex88": 4, "tuned": 12}[name]
		prof.Start = uint8(sx)
		var want, got rootList
		ref.Attach(&want)
		m.Attach(&got)
		// The limit keeps big trees short; both engines
		// stop at the same node.
		l := goengine.Limits{SX: sx, Nodes: 3000}
		_, err := ref.Search(context.Background(), g, prof, l)
		require.NoError(t, err)
		_, err = m.Search(context.Background(), g, prof, l)
		require.NoError(t, err)
		fen := g.Position().FEN()
		require.Equal(t, want.scored, got.scored, "%s %s: static values", name, fen)
		require.Equal(t, want.priced, got.priced, "%s %s: categories, prices, order", name, fen)
		for _, p := range got.priced {
			seen[p.category]++
		}
		if name == "sx81" { // no bonus: the order is that of the static values
			sorted := slices.Clone(got.scored)
			slices.SortStableFunc(sorted, func(a, b scoredMove) int { return int(b.value) - int(a.value) })
			for k, p := range got.priced {
				require.Equal(t, sorted[k].move, p.move, "%s: place %d of the sorted list", fen, k)
			}
		}
	})
	for c := goengine.Evasion; int(c) < len(goengine.CategoryNames); c++ {
		if c != goengine.Check && c != goengine.Killer { // not at a root in its first iteration
			enough(t, seen[c], 0, "no move of category %s came up", goengine.CategoryNames[c])
		}
	}
	t.Log(seen)
}
