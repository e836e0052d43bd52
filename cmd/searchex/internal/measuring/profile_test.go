package measuring

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	pprof "github.com/google/pprof/profile"
	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/cmd/internal/cli"
	"github.com/searchex/searchex/cmd/internal/given"
	"github.com/searchex/searchex/emu"
	"github.com/searchex/searchex/emu/export"
)

// profiled is a profile of some searches, with the cycles and instructions that the machine
// counted itself.
func profiled(t *testing.T, engine string) (p *emu.Profile, cycles, searched uint64) {
	t.Helper()
	a := cli.NewApp(t.Context(), strings.NewReader(""), &bytes.Buffer{}, &bytes.Buffer{})
	nodes := uint64(1000)
	searches := cli.SearchFlags{ProfileFlag: cli.ProfileFlag{Profile: "sx81"}, BudgetFlags: cli.BudgetFlags{Nodes: &nodes}}
	tasks, _, err := searches.Tasks(a, cli.Benchmark)
	require.NoError(t, err)
	tasks = tasks[2:5]
	p, got, err := profileAll(a, engine, tasks)
	require.NoError(t, err)
	for _, task := range tasks {
		e := given.Engine(t, engine)
		r, err := task.Search(t.Context(), e)
		require.NoError(t, err)
		m, _ := cli.MachineOf(e)
		cycles += m.Cycles()
		searched += r.Cycles
	}
	require.Equal(t, searched, got)
	return p, cycles, searched
}

// The sum of all costs of a file is the machine's number of cycles.
func TestEveryFormatHasTheMachinesCycles(t *testing.T) {
	for _, engine := range cli.MachineNames() {
		t.Run(engine, func(t *testing.T) {
			p, cycles, _ := profiled(t, engine)
			require.Equal(t, cycles, p.Cycles)
			for name, sum := range map[string]func(t *testing.T, b *bytes.Buffer) (cycles, instructions uint64){
				"pprof": sumOfPprof, "speedscope": sumOfSpeedscope, "callgrind": sumOfCallgrind,
			} {
				for _, levels := range []bool{false, true} {
					var b bytes.Buffer
					require.NoError(t, formats[name].write(&b, p, export.Options{Levels: levels}))
					cycles, instructions := sum(t, &b)
					require.Equal(t, []uint64{p.Cycles, p.Instructions}, []uint64{cycles, instructions}, name)
				}
			}
		})
	}
}

func sumOfPprof(t *testing.T, b *bytes.Buffer) (cycles, instructions uint64) {
	p, err := pprof.Parse(b)
	require.NoError(t, err)
	require.NoError(t, p.CheckValid())
	for _, s := range p.Sample {
		cycles += uint64(s.Value[0])
		instructions += uint64(s.Value[1])
	}
	return cycles, instructions
}

func sumOfSpeedscope(t *testing.T, b *bytes.Buffer) (cycles, instructions uint64) {
	var file struct {
		Shared   struct{ Frames []struct{ Name string } }
		Profiles []struct {
			EndValue uint64
			Samples  [][]int
			Weights  []uint64
		}
	}
	require.NoError(t, json.Unmarshal(b.Bytes(), &file))
	sums := [2]uint64{}
	for i, p := range file.Profiles {
		require.Len(t, p.Samples, len(p.Weights))
		for j, w := range p.Weights {
			sums[i] += w
			for _, f := range p.Samples[j] {
				require.Less(t, f, len(file.Shared.Frames))
			}
		}
		require.Equal(t, sums[i], p.EndValue)
	}
	return sums[0], sums[1]
}

// callgrindFile has the costs in a callgrind file: each routine's own costs, and those of
// its calls.
type callgrindFile struct {
	self, called map[string]uint64
	instructions uint64
}

