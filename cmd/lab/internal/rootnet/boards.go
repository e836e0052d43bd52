package rootnet

import (
	"fmt"
	"slices"
	"strings"

	"github.com/searchex/searchex/cmd/internal/report/svg"
)

// menLetters are the letters of the men by kind, and kindNames their names.
const menLetters = "KQRBNP"

var kindNames = []string{"king", "queen", "rook", "bishop", "knight", "pawn"}

// KindNames returns the names of the kinds of men, by kind.
func KindNames() []string { return slices.Clone(kindNames) }

// Colours of squares: blue for more, red for less, in steps that eyes of any kind tell apart on white
// ground.
var (
	more = [...]string{"#e3eef6", "#b9d8ea", "#7fb8d9", "#4191c3", "#1f63a5"}
	less = [...]string{"#fdeae0", "#facbb2", "#f19f7f", "#da6a55", "#b3242e"}
)

const (
	levelColour = "#f7f7f7" // neither more nor less
	neverColour = "#d0d0d0" // no man stands there
	lightSquare = "#f4f1ea"
	darkSquare  = "#d9d2c3"
	greyInk     = "#555555"
)

// steps are the least amounts of the colours of more and less.
type steps [5]int

// colour returns the colour of an amount.
func (s steps) colour(v int) string {
	c := levelColour
	for i, least := range s {
		switch {
		case v >= least:
			c = more[i]
		case v <= -least:
			c = less[i]
		}
	}
	return c
}

// colours returns all colours, from the least amount to the greatest.
func (s steps) colours() (all []string) {
	for i := len(s) - 1; i >= 0; i-- {
		all = append(all, less[i])
	}
	return append(all, more[:]...)
}

// boardPicture draws boards.
type boardPicture struct{ svg.Picture }

// squares draws a board of coloured squares, each colour as one path of strokes. colour returns the
// colour of a square, 0 for a1.
func (p *boardPicture) squares(x, y, size float64, colour func(square int) string) {
	paths := map[string]*strings.Builder{}
	var order []string
	for row := range 8 {
		for from := 0; from < 8; {
			c := colour((7-row)*8 + from)
			to := from + 1
			for to < 8 && colour((7-row)*8+to) == c {
				to++
			}
			if paths[c] == nil {
				paths[c] = &strings.Builder{}
				order = append(order, c)
			}
			fmt.Fprintf(paths[c], "M%d %dh%d", from, row, to-from)
			from = to
		}
	}
	p.Add(`<g transform="translate(%g %g) scale(%g)" shape-rendering="crispEdges">`, x, y+size/2, size)
	for _, c := range order {
		p.Add(`<path stroke="%s" d="%s"/>`, c, paths[c])
	}
	p.Add(`</g>`)
	p.Add(`<rect x="%g" y="%g" width="%g" height="%g" fill="none" stroke="#8a8a8a" stroke-width="0.7"/>`, x, y, 8*size, 8*size)
}

// plain returns the colour of a square of a chess board.
func plain(square int) string {
	if (square>>3+square)&1 == 0 {
		return darkSquare
	}
	return lightSquare
}

// man draws a man, side*6+kind, on a square of a board.
func (p *boardPicture) man(x, y, size float64, piece, square int) {
	letter := menLetters[piece%6]
	if piece >= 6 {
		letter += 'a' - 'A'
	}
	p.Man(letter, x+float64(square&7)*size, y+float64(7-square>>3)*size, size)
}
