package golden

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/searchex/searchex/goengine"
	"github.com/searchex/searchex/hostbridge"
)

var update = flag.Bool("update", false, "write searches.golden anew")

const file = "searches.golden"

// limits are small, so that twelve positions, six profiles and all engines
// take seconds.
var limits = goengine.Limits{Nodes: 4000}

func benchmark(t *testing.T) (names []string, positions []*goengine.Position) {
	t.Helper()
	data, err := os.ReadFile("../testdata/bench12.epd")
	if err != nil {
		t.Fatal(err)
	}
	for i, line := range strings.Split(strings.TrimSpace(string(data)), "\n") {
		p, err := goengine.ParseFEN(strings.Join(strings.Fields(line)[:4], " "))
		if err != nil {
			t.Fatal(err)
		}
		names = append(names, fmt.Sprintf("BENCH.%02d", i+1))
		positions = append(positions, p)
	}
	return names, positions
}

func takeAll(t *testing.T) (records []Record) {
	t.Helper()
	names, positions := benchmark(t)
	for _, engine := range hostbridge.Names {
		e, err := hostbridge.New(engine)
		if err != nil {
			t.Fatal(err)
		}
		if om, ok := e.(hostbridge.Emulated); ok {
			om.Machine().SetGuards(true) // the stack is measured with them
		}
		for _, profile := range goengine.AllProfileNames {
			for i, p := range positions {
				r, err := Take(e, p, names[i], profile, limits)
				if err != nil {
					t.Fatal(err)
				}
				records = append(records, r)
			}
		}
	}
	return records
}

// TestGoldenSearches holds every engine's searches of the benchmark positions
// against the recorded ones: move, score, nodes, events, and cycles to the
// cycle.
func TestGoldenSearches(t *testing.T) {
	now := takeAll(t)
	if differ := disagreements(now); len(differ) > 0 {
		t.Fatalf("%d searches differ from Go's, so nothing is compared with %s, or written to it: see go test ./hostbridge -run RoutinesAgree; the first: %s", len(differ), file, differ[0])
	}
	if *update {
		if old, err := os.ReadFile(file); err == nil {
			if recorded, err := Read(bytes.NewReader(old)); err == nil {
				before := map[string]float64{}
				for _, m := range Means(recorded) {
					before[m.Name] = m.CyclesPerNode
				}
				for _, m := range Means(now) {
					t.Logf("%s: %.1f cycles/node, before %.1f", m.Name, m.CyclesPerNode, before[m.Name])
				}
			}
		}
		var b bytes.Buffer
		if err := Write(&b, now); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, b.Bytes(), 0o666); err != nil {
			t.Fatal(err)
		}
		return
	}
	f, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	recorded, err := Read(f)
	if err != nil {
		t.Fatalf("%s: %v", file, err)
	}
	for _, line := range Compare(recorded, now) {
		t.Error(line)
	}
}

// TestEnginesAgreeInTheFile: what is recorded of one search is the same for
// every engine, cycles and memory apart.
func TestEnginesAgreeInTheFile(t *testing.T) {
	f, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	records, err := Read(f)
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range disagreements(records) {
		t.Error(line)
	}
	first := map[string]bool{}
	for _, r := range records {
		first[r.Profile+" "+r.Position] = true
	}
	if want := len(goengine.AllProfileNames) * 12; len(first) != want {
		t.Errorf("%d searches are recorded, want %d", len(first), want)
	}
}

// disagreements returns the searches in which an engine differs from the first one of that
// search, cycles and memory apart, each with a command that shows how.
func disagreements(records []Record) (lines []string) {
	first := map[string]Record{}
	for _, r := range records {
		engine := r.Engine
		r.Engine, r.Cycles, r.RAM, r.Stack = "", 0, 0, 0
		k := r.Profile + " " + r.Position
		if o, ok := first[k]; !ok {
			first[k] = r
		} else if o != r {
			lines = append(lines, fmt.Sprintf("%s: %s differs from %s: go run ./cmd/searchex diff --engine %[3]s,%[2]s --profile %[4]s --nodes %[5]d", k, engine, hostbridge.Names[0], r.Profile, r.Limit))
		}
	}
	return lines
}

func TestDisagreementsSeeAnyResult(t *testing.T) {
	goes := Record{Profile: "sx81", Position: "X", Engine: "go", Limit: 90, Best: "e2e4", Nodes: 100, Events: 7}
	z80 := goes
	z80.Engine, z80.Cycles, z80.RAM, z80.Stack = "z80", 5000, 9, 4
	if lines := disagreements([]Record{goes, z80}); len(lines) != 0 {
		t.Errorf("cycles and memory count: %v", lines)
	}
	z80.Events++
	want := []string{"sx81 X: z80 differs from go: go run ./cmd/searchex diff --engine go,z80 --profile sx81 --nodes 90"}
	if lines := disagreements([]Record{goes, z80}); !slices.Equal(lines, want) {
		t.Errorf("another tree: %q, want %q", lines, want)
	}
}

func TestCompareSeesAnyChange(t *testing.T) {
	r := Record{Profile: "sx81", Position: "X", Engine: "z80", Limit: 90, Best: "e2e4", Score: 3, SX: 10, Nodes: 100, PV: "e2e4,e7e5", Events: 7, Cycles: 5000, RAM: 9, Stack: 4}
	if lines := Compare([]Record{r}, []Record{r}); len(lines) != 0 {
		t.Errorf("equal records differ: %v", lines)
	}
	for name, change := range map[string]func(*Record){
		"best": func(r *Record) { r.Best = "d2d4" }, "score": func(r *Record) { r.Score++ },
		"sx": func(r *Record) { r.SX++ }, "nodes": func(r *Record) { r.Nodes++ },
		"events": func(r *Record) { r.Events++ }, "cycles": func(r *Record) { r.Cycles++ },
		"ram": func(r *Record) { r.RAM++ }, "stack": func(r *Record) { r.Stack++ },
		"engine": func(r *Record) { r.Engine = "go" }, "limit": func(r *Record) { r.Limit++ },
		"pv": func(r *Record) { r.PV = "e2e4" },
	} {
		x := r
		change(&x)
		if lines := Compare([]Record{r}, []Record{x}); len(lines) == 0 {
			t.Errorf("a change of %s goes unseen", name)
		}
	}
	var b bytes.Buffer
	if err := Write(&b, []Record{r}); err != nil {
		t.Fatal(err)
	}
	back, err := Read(&b)
	if err != nil || len(back) != 1 || back[0] != r {
		t.Errorf("wrote %+v, read %+v, %v", r, back, err)
	}
}
