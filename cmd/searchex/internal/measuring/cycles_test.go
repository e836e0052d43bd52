package measuring

import (
	"bytes"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/cmd/internal/cli"
	"github.com/searchex/searchex/hostbridge"
	"github.com/searchex/searchex/hostbridge/cycles"
)

// accounted is an account of the first benchmark positions on each machine.
func accounted(t *testing.T, profile string) []*cycles.Account {
	t.Helper()
	a := cli.NewApp(t.Context(), strings.NewReader(""), &bytes.Buffer{}, &bytes.Buffer{})
	positions, err := cli.BuiltInPositions(cli.Benchmark)
	require.NoError(t, err)
	nodes := uint64(1500)
	tasks, err := a.Tasks(&cli.ProfileFlag{Profile: profile}, positions[:3], &cli.BudgetFlags{Nodes: &nodes})
	require.NoError(t, err)
	all, err := a.Accounts(cli.MachineNames(), tasks, 3)
	require.NoError(t, err)
	return all
}

// The accounts are those of TestCompareFindsWhatChanged in package cycles.
func TestWhatHasChanged(t *testing.T) {
	old := &cycles.Account{Engine: "z80", Profile: "sx81", SX: 9, Nodes: 7, Cycles: 100, Outside: 10,
		Routines: []cycles.RoutineCost{{Label: "a", Self: 50}, {Label: "b", Self: 30}, {Label: "c", Self: 20}},
		Kinds:    []cycles.KindCost{{Kind: "half", Visits: 1, Cycles: 80}, {Kind: "full", Visits: 1, Cycles: 10}}}
	now := &cycles.Account{Engine: "z80", Profile: "sx81", SX: 9, Nodes: 7, Cycles: 87, Outside: 7,
		Routines: []cycles.RoutineCost{{Label: "a", Self: 30}, {Label: "b", Self: 35}, {Label: "c", Self: 20}, {Label: "d", Self: 2}},
		Kinds:    []cycles.KindCost{{Kind: "half", Visits: 1, Cycles: 68}, {Kind: "full", Visits: 1, Cycles: 10}, {Kind: "cached", Visits: 1, Cycles: 2}}}

	var b bytes.Buffer
	a := cli.NewApp(t.Context(), nil, &b, &b)
	require.NoError(t, writeChanges(a, []*cycles.Account{old}, []*cycles.Account{now}, 2, false))
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
	require.NoError(t, writeChanges(a, []*cycles.Account{old}, []*cycles.Account{now}, 1, false))
	require.Contains(t, b.String(), "SX 9, but 8 for 7 nodes: another search: 87 T-states")
}

// The picture leaves out a machine or some of its cycles.
func TestPictureOfShares(t *testing.T) {
	all := accounted(t, "sx81")
	text := string(drawShares(all))
	for _, x := range all {
		require.Contains(t, text, x.Engine+": by kind of node")
	}
	require.Equal(t, 3, strings.Count(text, ">all others<"))
	require.Equal(t, 3, strings.Count(text, ">outside nodes<"))
	require.Equal(t, 3, strings.Count(text, ">"+hostbridge.NodeHalf.String()+"<"))
}
