// Package cells is a screen of characters with colours. A terminal shows it, tests
// read it as text, and the manual has it as a picture.
package cells

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/searchex/searchex/cmd/internal/report/svg"
)

// Color is red, green and blue in 24 bits, or Default.
type Color int32

// Default is the terminal's own colour.
const Default Color = -1

// Style is the colours and the weight of a character.
type Style struct {
	FG, BG        Color
	Bold, Reverse bool
}

// Plain is the default style of the terminal.
var Plain = Style{FG: Default, BG: Default}

// Cell is a character with its style.
type Cell struct {
	Rune rune
	Style
}

// Grid is a screen.
type Grid struct {
	W, H  int
	cells []Cell
	// CursorX and CursorY are the place of the terminal's cursor; -1 hides it.
	CursorX, CursorY int
}

// New returns a blank screen.
func New(w, h int) *Grid {
	g := &Grid{W: max(w, 0), H: max(h, 0), CursorX: -1, CursorY: -1}
	g.cells = make([]Cell, g.W*g.H)
	for i := range g.cells {
		g.cells[i] = Cell{' ', Plain}
	}
	return g
}

// At returns the cell in a column and row of the screen.
func (g *Grid) At(x, y int) Cell { return g.cells[y*g.W+x] }

// Put writes text, cut at the edge of the screen, and returns the column after it.
func (g *Grid) Put(x, y int, text string, s Style) int {
	for _, r := range text {
		if x >= 0 && x < g.W && y >= 0 && y < g.H {
			g.cells[y*g.W+x] = Cell{r, s}
		}
		x++
	}
	return x
}

// Fill fills a rectangle with a character.
func (g *Grid) Fill(x, y, w, h int, r rune, s Style) {
	for row := range h {
		g.Put(x, y+row, strings.Repeat(string(r), max(w, 0)), s)
	}
}

// quadrants are the block characters by the quarters that they fill: bit 0 the upper left one, 1 the upper right, 2 the lower
// left, 3 the lower right.
var quadrants = []rune(" ▘▝▀▖▌▞▛▗▚▐▜▄▙▟█")

// Quadrant returns the character that fills quarters of a cell, given as bits: 1 the upper left one, 2 the upper right, 4 the
// lower left, 8 the lower right.
func Quadrant(quarters int) rune { return quadrants[quarters&15] }

// Quarters returns the quarters that a character fills, as Quadrant takes them; 0 for any other character.
func Quarters(r rune) int { return max(slices.Index(quadrants, r), 0) }

// String returns the screen as text, without trailing spaces and trailing empty lines.
func (g *Grid) String() string {
	var b strings.Builder
	for y := range g.H {
		var line strings.Builder
		for x := range g.W {
			line.WriteRune(g.At(x, y).Rune)
		}
		b.WriteString(strings.TrimRight(line.String(), " ") + "\n")
	}
	return strings.TrimRight(b.String(), "\n") + "\n"
}

// The size of a cell in a picture, and the colours of the terminal there.
const (
	cellW, cellH = 9, 18
	paper, ink   = Color(0x16181d), Color(0xd6d3cb)
)

// SVG writes a picture of the screen.
func (g *Grid) SVG(w io.Writer) error {
	var b strings.Builder
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" font-family="DejaVu Sans Mono, Menlo, Consolas, monospace" font-size="15">`+"\n",
		g.W*cellW+16, g.H*cellH+16)
	fmt.Fprintf(&b, `<rect width="100%%" height="100%%" rx="6" fill="%s"/>`+"\n", hex(paper))
	b.WriteString(`<g transform="translate(8 8)" shape-rendering="crispEdges">` + "\n")
	for y := range g.H {
		g.backgrounds(&b, y)
	}
	for y := range g.H {
		g.blocks(&b, y)
		g.texts(&b, y)
	}
	b.WriteString("</g>\n</svg>\n")
	_, err := io.WriteString(w, b.String())
	return err
}

// colors returns the colours in which a cell is drawn.
func (c Cell) colors() (fg, bg Color) {
	fg, bg = c.FG, c.BG
	if fg == Default {
		fg = ink
	}
	if bg == Default {
		bg = paper
	}
	if c.Reverse {
		fg, bg = bg, fg
	}
	return fg, bg
}

// backgrounds draws the backgrounds of a row, one rectangle for neighbours of the
// same colour.
func (g *Grid) backgrounds(b *strings.Builder, y int) {
	for x := 0; x < g.W; {
		_, bg := g.At(x, y).colors()
		end := x + 1
		for end < g.W {
			if _, next := g.At(end, y).colors(); next != bg {
				break
			}
			end++
		}
		if bg != paper {
			fmt.Fprintf(b, `<rect x="%d" y="%d" width="%d" height="%d" fill="%s"/>`+"\n", x*cellW, y*cellH, (end-x)*cellW, cellH, hex(bg))
		}
		x = end
	}
}

// blocks draws the quadrants of a row as rectangles, since fonts differ in them: one for neighbours of the same colour in each
// half of the row.
func (g *Grid) blocks(b *strings.Builder, y int) {
	for half := range 2 {
		fill := func(x int) Color { // of a half of a cell, Default for none
			c := g.At(x/2, y)
			if Quarters(c.Rune)>>(2*half+x%2)&1 == 0 {
				return Default
			}
			fg, _ := c.colors()
			return fg
		}
		for x := 0; x < 2*g.W; {
			color, end := fill(x), x+1
			for end < 2*g.W && fill(end) == color {
				end++
			}
			if color != Default {
				fmt.Fprintf(b, `<rect x="%g" y="%d" width="%g" height="%d" fill="%s"/>`+"\n",
					float64(x*cellW)/2, y*cellH+half*cellH/2, float64((end-x)*cellW)/2, cellH/2, hex(color))
			}
			x = end
		}
	}
}

// texts draws the other characters of a row, one element for a word of one style.
func (g *Grid) texts(b *strings.Builder, y int) {
	for x := 0; x < g.W; {
		c := g.At(x, y)
		if c.Rune == ' ' || Quarters(c.Rune) != 0 {
			x++
			continue
		}
		fg, _ := c.colors()
		var text strings.Builder
		end := x
		for ; end < g.W; end++ {
			next := g.At(end, y)
			if color, _ := next.colors(); color != fg || next.Bold != c.Bold || next.Rune == ' ' || Quarters(next.Rune) != 0 {
				break
			}
			text.WriteRune(next.Rune)
		}
		weight := ""
		if c.Bold {
			weight = ` font-weight="bold"`
		}
		fmt.Fprintf(b, `<text x="%d" y="%d" fill="%s"%s textLength="%d">%s</text>`+"\n",
			x*cellW, y*cellH+14, hex(fg), weight, (end-x)*cellW, svg.Escape(text.String()))
		x = end
	}
}

func hex(c Color) string { return fmt.Sprintf("#%06x", int32(c)) }
