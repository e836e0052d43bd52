package main

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"html"
	"image"
	"image/color"
	"image/png"
	"maps"
	"regexp"
	"slices"
	"strings"

	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/font/liberation"
	"gonum.org/v1/plot/vg"
)

// The picture of a link's preview, and what stands on its board and display.
const (
	previewName    = "preview.png"
	previewWide    = 1200
	previewHigh    = 630
	previewBoard   = "r2q1rk1/pp1bppbp/2np1np1/8/3NP2P/1BN1BP2/PPPQ2P1/R3K2R"
	previewDisplay = "  SEARCHEX 1981 "
	manifestName   = "searchex.webmanifest"
	pageName       = "index.html"
	firstFetched   = `<link rel="manifest"`
)

// iconSizes are the sizes of the icons, in pixels.
var iconSizes = []int{192, 512}

func iconName(size int) string { return fmt.Sprintf("icon-%d.png", size) }

// pictures adds the pictures to the page's files: that of previews, and icons.
func pictures(files map[string][]byte) error {
	d, err := readDrawings(files)
	if err != nil {
		return err
	}
	page := string(files[pageName])
	title, about := meta(page, "og:title"), meta(page, "og:description")
	if title == "" || about == "" {
		return fmt.Errorf("%s: og:title or og:description is missing", pageName)
	}
	if files[previewName], err = d.preview(title, about); err != nil {
		return err
	}
	for _, size := range iconSizes {
		if files[iconName(size)], err = d.icon(size); err != nil {
			return err
		}
	}
	return nil
}

// meta returns the content of a property in a page's head.
func meta(page, property string) string {
	m := regexp.MustCompile(`<meta property="` + regexp.QuoteMeta(property) + `" content="([^"]*)">`).FindStringSubmatch(page)
	if m == nil {
		return ""
	}
	return html.UnescapeString(m[1])
}

// png encodes the picture with at most 128 colours, unless the drawing failed.
func (c *canvas) png() ([]byte, error) {
	if c.err != nil {
		return nil, c.err
	}
	const most = 128
	from := c.Image()
	count := map[color.RGBA]int{}
	at := func(x, y int) color.RGBA { return color.RGBAModel.Convert(from.At(x, y)).(color.RGBA) }
	size := from.Bounds()
	for y := range size.Dy() {
		for x := range size.Dx() {
			count[at(x, y)]++
		}
	}
	all := slices.SortedFunc(maps.Keys(count), func(a, b color.RGBA) int {
		return cmp.Or(count[b]-count[a], int(a.R)-int(b.R), int(a.G)-int(b.G), int(a.B)-int(b.B))
	})
	var palette color.Palette
	for _, col := range all[:min(len(all), most)] {
		palette = append(palette, col)
	}
	index := map[color.RGBA]uint8{}
	for _, col := range all {
		index[col] = uint8(palette.Index(col))
	}
	small := image.NewPaletted(size, palette)
	for y := range size.Dy() {
		for x := range size.Dx() {
			small.SetColorIndex(x, y, index[at(x, y)])
		}
	}
	var b bytes.Buffer
	e := png.Encoder{CompressionLevel: png.BestCompression}
	err := e.Encode(&b, small)
	return b.Bytes(), err
}

// icon draws the knight. It stays inside the circle that a launcher may cut out, of 80% of the
// width.
func (d *drawings) icon(size int) ([]byte, error) {
	c := newCanvas(d, size, size)
	s := float64(size)
	c.paint("lcd", 1)
	c.rect(0, 0, s, s, 0)
	c.piece("n", place{x: s * 0.15, y: s * 0.155, scale: s * 0.7 / 48})
	return c.png()
}

// piece draws a piece, given its letter in a FEN.
func (c *canvas) piece(letter string, p place) {
	kind := strings.ToLower(letter)
	path := strings.Join(c.pieces[kind], "")
	c.paint("lcd-ink", 0.16)
	c.fill(path, place{p.x + 1.1*p.scale, p.y + 1.5*p.scale, p.scale, 0})
	c.paint("lcd-ink", 1)
	if letter == kind {
		c.fill(path, p)
	} else {
		c.paint("lcd", 1)
		c.fill(path, p)
		c.paint("lcd-ink", 1)
		c.SetLineWidth(vg.Length(2 * p.scale))
		c.stroke(path, p)
	}
	if kind == "n" {
		if letter == kind {
			c.paint("lcd", 1)
		}
		c.fill(c.eye, p)
	}
}

// board draws a position, the first field of a FEN, with the glass around it.
func (c *canvas) board(placement string, x, y, size float64) {
	c.glass(x, y, size, size)
	x, y, size = x+12, y+12, size-24
	s := size / 8
	c.paint("lcd-ink", 1)
	c.SetLineWidth(1.5)
	c.stroke(fmt.Sprintf("M%g %gh%gv%gh%gz", x, y, size, size, -size), place{scale: 1})
	for i := range 64 {
		if file, row := i%8, i/8; (file+row)%2 == 1 {
			c.hatch(x+float64(file)*s, y+float64(row)*s, s)
		}
	}
	for row, text := range strings.Split(placement, "/") {
		file := 0
		for _, r := range text {
			if r >= '1' && r <= '8' {
				file += int(r - '0')
				continue
			}
			c.piece(string(r), place{x: x + float64(file)*s + s*0.03, y: y + float64(row)*s + s*0.03, scale: s * 0.94 / 48})
			file++
		}
	}
}

