package tree

import (
	"fmt"
	"strings"

	"github.com/searchex/searchex/cmd/internal/report"
	"github.com/searchex/searchex/cmd/internal/report/svg"
	"github.com/searchex/searchex/hostbridge/window"
)

// panel is the part of a picture that shows a run: a heading, and the tree in boxes, with
// the root at the left.
type panel struct {
	*picture
	heading       []string
	column        []float64 // width of the boxes by ply
	at            map[*node]float64
	width, height float64
}

// maxNote is the greatest length of a line in a box, in characters.
const maxNote = 34

func newPanel(r *window.Run) *panel {
	p := &panel{picture: newPicture(r), at: map[*node]float64{}}
	p.heading = []string{Settings(r), fmt.Sprintf("PV = %s, value %s, nodes %d", Variation(r), Pawns(r.Result.Score), r.Result.Nodes)}
	p.column = make([]float64, p.depth+1)
	low := p.place(p.root, 0)
	p.height = low - gapDown + float64(len(p.heading)*lineStep+margin/2)
	for _, w := range p.column {
		p.width += w
	}
	p.width += gapAcross * float64(p.depth)
	for _, line := range p.heading {
		p.width = max(p.width, svg.Width(line))
	}
	return p
}

// lines returns the lines of a box, the title first.
func (p *panel) lines(n *node) []string {
	if n.fate == root {
		lines := []string{"root", toMove(p.run.Model.Start)}
		if p.sx {
			lines = append(lines, p.left(n))
		}
		return append(lines, "value "+Pawns(p.run.Result.Score))
	}
	title := n.label()
	if n.InPV {
		title = "*" + title
	}
	title = cut(title)
	var lines []string
	switch n.fate {
	case decided:
		title += fmt.Sprintf("  (%d)", n.Evaluated)
		lines = []string{title, fmt.Sprintf("%s %s: %s", Pawns(n.Value), n.comparison(), n.verdict()), n.bounds()}
		if n.Value != n.Static || len(n.children) > 0 {
			lines[2] += " static " + Pawns(n.Static)
		}
	default:
		lines = []string{title, n.silence()}
		if n.fate == refuted {
			lines = []string{title, fmt.Sprintf("refuted by (%d), dropped", n.by)}
		}
		if n.Created > 0 {
			lines = append(lines, "static "+Pawns(n.Static))
		}
	}
	if p.sx && n.price > 0 {
		lines = append(lines, strings.TrimSpace(fmt.Sprintf("%s %sDEC %d", n.category, report.SX(p.two), n.price)), p.left(n))
	}
	if end := p.end(n); end != "" {
		lines = append(lines, end)
	}
	for i := range lines {
		lines[i] = cut(lines[i])
	}
	return lines
}

// left returns a position's SX in words.
func (p *panel) left(n *node) string {
	switch {
	case p.two:
		return fmt.Sprintf("%s %s (White/Black)", report.SX(p.two), p.budget(n))
	case n.fate == root:
		return "SX " + p.budget(n)
	}
	return "SX left " + p.budget(n)
}

// cut shortens a line that would make its box too wide.
func cut(s string) string {
	if r := []rune(s); len(r) > maxNote {
		return string(r[:maxNote-1]) + "…"
	}
	return s
}

func (p *panel) boxHeight(n *node) float64 { return float64(len(p.lines(n))*lineStep + boxPad) }

// place sets the middle of a position's box and of those below it, from a height on. It
// returns the height at which the next box may begin.
func (p *panel) place(n *node, top float64) float64 {
	for _, line := range p.lines(n) {
		p.column[n.Ply()] = max(p.column[n.Ply()], svg.Width(line)+2*boxPad)
	}
	own := p.boxHeight(n)
	if len(n.children) == 0 {
		p.at[n] = top + own/2
		return top + own + gapDown
	}
	low := top
	for _, c := range n.children {
		low = p.place(c, low)
	}
	first, last := n.children[0], n.children[len(n.children)-1]
	p.at[n] = (p.at[first] + p.at[last]) / 2
	if over := top + own/2 - p.at[n]; over > 0 { // it is higher than its children
		p.shift(n, over)
		low += over
	}
	return max(low, p.at[n]+own/2+gapDown)
}

