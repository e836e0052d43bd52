package hostbridge

import (
	"context"
	"flag"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/asm"
	"github.com/searchex/searchex/goengine"
	"github.com/searchex/searchex/goengine/book"
)

var update = flag.Bool("update", false, "write the cycles of the routines to asm/*/*.cycles")

// workload is something that a machine runs while the cycles of its routines are measured. The work is split into
// parts, which run at the same time.
type workload struct {
	name asm.Workload
	run  func(t testing.TB, m *rig, part, parts int, follow func() *calls)
}

// workloads are in the order in which they are measured: the cycles of a routine are those of the first that calls it.
var workloads = []workload{
	{asm.OnBenchmark, func(t testing.TB, m *rig, part, parts int, follow func() *calls) {
		for i, g := range epd(t, "bench12.epd") {
			if i%parts != part {
				continue
			}
			r, err := m.Search(context.Background(), g, profile(t, "sx81"), goengine.Limits{SX: 50})
			require.NoError(t, err)
			require.Equal(t, r.Cycles, follow().search(t, g), "a search takes the same time whether its calls are followed or not")
		}
	}},
	{asm.InPerft, func(t testing.TB, m *rig, part, parts int, follow func() *calls) {
		if part > 0 {
			return
		}
		for _, g := range epd(t, "bench12.epd") {
			m.set(g.Position())
			m.setByte("perft_depth", 2)
			follow().run(t, "perft")
			require.EqualValues(t, g.Position().Perft(2), m.long(m.addr("perft_count")), "perft of %s: no cycles are compared or written: see go test ./hostbridge -run RoutinesPerft/%s", g.Position().FEN(), m.Name())
		}
	}},
	{asm.InBook, func(t testing.TB, m *rig, part, parts int, follow func() *calls) {
		if part > 0 {
			return
		}
		tree, err := book.Parse(book.Source(), book.SourceName)
		require.NoError(t, err)
		for i, n := range tree.Nodes() {
			if i%10 != 0 {
				continue
			}
			p := position(t, n.FEN)
			m.set(p)
			follow().run(t, "book_move")
			requireBookMove(t, m, p)
		}
	}},
}

// requireBookMove fails the test unless the look-up that a machine has just made found a move of the book, or none where the
// book has none.
func requireBookMove(t testing.TB, m *rig, p *goengine.Position) {
	t.Helper()
	known, found := book.Default().Moves(p), m.byte("play_ok") != 0
	got := m.layout.move(m.addr("play_from"))
	right := found == (len(known) > 0) && (!found || slices.ContainsFunc(known, func(w book.Weighted) bool { return w.Move == got }))
	require.True(t, right, "the book's move of %s: no cycles are compared or written: see go test ./hostbridge -run RoutinesBook/%s", p.FEN(), m.Name())
}

// cost is the sum of a routine's calls.
type cost struct{ calls, total, least, most uint64 }

func (c *cost) add(d cost) {
	if c.calls == 0 || d.least < c.least {
		c.least = d.least
	}
	c.calls, c.total, c.most = c.calls+d.calls, c.total+d.total, max(c.most, d.most)
}

// TestCyclesOfRoutines: each routine takes the cycles that asm/*/*.cycles says, on a machine
// whose searches, leaves of perft and moves of the book are Go's. Of one that differs, cycles say nothing, and none are
// written.
// go test ./hostbridge -run CyclesOfRoutines -update writes these files.
func TestCyclesOfRoutines(t *testing.T) {
	for _, k := range MachineKinds() {
		t.Run(k.Name, func(t *testing.T) {
			t.Parallel()
			c := checkNamed("searches")
			if _, red := c.failure(t, newRig(t, k.Name, Options{})); red {
				t.Fatalf("%s: searches differ from Go's, so the cycles of its routines are neither compared nor written: see go test ./hostbridge -run RoutinesAgree/%[1]s", k.Name)
			}
			testCyclesOfRoutines(t, k)
		})
	}
}

func testCyclesOfRoutines(t *testing.T, k *EngineKind) {
	measured := map[string]asm.Cycles{}
	for _, w := range workloads {
		for label, c := range costsOf(t, k, w) {
			if _, earlier := measured[label]; !earlier {
				measured[label] = asm.MeasuredCycles(w.name, c.calls, c.total, c.least, c.most)
			}
		}
	}
	if t.Failed() {
		return
	}
	img, err := k.Image()
	require.NoError(t, err)
	for label := range img.Kinds {
		if _, called := measured[label]; !called && img.IsRoutine(label) {
			measured[label] = asm.Cycles{Workload: asm.Unmeasured}
		}
	}
	for label, c := range measured {
		c.Proved = img.Cycles[label].Proved // of which hostbridge/contracts takes care
		measured[label] = c
	}
	if *update {
		file := filepath.Join("..", "asm", k.CPU.Folder, k.CPU.File(".cycles"))
		require.NoError(t, os.WriteFile(file, []byte(asm.FormatCycles(measured)), 0o644))
		return
	}
	for label, want := range measured {
		if have, ok := img.Cycles[label]; !ok {
			t.Errorf("%s has no %s (make golden)", k.CPU.File(".cycles"), label)
		} else if have != want {
			t.Errorf("%s says of %s %q and should say %q (make golden)", k.CPU.File(".cycles"), label, have, want)
		}
	}
	for label := range img.Cycles {
		if _, exists := measured[label]; !exists {
			t.Errorf("%s has %s, which is not a routine (make golden)", k.CPU.File(".cycles"), label)
		}
	}
}

// costsOf runs a workload and returns what the calls of each routine have cost, by label.
func costsOf(t *testing.T, k *EngineKind, w workload) map[string]*cost {
	costs := map[string]*cost{}
	var mu sync.Mutex
	var wait sync.WaitGroup
	const parts = 2
	for part := range parts {
		m := newRig(t, k.Name, Options{})
		wait.Go(func() {
			mine := []cost{}
			var f *calls
			w.run(t, m, part, parts, func() *calls {
				f = follow(m, func(x *call, cycles uint64, _ []byte) {
					mine[x.label].add(cost{1, cycles, cycles, cycles})
				})
				if len(mine) == 0 {
					mine = make([]cost, len(f.labels))
				}
				return f
			})
			mu.Lock()
			defer mu.Unlock()
			for i, c := range mine {
				if c.calls > 0 {
					if costs[f.labels[i]] == nil {
						costs[f.labels[i]] = &cost{}
					}
					costs[f.labels[i]].add(c)
				}
			}
		})
	}
	wait.Wait()
	return costs
}
