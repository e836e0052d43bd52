package tree

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/searchex/searchex/cmd/internal/report"
	"github.com/searchex/searchex/cmd/internal/report/svg"
	"github.com/searchex/searchex/goengine"
	"github.com/searchex/searchex/hostbridge/window"
)

// Measures of a picture, in pixels.
const (
	lineStep  = 16
	boxPad    = 7
	gapAcross = 46 // between plies, room for the branches
	gapDown   = 9  // between boxes
	margin    = 24
	square    = 17 // of a board
	narrowest = 720
)

// ink has the colours of a kind of box: border, background, text.
type ink struct{ border, ground, text string }

var (
	bestInk   = ink{"#2e7d32", "#edf7ed", "#111111"}
	worseInk  = ink{"#757575", "#f3f3f3", "#111111"}
	cutInk    = ink{"#b71c1c", "#fdecea", "#111111"}
	silentInk = ink{"#9e9e9e", "#ffffff", "#616161"}
	rootInk   = ink{"#37474f", "#eceff1", "#111111"}
)

const (
	variationInk = "#1152b5" // the principal variation
	branchInk    = "#757575"
)

// canvas is a picture whose texts all have attributes.
type canvas struct{ svg.Picture }

func (c *canvas) text(x, y float64, s, attributes string) { c.Text(x, y, s, " "+attributes) }

// paragraph draws a text of many lines. It returns the height at which the next line may begin.
func (c *canvas) paragraph(x, y, width float64, s, attributes string) float64 {
	for _, line := range report.Fit(s, int(width/svg.CharWidth)) {
		c.text(x, y, line, attributes)
		y += lineStep
	}
	return y
}

// SVG writes a picture of runs of one model: title, position, trees and legend. The runs
// are side by side or one below the other, whichever makes the longer side of the picture
// shorter.
func SVG(w io.Writer, runs ...*window.Run) error {
	if len(runs) == 0 {
		return errors.New("a picture of no runs: want at least one")
	}
	var panels []*panel
	var across, down, widest, highest float64 // of all panels, and of the largest
	for _, r := range runs {
		p := newPanel(r)
		panels = append(panels, p)
		across, down = across+p.width+margin, down+p.height+margin
		widest, highest = max(widest, p.width), max(highest, p.height)
	}
	beside := max(across, highest) <= max(widest, down)
	width := widest
	if beside {
		width = across - margin
	}
	width = max(width, narrowest)

	var c canvas
	y, err := heading(&c, runs[0].Model, width)
	if err != nil {
		return err
	}
	x, low := float64(margin), y
	for _, p := range panels {
		p.draw(&c, x, y)
		low = max(low, y+p.height)
		if beside {
			x += p.width + margin
		} else {
			y += p.height + margin
		}
	}
	low = legend(&c, low+margin, width, panels)

	_, err = w.Write(c.Bytes(width+2*margin, low+margin, runs[0].Model.Title, runs[0].Model.About))
	return err
}

// heading draws title, position and description of the model. It returns the height at
// which the next element may begin.
func heading(c *canvas, m *window.Model, width float64) (float64, error) {
	y := float64(margin + 16)
	const titleSize = 20
	for _, line := range report.Fit(m.Title, int(width/(svg.CharWidth*titleSize/svg.FontSize))) {
		c.text(margin, y, line, fmt.Sprintf(`font-size="%d" font-weight="bold"`, titleSize))
		y += 26
	}
	p, err := pretended(m)
	if err != nil {
		return 0, err
	}
	caption := toMove(m.Start)
	if p == nil {
		p = m.Start
	} else {
		caption = toMove(p)
	}
	board(c, p, margin, y)
	c.text(margin, y+8*square+lineStep, caption, "")
	low := y + 8*square + lineStep + 6

	x := float64(margin + 8*square + margin)
	y += svg.FontSize
	parts := []string{m.About, m.Outcome}
	if p != m.Start {
		parts = append(parts, "The engine really searches "+m.Start.FEN()+" and is made to believe in this position.")
	}
	for _, part := range parts {
		for paragraph := range strings.SplitSeq(part, "\n") {
			y = c.paragraph(x, y, width+margin-x, paragraph, "")
		}
		y += lineStep / 2
	}
	return max(low, y) + margin/2, nil
}