// readCallgrind reads a file as callgrind_annotate does.
func readCallgrind(t *testing.T, b *bytes.Buffer) callgrindFile {
	f := callgrindFile{map[string]uint64{}, map[string]uint64{}, 0}
	names := map[string]string{}
	named := func(s string) string {
		number, name, full := strings.Cut(s, " ")
		if full {
			names[number] = name
		}
		require.Contains(t, names, number)
		return names[number]
	}
	var in, to string
	call := false
	_, body, ok := strings.Cut(b.String(), "\nsummary: ")
	require.True(t, ok)
	for line := range strings.Lines(body[strings.Index(body, "\n"):]) {
		line = strings.TrimSpace(line)
		key, value, set := strings.Cut(line, "=")
		switch {
		case line == "" || key == "fl" || key == "fi" || key == "cfi":
		case key == "fn":
			in = named(value)
		case key == "cfn":
			to = named(value)
		case key == "calls":
			call = true
		case set:
			t.Fatalf("line %q", line)
		default:
			var at, cycles, instructions uint64
			_, err := fmt.Sscan(line, &at, &cycles, &instructions)
			require.NoError(t, err, line)
			if call {
				f.called[to] += cycles
			} else {
				f.self[in] += cycles
				f.instructions += instructions
			}
			call = false
		}
	}
	return f
}

func sumOfCallgrind(t *testing.T, b *bytes.Buffer) (cycles, instructions uint64) {
	f := readCallgrind(t, b)
	for _, c := range f.self {
		cycles += c
	}
	return cycles, f.instructions
}

// A reader of callgrind or pprof sees the costs of a routine that the profile has, its own and with
// callees: a recursion counts once.
func TestCostsWithCalleesAreRightInARecursion(t *testing.T) {
	for _, engine := range cli.MachineNames() {
		t.Run(engine, func(t *testing.T) {
			p, _, searched := profiled(t, engine)
			var b bytes.Buffer
			require.NoError(t, export.Callgrind(&b, p, export.Options{}))
			f := readCallgrind(t, &b)
			for _, r := range p.Routines {
				require.Equal(t, r.Self, f.self[r.Label], r.Label)
				require.Equal(t, r.Total, f.called[r.Label], r.Label)
			}
			require.Equal(t, searched, p.Routine("search").Total)
			require.Greater(t, p.Routine("node").Calls, uint64(100))
			require.Less(t, p.Routine("node").Total, p.Cycles)

			b.Reset()
			require.NoError(t, export.Pprof(&b, p, export.Options{}))
			got, err := pprof.Parse(&b)
			require.NoError(t, err)
			with := map[string]uint64{}
			for _, s := range got.Sample {
				in := map[string]bool{}
				for _, l := range s.Location {
					in[l.Line[0].Function.Name] = true
				}
				for name := range in {
					with[name] += uint64(s.Value[0])
				}
			}
			for _, r := range p.Routines {
				require.Equal(t, r.Total, with[r.Label], r.Label)
			}
		})
	}
}

// The file of one search is small enough to be mailed, with its plies distinguished.
func TestAProfileIsSmall(t *testing.T) {
	most := map[string]struct{ plain, levels int }{
		"z80": {107_500, 131_500}, "6502": {141_000, 157_000}, "68000": {97_500, 108_000},
	}
	for _, engine := range cli.MachineNames() {
		a := cli.NewApp(t.Context(), strings.NewReader(""), &bytes.Buffer{}, &bytes.Buffer{})
		tasks, _, err := (&cli.SearchFlags{ProfileFlag: cli.ProfileFlag{Profile: "sx81"}}).Tasks(a, cli.Initial)
		require.NoError(t, err)
		p, _, err := profileAll(a, engine, tasks)
		require.NoError(t, err)
		var b bytes.Buffer
		require.NoError(t, export.Pprof(&b, p, export.Options{}))
		require.Less(t, b.Len(), most[engine].plain, engine)
		b.Reset()
		require.NoError(t, export.Pprof(&b, p, export.Options{Levels: true}))
		require.Less(t, b.Len(), most[engine].levels, engine)
		got, err := pprof.Parse(&b)
		require.NoError(t, err)
		plies := map[int64]bool{}
		for _, s := range got.Sample {
			plies[s.NumLabel["ply"][0]] = true
		}
		require.Subset(t, plies, map[int64]bool{0: true, 1: true, 2: true, 3: true}, engine)
	}
}
