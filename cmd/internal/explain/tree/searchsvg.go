package tree

import (
	"fmt"
	"slices"

	"github.com/searchex/searchex/cmd/internal/explain/probe"
	"github.com/searchex/searchex/cmd/internal/report"
	"github.com/searchex/searchex/cmd/internal/report/svg"
)

// box is a move in the picture of a search, or a note about moves that are not shown.
type box struct {
	lines  []string
	ink    ink
	dashed bool
	pv     bool
	below  []*box
	ply    int
	mid    float64
}

// SearchSVG returns a picture of a search with a profile.
func SearchSVG(v *probe.Shown, profile string) []byte {
	root := &box{lines: []string{toMove(v.Start), "value " + Pawns(v.Result.Score)}, ink: rootInk}
	at := root
	for _, r := range v.Way {
		next := boxOf(v, r)
		at.below = []*box{next}
		at = next
	}
	at.below = boxes(v, v.Rows, v.More)
	s := &searchPicture{}
	low := s.place(root, 0, 0)

	var c canvas
	title := fmt.Sprintf("profile %s, %s %d: value %s, %s nodes", profile, report.SX(v.Two), v.Result.SX, report.Pawns(v.Result.Score), report.Count(v.Result.Nodes))
	if v.Guest {
		title = fmt.Sprintf("%s, depth %d: value %s, %s nodes", v.Engine, v.Result.SX, report.Pawns(v.Result.Score), report.Count(v.Result.Nodes))
	}
	c.text(margin, margin+16, title, `font-size="16" font-weight="bold"`)
	board(&c, v.Start, margin, margin+30)
	top := float64(margin + 30 + 8*square + margin)
	x := []float64{margin}
	for _, w := range s.column {
		x = append(x, x[len(x)-1]+w+gapAcross)
	}
	drawBox(&c, root, x, s.column, top)
	y := top + low + margin
	width := max(x[len(x)-1]-gapAcross, margin+svg.Width(title)*16/svg.FontSize, narrowest)
	notes := []string{
		"(N) numbers the moves of a node in the order in which they were tried. Values are in pawns, from the view of the side that made the move.",
		"[A,M]: a value at or above A cuts off, one above M is the new best. Static: the value without a search, and how it lies to that window.",
		"A refuted move is one that a reply has cut off: it is not better, and was dropped. Heavy: the principal variation. Dashed: not held against the window.",
	}
	if late := onlyLate(slices.Concat(v.Way, v.Rows)); late != nil {
		notes = append(notes, sum(late)+" is "+lateNote(late)+".")
	}
	for _, text := range notes {
		y = c.paragraph(margin, y, width, text, `fill="#424242"`)
	}

	return c.Bytes(width+margin, y+margin, title, v.Start.FEN())
}

// boxes returns the boxes of the moves of a node.
func boxes(v *probe.Shown, rows []*probe.Row, more string) (all []*box) {
	for _, r := range rows {
		b := boxOf(v, r)
		b.below = boxes(v, r.Replies, r.More)
		all = append(all, b)
	}
	if more != "" {
		all = append(all, &box{lines: report.Fit(more, maxNote), ink: silentInk, dashed: true})
	}
	return all
}

// boxOf returns the box of a move.
func boxOf(v *probe.Shown, r *probe.Row) *box {
	b := &box{ink: silentInk, dashed: true, pv: r.PV}
	title := r.Label
	if r.PV {
		title = "*" + title
	}
	if n := number(r); n != "" {
		title += "  " + n
	}
	b.lines = []string{title}
	if r.Tested() {
		b.lines = append(b.lines, Pawns(r.Value)+" "+comparison(r), heldAgainst(r))
		b.dashed = false
		switch r.Fate {
		case probe.Best:
			b.ink = bestInk
		case probe.Cutoff:
			b.ink = cutInk
		default:
			b.ink = worseInk
		}
	}
	for _, part := range report.Fit(Verdict(r, v.Two), maxNote) {
		b.lines = append(b.lines, Printable(part))
	}
	if r.Valued {
		static := "static " + Pawns(r.Static)
		if a := against(r); a != "" && !v.Guest {
			static += " (" + a + ")"
		}
		b.lines = append(b.lines, static)
	}
	if r.Priced {
		b.lines = append(b.lines, Pricing(r)+", "+leftTitle(v.Two)+" "+v.Budget(r))
	}
	if r.Nodes > 0 {
		b.lines = append(b.lines, report.Count(r.Nodes)+" nodes below")
	}
	return b
}

// searchPicture has the width of the boxes of each column.
type searchPicture struct{ column []float64 }

func (b *box) height() float64 { return float64(len(b.lines)*lineStep + boxPad) }

// place sets the middle of a box and of those below it, from a height on. It returns the
// height at which the next box may begin.
func (s *searchPicture) place(b *box, ply int, top float64) float64 {
	b.ply = ply
	if ply == len(s.column) {
		s.column = append(s.column, 0)
	}
	for _, line := range b.lines {
		s.column[ply] = max(s.column[ply], svg.Width(line)+2*boxPad)
	}
	own := b.height()
	low := top
	for _, x := range b.below {
		low = s.place(x, ply+1, low)
	}
	b.mid = top + own/2
	if n := len(b.below); n > 0 {
		b.mid = (b.below[0].mid + b.below[n-1].mid) / 2
		if over := top + own/2 - b.mid; over > 0 {
			b.shift(over)
			low += over
		}
	}
	return max(low, b.mid+own/2+gapDown)
}

// shift moves a box and those below it down.
func (b *box) shift(by float64) {
	b.mid += by
	for _, x := range b.below {
		x.shift(by)
	}
}

// drawBox draws a box, those below it and the branches to them.
func drawBox(c *canvas, b *box, x, column []float64, top float64) {
	left, mid, h := x[b.ply], top+b.mid, b.height()
	for _, next := range b.below {
		style := fmt.Sprintf(`stroke="%s"`, branchInk)
		if next.pv {
			style = fmt.Sprintf(`stroke="%s" stroke-width="3"`, variationInk)
		}
		c.Add(`<path d="M%.1f %.1f H%.1f V%.1f H%.1f" fill="none" %s/>`, left+column[b.ply], mid, left+column[b.ply]+16, top+next.mid, x[next.ply], style)
		drawBox(c, next, x, column, top)
	}
	frame(c, left, mid-h/2, column[b.ply], h, b.ink, b.dashed, b.pv)
	for i, line := range b.lines {
		style := fmt.Sprintf(`fill="%s"`, b.ink.text)
		if i == 0 {
			style += ` font-weight="bold"`
		}
		c.text(left+boxPad, mid-h/2+boxPad/2+float64(i+1)*lineStep-4, line, style)
	}
}
