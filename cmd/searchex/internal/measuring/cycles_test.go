package measuring

import (
	"bytes"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/cmd/internal/cli"
	"github.com/searchex/searchex/hostbridge"
)

// accounted is an account of the first benchmark positions on each machine.
func accounted(t *testing.T, profile string) (*cli.App, []*Account) {
	t.Helper()
	a := cli.NewApp(t.Context(), strings.NewReader(""), &bytes.Buffer{}, &bytes.Buffer{})
	positions, err := cli.BuiltInPositions(cli.Benchmark)
	require.NoError(t, err)
	nodes := uint64(1500)
	jobs, err := a.Jobs(&cli.ProfileFlag{Profile: profile}, positions[:3], &cli.BudgetFlags{Nodes: &nodes})
	require.NoError(t, err)
	all, err := AccountOf(a, cli.MachineNames(), jobs, 3)
	require.NoError(t, err)
	return a, all
}

// The cycles by routine, by kind of node or by line are not all of the search's.
func TestCyclesAddUp(t *testing.T) {
	a, all := accounted(t, "sx81")
	for _, x := range all {
		self, kinds, scored := uint64(0), x.Outside, uint64(0)
		for _, r := range x.Routines {
			self += r.Self
		}
		for _, k := range x.Kinds {
			kinds += k.Cycles
			scored += k.Scored
		}
		require.Equal(t, []uint64{x.Cycles, x.Cycles, x.Nodes}, []uint64{self, kinds, scored}, x.Engine)

		img, err := a.ImageOf(x.Engine)
		require.NoError(t, err)
		routines, err := img.Routines()
		require.NoError(t, err)
		listed, lines := 0, uint64(0)
		for _, r := range routines {
			sum := uint64(0)
			for i := range r.Text {
				sum += x.lines[sourceLine{r.File, r.Line + i}].cycles
			}
			lines += sum
			if want := x.routine(r.Label).Self; want > 0 {
				require.Equal(t, want, sum, "%s %s", x.Engine, r.Label)
				listed++
			}
		}
		require.Greater(t, listed, 40)
		require.Equal(t, x.Cycles, lines, "%s: code in no routine", x.Engine)
	}
}

// Two routines: one costs 20 less, the other 5 more, a third as much as before and a
// fourth is new. Nodes cost 12 less, and 3 fewer cycles are outside.
func TestWhatHasChanged(t *testing.T) {
	old := &Account{Engine: "z80", Profile: "sx81", SX: 9, Nodes: 7, Cycles: 100, Outside: 10,
		Routines: []RoutineCost{{Label: "a", Self: 50}, {Label: "b", Self: 30}, {Label: "c", Self: 20}},
		Kinds:    []kindCost{{Kind: "half", Visits: 1, Cycles: 80}, {Kind: "full", Visits: 1, Cycles: 10}}}
	now := &Account{Engine: "z80", Profile: "sx81", SX: 9, Nodes: 7, Cycles: 87, Outside: 7,
		Routines: []RoutineCost{{Label: "a", Self: 30}, {Label: "b", Self: 35}, {Label: "c", Self: 20}, {Label: "d", Self: 2}},
		Kinds:    []kindCost{{Kind: "half", Visits: 1, Cycles: 68}, {Kind: "full", Visits: 1, Cycles: 10}, {Kind: "cached", Visits: 1, Cycles: 2}}}
	c := newChanges(old, now)
	require.Equal(t, []shift{{"a", 50, 30}, {"b", 30, 35}, {"d", 0, 2}}, c.Routines)
	require.Equal(t, []shift{{"half", 80, 68}, {"outside nodes", 10, 7}, {"cached", 0, 2}}, c.Kinds)

	var b bytes.Buffer
	a := cli.NewApp(t.Context(), nil, &b, &b)
	require.NoError(t, writeChanges(a, []*Account{old}, []*Account{now}, 2, false))
	require.Equal(t, `z80, profile sx81, SX 9, the same 7 nodes: 87 T-states, before 100: -13 (-13.00%)
                 before  after  change       %  % of all
routines
  a                  50     30     -20  -40.00    -20.00
  b                  30     35      +5  +16.67     +5.00
  1 other
nodes
  half               80     68     -12  -15.00    -12.00
  outside nodes      10      7      -3  -30.00     -3.00
  1 other
`, b.String())

	b.Reset()
	now.Nodes = 8
	require.NoError(t, writeChanges(a, []*Account{old}, []*Account{now}, 1, false))
	require.Contains(t, b.String(), "SX 9, but 8 for 7 nodes: another search: 87 T-states")
}

// The picture leaves out a machine or some of its cycles.
func TestPictureOfShares(t *testing.T) {
	_, all := accounted(t, "sx81")
	text := string(drawShares(all))
	for _, x := range all {
		require.Contains(t, text, x.Engine+": by kind of node")
	}
	require.Equal(t, 3, strings.Count(text, ">all others<"))
	require.Equal(t, 3, strings.Count(text, ">outside nodes<"))
	require.Equal(t, 3, strings.Count(text, ">"+hostbridge.NodeHalf.String()+"<"))
}
