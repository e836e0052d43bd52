package main

import (
	"bufio"
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/asm"
	"github.com/searchex/searchex/cmd/internal/cli/clitest"
	"github.com/searchex/searchex/cmd/internal/given"
	"github.com/searchex/searchex/cmd/internal/report"
	"github.com/searchex/searchex/testdata"
)

// figuresFile has the record of the benchmark's exact figures, a line for a machine and profile.
const figuresFile = "testdata/figures.jsonl"

// benchmarks has the searches of the pages of figures.
var benchmarks = []struct {
	profile string
	sx      int
}{
	{"uniform", 24}, {"sx81", 50}, {"sx81,switch.cache=on", 50}, {"parker83", 50}, {"cyrus86", 34}, {"sex88", 12}, {"tuned", 36}, {"tuned", 52},
}

// routinesOf is the search whose routines the pages of the 6502 and the 68000 compare with the Z80's.
var routinesOf = figure{Profile: "sx81", SX: 50}

// measuredOn has the machines of the pages, the Z80 first.
var measuredOn = []string{"z80", "6502", "68000"}

// figure is the cost of the benchmark on a machine, as searchex cycles --json prints it.
type figure struct {
	Engine   string  `json:"engine"`
	Profile  string  `json:"profile"`
	SX       int     `json:"sx"`
	Nodes    uint64  `json:"nodes"`
	Cycles   uint64  `json:"cycles"`
	Seconds  float64 `json:"seconds"`
	SwapOffs float64 `json:"swap_offs_per_node"`
	// Print is the fingerprint of the engine and profile that were measured.
	Print string `json:"fingerprint"`
	// Stack has the bytes of the stack that were used, Routines the cycles of routines without callees, those that take one
	// in 400 of all. Both are recorded of the search of routinesOf only.
	Stack    int               `json:"stack_used,omitempty"`
	Routines map[string]uint64 `json:"own_cycles,omitempty"`
}

// key returns what a figure is a figure of.
func (f *figure) key() string { return fmt.Sprintf("%s %s %d", f.Engine, f.Profile, f.SX) }

// fingerprint returns a hash of all that a figure depends on: ROM, profile and positions.
func fingerprint(t *testing.T, engine, spec string) string {
	t.Helper()
	prof := given.Profile(t, spec)
	image, err := asm.Load(engine)
	require.NoError(t, err)
	bench, err := testdata.Files.ReadFile("bench12.epd")
	require.NoError(t, err)
	h := sha256.New()
	for _, b := range [][]byte{image.ROM, prof.Bytes(), bench} {
		h.Write(b)
	}
	return fmt.Sprintf("%.8x", h.Sum(nil))
}

// measure runs a search of the benchmark on all machines.
func measure(t *testing.T, profile string, sx int) (all []figure) {
	t.Helper()
	out, err := exec.Command("searchex", "cycles", "--engine", strings.Join(measuredOn, ","), "--profile", profile, "--sx", strconv.Itoa(sx), "--json").Output()
	require.NoError(t, err)
	for line := range bytes.Lines(out) {
		var f struct {
			figure
			Routines []struct {
				Label string
				Self  uint64
			}
		}
		require.NoError(t, json.Unmarshal(line, &f))
		f.Profile, f.Print = profile, fingerprint(t, f.Engine, profile)
		if profile == routinesOf.Profile && sx == routinesOf.SX {
			f.figure.Routines = map[string]uint64{}
			for _, r := range f.Routines {
				if 400*r.Self >= f.Cycles {
					f.figure.Routines[r.Label] = r.Self
				}
			}
		} else {
			f.Stack = 0
		}
		all = append(all, f.figure)
	}
	require.Len(t, all, len(measuredOn))
	return all
}

