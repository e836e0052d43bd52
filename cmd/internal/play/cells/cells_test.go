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
