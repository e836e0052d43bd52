package cli

import (
	"slices"
	"strings"

	"github.com/searchex/searchex/cmd/internal/report"
)

// Unknown is the error for a name that is none of the known ones, of which there must be one: it names those that are
// nearest. what says what it should have been the name of, list how to see all of them.
func Unknown(what, name string, known []string, list string) error {
	return Usagef("%s %q is unknown: the nearest is %s; %s", what, report.Short(name, 40), strings.Join(nearest(name, known), " or "), list)
}

// mostNearest is how many names an error suggests at most.
const mostNearest = 3

// nearest are the known names that the fewest edits lead to, without regard to the case of letters.
func nearest(name string, known []string) (names []string) {
	const longest = 100 // no name is so long, and the time grows with the length
	from := []rune(strings.ToLower(name))
	from = from[:min(len(from), longest)]
	least := 0
	for _, k := range known {
		d := edits(from, []rune(strings.ToLower(k)))
		if len(names) == 0 || d < least {
			names, least = nil, d
		}
		if d == least && len(names) < mostNearest {
			names = append(names, k)
		}
	}
	return names
}

// edits is how many characters must be inserted, removed or replaced, or neighbours exchanged, to make one text of
// another.
func edits(a, b []rune) int {
	before, row := []int(nil), make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i, x := range a {
		beforeThat := before
		before, row = row, slices.Clone(row)
		row[0] = i + 1
		for j, y := range b {
			replaced := before[j]
			if x != y {
				replaced++
			}
			row[j+1] = min(before[j+1]+1, row[j]+1, replaced)
			if i > 0 && j > 0 && x == b[j-1] && a[i-1] == y {
				row[j+1] = min(row[j+1], beforeThat[j-1]+1)
			}
		}
	}
	return row[len(b)]
}
