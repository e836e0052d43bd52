package console

import (
	"github.com/searchex/searchex/cmd/internal/play"
	"github.com/searchex/searchex/cmd/internal/play/cells"
)

// layout is where the board lies.
type layout struct {
	x, y   int // of its upper left square
	sw, sh int // of a square
	large  bool
}

// The two sizes of a square, and the screen that the large board wants.
const (
	smallW, smallH = 5, 2
	largeW, largeH = 7, 3
	boardX, boardY = 2, 1
	panelGap       = 3
	panelWidth     = 35
	below          = 6 // lines under the squares
	largeWidth     = boardX + 8*largeW + panelGap + panelWidth
	largeHeight    = boardY + 8*largeH + below
)

func (c *Console) largeFits() bool { return c.w >= largeWidth && c.h >= largeHeight }

func (c *Console) layout() layout {
	if c.largeFits() && c.size != 1 {
		return layout{boardX, boardY, largeW, largeH, true}
	}
	return layout{boardX, boardY, smallW, smallH, false}
}

// panelX returns the panel's first column, bottom the line of the files' names.
func (l layout) panelX() int { return l.x + 8*l.sw + panelGap }
func (l layout) bottom() int { return l.y + 8*l.sh }

// squareAt returns the square in a column and line of the screen.
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

// mark is what is to be seen of a square beside its piece.
type mark int

const (
	noMark mark = iota
	lastMark
	hintMark
	checkMark
	pickedMark
	cursorMark
)

// brackets are the marks around a piece where there are no colours. The cursor has
// them in colour too.
var brackets = [...]string{noMark: "  ", lastMark: "[]", hintMark: "{}", checkMark: "!!", pickedMark: "()", cursorMark: "><"}

// grounds are the colours of light and dark squares by their marks.
var grounds = [...][2]cells.Color{
	noMark: {0xb3a486, 0x776550}, lastMark: {0xc2ab4d, 0xa08a33}, hintMark: {0xa18bc4, 0x7f68a6},
	checkMark: {0xc9533f, 0xb5412f}, pickedMark: {0x6fa876, 0x55905d}, cursorMark: {0x6a9fd4, 0x4b82ba},
}

// glyphs are the pieces. With colours both sides have the filled ones.
var (
	filled   = map[byte]rune{'k': '♚', 'q': '♛', 'r': '♜', 'b': '♝', 'n': '♞', 'p': '♟'}
	outlined = map[byte]rune{'k': '♔', 'q': '♕', 'r': '♖', 'b': '♗', 'n': '♘', 'p': '♙'}
)

// glyph returns how a piece is shown.
func (c *Console) glyph(piece byte) rune {
	white := piece < 'a'
	switch kind := piece | 0x20; {
	case c.ASCII:
		return rune(piece)
	case white && c.Plain:
		return outlined[kind]
	default:
		return filled[kind]
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

// marks returns the marks by square: of several the one that matters most.
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
	if c.Plain {
		if dark == 1 {
			ground = ':'
		}
	} else {
		style = cells.Style{FG: 0x101010, BG: grounds[m][dark], Bold: true}
	}
	g.Fill(x, y, l.sw, l.sh, ground, style)
	middle, line := x+l.sw/2, y+(l.sh-1)/2
	if c.Plain && (m != noMark || piece != 0) || m == cursorMark {
		g.Put(middle-1, line, brackets[m][:1]+" "+brackets[m][1:], style)
	}
	if piece != 0 {
		if piece < 'a' && !c.Plain {
			style.FG = 0xffffff
		}
		g.Put(middle, line, string(c.glyph(piece)), style)
	}
}
