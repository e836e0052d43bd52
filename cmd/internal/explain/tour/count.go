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

// leastLines lists the leaves of the minimal trees of 2 to n plies with b moves a node, and all leaves.
func leastLines(b, n int) string {
	parts := []string{fmt.Sprintf("%s of %s for 2 plies", report.Int(minimal(b, 2)), report.Int(power(b, 2)))}
	for i := 3; i <= n; i++ {
		parts = append(parts, fmt.Sprintf("%s of %s for %d", report.Int(minimal(b, i)), report.Int(power(b, i)), i))
	}
	return strings.Join(parts, ", ")
}
