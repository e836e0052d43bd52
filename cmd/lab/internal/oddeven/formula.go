// Package oddeven is the laboratory's experiment on the odd-even effect of alpha-beta: it
// compares the formulas of the minimal tree with the counts of real searches, and shows the cost
// of their iterations and the swings of their scores.
package oddeven

import (
	"math"

	"github.com/searchex/searchex/cmd/lab/internal/lab"
)

// Kind is the type of a node of an alpha-beta tree.
type Kind int

// The kinds of nodes: a node whose value is between the bounds, one that cuts off at its first
// good move, one whose moves must all be tried.
const (
	PV Kind = iota
	Cut
	All
	Kinds
)

// Leaves returns the numbers of leaves of the minimal tree by kind, from the formulas of the page:
// PV 1, CUT b^⌈n/2⌉-1, ALL b^⌊n/2⌋-1.
func Leaves(b, n int) [Kinds]int {
	return [Kinds]int{PV: 1, Cut: power(b, (n+1)/2) - 1, All: power(b, n/2) - 1}
}

// Minimal returns the number of leaves of the minimal tree: Levin's formula.
func Minimal(b, n int) int { return power(b, (n+1)/2) + power(b, n/2) - 1 }

// MinimalReal is Minimal for a mean branching factor.
func MinimalReal(b float64, n int) float64 {
	return math.Pow(b, float64((n+1)/2)) + math.Pow(b, float64(n/2)) - 1
}

func power(b, n int) int {
	p := 1
	for range n {
		p *= b
	}
	return p
}

// wide and deepest are the moves of each node and the plies of the page's table.
const (
	wide    = 40
	deepest = 8
)

// theory adds the section with the formulas and their tables.
func theory(p *lab.Page) {
	p.Heading("The minimal tree")
	p.Text("A tree of uniform depth n in which every node has b moves has b^n leaves. Where the best move is always tried first, alpha-beta " +
		"looks at b^⌈n/2⌉ + b^⌊n/2⌋ − 1 of them (Levin; Edwards and Hart 1961): one of the PV, b^⌈n/2⌉ − 1 CUT nodes, which are left at their " +
		"first move, and b^⌊n/2⌋ − 1 ALL nodes, whose moves must all be tried.")
	t := p.Table(&lab.Table{
		Name: "leaves", Caption: "Leaves by depth, b = 40.",
		Columns: lab.Columns(
			"depth|plies", "?worst case b^n|worst", "best case|best", "?PV", "CUT", "ALL", "growth from the depth before|growth",
			"?CUT a leaf of ALL|cut_per_all",
		),
	})
	for n := range deepest + 1 {
		l := Leaves(wide, n)
		growth := math.NaN()
		if n > 0 {
			growth = float64(Minimal(wide, n)) / float64(Minimal(wide, n-1))
		}
		t.Add(n, power(wide, n), Minimal(wide, n), l[PV], l[Cut], l[All], growth, float64(l[Cut])/float64(l[All]))
	}
	p.Text("ALL(n) = CUT(n−1), since each CUT node has one move and it leads to an ALL node; this is true of leaves, and of all nodes up to a depth. Into an odd depth " +
		"CUT grows by b^((n+1)/2) − b^((n−1)/2) and ALL not at all; into an even one ALL grows by b^(n/2) − b^((n−2)/2) and CUT not at all. So into odd depths the tree grows " +
		"nearly (b + 1)/2 times, into even ones nearly 2b/(b + 1), less than twice. The leaves of odd depths are nearly all CUT nodes, b to one; those of even depths half and half.")
	p.Text("The stored page of the source has two slips. Its table gives 65,569 leaves for 5 plies; 40³ + 40² − 1 is 65,599. Its line for CUT at odd n adds " +
		"b^((n−1)/2), which must be subtracted: with the plus CUT(3) would be 39 + 1,600 + 40 = 1,679, and its own table has 1,599.")
}
