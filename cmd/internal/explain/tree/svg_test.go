package tree

import (
	"bytes"
	"fmt"
	"io"
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/cmd/internal/report/svg"
	"github.com/searchex/searchex/cmd/internal/report/svgtest"
	"github.com/searchex/searchex/goengine"
	"github.com/searchex/searchex/hostbridge/window"
)

// pictureOf draws runs and reads the XML back.
func pictureOf(t *testing.T, runs ...*window.Run) (elements []svgtest.Element, source string) {
	t.Helper()
	var b bytes.Buffer
	require.NoError(t, SVG(&b, runs...))
	return svgtest.Elements(t, b.Bytes()), b.String()
}

// count returns the number of elements for which a function returns true.
func count(elements []svgtest.Element, f func(e svgtest.Element) bool) (n int) {
	for _, e := range elements {
		if f(e) {
			n++
		}
	}
	return n
}

// marks reports whether an element is the mark of a cut branch.
func marks(e svgtest.Element) bool {
	return e.Name == "path" && strings.Count(e.Attr["d"], "l6 -12") == 2
}

func TestPicturesOfAllModelsAreWellFormedAndStandAlone(t *testing.T) {
	for _, name := range window.BuiltinNames() {
		runs := builtin(t, name)
		elements, source := pictureOf(t, runs...)
		assert.Equal(t, "svg", elements[0].Name)
		assert.Contains(t, elements[0].Attr["viewBox"], "0 0 ")
		white := elements[3]
		assert.Equal(t, "rect #ffffff 100% 100%", fmt.Sprint(white.Name, " ", white.Attr["fill"], " ", white.Attr["width"], " ", white.Attr["height"]), name)
		assert.NotRegexp(t, `href|url\(|<image|<script|<style|@import|<!`, source)
		assert.Equal(t, 1, strings.Count(source, "http"), "the namespace and nothing else")
		assert.Equal(t, 1, strings.Count(source, "font-family"))
		for _, r := range runs {
			assert.Contains(t, source, svg.Escape(Settings(r)), name)
			assert.Contains(t, source, svg.Escape("PV = "+Variation(r)), name)
		}
	}
}

// In model 2 of the source cutoffs skip these: 1.Qg8+ Rxg8 2.Nxg8 after (4), and 1.Qa1 Ng8 after
// (8). Three moves and the root are on the principal variation.
func TestThePictureOfModel2ShowsItsDecisions(t *testing.T) {
	elements, _ := pictureOf(t, builtin(t, "2")...)
	assert.Equal(t, 2+1, count(elements, marks), "two cut branches and the legend")
	heavy := func(name string) func(svgtest.Element) bool {
		return func(e svgtest.Element) bool { return e.Name == name && e.Attr["stroke-width"] == "3" }
	}
	assert.Equal(t, 3, count(elements, heavy("path")))
	assert.Equal(t, 3+1, count(elements, heavy("rect")), "three boxes and the legend")
	var texts []string
	for _, e := range elements {
		if e.Name == "text" {
			texts = append(texts, strings.TrimSpace(e.Text))
		}
	}
	for _, want := range []string{
		"Philidor's smothered mate", "*1.Qg8+  (5)", "*1...Nxg8  (3)", "*2.Nf7#  (1)", "12.000 > -MAX: new best", "[12.000,-MAX]",
		"12.000 ≥ 12.000: cutoff", "refuted by (4), dropped", "never looked at: (4) cut off", "scored, never tried: (8) cut off",
		"-10.000 ≤ 12.000: not better", "[MAX,12.000]",
	} {
		assert.Contains(t, texts, want)
	}
}

func TestHostileNamesStayText(t *testing.T) {
	r := fates(t)
	const evil = `</text><script>&"'` + "\x00\xff\u202e"
	r.Model.Title, r.Model.About, r.Model.Outcome = "Title "+evil, "About "+evil, strings.Repeat("long"+evil, 99)
	r.Setting.Name, r.Setting.Spec = "run "+evil, "spec "+evil
	r.Model.Root.Each(func(p *window.Position) { p.Line = "1.x " + evil })
	for _, v := range r.Visits {
		v.Category = evil
	}
	elements, _ := pictureOf(t, r)
	assert.Zero(t, count(elements, func(e svgtest.Element) bool { return e.Name == "script" }))
	assert.Contains(t, elements[1].Text, `</text><script>&"'`)
}

func TestAPictureOfNothingIsRefused(t *testing.T) {
	assert.EqualError(t, SVG(io.Discard), "a picture of no runs: want at least one")
}

var coordinates = regexp.MustCompile(`^[0-9.]+$`)

// Random trees, including those with hundreds of leaves or a single branch.
func TestBoxesNeitherOverlapNorLeaveThePicture(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for range 40 {
		keys := []string{""}
		var positions []string
		for range 1 + random.IntN(80) {
			parent := keys[random.IntN(len(keys))]
			key := parent + string(rune('A'+len(positions)%26))
			if len(key) > 12 || strings.Contains(" "+strings.Join(keys, " ")+" ", " "+key+" ") {
				continue
			}
			keys = append(keys, key)
			positions = append(positions, key+" 1."+strings.Repeat("N", random.IntN(60)))
		}
		r := made(t, positions...)
		r.Setting.Profile, _ = goengine.ProfileByName("sx81") // prices make boxes higher
		for _, v := range r.Visits {
			v.Created, v.Evaluated, v.Expanded = random.IntN(2), random.IntN(2), random.IntN(2) == 0
			v.Verdict = []window.Kind{window.Best, window.NotBest, window.Cutoff}[random.IntN(3)]
			v.Priced, v.Price = random.IntN(2) == 0, uint8(random.IntN(255))
		}
		requireMidway(t, newPanel(r))
		elements, _ := pictureOf(t, r, r)
		width, height := elements[0].Number(t, "width"), elements[0].Number(t, "height")
		var boxes [][4]float64
		for _, e := range elements[4:] {
			if e.Name != "rect" || e.Attr["rx"] == "" {
				continue
			}
			require.Regexp(t, coordinates, e.Attr["x"])
			x, y := e.Number(t, "x"), e.Number(t, "y")
			boxes = append(boxes, [4]float64{x, y, x + e.Number(t, "width"), y + e.Number(t, "height")})
		}
		require.GreaterOrEqual(t, len(boxes), 2*(1+len(positions)))
		for i, a := range boxes {
			require.True(t, a[0] >= 0 && a[1] >= 0 && a[2] <= width && a[3] <= height, "%v in %v x %v", a, width, height)
			for _, b := range boxes[:i] {
				const gap = 5
				require.True(t, a[2]+gap <= b[0] || b[2]+gap <= a[0] || a[3]+gap <= b[1] || b[3]+gap <= a[1], "%v over %v", a, b)
			}
		}
	}
}

// requireMidway requires each position to be midway between its first and last child.
func requireMidway(t *testing.T, p *panel) {
	t.Helper()
	for b, n := range p.of {
		if last := len(b.below) - 1; last >= 0 {
			require.InDelta(t, (b.below[0].mid+b.below[last].mid)/2, b.mid, 0.01, n.Key)
		}
	}
}
