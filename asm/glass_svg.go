package asm

import (
	"fmt"
	"strings"
)

// GlassSVG returns a drawing of the display for MAME, which shows the shapes whose titles are chip.row.column. All shapes are
// areas: MAME cuts a shape at the bounds of its path, and so would cut half of a stroke off.
func GlassSVG(glass []Segment) string {
	var s strings.Builder
	s.WriteString("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"942\" height=\"1080\" viewBox=\"0 0 942 1080\">\n" +
		"<!-- Drawn by searchex from asm/mk5/glass.txt. It is not the glass of the real machine, of which no public source tells. -->\n" +
		"<rect width=\"942\" height=\"1080\" fill=\"#b9c0a8\"/>\n")
	for n, g := range glass {
		fmt.Fprintf(&s, "<path fill=\"#1c2018\" fill-rule=\"evenodd\" d=\"%s\"><title>%d.%d.%d</title></path>\n", shape(n), g.Chip, g.Row, g.Column)
	}
	s.WriteString("</svg>\n")
	return s.String()
}

// squareAt returns the upper left corner of the place of a square's men, 0 for a1: in the middle of the square that MAME's layout
// draws, which is 112.6 wide, 107 high, and 21 and 26 from the display's corner in the case of a8.
func squareAt(n int) (x, y int) { return 22 + n%8*1126/10, 25 + 107*(7-n/8) }

// pieces are the king to the pawn in a square of 110, then the filling of Black's and the cursor. A piece is an outline on a base:
// the paths behind its first one are holes, by the even-odd rule, and what is drawn in them. The filling fits into all six holes.
var pieces = []string{
	"m22 100v-12h5c-3-13-10-27-10-43c0-16 18-24 33-20v-8h-7v-7h7v-7h10v7h7v7h-7v8c15-4 33 4 33 20c0 16-7 30-10 43h5v12z" +
		"m11-12c-3-13-8-27-8-42c0-11 14-17 30-14.5c16-2.5 30 3.5 30 14.5c0 15-5 29-8 42z",
	"m22 100v-12h5l-11-64 13 12 7-22 9.5 14 9.5-19 9.5 19 9.5-14 7 22 13-12-11 64h5v12z" +
		"m11-12l-7-43 7.5 7 5.5-20 6.5 6 9.5-15 9.5 15 6.5-6 5.5 20 7.5-7-7 43z",
	"m22 100v-12h4l6-36h-6v-38h14v10h8v-10h14v10h8v-10h14v38h-6l6 36h4v12z" +
		"m11-12l5.5-42.5h-6v-14h45v14h-6l5.5 42.5z",
	"m22 100v-12h4c1-8 9-14 10-22h-6v-7h6c-5-5-6-11-6-15c0-12 14-20 20-27a7 7 0 1 1 10 0c6 7 20 15 20 27c0 4-1 10-6 15h6v7h-6c1 8 9 14 10 22h4v12z" +
		"m10-12c2-8 9-13 9-24v-6c-3-4-4.5-9-4.5-13c0-9 11.5-17 18.5-23c7 6 18.5 14 18.5 23c0 4-1.5 9-4.5 13v6c0 11 7 16 9 24z",
	"m22 100v-12h5c1-8 3-14 6.5-19c-3.5-0.5-6.5 2.5-9.5 6l-12-9c-1-8 4-16 10-24c3-10 10-18 20-22l4-13 10 10c22 3 36 27 27 71h5v12z" +
		"m11-12c1-9 4-13 7-19v-7c-5-1-11 1-16 5l-5-4c0-6 4-12 9-18c3-10 10-17 19-20l5-2c20 4 33.5 27 25 65z" +
		"m0-48h7v7h-7z",
	"m22 100v-12h4c1-11 10-17 10-27v-5a22 22 0 1 1 38 0v5c0 10 9 16 10 27h4v12z" +
		"m10-12c1.5-10 9-16 9-26v-9.3a16 16 0 1 1 28 0v9.3c0 10 7.5 16 9 26z",
	"m35 86c1.5-7 8-13 8-23v-17a12 12 0 1 1 24 0v17c0 10 6.5 16 8 23z",
	"m3 3h104v104h-104zm7 7v90h90v-90z",
}

// bars are the segments of a place of text: letters' a to o.
var bars = []string{
	"m4 1h36l-6 7h-24z", "m43 3v28l-3 2-4-4v-19z", "m43 61v-28l-3-2-4 4v19z", "m4 63h36l-6-7h-24z", "m1 61v-28l3-2 4 4v19z",
	"m1 3v28l3 2 4-4v-19z", "m6 32l4-3.5h9l2 3.5-2 3.5h-9z", "m38 32l-4-3.5h-9l-2 3.5 2 3.5h9z",
	"m9 9h5l6 14v5h-4l-7-14z", "m18.5 9h7v18l-3.5 3-3.5-3z", "m35 9h-5l-6 14v5h4l7-14z",
	"m9 55h5l6-14v-5h-4l-7 14z", "m18.5 55h7v-18l-3.5-3-3.5 3z", "m35 55h-5l-6-14v-5h4l7 14z", "m47 56h7v7h-7z",
}

// shape returns the path of a segment, by its number. MAME draws a bar across the display above the text.
func shape(n int) string {
	if n < 512 {
		x, y := squareAt(n / 8)
		return fmt.Sprintf("M%d %d%s", x, y, pieces[n%8])
	}
	n -= 512
	return fmt.Sprintf("M%d %d%s", 28+n/15*56, 1013, bars[n%15])
}
