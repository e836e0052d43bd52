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
	searchPicture
	heading       []string
	boxes         *box // of the root
	of            map[*box]*node
	width, height float64
}

// maxNote is the greatest length of a line in a box, in characters.
const maxNote = 34

func newPanel(r *window.Run) *panel {
	p := &panel{picture: newPicture(r), of: map[*box]*node{}}
	p.heading = []string{Settings(r), fmt.Sprintf("PV = %s, value %s, nodes %d", Variation(r), Pawns(r.Result.Score), r.Result.Nodes)}
	p.boxes = p.boxOf(p.root)
	low := p.place(p.boxes, 0, 0)
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

// boxOf returns the box of a position, with those below it.
func (p *panel) boxOf(n *node) *box {
	b := &box{lines: p.lines(n), pv: n.InPV}
	b.ink, b.dashed = p.inkOf(n)
	p.of[b] = n
	for _, c := range n.children {
		b.below = append(b.below, p.boxOf(c))
	}
	return b
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
	p.drawBox(c, p.boxes, x, y+margin/2)
}

// drawBox draws a box, the branches to those below it, and these.
func (p *panel) drawBox(c *canvas, b *box, x, y float64) {
	width, mid, h := p.column[b.ply], y+b.mid, b.height()
	next := x + width + gapAcross
	for _, variation := range []bool{false, true} { // the principal variation over the others
		for _, child := range b.below {
			if child.pv == variation {
				p.branch(c, p.of[child], x+width, mid, next, y+child.mid)
			}
		}
	}
	for _, child := range b.below {
		p.drawBox(c, child, next, y)
	}
	frame(c, x, mid-h/2, width, h, b.ink, b.dashed, b.pv)
	for i, line := range b.lines {
		style := fmt.Sprintf(`fill="%s"`, b.ink.text)
		switch {
		case i == 0 && b.pv:
			style = fmt.Sprintf(`fill="%s" font-weight="bold"`, variationInk)
		case i == 0 && !b.dashed:
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
