package tune

import (
	"bytes"
	"fmt"
	"image/color"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgsvg"
)

// Measures of the picture.
const (
	panelWidth  = 10 * vg.Centimeter
	panelHeight = 5 * vg.Centimeter
	panelGap    = 3 * vg.Millimeter
	across      = 2 // panels
)

// SVG draws the value of each key after each iteration, in a panel with the key's range.
func SVG(keys []Key, iterations []Iteration) ([]byte, error) {
	columns := min(across, len(keys))
	rows := (len(keys) + columns - 1) / columns
	wide, high := vg.Length(columns)*panelWidth, vg.Length(rows)*panelHeight
	svg := vgsvg.New(wide, high)
	whole := draw.New(svg)
	for i, k := range keys {
		p, err := panel(k, i, iterations)
		if err != nil {
			return nil, err
		}
		left, below := vg.Length(i%columns)*panelWidth, vg.Length(rows-1-i/columns)*panelHeight
		p.Draw(draw.Crop(whole, left, left+panelWidth-wide-panelGap, below+panelGap, below+panelHeight-high))
	}
	var b bytes.Buffer
	_, err := svg.WriteTo(&b)
	return b.Bytes(), err
}

// panel returns the plot of one key.
func panel(k Key, i int, iterations []Iteration) (*plot.Plot, error) {
	p := plot.New()
	p.Title.Text = strings.Join(k.Names, ", ")
	p.X.Label.Text = "iteration"
	points := plotter.XYs{{X: 0, Y: float64(k.Start)}}
	for _, it := range iterations {
		if i >= len(it.At) {
			return nil, fmt.Errorf("iteration %d has %d keys", it.Number, len(it.At))
		}
		points = append(points, plotter.XY{X: float64(it.Number), Y: it.At[i]})
	}
	line, err := plotter.NewLine(points)
	if err != nil {
		return nil, err
	}
	line.Color = color.RGBA{R: 0x11, G: 0x52, B: 0xb5, A: 0xff}
	p.Add(plotter.NewGrid(), line)
	p.X.Min, p.X.Max = 0, float64(max(len(iterations), 1))
	p.Y.Min, p.Y.Max = float64(k.Low), float64(k.High)
	return p, nil
}
