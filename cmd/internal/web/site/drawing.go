package main

import (
	"fmt"
	"image/color"
	"regexp"
	"strconv"
	"strings"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/vgimg"
)

// drawings are the page's own drawings: those of its modules and the colours of its style.
type drawings struct {
	pieces   map[string][]string // paths in a square of 48, by letter
	eye      string              // of the knight
	segments map[string]string   // paths of the display, by name
	font     map[string]string   // names of segments, by character
	colours  map[string]string   // by name, of the light page
}

var (
	pieceRow   = regexp.MustCompile(`(?s)\n  ([kqrbnp]): \[(.*?)\]`)
	quoted     = regexp.MustCompile(`"([^"]+)"`)
	baseRow    = regexp.MustCompile(`\nconst base = "([^"]+)"`)
	eyeRow     = regexp.MustCompile(`\nconst eye = "([^"]+)"`)
	segmentRow = regexp.MustCompile(`\n  (\w): "(M[^"]+)"`)
	fontTable  = regexp.MustCompile(`(?s)\nconst font = \{(.*?)\n\};`)
	fontEntry  = regexp.MustCompile(`(\w|"[^"]"|'[^']'): "([a-zA-Z]+)"`)
	colourRow  = regexp.MustCompile(`--([a-z-]+): (#[0-9a-f]+);`)
)

// readDrawings reads the drawings from the page's files.
func readDrawings(files map[string][]byte) (*drawings, error) {
	d := &drawings{pieces: map[string][]string{}, segments: map[string]string{}, font: map[string]string{}, colours: map[string]string{}}
	pieces, lcd := string(files["pieces.js"]), string(files["lcd.js"])
	base := baseRow.FindStringSubmatch(pieces)
	eye := eyeRow.FindStringSubmatch(pieces)
	table := fontTable.FindStringSubmatch(lcd)
	if base == nil || eye == nil || table == nil {
		return nil, fmt.Errorf("pieces.js, lcd.js: base, eye or font is not found: has their form changed?")
	}
	d.eye = eye[1]
	for _, m := range pieceRow.FindAllStringSubmatch(pieces, -1) {
		for _, path := range quoted.FindAllStringSubmatch(m[2], -1) {
			d.pieces[m[1]] = append(d.pieces[m[1]], path[1])
		}
		if strings.HasSuffix(m[2], "base") {
			d.pieces[m[1]] = append(d.pieces[m[1]], base[1])
		}
	}
	for _, m := range segmentRow.FindAllStringSubmatch(lcd, -1) {
		d.segments[m[1]] = m[2]
	}
	for _, m := range fontEntry.FindAllStringSubmatch(table[1], -1) {
		d.font[strings.Trim(m[1], `"'`)] = m[2]
	}
	for _, m := range colourRow.FindAllStringSubmatch(string(files["style.css"]), -1) {
		if d.colours[m[1]] == "" { // the light page's come first
			d.colours[m[1]] = m[2]
		}
	}
	if len(d.pieces) != 6 || len(d.segments) != 16 || len(d.font) < 60 {
		return nil, fmt.Errorf("pieces.js, lcd.js: %d pieces, %d segments, %d characters are found: want 6, 16, 60 or more", len(d.pieces), len(d.segments), len(d.font))
	}
	return d, nil
}

// colour returns a colour of the page by its name. opacity is 0 to 1.
func (d *drawings) colour(name string, opacity float64) (color.Color, error) {
	text := strings.TrimPrefix(d.colours[name], "#")
	if len(text) == 3 {
		text = string([]byte{text[0], text[0], text[1], text[1], text[2], text[2]})
	}
	rgb, err := strconv.ParseUint(text, 16, 24)
	if err != nil || len(text) != 6 {
		return nil, fmt.Errorf("style.css: colour --%s is %q: want #rrggbb", name, d.colours[name])
	}
	return color.NRGBA{uint8(rgb >> 16), uint8(rgb >> 8), uint8(rgb), uint8(opacity*255 + 0.5)}, nil
}

// place is where a drawing goes: its origin, a scale, and how much further to the right each unit
// above the origin is.
type place struct{ x, y, scale, slant float64 }

// canvas is a picture whose y runs downwards, in pixels.
type canvas struct {
	*vgimg.Canvas
	*drawings
	height float64
	err    error // the first
}

