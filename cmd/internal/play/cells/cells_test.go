package cells

import (
	"encoding/xml"
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestWhatGoesBeyondTheScreenIsCut(t *testing.T) {
	g := New(4, 2)
	assert.Equal(t, 6, g.Put(1, 0, "abcde", Plain), "the column behind the text, seen or not")
	g.Put(-1, 1, "xyz", Plain)
	g.Put(0, 2, "below", Plain)
	g.Put(0, -1, "above", Plain)
	assert.Equal(t, " abc\nyz\n", g.String())
	g.Fill(3, 0, 5, 5, '#', Plain)
	assert.Equal(t, " ab#\nyz #\n", g.String())
	assert.Equal(t, "\n", New(0, 0).String())
	assert.Equal(t, "\n", New(-3, 5).String())
}

func TestAPictureHasEveryCharacterAndColour(t *testing.T) {
	g := New(6, 2)
	g.Put(0, 0, "a<&b", Style{FG: 0x112233, BG: 0x445566, Bold: true})
	g.Put(0, 1, "♞ z", Plain)
	g.Put(4, 1, "r", Style{FG: Default, BG: Default, Reverse: true})
	var b strings.Builder
	require.NoError(t, g.SVG(&b))
	svg := b.String()
	for _, want := range []string{
		`<rect x="0" y="0" width="36" height="18" fill="#445566"/>`, // four cells of 9
		`fill="#112233" font-weight="bold" textLength="36">a&lt;&amp;b</text>`,
		`>♞</text>`, `<text x="18" y="32" fill="#d6d3cb" textLength="9">z</text>`, // on the second line, 18+14
		`<rect x="36" y="18" width="9" height="18" fill="#d6d3cb"/>`, // reversed
	} {
		assert.Contains(t, svg, want)
	}
	d := xml.NewDecoder(strings.NewReader(svg))
	for {
		if _, err := d.Token(); errors.Is(err, io.EOF) {
			break
		} else {
			require.NoError(t, err)
		}
	}
}

// A quadrant names the quarters that it fills, and a picture has these as rectangles of half a cell, whatever the font.
func TestQuadrantsAreDrawnAsRectangles(t *testing.T) {
	for _, want := range " ▘▝▀▖▌▞▛▗▚▐▜▄▙▟█" {
		assert.Equal(t, want, Quadrant(Quarters(want)))
	}
	assert.Equal(t, 1|2|4, Quarters('▛'))
	assert.Zero(t, Quarters('x'))
	g := New(3, 1)
	g.Put(0, 0, "▛█x", Style{FG: 0x112233, BG: 0x445566})
	var b strings.Builder
	require.NoError(t, g.SVG(&b))
	assert.Contains(t, b.String(), `<rect x="0" y="0" width="18" height="9" fill="#112233"/>`+"\n"+ // both above,
		`<rect x="0" y="9" width="4.5" height="9" fill="#112233"/>`+"\n"+ // the lower left of the first,
		`<rect x="9" y="9" width="9" height="9" fill="#112233"/>`+"\n"+ // both below of the second
		`<text x="18" y="14" fill="#112233" textLength="9">x</text>`)
	assert.NotContains(t, b.String(), "█")
}
