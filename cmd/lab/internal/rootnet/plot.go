package rootnet

import (
	"bytes"
	"image/color"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	plotdraw "gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgsvg"
)

// Epoch has the errors after an epoch: of the training during it, and of the games held out.
type Epoch struct {
	Number  int     `json:"epoch"`
	Trained float64 `json:"error_trained"`
	Errors
}

// Measures of the picture.
const (
	plotWidth  = 16 * vg.Centimeter
	plotHeight = 9 * vg.Centimeter
)

// SVG draws the errors by epoch.
func SVG(epochs []Epoch) ([]byte, error) {
	p := plot.New()
	p.X.Label.Text, p.Y.Label.Text = "epoch", "error in expected score"
	p.Add(plotter.NewGrid())
	for _, l := range []struct {
		name   string
		color  color.RGBA
		values func(e *Epoch) float64
	}{
		{"training", color.RGBA{R: 0x80, G: 0x80, B: 0x80, A: 0xff}, func(e *Epoch) float64 { return e.Trained }},
		{"held out, near the window", color.RGBA{R: 0xc0, G: 0x40, B: 0x10, A: 0xff}, func(e *Epoch) float64 { return e.Near }},
		{"held out, at random", color.RGBA{R: 0x20, G: 0x80, B: 0x30, A: 0xff}, func(e *Epoch) float64 { return e.Random }},
		{"held out, near, within a root", color.RGBA{R: 0x11, G: 0x52, B: 0xb5, A: 0xff}, func(e *Epoch) float64 { return e.NearWithin }},
	} {
		var points plotter.XYs
		for i := range epochs {
			points = append(points, plotter.XY{X: float64(epochs[i].Number), Y: l.values(&epochs[i])})
		}
		line, err := plotter.NewLine(points)
		if err != nil {
			return nil, err
		}
		line.Color = l.color
		p.Add(line)
		p.Legend.Add(l.name, line)
	}
	p.Legend.Top = true
	svg := vgsvg.New(plotWidth, plotHeight)
	p.Draw(plotdraw.New(svg))
	var b bytes.Buffer
	_, err := svg.WriteTo(&b)
	return b.Bytes(), err
}