// glass draws the ground of a liquid crystal display in its black frame.
func (c *canvas) glass(x, y, w, h float64) {
	c.paint("key-edge", 1)
	c.rect(x, y, w, h, 9)
	c.paint("lcd", 1)
	c.rect(x+5, y+5, w-10, h-10, 6)
}

// hatch draws the lines of a dark square.
func (c *canvas) hatch(x, y, s float64) {
	c.paint("lcd-ink", 0.34)
	c.SetLineWidth(1.4)
	for k := 3.0; k < 2*s; k += 5.66 {
		least, most := max(0, k-s), min(k, s)
		c.stroke(fmt.Sprintf("M%g %gL%g %g", x+least, y+most, x+most, y+least), place{scale: 1})
	}
}

// display draws the display of sixteen characters with a text.
func (c *canvas) display(text string, x, y, w float64) {
	scale := (w - 40) / (16*22.4 + 3)
	c.glass(x, y, w, 36*scale+36)
	for i, r := range text {
		lit := c.font[string(r)]
		for _, name := range slices.Sorted(maps.Keys(c.segments)) { // those that touch mix their edges
			c.paint("lcd-ink", 0.03)
			if strings.Contains(lit, name) {
				c.paint("lcd-ink", 0.93)
			}
			c.fill(c.segments[name], place{x: x + 20 + (float64(i)*22.4+4.5)*scale, y: y + 18 + 1.5*scale, scale: scale, slant: 0.0875})
		}
	}
}

// fonts are the fonts of texts.
var fonts = font.NewCache(liberation.Collection())

// boldWeight is WeightBold of golang.org/x/image/font.
const boldWeight = 3

// text draws a text, broken into lines of at most width, and returns where the next line is.
func (c *canvas) text(text, colour string, bold bool, size, x, y, width float64) float64 {
	f := font.Font{Typeface: "Liberation", Variant: "Sans"}
	if bold {
		f.Weight = boldWeight
	}
	face := fonts.Lookup(f, vg.Length(size))
	c.paint(colour, 1)
	line := ""
	put := func() {
		c.FillString(face, vg.Point{X: vg.Length(x), Y: vg.Length(c.height - y - size)}, line)
		y += size * 1.28
	}
	for _, word := range strings.Fields(text) {
		if longer := strings.TrimSpace(line + " " + word); line == "" || float64(face.Width(longer)) <= width {
			line = longer
			continue
		}
		put()
		line = word
	}
	put()
	return y
}

// preview draws the board and the display of the machine, with the page's title and description.
func (d *drawings) preview(title, about string) ([]byte, error) {
	c := newCanvas(d, previewWide, previewHigh)
	c.paint("case", 1)
	c.rect(0, 0, previewWide, previewHigh, 0)
	c.paint("case-lo", 1)
	c.rect(20, 20, previewWide-40, previewHigh-40, 24)
	c.board(previewBoard, 48, 48, previewHigh-96)
	const x, width = 622, 530
	c.display(previewDisplay, x, 48, width)
	y := c.text(title, "case-ink", true, 50, x, 190, width)
	c.text(about, "case-soft", false, 27, x, y+18, width)
	for i, key := range []string{"New Game", "Hint", "Back", "Go"} {
		left := x + float64(i)*134
		c.paint("key-edge", 1)
		c.rect(left, 523, 124, 59, 9)
		c.paint([]string{"key", "warm"}[i/3], 1)
		c.rect(left, 520, 124, 57, 9)
		face := fonts.Lookup(font.Font{Typeface: "Liberation", Variant: "Sans", Weight: boldWeight}, 21)
		c.paint("key-ink", 1)
		c.FillString(face, vg.Point{X: vg.Length(left+62) - face.Width(key)/2, Y: vg.Length(c.height - 556)}, key)
	}
	return c.png()
}

// manifest adds the icons to the manifest: the page that serve serves has the drawing alone.
func manifest(files map[string][]byte) error {
	var m map[string]any
	if err := json.Unmarshal(files[manifestName], &m); err != nil {
		return fmt.Errorf("%s: %w", manifestName, err)
	}
	icons, _ := m["icons"].([]any)
	for _, size := range iconSizes {
		for _, purpose := range []string{"any", "maskable"} {
			icons = append(icons, map[string]string{"src": iconName(size), "sizes": fmt.Sprintf("%dx%[1]d", size), "type": "image/png", "purpose": purpose})
		}
	}
	m["icons"] = icons
	text, err := json.MarshalIndent(m, "", "  ")
	files[manifestName] = append(text, '\n')
	return err
}

// head adds to the page's head what only the static page has: the script that starts the program,
// before all that the browser fetches; the picture of previews, at the address where the page will lie
// if it is known; and an icon for telephones.
func head(files map[string][]byte, url string) {
	var b strings.Builder
	add := func(property, content string) {
		fmt.Fprintf(&b, "<meta property=%q content=\"%s\">\n", property, html.EscapeString(content))
	}
	b.WriteString("<script src=\"early.js\"></script>\n")
	if url != "" {
		add("og:url", url)
	}
	add("og:image", url+previewName)
	add("og:image:type", "image/png")
	add("og:image:width", fmt.Sprint(previewWide))
	add("og:image:height", fmt.Sprint(previewHigh))
	add("og:image:alt", "The board and the display of a chess computer")
	fmt.Fprintf(&b, "<meta name=\"twitter:image\" content=\"%s\">\n", html.EscapeString(url+previewName))
	fmt.Fprintf(&b, "<link rel=\"apple-touch-icon\" href=%q>\n", iconName(192))
	files[pageName] = []byte(strings.Replace(string(files[pageName]), firstFetched, b.String()+firstFetched, 1))
}
