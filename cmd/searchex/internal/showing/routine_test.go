package showing

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/asm"
	"github.com/searchex/searchex/cmd/internal/explain/routine"
	"github.com/searchex/searchex/hostbridge/cycles"
)

// Of 100 nodes and 1,000 cycles at 2 MHz: four calls that took 80, and 20 more cycles in its midst; 40 its own.
func TestFiguresOfARoutine(t *testing.T) {
	x := &cycles.Account{Engine: "z80", Nodes: 100, Cycles: 1000, Positions: 1, Clock: 2_000_000,
		Routines: []cycles.RoutineCost{{Label: "other", Calls: 9, Self: 9, Total: 9, Called: 9}, {Label: "mine", Calls: 4, Self: 40, Total: 100, Called: 80}}}
	e := &routine.Entry{Label: "mine", On: map[string]*asm.Routine{"z80": {Size: 7}}}
	require.Equal(t, []any{"z80, 2 MHz", 7, "0.040", "20.0", "10.0", "0.40", "4.0%"}, figureRow(x, e))
	e.Label = "never called"
	require.Equal(t, []any{"z80, 2 MHz", 7, "none", "-", "-", "0.00", "0.0%"}, figureRow(x, e))
}
