package main

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/asm"
	"github.com/searchex/searchex/cmd/internal/explain/routine"
)

// Of 100 nodes and 1,000 cycles at 2 MHz: four calls that took 80, and 20 more cycles in its midst; 40 its own.
func TestFiguresOfARoutine(t *testing.T) {
	x := &account{Engine: "z80", Nodes: 100, Cycles: 1000, Positions: 1, clock: 2_000_000,
		Routines: []routineCost{{Label: "other", Calls: 9, Self: 9, Total: 9, Called: 9}, {Label: "mine", Calls: 4, Self: 40, Total: 100, Called: 80}}}
	require.Equal(t, &routineFigures{Nodes: 100, Calls: 4, Self: 40, Total: 100, Called: 80, AllCycles: 1000,
		CallsPerNode: 0.04, PerCall: 20, Microseconds: 10, OwnPerNode: 0.4}, x.figures("mine"))
	e := &routine.Entry{Label: "mine", On: map[string]*asm.Routine{"z80": {Size: 7}}}
	require.Equal(t, []any{"z80, 2 MHz", 7, "0.040", "20.0", "10.0", "0.40", "4.0%"}, figureRow(x, e))
	e.Label = "never called"
	require.Equal(t, []any{"z80, 2 MHz", 7, "none", "-", "-", "0.00", "0.0%"}, figureRow(x, e))
}

// docs/manual/routine.md has other code or figures than the program.
func TestFourTonguesIsFresh(t *testing.T) {
	if testing.Short() {
		t.Skip("the page's searches take some seconds")
	}
	const page = "../../docs/manual/routine.md"
	fresh := filepath.Join(t.TempDir(), "page.md")
	a := newApp(t.Context(), nil, os.Stdout, os.Stderr)
	require.Equal(t, exitFine, run(a, []string{"routine", "--doc", fresh}))
	want, err := os.ReadFile(fresh)
	require.NoError(t, err)
	if *update {
		require.NoError(t, os.WriteFile(page, want, 0o644))
	}
	have, err := os.ReadFile(page)
	require.NoError(t, err)
	if diff := cmp.Diff(string(have), string(want)); diff != "" {
		t.Errorf("docs/manual/routine.md (-) is not what the program writes (+); after a change on purpose: %s\n%s", pageCommand, diff)
	}
}
