package oddeven

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/goengine"
	"github.com/searchex/searchex/hostbridge"
	"github.com/searchex/searchex/hostbridge/window"
	"github.com/searchex/searchex/internal/work"
)

// beside is an engine whose searches are counted beside other callbacks.
type beside struct {
	hostbridge.Engine
	tally *Tally
}

type chain struct {
	hostbridge.Callbacks
	tally *Tally
}

func (b beside) Attach(c hostbridge.Callbacks) {
	if c == nil {
		b.Engine.Attach(nil)
		return
	}
	b.Engine.Attach(chain{c, b.tally})
}

// Event implements Callbacks.
func (c chain) Event(n hostbridge.Node, ev *goengine.Event) {
	if ev.Kind == goengine.EventScored { // what a callback makes of it concerns the search alone
		c.tally.Event(n, ev)
		c.Callbacks.Event(n, ev)
		return
	}
	c.Callbacks.Event(n, ev)
	c.tally.Event(n, ev)
}

// The first three of Sargon's made-up trees, two moves a node and three plies, counted by
// hand in the drawings of the text:
//
// 1 has no cutoffs. Of the leaves 1.Nxd3's Ne1, Rxc7 and Kh2 and both Nxe5 are new bests,
// Qb1 and both Nxh4 are discarded: PV 5, CUT 3. All six nodes above them are new bests,
// and the root: PV 7.
//
// 3: Nf7+ after Rc6 and Nf7# after Nxg8 are new bests, Ng4 and Nxg8 are discarded, and Nf7#
// cuts off twice: so these leaves are ALL, and Ng8 and Rxg8, dropped at their first move,
// CUT. The root, both its moves and the other two replies are PV.
//
// 2 is 3 with Qg8+ first: Nf7# is a new best, Nxg8 discarded, Nf7# after Rxg8 cuts
// off. Then after Qa1 Rc6 both moves are discarded, 0 against 12, so that Rc6 cuts off: it
// is ALL, and Qa1, left at its first move, CUT. Leaves PV 1, CUT 3, ALL 1; nodes PV 3,
// CUT 2, ALL 1.
func TestKindsOfNodesInMadeUpTrees(t *testing.T) {
	for name, want := range map[string]Iteration{
		"1": {Leaves: [Kinds]int64{5, 3, 0}, Inner: [Kinds]int64{7, 0, 0}},
		"2": {Leaves: [Kinds]int64{1, 3, 1}, Inner: [Kinds]int64{3, 2, 1}, Cuts: 2, CutFirst: 2, CutTried: 2},
		"3": {Leaves: [Kinds]int64{2, 2, 2}, Inner: [Kinds]int64{5, 2, 0}, Cuts: 2, CutFirst: 2, CutTried: 2},
	} {
		m, err := window.Builtin(name)
		require.NoError(t, err)
		for _, engine := range hostbridge.Names {
			e, err := hostbridge.New(engine)
			require.NoError(t, err)
			tally := &Tally{}
			r, err := m.Run(beside{e, tally}, &m.Runs[0])
			require.NoError(t, err)
			last := tally.Iterations[len(tally.Iterations)-1]
			assert.EqualValues(t, r.Result.Nodes, last.Nodes, name)
			assert.EqualValues(t, r.Result.Score, last.Score, name)
			assert.Equal(t, 3*all(last.Leaves), last.LeafPlies, name)
			assert.Equal(t, all(last.Leaves), last.OddLeaves, name)
			got := Iteration{Leaves: last.Leaves, Inner: last.Inner, Cuts: last.Cuts, CutFirst: last.CutFirst, CutTried: last.CutTried}
			assert.Equal(t, want, got, "model %s on %s", name, engine)
		}
	}
}

// Without swap-off a search with one ply values each move by the static value after it, except for mates: those of the
// callback. Leaves are as many as with swap-off, since at one ply each move is a leaf; time is less, since
// no exchanges are looked through.
func TestASearchWithoutSwapOff(t *testing.T) {
	b, err := goengine.ParseFEN("r1bqk2r/2p1bppp/p1np1n2/1p2p3/4P3/1B3N2/PPPP1PPP/RNBQR1K1 w kq - 0 1")
	require.NoError(t, err)
	prof, err := goengine.ParseProfile("uniform")
	require.NoError(t, err)
	with := job{config: config{manner: counted, sx: 16}, position: position{board: b}, profile: prof}
	without := job{config: config{manner: unsettled, engine: "go@6502", sx: 16}, position: position{board: b}, profile: prof}
	bare := job{config: config{manner: noSwaps, sx: 16}, position: position{board: b}, profile: prof}
	timedWith := job{config: config{manner: timed, engine: "go@6502", sx: 16}, position: position{board: b}, profile: prof}
	measure := func(j *job, engine string) []Iteration {
		its, err := j.measure(t.Context(), engines(t)(engine))
		require.NoError(t, err)
		require.Len(t, its, 3)
		return its
	}
	a, c, scores, times := measure(&with, "go"), measure(&without, "go"), measure(&bare, "go"), measure(&timedWith, "go@6502")
	assert.Equal(t, a[0].Leaves[PV]+a[0].Leaves[Cut], c[0].Leaves[PV]+c[0].Leaves[Cut])
	for i := range c {
		assert.Equal(t, scores[i].Score, c[i].Score, "the scores are those without swap-off")
		assert.Positive(t, c[i].Cycles)
	}
	assert.NotEqual(t, a[1].Score, c[1].Score)
	assert.Less(t, c[0].Cycles, times[0].Cycles)
	assert.Less(t, times[0].Cycles/2, c[0].Cycles, "the moves are still generated and valued")
}

// No work of swap-off has a cost, and all other work has the model's.
func TestCostsWithoutSwapOff(t *testing.T) {
	k, err := hostbridge.KindOf("go@68000")
	require.NoError(t, err)
	m, err := k.Timed().Model()
	require.NoError(t, err)
	all, without := m.Costs(), 0
	c, err := withoutSwaps("go@68000")
	require.NoError(t, err)
	for _, w := range work.Kinds {
		if c.Each[w] == all.Each[w] {
			continue
		}
		without++
		assert.Zero(t, c.Each[w], w.String())
		assert.Contains(t, []string{"high made", "swap-offs", "swap men", "swap swept", "swap sliders", "exchanges"}, w.String())
	}
	assert.GreaterOrEqual(t, without, 4)
	assert.Equal(t, all.Pick, c.Pick)
}
