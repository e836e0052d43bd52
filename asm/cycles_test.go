package asm

import (
	"io/fs"
	"slices"
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
		"node": {OnBenchmark, 12300, 999, 1230000, Proved{}}, "perft": {InPerft, 10, 10, 10, Proved{9, 12, BySolver, "-3--2,0-4", 0xAB}},
		"book_move": {Workload: InBook, Mean: 7, Least: 6, Most: 8}, "idle": {Workload: Unmeasured, Proved: Proved{1, 1, ByRuns, "0-0", 1 << 31}},
	}
	text := FormatCycles(cycles)
	require.Contains(t, text, "\nbook_move book 7 6 8\nidle - proved 1 1 runs 0-0 80000000\nnode benchmark 12300 999 1230000\nperft perft 10 10 10 proved 9 12 z3 -3--2,0-4 000000ab\n")
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
		{"node - proved 1 2 z3 0-4\n", `x.cycles:1: "1 2 z3 0-4" is not least, most, how, bytes and their sum`},
		{"node - proved 1 x z3 0-4 0\n", `x.cycles:1: "x" is not a number of cycles`},
		{"node - proved 3 2 z3 0-4 0\n", "x.cycles:1: 3 cycles are more than 2"},
		{"node - proved 1 2 hope 0-4 0\n", `x.cycles:1: "hope" is no way to prove`},
		{"node - proved 1 2 z3 0-4,9 0\n", `x.cycles:1: "9" is not a run of offsets`},
		{"node - proved 1 2 z3 4-0 0\n", `x.cycles:1: "4-0" is not a run of offsets`},
		{"node - proved 1 2 z3 0-999999 0\n", `x.cycles:1: "0-999999" is not a run of offsets`},
		{"node - proved 1 2 z3 0-4 g\n", `x.cycles:1: "g" is not a sum of bytes`},
	} {
		_, err := parseCycles("x.cycles", c.text)
		require.EqualError(t, err, c.want)
	}
}

func TestProofsInWords(t *testing.T) {
	for want, p := range map[string]Proved{
		"22 to 27 cycles for all inputs; both occur": {Least: 22, Most: 27, How: BySolver},
		"1,299 cycles for all inputs":                {Least: 1299, Most: 1299, How: ByRuns},
		"within 17 to 2,760 cycles for all inputs":   {Least: 17, Most: 2760, How: ByBounds},
	} {
		require.Equal(t, want, p.String())
	}
}

// Each proof is about the bytes that the image has, and of an image with another byte among them nothing is proved.
func TestProofsAreOfTheseBytes(t *testing.T) {
	for _, cpu := range CPUs {
		dir, err := fs.Sub(files, cpu.Folder)
		require.NoError(t, err)
		text, err := fs.ReadFile(dir, cpu.File(".cycles"))
		require.NoError(t, err)
		written, err := parseCycles("", string(text))
		require.NoError(t, err)
		img, err := cpu.Load()
		require.NoError(t, err)
		require.Equal(t, written, img.Cycles, "%s: bytes that were proved have changed: SEARCHEX_TESTS=slow go test ./hostbridge/contracts -run 'Proofs|Exhausted' -update proves them anew, with Debian's z3", cpu.Name)

		const label = "hop_rook"
		p := written[label].Proved
		ran := map[uint32]bool{}
		p.Bytes(func(offset int) { ran[img.Symbols[label]+uint32(offset)] = true })
		require.Len(t, ran, p.Size())
		require.Equal(t, p, img.NewProved(label, p.Least, p.Most, p.How, ran))
		other := *img
		other.ROM, other.Cycles = slices.Clone(img.ROM), written
		other.ROM[img.Symbols[label]+uint32(p.Size())-1-img.Symbols["rom_start"]]++
		other.forgetChanged()
		require.Empty(t, other.Cycles[label].Proved.How)
		require.True(t, img.ProvedBytes(img.ReadBytes)[img.Symbols[label]])
		require.False(t, img.ProvedBytes(other.ReadBytes)[img.Symbols[label]])
	}
}