// recordedFigures reads the record.
func recordedFigures(t *testing.T) map[string]figure {
	t.Helper()
	file, err := os.Open(figuresFile)
	require.NoError(t, err)
	defer file.Close()
	all := map[string]figure{}
	lines := bufio.NewScanner(file)
	for lines.Scan() {
		var f figure
		require.NoError(t, json.Unmarshal(lines.Bytes(), &f))
		all[f.key()] = f
	}
	require.NoError(t, lines.Err())
	return all
}

// The program finds the recorded figures. It takes half a minute, so it runs
// in the gate, and with -update it replaces the record.
func TestManualFiguresAreThoseOfToday(t *testing.T) {
	forALongTime(t)
	var b bytes.Buffer
	for _, x := range benchmarks {
		for _, f := range measure(t, x.profile, x.sx) {
			line, err := json.Marshal(f)
			require.NoError(t, err)
			fmt.Fprintf(&b, "%s\n", line)
		}
	}
	if *update {
		require.NoError(t, os.WriteFile(figuresFile, b.Bytes(), 0o600))
		return
	}
	record := given.File(t, figuresFile)
	assert.Equal(t, b.String(), string(record), "after a change on purpose: make docs")
}

// Each recorded figure is of the ROM and profile of today, and all machines search the same nodes. A
// change of either makes a figure old before anybody measures it again.
func TestManualFiguresAreOfTheseROMs(t *testing.T) {
	record := recordedFigures(t)
	assert.Len(t, record, len(benchmarks)*len(measuredOn))
	for _, x := range benchmarks {
		first := record[(&figure{Engine: measuredOn[0], Profile: x.profile, SX: x.sx}).key()]
		for _, machine := range measuredOn {
			f, ok := record[(&figure{Engine: machine, Profile: x.profile, SX: x.sx}).key()]
			require.True(t, ok, "%s %s %d is not recorded: make docs", machine, x.profile, x.sx)
			assert.Equal(t, first.Nodes, f.Nodes, f.key())
			assert.Equal(t, fingerprint(t, machine, x.profile), f.Print, "%s was measured with another ROM or profile: make docs", f.key())
		}
	}
}

// figureTable returns the table of a page, in Markdown: of the Z80 alone, or of another machine with the Z80.
func figureTable(record map[string]figure, machine string) string {
	var b strings.Builder
	if machine == measuredOn[0] {
		b.WriteString("| profile | SX | T-states | at 4 MHz | nodes | T-states a node | swap-offs a node |\n|---|---|---|---|---|---|---|\n")
	} else {
		fmt.Fprintf(&b, "| profile | SX | %s, cycles | a node | to a T-state |\n|---|---|---|---|---|\n", machine)
	}
	for _, x := range benchmarks {
		z := record[(&figure{Engine: measuredOn[0], Profile: x.profile, SX: x.sx}).key()]
		f := record[(&figure{Engine: machine, Profile: x.profile, SX: x.sx}).key()]
		each := report.Int(int((f.Cycles + f.Nodes/2) / f.Nodes))
		if machine == measuredOn[0] {
			fmt.Fprintf(&b, "| %s | %d | %s | %.1f s | %s | %s | %.3f |\n", x.profile, x.sx, report.Count(f.Cycles), f.Seconds, report.Count(f.Nodes), each, f.SwapOffs)
			continue
		}
		fmt.Fprintf(&b, "| %s | %d | %s | %s | %.3f |\n", x.profile, x.sx, report.Count(f.Cycles), each, float64(f.Cycles)/float64(z.Cycles))
	}
	return b.String()
}

