package bars

import (
	"encoding/xml"
	"io"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// element is one of a picture.
type element struct {
	name string
	attr map[string]string
	text string
}

func (e *element) number(t *testing.T, name string) float64 {
	t.Helper()
	v, err := strconv.ParseFloat(e.attr[name], 64)
	require.NoError(t, err, "%s of %+v", name, e)
	return v
}

func elementsOf(t *testing.T, picture []byte) (all []element) {
	t.Helper()
	d := xml.NewDecoder(strings.NewReader(string(picture)))
	for {
		token, err := d.Token()
		if err == io.EOF {
			return all
		}
		require.NoError(t, err)
		switch v := token.(type) {
		case xml.StartElement:
			e := element{name: v.Name.Local, attr: map[string]string{}}
			for _, a := range v.Attr {
				e.attr[a.Name.Local] = a.Value
			}
			all = append(all, e)
		case xml.CharData:
			if len(all) > 0 {
				all[len(all)-1].text += string(v)
			}
		}
	}
}

var chart = Chart{
	Title: "Long & <short>", Lines: []string{"a line that says what is to be seen, and that is longer than two panels, bars and all, could ever be, whatever they hold"},
	Panels: []Panel{
		{"metres", []Bar{{"one", 100, "100"}, {"three", 25, "25"}, {"none", 0, "0"}}},
		{"nothing", []Bar{{"one", 0, "-"}}},
		{"litres", []Bar{{"one", 1, "1"}, {"three", 3, "3 and a bit"}}},
	},
}

// Bars are as long as their values, the longest of a panel all there is room for.
func TestBarsAreProportional(t *testing.T) {
	var widths []float64
	for _, e := range elementsOf(t, chart.SVG()) {
		if e.name == "rect" && e.attr["height"] == strconv.Itoa(barHeight) {
			widths = append(widths, e.number(t, "width"))
		}
	}
	require.Equal(t, []float64{longestBar, longestBar / 4, 1, 0, longestBar / 3, longestBar}, widths)
}

// All text is there, inside the picture, and no two texts of a line overlap.
func TestTextsStandApart(t *testing.T) {
	all := elementsOf(t, chart.SVG())
	width, height := all[0].number(t, "width"), all[0].number(t, "height")
	ends := map[float64]float64{} // by line
	said := ""
	for _, e := range all {
		if e.name != "text" {
			continue
		}
		text := strings.TrimSuffix(e.text, "\n")
		said += text + "\n"
		x, y := e.number(t, "x"), e.number(t, "y")
		size := fontSize
		if e.attr["font-size"] != "" {
			size = titleSize
		}
		end := x + charWidth*float64(len(text)*size)/fontSize
		require.GreaterOrEqual(t, x, ends[y], text)
		require.LessOrEqual(t, end, width, text)
		require.Less(t, y, height, text)
		ends[y] = end
	}
	for _, want := range []string{chart.Title, chart.Lines[0], "metres", "three", "3 and a bit"} {
		require.Contains(t, said, want+"\n")
	}
}