func newCanvas(d *drawings, width, height int) *canvas {
	return &canvas{
		Canvas:   vgimg.NewWith(vgimg.UseDPI(72), vgimg.UseWH(vg.Length(width), vg.Length(height))), // 72: a point is a pixel
		drawings: d, height: float64(height),
	}
}

// paint sets the colour for what follows.
func (c *canvas) paint(name string, opacity float64) {
	col, err := c.colour(name, opacity)
	if err != nil {
		c.fail(err)
		return
	}
	c.SetColor(col)
}

func (c *canvas) fail(err error) {
	if c.err == nil {
		c.err = err
	}
}

// at is the point x, y of a drawing at a place.
func (c *canvas) at(p place, x, y float64) vg.Point {
	return vg.Point{X: vg.Length(p.x + p.scale*(x-p.slant*y)), Y: vg.Length(c.height - p.y - p.scale*y)}
}

// rect fills a rectangle with round corners.
func (c *canvas) rect(x, y, w, h, r float64) {
	const k = 0.5523 // of a quarter of a circle as a curve
	path := fmt.Sprintf("M%g %gh%gc%g 0 %g %g %g %gv%gc0 %g %g %g %g %gh%gc%g 0 %g %g %g %gv%gc0 %g %g %g %g %gz",
		x+r, y, w-2*r, r*k, r, r-r*k, r, r, h-2*r, r*k, r*k-r, r, -r, r, 2*r-w, -r*k, -r, r*k-r, -r, -r, 2*r-h, -r*k, r-r*k, -r, r, -r)
	c.fill(path, place{scale: 1})
}

func (c *canvas) fill(path string, p place)   { c.Fill(c.path(path, p)) }
func (c *canvas) stroke(path string, p place) { c.Stroke(c.path(path, p)) }

var pathToken = regexp.MustCompile(`[A-Za-z]|-?(?:\d+\.?\d*|\.\d+)(?:e-?\d+)?`)

// arguments is the number of numbers that a command of a path has.
var arguments = map[string]int{"m": 2, "l": 2, "h": 1, "v": 1, "c": 6, "z": 0}

// path reads a path of SVG, of the commands that the page uses.
func (c *canvas) path(text string, p place) vg.Path {
	w := &pen{canvas: c, place: p}
	tokens := pathToken.FindAllString(text, -1)
	for i := 0; i < len(tokens); {
		command := tokens[i]
		n, known := arguments[strings.ToLower(command)]
		if i++; !known {
			c.fail(fmt.Errorf("path %s: command %q is unknown", text, command))
			return nil
		}
		for first := true; first || n > 0 && i < len(tokens) && tokens[i] < "A"; first = false {
			var v [6]float64
			for j := range n {
				var err error
				if i+j == len(tokens) {
					c.fail(fmt.Errorf("path %s: command %q lacks numbers", text, command))
					return nil
				} else if v[j], err = strconv.ParseFloat(tokens[i+j], 64); err != nil {
					c.fail(fmt.Errorf("path %s: %q: want a number", text, tokens[i+j]))
					return nil
				}
			}
			i += n
			w.draw(command, v)
			if command == "m" || command == "M" {
				command = string(command[0] - 1) // a line to further points
			}
		}
	}
	return w.out
}

// pen draws a path, command by command.
type pen struct {
	*canvas
	place
	out        vg.Path
	now, start [2]float64
}

// draw carries out a command with its numbers.
func (w *pen) draw(command string, v [6]float64) {
	lower := strings.ToLower(command)
	if lower == "v" {
		v[0], v[1] = 0, v[0]
	}
	if command == lower { // relative
		for j := range v {
			v[j] += w.now[j%2]
		}
	}
	switch lower {
	case "h":
		v[1] = w.now[1]
	case "v":
		v[0] = w.now[0]
	}
	to := [2]float64{v[0], v[1]}
	switch lower {
	case "m":
		w.start = to
		w.out.Move(w.at(w.place, to[0], to[1]))
	case "z":
		to = w.start
		w.out.Close()
	case "c":
		to = [2]float64{v[4], v[5]}
		w.out.CubeTo(w.at(w.place, v[0], v[1]), w.at(w.place, v[2], v[3]), w.at(w.place, v[4], v[5]))
	default:
		w.out.Line(w.at(w.place, to[0], to[1]))
	}
	w.now = to
}
