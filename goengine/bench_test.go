package goengine

import (
	"bufio"
	"os"
	"strings"
	"testing"
)

// readEPD returns the positions of an EPD file, operations cut off.
func readEPD(t testing.TB, path string) (positions []*Position) {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	for s := bufio.NewScanner(f); s.Scan(); {
		fields := strings.Fields(s.Text())
		if len(fields) < 4 || strings.HasPrefix(fields[0], "#") {
			continue
		}
		p, err := ParseFEN(strings.TrimSuffix(strings.Join(fields[:4], " "), ";"))
		if err != nil {
			t.Fatal(err)
		}
		positions = append(positions, p)
	}
	return positions
}

// BenchmarkSearch searches the benchmark positions with each profile to 88,000
// nodes and reports nodes a second.
func BenchmarkSearch(b *testing.B) {
	positions := readEPD(b, "../testdata/bench12.epd")
	for _, name := range ProfileNames {
		b.Run(name, func(b *testing.B) {
			prof, _ := ProfileByName(name)
			e := NewEngine()
			var nodes, swaps, expanded uint64
			b.ReportAllocs()
			for b.Loop() {
				for _, p := range positions {
					r := e.search(background, p, &prof, Limits{Nodes: 88000})
					nodes += r.Nodes
					swaps += r.SwapOffs
					expanded += r.Expanded
				}
			}
			b.ReportMetric(float64(nodes)/b.Elapsed().Seconds()/1e6, "Mnodes/s")
			b.ReportMetric(float64(swaps)/float64(nodes), "swapoffs/node")
			b.ReportMetric(float64(expanded)/float64(nodes), "expanded/node")
		})
	}
}
