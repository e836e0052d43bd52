package asm

import (
	"fmt"
	"strings"
)

// GlassSVG returns a drawing of the display for MAME, which shows the shapes whose titles are chip.row.column.
func GlassSVG(glass []Segment) string {
	var s strings.Builder
	s.WriteString("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"942\" height=\"1080\" viewBox=\"0 0 942 1080\">\n" +
		"<!-- Drawn by searchex from asm/mk5/glass.txt. It is not the glass of the real machine, of which no public source tells. -->\n" +
		"<rect width=\"942\" height=\"1080\" fill=\"#b9c0a8\"/>\n")
	for n := range 64 {
		if (n/8+n%8)%2 == 0 {
			x, y := squareAt(n)
			fmt.Fprintf(&s, "<rect x=\"%d\" y=\"%d\" width=\"110\" height=\"110\" fill=\"#a3ab92\"/>\n", x, y)
		}
	}
	for n, g := range glass {
		fmt.Fprintf(&s, "<path fill=\"none\" stroke=\"#1c2018\" stroke-width=\"6\" stroke-linecap=\"round\" d=\"%s\"><title>%d.%d.%d</title></path>\n",
			shape(n), g.Chip, g.Row, g.Column)
	}
	s.WriteString("</svg>\n")
	return s.String()
}

// squareAt returns the upper left corner of a square, 0 for a1.
func squareAt(n int) (x, y int) { return 31 + n%8*110, 110 * (7 - n/8) }

// pieces are the outlines of the king to the pawn in a square of 110, then the mark of Black's and the cursor.
var pieces = []string{
	"m35 90h40l6-38-14 6-12-10-12 10-14-6z m20-42v-26 m-10 9h20",
	"m33 90h44l8-46-16 20-14-34-14 34-16-20z",
	"m33 90h44v-12h-8v-30h8v-18h-10v8h-7v-8h-10v8h-7v-8h-10v18h8v30h-8z",
	"m35 90h40l-9-16c14-22 0-38-11-46c-11 8-25 24-11 46z m20-42v18",
	"m35 90h42c4-40-12-62-36-62l-2 12-12 20 8 8 20-8z",
	"m38 90h34l-8-24c10-8 6-24-9-24s-19 16-9 24z",
	"m30 98h50 m-46-2h42 m-42 4h42",
	"m6 6h98v98h-98z",
}

// bars are the segments of a place of text: letters' a to o.
var bars = []string{
	"m4 4h36", "m42 6v22", "m42 34v22", "m4 58h36", "m2 34v22", "m2 6v22", "m6 31h12", "m26 31h12",
	"m7 9l11 18", "m22 9v18", "m37 9l-11 18", "m18 35l-11 18", "m22 35v18", "m26 35l11 18", "m50 58h1",
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
