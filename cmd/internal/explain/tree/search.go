package tree

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/searchex/searchex/cmd/internal/explain/probe"
	"github.com/searchex/searchex/cmd/internal/report"
	"github.com/searchex/searchex/goengine"
)

// Search writes a search as text, with a line for each move and its replies below it.
func Search(w io.Writer, v *probe.Shown) error {
	left := leftTitle(v.Two)
	before, later := []string{"<move", "<price", left, "static", "~<"}, []string{"nodes", "price", left}
	if v.Guest {
		before, later = []string{"<move"}, later[:1]
		if anyStatic(slices.Concat(v.Way, v.Rows)) {
			before = append(before, "static")
		}
	}
	t := &searchText{v: v, before: len(before), table: report.NewTable(append(before, "N", "<[A,M]", "value", "~<", "+<verdict", "nodes")...).
		Keys(1).Break("verdict", 12).Later(later...)}
	past := ""
	for _, r := range v.Way {
		t.row(r, past)
		past += " "
	}
	t.rows(v.Rows, v.More, past)
	return t.table.Write(w)
}

// leftTitle is the title of the column of what is left of the budget, or of both.
func leftTitle(two bool) string {
	if two {
		return report.SX(two) + " W/B"
	}
	return report.SX(two) + " left"
}

type searchText struct {
	v      *probe.Shown
	table  *report.Table
	before int // columns before the number
}

// anyStatic reports whether any row has a static value.
func anyStatic(rows []*probe.Row) bool {
	return slices.ContainsFunc(rows, func(r *probe.Row) bool { return r.Valued || anyStatic(r.Replies) })
}

// heldAgainst returns the bounds of a value. A guest may not tell one of them.
func heldAgainst(r *probe.Row) string {
	beta, alpha := Pawns(r.Beta), Pawns(r.Alpha)
	if r.Beta == -goengine.Infinity {
		beta = ""
	}
	if r.Alpha == goengine.Infinity {
		alpha = ""
	}
	return "[" + beta + "," + alpha + "]"
}

// rows appends the moves of a node and those below them.
func (t *searchText) rows(rows []*probe.Row, more, past string) {
	for i, r := range rows {
		branch, next := strokes.child, strokes.past
		if i == len(rows)-1 && more == "" {
			branch, next = strokes.last, strokes.none
		}
		t.row(r, past+branch)
		t.rows(r.Replies, r.More, past+next)
	}
	if more != "" {
		t.table.AddNote("", past+strokes.last+" "+more)
	}
}

// row appends a move.
func (t *searchText) row(r *probe.Row, branch string) {
	star := " "
	if r.PV {
		star = "*"
	}
	cells := []any{branch + star + Printable(r.Label), Pricing(r), t.v.Budget(r), "", ""}
	if r.Valued {
		cells[3], cells[4] = Pawns(r.Static), against(r)
	}
	if t.v.Guest {
		cells = []any{cells[0], cells[3]}[:t.before]
	}
	if !r.Tested() {
		cells = append(cells, number(r), "", "", "", Verdict(r, t.v.Two))
	} else {
		cells = append(cells, number(r), heldAgainst(r), Pawns(r.Value), comparison(r), Verdict(r, t.v.Two))
	}
	if r.Nodes > 0 {
		cells = append(cells, r.Nodes)
	}
	t.table.Add(cells...)
}

func number(r *probe.Row) string {
	if r.Number == 0 {
		return ""
	}
	return fmt.Sprintf("(%d)", r.Number)
}

// against returns the relation of the static value to the window with which the move's
// value was compared.
func against(r *probe.Row) string {
	switch {
	case !r.Tested():
		return ""
	case r.Static >= r.Beta:
		return "≥ A"
	case r.Static > r.Alpha:
		return "> M"
	}
	return "≤ M"
}

// comparison returns the bound with which a value was compared: beta if it cut off, else
// alpha.
func comparison(r *probe.Row) string {
	if r.Fate != probe.Cutoff && r.Alpha == goengine.Infinity {
		return ""
	}
	switch r.Fate {
	case probe.Cutoff:
		return "≥ " + Pawns(r.Beta)
	case probe.Best:
		return "> " + Pawns(r.Alpha)
	}
	return "≤ " + Pawns(r.Alpha)
}

// Pricing returns a move's category and price, with the surcharge of a late move that was
// not searched for its own price.
func Pricing(r *probe.Row) string {
	if !r.Priced {
		return ""
	}
	return goengine.CategoryNames[r.Category] + " " + sum(r)
}

// sum returns the price of a move: 24, or 24+5 for one searched for the late price only.
func sum(r *probe.Row) string {
	if !r.OnlyLate {
		return fmt.Sprint(r.Price)
	}
	return fmt.Sprintf("%d+%d", r.Price, r.Late-r.Price)
}

// lateNote explains the sum for a move searched for the late price only.
func lateNote(r *probe.Row) string {
	return fmt.Sprintf("a late move: first to be searched for %d more than its price, and for that only if found better", r.Late-r.Price)
}

// onlyLate returns the first row of a move searched for the late price only, nil if there
// is none.
func onlyLate(rows []*probe.Row) *probe.Row {
	for _, r := range rows {
		if r.OnlyLate {
			return r
		}
		if found := onlyLate(r.Replies); found != nil {
			return found
		}
	}
	return nil
}

// Verdict describes what became of a move, and why its line ended.
// two reports that each side has a budget of its own.
func Verdict(r *probe.Row, two bool) string {
	s := string(r.Fate)
	if r.End != probe.GoesOn {
		s += ", " + strings.Replace(string(r.End), report.SX(false)+" ", report.SX(two)+" ", 1)
	}
	switch r.Searches {
	case 0, 1:
	case 2:
		s += ", searched twice"
	default:
		s += fmt.Sprintf(", searched %d times", r.Searches)
	}
	return s
}

// SearchLegend explains the columns of Search.
func SearchLegend(w io.Writer, v *probe.Shown) error {
	lines := []string{
		"(N)      the moves of a node in the order in which they were tried",
		"[A,M]    what a value is held against: A, from two plies down, cuts off; M, from one ply down, is to be beaten",
		"static   the mover's view without a search, and how it lies to that window; the best is tried first, where more plies follow",
		"value    the mover's view, in pawns; below a move it is worked out from its replies; alpha-beta tells no more of a move that is not better than that",
		"price    category and what it takes off " + report.SX(v.Two) + "; none where the engine asks for none, for no move of its kind can be followed up",
		"refuted  one of the replies cut off, and the move was dropped without a word: it is not better",
		"*        the principal variation",
	}
	if v.Search != nil && v.Guest {
		lines[2] = "static   the mover's view, where the program told it"
		lines = slices.Delete(lines, 4, 5) // prices
	}
	if v.Two {
		lines = append(lines, "SEX W/B  what White and Black have left; each pays for his own moves")
	}
	if late := onlyLate(slices.Concat(v.Way, v.Rows)); late != nil {
		lines = append(lines, fmt.Sprintf("%-8s %s", sum(late), lateNote(late)))
	}
	return report.ScreenOf(w).Print(strings.Join(lines, "\n") + "\n")
}

// Board draws a position.
func Board(w io.Writer, caption string, p *goengine.Position) error {
	_, err := io.WriteString(w, strings.Join(diagram(caption, p), "\n")+"\n")
	return err
}
