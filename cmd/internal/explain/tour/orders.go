package tour

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/searchex/searchex/goengine"
	"github.com/searchex/searchex/hostbridge"
	"github.com/searchex/searchex/hostbridge/window"
)

// Orders returns three drawings of the tree side by side: its structure, the order in
// which its positions were created, and the order in which their values were known. A
// position is between the first and the second half of its moves.
func (v *view) Orders() string {
	created := map[string]int{} // number of each position, from 1
	var all []*window.Position
	v.Model.Root.Each(func(p *window.Position) {
		if p.Parent != nil && v.Visits[p.Key].Created > 0 {
			all = append(all, p)
		}
	})
	slices.SortFunc(all, func(p, q *window.Position) int { return cmp.Compare(v.Visits[p.Key].Created, v.Visits[q.Key].Created) })
	for i, p := range all {
		created[p.Key] = i + 1
	}
	columns := [][]string{
		v.upright("structure", func(string) int { return 0 }),
		v.upright("order of creation", func(key string) int { return created[key] }),
		v.upright("minimax order", func(key string) int { return v.Visits[key].Evaluated }),
	}
	return fenced(beside(columns))
}

// upright draws the tree under a caption, with a number after each position, unless it
// is 0.
func (v *view) upright(caption string, number func(key string) int) []string {
	lines := []string{caption, ""}
	var draw func(p *window.Position, over, at, under string)
	draw = func(p *window.Position, over, at, under string) {
		half := (len(p.Children) + 1) / 2
		for i, c := range p.Children[:half] {
			branch, above := "├─", "│  "
			if i == 0 {
				branch, above = "┌─", "   "
			}
			draw(c, over+above, over+branch, over+"│  ")
		}
		text := at + "(root)"
		if p.Parent != nil {
			text = at + p.Key
			if n := number(p.Key); n > 0 {
				text = fmt.Sprintf("%s %d", text, n)
			}
		}
		lines = append(lines, text)
		for i, c := range p.Children[half:] {
			branch, below := "├─", "│  "
			if half+i == len(p.Children)-1 {
				branch, below = "└─", "   "
			}
			draw(c, under+"│  ", under+branch, under+below)
		}
	}
	draw(v.Model.Root, "", "", "")
	return lines
}

// beside joins columns of lines side by side.
func beside(columns [][]string) string {
	const gap = 6
	rows, widths := 0, make([]int, len(columns))
	for i, c := range columns {
		rows = max(rows, len(c))
		for _, line := range c {
			widths[i] = max(widths[i], utf8.RuneCountInString(line))
		}
	}
	var b strings.Builder
	for r := range rows {
		line := ""
		for i, c := range columns {
			cell := ""
			if r < len(c) {
				cell = c[r]
			}
			line += cell + strings.Repeat(" ", widths[i]+gap-utf8.RuneCountInString(cell))
		}
		b.WriteString(strings.TrimRight(line, " ") + "\n")
	}
	return b.String()
}

// starred are lists of positions of a tree of three plies with two moves a node, in the
// order in which minimax finds their values. Some are "best so far" decisions.
var starred = []struct {
	caption string
	best    string
}{
	{"all positions", ""},
	{"the least", "AGA AG AHA A BGA BG BHA"},
	{"B is busy, A stays", "AGA AG AHA A BGA BGB BG BHA BHB BH"},
	{"B is better", "AGA AG AHA AHB AH A BGA BGB BG BHA BHB B"},
}

// lists draws the lists of starred side by side, each with the principal variation that
// the scan finds in it.
func lists() string {
	var columns [][]string
	for _, s := range starred {
		column, _ := scanned(s.caption, strings.Fields(s.best))
		columns = append(columns, column)
	}
	return fenced(beside(columns))
}

// variation returns the principal variation that the scan finds in the n-th list of
// starred, from 1.
func variation(n int) string {
	_, line := scanned("", strings.Fields(starred[n-1].best))
	return strings.Join(line, ", ")
}

// stars returns the number of starred positions of the n-th list.
func stars(n int) int { return len(strings.Fields(starred[n-1].best)) }

// byMinimax returns the positions of that tree in the order in which minimax finds their
// values.
func byMinimax() (keys []string) {
	for _, a := range []string{"A", "B"} {
		for _, g := range []string{"G", "H"} {
			keys = append(keys, a+g+"A", a+g+"B", a+g)
		}
		keys = append(keys, a)
	}
	return keys
}

// scanned returns a list with stars and arrows, and the variation found by the scan.
func scanned(caption string, best []string) (lines, line []string) {
	var decisions []hostbridge.Decision
	for _, key := range byMinimax() {
		if slices.Contains(best, key) {
			decisions = append(decisions, hostbridge.Decision{Path: steps(key)})
		}
	}
	arrow := map[string]int{}
	for _, d := range hostbridge.PrincipalVariation(decisions) {
		key := ""
		for _, m := range d.Path {
			key += string(rune(m))
		}
		line = append(line, key)
		arrow[key] = len(line)
	}
	lines = []string{caption, ""}
	for _, key := range byMinimax() {
		text := key
		if slices.Contains(best, key) {
			text = fmt.Sprintf("%-3s *", key)
		}
		if n := arrow[key]; n > 0 {
			text += fmt.Sprintf(" <-- %d", n)
		}
		lines = append(lines, text)
	}
	if len(line) > 0 {
		lines = append(lines, "", "PV = "+strings.Join(line, ","))
	}
	return lines, line
}

// steps returns moves that represent a key. The scan only compares them.
func steps(key string) (line []goengine.Move) {
	for _, letter := range key {
		line = append(line, goengine.Move(letter))
	}
	return line
}
