package rootnet

import (
	"fmt"

	"github.com/searchex/searchex/cmd/internal/report"
)

// Measures of the picture of hidden values, in pixels.
const (
	unitMargin  = 16.0
	unitWidth   = 872.0
	unitRow     = 192.0
	unitMan     = 19.0 // a square of the board with men
	unitSquare  = 7.5  // of the other boards
	unitStep    = 8*unitSquare + 8
	unitDown    = 8*unitSquare + 20
	unitInputs  = unitMargin + 8*unitMan + 54
	unitEntries = unitInputs + 6*unitStep + 26
	influential = 18 // men on the board
	seldom      = 0.004
)

// Steps of the colours: weights of inputs in 64ths of a hidden value, and entries in 64ths of a pawn.
var (
	inSteps  = steps{2, 4, 6, 9, 13}
	outSteps = steps{3, 8, 14, 20, 27}
)

// SVG draws hidden values, given by their numbers.
func (l *Look) SVG(numbers []int) []byte {
	var p boardPicture
	p.DefineMen()
	y := unitMargin + 18
	p.Text(unitMargin, y, "What the hidden values of the network look at", ` font-size="18" font-weight="bold"`)
	for _, line := range []string{
		"A side sees the board from its own edge, its men white here, the enemy's black. Blue raises the hidden value, red lowers it.",
		"Left: the men that move it most in games. Middle: all weights by kind of man (grey: there in fewer than 1 of 250 positions).",
		"Right: what it adds to the worth of the side's own men on each square when it is 1: blue more, red less.",
		"Follows: what explains most of its variation in games, then most of the rest; its direction, and the part explained so far.",
	} {
		y += 17
		p.Text(unitMargin, y, line, ` fill="`+greyInk+`" font-size="11"`)
	}
	y = p.unitLegend(y + 14)
	for _, k := range numbers {
		l.row(&p, k-1, y)
		y += unitRow
	}
	return p.Bytes(unitWidth, y+4, "What the hidden values of the network look at",
		fmt.Sprintf("Boards of %s: men that light or dim it, and what it adds to the worth of men", report.Plural(len(numbers), "hidden value")))
}

// unitLegend draws the colours.
func (p *boardPicture) unitLegend(y float64) float64 {
	for _, part := range []struct {
		x    float64
		what string
		steps
	}{{unitInputs, "64ths of 1", inSteps}, {unitEntries - 6, "64ths of a pawn", outSteps}} {
		x := part.x
		for _, c := range part.colours() {
			p.Add(`<rect x="%g" y="%g" width="8" height="8" fill="%s"/>`, x, y, c)
			x += 8
		}
		p.Text(x+4, y+7, fmt.Sprintf("±%d to %d %s", part.steps[0], part.steps[4], part.what), ` font-size="9" fill="`+greyInk+`"`)
	}
	return y + 18
}

// row draws a hidden value.
func (l *Look) row(p *boardPicture, k int, y float64) {
	u := &l.Units[k]
	p.Add(`<path stroke="#dddddd" d="M%g %gh%g"/>`, unitMargin, y, unitWidth-2*unitMargin)
	p.Text(unitMargin, y+17, fmt.Sprint(u.Number), ` font-size="15" font-weight="bold"`)
	p.Text(unitMargin+30, y+17, fmt.Sprintf("follows %s; all features %.0f%%", u.Words(), 100*u.Explained), ` font-size="11"`)
	l.menBoard(p, k, unitMargin, y+28)
	l.inputBoards(p, k, y+28)
	l.entryBoards(p, k, y+28)
}

// menBoard draws the men that move a hidden value most.
func (l *Look) menBoard(p *boardPicture, k int, x, y float64) {
	by := map[int]Influence{}
	for _, in := range l.influences(k)[:influential] {
		by[in.row%64] = in
	}
	p.squares(x, y, unitMan, func(square int) string {
		if in, ok := by[square]; ok {
			return inSteps.colour(in.weight)
		}
		return levelColour
	})
	for square := range 64 {
		if in, ok := by[square]; ok {
			p.man(x, y, unitMan, in.row/64, square)
		}
	}
}

// inputBoards draws all weights of inputs, the own men above, the enemy's below.
func (l *Look) inputBoards(p *boardPicture, k int, y float64) {
	for piece := range 12 {
		x, at := unitInputs+float64(piece%6)*unitStep, y+float64(piece/6)*unitDown
		p.smallBoard(x, at, piece%6, func(square int) string {
			row := piece*64 + square
			if l.Often[row] < seldom {
				return neverColour
			}
			return inSteps.colour(int(l.Net.In[row*l.Net.Hidden+k]))
		})
	}
	for who, name := range []string{"own", "enemy"} {
		p.Text(unitInputs-7, y+float64(who)*unitDown+44, name, ` font-size="10" text-anchor="end" fill="`+greyInk+`"`)
	}
}

// entryBoards draws what a hidden value adds to the tables.
func (l *Look) entryBoards(p *boardPicture, k int, y float64) {
	for kind := range 6 {
		x, at := unitEntries+float64(kind%3)*unitStep, y+float64(kind/3)*unitDown
		p.smallBoard(x, at, kind, func(square int) string {
			row := kind*64 + square
			if pawnNowhere(row) {
				return neverColour
			}
			return outSteps.colour(int(l.Net.Out[row*l.Net.Hidden+k]))
		})
	}
}

// smallBoard draws a board under the letter of a kind.
func (p *boardPicture) smallBoard(x, y float64, kind int, colour func(square int) string) {
	p.Text(x+4*unitSquare, y+8, menLetters[kind:kind+1], ` font-size="10" text-anchor="middle"`)
	p.squares(x, y+11, unitSquare, colour)
}
