package tree

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/cmd/internal/explain/probe"
	"github.com/searchex/searchex/goengine"
)

func TestPricesAndVerdictsOfLateMoves(t *testing.T) {
	for _, c := range []struct {
		m                probe.Move
		pricing, verdict string
	}{
		{probe.Move{Fate: probe.Refuted, Late: 29, OnlyLate: true, Searches: 1}, "backward 24+5", "refuted"},
		{probe.Move{Fate: probe.NotBetter, Late: 29, OnlyLate: true, End: probe.TooDear}, "backward 24+5", "not better, too dear when late"},
		{probe.Move{Fate: probe.Best, Late: 29, Searches: 2}, "backward 24", "new best, searched twice"},
		{probe.Move{Fate: probe.Best, Late: 29, Searches: 3, End: probe.NoMoves}, "backward 24", "new best, no moves, searched 3 times"},
		{probe.Move{Fate: probe.Best, Searches: 1}, "backward 24", "new best"},
	} {
		c.m.Category, c.m.Price, c.m.Priced = goengine.Backward, 24, true
		r := &probe.Row{Move: &c.m}
		assert.Equal(t, []string{c.pricing, c.verdict}, []string{Pricing(r), Verdict(r, false)})
	}
	spent := &probe.Row{Move: &probe.Move{Fate: probe.NotBetter, End: probe.Spent}}
	assert.Equal(t, []string{"not better, SX spent", "not better, SEX spent"}, []string{Verdict(spent, false), Verdict(spent, true)})
}

// The legend explains 24+5 if there is such a price anywhere in the tree, and only then.
func TestTheLegendOfASearchExplainsLateMoves(t *testing.T) {
	late := &probe.Row{Move: &probe.Move{Price: 24, Late: 29, OnlyLate: true}}
	paid := &probe.Row{Move: &probe.Move{Price: 24, Late: 29}}
	below := &probe.Row{Move: paid.Move, Replies: []*probe.Row{paid, late}}
	for _, c := range []struct {
		v    probe.Shown
		want bool
	}{
		{probe.Shown{Rows: []*probe.Row{paid}}, false},
		{probe.Shown{Rows: []*probe.Row{paid, late}}, true},
		{probe.Shown{Rows: []*probe.Row{paid, below}}, true},
		{probe.Shown{Way: []*probe.Row{late}, Rows: []*probe.Row{paid}}, true},
	} {
		var b strings.Builder
		require.NoError(t, SearchLegend(&b, &c.v))
		assert.Equal(t, c.want, strings.Contains(b.String(), "\n24+5     a late move: first to be searched for 5 more than its price"), b.String())
	}
}