// board draws a position. Pieces are letters on discs, since the chess characters of
// fonts differ: light discs and capitals are White's.
func board(c *canvas, p *goengine.Position, x, y float64) {
	c.Add(`<rect x="%.1f" y="%.1f" width="%d" height="%d" fill="#f0ead8" stroke="#37474f"/>`, x, y, 8*square, 8*square)
	for rank := range 8 {
		for file := range 8 {
			left, top := x+float64(file*square), y+float64((7-rank)*square)
			if (rank+file)%2 == 0 {
				c.Add(`<rect x="%.1f" y="%.1f" width="%d" height="%d" fill="#c3b091"/>`, left, top, square, square)
			}
			side, kind, ok := p.PieceAt(goengine.Square(rank<<4 | file))
			if !ok {
				continue
			}
			letter, disc, ink := "KQRBNP"[kind:kind+1], "#ffffff", "#111111"
			if side == goengine.Black {
				letter, disc, ink = strings.ToLower(letter), "#111111", "#ffffff"
			}
			cx, cy := left+square/2.0, top+square/2.0
			c.Add(`<circle cx="%.1f" cy="%.1f" r="7.2" fill="%s" stroke="#111111"/>`, cx, cy, disc)
			c.text(cx, cy+3.8, letter, fmt.Sprintf(`font-size="11" font-weight="bold" text-anchor="middle" fill="%s"`, ink))
		}
	}
}

// legend draws the explanation of boxes and numbers. It returns the height at which it
// ends.
func legend(c *canvas, y, width float64, panels []*panel) float64 {
	c.Add(`<line x1="%d" y1="%.1f" x2="%.1f" y2="%.1f" stroke="#bdbdbd"/>`, margin, y, margin+width, y)
	y += margin
	x := float64(margin)
	for _, s := range []struct {
		ink    ink
		dashed bool
		heavy  bool
		text   string
	}{
		{bestInk, false, false, "new best so far"},
		{worseInk, false, false, "not better"},
		{cutInk, false, false, "cutoff: too good, the opponent won't allow it"},
		{silentInk, true, false, "passed over in silence"},
		{bestInk, false, true, "* principal variation"},
	} {
		if need := 30 + svg.Width(s.text); x > margin && x+need > margin+width {
			x, y = margin, y+lineStep+6
		}
		frame(c, x, y-11, 20, 14, s.ink, s.dashed, s.heavy)
		c.text(x+28, y, s.text, "")
		x += 28 + svg.Width(s.text) + 22
	}
	y += lineStep + 8
	mark(c, margin+10, y-4)
	c.text(margin+28, y, "branch cut off: it was never looked at, or scored and never tried", "")
	y += lineStep + 4
	lines := []string{
		"(N) numbers the decisions in the order in which they fall. Values are in pawns, from the view of the side that made the move.",
		"A move's value is its own where the tree ends, else it comes from its best reply, with the sign turned.",
		"[A,M]: a value at or above A is a cutoff, as the opponent has something better elsewhere; one above M is the new best.",
		"static: the score of the position when it was created, which sets the order in which moves are tried.",
	}
	for _, p := range panels {
		if p.sx {
			lines = append(lines, "SXDEC: what the move takes off its side's budget, SX. A move that SX cannot pay for is not followed up.")
			break
		}
	}
	for _, text := range lines {
		y = c.paragraph(margin, y, width, text, `fill="#424242"`)
	}
	return y
}

// BoardSVG draws a position alone.
func BoardSVG(p *goengine.Position, title string) []byte {
	var c canvas
	board(&c, p, margin, margin)
	c.text(margin, 2*margin+8*square+lineStep/2, toMove(p), `fill="#424242"`)
	return c.Bytes(max(2*margin+8*square, 2*margin+svg.Width(toMove(p))), 3*margin+8*square+lineStep, title, p.FEN())
}
