package asm

import (
	"fmt"
	"strings"
)

// Segment is a segment of the MK V's display and where it is driven: chip 0 is the HLCD0538, which has the rows and 26
// columns, chips 1 and 2 are HLCD0539 with 34 columns.
type Segment struct {
	Name              string // "e4 king", "text 3 a"
	Chip, Row, Column int
}

// Segments is the number of segments: eight a square and fifteen for each of sixteen places of text.
const Segments = 64*8 + 16*15

// columns are the columns of each chip.
var columns = [3]int{26, 34, 34}

// Shift returns the number of the shift, 0 to 33, that puts the segment's bit into its chip. What is shifted first ends at
// the highest bit. The lowest eight of chip 0 select the row.
func (s Segment) Shift() int {
	if s.Chip == 0 {
		return 33 - 8 - s.Column
	}
	return 33 - s.Column
}

// ParseGlass reads the table of segments: one a line, in the order of the monitor, with name, chip, row and column. A # begins
// a comment. Every place must be there once. The file's name is for errors.
func ParseGlass(file, text string) ([]Segment, error) {
	var all []Segment
	seen := map[Segment]string{}
	for i, line := range strings.Split(text, "\n") {
		line, _, _ = strings.Cut(line, "#")
		f := strings.Fields(line)
		if len(f) == 0 {
			continue
		}
		if len(f) < 4 {
			return nil, fmt.Errorf("%s:%d: %q: want a name, then chip, row and column", file, i+1, line)
		}
		s := Segment{Name: strings.Join(f[:len(f)-3], " ")}
		numbers := strings.Join(f[len(f)-3:], " ")
		if _, err := fmt.Sscan(numbers, &s.Chip, &s.Row, &s.Column); err != nil {
			return nil, fmt.Errorf("%s:%d: %q are not chip, row and column", file, i+1, numbers)
		}
		if s.Chip < 0 || s.Chip > 2 || s.Row < 0 || s.Row > 7 || s.Column < 0 || s.Column >= columns[s.Chip] {
			return nil, fmt.Errorf("%s:%d: there is no chip %d, row %d, column %d", file, i+1, s.Chip, s.Row, s.Column)
		}
		if want := segmentName(len(all)); s.Name != want {
			return nil, fmt.Errorf("%s:%d: %q where %q comes", file, i+1, s.Name, want)
		}
		at := Segment{Chip: s.Chip, Row: s.Row, Column: s.Column}
		if seen[at] != "" {
			return nil, fmt.Errorf("%s:%d: %s is driven where %s is", file, i+1, s.Name, seen[at])
		}
		seen[at] = s.Name
		all = append(all, s)
	}
	if len(all) != Segments {
		return nil, fmt.Errorf("%s: %d segments, want %d", file, len(all), Segments)
	}
	return all, nil
}

// segmentName returns the name of segment n in the monitor's order; "" behind the last.
func segmentName(n int) string {
	if n < 512 {
		what := []string{"king", "queen", "rook", "bishop", "knight", "pawn", "black", "cursor"}
		return fmt.Sprintf("%c%d %s", 'a'+n/8%8, 1+n/64, what[n%8])
	}
	if n -= 512; n < 240 {
		return fmt.Sprintf("text %d %c", n/15, 'a'+n%15)
	}
	return ""
}
