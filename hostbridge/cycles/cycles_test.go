package cycles_test

import (
	"bytes"
	"context"
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/emu"
	"github.com/searchex/searchex/goengine"
	"github.com/searchex/searchex/hostbridge"
	"github.com/searchex/searchex/hostbridge/cycles"
)

// Two middle games and a rook ending.
var fens = []string{
	"r1bq1rk1/pp2ppbp/2np1np1/8/3NP3/2N1BP2/PPPQ2PP/R3KB1R w KQ - 3 9",
	"r2q1rk1/1b1nbppp/pp1ppn2/8/2PNP3/1PN3P1/P4PBP/R1BQR1K1 b - - 2 12",
	"8/5pk1/4p1p1/1r2P2p/5P1P/4R1P1/6K1/8 w - - 0 40",
}

func tasks(t *testing.T, limits goengine.Limits) (all []hostbridge.Task) {
	t.Helper()
	prof, ok := goengine.ProfileByName("sx81")
	require.True(t, ok)
	for _, fen := range fens {
		p, err := goengine.ParseFEN(fen)
		require.NoError(t, err)
		all = append(all, hostbridge.Task{FEN: fen, Game: goengine.NewGame(p), ProfileName: "sx81", Profile: prof, Limits: limits})
	}
	return all
}

func newEngine(t *testing.T, name string) hostbridge.Engine {
	t.Helper()
	e, err := hostbridge.New(name)
	require.NoError(t, err)
	return e
}

// accountOf measures the tasks on a machine.
func accountOf(t *testing.T, k *hostbridge.EngineKind, all []hostbridge.Task) *cycles.Account {
	t.Helper()
	e, reference := newEngine(t, k.Name), newEngine(t, "go")
	x := cycles.NewAccount(k.Name, &all[0])
	for i := range all {
		s, err := cycles.Measure(t.Context(), e, reference, &all[i])
		require.NoError(t, err)
		x.Add(s)
	}
	img, err := k.Image()
	require.NoError(t, err)
	x.Finish(img)
	return x
}

// The cycles by routine, by kind of node and by line each add up to the search's.
func TestCyclesAddUp(t *testing.T) {
	for _, k := range hostbridge.MachineKinds() {
		x := accountOf(t, k, tasks(t, goengine.Limits{Nodes: 1500}))
		self, kinds, scored := uint64(0), x.Outside, uint64(0)
		for _, r := range x.Routines {
			self += r.Self
		}
		for _, k := range x.Kinds {
			kinds += k.Cycles
			scored += k.Scored
		}
		require.Equal(t, []uint64{x.Cycles, x.Cycles, x.Nodes}, []uint64{self, kinds, scored}, x.Engine)

		img, err := k.Image()
		require.NoError(t, err)
		routines, err := img.Routines()
		require.NoError(t, err)
		listed, all := 0, uint64(0)
		for i := range routines {
			r := &routines[i]
			lines, sum := x.Lines(r)
			require.Len(t, lines, len(r.Text))
			all += sum
			if want := x.Routine(r.Label).Self; want > 0 {
				require.Equal(t, want, sum, "%s %s", x.Engine, r.Label)
				listed++
			}
		}
		require.Greater(t, listed, 40)
		require.Equal(t, x.Cycles, all, "%s: code in no routine", x.Engine)
	}
}

// An account that was written and read again is found for its searches, and for no others.
func TestAccountsAreFoundAgain(t *testing.T) {
	k := hostbridge.MachineKinds()[0]
	all := tasks(t, goengine.Limits{Nodes: 300})
	x := accountOf(t, k, all)
	b, err := json.Marshal(x)
	require.NoError(t, err)
	read, err := cycles.Read(bytes.Repeat(append(b, '\n'), 2))
	require.NoError(t, err)
	require.Len(t, read, 2)
	old, err := cycles.Find(read, k.Name, all)
	require.NoError(t, err)
	c := cycles.Compare(old, x)
	require.Empty(t, c.Routines)
	require.Empty(t, c.Kinds)

	_, err = cycles.Find(read, "6502", all)
	require.EqualError(t, err, "has no 6502 with profile sx81, but z80 with profile sx81, z80 with profile sx81")
	_, err = cycles.Find(read, k.Name, tasks(t, goengine.Limits{Nodes: 1200, SX: 9}))
	require.EqualError(t, err, "is of at most 300 nodes, this of SX 9 and at most 1,200 nodes")
	_, err = cycles.Find(read, k.Name, all[:1])
	require.EqualError(t, err, "is of 3 positions, this of 1")
	all[0], all[1] = all[1], all[0]
	_, err = cycles.Find(read, k.Name, all)
	require.EqualError(t, err, "its position 1 is "+fens[0]+", this one's "+fens[1])

	for text, want := range map[string]string{
		"":         "is empty: want what searchex cycles --json prints",
		"{":        "is not what searchex cycles --json prints: unexpected EOF",
		"{}\n{}\n": "object 1 is not one that searchex cycles --json prints: it has no cycles by routine",
	} {
		_, err := cycles.Read([]byte(text))
		require.EqualError(t, err, want)
	}
}

