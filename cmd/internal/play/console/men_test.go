package console

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/searchex/searchex/cmd/internal/play/cells"
)

// largeScreens are screens whose squares have drawings, and the sizes of these squares.
var largeScreens = []struct{ w, h, sw, sh int }{{112, 40, 9, 4}, {132, 50, 11, 5}, {200, 60, 13, 6}}

const everyMan = "KQRBNPkqrbnp"

// paper is a character that a board does not use.
const paper = '~'

// drawn returns a square with a man and a mark in the middle of an otherwise unused grid, and the layout. The square is dark if
// rank is 0, light if it is 1.
func drawn(t *testing.T, o Options, w, h, rank int, man byte, m mark) (*cells.Grid, layout) {
	t.Helper()
	c := sit(t, o).console
	c.Resize(w, h)
	l := c.layout()
	g := cells.New(3*l.sw, 3*l.sh)
	g.Fill(0, 0, g.W, g.H, paper, cells.Plain)
	c.square(g, l, l.sw, l.sh, square{0, rank}, man, m)
	return g, l
}

// text returns the characters of the square in the middle.
func text(g *cells.Grid, l layout) string {
	var b strings.Builder
	for y := l.sh; y < 2*l.sh; y++ {
		for x := l.sw; x < 2*l.sw; x++ {
			b.WriteRune(g.At(x, y).Rune)
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// inks returns the number of dark quarters of the square in the middle, and the first and last row and column of cells that
// have one.
func inks(g *cells.Grid, l layout) (n, left, top, right, bottom int) {
	left, top, right, bottom = l.sw, l.sh, -1, -1
	for y := range l.sh {
		for x := range l.sw {
			quarters := cells.Quarters(g.At(l.sw+x, l.sh+y).Rune)
			for bit := quarters; bit > 0; bit >>= 1 {
				n += bit & 1
			}
			if quarters != 0 {
				left, top, right, bottom = min(left, x), min(top, y), max(right, x), max(bottom, y)
			}
		}
	}
	return n, left, top, right, bottom
}

func TestNothingIsDrawnOutsideASquare(t *testing.T) {
	for _, o := range []Options{{}, {Plain: true}, {Few: true}, {Plain: true, ASCII: true}} {
		for _, size := range append(largeScreens[:3:3], struct{ w, h, sw, sh int }{80, 24, 5, 2}) {
			for _, man := range []byte(everyMan) {
				g, l := drawn(t, o, size.w, size.h, 0, man, cursorMark)
				require.Equal(t, [2]int{size.sw, size.sh}, [2]int{l.sw, l.sh})
				for y := range g.H {
					for x := range g.W {
						if x < l.sw || x >= 2*l.sw || y < l.sh || y >= 2*l.sh {
							require.Equal(t, paper, g.At(x, y).Rune, "%c at %d×%d: column %d, row %d", man, size.w, size.h, x, y)
						} else {
							require.NotEqual(t, paper, g.At(x, y).Rune)
						}
					}
				}
			}
		}
	}
}

// On a large board a man has all lines of his square, a pawn all but at most the first; he stands in the middle and leaves the
// columns of the marks free. A filled man has at least a tenth more than the outline.
func TestLargeMenFillTheirSquares(t *testing.T) {
	for _, size := range largeScreens {
		area := float64(4 * size.sw * size.sh)
		for _, man := range []byte(everyMan) {
			what := fmt.Sprintf("%c at %d×%d", man, size.w, size.h)
			g, l := drawn(t, Options{Plain: true}, size.w, size.h, 1, man, noMark)
			n, left, top, right, bottom := inks(g, l)
			require.Equal(t, l.sh-1, bottom, what)
			require.GreaterOrEqual(t, left, 1, what)
			require.LessOrEqual(t, right, l.sw-2, what)
			require.InDelta(t, left, l.sw-1-right, 1, "%s is not in the middle", what)
			if man|0x20 == 'p' {
				require.LessOrEqual(t, top, 1, what)
			} else {
				require.Zero(t, top, what)
				require.GreaterOrEqual(t, 100*(right-left+1), 50*l.sw, what)
			}
			share := float64(n) / area
			if man < 'a' { // an outline
				require.Greater(t, share, 0.14, what)
				require.Less(t, share, 0.45, what)
				continue
			}
			require.Greater(t, share, 0.24, what)
			require.Less(t, share, 0.75, what)
			white, _ := drawn(t, Options{Plain: true}, size.w, size.h, 1, man&^0x20, noMark)
			outline, _, _, _, _ := inks(white, l)
			require.GreaterOrEqual(t, 100*n, 110*outline, "%s is filled, his outline is not", what)
		}
	}
}

// On every screen that is not restricted to ASCII the twelve men differ by their characters alone, so without colours too; on a
// large board by at least a twentieth of the square.
func TestTheTwelveMenDifferWithoutColours(t *testing.T) {
	for _, o := range []Options{{}, {Few: true}, {Plain: true}} {
		for _, size := range append(largeScreens[:3:3], struct{ w, h, sw, sh int }{80, 24, 5, 2}) {
			shown := map[string]byte{}
			for _, man := range []byte(everyMan) {
				g, l := drawn(t, o, size.w, size.h, 1, man, noMark)
				what := text(g, l)
				require.Zero(t, shown[what], "%c and %c look alike at %d×%d", man, shown[what], size.w, size.h)
				for other, name := range shown {
					if size.sh > 2 {
						require.Greater(t, 20*differing(what, other), 4*size.sw*size.sh, "%c and %c at %d×%d", man, name, size.w, size.h)
					}
				}
				shown[what] = man
			}
		}
	}
}

// differing returns the number of quarters of cells in which two squares differ.
func differing(a, b string) (n int) {
	other := []rune(b)
	for i, r := range []rune(a) {
		for bits := cells.Quarters(r) ^ cells.Quarters(other[i]); bits > 0; bits >>= 1 {
			n += bits & 1
		}
	}
	return n
}

// Without colours a White man is empty inside, on a dark square too: the dots of the square end at his outline. With colours he is
// white inside, on the square's ground.
func TestAWhiteManIsEmptyInside(t *testing.T) {
	for _, size := range largeScreens {
		for _, man := range []byte("KQRBNP") {
			light, l := drawn(t, Options{Plain: true}, size.w, size.h, 1, man, noMark)
			dark, _ := drawn(t, Options{Plain: true}, size.w, size.h, 0, man, noMark)
			colored, _ := drawn(t, Options{}, size.w, size.h, 0, man, noMark)
			require.Equal(t, text(light, l), strings.ReplaceAll(text(dark, l), ":", " "))
			inside := 0
			for y := l.sh; y < 2*l.sh; y++ {
				for x := l.sw; x < 2*l.sw; x++ {
					cell := colored.At(x, y)
					switch cell.BG {
					case menWhite:
						inside++
						require.NotEqual(t, ':', dark.At(x, y).Rune)
					default:
						require.Equal(t, grounds[noMark][1], cell.BG)
					}
				}
			}
			require.Positive(t, inside, "%c at %d×%d", man, size.w, size.h)
		}
	}
}

// A mark stands beside a man at full height, and with colours it colours the ground around him.
func TestMarksStayVisibleBesideLargeMen(t *testing.T) {
	for _, size := range largeScreens {
		for _, man := range []byte(everyMan + "\x00") {
			for m := lastMark; m <= cursorMark; m++ {
				plain, l := drawn(t, Options{Plain: true}, size.w, size.h, 0, man, m)
				colored, _ := drawn(t, Options{}, size.w, size.h, 0, man, m)
				few, _ := drawn(t, Options{Few: true}, size.w, size.h, 0, man, m)
				for y := l.sh; y < 2*l.sh; y++ {
					require.Equal(t, brackets[m], string([]rune{plain.At(l.sw, y).Rune, plain.At(2*l.sw-1, y).Rune}))
					for _, x := range []int{l.sw, 2*l.sw - 1} {
						require.Equal(t, grounds[m][1], colored.At(x, y).BG)
						require.Equal(t, eight[m][1], few.At(x, y).BG)
					}
				}
			}
		}
	}
}

// Each large size has its six drawings. A text with another name or too few rows is refused by its line.
func TestDrawingsAreWhole(t *testing.T) {
	require.Len(t, men, len(largeScreens))
	for size, set := range men {
		require.Len(t, set, 6, "%v", size)
	}
	require.PanicsWithValue(t, `men.txt:2: "kin": want a man's name and 2 rows`, func() { parseMen("size 2 2\nkin\n##\n##\n") })
	require.PanicsWithValue(t, `men.txt:2: "king": want a man's name and 2 rows`, func() { parseMen("size 2 2\nking\n##\n") })
}
