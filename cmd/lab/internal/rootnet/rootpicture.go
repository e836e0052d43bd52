package rootnet

import (
	"fmt"
	"strings"

	"github.com/searchex/searchex/cmd/internal/report"
	"github.com/searchex/searchex/goengine"
	"github.com/searchex/searchex/internal/probe"
)

// RootTables are what the tables of a root say of a man of the side to move on each square, in
// hundredths of a pawn without its material, 0 for a1, and that without and with a network.
type RootTables struct {
	FEN     string  `json:"fen"`
	Man     string  `json:"man"` // white knight
	Without [64]int `json:"without"`
	With    [64]int `json:"with"`
	root    *goengine.Position
	kind    goengine.Kind
}

// NewRootTables returns the tables of a root.
func NewRootTables(n *probe.Net, p *goengine.Position, kind goengine.Kind) *RootTables {
	t := &RootTables{FEN: p.FEN(), Man: [2]string{"white ", "black "}[p.Side()] + kindNames[kind], root: p, kind: kind}
	bare, full := p.Probe().BuildTables(), p.Probe().NetTables(n)
	row := p.Side()*6 + kind
	for i := range 64 {
		at := goengine.Square(i>>3<<4 | i&7)
		t.Without[i] = report.Centipawns(int(bare[row][at]) - values.TableBias)
		t.With[i] = report.Centipawns(int(full[row][at]) - values.TableBias)
	}
	return t
}

// String returns both tables, a line for each rank.
func (t *RootTables) String() string {
	var b strings.Builder
	for rank := 7; rank >= 0; rank-- {
		fmt.Fprintf(&b, "%d", rank+1)
		for i, all := range [][64]int{t.Without, t.With} {
			if i == 1 {
				b.WriteString("   ")
			}
			for file := range 8 {
				if square := rank*8 + file; t.stands(square) {
					fmt.Fprintf(&b, "%5s", signed(all[square], "-"))
				} else {
					fmt.Fprintf(&b, "%5s", ".")
				}
			}
		}
		b.WriteByte('\n')
	}
	files := "    a    b    c    d    e    f    g    h"
	b.WriteString(" " + files + "   " + files + "\n")
	return b.String()
}

// stands reports whether the man can stand on a square.
func (t *RootTables) stands(square int) bool { return !pawnNowhere(int(t.kind)*64 + square) }

// Measures of the picture of a root.
const (
	rootMargin = 20.0
	rootSquare = 32.0
	rootBoard  = 8 * rootSquare
	rootGap    = 22.0
	rootWidth  = 2*rootMargin + 3*rootBoard + 2*rootGap
	// half is the gain, in hundredths of a pawn, from which a square is framed.
	half = 50
)

// rootSteps are the least amounts of the colours, in hundredths of a pawn.
var rootSteps = steps{5, 20, 40, 60, 85}

// SVG draws the root and the worth of the man on each square, without and with the network.
func (t *RootTables) SVG() []byte {
	var p boardPicture
	p.DefineMen()
	title := "What a " + t.Man + " is worth on each square, without and with the network"
	y := rootMargin + 16
	p.Text(rootMargin, y, title, ` font-size="16" font-weight="bold"`)
	y += 30
	for i, head := range []string{"the root, " + [2]string{"White", "Black"}[t.root.Side()] + " to move", "tables without the network", "tables with the network"} {
		p.Text(rootLeft(i)+rootBoard/2, y-8, head, ` text-anchor="middle"`)
	}
	p.position(t.root, rootLeft(0), y)
	p.amounts(t, t.Without, rootLeft(1), y)
	p.amounts(t, t.With, rootLeft(2), y)
	for square := range 64 {
		if t.With[square]-t.Without[square] >= half && t.stands(square) {
			p.frame(rootLeft(0), y, square)
			p.frame(rootLeft(2), y, square)
		}
	}
	for i := range 3 {
		p.coordinates(rootLeft(i), y)
	}
	y += rootBoard + 32
	note := fmt.Sprintf("Hundredths of a pawn besides the %s's material. Framed: the network adds half a pawn or more.", kindNames[t.kind])
	p.Text(rootMargin, y, note, ` font-size="11.5" fill="`+greyInk+`"`)
	return p.Bytes(rootWidth, y+rootMargin-4, title, t.FEN+"; "+note)
}

// coordinates names files and ranks at the edges of a board.
func (p *boardPicture) coordinates(x, y float64) {
	p.Add(`<g font-size="10" text-anchor="middle" fill="%s">`, greyInk)
	for i := range 8 {
		p.Text(x+float64(float64(i)+0.5)*rootSquare, y+rootBoard+12, "abcdefgh"[i:i+1], "")
		p.Text(x-7, y+float64(float64(7-i)+0.62)*rootSquare, "12345678"[i:i+1], "")
	}
	p.Add(`</g>`)
}

// frame marks a square.
func (p *boardPicture) frame(x, y float64, square int) {
	const wide = 3
	p.Add(`<rect x="%g" y="%g" width="%g" height="%g" fill="none" stroke="#e8a400" stroke-width="%d"/>`,
		x+float64(float64(square&7)*rootSquare)+wide/2.0, y+float64(float64(7-square>>3)*rootSquare)+wide/2.0, rootSquare-wide, rootSquare-wide, wide)
}

// rootLeft returns the left edge of a board.
func rootLeft(i int) float64 { return rootMargin + float64(float64(i)*(rootBoard+rootGap)) }

// position draws a position.
func (p *boardPicture) position(at *goengine.Position, x, y float64) {
	p.squares(x, y, rootSquare, plain)
	for square := range 64 {
		if side, kind, ok := at.PieceAt(goengine.Square(square>>3<<4 | square&7)); ok {
			p.man(x, y, rootSquare, int(side*6+kind), square)
		}
	}
}

// amounts draws the numbers of a table.
func (p *boardPicture) amounts(t *RootTables, all [64]int, x, y float64) {
	p.squares(x, y, rootSquare, func(square int) string {
		if !t.stands(square) {
			return neverColour
		}
		return rootSteps.colour(all[square])
	})
	p.Add(`<g font-size="13" text-anchor="middle">`)
	for square, v := range all {
		if !t.stands(square) {
			continue
		}
		ink := ""
		if v >= rootSteps[3] || v <= -rootSteps[3] {
			ink = ` fill="#ffffff"`
		}
		p.Text(x+float64(float64(square&7)+0.5)*rootSquare, y+float64(float64(7-square>>3)+0.64)*rootSquare, signed(v, "−"), ink)
	}
	p.Add(`</g>`)
}

// signed returns a number with its sign, but 0 alone.
func signed(v int, minus string) string {
	if v == 0 {
		return "0"
	}
	return strings.Replace(fmt.Sprintf("%+d", v), "-", minus, 1)
}