// Two routines: one costs 20 less, the other 5 more, a third as much as before and a
// fourth is new. Nodes cost 12 less, and 3 fewer cycles are outside.
func TestCompareFindsWhatChanged(t *testing.T) {
	old := &cycles.Account{Engine: "z80", Profile: "sx81", SX: 9, Nodes: 7, Cycles: 100, Outside: 10,
		Routines: []cycles.RoutineCost{{Label: "a", Self: 50}, {Label: "b", Self: 30}, {Label: "c", Self: 20}},
		Kinds:    []cycles.KindCost{{Kind: "half", Visits: 1, Cycles: 80}, {Kind: "full", Visits: 1, Cycles: 10}}}
	now := &cycles.Account{Engine: "z80", Profile: "sx81", SX: 9, Nodes: 7, Cycles: 87, Outside: 7,
		Routines: []cycles.RoutineCost{{Label: "a", Self: 30}, {Label: "b", Self: 35}, {Label: "c", Self: 20}, {Label: "d", Self: 2}},
		Kinds:    []cycles.KindCost{{Kind: "half", Visits: 1, Cycles: 68}, {Kind: "full", Visits: 1, Cycles: 10}, {Kind: "cached", Visits: 1, Cycles: 2}}}
	c := cycles.Compare(old, now)
	require.Equal(t, []cycles.Change{{"a", 50, 30}, {"b", 30, 35}, {"d", 0, 2}}, c.Routines)
	require.Equal(t, []cycles.Change{{"half", 80, 68}, {"outside nodes", 10, 7}, {"cached", 0, 2}}, c.Kinds)
}

// 100 nodes in 1,000 cycles at 2 MHz. Four calls took 80 cycles, 20 more belong to
// calls within calls; 40 are the routine's own.
func TestFiguresOfARoutine(t *testing.T) {
	x := &cycles.Account{Nodes: 100, Cycles: 1000, Clock: 2_000_000,
		Routines: []cycles.RoutineCost{{Label: "other", Calls: 9, Self: 9, Total: 9, Called: 9}, {Label: "mine", Calls: 4, Self: 40, Total: 100, Called: 80}}}
	require.Equal(t, &cycles.Figures{Nodes: 100, Calls: 4, Self: 40, Total: 100, Called: 80, AllCycles: 1000,
		CallsPerNode: 0.04, PerCall: 20, Microseconds: 10, OwnPerNode: 0.4}, x.Figures("mine"))
	require.Equal(t, &cycles.Figures{Nodes: 100, AllCycles: 1000}, x.Figures("never called"))
}

// shifted is the Go engine that searches one node less.
type shifted struct{ hostbridge.Engine }

func (s shifted) Search(ctx context.Context, g *goengine.Game, p *goengine.Profile, l goengine.Limits) (hostbridge.Result, error) {
	r, err := s.Engine.Search(ctx, g, p, l)
	r.Nodes--
	return r, err
}

// Cycles of a search that is not the reference's are refused, and so are those of an engine without
// a machine.
func TestMeasureRefusesOtherSearches(t *testing.T) {
	task := &tasks(t, goengine.Limits{Nodes: 50})[0]
	_, err := cycles.Measure(t.Context(), newEngine(t, "z80"), shifted{newEngine(t, "go")}, task)
	require.ErrorContains(t, err, "see searchex diff")
	_, err = cycles.Measure(t.Context(), newEngine(t, "go"), newEngine(t, "go"), task)
	require.EqualError(t, err, "engine go: its machine can't be profiled")
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err = cycles.Measure(ctx, newEngine(t, "z80"), newEngine(t, "go"), task)
	require.ErrorIs(t, err, context.Canceled)
}

// The profile of several searches has each, and the progress is reported.
func TestProfileHasAllSearches(t *testing.T) {
	all := tasks(t, goengine.Limits{Nodes: 200})
	for _, k := range hostbridge.MachineKinds() {
		var searched, ran uint64
		for i := range all {
			e := newEngine(t, k.Name)
			r, err := all[i].Search(t.Context(), e)
			require.NoError(t, err)
			searched += r.Cycles
			ran += machine(e).Cycles()
		}
		var done []int
		p, n, err := cycles.Profile(t.Context(), newEngine(t, k.Name), all, func(i int) { done = append(done, i) })
		require.NoError(t, err)
		require.Equal(t, []uint64{searched, ran}, []uint64{n, p.Cycles}, k.Name)
		require.Equal(t, []int{1, 2, 3}, done)
	}
}

func machine(e hostbridge.Engine) emu.Machine { return e.(hostbridge.Emulated).Machine() }
