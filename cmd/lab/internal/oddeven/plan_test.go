package oddeven

import (
	"encoding/json"
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/cmd/lab/internal/lab"
	"github.com/searchex/searchex/goengine"
	"github.com/searchex/searchex/hostbridge"
)

// engines makes each engine once.
func engines(t *testing.T) func(string) hostbridge.Engine {
	made := map[string]hostbridge.Engine{}
	return func(name string) hostbridge.Engine {
		if made[name] == nil {
			e, err := hostbridge.New(name)
			require.NoError(t, err)
			made[name] = e
		}
		return made[name]
	}
}

// Of each way of searching, the smallest search that is recorded is made again, on the
// machine too.
func TestTheRecordedResultsAreThoseOfToday(t *testing.T) {
	v := recordedView(t)
	p, results := v.Plan, v.results
	smallest := map[string]int{}
	for i, j := range p.jobs {
		its, ok := results[j.key]
		require.True(t, ok, "%s is not recorded: run %s", j.key, Command)
		name := j.config.name()
		if k, ok := smallest[name]; !ok || its[len(its)-1].Nodes < results[p.jobs[k].key][len(results[p.jobs[k].key])-1].Nodes {
			smallest[name] = i
		}
	}
	require.Len(t, smallest, len(fully.configs()))
	for name, i := range smallest {
		made, err := p.Measure(t.Context(), i, engines(t))
		require.NoError(t, err)
		assert.Equal(t, results[p.jobs[i].key], made, "%s: run %s", name, Command)
	}
}

// The value of a tree does not depend on the order of its moves.
func TestAnotherOrderFindsTheSameScores(t *testing.T) {
	p, err := NewPlan(true)
	require.NoError(t, err)
	results := Results{}
	for i, j := range p.jobs {
		if j.manner == disorder || j.manner == ordered || j.manner == counted && j.spec == "uniform" {
			results[j.key], err = p.Measure(t.Context(), i, engines(t))
			require.NoError(t, err)
		}
	}
	v := &view{p, results}
	differ, compared := v.sameScores()
	assert.Equal(t, 2*8*3, compared, "two orders, eight positions, three depths")
	assert.Zero(t, differ)
	var nodes [3]int64
	for i, o := range orders {
		for _, s := range v.find(o.manner, o.spec, "go", sets) {
			nodes[i] += all(s.its[2].Leaves)
		}
	}
	assert.Less(t, nodes[0], nodes[1], "another order costs something")
	assert.NotEqual(t, nodes[1], nodes[2])
}

// A bonus at the terminals of a tree of uniform depth changes the score by as much: for
// the mover at even depths, against him at odd ones. With and without swap-off.
func TestATempoBonusShiftsTheScoresOfUniformDepths(t *testing.T) {
	b, err := goengine.ParseFEN("r1bqk2r/2p1bppp/p1np1n2/1p2p3/4P3/1B3N2/PPPP1PPP/RNBQR1K1 w kq - 0 1")
	require.NoError(t, err)
	e := engines(t)("go")
	scores := func(m manner, spec string) (all []int64) {
		prof, err := goengine.ParseProfile(spec)
		require.NoError(t, err)
		j := job{config: config{manner: m, sx: 24}, position: position{board: b}, profile: prof}
		its, err := j.measure(t.Context(), e)
		require.NoError(t, err)
		for _, it := range its {
			all = append(all, it.Score)
		}
		return all
	}
	for _, m := range []manner{plain, noSwaps} {
		without := scores(m, "uniform")
		require.Len(t, without, 4)
		assert.Equal(t, []int64{without[0] - 16, without[1] + 16, without[2] - 16, without[3] + 16}, scores(m, "uniform,tempo=16"))
	}
	assert.NotEqual(t, scores(plain, "uniform"), scores(noSwaps, "uniform"))
}

