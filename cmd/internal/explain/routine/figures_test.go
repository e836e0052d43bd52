package routine

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/asm"
	"github.com/searchex/searchex/hostbridge/cycles"
)

// 100 nodes and 1,000 cycles at 2 MHz. The routine has four calls, which take 80 cycles; it is also entered in its middle,
// which takes 20 more; 40 of all these cycles are its own.
func TestFiguresOfARoutine(t *testing.T) {
	x := &cycles.Account{Engine: "z80", Nodes: 100, Cycles: 1000, Positions: 1, Clock: 2_000_000,
		Routines: []cycles.RoutineCost{{Label: "other", Calls: 9, Self: 9, Total: 9, Called: 9}, {Label: "mine", Calls: 4, Self: 40, Total: 100, Called: 80}}}
	e := &Entry{Label: "mine", On: map[string]*asm.Routine{"z80": {Size: 7}}}
	require.Equal(t, []any{"z80, 2 MHz", 7, "0.040", "20.0", "10.0", "0.40", "4.0%"}, figureRow(x, e))
	e.Label = "never called"
	require.Equal(t, []any{"z80, 2 MHz", 7, "none", "-", "-", "0.00", "0.0%"}, figureRow(x, e))
}
