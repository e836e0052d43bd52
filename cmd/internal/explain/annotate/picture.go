package annotate

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/searchex/searchex/cmd/internal/chess/pgn"
	"github.com/searchex/searchex/cmd/internal/report/svg"
)

// Measures of the picture in pixels.
const (
	titleSize = 18
	margin    = 44
	stepWidth = 8 // a half-move
	leastPlot = 480
	half      = 120 // the height above the middle, and below it
)

// height returns the height above the middle at which a value is drawn. Values beyond
// Decided and mates are at the edge.
func height(e pgn.Eval) float64 {
	c := min(max(e.Centipawns, -Decided), Decided)
	switch {
	case e.Mate > 0:
		c = Decided
	case e.Mate < 0:
		c = -Decided
	}
	return half * float64(c) / Decided
}

// colours are the colours of the glyphs of bad moves.
var colours = map[int]string{6: "#7b5800", 2: "#b75d00", 4: "#b71c1c"}

// SVG returns a picture of the value by move, with White's advantage up. Moves that lost,
// and those that the file calls bad, are marked with their glyph in the annotated game,
// and have a description as a tooltip.
func SVG(title, by string, verdicts []Verdict) []byte {
	var b svg.Picture
	plot := max(stepWidth*max(len(verdicts), 1), leastPlot)
	step := float64(plot) / float64(max(len(verdicts), 1))
	width, top := plot+2*margin, margin+2*titleSize
	middle := top + half
	total := middle + half + margin + titleSize
	text := func(x, y float64, anchor, s, more string) {
		b.Text(x, y, s, fmt.Sprintf(` text-anchor="%s"%s`, anchor, more))
	}
	text(margin, margin, "start", title, fmt.Sprintf(` font-size="%d" font-weight="bold"`, titleSize))
	text(margin, margin+titleSize+6, "start", by, ` fill="#424242"`)
	b.Add(`<rect x="%d" y="%d" width="%d" height="%d" fill="#f2f2f2"/>`, margin, top, plot, 2*half)
	for _, p := range []int{-Decided, -Decided / 2, 0, Decided / 2, Decided} {
		y := float64(middle) - half*float64(p)/Decided
		b.Add(`<line x1="%d" y1="%.1f" x2="%d" y2="%.1f" stroke="#9e9e9e" stroke-width="%s"/>`, margin, y, margin+plot, y, map[bool]string{true: "1", false: "0.4"}[p == 0])
		text(margin-6, y+4, "end", fmt.Sprintf("%+d", p/100), "")
	}
	x := func(i int) float64 { return margin + step*(float64(i)+0.5) }
	var line []string
	for i, v := range verdicts {
		line = append(line, fmt.Sprintf("%.1f,%.1f", x(i), float64(middle)-height(v.Eval)))
	}
	if len(line) > 0 {
		b.Add(`<polygon points="%.1f,%d %s %.1f,%d" fill="#1152b5" fill-opacity="0.18"/>`, x(0), middle, strings.Join(line, " "), x(len(line)-1), middle)
		b.Add(`<polyline points="%s" fill="none" stroke="#1152b5" stroke-width="1.6"/>`, strings.Join(line, " "))
	}
	number := 0
	for i, v := range verdicts {
		n := 0
		if _, err := fmt.Sscanf(v.Name, "%d", &n); err == nil && n != number && (n%10 == 0 || i == 0) {
			number = n
			text(x(i), float64(middle+half+16), "middle", fmt.Sprint(n), "")
		}
		colour, marked := colours[cmp.Or(v.NAG, v.Shown)]
		if !marked {
			continue
		}
		y := float64(middle) - height(v.Eval)
		label := y - 8
		if height(v.Eval) < 0 {
			label = y + 16
		}
		b.Add(`<g><title>%s</title><circle cx="%.1f" cy="%.1f" r="4" fill="%s"/><text x="%.1f" y="%.1f" text-anchor="middle" fill="%s">%s</text></g>`,
			svg.Escape(v.words()), x(i), y, colour, x(i), label, colour, Glyphs[v.Shown])
	}
	text(margin, float64(total-14), "start", "pawns, White's advantage up; ?! ? ?? lost half a pawn, one, two and a half", ` fill="#424242"`)
	return b.Bytes(float64(width), float64(total), title, by)
}

// words describes a move that lost, or that the file calls bad.
func (v *Verdict) words() string {
	s := fmt.Sprintf("%s%s: %s", v.Name, Glyphs[v.Shown], v.Value())
	if v.NAG != 0 {
		s += fmt.Sprintf("; better by %s was %s", pawns(v.Loss), strings.Join(v.BestSAN, " "))
	}
	if v.Shown != v.NAG {
		s += "; glyph of the file"
	}
	return s
}
