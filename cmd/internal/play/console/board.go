package console

import (
	"github.com/searchex/searchex/cmd/internal/play"
	"github.com/searchex/searchex/cmd/internal/play/cells"
)

// layout is the place and size of the board on the screen.
type layout struct {
	x, y   int // of its upper left square
	sw, sh int // of a square
}

// The place of the board, and the room for what is beside and below it.
const (
	boardX, boardY = 2, 1
	panelGap       = 3
	panelWidth     = 35 // at least
	below          = 7  // lines under the squares
)

func (c *Console) layout() layout {
	sizes := c.fitting()
	size := sizes[max(len(sizes)-1-c.smaller, 0)]
	return layout{boardX, boardY, size[0], size[1]}
}

// panelWidth returns the width of the panel.
func (c *Console) panelWidth() int { return c.w - c.layout().panelX() }

// panelX returns the first column of the panel.
func (l layout) panelX() int { return l.x + 8*l.sw + panelGap }
func (l layout) bottom() int { return l.y + 8*l.sh }

// squareAt returns the square at a column and line of the screen.
func (l layout) squareAt(x, y int, flipped bool) square {
	if x < l.x || y < l.y {
		return nowhere
	}
	file, row := (x-l.x)/l.sw, (y-l.y)/l.sh
	if file > 7 || row > 7 {
		return nowhere
	}
	if flipped {
		return square{7 - file, row}
	}
	return square{file, 7 - row}
}

// mark is how a square is highlighted.
type mark int

const (
	noMark mark = iota
	lastMark
	hintMark
	checkMark
	pickedMark
	cursorMark
)

// brackets are the marks around a piece on a screen without colours. The cursor has
// them on any screen.
var brackets = [...]string{noMark: "  ", lastMark: "[]", hintMark: "{}", checkMark: "!!", pickedMark: "()", cursorMark: "><"}

// grounds are the background colours of light and dark squares, by mark.
var grounds = [...][2]cells.Color{
	noMark: {0xb3a486, 0x776550}, lastMark: {0xc2ab4d, 0xa08a33}, hintMark: {0xa18bc4, 0x7f68a6},
	checkMark: {0xc9533f, 0xb5412f}, pickedMark: {0x6fa876, 0x55905d}, cursorMark: {0x6a9fd4, 0x4b82ba},
}

// eight are the backgrounds of a screen of eight colours: brown and green, and one colour
// for each mark.
var eight = [...][2]cells.Color{
	noMark: {0x808000, 0x008000}, lastMark: {0x008080, 0x008080}, hintMark: {0x800080, 0x800080},
	checkMark: {0x800000, 0x800000}, pickedMark: {0x000080, 0x000080}, cursorMark: {0x000080, 0x000080},
}

// menWhite and menBlack are the colours of the men.
const menWhite, menBlack = cells.Color(0xffffff), cells.Color(0x101010)

// The characters of the pieces on small boards: White's are outlined, Black's filled.
var (
	filled   = map[byte]rune{'k': '♚', 'q': '♛', 'r': '♜', 'b': '♝', 'n': '♞', 'p': '♟'}
	outlined = map[byte]rune{'k': '♔', 'q': '♕', 'r': '♖', 'b': '♗', 'n': '♘', 'p': '♙'}
)

// glyph returns the character of a piece.
func (c *Console) glyph(piece byte) rune {
	switch {
	case c.ASCII:
		return rune(piece)
	case piece < 'a':
		return outlined[piece|0x20]
	default:
		return filled[piece]
	}
}

// board draws the board.
func (c *Console) board(g *cells.Grid) {
	l := c.layout()
	marks := c.marks()
	setup := c.setup
	if setup == nil {
		setup = play.SetupOf(c.table.Game())
	}
	for row := range 8 {
		for column := range 8 {
			s := l.squareAt(l.x+column*l.sw, l.y+row*l.sh, c.flipped)
			c.square(g, l, l.x+column*l.sw, l.y+row*l.sh, s, setup.Board[s.rank][s.file], marks[s])
			if row == 7 {
				g.Put(l.x+column*l.sw+l.sw/2, l.bottom(), s.name()[:1], cells.Plain)
			}
			if column == 0 {
				g.Put(0, l.y+row*l.sh+(l.sh-1)/2, s.name()[1:], cells.Plain)
			}
		}
	}
}

// marks returns the mark of each square. If several apply, the most important one
// counts.
func (c *Console) marks() map[square]mark {
	marks := map[square]mark{}
	put := func(s square, m mark) {
		if s != nowhere {
			marks[s] = max(marks[s], m)
		}
	}
	if c.shown {
		put(c.cursor, cursorMark)
	}
	put(c.picked, pickedMark)
	if c.setup != nil {
		return marks
	}
	game := c.table.Game()
	if m, ok := game.Last(); ok {
		put(squareOf(m.UCI[:2]), lastMark)
		put(squareOf(m.UCI[2:]), lastMark)
	}
	if h := c.table.Hinted(); h != "" {
		put(squareOf(h[:2]), hintMark)
		put(squareOf(h[2:]), hintMark)
	}
	if p := game.Position(); p.InCheck() {
		put(squareOf(game.King()), checkMark)
	}
	return marks
}

// square draws a square.
func (c *Console) square(g *cells.Grid, l layout, x, y int, s square, piece byte, m mark) {
	dark := (s.file + s.rank + 1) % 2 // 1 on a1
	style := cells.Plain
	ground := ' '
	switch {
	case c.Few:
		style = cells.Style{FG: 0, BG: eight[m][dark]}
	case !c.Plain:
		style = cells.Style{FG: menBlack, BG: grounds[m][dark]}
	case dark == 1:
		ground = ':'
	}
	g.Fill(x, y, l.sw, l.sh, ground, style)
	marked := m == cursorMark || c.Plain && m != noMark
	if drawings := men[[2]int{l.sw, l.sh}]; drawings != nil && !c.ASCII {
		if marked {
			g.Fill(x, y, 1, l.sh, rune(brackets[m][0]), style)
			g.Fill(x+l.sw-1, y, 1, l.sh, rune(brackets[m][1]), style)
		}
		if piece != 0 {
			c.man(g, l, x, y, drawings[piece|0x20], piece < 'a', style)
		}
		return
	}
	style.Bold = !c.Plain && !c.Few
	middle, line := x+l.sw/2, y+(l.sh-1)/2
	if marked || c.Plain && piece != 0 {
		g.Put(middle-1, line, brackets[m][:1]+" "+brackets[m][1:], style)
	}
	if piece != 0 {
		if piece < 'a' && !c.Plain {
			style.FG, style.Bold = menWhite, true
		}
		g.Put(middle, line, string(c.glyph(piece)), style)
	}
}
