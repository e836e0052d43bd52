package main

import (
	"fmt"
	"image"
	"image/png"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

// The display shows the men where they stand, Black's filled and White's empty. With -update the picture goes to the manual.
func TestMK5ShowsTheBoard(t *testing.T) {
	dir := t.TempDir()
	m := startMK5(t, dir)
	m.press("Mode", "0", "0", "0", "Enter")
	m.enter("e2e4")
	s := m.state()
	_, err := fmt.Fprintln(m.pipe, "picture")
	require.NoError(t, err)
	require.Equal(t, s, m.state())
	f, err := os.Open(filepath.Join(dir, "screen.png"))
	require.NoError(t, err)
	defer f.Close()
	screen, err := png.Decode(f)
	require.NoError(t, err)
	for n, man := range []byte(s.board) {
		if man != '/' {
			square := fmt.Sprintf("%c%d: %s", 'a'+n%9, 8-n/9, s.board)
			require.Equal(t, man != '.', drawn(screen, n%9, n/9, image.Rect(5, 10, 43, 50)), square)
			require.Equal(t, man >= 'a', drawn(screen, n%9, n/9, image.Rect(20, 26, 28, 40)), "filled: %s", square)
		}
	}
	if *update {
		display := image.Rect(470, 0, 942, 620) // with the letters and numbers beside it
		out, err := os.Create("../../docs/manual/mk5.png")
		require.NoError(t, err)
		require.NoError(t, png.Encode(out, screen.(interface {
			SubImage(image.Rectangle) image.Image
		}).SubImage(display)))
		require.NoError(t, out.Close())
	}
}

// drawn reports whether something black is in a part of a square of 48 by 54 points, by file and row from the upper left.
func drawn(screen image.Image, file, row int, part image.Rectangle) bool {
	part = part.Add(image.Pt(498+file*485/10, 72+row*545/10))
	for x := part.Min.X; x < part.Max.X; x++ {
		for y := part.Min.Y; y < part.Max.Y; y++ {
			r, g, b, _ := screen.At(x, y).RGBA()
			if r>>8 < 40 && g>>8 < 40 && b>>8 < 40 {
				return true
			}
		}
	}
	return false
}
