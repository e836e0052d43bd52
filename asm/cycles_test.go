package asm

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestCyclesInWords(t *testing.T) {
	for _, c := range []struct {
		cycles Cycles
		want   string
	}{
		{MeasuredCycles(OnBenchmark, 2, 103, 51, 52), "mean 52 on the benchmark, 51 to 52"},
		{MeasuredCycles(InPerft, 3, 30, 10, 10), "10 in perft"},
		{MeasuredCycles(InBook, 4, 4*12345, 999, 1234567), "mean 12,300 in the book, 999 to 1,230,000"},
		{MeasuredCycles(OnBenchmark, 1, 9995, 9995, 9995), "10,000 on the benchmark"},
		{Cycles{Workload: Unmeasured}, "not on the benchmark"},
	} {
		require.Equal(t, c.want, c.cycles.String())
	}
}

func TestCyclesAreReadAsWritten(t *testing.T) {
	cycles := map[string]Cycles{
		"node": {OnBenchmark, 12300, 999, 1230000}, "perft": {InPerft, 10, 10, 10}, "book_move": {InBook, 7, 6, 8}, "idle": {Workload: Unmeasured},
	}
	text := FormatCycles(cycles)
	require.Contains(t, text, "\nbook_move book 7 6 8\nidle -\nnode benchmark 12300 999 1230000\n")
	read, err := parseCycles("x.cycles", text)
	require.NoError(t, err)
	require.Equal(t, cycles, read)

	for _, c := range []struct{ text, want string }{
		{"node\n", `x.cycles:1: "node" is not a label and a workload`},
		{"# x\nnode chess 1 1 1\n", `x.cycles:2: "chess" is not a workload`},
		{"node benchmark 1 1\n", "x.cycles:1: 2 numbers follow benchmark, not 3"},
		{"node - 1\n", "x.cycles:1: 1 numbers follow -, not 0"},
		{"node perft 1 x 1\n", `x.cycles:1: "x" is not a number of cycles`},
		{"node perft 9 1 8\n", "x.cycles:1: the mean 9 is not between 1 and 8"},
		{"node -\nnode -\n", "x.cycles:2: node appears twice"},
	} {
		_, err := parseCycles("x.cycles", c.text)
		require.EqualError(t, err, c.want)
	}
}