// routineTable returns the table of a page, in Markdown: the routines of a machine that take most, and the Z80's of the same
// names, in two columns of five.
func routineTable(t *testing.T, record map[string]figure, machine string) string {
	t.Helper()
	of := func(machine string) figure {
		return record[(&figure{Engine: machine, Profile: routinesOf.Profile, SX: routinesOf.SX}).key()]
	}
	const half = 5
	z, f := of(measuredOn[0]), of(machine)
	require.GreaterOrEqual(t, len(f.Routines), 2*half)
	labels := slices.SortedFunc(maps.Keys(f.Routines), func(a, b string) int { return cmp.Compare(f.Routines[b], f.Routines[a]) })
	row := func(label string) string {
		same := label
		if label == "swap_place" {
			same = "swap_off"
		}
		require.NotZero(t, z.Routines[same], same)
		a, b := float64(f.Routines[label])/float64(f.Nodes), float64(z.Routines[same])/float64(z.Nodes)
		return fmt.Sprintf("| %s | %.1f | %.1f | %.2f |", label, a, b, a/b)
	}
	var b strings.Builder
	fmt.Fprintf(&b, "| routine | %[1]s | Z80 | ratio | | routine | %[1]s | Z80 | ratio |\n|---|---|---|---|---|---|---|---|---|\n", machine)
	for i := range half {
		fmt.Fprintf(&b, "%s %s\n", row(labels[i]), row(labels[i+half]))
	}
	return b.String()
}

// sizeTable returns the table of a page, in Markdown: bytes of a machine's engine beside the Z80's, of each part that the machine
// has.
func sizeTable(t *testing.T, record map[string]figure, machine string) string {
	t.Helper()
	var all [2]asm.Sizes
	var stack [2]int
	for i, name := range []string{machine, measuredOn[0]} {
		image, err := asm.Load(name)
		require.NoError(t, err)
		all[i] = image.Sizes()
		stack[i] = record[(&figure{Engine: name, Profile: routinesOf.Profile, SX: routinesOf.SX}).key()].Stack
		require.NotZero(t, stack[i], name)
	}
	var b strings.Builder
	row := func(name string, bytes, of func(asm.Sizes) int) {
		if bytes(all[0]) == 0 {
			return
		}
		fmt.Fprintf(&b, "| %s |", name)
		for _, s := range all {
			switch n := report.Int(bytes(s)); {
			case bytes(s) == 0:
				b.WriteString(" - |")
			case of == nil:
				fmt.Fprintf(&b, " %s |", n)
			default:
				fmt.Fprintf(&b, " %s of %s |", n, report.Int(of(s)))
			}
		}
		b.WriteString("\n")
	}
	fmt.Fprintf(&b, "| bytes | %s | Z80 |\n|---|---|---|\n", machine)
	row("code", func(s asm.Sizes) int { return s.Text }, nil)
	row("tables", func(s asm.Sizes) int { return s.Rodata }, nil)
	row("ROM", func(s asm.Sizes) int { return s.ROM }, func(s asm.Sizes) int { return s.ROMLimit })
	row("code in the ROM of the book", func(s asm.Sizes) int { return s.Code2 }, func(s asm.Sizes) int { return s.Code2Limit })
	row("module of the network", func(s asm.Sizes) int { return s.Module }, func(s asm.Sizes) int { return s.ModuleLimit })
	row("RAM", func(s asm.Sizes) int { return s.RAM }, func(s asm.Sizes) int { return s.RAMLimit })
	fmt.Fprintf(&b, "| of it the stack, in the searches above | %d | %d |\n", stack[0], stack[1])
	return b.String()
}

// The pages have the recorded figures. With -update their blocks are filled.
func TestManualShowsTheRecordedFigures(t *testing.T) {
	record := recordedFigures(t)
	for page, machine := range map[string]string{"results": "z80", "machines/6502": "6502", "machines/68000": "68000"} {
		clitest.Block(t, filepath.Join("../../docs", page+".md"), "figures", figureTable(record, machine), *update, "make docs")
		if machine != measuredOn[0] {
			clitest.Block(t, filepath.Join("../../docs", page+".md"), "routines", routineTable(t, record, machine), *update, "make docs")
			clitest.Block(t, filepath.Join("../../docs", page+".md"), "sizes", sizeTable(t, record, machine), *update, "make docs")
		}
	}
}
