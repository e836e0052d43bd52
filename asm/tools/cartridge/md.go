package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// wide is how many dots wide and high a square is on the Mega Drive: three tiles.
const wide = 24

// tiles returns a picture of a square as nine tiles of four bits a dot. They come row by row, or of a sprite column by column.
func tiles(dots *[wide][wide]byte, sprite bool) (b []byte) {
	for tile := range 9 {
		top, left := tile/3*8, tile%3*8
		if sprite {
			top, left = left, top
		}
		for row := range 8 {
			for column := 0; column < 8; column += 2 {
				d := dots[top+row][left+column:]
				b = append(b, d[0]<<4|d[1])
			}
		}
	}
	return b
}

// Colours of a man; 0 is what lies behind him.
const (
	outline = 1 + iota
	dark
	plain
	bright
)

// picturesOfMD writes the men, the frame of the cursor, and the letters.
func picturesOfMD(dir string, write func(label, what string, b []byte)) error {
	men, err := readMen(dir)
	if err != nil {
		return err
	}
	var b []byte
	for _, man := range men {
		b = append(b, tiles(shaded(enlarged(&man)), false)...)
	}
	write("men", "By kind: nine tiles, from the left, then the lower ones.", b)
	write("cursor_tiles", "The cursor: nine tiles, from the top, then those to the right.", tiles(cursorFrame(), true))
	b, err = readLetters(filepath.Join(dir, "letters.txt"))
	write("letters", "From the blank to Z, a bit a dot.", b)
	return err
}

// enlarged returns a man in the middle of a square: a dot is where most of what lies there of the small picture is set, after
// its edges have been smoothed.
func enlarged(man *picture) *[wide][wide]bool {
	at := func(y, x int) bool { return y >= 0 && x >= 0 && y < size && x < size && man[y][x] }
	// Each dot becomes nine; a corner between two set neighbours is set, one between two that are not is not (Scale3x).
	var fine [3 * size][3 * size]bool
	for y := range size {
		for x := range size {
			up, down, left, right := at(y-1, x), at(y+1, x), at(y, x-1), at(y, x+1)
			for i := range 3 {
				for j := range 3 {
					v := at(y, x)
					a, b := up, left
					if i == 2 {
						a = down
					}
					if j == 2 {
						b = right
					}
					if i != 1 && j != 1 && a == b && up != down && left != right {
						v = a
					}
					fine[3*y+i][3*x+j] = v
				}
			}
		}
	}
	const inner, parts = wide - 2, 8 // a dot is left free on each side
	var big [wide][wide]bool
	for y := range inner {
		for x := range inner {
			set := 0
			for i := range parts * parts {
				fy, fx := y*parts+i/parts, x*parts+i%parts
				if fine[fy*3*size/(inner*parts)][fx*3*size/(inner*parts)] {
					set++
				}
			}
			big[y+1][x+1] = 2*set >= parts*parts
		}
	}
	return &big
}

// shaded colours a man: an outline around him, light from the left above.
func shaded(man *[wide][wide]bool) *[wide][wide]byte {
	at := func(y, x int) bool { return y >= 0 && x >= 0 && y < wide && x < wide && man[y][x] }
	var dots [wide][wide]byte
	for y := range wide {
		for x := range wide {
			switch {
			case !man[y][x]:
				if at(y-1, x) || at(y+1, x) || at(y, x-1) || at(y, x+1) {
					dots[y][x] = outline
				}
			case !at(y, x-1) || !at(y-1, x):
				dots[y][x] = bright
			case !at(y, x+1) || !at(y+1, x):
				dots[y][x] = dark
			default:
				dots[y][x] = plain
			}
		}
	}
	return &dots
}

// cursorFrame returns four corners.
func cursorFrame() *[wide][wide]byte {
	var dots [wide][wide]byte
	for y := range wide {
		for x := range wide {
			dy, dx := min(y, wide-1-y), min(x, wide-1-x)
			switch {
			case max(dy, dx) > 7 || min(dy, dx) > 2:
			case min(dy, dx) == 2:
				dots[y][x] = outline
			default:
				dots[y][x] = plain
			}
		}
	}
	return &dots
}

// readLetters returns the tiles of the characters from the blank to Z, of a bit a dot. Those that letters.txt does not have
// are blank.
func readLetters(file string) ([]byte, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	b := make([]byte, 8*('Z'-' '+1))
	for _, part := range strings.Split(strings.TrimSpace(string(text)), "\n\n")[1:] {
		lines := strings.Split(part, "\n")
		if len(lines) != 8 {
			return nil, fmt.Errorf("letters.txt: %d lines from %q on: want 8", len(lines), lines[0])
		}
		for at, letter := range lines[0] {
			if letter == ' ' {
				continue
			}
			for row, dots := range lines[1:] {
				if at%8 != 0 || letter < ' ' || letter > 'Z' || len(dots) < at+8 {
					return nil, fmt.Errorf("letters.txt: %c: want a letter every eighth column, and eight dots below", letter)
				}
				for i, dot := range dots[at : at+8] {
					if dot == '#' {
						b[8*int(letter-' ')+row] |= 0x80 >> i
					}
				}
			}
		}
	}
	return b, nil
}