// shift moves a position's box and those below it down.
func (p *panel) shift(n *node, by float64) {
	p.at[n] += by
	for _, c := range n.children {
		p.shift(c, by)
	}
}

// draw draws the panel with its upper left corner at x, y.
func (p *panel) draw(c *canvas, x, y float64) {
	for i, line := range p.heading {
		weight := ""
		if i == 0 {
			weight = `font-weight="bold"`
		}
		c.text(x, y+svg.FontSize, line, weight)
		y += lineStep
	}
	p.drawNode(c, p.root, x, y+margin/2)
}

// drawNode draws a box, the branches to its children, and the children.
func (p *panel) drawNode(c *canvas, n *node, x, y float64) {
	lines, width, mid := p.lines(n), p.column[n.Ply()], y+p.at[n]
	next := x + width + gapAcross
	for _, variation := range []bool{false, true} { // the principal variation over the others
		for _, child := range n.children {
			if child.InPV == variation {
				p.branch(c, child, x+width, mid, next, y+p.at[child])
			}
		}
	}
	for _, child := range n.children {
		p.drawNode(c, child, next, y)
	}
	h := p.boxHeight(n)
	colours, dashed := p.inkOf(n)
	frame(c, x, mid-h/2, width, h, colours, dashed, n.InPV)
	for i, line := range lines {
		style := fmt.Sprintf(`fill="%s"`, colours.text)
		switch {
		case i == 0 && n.InPV:
			style = fmt.Sprintf(`fill="%s" font-weight="bold"`, variationInk)
		case i == 0 && !dashed:
			style += ` font-weight="bold"`
		}
		c.text(x+boxPad, mid-h/2+boxPad/2+float64(i+1)*lineStep-4, line, style)
	}
}

// inkOf returns the colours of a position's box, and whether its border is dashed.
func (p *panel) inkOf(n *node) (i ink, dashed bool) {
	switch {
	case n.fate == root:
		return rootInk, false
	case n.fate != decided:
		return silentInk, true
	case n.Verdict == window.Best:
		return bestInk, false
	case n.Verdict == window.Cutoff:
		return cutInk, false
	}
	return worseInk, false
}

// branch draws the line from a box to a child's box. It marks the line as cut if a cutoff
// skipped the child.
func (p *panel) branch(c *canvas, n *node, x1, y1, x2, y2 float64) {
	style := fmt.Sprintf(`stroke="%s"`, branchInk)
	switch {
	case n.InPV:
		style = fmt.Sprintf(`stroke="%s" stroke-width="3"`, variationInk)
	case n.fate == untried || n.fate == unseen || n.fate == beyond:
		style += ` stroke-dasharray="4 3"`
	}
	bend := x1 + 16
	c.Add(`<path d="M%.1f %.1f H%.1f V%.1f H%.1f" fill="none" %s/>`, x1, y1, bend, y2, x2, style)
	if n.by > 0 && (n.fate == untried || n.fate == unseen) {
		mark(c, (bend+x2)/2, y2)
	}
}

// mark draws the two strokes that cut a branch.
func mark(c *canvas, x, y float64) {
	c.Add(`<path d="M%.1f %.1f l6 -12 M%.1f %.1f l6 -12" stroke="%s" stroke-width="2"/>`, x-6, y+6, x, y+6, cutInk.border)
}

// frame draws an empty box.
func frame(c *canvas, x, y, w, h float64, i ink, dashed, heavy bool) {
	style := ""
	if dashed {
		style = ` stroke-dasharray="4 3"`
	}
	if heavy {
		i.border, style = variationInk, style+` stroke-width="3"`
	}
	c.Add(`<rect x="%.1f" y="%.1f" width="%.1f" height="%.1f" rx="4" fill="%s" stroke="%s"%s/>`, x, y, w, h, i.ground, i.border, style)
}
