package lab

import (
	"encoding/xml"
	"errors"
	"io"
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/cmd/internal/report"
)

// sample returns a page with one part of each kind.
func sample() *Page {
	p := &Page{Name: "try", Title: "A try", Command: "go run ./try"}
	p.Heading("First")
	p.Text("The **best** of `%d` words that go on and on.", 9)
	t := p.Table(&Table{Name: "some", Caption: "Some numbers.", Columns: Columns("<who", "many", "mean||%.1f")})
	t.Add("a", 1234, 0.25)
	t.Add("b", uint64(5), math.NaN())
	p.Plot(&Plot{Name: "try-plot", Title: "Growth & fall", X: "x", Y: "y", Lines: []Line{
		{Name: "up", X: []float64{1, 2, 3}, Y: []float64{1, 20, 300}, Spread: []float64{0.5, 1, 2}},
		{Name: "down", X: []float64{1, 2}, Y: []float64{9, 8}},
	}})
	return p
}

func TestAPageIsPrintedAsTextAndAsJSON(t *testing.T) {
	var b strings.Builder
	require.NoError(t, sample().Write(&report.Screen{Writer: &b, Width: 30}))
	assert.Equal(t, `A try
=====

First
-----

The best of 9 words that go on
and on.

Some numbers.

who   many  mean
a    1,234   0.2
b        5
`, b.String())
	b.Reset()
	require.NoError(t, sample().WriteJSON(&b))
	assert.Equal(t, `{"table":"some","who":"a","many":1234,"mean":0.25}`+"\n"+`{"table":"some","who":"b","many":5,"mean":null}`+"\n", b.String())
}

func TestAPageIsWrittenAsMarkdownWithItsPlots(t *testing.T) {
	files, err := sample().Files()
	require.NoError(t, err)
	require.Len(t, files, 2)
	assert.Equal(t, "try.md", files[0].Name)
	assert.Equal(t, `<!-- Written by go run ./try. -->

# A try

## First

The **best** of `+"`9`"+` words that go on and on.

Some numbers.

| who | many | mean |
|---|---:|---:|
| a | 1,234 | 0.2 |
| b | 5 |  |

![Growth & fall](try-plot.svg)
`, string(files[0].Content))
	assert.Equal(t, "try-plot.svg", files[1].Name)
	again, err := sample().Files()
	require.NoError(t, err)
	assert.Equal(t, files, again, "a page is the same every time")

	d := xml.NewDecoder(strings.NewReader(string(files[1].Content)))
	text := ""
	for {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		require.NoError(t, err)
		if c, ok := token.(xml.CharData); ok {
			text += string(c) + "\n"
		}
	}
	for _, word := range []string{"Growth & fall", "up", "down"} {
		assert.Contains(t, text, word)
	}
}

// A short page has no details, and says of a table how many rows it has left out. Printed, and as JSON, it has all of them,
// and so has the file of a page that is not short.
func TestAShortPageLeavesOutDetailsThatArePrinted(t *testing.T) {
	page := func(short bool) *Page {
		p := &Page{Name: "try", Title: "A try", Command: "go run ./try", Short: short}
		table := p.Table(&Table{
			Name: "some", Columns: Columns("<who", "?spent", "many"),
			Key: func(row []any) bool { return row[2].(int) > 1 }, KeyRows: "those of more than one",
		})
		p.Detail(func() {
			p.Text("An aside.")
			p.Table(&Table{Name: "more", Columns: Columns("what")}).Add(7)
		})
		p.Text("The end.")
		table.Add("a", 30, 1)
		table.Add("b", 40, 2)
		return p
	}
	file := func(short bool) string {
		files, err := page(short).Files()
		require.NoError(t, err)
		require.Len(t, files, 1)
		return string(files[0].Content)
	}
	const top = "<!-- Written by go run ./try. -->\n\n# A try\n\n"
	assert.Equal(t, top+"| who | many |\n|---|---:|\n| b | 2 |\n\n1 of 2 rows: those of more than one.\n\nThe end.\n", file(true))
	assert.Equal(t, top+"| who | spent | many |\n|---|---:|---:|\n| a | 30 | 1 |\n| b | 40 | 2 |\n\nAn aside.\n\n| what |\n|---:|\n| 7 |\n\nThe end.\n", file(false))
	for _, short := range []bool{false, true} {
		var text, json strings.Builder
		require.NoError(t, page(short).Write(&report.Screen{Writer: &text}))
		assert.Equal(t, "A try\n=====\n\nwho  spent  many\na       30     1\nb       40     2\n\nAn aside.\n\nwhat\n   7\n\nThe end.\n", text.String())
		require.NoError(t, page(short).WriteJSON(&json))
		assert.Equal(t, `{"table":"some","who":"a","spent":30,"many":1}`+"\n"+`{"table":"some","who":"b","spent":40,"many":2}`+"\n"+`{"table":"more","what":7}`+"\n", json.String())
	}
}

func TestAPlotThatCannotBeDrawnIsAnError(t *testing.T) {
	for _, l := range []Line{
		{Name: "short", X: []float64{1, 2}, Y: []float64{1}},
		{Name: "bare", X: []float64{1}, Y: []float64{1}, Spread: []float64{}},
		{Name: "mad", X: []float64{1}, Y: []float64{math.NaN()}},
		{Name: "empty"},
		{Name: "zero", X: []float64{1}, Y: []float64{0}},
		{Name: "below", X: []float64{1}, Y: []float64{1}, Spread: []float64{1}},
	} {
		p := &Page{Name: "try"}
		p.Plot(&Plot{Name: "bad", Log: true, Lines: []Line{l}})
		_, err := p.Files()
		assert.ErrorContains(t, err, "plot bad: line "+l.Name, l.Name)
	}
}

func TestARowWithTheWrongCellsIsAMistake(t *testing.T) {
	table := &Table{Name: "some", Columns: Columns("a")}
	assert.PanicsWithValue(t, "table some: a row of 2 cells for 1 columns", func() { table.Add(1, 2) })
}

// A column's key and marks are given apart from its title, or follow from it.
func TestColumnsAreReadFromTheirTitles(t *testing.T) {
	assert.Equal(t, []Column{
		{Title: "<who", Key: "who"}, {Title: "of all %", Key: "of_all_percent", Format: "%.1f"}, {Title: "", Key: "rank"}, {Title: "~PV", Key: "line", Format: "%d", Detail: true},
	}, Columns("<who", "of all %||%.1f", "|rank", "?~PV|line|%d"))
}
