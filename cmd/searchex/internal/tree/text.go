package tree

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/searchex/searchex/hostbridge/window"
)

// strokes are what branches are drawn with: to a child, to the last child, past
// a child, past the last one.
type strokes struct{ child, last, past, none, dot string }

var (
	boxes = strokes{"├─", "└─", "│  ", "   ", "·"}
	plain = strokes{"|-", "'-", "|  ", "   ", "-"}
)

const (
	deep      = 10 // plies from which on branches are drawn narrow
	longest   = 28 // characters of a move's name
	separator = "  "
)

// row is a line of the drawing: its cells, and the note that takes the place
// of those from the decision on.
type row struct {
	cells []string
	note  string
}

// Text draws a run's tree, a line a position, the root first and children
// below each other. Only ASCII is used where that is asked for.
func Text(w io.Writer, r *window.Run, ascii bool) error {
	p := newPicture(r)
	t := &text{picture: p, strokes: boxes, ascii: ascii}
	if ascii {
		t.strokes = plain
	}
	t.titles()
	t.add(p.root, "", "")
	_, err := io.WriteString(w, t.String())
	return err
}

type text struct {
	*picture
	strokes
	ascii bool
	rows  []row
	left  []bool // by column: aligned to the left
	first int    // the column from which on a note stands
}

// titles sets the columns up.
func (t *text) titles() {
	titles := []string{"<move", "<key", "static"}
	if t.sx {
		left := "SX left"
		if t.two {
			left = "SX W/B"
		}
		titles = append(titles, "<price", left)
	}
	t.first = len(titles)
	titles = append(titles, "N", "<[A,M]", "value", "<", "<verdict")
	head := row{}
	for _, title := range titles {
		head.cells = append(head.cells, strings.TrimPrefix(title, "<"))
		t.left = append(t.left, strings.HasPrefix(title, "<"))
	}
	t.rows = append(t.rows, head)
}

// add appends a position and those below it. branch leads to it, past goes by
// it to the next.
func (t *text) add(n *node, branch, past string) {
	name := "(root)"
	if n.fate != root {
		star := " "
		if n.InPV {
			star = "*"
		}
		name = branch + star + short(Printable(n.label(), t.ascii), t.ascii)
	}
	static := ""
	if n.Created > 0 && n.fate != root {
		static = Pawns(n.Static)
	}
	r := row{cells: []string{name, n.Key, static}}
	if t.sx {
		r.cells = append(r.cells, n.pricing(), t.budget(n))
	}
	switch n.fate {
	case root:
		r.cells = append(r.cells, "", "", Pawns(t.run.Result.Score), "is the result")
	case decided:
		verdict := n.verdict()
		if end := t.end(n); end != "" {
			verdict += ", " + end
		}
		r.cells = append(r.cells, fmt.Sprintf("(%d)", n.Evaluated), n.bounds(), Pawns(n.Value), n.comparison(t.ascii), verdict)
	default:
		r.note = t.dot + " " + n.silence()
	}
	t.rows = append(t.rows, r)
	for i, c := range n.children {
		branch, next := t.child, t.past
		if i == len(n.children)-1 {
			branch, next = t.last, t.none
		}
		if t.depth >= deep { // one character a ply less
			branch, next = firstRune(branch), next[:len(next)-1]
		}
		t.add(c, past+branch, past+next)
	}
}

func firstRune(s string) string {
	_, n := utf8.DecodeRuneInString(s)
	return s[:n]
}

// short cuts a name that would spoil the columns.
func short(s string, ascii bool) string {
	dots := "…"
	if ascii {
		dots = "..."
	}
	if r := []rune(s); len(r) > longest {
		return string(r[:longest-utf8.RuneCountInString(dots)]) + dots
	}
	return s
}

// String aligns the columns.
func (t *text) String() string {
	width := make([]int, len(t.left))
	for _, r := range t.rows {
		for i, c := range r.cells {
			if i < t.first+3 || r.cells[0] != "(root)" { // what the root says runs on
				width[i] = max(width[i], utf8.RuneCountInString(c))
			}
		}
	}
	var b strings.Builder
	for _, r := range t.rows {
		var line strings.Builder
		for i, c := range r.cells {
			fill := strings.Repeat(" ", max(width[i]-utf8.RuneCountInString(c), 0))
			switch {
			case i > 0 && t.left[i] && t.titleless(i):
				line.WriteString(" ")
			case i > 0:
				line.WriteString(separator)
			}
			if t.left[i] {
				line.WriteString(c + fill)
			} else {
				line.WriteString(fill + c)
			}
		}
		if r.note != "" {
			line.WriteString(separator + r.note)
		}
		b.WriteString(strings.TrimRight(line.String(), " ") + "\n")
	}
	return b.String()
}

// titleless tells whether a column continues the one before it: the comparison
// that follows a value.
func (t *text) titleless(i int) bool { return i == t.first+3 }

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
		lines = append(lines, "SX W/B  what White and Black have left; each pays for his own moves, and a spent budget stays at 0")
	}
	_, err := io.WriteString(w, strings.Join(lines, "\n")+"\n")
	return err
}
