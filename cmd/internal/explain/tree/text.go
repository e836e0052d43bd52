package tree

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/searchex/searchex/cmd/internal/report"
	"github.com/searchex/searchex/hostbridge/window"
)

// strokes has the parts of branches: to a child, to the last child, past a child, past
// the last one.
var strokes = struct{ child, last, past, none string }{"├─", "└─", "│  ", "   "}

const (
	deep    = 10 // plies from which on branches are drawn narrow
	longest = 28 // characters of a move's name
)

// Text writes the tree of a run, with a line for each position, the root first.
func Text(w io.Writer, r *window.Run) error {
	t := &text{picture: newPicture(r)}
	t.begin()
	t.add(t.root, "", "")
	return t.table.Write(w)
}

type text struct {
	*picture
	table *report.Table
}

// begin sets the columns up.
func (t *text) begin() {
	titles := []string{"<move", "<key", "static"}
	if t.sx {
		titles = append(titles, "<price", leftTitle(t.two))
	}
	t.table = report.NewTable(append(titles, "N", "<[A,M]", "value", "~<", "+<verdict")...).Keys(1).Break("verdict", 12).Later("key", "static")
	if t.sx {
		t.table.Later("price", titles[4])
	}
}

// add appends a position and those below it. branch is the stroke to the position, past
// the stroke past its children.
func (t *text) add(n *node, branch, past string) {
	name := "(root)"
	if n.fate != root {
		star := " "
		if n.InPV {
			star = "*"
		}
		name = branch + star + report.Short(Printable(n.label()), longest)
	}
	static := ""
	if n.Created > 0 && n.fate != root {
		static = Pawns(n.Static)
	}
	cells := []any{name, n.Key, static}
	if t.sx {
		cells = append(cells, n.pricing(), t.budget(n))
	}
	switch n.fate {
	case root:
		t.table.AddNote("is the result", append(cells, "", "", Pawns(t.run.Result.Score))...)
	case decided:
		verdict := n.verdict()
		if end := t.end(n); end != "" {
			verdict += ", " + end
		}
		t.table.Add(append(cells, fmt.Sprintf("(%d)", n.Evaluated), n.bounds(), Pawns(n.Value), n.comparison(), verdict)...)
	default:
		t.table.AddNote("· "+n.silence(), cells...)
	}
	for i, c := range n.children {
		branch, next := strokes.child, strokes.past
		if i == len(n.children)-1 {
			branch, next = strokes.last, strokes.none
		}
		if t.depth >= deep { // one character less for each ply
			branch, next = firstRune(branch), next[:len(next)-1]
		}
		t.add(c, past+branch, past+next)
	}
}

func firstRune(s string) string {
	_, n := utf8.DecodeRuneInString(s)
	return s[:n]
}

// Legend explains the columns of Text.
func Legend(w io.Writer, runs ...*window.Run) error {
	lines := []string{
		"(N)     the decisions, in the order in which they fall",
		"[A,M]   what a value is held against: A, from two plies down, cuts off; M, from one ply down, is to be beaten",
		"value   the mover's view, in pawns; below a move it is worked out from its replies",
		"static  the score that the position got when it was created; the best is tried first, where more plies follow",
		"*       the principal variation",
	}
	priced := slices.ContainsFunc(runs, usesSX)
	if priced {
		lines = append(lines, "price   the move's category and what it takes off SX; a move that SX cannot pay for is not followed up;",
			"        unpriced: no move could be followed up there, by SX or by depth, so that no price was asked for")
	}
	if priced && slices.ContainsFunc(runs, twoBudgets) {
		lines = append(lines, "SEX W/B what White and Black have left; each pays for his own moves, and a spent budget stays at 0")
	}
	return report.ScreenOf(w).Print(strings.Join(lines, "\n") + "\n")
}
