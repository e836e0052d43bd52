package lab

import (
	"bytes"
	"fmt"
	"image/color"
	"io"
	"math"
	"slices"
	"strconv"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgsvg"
)

// Plot is a diagram of lines.
type Plot struct {
	// Name is the name of its file without .svg.
	Name, Title string
	X, Y        string // names of the axes
	Log         bool   // the vertical axis is logarithmic; all values are above 0
	// Names label the numbers 0, 1, … of the horizontal axis.
	Names []string
	Lines []Line
}

// Line is a line of a plot: points, each with half of its error bar if Spread is not nil.
type Line struct {
	Name string
	// Loose reports that points are not connected.
	Loose  bool
	X, Y   []float64
	Spread []float64
}

// Add adds a line, unless it has no points.
func (p *Plot) Add(l Line) {
	if len(l.X) > 0 {
		p.Lines = append(p.Lines, l)
	}
}

// Measures of a plot, and the colours of its lines, which colour-blind people can distinguish
// (Okabe and Ito). Lines also differ in shapes and dashes.
const (
	plotWidth  = 18 * vg.Centimeter
	plotHeight = 10 * vg.Centimeter
	margin     = 4 * vg.Millimeter
)

// families has the font for which the layout was calculated, and fonts of the same widths for
// computers without it.
const families = "Liberation Serif,Times New Roman,Times,serif"

var colours = []color.RGBA{
	{0x00, 0x72, 0xB2, 0xFF}, {0xD5, 0x5E, 0x00, 0xFF}, {0x00, 0x9E, 0x73, 0xFF}, {0xCC, 0x79, 0xA7, 0xFF},
	{0x56, 0xB4, 0xE9, 0xFF}, {0xE6, 0x9F, 0x00, 0xFF}, {0x00, 0x00, 0x00, 0xFF},
}

var shapes = []draw.GlyphDrawer{
	draw.CircleGlyph{}, draw.SquareGlyph{}, draw.TriangleGlyph{}, draw.CrossGlyph{}, draw.PlusGlyph{}, draw.RingGlyph{}, draw.BoxGlyph{},
}

var dashes = [][]vg.Length{nil, {vg.Points(6), vg.Points(3)}, {vg.Points(2), vg.Points(2)}}

func (p *Plot) text(io.Writer) error { return nil }

func (p *Plot) markdown(b *bytes.Buffer, _ bool) { fmt.Fprintf(b, "![%s](%s.svg)\n", p.Title, p.Name) }

func (p *Plot) file() (name string, content []byte, err error) {
	content, err = p.svg()
	return p.Name, content, err
}

// svg returns the picture.
func (p *Plot) svg() ([]byte, error) {
	figure, err := p.figure()
	if err != nil {
		return nil, err
	}
	canvas := vgsvg.New(plotWidth, plotHeight)
	// Leave room for a label at the right end of an axis, and for wider fonts of a viewer.
	figure.Draw(draw.Crop(draw.New(canvas), margin, -2*margin, margin, -margin))
	var b bytes.Buffer
	_, err = canvas.WriteTo(&b)
	return bytes.ReplaceAll(b.Bytes(), []byte("font-family:Liberation Serif"), []byte("font-family:"+families)), err
}