func TestIterationsAreRecordedAsLists(t *testing.T) {
	it := Iteration{SX: 8, Score: -3, Best: 7, Nodes: 5, Leaves: [Kinds]int64{1, 2, 3}, Inner: [Kinds]int64{4, 5, 6}, OddLeaves: 7, LeafPlies: 8, Cuts: 9, CutFirst: 10, CutTried: 11}
	b, err := json.Marshal(it)
	require.NoError(t, err)
	assert.Equal(t, "[8,-3,7,5,0,1,2,3,4,5,6,7,8,9,10,11]", string(b))
	var again Iteration
	require.NoError(t, json.Unmarshal(b, &again))
	assert.Equal(t, it, again)
	b, err = json.Marshal([]Iteration{{SX: 8, Nodes: 2}, {}})
	require.NoError(t, err)
	assert.Equal(t, "[[8,0,0,2],[]]", string(b))
	assert.ErrorContains(t, json.Unmarshal([]byte("[1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17]"), &again), "17 numbers: want 16 at most")
}

// 10 leaves, then 20, 160 and 320: they grow 2, 8 and 2 times, so into the third
// iteration four times more than into the others. The logarithms to base 2 are 1, 3, 1:
// mean 5/3, deviation √((4/9+16/9+4/9)/2) = 2/√3.
func TestUnevennessByHand(t *testing.T) {
	var its []Iteration
	for _, n := range []int64{10, 20, 160, 320} {
		its = append(its, Iteration{Leaves: [Kinds]int64{0, n, 0}})
	}
	uneven, swing, ok := unevenness(its, leavesOf)
	assert.True(t, ok)
	assert.InDelta(t, 4, math.Exp(uneven), 1e-9)
	assert.InDelta(t, math.Ln2*2/math.Sqrt(3), swing, 1e-9)
	_, _, ok = unevenness(its[:2], leavesOf)
	assert.False(t, ok, "nothing to compare with")

	// Cycles are counted from the beginning: 5, 10 and 40 of each iteration's own.
	its = []Iteration{{Cycles: 5}, {Cycles: 15}, {Cycles: 55}}
	uneven, _, _ = unevenness(its, cyclesOf)
	assert.InDelta(t, 2, math.Exp(uneven), 1e-9, "4 times against 2")
}

// Scores of 10, -6, 12, 0: down 16, up 18, down 12; over two iterations 2 and 6.
func TestJumpsByHand(t *testing.T) {
	odd, even, one, two := jumps([]Iteration{{Score: 10}, {Score: -6}, {Score: 12}, {Score: 0}})
	assert.Equal(t, lab.Sample{18}, odd)
	assert.Equal(t, lab.Sample{-16, -12}, even)
	assert.Equal(t, lab.Sample{16, 18, 12}, one)
	assert.Equal(t, lab.Sample{2, 6}, two)
	assert.True(t, settled([]Iteration{{Score: 960}, {Score: -960}}))
	assert.False(t, settled([]Iteration{{Score: 0}, {Score: -961}}))
}

// What a result depends on is in its key.
func TestKeysTellProfilesAndMachinesApart(t *testing.T) {
	initial, err := goengine.ParseFEN(goengine.StartFEN)
	require.NoError(t, err)
	state := func(c config, print, spec string) string {
		prof, err := goengine.ParseProfile(spec)
		require.NoError(t, err)
		s, err := c.state(print, &prof, initial)
		require.NoError(t, err)
		return s
	}
	plainly := config{manner: plain, engine: "go"}
	assert.NotEqual(t, state(plainly, "1", "tuned"), state(plainly, "1", "tuned,late=5"))
	assert.NotEqual(t, state(plainly, "1", "tuned"), state(plainly, "2", "tuned")) // another program searches
	seen := map[string]bool{}
	for _, e := range []string{"go", "go@6502", "go@68000", "z80", "6502", "68000"} {
		seen[state(config{manner: timed, engine: e}, "1", "tuned")] = true
	}
	assert.Len(t, seen, 6)
	was := state(plainly, "1", "tuned")
	initial.Play(initial.LegalMoves()[0])
	assert.NotEqual(t, was, state(plainly, "1", "tuned"))
	keys := map[string]bool{}
	for _, k := range recordedView(t).Keys() {
		assert.False(t, keys[k], k)
		keys[k] = true
	}
}
