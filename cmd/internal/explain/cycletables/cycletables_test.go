package cycletables

import (
	"bytes"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/cmd/internal/chess/epd"
	"github.com/searchex/searchex/cmd/internal/report"
	"github.com/searchex/searchex/goengine"
	"github.com/searchex/searchex/hostbridge"
	"github.com/searchex/searchex/hostbridge/cycles"
	"github.com/searchex/searchex/testdata"
)

// accounts returns the account of each machine for short searches of the first
// benchmark positions in profile sx81.
func accounts(t *testing.T) (all []*cycles.Account) {
	t.Helper()
	b, err := testdata.Files.ReadFile("bench12.epd")
	require.NoError(t, err)
	positions, err := epd.Read(bytes.NewReader(b), "bench12.epd")
	require.NoError(t, err)
	profile, _ := goengine.ProfileByName("sx81")
	goEngine, err := hostbridge.New("go")
	require.NoError(t, err)
	for _, k := range hostbridge.MachineKinds() {
		e, err := hostbridge.New(k.Name)
		require.NoError(t, err)
		var x *cycles.Account
		for _, p := range positions[:3] {
			task := hostbridge.Task{
				FEN: p.FEN, ID: p.ID, Game: goengine.NewGame(p.Board), ProfileName: "sx81", Profile: profile, Limits: goengine.Limits{Nodes: 1500},
			}
			if x == nil {
				x = cycles.NewAccount(k.Name, &task)
			}
			s, err := cycles.Measure(t.Context(), e, goEngine, &task)
			require.NoError(t, err)
			x.Add(s)
		}
		img, err := k.Image()
		require.NoError(t, err)
		x.Finish(img)
		all = append(all, x)
	}
	return all
}

// The accounts are as in TestCompareFindsWhatChanged in package cycles.
func TestWhatHasChanged(t *testing.T) {
	old := &cycles.Account{Engine: "z80", Profile: "sx81", SX: 9, Nodes: 7, Cycles: 100, Outside: 10,
		Routines: []cycles.RoutineCost{{Label: "a", Self: 50}, {Label: "b", Self: 30}, {Label: "c", Self: 20}},
		Kinds:    []cycles.KindCost{{Kind: "half", Visits: 1, Cycles: 80}, {Kind: "full", Visits: 1, Cycles: 10}}}
	now := &cycles.Account{Engine: "z80", Profile: "sx81", SX: 9, Nodes: 7, Cycles: 87, Outside: 7,
		Routines: []cycles.RoutineCost{{Label: "a", Self: 30}, {Label: "b", Self: 35}, {Label: "c", Self: 20}, {Label: "d", Self: 2}},
		Kinds:    []cycles.KindCost{{Kind: "half", Visits: 1, Cycles: 68}, {Kind: "full", Visits: 1, Cycles: 10}, {Kind: "cached", Visits: 1, Cycles: 2}}}

	var b bytes.Buffer
	out := report.ScreenOf(&b)
	require.NoError(t, WriteChanges(out, []*cycles.Account{old}, []*cycles.Account{now}, 2, false))
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
	require.NoError(t, WriteChanges(out, []*cycles.Account{old}, []*cycles.Account{now}, 1, false))
	require.Contains(t, b.String(), "SX 9, but 8 for 7 nodes: another search: 87 T-states")
}

// The picture has all machines, and all of their cycles.
func TestPictureOfShares(t *testing.T) {
	all := accounts(t)
	text := string(SVG(all))
	for _, x := range all {
		require.Contains(t, text, x.Engine+": by kind of node")
	}
	require.Equal(t, 3, strings.Count(text, ">all others<"))
	require.Equal(t, 3, strings.Count(text, ">outside nodes<"))
	require.Equal(t, 3, strings.Count(text, ">"+hostbridge.NodeHalf.String()+"<"))
}
