package tour

import (
	"fmt"
	"strings"

	"github.com/searchex/searchex/cmd/internal/report"
)

// Branching returns the number of moves of each node of a full tree.
func (v *view) Branching() int { return len(v.Model.Root.Children) }

// Lines returns the number of positions at the horizon that the run evaluated.
func (v *view) Lines() (n int) {
	for key, visit := range v.Visits {
		if len(key) == v.Setting.Depth && visit.Evaluated > 0 {
			n++
		}
	}
	return n
}

// AllLines returns the number of positions at the horizon.
func (v *view) AllLines() (n int) {
	for key := range v.Visits {
		if len(key) == v.Setting.Depth {
			n++
		}
	}
	return n
}

// Minimal returns the number of positions at the horizon in the minimal tree, if every
// node has as many moves as the root.
func (v *view) Minimal() (int, error) {
	b, n := v.Branching(), v.Setting.Depth
	if v.AllLines() != power(b, n) {
		return 0, v.missing("", "full tree")
	}
	return minimal(b, n), nil
}

// minimal returns the number of leaves of the minimal tree of n plies and b moves a
// node: Levin's formula (Edwards and Hart 1961; Knuth and Moore 1975).
func minimal(b, n int) int { return power(b, (n+1)/2) + power(b, n/2) - 1 }

func power(b, n int) int {
	p := 1
	for range n {
		p *= b
	}
	return p
}

// minimalTable compares the leaves of the full and of the minimal tree, up to n plies.
func minimalTable(b, n int) string {
	var s strings.Builder
	s.WriteString("| plies | all lines | least | growth of the least |\n|---:|---:|---:|---:|\n")
	for i := 1; i <= n; i++ {
		least := minimal(b, i)
		fmt.Fprintf(&s, "| %d | %s | %s | × %.1f |\n", i, report.Int(power(b, i)), report.Int(least), float64(least)/float64(minimal(b, i-1)))
	}
	return strings.TrimRight(s.String(), "\n")
}