// figure returns the plot for gonum.
func (p *Plot) figure() (*plot.Plot, error) {
	figure := plot.New()
	figure.Title.Text, figure.X.Label.Text, figure.Y.Label.Text = p.Title, p.X, p.Y
	figure.BackgroundColor = color.White
	figure.Legend.Top, figure.Legend.Left = true, true
	figure.X.Padding, figure.Y.Padding = vg.Points(6), vg.Points(6)
	if p.Log {
		figure.Y.Scale, figure.Y.Tick.Marker = plot.LogScale{}, plot.TickerFunc(powers)
	}
	figure.X.Tick.Marker = plot.ConstantTicks(p.places())
	if p.Names != nil {
		figure.X.Tick.Label.Rotation = math.Pi / 6
		figure.X.Tick.Label.XAlign, figure.X.Tick.Label.YAlign = text.XRight, text.YCenter
	}
	figure.Add(plotter.NewGrid())
	for i, l := range p.Lines {
		err := l.check(p.Log)
		if err == nil {
			err = l.add(figure, i)
		}
		if err != nil {
			return nil, fmt.Errorf("line %s: %w", l.Name, err)
		}
	}
	// Leave room for the legend above the lines.
	if p.Log {
		figure.Y.Max *= math.Pow(figure.Y.Max/figure.Y.Min, legendRoom)
	} else {
		figure.Y.Max += legendRoom * (figure.Y.Max - figure.Y.Min)
	}
	return figure, nil
}

// legendRoom is the height of the legend, as a fraction of the height of the lines.
const legendRoom = 0.35

// places returns the places of points on the horizontal axis, or all places with names.
func (p *Plot) places() (ticks []plot.Tick) {
	for i, name := range p.Names {
		ticks = append(ticks, plot.Tick{Value: float64(i), Label: name})
	}
	if p.Names != nil {
		return ticks
	}
	var all []float64
	for _, l := range p.Lines {
		all = append(all, l.X...)
	}
	slices.Sort(all)
	for _, x := range slices.Compact(all) {
		ticks = append(ticks, plot.Tick{Value: x, Label: strconv.FormatFloat(x, 'g', -1, 64)})
	}
	return ticks
}

// powers returns 1, 2 and 5 times the powers of 10.
func powers(least, most float64) (ticks []plot.Tick) {
	for power := math.Pow(10, math.Floor(math.Log10(least))); power <= most; power *= 10 {
		for _, n := range []float64{1, 2, 5} {
			if x := n * power; x >= least && x <= most {
				ticks = append(ticks, plot.Tick{Value: x, Label: strconv.FormatFloat(x, 'g', -1, 64)})
			}
		}
	}
	return ticks
}

// points has the points of a line for gonum.
type points struct {
	plotter.XYs
	plotter.YErrors
}

// check returns an error if a line can't be drawn. log reports a logarithmic axis.
func (l *Line) check(log bool) error {
	if len(l.Y) == 0 || len(l.X) != len(l.Y) || l.Spread != nil && len(l.Spread) != len(l.Y) {
		return fmt.Errorf("%d places, %d values, %d spreads: want as many of each", len(l.X), len(l.Y), len(l.Spread))
	}
	for i, y := range l.Y {
		if log && (y <= 0 || l.Spread != nil && y-l.Spread[i] <= 0) {
			return fmt.Errorf("%g on a logarithmic axis: want more than 0", y)
		}
	}
	return nil
}

// add draws the line, which is the i-th of its plot.
func (l *Line) add(figure *plot.Plot, i int) error {
	all := points{}
	for j := range l.X {
		all.XYs = append(all.XYs, plotter.XY{X: l.X[j], Y: l.Y[j]})
	}
	line, marks, err := plotter.NewLinePoints(all.XYs)
	if err != nil {
		return err
	}
	ink := colours[i%len(colours)]
	line.Color, line.Width, line.Dashes = ink, vg.Points(1.5), dashes[i%len(dashes)]
	marks.Color, marks.Shape, marks.Radius = ink, shapes[i%len(shapes)], vg.Points(3)
	if l.Loose {
		figure.Add(marks)
		figure.Legend.Add(l.Name, marks)
	} else {
		figure.Add(line, marks)
		figure.Legend.Add(l.Name, line, marks)
	}
	if l.Spread == nil {
		return nil
	}
	for _, s := range l.Spread {
		all.YErrors = append(all.YErrors, struct{ Low, High float64 }{s, s})
	}
	bars, err := plotter.NewYErrorBars(all)
	if err != nil {
		return err
	}
	bars.Color = ink
	figure.Add(bars)
	return nil
}
