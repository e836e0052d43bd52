package bars

import (
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/cmd/internal/report/svg"
	"github.com/searchex/searchex/cmd/internal/report/svgtest"
)

var chart = Chart{
	Title: "Long & <short>", Lines: []string{"a line that says what is to be seen, and that is longer than two panels, bars and all, could ever be, whatever they hold"},
	Panels: []Panel{
		{"metres", []Bar{{"one", 100, "100"}, {"three", 25, "25"}, {"none", 0, "0"}}},
		{"nothing", []Bar{{"one", 0, "-"}}},
		{"litres", []Bar{{"one", 1, "1"}, {"three", 3, "3 and a bit"}}},
	},
}

// Bars are in proportion to their values, and the longest of a panel has the full length.
func TestBarsAreProportional(t *testing.T) {
	var widths []float64
	for _, e := range svgtest.Elements(t, chart.SVG()) {
		if e.Name == "rect" && e.Attr["height"] == strconv.Itoa(barHeight) {
			widths = append(widths, e.Number(t, "width"))
		}
	}
	require.Equal(t, []float64{longestBar, longestBar / 4, 1, 0, longestBar / 3, longestBar}, widths)
}

// All texts are inside the picture, and texts on a line don't overlap.
func TestTextsStandApart(t *testing.T) {
	all := svgtest.Elements(t, chart.SVG())
	width, height := all[0].Number(t, "width"), all[0].Number(t, "height")
	ends := map[float64]float64{} // by line
	said := ""
	for _, e := range all {
		if e.Name != "text" {
			continue
		}
		text := strings.TrimSuffix(e.Text, "\n")
		said += text + "\n"
		x, y := e.Number(t, "x"), e.Number(t, "y")
		size := svg.FontSize
		if e.Attr["font-size"] != "" {
			size = titleSize
		}
		end := x + svg.CharWidth*float64(len(text)*size)/svg.FontSize
		require.GreaterOrEqual(t, x, ends[y], text)
		require.LessOrEqual(t, end, width, text)
		require.Less(t, y, height, text)
		ends[y] = end
	}
	for _, want := range []string{chart.Title, chart.Lines[0], "metres", "three", "3 and a bit"} {
		require.Contains(t, said, want+"\n")
	}
}
