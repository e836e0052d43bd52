package console

import (
	_ "embed"
	"fmt"
	"strconv"
	"strings"

	"github.com/searchex/searchex/cmd/internal/play/cells"
)

// pixel is what a quarter of a cell shows of a man. White's have edge and detail dark, Black's edge and inside.
type pixel byte

const (
	outside pixel = iota
	edge
	inside
	detail
)

// drawing is a man: rows of pixels, two to a cell across and two down.
type drawing [][]pixel

// at returns a pixel; outside beyond the drawing.
func (d drawing) at(x, y int) pixel {
	if y < 0 || y >= len(d) || x < 0 || x >= len(d[y]) {
		return outside
	}
	return d[y][x]
}

// menFile has the drawings as text.
//
//go:embed men.txt
var menFile string

// men has the drawings by the size of the square and the letter of the man, in lower case. Smaller squares have none.
var men = parseMen(menFile)

// parseMen reads drawings: comments, then "size COLUMNS ROWS" before each set, and each man's name before his rows. A square is
// two cells wider than the drawing: the marks stand there. It panics on anything else, as the text is the program's own.
func parseMen(text string) map[[2]int]map[byte]drawing {
	all := map[[2]int]map[byte]drawing{}
	letters := map[string]byte{"king": 'k', "queen": 'q', "rook": 'r', "bishop": 'b', "knight": 'n', "pawn": 'p'}
	lines := strings.Split(strings.TrimRight(text, "\n"), "\n")
	var set map[byte]drawing
	var columns, rows int
	for i := 0; i < len(lines); i++ {
		line := lines[i]
		if strings.HasPrefix(line, ";") {
			continue
		}
		if size := strings.Fields(line); len(size) == 3 && size[0] == "size" {
			columns, rows = number(size[1]), number(size[2])
			set = map[byte]drawing{}
			all[[2]int{columns/2 + 2, rows / 2}] = set
			continue
		}
		letter := letters[line]
		if letter == 0 || i+rows >= len(lines) {
			panic(fmt.Sprintf("men.txt:%d: %q: want a man's name and %d rows", i+1, line, rows))
		}
		set[letter] = draw(lines[i+1:i+1+rows], columns)
		i += rows
	}
	return all
}

// draw returns a drawing of the given width. Its edge is two pixels wide and one high, so that it looks equally thick: a cell is
// twice as high as wide.
func draw(rows []string, columns int) drawing {
	d := make(drawing, len(rows))
	man := func(x, y int) bool { return y >= 0 && y < len(rows) && x >= 0 && x < len(rows[y]) && rows[y][x] != ' ' }
	for y, row := range rows {
		d[y] = make([]pixel, columns)
		for x, c := range row {
			switch {
			case c == ' ':
			case c == 'o':
				d[y][x] = detail
			case !man(x-2, y) || !man(x+2, y) || !man(x-1, y-1) || !man(x, y-1) || !man(x+1, y-1) || !man(x-1, y+1) || !man(x, y+1) || !man(x+1, y+1):
				d[y][x] = edge
			default:
				d[y][x] = inside
			}
		}
	}
	return d
}

// manCell returns which quarters of a cell of a man are dark, as cells.Quadrant counts them, and whether the others show his
// inside instead of the ground. Where a cell would need both, the inside becomes dark: a cell has two colours.
func manCell(d drawing, x, y int, white bool) (dark int, filled, empty bool) {
	empty = true
	ground := false
	var here [4]pixel
	for i := range here {
		here[i] = d.at(2*x+i%2, 2*y+i/2)
		ground = ground || here[i] == outside
		empty = empty && here[i] == outside
	}
	for i, p := range here {
		switch {
		case p == edge, p == detail && white, p == inside && (!white || ground):
			dark |= 1 << i
		case p == inside:
			filled = true
		}
	}
	return dark, filled, empty
}

// man draws a man on a square of a large board.
func (c *Console) man(g *cells.Grid, l layout, x, y int, d drawing, white bool, style cells.Style) {
	x += (l.sw - len(d[0])/2) / 2
	ground := style.BG
	for row := range len(d) / 2 {
		for column := range len(d[0]) / 2 {
			dark, filled, empty := manCell(d, column, row, white)
			if empty {
				continue
			}
			style.BG = ground
			if filled && !c.Plain {
				style.BG = menWhite
			}
			g.Put(x+column, y+row, string(cells.Quadrant(dark)), style)
		}
	}
}

// number reads a number of men.txt.
func number(text string) int {
	n, err := strconv.Atoi(text)
	if err != nil {
		panic(fmt.Sprintf("men.txt: %q: want a number", text))
	}
	return n
}
