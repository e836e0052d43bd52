package main

import (
	"bytes"
	"encoding/json"
	"image"
	_ "image/png"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/cmd/internal/web"
	"github.com/searchex/searchex/testdata/switches"
)

// The pictures are drawn from the page's modules, have their sizes, and show the drawing: ink, and
// the ground of the display.
func TestPicturesAreDrawnFromThePage(t *testing.T) {
	files, err := web.Page("workers")
	require.NoError(t, err)
	require.NoError(t, pictures(files))
	for name, size := range map[string]image.Point{previewName: {1200, 630}, "icon-192.png": {192, 192}, "icon-512.png": {512, 512}} {
		if dir := switches.Value("pictures"); dir != "" {
			require.NoError(t, os.WriteFile(dir+"/"+name, files[name], 0o644))
		}
		p, kind, err := image.Decode(bytes.NewReader(files[name]))
		require.NoError(t, err, name)
		assert.Equal(t, "png", kind)
		assert.Equal(t, size, p.Bounds().Size(), name)
		t.Logf("%s: %d bytes", name, len(files[name]))
		seen := map[[3]uint32]int{}
		for y := range size.Y {
			for x := range size.X {
				r, g, b, _ := p.At(x, y).RGBA()
				seen[[3]uint32{r >> 8, g >> 8, b >> 8}]++
			}
		}
		area := size.X * size.Y
		assert.Greater(t, seen[[3]uint32{0xae, 0xb8, 0x9d}], area/10, "%s: the ground of the display", name)
		assert.Greater(t, seen[[3]uint32{0x17, 0x1d, 0x15}], area/100, "%s: its ink", name)
		assert.Less(t, len(files[name]), 80_000, name)
	}
	files["pieces.js"] = []byte("export const shapes = {};")
	assert.ErrorContains(t, pictures(files), "pieces.js")
}

// The manifest of the static page has icons of 192 and 512 pixels for both purposes, and each is a
// file.
func TestTheManifestHasTheIcons(t *testing.T) {
	files, err := web.Page("workers")
	require.NoError(t, err)
	require.NoError(t, pictures(files))
	require.NoError(t, manifest(files))
	var m struct {
		Icons []struct{ Src, Sizes, Purpose string }
	}
	require.NoError(t, json.Unmarshal(files[manifestName], &m))
	have := map[string]bool{}
	for _, i := range m.Icons {
		have[i.Sizes+" "+i.Purpose] = true
		assert.NotNil(t, files[i.Src], i.Src)
	}
	assert.Equal(t, map[string]bool{"any any": true, "192x192 any": true, "192x192 maskable": true, "512x512 any": true, "512x512 maskable": true}, have)
}

// The head names the picture by the address of the site, and every module of the page.
func TestTheHeadOfTheStaticPage(t *testing.T) {
	files, err := web.Page("workers")
	require.NoError(t, err)
	head(files, "https://chess.example/")
	page := string(files[pageName])
	assert.Equal(t, "https://chess.example/preview.png", meta(page, "og:image"))
	for _, name := range []string{"client.js", "carrier.js", "computer.js", "pieces.js"} {
		assert.Equal(t, 1, strings.Count(page, `<link rel="modulepreload" href="`+name+`">`), name)
	}
}

// A path that is wrong is an error, and no panic.
func TestPathsThatAreWrong(t *testing.T) {
	for _, path := range []string{"M1", "M1 2c3 4 5", "Q1 2 3 4", "M1 2l3", "1 2"} {
		c := newCanvas(&drawings{}, 10, 10)
		c.fill(path, place{scale: 1})
		assert.Error(t, c.err, path)
	}
}
