// Package bars draws bar charts in SVG.
package bars

import (
	"fmt"
	"math"
	"strings"
	"unicode/utf8"

	"github.com/searchex/searchex/cmd/internal/report/svg"
)

// Chart is a picture of panels, with a title and lines of explanation below it.
type Chart struct {
	Title  string
	Lines  []string
	Panels []Panel
}

// Panel shows one quantity, with a bar for each of several things. The n-th bars of all
// panels have the same colour.
type Panel struct {
	Title string
	Bars  []Bar
}

// Bar is the quantity of one thing, at least 0, and its text.
type Bar struct {
	Name  string
	Value float64
	Text  string
}

// Measures in pixels.
const (
	titleSize  = 18
	lineStep   = 18
	barHeight  = 14
	longestBar = 180
	margin     = 24
	gap        = 8 // between name, bar and text
	across     = 2 // panels
)

var colours = []string{"#1152b5", "#2e7d32", "#b71c1c", "#7b5800", "#5e35b1"}

// SVG returns the chart as a picture.
func (c *Chart) SVG() []byte {
	names, texts, most := 0, 0, 0
	titles := 0
	for _, p := range c.Panels {
		titles = max(titles, utf8.RuneCountInString(p.Title))
		most = max(most, len(p.Bars))
		for _, b := range p.Bars {
			names, texts = max(names, utf8.RuneCountInString(b.Name)), max(texts, utf8.RuneCountInString(b.Text))
		}
	}
	wide := max(svg.CharWidth*float64(names+texts)+2*gap+longestBar, svg.CharWidth*float64(titles))
	high := float64(lineStep*(most+1) + lineStep)
	width := across*wide + (across-1)*margin + 2*margin
	for _, line := range c.Lines {
		width = max(width, svg.Width(line)+2*margin)
	}
	width = max(width, svg.Width(c.Title)*titleSize/svg.FontSize+2*margin)

	var picture svg.Picture
	text := picture.Text
	y := float64(margin + titleSize)
	text(margin, y, c.Title, fmt.Sprintf(` font-size="%d" font-weight="bold"`, titleSize))
	y += lineStep / 2
	for _, line := range c.Lines {
		y += lineStep
		text(margin, y, line, ` fill="#424242"`)
	}
	y += lineStep
	for i, p := range c.Panels {
		left := margin + float64(i%across)*(wide+margin)
		top := y + float64(i/across)*high
		text(left, top+svg.FontSize, p.Title, ` font-weight="bold"`)
		scale := 0.0
		for _, b := range p.Bars {
			scale = max(scale, b.Value)
		}
		for k, b := range p.Bars {
			row := top + float64(lineStep*(k+1))
			start := left + svg.CharWidth*float64(names) + gap
			length := 0.0
			if scale > 0 {
				length = math.Max(b.Value/scale*longestBar, 1)
			}
			text(left, row+svg.FontSize, b.Name, "")
			picture.Add(`<rect x="%.1f" y="%.1f" width="%.1f" height="%d" fill="%s"/>`, start, row+1, length, barHeight, colours[k%len(colours)])
			text(start+length+gap, row+svg.FontSize, b.Text, "")
		}
	}
	y += float64((len(c.Panels)+across-1)/across) * high

	return picture.Bytes(width, y, c.Title, strings.Join(c.Lines, "; "))
}
